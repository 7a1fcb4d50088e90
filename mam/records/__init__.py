"""Saved rounds with notes and branches."""
