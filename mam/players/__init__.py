"""Players: strategies that get a view, never a hidden card, and answer with a move."""

from mam.players.aimless import aimless
from mam.players.rulebook import rulebook

__all__ = ["aimless", "rulebook"]
