"""The documented cases as situations that can be looked at, played on and run: examples, answers and figures of the leaflets.

>>> import mam
>>> situation = mam.get_situation("B29")
>>> situation.title, situation.source
('The Bear led as the last card', '1935 Supplement, page 3, Questions and Answers')
>>> all(finding.passed for finding in situation.run())
True
"""

from mam.library.situations import (  # noqa: F401  (for the questions they register)
    about_cards,
    about_misplay,
    about_moves,
    about_play,
    about_table,
    about_words,
)
from mam.library.situations.reading import get_situation, list_situations, read_situations
from mam.library.situations.situation import Check, Finding, Situation, SituationError

__all__ = ["Check", "Finding", "Situation", "SituationError", "get_situation", "list_situations", "read_situations"]
