"""What a variant looks like on the screen: its cards, its question and how it is answered. Every exercise of the classroom is taken as it is."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.blocks import (
    CODES,
    Block,
    Span,
    drop_lists,
    is_cards,
    name_cards_once,
    read_blocks,
    read_spans,
    split_question,
)
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.registry import LEVELS, Exercise, Variant

_HANDS = ("hand", "open")  # the keys of what is given under which somebody's cards stand
_CASES_HEADING = re.compile(r"(?:^|(?<= ))The \d+ cases(?: to compute, each a text)?:$", re.MULTILINE)
_FORMS: Mapping[type[Answer], str] = {Choice: "choice", Choices: "choices", Results: "results"}


class Option(TypedDict):
    """One of several answers: what is sent for it, and its words."""

    answer: str
    spans: list[Span]


class TrickCard(TypedDict):
    """A card on the table, and who played it."""

    card: str
    seat: str


class ExerciseShown(TypedDict):
    """A variant of an exercise.

    `form` is how it is answered: "number", "text", "cards" of the hand, "choice" and "choices" of the options, "results" for the cases.
    """

    id: str
    title: str
    kind: str
    level: str
    variant: int
    question: list[Span]
    blocks: list[Block]
    form: str
    help: str
    unit: str
    hand: list[str]
    trick: list[TrickCard]
    options: list[Option]
    cases: list[list[Span]]
    hints: int


def show_exercise(exercise: Exercise, variant: Variant, number: int = 1) -> ExerciseShown:
    """Return what the browser draws of a variant; its answer is not among it. `number` is what the variant is called."""
    given = variant.given
    hand = _find_cards(given, _HANDS)
    options, cases = _list_texts(given.get("options")), _list_texts(given.get("cases"))
    form = find_form(exercise, hand, options, cases)
    statement = name_cards_once(_CASES_HEADING.sub("", variant.statement), " ".join(hand))
    question, rest = split_question(statement) if form != "results" else ("", statement)
    return {
        "id": exercise.id,
        "title": exercise.title,
        "kind": exercise.kind,
        "level": LEVELS[exercise.level],
        "variant": number,
        "question": read_spans(question),
        "blocks": drop_lists(drop_lists(read_blocks(rest), options), cases),
        "form": form,
        "help": _describe_form(exercise),
        "unit": exercise.unit,
        "hand": hand,
        "trick": [{"card": card, "seat": name} for name, card in variant.plays],
        "options": [_show_option(place, option) for place, option in enumerate(options)],
        "cases": [_show_case(case) for case in cases],
        "hints": len(variant.hints),
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
