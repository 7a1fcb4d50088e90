"""Rounds played to their end by the million, compiled, from the deal or from any position."""
