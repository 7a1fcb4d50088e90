"""Ask for exact chances in words of the game: about an unseen deal, or about what one person can know."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from math import comb
from operator import and_
from typing import Any

from mam.analysis.probability.answers import Chance, Distribution, SimulatedChance, estimate_chance
from mam.analysis.probability.calculator import Calculator, Ways
from mam.analysis.probability.conditions import (
    AnyOf,
    Cards,
    Condition,
    Tally,
    as_condition,
    as_tally,
    card_count,
    check_names,
    check_once,
    money,
    place_words,
    strength,
    words_of,
)
from mam.analysis.probability.constraints import Sum, sums_of
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
from mam.support.arguments import check_methods
from mam.support.messages import quote


def chances(
    source: str | RuleSet | View[Any],
    *,
    policy: Policy | None = None,
    names: Mapping[str, Condition | str] | None = None,
) -> Chances:
    """Return the exact chances for an unseen deal of this edition, or for what a view leaves open.

    Every deal consistent with the view is equally likely, as in `mam.worlds`. With a `policy` (a function of a hand, the
    nest's rules and trump that returns a discard, like `mam.engine.strategy.choose_discard`) the bidder's unseen discard is
    what the policy discards; then answers can only be simulated. `names` are conditions that questions can use by name.
    Raises TypeError for anything but an edition or a view.

    >>> odds = chances("make-a-million-1935")
    >>> odds.chance("N holds Bull and Bear").exact
    Fraction(26, 495)
    >>> import mam
    >>> chances(mam.view(mam.start("make-a-million-1935", seed=7), "N")).money("partner").mean
    Fraction(650, 7)
    >>> chances("make-a-million-1935", names={"strong": "red >= 5 and holds Tiger"}).chance("some player is strong").odds
    '1 in 9.529'
    """
    known_names = check_names(names)
    if isinstance(source, str):
        source = get_edition(source)
    if isinstance(source, RuleSet):
        setting = Setting(source, names=known_names)
    elif isinstance(source, View):
        setting = Setting(source.round.rules, source, names=known_names)
    elif isinstance(source, Round | Match):
        raise TypeError("chances are about what one person can know: take a view, like mam.view(round, 'N')")
    else:
        raise TypeError(f"chances need an edition's id or a view, like mam.view(round, 'N'), not {quote(source)}")
    odds = Chances(setting, policy)
    if policy is not None:
        check_policy(setting, odds.possible_deals, policy)
    return odds


@check_methods
@dataclass(frozen=True, eq=False)
class Chances(Calculator):
    """The questions that can be asked about one setting.

    Places: a seat ("N"), a side ("N-S"), "me", "partner", "left", "right", "nest", "dealt nest", "stock" and, in the game for
    two, "S face-down" and "W face-down", where they exist. "nest" is the nest as it is now (after the discard: the discards),
    "dealt nest" the nest as it was dealt. A hand is the cards now in hand; a face-down card is one not turned up yet.

    >>> odds = chances("make-a-million-1935-two")
    >>> odds.chance("do North's dummy's face-down cards hold the Bull?").odds, odds.money("S face-down").mean
    ('1 in 9.167', Fraction(480, 11))
    >>> chances("make-a-million-1935").chance("is the Bull in the nest?").exact
    Fraction(3, 55)
    """

    def given(self, condition: Condition | str) -> Chances:
        """Return the chances given that this condition holds.

        >>> chances("make-a-million-1935").given("N holds Tiger").holds("N", "Bull").exact
        Fraction(2, 9)
        """
        condition_given = as_condition(condition)
        sums = sums_of(self.setting.resolve(condition_given))
        return replace(
            self.separate_face_down(sums),
            condition=condition_given if self.condition is None else self.condition & condition_given,
        )

    # Questions

    def chance(self, condition: Condition | str) -> Chance:
        """Return the chance of a condition, in words or made of tallies.

        Raises ValueError for words that mean nothing here, `OutOfReach` if it cannot be counted.

        >>> float(chances("make-a-million-1935").chance("N red >= 5 and money N-S > 200"))
        0.056466096711917414
        """
        return self.answer(as_condition(condition))

    def chance_in_steps(self, condition: Condition | str) -> Generator[None, None, Chance]:
        """Do what `chance` does, in short steps, between which something else can be done."""
        return self.answer_in_steps(as_condition(condition))

    def simulate(self, condition: Condition | str, n: int = 10_000, seed: int = 1) -> SimulatedChance:
        """Estimate the chance of a condition from simulated deals: for what cannot be counted, and with a discard policy.

        >>> chances("make-a-million-1935").simulate("N red >= 5", n=1_000, seed=2)
        0.1360 (SE 0.0108, n = 1,000)
        """
        return estimate_chance(list(self.draw(as_condition(condition), n, seed)), True)

    def distribution(self, *tallies: Tally | str) -> Distribution:
        """Return the distribution of a tally, given as text or made by a function; of several tallies, their joint distribution.

        Raises ValueError for text that means nothing here.

        >>> odds = chances("make-a-million-1935")
        >>> odds.distribution(money("N") - money("S")).mean
        Fraction(0, 1)
        >>> odds.distribution("N red") == odds.distribution(card_count("N", "red"))
        True
        """
        if not tallies:
            raise TypeError("name a tally, like 'N red' or card_count('N', 'red')")
        terms = tuple(
            self.setting.parse_tally(tally) if isinstance(tally, str) else as_tally(tally) for tally in tallies
        )
        sums = tuple(map(self.setting.sum, terms))
        return self.distribute(
            ", ".join(map(str, terms)), sums, lambda values: values[0] if len(terms) == 1 else values
        )

    def holds(self, place: str, cards: Cards) -> Chance:
        """Return the chance that a place holds all of these cards: words like "Bull Bear", or cards.

        >>> chances("make-a-million-1935").holds("N", "Tiger").odds
        '1 in 4.231'
        """
        words = words_of(cards).replace(",", " ").split()
        if not words:
            raise ValueError("name the cards, like 'Bull Bear'")
        check_once(words)
        parts = [as_condition(f"{place_words(place)} holds {word}") for word in words]
        return self.answer(reduce(and_, parts))

    def where(self, card: str | Card) -> Distribution:
        """Return the chance of each place where a card may be; for several equal cards, of each set of places.

        >>> chances("make-a-million-1935").where("Tiger")["nest"]
        Fraction(3, 55)
        """
        sought_card = self.setting.cards.card(words_of(card))
        places = self._all_places()
        sums = {place: self.setting.sum(card_count(place, sought_card)) for place in places}

        def value(counts: tuple[int, ...]) -> Hashable:
            occupied = tuple(place for place, count in zip(places, counts, strict=True) for _ in range(count))
            return occupied[0] if len(occupied) == 1 else occupied or "played"

        is_simple = self.setting.rules.pack.count(sought_card) <= 2 and (
            self.condition is not None or not self._is_open
        )
        count = self._count_places(sums, sought_card) if is_simple else None
        return self.distribute(f"where {sought_card} is", tuple(sums.values()), value, count)

    @property
    def _is_open(self) -> bool:
        """Whether every unseen card may lie anywhere."""
        try:
            return self.possible_deals.is_uniform
        except NotCounted:
            return False

    def _count_places(self, sums: Mapping[str, Sum], card: Card) -> Callable[[Work], Ways]:
        """Return a function that counts up to two copies of a card place by place, which is quicker."""
        copies = self.setting.rules.pack.count(card) - (
            self.setting.round.played.count(card) if self.setting.round else 0
        )
        alone = [tuple(copies * (index == place) for index in range(len(sums))) for place in range(len(sums))]

        def count(work: Work) -> Ways:
            if not copies:
                return {(0,) * len(sums): self._total(work)}
            counts: Ways = {}
            for key, term in zip(alone, sums.values(), strict=True):
                counts[key] = self._ways(Goal(self._given, (term,)), work).get((copies,), 0)
            for (first, term), (second, next_term) in combinations(enumerate(sums.values()), 2):
                key = tuple(int(index in (first, second)) for index in range(len(sums)))
                if copies == 2:
                    counts[key] = self._ways(Goal(self._given, (term, next_term)), work).get((1, 1), 0)
            return {key: ways for key, ways in counts.items() if ways}

        return count

    def count(self, place: str, cards: Cards = "") -> Distribution:
        """Return the distribution of the number of cards of a class in a place.

        >>> chances("make-a-million-1935").count("N", "red money").mean
        Fraction(13, 11)
        """
        return self.distribution(card_count(place, cards))

    def money(self, place: str) -> Distribution:
        """Return the distribution of the money in a place, in thousands of dollars (in Sweven points).

        >>> chances("make-a-million-1935").money("N-S").mean
        Fraction(2080, 11)
        """
        return self.distribution(money(place))

    def strength(self, place: str, trump: str) -> Distribution:
        """Return the distribution of what a hand is worth with this trump, as `mam.engine.strategy` estimates it, in thousands of dollars."""
        return self.distribution(strength(place, trump))

    def split(self, cards: Cards, among: Sequence[str] | None = None, *, ordered: bool = False) -> Distribution:
        """Return how the cards of a class split among hands: those with unseen cards unless you name places.

        The values are numbers of unseen cards, most first; `ordered` leaves them in the order of the hands.

        >>> float(chances("make-a-million-1935").split("red")[4, 3, 3, 2])
        0.11316523563475137
        """
        if isinstance(among, str) or not isinstance(among, Iterable | None):
            raise TypeError(f"name several places, like ['E', 'W'], not {quote(among)}")
        hands = self._hidden_hands() if among is None else tuple(among)
        if not hands:
            raise ValueError("there is no unseen hand" if among is None else "name the places, like ['E', 'W']")
        self._check_disjoint(hands)
        sums = tuple(replace(self.setting.sum(card_count(hand, cards)), seen_amount=0) for hand in hands)

        def value(counts: tuple[int, ...]) -> Hashable:
            return counts if ordered else tuple(sorted(counts, reverse=True))

        return self.distribute(f"how {words_of(cards) or 'cards'} split among {' '.join(hands)}", sums, value)

    def _check_disjoint(self, places: Sequence[str]) -> None:
        """Raise ValueError when a card can lie in two of these places at once."""
        for first, second in combinations(places, 2):
            if self.setting.place(first).spots & self.setting.place(second).spots:
                raise ValueError(f"the places of a split must not overlap: {first} and {second} do")

    def _seat(self, words: str) -> str:
        """Return the seat that these words name. Raises ValueError for a place that is not a seat."""
        name = self.setting.place(place_words(words)).name
        if name not in self.setting.rules.seats:
            raise ValueError(f"name one seat, like {self.setting.rules.seats[0]}, not {quote(words)}")
        return name

    def misdeal(self, seat: str | None = None) -> Chance:
        """Return the chance that a seat may call a misdeal because of its poor hand (R04-OPT-1); without a seat, that any may.

        Raises ValueError if the edition has no such rule, and after the auction, when hands have changed.

        >>> odds = chances("make-a-million-2004+misdeal")
        >>> odds.misdeal("N").odds, odds.misdeal().odds
        ('1 in 67.80', '1 in 17.00')
        """
        rules, round = self.setting.rules, self.setting.round
        maximum = rules.auction.max_misdeal_money if isinstance(rules, TrickGameRules) else None
        if maximum is None:
            option_names = ", ".join(name for name in rules.options if "misdeal" in name)
            raise ValueError(
                f"{rules.full_id} has no rule for a misdeal"
                + (f"; the options {option_names} add one" if option_names else "")
            )
        if round is not None and round.phase != "auction":
            raise ValueError("a misdeal can only be called during the auction")
        seats = rules.persons if seat is None else (self._seat(seat),)
        poor_hands = [money(person) <= maximum for person in seats]
        return self.answer(AnyOf(tuple(poor_hands)) if len(poor_hands) > 1 else poor_hands[0])

    def discards(self, seat: str) -> Distribution:
        """Return the distribution of the number of legal discards of a seat that takes the nest (R35-NEST-4); duplicate cards differ.

        >>> odds = chances("make-a-million-1935").discards("N")
        >>> odds[560], max(odds)
        (Fraction(2357197, 116663730645), 560)
        """
        rules = self.setting.rules
        if not rules.nest_size or "nest" not in getattr(rules, "phases", ()):
            raise ValueError(f"{rules.full_id} has no discard")
        size, name = rules.nest_size, self._seat(seat)
        number_cards, money_cards = (self._with_nest(name, cards) for cards in ("plain", "money cards"))

        def value(counts: tuple[int, ...]) -> Hashable:
            return comb(counts[0], size) if counts[0] >= size else comb(counts[1], size - counts[0])

        return self.distribute(f"how many legal discards {seat} has", (number_cards, money_cards), value)

    def _with_nest(self, seat: str, cards: str) -> Sum:
        """Return the number of cards of a class in a hand together with the nest."""
        round = self.setting.round
        if round is None or not self.setting.is_nest_taken:
            return self.setting.sum(card_count(seat, cards) + card_count("dealt nest", cards))
        if seat != round.bidder:
            raise ValueError(f"{round.bidder} has taken the nest: nobody else discards in this round")
        hand = self.setting.sum(
            card_count(seat, cards) + card_count("nest", cards) if round.discarded else card_count(seat, cards)
        )
        played = sum(
            card in self.setting.cards.cards(cards)
            for trick in (*round.tricks, round.trick)
            if trick
            for seat_played, card in trick.plays
            if seat_played == round.bidder
        )
        return replace(hand, seen_amount=hand.seen_amount + played)

    # Places

    def _all_places(self) -> tuple[str, ...]:
        """Return every place where a card can be now."""
        names = self.setting.place_names
        return (*self.setting.rules.seats, *(name for name in ("nest", "stock") if name in names))

    def _hidden_hands(self) -> tuple[str, ...]:
        view = self.setting.view
        return tuple(seat for seat in self.setting.rules.seats if view is None or UNSEEN in view.round.hands[seat])
