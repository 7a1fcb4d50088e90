"""A page as plain data, from which it is drawn and its answers are judged where no Python is."""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from mam.chance.pages import NOTHING, POINTS, Page, Question
from mam.chance.tables import make_tables
from mam.classroom.quantities import Chance, Number, count_least_digits
from mam.classroom.readings import find_unit
from mam.classroom.slips import LEAST_DIGITS


def show_page(page: Page) -> dict[str, Any]:
    """Return all of a page: its words, the guess, the tables of its picture, and its questions with their answers.

    >>> from mam.chance import find_page
    >>> show_page(find_page("or"))["questions"][0]["value"]
    0.7265993265993266
    """
    guess = page.guess
    return {
        "id": page.id,
        "title": page.title,
        "idea": page.idea,
        "goal": page.goal,
        "words": page.words,
        "formulas": list(page.formulas),
        "how": page.how,
        "guess": {
            "ask": guess.ask,
            "answer": float(guess.answer),
            "typical": float(guess.typical),
            "why": guess.why,
        },
        "tables": make_tables(page.id),
        "questions": [_show_question(question) for question in page.checks],
    }


def _mix(options: Sequence[str]) -> list[str]:
    """Return options in an order that says nothing of the right one, the same each time; “Nothing is wrong” stays the last."""
    return sorted(options, key=lambda option: (option == NOTHING, sha256(option.encode()).digest()))


def _show_question(question: Question) -> dict[str, Any]:
    answer = question.answer
    if answer is None:
        return {
            "kind": question.kind,
            "ask": question.ask,
            "options": _mix(question.options),
            "right": question.right,
            "why": question.why,
            "wrong": dict(question.wrong),
        }
    is_chance = isinstance(answer, Chance)
    is_whole = isinstance(answer, Number) and answer.is_whole
    value, digits = answer.value, answer.digits or LEAST_DIGITS

    def measure(number: Fraction | int) -> dict[str, float]:
        """What a slip needs: its digits, and one unit of the last of them."""
        least_digits = digits if is_chance else count_least_digits(number)
        return {
            "value": float(number),
            "digits": least_digits,
            "unit": float(find_unit(Fraction(number), least_digits)),
        }

    return {
        "kind": question.kind,
        "ask": question.ask,
        "value": float(value),
        "has_points": isinstance(answer, Number) and answer.unit == POINTS,
        "digits": digits,
        "unit": 0 if is_whole else float(find_unit(Fraction(value), digits)),  # 0: given exactly
        "shown": answer.shown if value.denominator < 10**6 else f"{float(value):#.{digits + 1}g}",
        "slips": [{**measure(slip.value), "why": slip.why} for slip in answer.slips],
    }
