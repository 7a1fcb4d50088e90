"""Pages to print for a class: a deck, a score sheet, a deal, exercise sheets, slips with codes; HTML of paper's size, without scripts."""
