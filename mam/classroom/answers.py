"""The kinds of answer: how each is read, when it is right, and what to say about a wrong one. Every kind is an `Answer`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar

from mam.classroom.answer_parsing import (
    UnreadableAnswer,
    cards_text,
    cut,
    describe_error,
    read_number,
    read_option,
    read_options,
)
from mam.rules.amounts import format_amount
from mam.rules.cards import Card, format_cards, sort_hand
from mam.text.notation import NotationError, parse_hand

Given = Mapping[str, Any]  # what a statement gives: plain data
Mistake = tuple[Fraction | int, str]  # a wrong value that one comes to, and what went wrong
Plain = str | list[str]  # an answer as it is kept in a file

_LONGEST = 10_000  # characters of an answer that are read
_CLOSE = Fraction(1, 200)  # three significant digits are within this proportion of the answer
_NEAR = Fraction(1, 25)
_MOST_SLACK = Fraction(1, 100)  # the proportion within which a typical wrong number is recognized
_FLOAT = Fraction(1, 10**12)  # the proportion by which floats may be off after a few sums


class Answer(ABC):
    """A right answer, and what is said of others. `read` needs no right answer, so it also serves where none is known."""

    form: ClassVar[str]  # what an answer looks like, for the person who gives it
    needs: ClassVar[tuple[str, ...]] = ()  # what of the given data reading takes

    @classmethod
    @abstractmethod
    def read(cls, raw: Any, given: Given) -> Plain:
        """An answer as plain text (or a list of them), the same again when it is read again. Raises UnreadableAnswer."""

    @abstractmethod
    def fault(self, plain: Plain) -> str:
        """What is wrong with an answer that was read, in a sentence; nothing for a right one."""

    def share(self, plain: Plain) -> Fraction:
        """The proportion of the points that an answer earns, from 0 to 1."""
        return Fraction(not self.fault(plain))

    @property
    @abstractmethod
    def shown(self) -> str:
        """The right answer in words."""

    @property
    @abstractmethod
    def plain(self) -> Plain:
        """The right answer as `read` gives it."""


def _written(number: Fraction) -> str:
    """A number in as few signs as it needs: 5/11 or 0.37 or 1716."""
    return f"{number}"


@dataclass(frozen=True)
class Chance(Answer):
    """A probability, right to three significant digits. `mistakes` are typical wrong values, each with what went wrong;
    `nudge` is for all others.

    >>> answer = Chance(Fraction(1, 4), nudge="Count the hands first.")
    >>> answer.fault(Chance.read("25%", {}))
    ''
    >>> print(answer.fault(Chance.read(0.75, {})))
    3/4 is the probability that it does not happen: subtract it from 1.
    """

    value: Fraction
    mistakes: Sequence[Mistake] = ()
    nudge: str = ""
    form: ClassVar[str] = 'a probability: 5/11, 0.4545 or "45.45%"'

    def __post_init__(self) -> None:
        object.__setattr__(self, "mistakes", _other_than(self.value, self.mistakes))

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        number = read_number(raw, "A probability, like 5/11, 0.4545 or “45.45%”,")
        if not 0 <= number <= 1:
            meant = f" Did you mean {cut(raw).strip(chr(39))}%?" if 1 < number <= 100 else ""
            if isinstance(raw, str) and "," in raw and "$" not in raw:
                meant = " Use a decimal point, not a comma."
            raise UnreadableAnswer(f"A probability is between 0 and 1 (0% to 100%); {cut(raw)} is not.{meant}")
        return _written(number)

    def fault(self, plain: Plain) -> str:
        told = Fraction(str(plain))
        if _agrees(told, self.value):
            return ""
        name = _short(told)
        for wrong, why in self.mistakes:
            if _agrees(told, Fraction(wrong)):
                return why
        if _agrees(told, 1 - self.value):
            return f"{name} is the probability that it does not happen: subtract it from 1."
        if self.value < 1 and _agrees(told, self.value / (1 - self.value)):
            return f"{name} are the odds: favorable to unfavorable cases. A probability is favorable to all cases: divide by the number of all cases."
        if self.value and abs(told - self.value) <= _NEAR * self.value:
            return f"{name} is close. If you rounded, give three significant digits, or a fraction; if not, look for a small slip."
        size = "too high" if told > self.value else "too low"
        return f"{name} is {size}. {self.nudge}".strip()

    @property
    def plain(self) -> str:
        return _written(self.value)

    @property
    def shown(self) -> str:
        percent = f"{100 * float(self.value):.4g}%"
        return f"{self.value} ({percent})" if self.value.denominator < 10**9 else percent


def _agrees(told: Fraction, true: Fraction) -> bool:
    return told == true or abs(told - true) <= _CLOSE * abs(true)


def _decimal(number: Fraction) -> str:
    """A number in decimals where a few are enough: -87.75, but 100/3.

    >>> _decimal(Fraction(-351, 4)), _decimal(Fraction(100, 3))
    ('-87.75', '100/3')
    """
    return f"{float(number):.10g}" if 10_000 % number.denominator == 0 else _short(number)


def _short(number: Fraction) -> str:
    return f"{number}" if number.denominator < 10_000 else f"{float(number):.4g}"


def _same_number(told: Fraction, value: Fraction, within: Fraction = Fraction(0)) -> bool:
    """Whether a number is the value: a fraction also as a decimal of four figures, a whole one also with a float's last digit off."""
    if value.denominator > 1:
        slack = abs(value) / 2000
    else:
        slack = max(Fraction(1), abs(value)) * _FLOAT if told.denominator > 1 else Fraction(0)
    return abs(told - value) <= max(within, slack)


def _other_than(value: Fraction | int, mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Mistakes without those that by the chance of a variant come to the right value."""
    return tuple(one for one in mistakes if one[0] != value)


@dataclass(frozen=True)
class Number(Answer):
    """A number, right when it is no more than `within` from the value (0: exactly). `unit` is only for words; `thousands` says
    that the amount is one of money in thousands of dollars, so that whole dollars are noticed.

    >>> answer = Number(-200, unit="thousand dollars", thousands=True, mistakes=[(150, "That is what they captured.")])
    >>> answer.fault("-200"), answer.fault("150")
    ('', 'That is what they captured.')
    >>> print(answer.fault(Number.read("-200,000", {})))
    Amounts are in thousands of dollars: write -200 for −$200,000.
    """

    value: Fraction | int
    mistakes: Sequence[Mistake] = ()
    nudge: str = ""
    unit: str = ""
    thousands: bool = False
    within: Fraction | int = 0
    form: ClassVar[str] = "a number"

    def __post_init__(self) -> None:
        object.__setattr__(self, "mistakes", _other_than(self.value, self.mistakes))

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        return _written(read_number(raw, "A number"))

    def fault(self, plain: Plain) -> str:
        told, value = Fraction(str(plain)), Fraction(self.value)
        if self._is(told, value):
            return ""
        for wrong, why in self.mistakes:
            if _same_number(told, Fraction(wrong), self._slack_of_mistake(Fraction(wrong))):
                return why
        if self.thousands and value and self._is(told / 1000, value):
            return f"Amounts are in thousands of dollars: write {float(value):.6g} for {format_amount(round(value))}."
        if value and self._is(-told, value):
            return f"The size is right, but not the sign: is it a gain or a loss? {self.nudge}".strip()
        return f"{_decimal(told)} is too {'high' if told > value else 'low'}. {self.nudge}".strip()

    def _is(self, told: Fraction, value: Fraction) -> bool:
        return _same_number(told, value, Fraction(self.within))

    def _slack_of_mistake(self, wrong: Fraction) -> Fraction:
        """In proportion as for the value: where a hundredth is asked about closely, not every small number is that hundredth."""
        if not self.within:
            return Fraction(0)
        share = Fraction(self.within) / abs(Fraction(self.value)) if self.value else _MOST_SLACK
        return abs(wrong) * min(share, _MOST_SLACK)

    @property
    def plain(self) -> str:
        return _written(Fraction(self.value))

    @property
    def shown(self) -> str:
        about = f" (within {_decimal(Fraction(self.within))})" if self.within else ""
        return f"{_decimal(Fraction(self.value))} {self.unit}".strip() + about


@dataclass(frozen=True)
class Choice(Answer):
    """One of several options, by its letter or its words. `given["options"]` are their words; `whys` say of a wrong one what
    is wrong with it.

    >>> answer = Choice("West", ("North", "West"), {"North": "North had no trump."})
    >>> Choice.read("w", {"options": ["North", "West"]}), Choice.read("a", {"options": ["North", "West"]})
    ('West', 'North')
    >>> answer.fault("North")
    'North had no trump.'
    """

    right: str
    options: tuple[str, ...]
    whys: Mapping[str, str] = field(default_factory=dict)
    nudge: str = ""
    form: ClassVar[str] = "one of the options: its letter, or its words"
    needs: ClassVar[tuple[str, ...]] = ("options",)

    def __post_init__(self) -> None:
        assert self.right in self.options and set(self.whys) <= set(self.options), "an exercise of ours is at fault"

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        return read_option(raw, given["options"])

    def fault(self, plain: Plain) -> str:
        if plain == self.right:
            return ""
        return self.whys.get(str(plain)) or f"It is not {plain}. {self.nudge}".strip()

    @property
    def plain(self) -> str:
        return self.right

    @property
    def shown(self) -> str:
        return self.right


@dataclass(frozen=True)
class Choices(Answer):
    """All options that fit: their letters or words in a list, or letters in a text like "a c". `whys` say of each option why it
    does or does not belong.

    >>> answer = Choices(("bid 200",), ("bid 190", "bid 200"), {"bid 190": "It is below the high bid."})
    >>> print(answer.fault(Choices.read("a b", {"options": ["bid 190", "bid 200"]})))
    “bid 190” does not belong: It is below the high bid.
    """

    right: tuple[str, ...]
    options: tuple[str, ...]
    whys: Mapping[str, str] = field(default_factory=dict)
    form: ClassVar[str] = 'all options that fit: their letters, like "a c", or a list of their words; "" for none'
    needs: ClassVar[tuple[str, ...]] = ("options",)

    def __post_init__(self) -> None:
        assert set(self.right) <= set(self.options) and set(self.whys) <= set(self.options), (
            "an exercise of ours is at fault"
        )

    @classmethod
    def read(cls, raw: Any, given: Given) -> list[str]:
        options: Sequence[str] = given["options"]
        if isinstance(raw, str):
            raw = read_options(raw, options)
        if not isinstance(raw, Iterable) or isinstance(raw, Mapping | bytes):
            raise UnreadableAnswer(f"Give a list of options, like “a c”, not {cut(raw)}.")
        found = {read_option(one, options) for one in islice(raw, 100)}
        return [one for one in options if one in found]

    def fault(self, plain: Plain) -> str:
        missing = [one for one in self.options if one in self.right and one not in plain]
        wrong = [one for one in self.options if one in plain and one not in self.right]
        told = [f"“{_head(one)}” does not belong{self._why(one)}" for one in wrong]
        told += [f"“{_head(one)}” is missing{self._why(one)}" for one in missing]
        return " ".join(told)

    def _why(self, option: str) -> str:
        return f": {self.whys[option]}" if option in self.whys else "."

    def share(self, plain: Plain) -> Fraction:
        """The proportion of the right options that are named, less the proportion of the wrong ones: naming none or all earns nothing."""
        wrong = [one for one in self.options if one not in self.right]
        hits = Fraction(sum(one in plain for one in self.right), len(self.right)) if self.right else Fraction(1)
        slips = Fraction(sum(one in plain for one in wrong), len(wrong)) if wrong else Fraction(0)
        return max(Fraction(0), hits - slips)

    @property
    def plain(self) -> list[str]:
        return [one for one in self.options if one in self.right]

    @property
    def shown(self) -> str:
        return ", ".join(map(_head, self.right)) or "none of them"


def _head(option: str) -> str:
    """An option by its first words, where it has many."""
    return option if len(option) <= 60 else f"{option[:60].rsplit(' ', 1)[0].rstrip(',;:.')} …"


@dataclass(frozen=True)
class Cards(Answer):
    """A set of cards, as text or as cards. `whys` say of a card why it belongs or does not.

    >>> answer = Cards(parse_hand("R40 TIGER"), {"B4": "You may discard it."})
    >>> print(answer.fault(Cards.read("R40 B4", {})))
    B4 does not belong: You may discard it. TIGER is missing.
    """

    right: tuple[Card, ...]
    whys: Mapping[str, str] = field(default_factory=dict)
    form: ClassVar[str] = 'cards, like "R40 TIGER"; "" for none'

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        if isinstance(raw, Card):
            raw = (raw,)
        if isinstance(raw, Iterable) and not isinstance(raw, str | bytes | Mapping):
            raw = " ".join(one.code if isinstance(one, Card) else str(one) for one in islice(raw, 100))
        if not isinstance(raw, str) or len(raw) > _LONGEST:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”, not {cut(raw)}.")
        try:
            return format_cards(sort_hand(parse_hand(cards_text(raw))))
        except NotationError as error:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”: {error}.") from None

    def fault(self, plain: Plain) -> str:
        told, right = str(plain).split(), [card.code for card in self.right]
        wrong = [one for one in told if one not in right]
        missing = [one for one in right if one not in told]
        twice = [one for one in dict.fromkeys(told) if told.count(one) > 1]
        if twice:
            return f"{twice[0]} appears twice: name each card once."
        said = [f"{one} does not belong{self._why(one)}" for one in wrong]
        return " ".join([*said, *(f"{one} is missing{self._why(one)}" for one in missing)])

    def _why(self, card: str) -> str:
        return f": {self.whys[card]}" if card in self.whys else "."

    @property
    def plain(self) -> str:
        return format_cards(sort_hand(self.right))

    @property
    def shown(self) -> str:
        return format_cards(sort_hand(self.right)) or "none"


@dataclass(frozen=True)
class Results(Answer):
    """The results of a function for the cases in `given["cases"]`, in order: the function itself, or the list. Each
    result is a number or a text; numbers may differ by `within`.

    >>> answer = Results(("100", "40"), ("R40 Y40 TIGER G15 G5", "R40"))
    >>> print(answer.fault(Results.read(lambda hand: 40, {"cases": ["R40 Y40 TIGER G15 G5", "R40"]})))
    For the first of 2 cases, 'R40 Y40 TIGER G15 G5', the result is 40, but should be 100.
    """

    right: tuple[str, ...]
    cases: tuple[Any, ...]
    nudge: str = ""
    within: Fraction | int = 0
    form: ClassVar[str] = "a function of one case, or the list of its results"
    needs: ClassVar[tuple[str, ...]] = ("cases",)

    @classmethod
    def read(cls, raw: Any, given: Given) -> list[str]:
        cases: Sequence[Any] = given["cases"]
        if callable(raw):
            raw = [_call(raw, case) for case in cases]
        if not isinstance(raw, Iterable) or isinstance(raw, str | bytes | Mapping):
            raise UnreadableAnswer(f"Give a function, or the list of its results for the cases, not {cut(raw)}.")
        found = list(islice(raw, len(cases) + 1))
        if len(found) != len(cases):
            number = len(found) if len(found) < len(cases) else "more"
            raise UnreadableAnswer(f"Give a result for each of the {len(cases)} cases, not {number}.")
        return [_result(one, number) for number, one in enumerate(found, 1)]

    def fault(self, plain: Plain) -> str:
        wrong = [number for number, one in enumerate(plain) if not self._same(one, self.right[number])]
        if not wrong:
            return ""
        first, n = wrong[0], len(self.right)
        place = ("first", "second", "third", "fourth", "fifth")[first] if first < 5 else f"{first + 1}th"
        case = cut(self.cases[first])
        told = f"For the {place} of {n} cases, {case}, the result is {plain[first]}, but should be {self.right[first]}."
        others = f" {len(wrong)} of the {n} results are wrong." if len(wrong) > 1 else ""
        return f"{told}{others} {self.nudge}".strip()

    def share(self, plain: Plain) -> Fraction:
        """The cases told rightly, beyond those that one and the same result for all cases would tell.

        >>> answer = Results(("0", "0", "40"), ("B9", "Y3", "R40"))
        >>> answer.share(["0", "0", "0"]), answer.share(["0", "0", "40"])
        (Fraction(0, 1), Fraction(1, 1))
        """
        same = sum(self._same(one, right) for one, right in zip(plain, self.right, strict=True))
        n, given_away = len(self.right), max(Counter(self.right).values())
        if given_away == n:
            return Fraction(same == n)
        return max(Fraction(0), Fraction(same - given_away, n - given_away))

    def _same(self, told: str, right: str) -> bool:
        try:
            # not Fraction(told), which would write out 1e99999999
            number, value = read_number(told, "A number"), read_number(right, "A number")
        except UnreadableAnswer:
            return " ".join(told.split()).casefold() == " ".join(right.split()).casefold()
        return _same_number(number, value, Fraction(self.within))

    @property
    def plain(self) -> list[str]:
        return list(self.right)

    @property
    def shown(self) -> str:
        return ", ".join(self.right)


def _call(function: Callable[[Any], Any], case: Any) -> Any:
    try:
        return function(case)
    except Exception as error:  # the function is the student's own, in the student's own kernel
        raise UnreadableAnswer(f"Your function fails for the case {cut(case)}: {describe_error(error)}") from error


def _result(raw: Any, number: int) -> str:
    if raw is None:
        raise UnreadableAnswer(f"Result {number} is None: does your function end with a return?")
    if isinstance(raw, Card):
        return raw.code
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, str):
        text = " ".join(raw.split())
        if len(text) > 200:
            raise UnreadableAnswer(f"Result {number} is a text of {len(text):,} characters; the maximum is 200.")
        return text
    if isinstance(raw, Iterable) and not isinstance(raw, bytes | Mapping):
        return _result(" ".join(one.code if isinstance(one, Card) else str(one) for one in islice(raw, 100)), number)
    return _written(read_number(raw, f"Result {number}: a number or a text"))
