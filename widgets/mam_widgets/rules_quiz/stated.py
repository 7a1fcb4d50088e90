"""Whether the set-up of a question states its answer: then the quiz shows the position alone, without the set-up."""

import re
from collections.abc import Iterable

from mam.rules.amounts import format_amount
from mam_widgets.rules_quiz.case import Case, Form

_NUMBERS = {
    name: f"{number}"
    for number, name in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(), 1
    )
}
_OFTEN_SAID = 2  # one and two stand in many set-ups and mean something else there

# What a sentence says of the right seat or color when it is the answer; nothing else is read in these forms.
_SEAT = {
    "turn": r"{}[^.;:]*\b(is to|has to|must|opens|speaks|leads)\b",
    "actor": r"{}[^.;:]*\b(is to|has to|must|decides)\b",
    "winner": r"{}\b[^.;:,]*\b(takes|captures) (it|the trick)\b",
    "dealer": r"{} (deals|dealt|has dealt|is the dealer)\b",
    "next dealer": r"{} deals\b",
}
_COLOR = {
    "trump": r"(named|names|trump is) {}\b|\b{} is (named |made )?trump\b",
    "led": r"\b{} is led\b|\bleads? (a|the)( low| high)? {}\b",
}
# What is said before and has to be worked with, so that the same number as an answer is not given away.
_PEOPLE = ("winners", "partners")
_FROM_BEFORE = ("totals", "settled", "adjustments")
_SCORED = ("scores", "entered", "settled", "totals", "adjustments")


def states_answer(case: Case, form: Form, right: tuple[int, ...], question: str) -> bool:
    """Return whether the set-up, or the question itself, states the answer or a part of it.

    `right` is the right answer as the form has it, `question` the question as it is asked.
    """
    setup = _write_digits(case.situation.setup)
    if form.kind == "numbers":
        return _states_numbers(case, form, right, setup)
    labels = [_write_digits(form.labels[place]) for place in right]
    question_name = case.check.question
    if form.kind == "one" and form.values == case.rules.seats:
        return _names(labels[0], question) or _matches(_SEAT.get(question_name), labels, setup)
    if question_name in _COLOR:
        return _matches(_COLOR[question_name], labels, setup)
    if question_name == "order":
        return _in_order(labels[0].split(", "), setup)
    if question_name in ("bidder", "high bid"):
        return all(_names(name, setup) for name in labels[0].rsplit(", ", 1))
    if question_name in _PEOPLE or form.cards:
        return False  # whoever is named may be right or wrong
    return bool(labels) and all(_names(label, setup) for label in labels)


def _states_numbers(case: Case, form: Form, right: tuple[int, ...], setup: str) -> bool:
    question_name = case.check.question
    if question_name == "cards" and not any(right):
        return re.search(r"\b(left|taken) out\b", setup) is not None
    stated_amounts = _list_given_amounts(case) if question_name in _SCORED else set()
    if form.unit == "money":
        return any(
            _names(format_amount(abs(number), "money"), setup)
            for number in right
            if number and abs(number) not in stated_amounts
        )
    if question_name in _FROM_BEFORE or (form.unit == "points" and question_name in _SCORED):
        return False  # small numbers that are added up: each of them stands for something else in the set-up
    stated = set(re.findall(r"(?<![\d$,])\d+(?![\d,])", setup))
    return any(f"{number}" in stated for number in right if abs(number) > _OFTEN_SAID)


def _list_given_amounts(case: Case) -> set[int]:
    """Return the bid, which a set-back repeats, and what everybody stood at before."""
    before = {**case.place.table.get("carried", {}), **case.facts.get("totals", {})}
    return {getattr(case.round, "bid", None) or 0, *map(abs, before.values())}


def _write_digits(text: str) -> str:
    """Return a text with its numbers as digits."""
    return re.sub(r"\b[a-zA-Z][a-z]+\b", lambda match: _NUMBERS.get(match[0].lower(), match[0]), text)


def _names(label: str, text: str) -> bool:
    name = label.split(" (")[0]  # a seat that has a name of its own in the document
    return bool(name) and re.search(rf"(?<![\w$,]){re.escape(name)}(?![\w]|,\d)", text) is not None


def _matches(pattern: str | None, labels: Iterable[str], setup: str) -> bool:
    names = [re.escape(label.split(" (")[0]) for label in labels]
    return pattern is not None and any(re.search(pattern.replace("{}", name), setup) for name in names)


def _in_order(labels: list[str], setup: str) -> bool:
    """Return whether these are first named in this order."""
    matches = [re.search(rf"\b{re.escape(label)}\b", setup) for label in labels]
    starts = [match.start() for match in matches if match]
    return len(starts) == len(labels) and starts == sorted(starts)
