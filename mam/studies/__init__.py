"""Studies: positions and rounds with questions, as data; who judges the answers, and what is checked in them."""

from mam.studies.library import get_case, get_study, list_cases, list_studies
from mam.studies.read import parse_study, read_study
from mam.studies.study import Chapter, Setup, Stop, Study, StudyError, Variation

__all__ = [
    "Chapter",
    "Setup",
    "Stop",
    "Study",
    "StudyError",
    "Variation",
    "get_case",
    "get_study",
    "list_cases",
    "list_studies",
    "parse_study",
    "read_study",
]
