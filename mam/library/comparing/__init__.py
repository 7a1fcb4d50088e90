"""Editions and readings side by side: what differs, and what a difference does to a verdict or a score."""

from mam.library.comparing.differences import Comparison, Difference, compare
from mam.library.comparing.disputes import Dispute, SideBySide, list_disputes, rule_under

__all__ = ["Comparison", "Difference", "Dispute", "SideBySide", "compare", "list_disputes", "rule_under"]
