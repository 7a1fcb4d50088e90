"""Widgets for the games of `mam`: each is one call.

>>> import mam_widgets as mw
>>> table = mw.specimen()
>>> table.round.phase
'auction'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.widget import Stepper, deal, replay, specimen

if TYPE_CHECKING:
    from mam_widgets.bidding.widget import BiddingLab, bidding_lab
    from mam_widgets.chance_pages.widget import ChanceWidget, chance
    from mam_widgets.discard.widget import DiscardLab, discard_lab
    from mam_widgets.exercise_pages.widget import ExerciseWidget, exercise, exercises
    from mam_widgets.match.widget import Play, class_table, play
    from mam_widgets.probability.widget import ProbabilityLab, probability_lab
    from mam_widgets.shelves.widget import App, menu
    from mam_widgets.studies.widget import StudyWidget, case, cases, decisions, hand, learn, problem, problems, study
    from mam_widgets.teacher_desk.widget import TeacherDesk, teacher
    from mam_widgets.wall_page.widget import WallWidget, wall

# Where the rest lives: looked up when first used, so that a table is there before pandas and the engine are loaded.
_LATER = {
    "App": "shelves.widget",
    "BiddingLab": "bidding.widget",
    "ProbabilityLab": "probability.widget",
    "DiscardLab": "discard.widget",
    "Play": "match.widget",
    "ChanceWidget": "chance_pages.widget",
    "chance": "chance_pages.widget",
    "ExerciseWidget": "exercise_pages.widget",
    "exercise": "exercise_pages.widget",
    "exercises": "exercise_pages.widget",
    "menu": "shelves.widget",
    "bidding_lab": "bidding.widget",
    "probability_lab": "probability.widget",
    "discard_lab": "discard.widget",
    "class_table": "match.widget",
    "play": "match.widget",
    "StudyWidget": "studies.widget",
    "case": "studies.widget",
    "cases": "studies.widget",
    "hand": "studies.widget",
    "problem": "studies.widget",
    "problems": "studies.widget",
    "learn": "studies.widget",
    "study": "studies.widget",
    "decisions": "studies.widget",
    "TeacherDesk": "teacher_desk.widget",
    "teacher": "teacher_desk.widget",
    "WallWidget": "wall_page.widget",
    "wall": "wall_page.widget",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'mam_widgets' has no attribute {name!r}")
    return getattr(import_module(f"mam_widgets.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "App",
    "BiddingLab",
    "ChanceWidget",
    "DiscardLab",
    "ExerciseWidget",
    "Play",
    "ProbabilityLab",
    "Stepper",
    "StudyWidget",
    "TeacherDesk",
    "Walk",
    "WallWidget",
    "bidding_lab",
    "case",
    "cases",
    "chance",
    "class_table",
    "deal",
    "decisions",
    "discard_lab",
    "exercise",
    "exercises",
    "hand",
    "learn",
    "menu",
    "play",
    "probability_lab",
    "problem",
    "problems",
    "replay",
    "specimen",
    "study",
    "teacher",
    "wall",
]
