"""Rounds of every game, each player's view of them, and matches."""
