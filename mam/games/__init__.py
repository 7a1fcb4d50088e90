"""Rounds of every game, what a person may know of them, and matches."""
