"""Rounds played to their end, from the deal or from any position: by the million, compiled."""
