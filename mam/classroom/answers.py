"""The kinds of answer: how each is read, when it is right, and what to say about a wrong one. Every kind is an `Answer`.

Answers that are numbers are in `quantities`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar

from mam.classroom.answer_parsing import (
    UnreadableAnswer,
    describe_error,
    find_letter,
    normalize_cards,
    quote_value,
    read_option,
    read_options,
    shorten_option,
)
from mam.classroom.readings import Reading, TooFewDigits, is_same, read_amount, write_value
from mam.classroom.slips import Slip
from mam.rules.cards import Card, format_cards, format_count, join_words, sort_hand
from mam.text.notation import NotationError, parse_hand

GivenData = Mapping[str, Any]  # what a statement gives: plain data
Plain = str | list[str]  # an answer as it is saved in a file

_LONGEST = 10_000  # characters of an answer that are read


@dataclass(frozen=True)
class Judgment:
    """An answer as it was read, what is wrong with it ("" if nothing is), the proportion of the points, and which slip it is.

    `clue` says what is wrong without what would be right, `wrong` names the parts that are: cards, options, or the numbers of cases.
    """

    plain: Plain
    fault: str
    share: Fraction
    slip: Slip | None
    clue: str = ""
    wrong: tuple[str, ...] = ()


class Answer(ABC):
    """A right answer, and what to say about wrong ones. `read` needs no right answer, so it also works where none is known."""

    form: ClassVar[str]  # what an answer looks like, for the person who gives it
    needs: ClassVar[tuple[str, ...]] = ()  # the keys of the given data that reading needs

    @classmethod
    @abstractmethod
    def read(cls, raw: Any, given: GivenData) -> Plain:
        """Return an answer as plain text, or a list of texts, which can be read as the same answer again.

        Raises UnreadableAnswer.
        """

    @abstractmethod
    def find_fault(self, plain: Plain) -> str:
        """Return what is wrong with an answer, in a sentence; "" for a right one."""

    def find_share(self, plain: Plain) -> Fraction:
        """Return the proportion of the points that an answer earns, from 0 to 1."""
        return self._find_partial_share(plain) if self.find_fault(plain) else Fraction(1)

    def _find_partial_share(self, plain: Plain) -> Fraction:
        """Return the proportion of the points that an answer with a fault earns."""
        return Fraction(0)

    def find_slip(self, plain: Plain) -> Slip | None:
        """Return which typical mistake an answer is, if it is one."""
        return None

    def list_wrong(self, plain: Plain) -> list[str]:
        """Return the parts of an answer that are wrong, if it has parts."""
        return []

    def find_clue(self, plain: Plain) -> str:
        """Return what is wrong with an answer, without what would be right."""
        return self.find_fault(plain)

    @classmethod
    def describe(cls, plain: Plain, unit: str = "") -> str:
        """Return how an answer was understood. `unit` is what a number counts."""
        return (", ".join(plain) if isinstance(plain, list) else plain) or "none"

    def accept(self, raw: Any, given: GivenData) -> Plain:
        """Read an answer to this variant. A number with too few digits is accepted only where it can't be misunderstood.

        Raises UnreadableAnswer.
        """
        try:
            return self.read(raw, given)
        except TooFewDigits as error:
            if self.find_fault(error.plain) and not self.find_slip(error.plain):
                raise
            return error.plain

    def judge(self, plain: Plain) -> Judgment:
        """Judge an answer as it was read."""
        if fault := self.find_fault(plain):
            clue, wrong = self.find_clue(plain), tuple(self.list_wrong(plain))
            return Judgment(plain, fault, self._find_partial_share(plain), self.find_slip(plain), clue, wrong)
        return Judgment(plain, "", Fraction(1), None)

    @property
    def digits(self) -> int:
        """How many significant digits the statement asks for; 0 if it doesn't."""
        return 0

    @property
    def is_sound(self) -> bool:
        """Whether the answer is far enough from every slip. A variant for which it isn't is drawn again."""
        return True

    @property
    @abstractmethod
    def plain(self) -> Plain:
        """The right answer as `read` returns it."""

    @property
    def shown(self) -> str:
        """The right answer in words."""
        return ", ".join(self.plain) if isinstance(self.plain, list) else self.plain


def _describe_parts(wrong: Sequence[str], missing: int, noun: str) -> str:
    """Return the first sentence on a wrong part, then how many others are wrong and how many parts are missing, but not which.

    >>> _describe_parts([], 2, "card"), _describe_parts(["B4 does not belong.", "B5 does not belong."], 1, "card")
    ('2 cards are missing.', 'B4 does not belong. 1 more does not belong, and 1 is missing.')
    """
    others = len(wrong) - 1
    counts = [f"{others} more do{'es' if others == 1 else ''} not belong"] if others > 0 else []
    if missing:
        number = f"{missing}" if wrong else format_count(missing, noun)
        counts.append(f"{number} {'is' if missing == 1 else 'are'} missing")
    return " ".join([*wrong[:1], *([f"{', and '.join(counts)}."] if counts else [])])


def _share_points(named: Collection[str], right: Sequence[str], offered: Sequence[str]) -> Fraction:
    """Return the proportion of right parts named minus that of wrong parts named, at least 0.

    >>> _share_points("a b c".split(), "a b".split(), "a b c d".split())
    Fraction(1, 2)
    """
    wrong = [part for part in offered if part not in right]
    hits = Fraction(sum(part in named for part in right), len(right)) if right else Fraction(1)
    slips = Fraction(sum(part not in right for part in named), len(wrong) or 1)
    return max(Fraction(0), hits - slips)


def _give_reason(reasons: Mapping[str, str], name: str) -> str:
    """Return the end of a sentence on an option or a card: its reason, if there is one."""
    return f": {reasons[name]}" if name in reasons else "."


@dataclass(frozen=True)
class Choice(Answer):
    """One of several options, by its letter or its words. `given["options"]` are their words; `reasons` say what is wrong
    with each wrong option.

    >>> answer = Choice("West", ("North", "West"), {"North": "North had no trump."})
    >>> Choice.read("w", {"options": ["North", "West"]}), Choice.read("a", {"options": ["North", "West"]})
    ('West', 'North')
    >>> answer.find_fault("North")
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
    def read(cls, raw: Any, given: GivenData) -> str:
        return read_option(raw, given["options"])

    def find_fault(self, plain: Plain) -> str:
        if plain == self.right:
            return ""
        return self.reasons.get(str(plain)) or f"It is not {plain}. {self.nudge}".strip()

    def list_wrong(self, plain: Plain) -> list[str]:
        return [str(plain)] if plain != self.right else []

    @property
    def plain(self) -> str:
        return self.right


@dataclass(frozen=True)
class Choices(Answer):
    """All options that fit: their letters or words in a list, or letters in a text like "a c". `reasons` say of each option why it
    does or does not belong.

    >>> answer = Choices(("bid 200",), ("bid 190", "bid 200"), {"bid 190": "It is below the high bid."})
    >>> print(answer.find_fault(Choices.read("a b", {"options": ["bid 190", "bid 200"]})))
    “bid 190” does not belong: It is below the high bid.
    """

    right: tuple[str, ...]
    options: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    form: ClassVar[str] = 'all options that fit: their letters, like "a c", or a list of their words; "" for none'
    needs: ClassVar[tuple[str, ...]] = ("options",)

    def __post_init__(self) -> None:
        assert {*self.right, *self.reasons} <= set(self.options), "this exercise is at fault"

    @classmethod
    def read(cls, raw: Any, given: GivenData) -> list[str]:
        options: Sequence[str] = given["options"]
        if isinstance(raw, str):
            raw = read_options(raw, options)
        if not isinstance(raw, Iterable) or isinstance(raw, Mapping | bytes):
            raise UnreadableAnswer(f"Give a list of options, like “a c”, not {quote_value(raw)}.")
        named_options = {read_option(option, options) for option in islice(raw, 100)}
        return [option for option in options if option in named_options]

    def find_fault(self, plain: Plain) -> str:
        missing = [option for option in self.options if option in self.right and option not in plain]
        messages = self._describe_wrong(plain)
        messages += [f"“{shorten_option(text)}” is missing{_give_reason(self.reasons, text)}" for text in missing]
        return " ".join(messages)

    def list_wrong(self, plain: Plain) -> list[str]:
        return [option for option in self.options if option in plain and option not in self.right]

    def find_clue(self, plain: Plain) -> str:
        return _describe_parts(self._describe_wrong(plain), sum(option not in plain for option in self.right), "option")

    def _describe_wrong(self, plain: Plain) -> list[str]:
        return [
            f"“{shorten_option(text)}” does not belong{_give_reason(self.reasons, text)}"
            for text in self.list_wrong(plain)
        ]

    def _find_partial_share(self, plain: Plain) -> Fraction:
        """Return the proportion of right options named minus that of wrong options named.

        Naming none or all earns nothing.
        """
        return _share_points(plain, self.right, self.options)

    @property
    def plain(self) -> list[str]:
        return [option for option in self.options if option in self.right]

    @property
    def shown(self) -> str:
        letters = [f"({find_letter(option, self.options)}) {shorten_option(option)}" for option in self.right]
        return "; ".join(letters) or "none of them"


@dataclass(frozen=True)
class Cards(Answer):
    """A set of cards, as text or as cards. `reasons` say of a card why it belongs or does not; `codes` are the cards that the
    question shows; where the answer is among them, a part of it earns points.

    >>> answer = Cards(parse_hand("R40 TIGER"), {"B4": "You may discard it."})
    >>> print(answer.find_fault(Cards.read("R40 B4", {})))
    B4 does not belong: You may discard it. TIGER is missing.
    """

    right: tuple[Card, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    form: ClassVar[str] = 'cards, like "R40 TIGER"; "" for none'

    @classmethod
    def read(cls, raw: Any, given: GivenData) -> str:
        if isinstance(raw, Card):
            raw = (raw,)
        if isinstance(raw, Iterable) and not isinstance(raw, str | bytes | Mapping):
            raw = " ".join(item.code if isinstance(item, Card) else str(item) for item in islice(raw, 100))
        if not isinstance(raw, str) or len(raw) > _LONGEST:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”, not {quote_value(raw)}.")
        try:
            return format_cards(sort_hand(parse_hand(normalize_cards(raw))))
        except NotationError as error:
            raise UnreadableAnswer(f"Give cards, like “R40 TIGER”: {error}.") from None

    def find_fault(self, plain: Plain) -> str:
        codes, right = str(plain).split(), [card.code for card in self.right]
        missing = [code for code in right if code not in codes]
        repeated_codes = [code for code in dict.fromkeys(codes) if codes.count(code) > 1]
        if repeated_codes:
            return f"{repeated_codes[0]} appears twice: name each card once."
        return " ".join(
            [
                *self._describe_wrong(plain),
                *(f"{code} is missing{_give_reason(self.reasons, code)}" for code in missing),
            ]
        )

    def list_wrong(self, plain: Plain) -> list[str]:
        right = [card.code for card in self.right]
        return [code for code in str(plain).split() if code not in right]

    def _find_partial_share(self, plain: Plain) -> Fraction:
        """Return the proportion of right cards named minus that of wrong cards named, of those that the question shows."""
        codes = str(plain).split()
        right = [card.code for card in self.right]
        if not set(right) <= set(self.codes) or len({*codes}) < len(codes):
            return Fraction(0)
        return _share_points(codes, right, self.codes)

    def find_clue(self, plain: Plain) -> str:
        codes = str(plain).split()
        if len({*codes}) < len(codes):
            return self.find_fault(plain)
        return _describe_parts(self._describe_wrong(plain), sum(card.code not in codes for card in self.right), "card")

    def _describe_wrong(self, plain: Plain) -> list[str]:
        return [f"{code} does not belong{_give_reason(self.reasons, code)}" for code in self.list_wrong(plain)]

    @property
    def plain(self) -> str:
        return format_cards(sort_hand(self.right))

    @property
    def shown(self) -> str:
        return self.plain or "none"


@dataclass(frozen=True)
class Results(Answer):
    """The results of a function for the cases in `given["cases"]`, in order: the function itself, or the list. Each
    result is a number or a text; numbers may differ by `within`.

    >>> answer = Results(("100", "40"), ("R40 Y40 TIGER G15 G5", "R40"))
    >>> print(answer.find_fault(Results.read(lambda hand: 40, {"cases": ["R40 Y40 TIGER G15 G5", "R40"]})))
    For the first of 2 cases, 'R40 Y40 TIGER G15 G5', the result is 40, but should be 100.
    """

    right: tuple[str, ...]
    cases: tuple[Any, ...]
    nudge: str = ""
    within: Fraction | int = 0
    form: ClassVar[str] = "a function of one case, or the list of its results"
    needs: ClassVar[tuple[str, ...]] = ("cases",)

    @classmethod
    def read(cls, raw: Any, given: GivenData) -> list[str]:
        cases: Sequence[Any] = given["cases"]
        if isinstance(raw, str) and len(parts := re.split(r",\s+", raw[:_LONGEST].strip())) == len(cases):
            raw = parts  # as `shown` prints them
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
        return [_read_result(result, number) for number, result in enumerate(results, 1)]

    def find_fault(self, plain: Plain) -> str:
        wrong = self._find_wrong(plain)
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

    def list_wrong(self, plain: Plain) -> list[str]:
        return [f"{number + 1}" for number in self._find_wrong(plain)]

    def find_clue(self, plain: Plain) -> str:
        numbers = self.list_wrong(plain)
        if not numbers:
            return ""
        cases = f"Case {numbers[0]} is" if len(numbers) == 1 else f"Cases {join_words(numbers)} are"
        return f"{cases} wrong. {self.nudge}".strip()

    def _find_wrong(self, plain: Plain) -> list[int]:
        return [number for number, result in enumerate(plain) if not self._equals(result, self.right[number])]

    def _find_partial_share(self, plain: Plain) -> Fraction:
        """Return the proportion of right results beyond what a single result for all cases would get.

        >>> answer = Results(("0", "0", "40"), ("B9", "Y3", "R40"))
        >>> answer.find_share(["0", "0", "0"]), answer.find_share(["0", "0", "40"])
        (Fraction(0, 1), Fraction(1, 1))
        """
        hits = sum(self._equals(result, right) for result, right in zip(plain, self.right, strict=True))
        n, free_hits = len(self.right), max(Counter(self.right).values())
        if free_hits == n:
            return Fraction(hits == n)
        return max(Fraction(0), Fraction(hits - free_hits, n - free_hits))

    def _equals(self, text: str, right: str) -> bool:
        words, right_words = text.split(), right.split()
        return len(words) == len(right_words) and all(map(self._equals_word, words, right_words))

    def _equals_word(self, word: str, right: str) -> bool:
        number, value = _read_number(word), _read_number(right)
        if number is None or value is None:
            return word.casefold() == right.casefold()
        return is_same(number.value, value.value) or abs(number.value - value.value) <= self.within

    @property
    def plain(self) -> list[str]:
        return list(self.right)


def _call(function: Callable[[Any], Any], case: Any) -> Any:
    try:
        return function(case)
    except Exception as error:  # the function is the student's own, in the student's own kernel
        raise UnreadableAnswer(
            f"Your function fails for the case {quote_value(case)}: {describe_error(error)}"
        ) from error


def _read_result(raw: Any, number: int) -> str:
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
        return _read_result(
            " ".join(item.code if isinstance(item, Card) else str(item) for item in islice(raw, 100)), number
        )
    return write_value(raw, f"a number or a text as result {number}")


def _read_number(word: str) -> Reading | None:
    try:
        return read_amount(word)
    except UnreadableAnswer:
        return None
