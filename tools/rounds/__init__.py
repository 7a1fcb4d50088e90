"""The rounds behind pages of Chance: a module for each file in `data/chance/`, which returns its text (`list_lines`)."""
