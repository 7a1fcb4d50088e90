"""Tallies and conditions: statements about deals in words of the game.

A tally is a sum over cards in places (number of cards, money, strength). Comparing it gives a condition; `&`, `|` and `~`
combine conditions. Places and classes of cards stay words until the edition or view is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mam.analysis.probability.steps import NamePlace
from mam.rules.cards import Card, format_cards
from mam.support.messages import quote

Cards = str | Card | Iterable[Card]


@dataclass(frozen=True)
class Term:
    """One part of a tally: the `measure` ("cards", "money" or "strength") of a class of cards in a place, both in words.

    `trump` is the trump for a strength, in words.
    """

    place: str
    measure: str = "cards"
    cards: str = ""
    trump: str = ""

    def __str__(self) -> str:
        return self.describe()

    def describe(self, name: NamePlace = str) -> str:
        """Return the term in words, its place called by `name`."""
        place = name(self.place)
        if self.measure == "strength":
            return f"strength {place} {self.trump}"
        if self.measure == "money":
            return f"{place} {self.cards} money" if self.cards else f"money {place}"
        return f"{place} {self.cards or 'cards'}"


@dataclass(frozen=True, eq=False)
class Tally:
    """A sum of terms and a constant. Comparisons give conditions, `==` and `!=` too.

    >>> str(money("N") + money("S") - 50 >= card_count("nest", "red"))
    'money N + money S - nest red >= 50'
    """

    terms: tuple[tuple[int, Term], ...] = ()
    constant: int = 0

    def __add__(self, tally: Tally | int) -> Tally:
        summand = as_tally(tally)
        return Tally((*self.terms, *summand.terms), self.constant + summand.constant)

    __radd__ = __add__

    def __neg__(self) -> Tally:
        return Tally(tuple((-times, term) for times, term in self.terms), -self.constant)

    def __sub__(self, tally: Tally | int) -> Tally:
        return self + -as_tally(tally)

    def __rsub__(self, tally: Tally | int) -> Tally:
        return as_tally(tally) - self

    def __ge__(self, limit: Tally | int) -> Condition:
        return between(self - limit, 0, None)

    def __le__(self, limit: Tally | int) -> Condition:
        return between(self - limit, None, 0)

    def __gt__(self, limit: Tally | int) -> Condition:
        return between(self - limit, 1, None)

    def __lt__(self, limit: Tally | int) -> Condition:
        return between(self - limit, None, -1)

    def __eq__(self, value: Tally | int) -> Condition:  # type: ignore[override]
        return between(self - value, 0, 0)

    def __ne__(self, value: Tally | int) -> Condition:  # type: ignore[override]
        return ~(self == value)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.describe()

    def describe(self, name: NamePlace = str) -> str:
        """Return the tally in words, its places called by `name`."""
        parts = [(times, term.describe(name)) for times, term in self.terms]
        if self.constant or not parts:
            parts.append((1 if self.constant >= 0 else -1, str(abs(self.constant))))
        text = ""
        for times, words in parts:
            sign = ("- " if times < 0 else "+ ") if text else ("-" if times < 0 else "")
            text += (" " if text else "") + sign + (f"{abs(times)} × " if abs(times) != 1 else "") + words
        return text


def as_tally(value: object) -> Tally:
    """Return a tally, or a whole number as a tally. Raises TypeError for anything else."""
    if isinstance(value, Tally):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Tally((), value)
    raise TypeError(f"compare a tally with a whole number or another tally, not {quote(value)}")


class Condition:
    """A statement that is true or false of a deal: text, a compared tally, or other conditions combined by `&`, `|`, `~`."""

    def __and__(self, condition: Condition | str) -> Condition:
        return AllOf((*_parts(self, AllOf), *_parts(as_condition(condition), AllOf)))

    def __rand__(self, condition: Condition | str) -> Condition:
        return as_condition(condition) & self

    def __or__(self, condition: Condition | str) -> Condition:
        return AnyOf((*_parts(self, AnyOf), *_parts(as_condition(condition), AnyOf)))

    def __ror__(self, condition: Condition | str) -> Condition:
        return as_condition(condition) | self

    def __invert__(self) -> Condition:
        return Opposite(self)

    def __bool__(self) -> bool:
        raise TypeError("a condition has no truth value without a deal: combine conditions with & | ~")


@dataclass(frozen=True, eq=False)
class Between(Condition):
    """A tally within limits, inclusive (None: no limit)."""

    tally: Tally
    minimum: int | None
    maximum: int | None

    def __str__(self) -> str:
        if self.minimum is not None and self.minimum == self.maximum:
            return f"{self.tally} = {self.minimum}"
        if self.maximum is None:
            return f"{self.tally} >= {self.minimum}"
        return (
            f"{self.tally} <= {self.maximum}"
            if self.minimum is None
            else f"{self.minimum} <= {self.tally} <= {self.maximum}"
        )

    def describe_subject(self, name: NamePlace = str) -> str:
        """Return what is counted, in words, its places called by `name`."""
        return self.tally.describe(name)


class Holds(Between):
    """A place holds a certain card: at least one copy of it."""

    @property
    def term(self) -> Term:
        """The card and the place."""
        ((_, term),) = self.tally.terms
        return term

    def __str__(self) -> str:
        return self.describe_subject()

    def describe_subject(self, name: NamePlace = str) -> str:
        return f"{name(self.term.place)} holds {self.term.cards}"


@dataclass(frozen=True, eq=False)
class AllOf(Condition):
    """All of these hold."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.parts)


@dataclass(frozen=True, eq=False)
class AnyOf(Condition):
    """At least one of these holds."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


@dataclass(frozen=True, eq=False)
class CountOf(Condition):
    """How many of these hold is within limits, inclusive; `text` says it in words, like "nobody is void in red"."""

    parts: tuple[Condition, ...]
    minimum: int
    maximum: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Opposite(Condition):
    """This does not hold."""

    part: Condition

    def __str__(self) -> str:
        return f"not ({self.part})"


@dataclass(frozen=True, eq=False)
class Sentence(Condition):
    """A condition in words, parsed once the edition or view is known."""

    text: str

    def __str__(self) -> str:
        return self.text


def between(tally: Tally, minimum: int | None, maximum: int | None) -> Condition:
    """Return the condition that a tally is within limits; its constant is moved to the limits."""
    shift = tally.constant
    return Between(
        Tally(tally.terms), None if minimum is None else minimum - shift, None if maximum is None else maximum - shift
    )


def as_condition(value: object) -> Condition:
    """Return a condition, or text as a condition. Raises TypeError for anything else."""
    if isinstance(value, Condition):
        return value
    if isinstance(value, str):
        return Sentence(value)
    raise TypeError(
        f"a condition is text, like 'N holds Bull', or made like card_count('N', 'red') >= 5, not {quote(value)}"
    )


def check_names(names: object) -> Mapping[str, Condition | str]:
    """Return conditions by their names; none for None. Raises TypeError for anything else."""
    if names is None:
        return {}
    if not isinstance(names, Mapping) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names are a mapping, like {{'rich': 'money N >= 100'}}, not {quote(names)}")
    for condition in names.values():
        as_condition(condition)
    return names


def _parts(condition: Condition, kind: type[AllOf] | type[AnyOf]) -> Sequence[Condition]:
    return condition.parts if isinstance(condition, kind) else (condition,)


def words_of(cards: Cards) -> str:
    """Return a class of cards as words: text as it is, cards by their codes."""
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Card):
        return cards.code
    card_list = tuple(cards) if isinstance(cards, Iterable) else (None,)
    if all(isinstance(card, Card) for card in card_list):
        return format_cards(card for card in card_list if card)
    raise TypeError(f"cards are named by words, like 'red money' or 'R40 BULL', or given as cards, not {quote(cards)}")


def place_words(place: object) -> str:
    """Return the words for a place. Raises TypeError for anything but text."""
    if not isinstance(place, str):
        raise TypeError(f"a place is named by words, like 'N', 'N-S', 'partner' or 'nest', not {quote(place)}")
    return place


def check_once(words: Sequence[str]) -> None:
    """Raise ValueError when a card is named twice: for two equal cards a count is needed."""
    for index, word in enumerate(words):
        if word.lower() in (earlier.lower() for earlier in words[:index]):
            raise ValueError(f"{word} is named twice: for both duplicates ask for a count, like “N {word} >= 2”")


def card_count(place: str, cards: Cards = "") -> Tally:
    """Count the cards of this class in this place.

    >>> str(card_count("N", "red") >= 5)
    'N red >= 5'
    """
    return Tally(((1, Term(place_words(place), "cards", words_of(cards))),))


def money(place: str, cards: Cards = "") -> Tally:
    """Add up the money in a place, in thousands of dollars (in Sweven points), of all cards or of a class.

    >>> str(money("N-S") > 200)
    'money N-S >= 201'
    """
    return Tally(((1, Term(place_words(place), "money", words_of(cards))),))


def strength(place: str, trump: str) -> Tally:
    """Add up what the cards in a place are worth with this trump, as `mam.engine.strategy.estimate_card` does.

    >>> str(strength("N", "red") >= 180)
    'strength N red >= 180'
    """
    if not isinstance(trump, str):
        raise TypeError(f"a trump is named by a word, like 'red', not {quote(trump)}")
    return Tally(((1, Term(place_words(place), "strength", "", trump)),))
