"""What is opened before the class: every exercise has a place, and every place exists."""

import re
from pathlib import Path

import mam.classroom.topics as topics
from mam.chance.pages import PAGE_IDS
from mam.classroom.catalog import exercises
from mam.classroom.demonstrations import _EXERCISES, _SLIPS, find_demonstration
from mam.studies import get_case, get_study

WITHOUT = {"brier-score"}  # no page shows it


def exists(place: str) -> bool:
    shelf, _, name = place.partition("/#")
    if shelf == "chance":
        return name in PAGE_IDS
    if shelf == "rules":
        return get_case(name.removeprefix("case=")) is not None  # raises for an unknown one
    study, _, board = name.partition("/")
    return shelf == "learn" and board in {"", *(chapter.id for chapter in get_study(study).chapters)}


def test_every_exercise_has_a_place_and_every_place_exists() -> None:
    ids = {exercise.id for exercise in exercises()}
    places = {id: find_demonstration(id) for id in ids}
    assert {id for id in ids if not places[id]} == WITHOUT and set(_EXERCISES) <= ids
    assert [place for place in {*places.values(), *_SLIPS.values()} - {""} if not exists(place)] == []


def test_every_slip_with_a_place_of_its_own_is_one_of_an_exercise() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in Path(topics.__file__).parent.glob("*.py"))
    known = set(re.findall(r'(?:Slip |")([a-z][a-z0-9-]+)(?::|")', sources))
    assert set(_SLIPS) <= known
    assert find_demonstration("brier-score", "odds") == ""
