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
    describe_error,
    quote_value,
    read_number,
    read_option,
    read_options,
)
from mam.rules.amounts import format_amount
from mam.rules.cards import Card, format_cards, sort_hand
from mam.text.notation import NotationError, parse_hand

Given = Mapping[str, Any]  # what a statement gives: plain data
Mistake = tuple[Fraction | int, str]  # a typical wrong value, and what went wrong
Plain = str | list[str]  # an answer as it is saved in a file

_LONGEST = 10_000  # characters of an answer that are read
_CLOSE = Fraction(1, 200)  # three significant digits are within this proportion of the answer
_NEAR = Fraction(1, 25)
_MOST_SLACK = Fraction(1, 100)  # the greatest tolerance for a typical mistake, as a proportion
_FLOAT = Fraction(1, 10**12)  # the proportion by which floats may be off after a few sums


class Answer(ABC):
    """A right answer, and what to say about wrong ones. `read` needs no right answer, so it also works where none is known."""

    form: ClassVar[str]  # what an answer looks like, for the person who gives it
    needs: ClassVar[tuple[str, ...]] = ()  # the keys of the given data that reading needs

    @classmethod
    @abstractmethod
    def read(cls, raw: Any, given: Given) -> Plain:
        """Return an answer as plain text, or a list of texts, which can be read as the same answer again.

        Raises UnreadableAnswer.
        """

    @abstractmethod
    def fault(self, plain: Plain) -> str:
        """Return what is wrong with an answer, in a sentence; "" for a right one."""

    def share(self, plain: Plain) -> Fraction:
        """Return the proportion of the points that an answer earns, from 0 to 1."""
        return Fraction(not self.fault(plain))

    @property
    @abstractmethod
    def shown(self) -> str:
        """The right answer in words."""

    @property
    @abstractmethod
    def plain(self) -> Plain:
        """The right answer as `read` returns it."""


def _format_number(number: Fraction) -> str:
    """Return a number in as few characters as it needs: 5/11 or 0.37 or 1716."""
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
        number = read_number(raw, "a probability, like 5/11, 0.4545 or “45.45%”,")
        if not 0 <= number <= 1:
            advice = f" Did you mean {quote_value(raw).strip(chr(39))}%?" if 1 < number <= 100 else ""
            if isinstance(raw, str) and "," in raw and "$" not in raw:
                advice = " Use a decimal point, not a comma."
            raise UnreadableAnswer(f"A probability is between 0 and 1 (0% to 100%); {quote_value(raw)} is not.{advice}")
        return _format_number(number)

    def fault(self, plain: Plain) -> str:
        number = Fraction(str(plain))
        if _agrees(number, self.value):
            return ""
        name = _short(number)
        for wrong, why in self.mistakes:
            if _agrees(number, Fraction(wrong)):
                return why
        if _agrees(number, 1 - self.value):
            return f"{name} is the probability that it does not happen: subtract it from 1."
        if self.value < 1 and _agrees(number, self.value / (1 - self.value)):
            return f"{name} are the odds: favorable cases to unfavorable cases. For a probability, divide the favorable cases by all cases."
        if self.value and abs(number - self.value) <= _NEAR * self.value:
            return f"{name} is close. If you rounded, give three significant digits, or a fraction; if not, look for a small slip."
        size = "too high" if number > self.value else "too low"
        return f"{name} is {size}. {self.nudge}".strip()

    @property
    def plain(self) -> str:
        return _format_number(self.value)

    @property
    def shown(self) -> str:
        percent = f"{100 * float(self.value):.4g}%"
        return f"{self.value} ({percent})" if self.value.denominator < 10**9 else percent


def _agrees(number: Fraction, true: Fraction) -> bool:
    return number == true or abs(number - true) <= _CLOSE * abs(true)


def _decimal(number: Fraction) -> str:
    """Return a number as a decimal where a few digits are enough: -87.75, but 100/3.

    >>> _decimal(Fraction(-351, 4)), _decimal(Fraction(100, 3))
    ('-87.75', '100/3')
    """
    return f"{float(number):.10g}" if 10_000 % number.denominator == 0 else _short(number)


def _short(number: Fraction) -> str:
    return f"{number}" if number.denominator < 10_000 else f"{float(number):.4g}"


def _same_number(number: Fraction, value: Fraction, within: Fraction = Fraction(0)) -> bool:
    """Return whether a number equals the value.

    A fraction may be a decimal to four digits, and a whole number may have a float's rounding error.
    """
    if value.denominator > 1:
        slack = abs(value) / 2000
    else:
        slack = max(Fraction(1), abs(value)) * _FLOAT if number.denominator > 1 else Fraction(0)
    return abs(number - value) <= max(within, slack)


def _other_than(value: Fraction | int, mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Return the mistakes without those that happen to give the right value in this variant."""
    return tuple(mistake for mistake in mistakes if mistake[0] != value)


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
        return _format_number(read_number(raw, "a number"))

    def fault(self, plain: Plain) -> str:
        number, value = Fraction(str(plain)), Fraction(self.value)
        if self._equals(number, value):
            return ""
        for wrong, why in self.mistakes:
            if _same_number(number, Fraction(wrong), self._slack_of_mistake(Fraction(wrong))):
                return why
        if self.thousands and value and self._equals(number / 1000, value):
            return f"Amounts are in thousands of dollars: write {float(value):.6g} for {format_amount(round(value))}."
        if value and self._equals(-number, value):
            return f"The size is right, but not the sign: is it a gain or a loss? {self.nudge}".strip()
        return f"{_decimal(number)} is too {'high' if number > value else 'low'}. {self.nudge}".strip()

    def _equals(self, number: Fraction, value: Fraction) -> bool:
        return _same_number(number, value, Fraction(self.within))

    def _slack_of_mistake(self, wrong: Fraction) -> Fraction:
        """Return the tolerance for a mistake, in proportion to the tolerance for the value.

        Where hundredths matter, not every small number is that mistake.
        """
        if not self.within:
            return Fraction(0)
        share = Fraction(self.within) / abs(Fraction(self.value)) if self.value else _MOST_SLACK
        return abs(wrong) * min(share, _MOST_SLACK)

    @property
    def plain(self) -> str:
        return _format_number(Fraction(self.value))

    @property
    def shown(self) -> str:
        tolerance = f" (within {_decimal(Fraction(self.within))})" if self.within else ""
        return f"{_decimal(Fraction(self.value))} {self.unit}".strip() + tolerance


@dataclass(frozen=True)
class Choice(Answer):
    """One of several options, by its letter or its words. `given["options"]` are their words; `reasons` say what is wrong
    with each wrong option.

    >>> answer = Choice("West", ("North", "West"), {"North": "North had no trump."})
    >>> Choice.read("w", {"options": ["North", "West"]}), Choice.read("a", {"options": ["North", "West"]})
    ('West', 'North')
    >>> answer.fault("North")
    'North had no trump.'
    """

    right: str
    options: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    nudge: str = ""
    form: ClassVar[str] = "one of the options: its letter, or its words"
    needs: ClassVar[tuple[str, ...]] = ("options",)

    def __post_init__(self) -> None:
        assert self.right in self.options and set(self.reasons) <= set(self.options), "this exercise is at fault"

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        return read_option(raw, given["options"])

    def fault(self, plain: Plain) -> str:
        if plain == self.right:
            return ""
        return self.reasons.get(str(plain)) or f"It is not {plain}. {self.nudge}".strip()

    @property
    def plain(self) -> str:
        return self.right

    @property
    def shown(self) -> str:
        return self.right


@dataclass(frozen=True)
class Choices(Answer):
    """All options that fit: their letters or words in a list, or letters in a text like "a c". `reasons` say of each option why it
    does or does not belong.

    >>> answer = Choices(("bid 200",), ("bid 190", "bid 200"), {"bid 190": "It is below the high bid."})
    >>> print(answer.fault(Choices.read("a b", {"options": ["bid 190", "bid 200"]})))
    “bid 190” does not belong: It is below the high bid.
    """

    right: tuple[str, ...]
    options: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    form: ClassVar[str] = 'all options that fit: their letters, like "a c", or a list of their words; "" for none'
    needs: ClassVar[tuple[str, ...]] = ("options",)

    def __post_init__(self) -> None:
        assert set(self.right) <= set(self.options) and set(self.reasons) <= set(self.options), (
            "this exercise is at fault"
        )

    @classmethod
    def read(cls, raw: Any, given: Given) -> list[str]:
        options: Sequence[str] = given["options"]
        if isinstance(raw, str):
            raw = read_options(raw, options)
        if not isinstance(raw, Iterable) or isinstance(raw, Mapping | bytes):
            raise UnreadableAnswer(f"Give a list of options, like “a c”, not {quote_value(raw)}.")
        named_options = {read_option(option, options) for option in islice(raw, 100)}
        return [option for option in options if option in named_options]

    def fault(self, plain: Plain) -> str:
        missing = [option for option in self.options if option in self.right and option not in plain]
        wrong = [option for option in self.options if option in plain and option not in self.right]
        messages = [f"“{_head(option)}” does not belong{self._why(option)}" for option in wrong]
        messages += [f"“{_head(option)}” is missing{self._why(option)}" for option in missing]
        return " ".join(messages)

    def _why(self, option: str) -> str:
        return f": {self.reasons[option]}" if option in self.reasons else "."

    def share(self, plain: Plain) -> Fraction:
        """Return the proportion of right options named minus that of wrong options named.

        Naming none or all earns nothing.
        """
        wrong = [option for option in self.options if option not in self.right]
        hits = Fraction(sum(option in plain for option in self.right), len(self.right)) if self.right else Fraction(1)
        slips = Fraction(sum(option in plain for option in wrong), len(wrong)) if wrong else Fraction(0)
        return max(Fraction(0), hits - slips)

    @property
    def plain(self) -> list[str]:
        return [option for option in self.options if option in self.right]

    @property
    def shown(self) -> str:
        return ", ".join(map(_head, self.right)) or "none of them"


def _head(option: str) -> str:
    """Return an option, or its first words if it is long."""
    return option if len(option) <= 60 else f"{option[:60].rsplit(' ', 1)[0].rstrip(',;:.')} …"


@dataclass(frozen=True)
class Cards(Answer):
    """A set of cards, as text or as cards. `reasons` say of a card why it belongs or does not.

    >>> answer = Cards(parse_hand("R40 TIGER"), {"B4": "You may discard it."})
    >>> print(answer.fault(Cards.read("R40 B4", {})))
    B4 does not belong: You may discard it. TIGER is missing.
    """

    right: tuple[Card, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    form: ClassVar[str] = 'cards, like "R40 TIGER"; "" for none'

    @classmethod
    def read(cls, raw: Any, given: Given) -> str:
        if isinstance(raw, Card):
            raw = (raw,)
        if isinstance(raw, Iterable) and not isinstance(raw, str | bytes | Mapping):
            raw = " ".join(item.code if isinstance(item, Card) else str(item) for item in islice(raw, 100))
        if not isinstance(raw, str) or len(raw) > _LONGEST:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”, not {quote_value(raw)}.")
        try:
            return format_cards(sort_hand(parse_hand(cards_text(raw))))
        except NotationError as error:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”: {error}.") from None

    def fault(self, plain: Plain) -> str:
        codes, right = str(plain).split(), [card.code for card in self.right]
        wrong = [code for code in codes if code not in right]
        missing = [code for code in right if code not in codes]
        repeated_codes = [code for code in dict.fromkeys(codes) if codes.count(code) > 1]
        if repeated_codes:
            return f"{repeated_codes[0]} appears twice: name each card once."
        messages = [f"{code} does not belong{self._why(code)}" for code in wrong]
        return " ".join([*messages, *(f"{code} is missing{self._why(code)}" for code in missing)])

    def _why(self, card: str) -> str:
        return f": {self.reasons[card]}" if card in self.reasons else "."

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
            raise UnreadableAnswer(
                f"Give a function, or the list of its results for the cases, not {quote_value(raw)}."
            )
        results = list(islice(raw, len(cases) + 1))
        if len(results) != len(cases):
            number = len(results) if len(results) < len(cases) else "more"
            raise UnreadableAnswer(f"Give a result for each of the {len(cases)} cases, not {number}.")
        return [_result(result, number) for number, result in enumerate(results, 1)]

    def fault(self, plain: Plain) -> str:
        wrong = [number for number, result in enumerate(plain) if not self._equals(result, self.right[number])]
        if not wrong:
            return ""
        first, n = wrong[0], len(self.right)
        place = ("first", "second", "third", "fourth", "fifth")[first] if first < 5 else f"{first + 1}th"
        case = quote_value(self.cases[first])
        message = (
            f"For the {place} of {n} cases, {case}, the result is {plain[first]}, but should be {self.right[first]}."
        )
        count = f" {len(wrong)} of the {n} results are wrong." if len(wrong) > 1 else ""
        return f"{message}{count} {self.nudge}".strip()

    def share(self, plain: Plain) -> Fraction:
        """Return the proportion of right results beyond what a single result for all cases would get.

        >>> answer = Results(("0", "0", "40"), ("B9", "Y3", "R40"))
        >>> answer.share(["0", "0", "0"]), answer.share(["0", "0", "40"])
        (Fraction(0, 1), Fraction(1, 1))
        """
        hits = sum(self._equals(result, right) for result, right in zip(plain, self.right, strict=True))
        n, free_hits = len(self.right), max(Counter(self.right).values())
        if free_hits == n:
            return Fraction(hits == n)
        return max(Fraction(0), Fraction(hits - free_hits, n - free_hits))

    def _equals(self, text: str, right: str) -> bool:
        try:
            # not Fraction(text), which would write out 1e99999999
            number, value = read_number(text, "a number"), read_number(right, "a number")
        except UnreadableAnswer:
            return " ".join(text.split()).casefold() == " ".join(right.split()).casefold()
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
        raise UnreadableAnswer(
            f"Your function fails for the case {quote_value(case)}: {describe_error(error)}"
        ) from error


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
        return _result(
            " ".join(item.code if isinstance(item, Card) else str(item) for item in islice(raw, 100)), number
        )
    return _format_number(read_number(raw, f"a number or a text as result {number}"))
