"""How each stage of each shelf is opened in a browser, by the names of its `actions.toml`."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import mam_widgets as mw
from mam.chance import find_page
from mam.studies.progress import Progress

# What is made in a folder, and then done: "press next", "tap R1" (a card or an answer), "type 0.4", "wait" (Python answers nothing more),
# "see Computing…".
Opener = tuple[Callable[[Path], Any], tuple[str, ...]]


def learn(board: str) -> Callable[[Path], Any]:
    return lambda folder: mw.learn(board, save=False)


def case(name: str) -> Callable[[Path], Any]:
    return lambda folder: mw.case(name, save=False)


def exercise(name: str) -> Callable[[Path], Any]:
    return lambda folder: mw.exercise(name, save=False)


def chance(page: str) -> Callable[[Path], Any]:
    return lambda folder: mw.chance(page, save=False)


def guessed(folder: Path) -> Any:
    """The shelf Chance after three guesses of chances."""
    progress = Progress(folder / "progress.toml")
    for page, guess, day in (("or", 67, 9), ("given", 62, 10), ("bayes", 95, 16)):
        progress.record_guess(f"chance-{page}/guess", guess, date(2026, 11, day))
    return mw.chance(save=progress.file)


def wall(folder: Path) -> Any:
    return mw.wall("bull/double", "bull")


def problem(number: int) -> Callable[[Path], Any]:
    return lambda folder: mw.problems(numbers=[number], save=False)


_ROUND, _BULL, _CASE, _BAYES = learn("first-round/first"), learn("bull/double"), case("B26"), chance("bayes")
_DISCARD = learn("nest-and-discard/any-three")
_QUESTION = ("press see", "press checks", "press skip")

# Whoever adds a stage to a table adds it here, or tests/widgets/test_offers.py fails.
STAGES: Mapping[str, Mapping[str, Opener]] = {
    "studies": {
        "asked": (_BULL, ()),
        "choosing": (_DISCARD, ("tap R9",)),
        "chosen": (_DISCARD, ("tap R9", "tap R4", "tap Y8")),
        "checkable": (case("B06"), ("tap 175",)),
        "wrong": (_BULL, ("tap R1",)),
        "answered": (problem(207), ("press p207", "tap Y")),
        "right": (_BULL, ("tap BULL",)),
        "step": (_CASE, ("press show", "press step-next")),
        "answer": (_CASE, ("press show", "press answer-page")),
        "computing": (_ROUND, ("wait", "press next", "see Computing…")),
        "looking": (_ROUND, ("press next", "press next", "press next", "press next")),
        "picking": (_ROUND, ("press next", "tap G8")),
        "picked": (_ROUND, ("press next", "tap G8", "tap R3", "tap B4")),
        "advised": (_ROUND, ()),
        "turn": (_CASE, ("press show", "press play-on")),
        "result": (_ROUND, ("press next",) * 60),
        "shelf": (lambda folder: mw.problems(1, save=False), ()),
        "finished": (learn("a-trick/lowest-away"), ("tap B2", "press next")),
    },
    "exercise_pages": {
        "empty": (exercise("card-of-either-kind"), ()),
        "none": (exercise("must-follow"), ()),
        "ready": (exercise("card-of-either-kind"), ("type 0.4",)),
        "solved": (exercise("card-of-either-kind"), ("press hint", "press hint", "press hint", "press solution")),
    },
    "chance_pages": {
        "guess": (_BAYES, ()),
        "picture": (_BAYES, ("press see",)),
        "typed": (_BAYES, ("press see", "press checks")),
        "choosing": (_BAYES, _QUESTION),
        "right": (_BAYES, (*_QUESTION, f"tap {find_page('bayes').checks[1].right}")),
        "shelf": (guessed, ()),
        "guesses": (guessed, ("press guesses",)),
        "calibration": (guessed, ("press guesses", "press calibration")),
    },
    "wall_page": {
        "asked": (wall, ()),
        "voted": (wall, ("press option",)),
        "revealed": (wall, ("press reveal",)),
    },
}
