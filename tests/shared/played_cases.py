"""Documented cases that the rules answer as written; `test_the_engine_gives_every_answer_of_every_case` alone reports the others."""

from dataclasses import replace
from functools import cache

from bids import opening

import mam
from mam.studies.case import Case
from mam.studies.checks import Fault, check_study


@cache
def list_faults(study_id: str) -> tuple[Fault, ...]:
    return check_study(mam.get_study(study_id)).faults


def keep_played(study_id: str) -> mam.Study:
    """A study with the cases in which the check finds no fault."""
    study, faulty = mam.get_study(study_id), {fault.board for fault in list_faults(study_id)}
    return replace(study, chapters=tuple(chapter for chapter in study.chapters if f"case {chapter.id}" not in faulty))


def auction_from_lowest(case_id: str) -> Case:
    """A case of an auction, opened with the lowest bid of the rules."""
    case = mam.get_case(case_id).case
    assert case is not None
    first, *calls = case.facts["moves"]
    return replace(case, facts={**case.facts, "moves": [f"{first.split()[0]} {opening(case.edition)}", *calls]})
