"""Sessions: a person's whole match against players."""

from mam.sessions.class_table import ClassTable
from mam.sessions.files import SessionFile
from mam.sessions.heading import SessionError
from mam.sessions.hints import Hint
from mam.sessions.real_table import RealTable, why_no_real_table
from mam.sessions.session import Session
from mam.sessions.skill_levels import list_skill_levels

__all__ = [
    "ClassTable",
    "Hint",
    "RealTable",
    "Session",
    "SessionError",
    "SessionFile",
    "list_skill_levels",
    "why_no_real_table",
]
