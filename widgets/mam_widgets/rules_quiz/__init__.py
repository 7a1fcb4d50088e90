"""The rules quiz: documented cases as questions."""
