"""What a variant looks like on the screen: its cards, its question and how it is answered. Every exercise of the classroom is taken as it is."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.registry import LEVELS, Exercise
from mam.classroom.tasks import Task
from mam.classroom.text_blocks import (
    CODES,
    drop_lists,
    is_cards,
    name_cards_once,
    read_blocks,
    read_spans,
    split_question,
)
from mam_widgets.exercise_pages.schema import ExerciseGroup, ExerciseShown, Option, TrickCard

_HANDS = ("hand", "open")  # the keys of what is given under which somebody's cards stand
_TRICKS = ("lying", "cards", "table")  # and those of cards on the table, if the statement says who played each
_PLAYED = re.compile(r"(\w+) (?:plays|leads) [^()]*?\(`([^`]+)`\)")
_ANNOUNCED = re.compile(r"(?:^|(?<= ))The \d+ cases(?: to compute, each a text)?:$", re.MULTILINE)
_FORMS: Mapping[type[Answer], str] = {Choice: "choice", Choices: "choices", Results: "results"}


def show_exercise(task: Task) -> ExerciseShown:
    """Return what the browser draws of a variant; its answer is not among it."""
    exercise, given = task.exercise, task.given
    hand = _find_cards(given, _HANDS)
    options, cases = _list_texts(given.get("options")), _list_texts(given.get("cases"))
    form = find_form(exercise, hand, options, cases)
    statement = name_cards_once(_ANNOUNCED.sub("", task.statement), " ".join(hand))
    question, rest = split_question(statement) if form != "results" else ("", statement)
    return {
        "id": exercise.id,
        "title": exercise.title,
        "kind": exercise.kind,
        "level": LEVELS[exercise.level],
        "variant": task.variant,
        "question": read_spans(question),
        "blocks": drop_lists(drop_lists(read_blocks(rest), options), cases),
        "form": form,
        "help": _describe_form(exercise),
        "unit": exercise.unit,
        "hand": hand,
        "trick": _name_seats(_find_cards(given, _TRICKS), task.statement),
        "options": [_show_option(place, option) for place, option in enumerate(options)],
        "cases": [_show_case(case) for case in cases],
        "hints": task.hints,
    }


def find_form(exercise: Exercise, hand: Sequence[str], options: Sequence[str], cases: Sequence[str]) -> str:
    """Return how an exercise is answered here; where the cards, options or cases to answer with are not given, by a text."""
    form = exercise.form
    if issubclass(form, Chance | Number):
        return "number"
    if issubclass(form, Cards):
        return "cards" if hand else "text"
    known = next((name for kind, name in _FORMS.items() if issubclass(form, kind)), "text")
    return known if (cases if known == "results" else options) else "text"


def list_groups(exercises: Sequence[Exercise]) -> list[ExerciseGroup]:
    """Return exercises by their kinds, in their order."""
    kinds = dict.fromkeys(exercise.kind for exercise in exercises)
    return [
        {
            "kind": kind,
            "exercises": [
                {"id": exercise.id, "title": exercise.title, "level": exercise.level}
                for exercise in exercises
                if exercise.kind == kind
            ],
        }
        for kind in kinds
    ]


def _find_cards(given: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    """Return the codes of the cards under the first of these keys that has any."""
    for key in keys:
        value = given.get(key)
        codes = value.split() if isinstance(value, str) else _list_texts(value)
        if codes and all(code in CODES for code in codes):
            return codes
    return []


def _list_texts(value: object) -> list[str]:
    return [*value] if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value) else []


def _name_seats(trick: Sequence[str], statement: str) -> list[TrickCard]:
    """Return the cards on the table with those who played them; none if the statement doesn't say so of each."""
    played = _PLAYED.findall(statement)
    if [code for _, code in played] != [*trick]:
        return []
    return [{"card": card, "seat": seat} for seat, card in played]


def _show_option(place: int, text: str) -> Option:
    return {"answer": f"{'abcdefghijklmnop'[place]})", "spans": read_spans(text)}


def _show_case(text: str) -> list[Any]:
    return [{"kind": "cards" if is_cards(text) else "code", "text": text}]


def _describe_form(exercise: Exercise) -> str:
    """Return how an answer is written, as the field says it."""
    form = exercise.form
    if issubclass(form, Number):
        if exercise.unit == DOLLARS:
            return "Thousands of dollars: 97.5, 520/3 or -405"
        return f"A number of {exercise.unit}" if exercise.unit else "A number"
    words = {
        Choice: "Choose one.",
        Choices: "Choose all that fit.",
        Results: "A result for each case.",
        Cards: "Tap the cards.",
    }
    known = next((text for kind, text in words.items() if issubclass(form, kind)), "")
    text = form.form.replace('"', "")
    return known or f"{text[0].upper()}{text[1:]}"
