"""Model how the unseen cards may lie: the ways that `mam.worlds` draws from, as kinds of cards and places with room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import comb, prod

from mam.analysis.probability.setting import SHOWN_CARDS, Setting, face_down, from_nest
from mam.games.sampling.clues import DISCARDS, NEST, STOCK, Clues, list_draws, list_played
from mam.games.sampling.counting import ELSEWHERE, Arrangements, Kind
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card
from mam.rules.dealing import count_covered
from mam.support.numbers import count_arrangements

NEST_SLOTS = "dealt to the nest"  # the slots of the nest, among the cards that the bidder has had


class ContradictoryView(ValueError):
    """No deal is consistent with a view: at some moment somebody must have misplayed."""


class NotCounted(Exception):
    """Why a question is not counted exactly; it can still be sampled."""


@dataclass(frozen=True)
class Case:
    """Unseen cards and places: `Arrangements` in short, and how many of the bidder's cards came from the nest if that matters.

    A card in a spot "… from the nest" also takes one of the slots of NEST_SLOTS.
    """

    kinds: tuple[Kind, ...]
    rooms: Mapping[str, int]
    near: tuple[str, ...]
    weights: tuple[int, ...]
    table: Arrangements
    drawn: Card | None = None

    @classmethod
    def of(cls, table: Arrangements, drawn: Card | None = None) -> Case:
        """Return the case that a table counts."""
        return cls(tuple(table.kinds), table.rooms, table.near, table.weights, table, drawn)

    @property
    def is_open(self) -> bool:
        """Whether every unseen card may lie in every place."""
        return not self.near and len(self.kinds) <= 1 and all(kind.elsewhere == {*self.rooms} for kind in self.kinds)

    @property
    def weighed(self) -> str | None:
        """The place whose number of counted cards gives a way its weight."""
        return self.near[0] if self.weights else None


@dataclass(frozen=True)
class Model:
    """Every way in which the unseen cards of a setting can lie, in cases that exclude each other."""

    setting: Setting

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """One for each card that a hidden draw may have brought; mostly one."""
        view = self.setting.view
        if view is None:
            return (Case.of(self._whole_pack()),)
        if not isinstance(view.round, TrickRound):
            if view.round.history:
                raise NotCounted(
                    "what is played in a game of letters ties the cards together in ways that are not counted"
                )
            return (Case.of(self._as_dealt()),)
        return tuple(Case.of(Clues(view.round, drawn).table(), drawn) for drawn in list_draws(view.round))

    def _whole_pack(self) -> Arrangements:
        rules = self.setting.rules
        rooms = dict.fromkeys(rules.seats, rules.hand_size)
        if self.setting.lays_out:
            down = count_covered(rules.hand_size)
            for seat in rules.half_hidden_seats:
                rooms |= {seat: rules.hand_size - down, face_down(seat): down}
        rooms |= {NEST: rules.nest_size, STOCK: self.setting.stock_size}
        return _open_table(rules.pack, rooms)

    def _as_dealt(self) -> Arrangements:
        """Return the table of a letter game before its first move."""
        assert self.setting.view is not None
        deal = self.setting.view.round.deal
        rooms = {seat: hand.count(UNSEEN) for seat, hand in zip(deal.seats, deal.hands, strict=True)}
        cards = list(self.setting.rules.pack)
        for card in deal.cards:
            if card != UNSEEN:
                cards.remove(card)
        return _open_table(tuple(cards), rooms | {STOCK: deal.stock.count(UNSEEN)})

    @cached_property
    def total(self) -> int:
        """All ways together, by weight."""
        return sum(case.table.total * ways_apart(case.table) for case in self.cases)

    @cached_property
    def is_uniform(self) -> bool:
        """Whether every unseen card may lie in every place and all ways weigh the same."""
        (case, *other_cases) = self.cases
        return not other_cases and case.is_open

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The unseen cards."""
        return tuple(card for kind in self.cases[0].kinds for unit in kind.units for card in unit)

    # The nest as it was dealt, once it has been taken up

    @cached_property
    def with_dealt_nest(self) -> Model:
        """The same ways, each as often as the bidder's cards can have come from the nest."""
        return _ModelWithNest(self.setting, tuple(self._split_nest(case) for case in self.cases), self._nest_ways)

    @property
    def _round(self) -> TrickRound:
        assert self.setting.round is not None
        return self.setting.round

    @property
    def _slots(self) -> int:
        return self._round.deal.nest.count(UNSEEN)

    @property
    def _nest_ways(self) -> int:
        """The number of ways to choose the cards from the nest among all that the bidder has had."""
        round = self._round
        return comb(round.hand_size + len(round.deal.nest), self._slots)

    def _split_nest(self, case: Case) -> Case:
        round = self._round
        bidder = round.bidder
        assert bidder is not None
        if not is_nest_mixed(round) or self._slots != len(round.deal.nest):
            raise NotCounted("after an exchange, or with part of it seen, the nest as it was dealt is not counted")
        bidder_places = {bidder, DISCARDS}
        kinds = [_split_kind(kind, bidder_places, case.near) for kind in case.kinds]
        known_cards = list_shown(round, bidder)
        rooms = {**case.rooms, NEST_SLOTS: self._slots}
        if known_cards:
            kinds.append(Kind(tuple((card,) for card in known_cards), ((SHOWN_CARDS,), (from_nest(SHOWN_CARDS),))))
            rooms[SHOWN_CARDS] = len(known_cards)
        near = tuple(
            dict.fromkeys((*case.near, *(place for place in (bidder, DISCARDS, SHOWN_CARDS) if place in rooms)))
        )
        return replace(case, kinds=tuple(kinds), rooms=rooms, near=near)


class _ModelWithNest(Model):
    """A model with the nest as it was dealt."""

    def __init__(self, setting: Setting, cases: tuple[Case, ...], times: int) -> None:
        super().__init__(setting)
        self.__dict__["cases"] = cases
        self.__dict__["total"] = times * sum(case.table.total * ways_apart(case.table) for case in cases)


def list_shown(round: TrickRound, bidder: str) -> tuple[Card, ...]:
    """Return the bidder's cards that the view shows: played, in hand, discarded. Any of them may have come from the nest."""
    shown_cards = (card for card in (*round.hands[bidder], *(round.discarded or ())) if card != UNSEEN)
    return (*list_played(round, bidder), *shown_cards)


def is_nest_mixed(round: TrickRound) -> bool:
    """Return whether each card that the bidder has had is as likely as any other to have come from the nest.

    It is not once the Tiger was exchanged, or where some of the cards are known to have been dealt to the hand.
    """
    return not round.exchanged and {*round.deal[round.bidder or ""]} == {UNSEEN}


def ways_apart(table: Arrangements) -> int:
    """Count the ways to share out cards among the places that a table takes together."""
    rooms = [[table.rooms[place] for place in block.places] for block in table.blocks]
    return prod(map(count_arrangements, rooms))


def _open_table(cards: tuple[Card, ...], rooms: Mapping[str, int]) -> Arrangements:
    """Return a table for cards that may lie anywhere."""
    rooms = {place: room for place, room in rooms.items() if room}
    kinds = [Kind(tuple((card,) for card in cards), ((ELSEWHERE,),), frozenset(rooms))] if cards else []
    return Arrangements(kinds, rooms)


def _split_kind(kind: Kind, bidder_places: set[str], near: tuple[str, ...]) -> Kind:
    """Split each spot of the bidder's cards in two: from the nest, or not."""
    split_places = [place for place in sorted(bidder_places) if place in kind.elsewhere and place not in near]
    other_places = kind.elsewhere - set(split_places)

    def split(place: str) -> tuple[str, ...]:
        if place == ELSEWHERE:
            spots = tuple(spot for base in split_places for spot in (base, from_nest(base)))
            return (*((ELSEWHERE,) if other_places else ()), *spots)
        return (place, from_nest(place)) if place in bidder_places else (place,)

    choices = tuple(way for choice in kind.choices for way in product(*map(split, choice)))
    return replace(kind, choices=choices, elsewhere=other_places)
