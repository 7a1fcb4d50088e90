"""Sessions: a person's whole match against players."""

from mam.sessions.hints import Hint
from mam.sessions.session import Session, SessionError
from mam.sessions.skill_levels import list_skill_levels

__all__ = ["Hint", "Session", "SessionError", "list_skill_levels"]
