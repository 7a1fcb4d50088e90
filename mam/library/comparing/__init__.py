"""Editions and readings side by side: what differs, and what a difference does to a verdict or a score."""

from mam.library.comparing.differences import Comparison, Difference, compare
from mam.library.comparing.side_by_side import SideBySide, rule_under

__all__ = ["Comparison", "Difference", "SideBySide", "compare", "rule_under"]
