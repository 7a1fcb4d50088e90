"""Players: strategies that get a view, never a hidden card, and answer with a move."""

from mam.players.aimless import aimless

__all__ = ["aimless"]
