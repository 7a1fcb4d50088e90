"""Pages to print for a class: a deck, a score sheet, a deal, exercise sheets; HTML of paper's size, without scripts."""
