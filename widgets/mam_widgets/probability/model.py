"""A question of chance: put, guessed, answered exactly, and simulated. No browser in here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from mam.analysis.probability import Chance, Chances, Distribution, OutOfReach, chances
from mam.analysis.probability.conditions import Limit, Sentence, limits_of
from mam.analysis.probability.model import Case, NotCounted
from mam.games.sampling.counting import Kind
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, money_in
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet, TrickGameRules, get_edition

FORMS = ("where", "split", "count", "money", "strength", "misdeal")  # what is asked besides a condition
_ANYBODY = "any"  # in the place of a seat: at least one of them
_SIGNS = (">", "<", "=", "≥", "≤", "≠")
_HOLD = ("holds", "hold", "has", "have")
_FIRST, _BATCH, _MOST = 20, 400, 20_000  # dealt cards: a first look, between two looks, and all of them


@dataclass(frozen=True)
class Inquiry:
    """A question and how far it has come: guessed, then answered.

    `text` is a condition as `mam.chances(...).chance` reads it, or one of "where Tiger", "split red", "count N red",
    "money N", "strength N red", "misdeal N", "misdeal any"; `given` what is known beside the view. Raises ValueError for a text that
    means nothing here, naming the word that is wrong.

    >>> asked = Inquiry("make-a-million-1935", text="N holds Bull and Bear")
    >>> asked.answer.exact
    Fraction(26, 495)
    """

    edition: str
    view: View[Any] | None = None
    text: str = ""
    given: str = ""
    guess: float | None = None
    shown: bool = False

    @property
    def rules(self) -> RuleSet:
        return self.view.round.rules if self.view else get_edition(self.edition)

    @property
    def odds(self) -> Chances:
        """What can be asked here, with what is given."""
        odds = chances(self.view or self.rules)
        return odds.given(self.given) if self.given else odds

    @property
    def is_chance(self) -> bool:
        """Whether the answer is one chance, not a chance for each of several values."""
        form = _form(self.text)
        return form in ("", "misdeal")

    @property
    def answer(self) -> Chance | Distribution:
        """The exact answer; raises OutOfReach, with a simulated one, where it is not counted."""
        odds, rest = self.odds, self.text.split()[1:]
        asked: Mapping[str, Callable[[], Chance | Distribution]] = {
            "": lambda: odds.chance(self.text),
            "where": lambda: odds.where(" ".join(rest)),
            "split": lambda: odds.split(" ".join(rest)),
            "count": lambda: odds.count(_place(rest), " ".join(rest[1:])),
            "money": lambda: odds.money(_place(rest)),
            "strength": lambda: odds.strength(_place(rest), " ".join(rest[1:])),
            "misdeal": lambda: odds.misdeal(None if rest == [_ANYBODY] else _place(rest)),
        }
        return asked[_form(self.text)]()

    def with_question(self, text: str, given: str = "") -> Inquiry:
        """Another question here, not yet guessed. Raises ValueError for one that means nothing here."""
        text, given = " ".join(text.split()), " ".join(given.split())
        if not text:
            raise ValueError("Type a question first, like “N holds Bull and Bear”, or build one from the menus.")
        other = replace(self, text=text, given=given, guess=None, shown=False)
        other.check()
        return other

    def check(self) -> None:
        """Raises ValueError, naming the word that is wrong, for a question that means nothing here."""
        form, rest, odds = _form(self.text), self.text.split()[1:], self.odds
        if not form:
            odds.given(self.text)
        if form in ("count", "money", "strength") or (form == "misdeal" and rest != [_ANYBODY]):
            odds.setting.place(_place(rest))
        if form in ("where", "split") or (form == "count" and rest[1:]):
            odds.setting.cards.cards(" ".join(rest[form == "count" :]))
        if form == "misdeal" and not allows_misdeal(self.rules):
            raise ValueError(f"In {self.rules.name} nobody may call a misdeal.")

    def with_guess(self, text: str) -> Inquiry:
        """With a guess in percent, which shows the answer. Raises ValueError for what is no percentage."""
        said = text.strip().rstrip("%").strip().replace(",", ".")
        try:
            value = float(said)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 100:
            raise ValueError(f"A guess is a number of percent from 0 to 100, like 12.5, not “{text.strip()}”.")
        return replace(self, guess=value / 100, shown=True)

    def compare_guess(self, exact: Fraction) -> str:
        """What the guess was worth, in words; empty without one."""
        if self.guess is None:
            return ""
        off = 100 * abs(self.guess - float(exact))
        if off < 0.5:
            return "Your guess is right to half a percentage point."
        side = "high" if self.guess > exact else "low"
        return f"Your guess of {100 * self.guess:g}% is {off:.1f} percentage points too {side}."


def _form(text: str) -> str:
    """Which form a question has: one of FORMS, or nothing for a condition."""
    words = text.split()
    if not words or any(sign in text for sign in _SIGNS) or any(word.lower() in _HOLD for word in words):
        return ""
    return words[0].lower() if words[0].lower() in FORMS else ""


def _place(rest: Sequence[str]) -> str:
    if not rest:
        raise ValueError("Say whose: “count N red”, “money N-S”, “misdeal N”.")
    return rest[0]


@dataclass(frozen=True)
class Trial:
    """The number of simulated deals, and in how many of them it was so."""

    n: int = 0
    hits: int = 0

    @property
    def proportion(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def standard_error(self) -> float:
        """Its standard error."""
        return sqrt(self.proportion * (1 - self.proportion) / self.n) if self.n else 0.0


def simulate(answer: Chance, seed: int, start: Trial | None = None, most: int = _MOST) -> Iterator[Trial]:
    """Deal by chance, more and more, from where it stood: the trial after each batch.

    >>> exact = Inquiry("make-a-million-1935", text="N holds Bull").answer
    >>> [trial.n for trial in simulate(exact, seed=1, most=100)]
    [20, 40, 80, 100]
    """
    trial = start or Trial()
    most += trial.n
    while trial.n < most:
        batch = min(_BATCH, trial.n or _FIRST, most - trial.n)
        drawn = answer.simulate(batch, derive_seed(seed, "chance lab", trial.n))
        trial = Trial(trial.n + batch, trial.hits + round(drawn.mean * batch))
        yield trial


# Example questions, and menus

COMPARE = {"at least": ">=", "at most": "<=", "exactly": "=", "more than": ">", "less than": "<"}
KINDS = {
    "holds": "holds certain cards",
    "number": "holds a number of cards of a kind",
    "money": "holds an amount of money",
    "where": "where a card lies",
    "split": "how a color is split",
    "misdeal": "may call a misdeal",
    "any-misdeal": "somebody may call a misdeal",
}


def build(kind: str, place: str, cards: str, compare: str, number: str) -> str:
    """The question chosen in the menus. Raises ValueError for a menu entry that there is not, or a number missing.

    >>> build("number", "N", "red", "at least", "5")
    'N red >= 5'
    """
    if kind not in KINDS or compare not in COMPARE:
        raise ValueError("The menus offer no such question.")
    if kind in ("number", "money") and not number.strip().isdecimal():
        raise ValueError("Say how many: a whole number, like 5; money in thousands of dollars, like 100.")
    if kind in ("holds", "number", "where", "split") and not cards.strip():
        raise ValueError("Say which cards: “Bull Bear”, “red”, “R40, R30”.")
    cards, number = " ".join(cards.split()), number.strip()
    return {
        "holds": f"{place} holds {', '.join(cards.replace(',', ' ').split())}",
        "number": f"{place} {cards} {COMPARE[compare]} {number}",
        "money": f"money {place} {COMPARE[compare]} {number}",
        "where": f"where {cards}",
        "split": f"split {cards}",
        "misdeal": f"misdeal {place}",
        "any-misdeal": f"misdeal {_ANYBODY}",
    }[kind]


def list_examples(inquiry: Inquiry) -> list[tuple[str, str, str]]:
    """Example questions, from easy to surprising: words, text and what is given; those that mean something here, and
    that a view leaves open.

    >>> list_examples(Inquiry("make-a-million-1935"))[0]
    ('Does North hold the Tiger?', 'N holds Tiger', '')
    """
    offered = [example for example in _offer(inquiry) if _means_something(inquiry, *example[1:])]
    if not _unseen_cards(inquiry):
        return offered
    return [example for example in offered if all(_is_open(inquiry, text) for text in example[1:] if text)] or offered


def _offer(inquiry: Inquiry) -> list[tuple[str, str, str]]:
    names = inquiry.rules.seat_names
    one, other = _choose_seats(inquiry)
    offered = [
        (f"Does {names[one]} hold the Tiger?", f"{one} holds Tiger", ""),
        (f"Does {names[one]} hold both the Bull and the Bear?", f"{one} holds Bull and Bear", ""),
        (f"Does {names[one]} hold five or more red cards?", f"{one} red >= 5", ""),
        ("Is an animal in the nest?", "nest animals >= 1", ""),
        (
            f"{names[one]} holds the Tiger. Does {names[one]} also hold the Bull?",
            f"{one} holds Bull",
            f"{one} holds Tiger",
        ),
        (
            f"{names[one]} holds an animal. Does {names[one]} hold all three?",
            f"{one} animals = 3",
            f"{one} animals >= 1",
        ),
        ("How is a color split among the hands?", "split red", ""),
        (f"Does {names[one]} hold the ace of spades?", f"{one} holds SA", ""),
        (f"Does {names[one]} hold both red aces?", f"{one} holds HA and DA", ""),
        (f"How many spades does {names[one]} hold?", f"count {one} spades", ""),
        (f"Does {names[one]} hold an E?", f"{one} holds E", ""),
    ]
    if money_in(inquiry.rules.pack) and one != other:
        whose = f"Do {names[one]} and {names[other]} hold $200,000 together?"
        offered.insert(6, (whose, f"money {one} + money {other} >= 200", ""))
    dear = max(_unseen_cards(inquiry), key=lambda card: card.money, default=None)
    if dear is not None and dear.money and f"{one} holds {dear.code}" not in [text for _, text, _ in offered]:
        offered.append((f"Does {names[one]} hold {dear.words}?", f"{one} holds {dear.code}", ""))
    return offered


def _choose_seats(inquiry: Inquiry) -> tuple[str, str]:
    """Two seats to ask about, opposite each other where that can be; those whose cards a view does not show."""
    seats, view = inquiry.rules.seats, inquiry.view
    hidden = [seat for seat in seats if view is None or UNSEEN in view.round.hands[seat]] or [*seats]
    opposite = seats[(seats.index(hidden[0]) + len(seats) // 2) % len(seats)]
    return hidden[0], opposite if opposite in hidden else hidden[-1]


def _unseen_cards(inquiry: Inquiry) -> tuple[Card, ...]:
    """The cards that a view does not show; none without a view, and none where they are not counted."""
    try:
        return inquiry.odds.possible_deals.unseen if inquiry.view else ()
    except NotCounted:
        return ()


def _is_open(inquiry: Inquiry, text: str) -> bool:
    """Whether unseen cards may make it so: what is settled by those that are seen is not asked about."""
    odds = inquiry.odds
    if _form(text):
        return any(card in odds.setting.cards.cards(text.split()[-1]) for card in _unseen_cards(inquiry))
    case = odds.possible_deals.cases[0]
    return all(_may_reach(limit, case) for limit in limits_of(odds.setting.understand(Sentence(text))))


def _may_reach(limit: Limit, case: Case) -> bool:
    """Whether a sum is still below its limit, and unseen cards, as many as there is room for, can bring it there."""
    worth = limit.sum.worth
    places = {spot for spot, _ in worth}
    values = [
        max((worth.get((spot, card), 0) for spot in places if _may_lie(kind, spot)), default=0)
        for kind in case.kinds
        for unit in kind.units
        for card in unit
    ]
    room = sum(case.rooms.get(spot, 0) for spot in places)
    most = sum(sorted(values, reverse=True)[:room])
    return limit.sum.seen < (limit.minimum or 0) <= limit.sum.seen + most


def _may_lie(kind: Kind, spot: str) -> bool:
    return spot in kind.elsewhere or any(spot in choice for choice in kind.choices)


def allows_misdeal(rules: RuleSet) -> bool:
    """Whether a hand may be so poor that a misdeal can be called."""
    return isinstance(rules, TrickGameRules) and rules.auction.max_misdeal_money is not None


def _means_something(inquiry: Inquiry, text: str, given: str) -> bool:
    try:
        inquiry.with_question(text, given)
    except (ValueError, TypeError):
        return False
    return True


def list_values(answer: Distribution) -> list[tuple[str, Fraction]]:
    """The values of a distribution in words, with their chances."""
    return [(_spell(row["value"]), row["exact"]) for row in answer.rows()]


def _spell(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple | frozenset) else str(value)


__all__ = [
    "COMPARE",
    "FORMS",
    "KINDS",
    "Inquiry",
    "OutOfReach",
    "Trial",
    "allows_misdeal",
    "build",
    "list_examples",
    "list_values",
    "simulate",
]
