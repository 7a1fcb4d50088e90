"""A question about hidden cards: asked, guessed, answered exactly, and simulated. No browser in here."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import sqrt
from typing import Any

from mam.analysis.probability import Chance, Chances, Distribution, OutOfReach, chances
from mam.analysis.probability.answers import format_value
from mam.analysis.probability.conditions import Sentence
from mam.analysis.probability.constraints import Leaf, Limit, leaves_of
from mam.analysis.probability.model import Case, NotCounted
from mam.games.sampling.counting import Kind
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, money_in
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.support.messages import shorten

FORMS = ("where", "split", "count", "money", "strength", "misdeal")  # what is asked besides a condition
ANYBODY = "any"  # in the place of a seat: at least one of them
_SIGNS = (">", "<", "=", "≥", "≤", "≠")
_HOLD = ("holds", "hold", "has", "have")
_FIRST, _BATCH, MANY = (
    20,
    400,
    20_000,
)  # simulated deals: at first, between two points of the chart, and usually altogether
DEAL_COUNTS = (10, 100, 1_000, MANY)  # how many can be simulated at a time
_GUESSED_ROWS = 6  # of a distribution: so many values are guessed
_EXAMPLES = 8
_QUICK_SEATS = 4


class BadField(ValueError):
    """A field of the widget that cannot be read: `field` is its name."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Inquiry:
    """A question, perhaps with a guess, and whether its answer is shown.

    `text` is a condition as `mam.chances(...).chance` reads it, or one of "where Tiger", "split red", "count N red",
    "money N", "strength N red", "misdeal N", "misdeal any"; `given` what is known beside the view. Raises ValueError for a text that
    means nothing here, naming the word that is wrong. `guesses` are those for each of `values` in a distribution.

    >>> inquiry = Inquiry("make-a-million-1935", text="N holds Bull and Bear")
    >>> inquiry.answer.exact
    Fraction(26, 495)
    """

    edition: str
    view: View[Any] | None = None
    text: str = ""
    given: str = ""
    guess: float | None = None
    guesses: tuple[float, ...] = ()
    is_shown: bool = False

    @property
    def rules(self) -> RuleSet:
        return self.view.round.rules if self.view else get_edition(self.edition)

    @property
    def odds(self) -> Chances:
        """What can be asked here, with what is given."""
        odds = replace(chances(self.view or self.rules), name=partial(name_seats, self.rules))
        return odds.given(self.given) if self.given else odds

    @property
    def is_chance(self) -> bool:
        """Whether the answer is one chance, not a chance for each of several values."""
        form = find_form(self.text)
        return form in ("", "misdeal")

    @property
    def answer(self) -> Chance | Distribution:
        """The exact answer; raises OutOfReach, with a simulated answer, where it is not counted."""
        odds, words = self.odds, self.text.split()[1:]
        answers: Mapping[str, Callable[[], Chance | Distribution]] = {
            "": lambda: odds.chance(self.text),
            "where": lambda: odds.where(" ".join(words)),
            "split": lambda: odds.split(" ".join(words)),
            "count": lambda: odds.count(_place(words), " ".join(words[1:])),
            "money": lambda: odds.money(_place(words)),
            "strength": lambda: odds.strength(_place(words), " ".join(words[1:])),
            "misdeal": lambda: odds.misdeal(None if words == [ANYBODY] else _place(words)),
        }
        return answers[find_form(self.text)]()

    def find_answer(self) -> Generator[None, None, Chance | Distribution]:
        """Do what `answer` does: a chance in short steps, a distribution in one."""
        if find_form(self.text):
            return self.answer
        return (yield from self.odds.chance_in_steps(self.text))

    @cached_property
    def values(self) -> list[str]:
        """The values of a distribution that can be guessed, in an order that says nothing; none for a single probability."""
        if self.is_chance or not self._is_quick:
            return []
        try:
            answer = self.answer
        except OutOfReach:
            return []
        rows = list_values(answer) if isinstance(answer, Distribution) else []
        likeliest = {text for text, _ in sorted(rows, key=lambda row: -row[1])[:_GUESSED_ROWS]}
        if find_form(self.text) == "split":
            return sorted(likeliest, reverse=True)
        return [text for text, _ in rows if text in likeliest]

    @property
    def _is_quick(self) -> bool:
        """Whether a distribution is counted at once: how a color splits takes long among many hands, or in a view."""
        return find_form(self.text) != "split" or (self.view is None and len(self.rules.seats) <= _QUICK_SEATS)

    def with_question(self, text: str, given: str = "") -> Inquiry:
        """Return another question, not yet guessed. Raises BadField for a question or a condition that means nothing here."""
        text, given = " ".join(text.split()), " ".join(given.split())
        if not text:
            raise BadField("question", "Type a question first, like “N holds Bull and Bear”.")
        inquiry = replace(self, text=text, given=given, guess=None, guesses=(), is_shown=False)
        try:
            inquiry.odds  # noqa: B018  # what is given is read here
        except ValueError as error:
            raise BadField("given", f"{error}") from None
        try:
            inquiry.check()
        except ValueError as error:
            raise BadField("question", f"{error}") from None
        return inquiry

    def check(self) -> None:
        """Raise ValueError, naming the word that is wrong, for a question that means nothing here."""
        form, words, odds = find_form(self.text), self.text.split()[1:], self.odds
        if not form:
            odds.given(self.text)
        if form in ("count", "money", "strength") or (form == "misdeal" and words != [ANYBODY]):
            odds.setting.place(_place(words))
        if form in ("where", "split") or (form == "count" and words[1:]):
            odds.setting.cards.cards(" ".join(words[form == "count" :]))
        if form == "misdeal" and not allows_misdeal(self.rules):
            raise ValueError(f"In {self.rules.name} nobody may call a misdeal.")

    def with_guess(self, text: str) -> Inquiry:
        """Return the question with a guess in percent, and its answer shown. Raises BadField for anything but 0 to 100."""
        return replace(self, guess=_read_percent(text), is_shown=True)

    def with_guesses(self, texts: Sequence[str]) -> Inquiry:
        """Return the distribution with a guess for each of `values`, and its answer shown. Raises BadField for a faulty guess."""
        if len(texts) != len(self.values):
            raise BadField("guess", f"Guess all {len(self.values)} rows.")
        return replace(self, guesses=tuple(map(_read_percent, texts)), is_shown=True)

    def compare_guess(self, exact: Fraction) -> str:
        """Return how far the guess was off; empty without a guess.

        >>> Inquiry("make-a-million-1935", text="N holds Bull", guess=0.2).compare_guess(Fraction(13, 55))
        'off by 3.6 percentage points'
        """
        if self.guess is None:
            return ""
        points = 100 * abs(self.guess - float(exact))
        return f"off by {points:.2f} percentage points" if points < 1 else f"off by {points:.1f} percentage points"

    def is_close(self, exact: Fraction) -> bool:
        """Return whether the guess is right to half a percentage point."""
        return self.guess is not None and abs(self.guess - float(exact)) < 0.005


def name_seats(rules: RuleSet, place: str) -> str:
    """Return a place as a counting argument calls it: seats and sides by their names.

    >>> [name_seats(get_edition("make-a-million-1935"), place) for place in ("N", "N-S", "nest")]
    ['North', 'North-South', 'nest']
    """
    seats, space, rest = place.partition(" ")  # S face-down
    return "-".join(rules.seat_names.get(seat, seat) for seat in seats.split("-")) + space + rest


def _read_percent(text: str) -> float:
    try:
        value = float(text.strip().rstrip("%").strip().replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise BadField("guess", f"Type a percentage from 0 to 100, like 12.5, not “{shorten(text.strip())}”.")
    return value / 100


def find_form(text: str) -> str:
    """Return which form a question has: one of FORMS, or nothing for a condition."""
    words = text.split()
    if not words or any(sign in text for sign in _SIGNS) or any(word.lower() in _HOLD for word in words):
        return ""
    return words[0].lower() if words[0].lower() in FORMS else ""


def _place(words: Sequence[str]) -> str:
    if not words:
        raise ValueError("Say whose: “count N red”, “money N-S”, “misdeal N”.")
    return words[0]


@dataclass(frozen=True)
class Trial:
    """Simulated deals: how many, and in how many of them the question came true."""

    n: int = 0
    hits: int = 0

    @property
    def proportion(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def margin(self) -> float:
        """The 95% margin of error of the proportion."""
        return 2 * self.standard_error

    @property
    def is_certain(self) -> bool:
        """Whether all deals came out alike, so that they give no margin of error."""
        return not self.standard_error

    def is_near(self, exact: Fraction) -> bool:
        """Return whether an exact probability lies in the 95% confidence interval."""
        return abs(self.proportion - float(exact)) <= self.margin

    @property
    def standard_error(self) -> float:
        """The standard error of the proportion."""
        return sqrt(self.proportion * (1 - self.proportion) / self.n) if self.n else 0.0


def simulate(answer: Chance, seed: int, start: Trial | None = None, max_deals: int = MANY) -> Iterator[Trial | None]:
    """Simulate `max_deals` more deals; yield the trial after each batch, each batch as large as all before it, up to a limit.

    A None stands between two short steps.

    >>> exact = Inquiry("make-a-million-1935", text="N holds Bull").answer
    >>> [trial.n for trial in simulate(exact, seed=1, max_deals=100) if trial]
    [20, 40, 80, 100]
    """
    trial, first = start or Trial(), max(1, min(_FIRST, max_deals // 5))
    max_deals += trial.n
    while trial.n < max_deals:
        batch = min(_BATCH, trial.n or first, max_deals - trial.n)
        drawn = yield from answer.simulate_in_steps(batch, derive_seed(seed, "chance lab", trial.n))
        trial = Trial(trial.n + batch, trial.hits + round(drawn.mean * batch))
        yield trial


# Example questions


def list_examples(inquiry: Inquiry) -> list[tuple[str, str, str]]:
    """Return example questions, from easy to surprising: words, text and what is given. They mean something in this game,
    and a view leaves them open.

    >>> list_examples(Inquiry("make-a-million-1935"))[0]
    ('North holds the Tiger', 'N holds Tiger', '')
    """
    examples = [example for example in _offer(inquiry) if _means_something(inquiry, *example[1:])]
    if _unseen_cards(inquiry):
        unsettled = [example for example in examples if all(_is_open(inquiry, text) for text in example[1:] if text)]
        examples = unsettled or examples
    return examples[:_EXAMPLES]


def _offer(inquiry: Inquiry) -> list[tuple[str, str, str]]:
    names = inquiry.rules.seat_names
    seat, second = _choose_seats(inquiry)
    name = names[seat]
    offered = [
        (f"{name} holds the Tiger", f"{seat} holds Tiger", ""),
        (f"{name} holds both Bull and Bear", f"{seat} holds Bull and Bear", ""),
        (f"{name} holds five Reds or more", f"{seat} red >= 5", ""),
        ("An animal is in the nest", "nest animals >= 1", ""),
        ("Some player holds both Bull and Bear", "some player holds Bull and Bear", ""),
        (f"{name} holds the Bull, given the Tiger", f"{seat} holds Bull", f"{seat} holds Tiger"),
        (f"{name} holds all three animals, given at least one", f"{seat} animals = 3", f"{seat} animals >= 1"),
        ("How a color splits among the hands", "split red", ""),
        (f"{name} holds the ace of spades", f"{seat} holds SA", ""),
        (f"{name} holds both red aces", f"{seat} holds HA and DA", ""),
        (f"How many spades {name} holds", f"count {seat} spades", ""),
        (f"{name} holds an E", f"{seat} holds E", ""),
    ]
    if money_in(inquiry.rules.pack) and seat != second:
        sides = [side for side in inquiry.odds.setting.place_names if sorted(side.split("-")) == sorted((seat, second))]
        text = f"money {sides[0]} >= 200" if sides else f"money {seat} + money {second} >= 200"
        offered.insert(6, (f"{name} and {names[second]} hold $200,000 together", text, ""))
    highest = max(_unseen_cards(inquiry), key=lambda card: card.money, default=None)
    if highest is not None and highest.money and f"{seat} holds {highest.code}" not in [text for _, text, _ in offered]:
        offered.append((f"{name} holds {highest.words}", f"{seat} holds {highest.code}", ""))
    return offered


def _choose_seats(inquiry: Inquiry) -> tuple[str, str]:
    """Return two seats to ask about whose cards a view does not show, opposite each other where possible."""
    seats, view = inquiry.rules.seats, inquiry.view
    hidden = [seat for seat in seats if view is None or UNSEEN in view.round.hands[seat]] or [*seats]
    opposite = seats[(seats.index(hidden[0]) + len(seats) // 2) % len(seats)]
    return hidden[0], opposite if opposite in hidden else hidden[-1]


def _unseen_cards(inquiry: Inquiry) -> tuple[Card, ...]:
    """Return the cards that a view does not show; none without a view, and none where they are not counted."""
    try:
        return inquiry.odds.possible_deals.unseen if inquiry.view else ()
    except NotCounted:
        return ()


def _is_open(inquiry: Inquiry, text: str) -> bool:
    """Return whether the unseen cards still decide the answer."""
    odds = inquiry.odds
    if find_form(text):
        return any(card in odds.setting.cards.cards(text.split()[-1]) for card in _unseen_cards(inquiry))
    case = odds.possible_deals.cases[0]
    return all(_may_reach(leaf, case) for leaf in leaves_of(odds.setting.resolve(Sentence(text))))


def _may_reach(limit: Leaf, case: Case) -> bool:
    """Return whether a sum is below its limit, and the unseen cards for which there is room can bring it there."""
    if not isinstance(limit, Limit):
        return any(case.rooms.get(spot) for term in limit.sums for spot in term.by_spot)
    values_of = limit.sum.worth
    places = {spot for spot, _ in values_of}
    highest_values = [
        max((values_of.get((spot, card), 0) for spot in places if _may_lie(kind, spot)), default=0)
        for kind in case.kinds
        for unit in kind.units
        for card in unit
    ]
    room = sum(case.rooms.get(spot, 0) for spot in places)
    maximum = sum(sorted(highest_values, reverse=True)[:room])
    return limit.sum.seen_amount < (limit.minimum or 0) <= limit.sum.seen_amount + maximum


def _may_lie(kind: Kind, spot: str) -> bool:
    return spot in kind.elsewhere or any(spot in choice for choice in kind.choices)


def allows_misdeal(rules: RuleSet) -> bool:
    """Return whether a misdeal can be called for a poor hand."""
    return isinstance(rules, TrickGameRules) and rules.auction.max_misdeal_money is not None


def _means_something(inquiry: Inquiry, text: str, given: str) -> bool:
    try:
        inquiry.with_question(text, given)
    except (ValueError, TypeError):
        return False
    return True


def list_values(answer: Distribution) -> list[tuple[str, Fraction]]:
    """Return the values of a distribution in words, with their probabilities."""
    return [(format_value(value), chance) for value, chance in answer.items()]


__all__ = [
    "ANYBODY",
    "DEAL_COUNTS",
    "FORMS",
    "MANY",
    "BadField",
    "Inquiry",
    "OutOfReach",
    "Trial",
    "allows_misdeal",
    "list_examples",
    "list_values",
    "name_seats",
    "simulate",
]
