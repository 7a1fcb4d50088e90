"""What is wrong with an answer, under a short name that can be counted over a class."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mam.classroom.answers import Cards, Choice, Choices
from mam.classroom.blocks import CODES
from mam.classroom.grades import ExerciseGrade
from mam.classroom.quantities import Chance, Number
from mam.classroom.readings import read_amount, read_probability

OTHER = "other"  # the name of a mistake that no slip explains
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen".split()
_NAMES = "North South East West Red Yellow Black Green Tiger Bull Bear".split()
# What differs between two variants of one sentence.
_DETAIL = re.compile(rf"`[^`]*`|\b(?:{'|'.join([*CODES, *_NAMES, *_NUMBERS])})\b|[-−]?\$?\d[\d,./]*%?")


@dataclass(frozen=True)
class Mistake:
    """A mistake in an answer: the same `name` for everybody who makes it, whatever the variant, and a sentence about this one."""

    name: str
    sentence: str

    @property
    def is_listed(self) -> bool:
        """Whether it is a typical one, which the exercise names."""
        return self.name != OTHER


def list_mistakes(result: ExerciseGrade) -> list[Mistake]:
    """Return the mistakes in an answer, each once: its slip, or the parts that are named wrongly or left out."""
    if not result.fault or result.answer is None:
        return []
    judgment, answer = result.judgment, result.variant.answer
    if judgment is None or result.note:
        return [Mistake(OTHER, result.fault)]
    if judgment.slip:
        return [Mistake(judgment.slip.name, judgment.slip.why)]
    if isinstance(answer, Choice | Choices | Cards):
        return [*{mistake.name: mistake for mistake in _list_parts(answer, judgment.plain)}.values()]
    return [Mistake(OTHER, result.fault)]


def _list_parts(answer: Choice | Choices | Cards, plain: str | list[str]) -> Iterator[Mistake]:
    right = set(answer.right.split("\n") if isinstance(answer, Choice) else _list_texts(answer.plain))
    named_texts = [str(plain)] if isinstance(answer, Choice) else _list_texts(plain)
    for part in named_texts:
        if part not in right:
            yield _describe_part("named", "Named", part, answer.reasons)
    for part in sorted(right - set(named_texts)) if not isinstance(answer, Choice) else []:
        yield _describe_part("left out", "Left out", part, answer.reasons)


def _list_texts(plain: str | list[str]) -> list[str]:
    return plain if isinstance(plain, list) else plain.split()


def _describe_part(kind: str, lead: str, part: str, reasons: Any) -> Mistake:
    reason = reasons.get(part)
    return (
        Mistake(f"{kind}: {drop_details(reason)}", f"{lead} {part}: {reason}")
        if reason
        else Mistake(OTHER, f"{lead} {part}.")
    )


def drop_details(sentence: str) -> str:
    """Return a sentence without what differs between variants.

    >>> drop_details("North holds R40, and two trumps.")
    '_ holds _, and _ trumps.'
    """
    return re.sub(r"_(?:(?: and|,)? _)+", "_", _DETAIL.sub("_", sentence))


def is_nearer_to_slip(result: ExerciseGrade) -> bool:
    """Return whether a number was taken as right though it is nearer to a slip than to the value."""
    answer, exercise = result.variant.answer, result.entry.exercise
    if result.fault or result.answer is None or not isinstance(answer, Chance | Number) or result.judgment is None:
        return False
    plain = str(result.judgment.plain)
    number = (read_probability(plain) if isinstance(answer, Chance) else read_amount(plain, exercise.unit)).value
    return any(abs(number - slip.value) < abs(number - answer.value) for slip in answer.slips)
