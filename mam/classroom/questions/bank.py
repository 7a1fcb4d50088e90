"""Fixed variants of exercises as questions: what may be answered, what each answer earns, and its sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.catalog import get_exercise
from mam.classroom.quantities import Chance, Number, count_least_digits
from mam.classroom.readings import find_unit
from mam.classroom.registry import Exercise, Variant
from mam.classroom.slips import Slip, count_needed_digits
from mam.rules.cards import Card, sort_hand

MOST_VARIANTS = 50
_MOST_DRAWS = 300
_MOST_PARTS = 10  # of which a platform can give each its part of the points: a tenth
_MOST_OPTIONS = 6  # of a number that is asked as a choice
_LIST = re.compile(r"\n\n- \(a\).*", re.DOTALL)  # the options of a choice, at the end of its statement


@dataclass(frozen=True)
class Option:
    """An answer that the platform knows: its text, the proportion of the points from -1 to 1, and its sentence.

    A number within `slack` of `value` counts as this answer.
    """

    text: str
    share: Fraction
    why: str
    value: Fraction = Fraction(0)
    slack: Fraction = Fraction(0)

    @property
    def is_right(self) -> bool:
        """Whether it earns points."""
        return self.share > 0


@dataclass(frozen=True)
class Question:
    """A fixed variant of an exercise. `kind` is number, one (of several options) or several; `text` is Markdown without the options."""

    exercise: Exercise
    number: int
    variant: Variant
    kind: str
    text: str
    options: tuple[Option, ...]
    nudge: str = ""

    @property
    def name(self) -> str:
        """The exercise's title and the number of the variant."""
        return f"{self.exercise.title} ({self.number})"

    @property
    def cards(self) -> Sequence[Card]:
        """The hand to draw beside the text; none if the exercise has no hand of cards."""
        return _read_hand(self.variant)

    def list_choices(self) -> tuple[Option, ...]:
        """Return the options as a choice: for a number the right one and its slips, in order of size."""
        if self.kind != "number":
            return self.options
        return tuple(sorted(self.options[:_MOST_OPTIONS], key=lambda option: option.value))


def make_questions(ids: Sequence[str], variants: int, key: bytes = b"") -> list[Question]:
    """Return that many variants of each exercise, the same for the same key.

    Without a key, they are variants that anybody with the package can solve. Raises ValueError for an unknown exercise, one whose answer is a
    function, and a number of variants out of range.

    >>> [question.name for question in make_questions(["who-captures"], 2)]
    ['Who captures the trick? (1)', 'Who captures the trick? (2)']
    """
    if not 1 <= variants <= MOST_VARIANTS:
        raise ValueError(f"{variants} variants: choose 1 to {MOST_VARIANTS}")
    exercises = [get_exercise(id) for id in dict.fromkeys(ids)]
    for exercise in exercises:
        if exercise.form is Results:
            raise ValueError(f"{exercise.id}: its answer is a function, which no platform can check; leave it out")
    return [question for exercise in exercises for question in _make_some(exercise, variants, key)]


def _make_some(exercise: Exercise, variants: int, key: bytes) -> list[Question]:
    questions: list[Question] = []
    statements = set()
    for draw in range(1, _MOST_DRAWS):
        variant = exercise.variant(f"question-{draw}", key)
        options = tuple(_list_options(variant))
        if variant.statement in statements or not _is_clear(variant.answer, options):
            continue
        statements.add(variant.statement)
        questions.append(_make_question(exercise, len(questions) + 1, variant, options))
        if len(questions) == variants:
            return questions
    raise ValueError(
        f"{exercise.id}: only {len(questions)} different variants make a clear question; ask for fewer than {variants}"
    )


def _make_question(exercise: Exercise, number: int, variant: Variant, options: tuple[Option, ...]) -> Question:
    answer = variant.answer
    text = _LIST.sub("", variant.statement) if isinstance(answer, Choice | Choices) else variant.statement
    kind = "one" if isinstance(answer, Choice) else "several" if isinstance(answer, Choices | Cards) else "number"
    nudge = answer.nudge if isinstance(answer, Chance | Number) else ""
    return Question(exercise, number, variant, kind, text, options, nudge or "Look at it again.")


def _is_clear(answer: Answer, options: Sequence[Option]) -> bool:
    """Return whether something in it is right and something wrong, as shares that a platform knows, and options differ."""
    rights = sum(option.is_right for option in options)
    if isinstance(answer, Chance | Number):
        return len(options) > 1
    return (
        0 < rights < len(options) and rights <= _MOST_PARTS and len({option.text for option in options}) == len(options)
    )


def _list_options(variant: Variant) -> Iterator[Option]:
    answer = variant.answer
    if isinstance(answer, Chance | Number):
        yield from _list_numbers(answer)
        return
    if isinstance(answer, Cards):
        names, rights = [card.code for card in _read_hand(variant)], {card.code for card in answer.right}
        if not rights <= set(names):  # it may name cards that are not listed
            return
    elif isinstance(answer, Choices | Choice):
        names = list(answer.options)
        rights = set(answer.right) if isinstance(answer, Choices) else {answer.right}
    else:
        return
    wrongs = len(names) - len(rights)
    for name in names:
        # Naming everything earns nothing, as everywhere.
        wrong = Fraction(0) if isinstance(answer, Choice) else Fraction(-1, min(max(wrongs, 1), _MOST_PARTS))
        why = answer.reasons.get(name, "") or ("Correct." if name in rights else "")
        share = Fraction(1, len(rights)) if name in rights else wrong
        yield Option(name, share, why or f"{name} does not belong." if share <= 0 else why)


def _read_hand(variant: Variant) -> Sequence[Card]:
    """Return the cards among which an answer chooses, or that a person holds."""
    given = variant.given
    codes = given.get("hand") or given.get("open") or ()
    try:
        return list(sort_hand(Card(code) for code in (codes.split() if isinstance(codes, str) else codes)))
    except (ValueError, KeyError, TypeError):  # letters, or a hand of another game
        return []


def _list_numbers(answer: Chance | Number) -> Iterator[Option]:
    value, digits = Fraction(answer.value), _count_digits(answer)
    yield Option(_write_decimal(value), Fraction(1), "Correct.", value, _find_slack(answer, value, digits))
    for slip in answer.slips:
        yield Option(
            _write_decimal(slip.value), Fraction(0), slip.why, slip.value, _find_slip_slack(answer, slip, digits)
        )


def _count_digits(answer: Chance | Number) -> int:
    if isinstance(answer, Chance):
        return answer.digits
    return count_needed_digits(Fraction(answer.value), answer.slips, count_least_digits(answer.value))


def _find_slack(answer: Chance | Number, value: Fraction, digits: int) -> Fraction:
    """Return how far the value rounded, or cut off, is from the value: so far an answer may be off."""
    if isinstance(answer, Number) and answer.within:
        return Fraction(answer.within)
    unit = find_unit(value, digits)
    if (value / unit).denominator == 1 or (isinstance(answer, Number) and answer.is_whole):
        return Fraction(0)
    cut = floor(abs(value) / unit) * unit
    return max(abs(value) - cut, unit / 2) * Fraction(1001, 1000)  # floats lose a little


def _find_slip_slack(answer: Chance | Number, slip: Slip, digits: int) -> Fraction:
    if isinstance(answer, Number) and answer.within:
        return answer.find_slack(slip)
    return _find_slack(answer, slip.value, digits)


def _write_decimal(value: Fraction) -> str:
    """Return a number as platforms read it: with a point, with no fraction.

    >>> _write_decimal(Fraction(1, 3)), _write_decimal(Fraction(378)), _write_decimal(Fraction(1, 100_000))
    ('0.3333333', '378', '0.00001')
    """
    if value.denominator == 1:
        return f"{value}"
    places = max(0, 6 - _find_power(abs(value)))
    return f"{float(value):.{places}f}".rstrip("0").rstrip(".")


def _find_power(value: Fraction) -> int:
    """Return the power of ten of the first digit of a number above 0."""
    power = 0
    while value >= 10:
        value, power = value / 10, power + 1
    while value < 1:
        value, power = value * 10, power - 1
    return power
