"""Sittings: a person's whole match against players."""

from mam.sittings.hints import Hint
from mam.sittings.sitting import Sitting, SittingError
from mam.sittings.strengths import list_strengths

__all__ = ["Hint", "Sitting", "SittingError", "list_strengths"]
