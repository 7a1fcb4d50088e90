"""Exact chances of what lies where, asked in words of the game, of an unseen deal or of what one person knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

from mam.analysis.probability.answering import Answering, Ways
from mam.analysis.probability.answers import Chance, Distribution, Simulated, share
from mam.analysis.probability.conditions import (
    Cards,
    Condition,
    Some,
    Sum,
    Tally,
    as_condition,
    as_tally,
    check_once,
    held,
    limits_of,
    money,
    place_words,
    strength,
    words_of,
)
from mam.analysis.probability.counting import Work
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.model import NotCounted
from mam.analysis.probability.sampling import Policy, check_policy
from mam.analysis.probability.setting import Setting
from mam.games.match import Match
from mam.games.round import Round
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card
from mam.rules.editions import RuleSet, TrickGameRules, get_edition


def chances(of: str | RuleSet | View[Any], *, policy: Policy | None = None) -> Chances:
    """Exact chances: of a deal of this edition of which nothing is seen, or of what a view leaves open.

    Every deal that agrees with the view is equally likely, as in `mam.worlds`. With a `policy` (a function of a hand, the
    nest's rules and trump that says what is put out, like `mam.engine.strategy.choose_discard`) the bidder's unseen discard is
    what the policy puts out; then answers can only be simulated. Raises TypeError for what is neither edition nor view.

    >>> odds = chances("make-a-million-1935")
    >>> odds.chance("N holds Bull and Bear").exact
    Fraction(26, 495)
    >>> import mam
    >>> chances(mam.view(mam.start("make-a-million-1935", seed=7), "N")).money("partner").mean
    Fraction(650, 7)
    """
    if isinstance(of, str):
        of = get_edition(of)
    if isinstance(of, RuleSet):
        setting = Setting(of)
    elif isinstance(of, View):
        setting = Setting(of.round.rules, of)
    elif isinstance(of, Round | Match):
        raise TypeError("chances are what one person can know: take a view, like mam.view(round, 'N')")
    else:
        raise TypeError(f"chances are asked of an edition's id or a view, like mam.view(round, 'N'), not of {of!r}")
    odds = Chances(setting, policy)
    if policy is not None:
        check_policy(setting, odds.counted, policy)
    return odds


@dataclass(frozen=True, eq=False)
class Chances(Answering):
    """What can be asked of one setting. Places: a seat ("N"), a side ("N-S"), "me", "partner", "left", "right", "nest",
    "dealt nest", "stock" and, in the game for two, "S face-down" and "W face-down", as far as they are there; "nest" is what
    lies in the nest now, so after the discard what was put out, and "dealt nest" what was dealt to it. Hands are what is in
    hand now, and what is face down is what has not been turned up yet.

    >>> odds = chances("make-a-million-1935-two")
    >>> odds.chance("do North's dummy's face-down cards hold the Bull?").odds, odds.money("S face-down").mean
    ('1 in 9.17', Fraction(480, 11))
    >>> chances("make-a-million-1935").chance("is the Bull in the nest?").exact
    Fraction(3, 55)
    """

    def given(self, condition: Condition | str) -> Chances:
        """The same setting, with this known to be so.

        >>> chances("make-a-million-1935").given("N holds Tiger").holds("N", "Bull").exact
        Fraction(2, 9)
        """
        also = as_condition(condition)
        sums = [limit.sum for limit in limits_of(self.setting.understand(also))]
        return replace(self.told_apart(sums), condition=also if self.condition is None else self.condition & also)

    # Questions

    def chance(self, condition: Condition | str) -> Chance:
        """How likely a condition is, in words or made of tallies.

        Raises ValueError for words that mean nothing here, `OutOfReach` where it is not counted.

        >>> float(chances("make-a-million-1935").chance("N red >= 5 and money N-S > 200"))
        0.056466096711917414
        """
        return self.answer(as_condition(condition))

    def simulate(self, condition: Condition | str, n: int = 10_000, seed: int = 1) -> Simulated:
        """How often a condition is true in deals drawn at random: for what is not counted, and with a discard policy.

        >>> chances("make-a-million-1935").simulate("N red >= 5", n=1_000, seed=2)
        0.1360 (SE 0.0108, 1,000 deals)
        """
        return share(list(self.draw(as_condition(condition), n, seed)), True)

    def distribution(self, *tallies: Tally) -> Distribution:
        """How likely each value of a tally is; of several, each combination of their values.

        >>> odds = chances("make-a-million-1935")
        >>> odds.distribution(money("N") - money("S")).mean
        Fraction(0, 1)
        """
        if not tallies:
            raise TypeError("a distribution is asked of a tally, like held('N', 'red')")
        them = tuple(map(as_tally, tallies))
        sums = tuple(map(self.setting.sum, them))
        return self.distribute(", ".join(map(str, them)), sums, lambda values: values[0] if len(them) == 1 else values)

    def holds(self, place: str, cards: Cards) -> Chance:
        """That all of these cards lie in a place: "Bull Bear", or cards as they are.

        >>> chances("make-a-million-1935").holds("N", "Tiger").odds
        '1 in 4.23'
        """
        words = words_of(cards).replace(",", " ").split()
        if not words:
            raise ValueError("name the cards to be held, like 'Bull Bear'")
        check_once(words)
        parts = [as_condition(f"{place_words(place)} holds {word}") for word in words]
        return self.answer(parts[0] if len(parts) == 1 else _together(parts))

    def where(self, card: str | Card) -> Distribution:
        """Where a card lies: each place with its chance; of several copies each set of places.

        >>> chances("make-a-million-1935").where("Tiger")["nest"]
        Fraction(3, 55)
        """
        one = self.setting.cards.card(words_of(card))
        places = self._all_places()
        sums = {place: self.setting.sum(held(place, one)) for place in places}

        def value(counts: tuple[int, ...]) -> Hashable:
            found = tuple(place for place, count in zip(places, counts, strict=True) for _ in range(count))
            return found[0] if len(found) == 1 else found or "played"

        few = self.setting.rules.pack.count(one) <= 2 and (self.condition is not None or not self._is_open)
        count = self._lying(sums, one) if few else None
        return self.distribute(f"where {one} is", tuple(sums.values()), value, count)

    @property
    def _is_open(self) -> bool:
        """Whether every unseen card may lie anywhere."""
        try:
            return self.counted.is_uniform
        except NotCounted:
            return False

    def _lying(self, sums: Mapping[str, Sum], card: Card) -> Callable[[Work], Ways]:
        """In how many ways up to two copies of a card lie in each place, asked place by place: that is quicker."""
        copies = self.setting.rules.pack.count(card) - (
            self.setting.round.played.count(card) if self.setting.round else 0
        )
        alone = [tuple(copies * (at == place) for at in range(len(sums))) for place in range(len(sums))]

        def count(work: Work) -> Ways:
            if not copies:
                return {(0,) * len(sums): self._total(work)}
            found: Ways = {}
            for key, one in zip(alone, sums.values(), strict=True):
                found[key] = self._ways(Goal(self._given, (one,)), work).get((copies,), 0)
            for (here, one), (there, two) in combinations(enumerate(sums.values()), 2):
                key = tuple(int(at in (here, there)) for at in range(len(sums)))
                if copies == 2:
                    found[key] = self._ways(Goal(self._given, (one, two)), work).get((1, 1), 0)
            return {key: ways for key, ways in found.items() if ways}

        return count

    def count(self, place: str, cards: Cards = "") -> Distribution:
        """How many cards of a class lie in a place.

        >>> chances("make-a-million-1935").count("N", "red money").mean
        Fraction(13, 11)
        """
        return self.distribution(held(place, cards))

    def money(self, place: str) -> Distribution:
        """The money in a place, in thousands of dollars (in Sweven points).

        >>> chances("make-a-million-1935").money("N-S").mean
        Fraction(2080, 11)
        """
        return self.distribution(money(place))

    def strength(self, place: str, trump: str) -> Distribution:
        """What a place is worth with this trump, as `mam.engine.strategy` estimates it, in thousands of dollars."""
        return self.distribution(strength(place, trump))

    def split(self, cards: Cards, among: Sequence[str] | None = None, *, ordered: bool = False) -> Distribution:
        """How the cards of a class split among hands: those with unseen cards, unless others are named.

        The values are numbers of unseen cards, most first; `ordered` leaves them in the order of the hands.

        >>> float(chances("make-a-million-1935").split("red")[4, 3, 3, 2])
        0.11316523563475137
        """
        if isinstance(among, str) or not isinstance(among, Iterable | None):
            raise TypeError(f"cards split among several places, like ['E', 'W'], not {among!r}")
        hands = self._hidden_hands() if among is None else tuple(among)
        if not hands:
            raise ValueError("no hand is unseen" if among is None else "name the places, like ['E', 'W']")
        self._check_apart(hands)
        sums = tuple(replace(self.setting.sum(held(hand, cards)), seen=0) for hand in hands)

        def value(counts: tuple[int, ...]) -> Hashable:
            return counts if ordered else tuple(sorted(counts, reverse=True))

        return self.distribute(f"how {words_of(cards) or 'cards'} split among {' '.join(hands)}", sums, value)

    def _check_apart(self, places: Sequence[str]) -> None:
        """Raise ValueError when a card can lie in two of these places at once."""
        for one, two in combinations(places, 2):
            if self.setting.place(one).spots & self.setting.place(two).spots:
                raise ValueError(f"cards split among places that are apart: {one} and {two} are not")

    def _seat(self, words: str) -> str:
        """The seat that these words name; raises ValueError for another place."""
        name = self.setting.place(place_words(words)).name
        if name not in self.setting.rules.seats:
            raise ValueError(f"this is asked of one seat, like {self.setting.rules.seats[0]}, not of {words!r}")
        return name

    def misdeal(self, seat: str | None = None) -> Chance:
        """That the hand dealt to a seat is so poor that a new deal may be called for (R04-OPT-1); without a seat, that at
        least one hand at the table is.

        Raises ValueError where the edition has no such rule, and once the hands are no more as they were dealt.

        >>> odds = chances("make-a-million-2004+misdeal")
        >>> odds.misdeal("N").odds, odds.misdeal().odds
        ('1 in 67.8', '1 in 17')
        """
        rules, round = self.setting.rules, self.setting.round
        most = rules.auction.max_misdeal_money if isinstance(rules, TrickGameRules) else None
        if most is None:
            named = ", ".join(name for name in rules.options if "misdeal" in name)
            raise ValueError(
                f"in {rules.full_id} nobody may call a misdeal" + (f"; the options {named} allow it" if named else "")
            )
        if round is not None and round.phase != "auction":
            raise ValueError("a misdeal is called in the auction: now the hands are no more as they were dealt")
        seats = rules.persons if seat is None else (self._seat(seat),)
        poor = [money(one) <= most for one in seats]
        return self.answer(Some(tuple(poor)) if len(poor) > 1 else poor[0])

    def discards(self, seat: str) -> Distribution:
        """How many discards a seat would have with the nest in hand, equal cards told apart (R35-NEST-4).

        >>> odds = chances("make-a-million-1935").discards("N")
        >>> odds[560], max(odds)
        (Fraction(2357197, 116663730645), 560)
        """
        rules = self.setting.rules
        if not rules.nest_size or "nest" not in getattr(rules, "phases", ()):
            raise ValueError(f"in {rules.full_id} nothing is put out")
        size, name = rules.nest_size, self._seat(seat)
        plain, rich = (self._with_nest(name, cards) for cards in ("plain", "money cards"))

        def value(counts: tuple[int, ...]) -> Hashable:
            return comb(counts[0], size) if counts[0] >= size else comb(counts[1], size - counts[0])

        return self.distribute(f"how many legal discards {seat} has", (plain, rich), value)

    def _with_nest(self, seat: str, cards: str) -> Sum:
        """How many cards of a class a seat has with the nest in hand."""
        round = self.setting.round
        if round is None or not self.setting.is_taken:
            return self.setting.sum(held(seat, cards) + held("dealt nest", cards))
        if seat != round.bidder:
            raise ValueError(f"{round.bidder} has taken the nest: nobody else puts cards out in this round")
        kept = self.setting.sum(held(seat, cards) + held("nest", cards) if round.discarded else held(seat, cards))
        played = sum(
            card in self.setting.cards.cards(cards)
            for trick in (*round.tricks, round.trick)
            if trick
            for who, card in trick.plays
            if who == round.bidder
        )
        return replace(kept, seen=kept.seen + played)

    # Places

    def _all_places(self) -> tuple[str, ...]:
        """Every place that a card can lie in now."""
        names = self.setting.place_names
        return (*self.setting.rules.seats, *(name for name in ("nest", "stock") if name in names))

    def _hidden_hands(self) -> tuple[str, ...]:
        view = self.setting.view
        return tuple(seat for seat in self.setting.rules.seats if view is None or UNSEEN in view.round.hands[seat])


def _together(parts: Sequence[Condition]) -> Condition:
    found = parts[0]
    for part in parts[1:]:
        found = found & part
    return found
