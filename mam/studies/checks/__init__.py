"""What is checked in a study: answers, luck, amounts, winners and owners in its sentences, lengths, rules, margins."""

from mam.studies.checks.check import Fault, Report, check_study

__all__ = ["Fault", "Report", "check_study"]
