"""An edition, a deal and a policy as the kernel's numbers. Only this module and `playouts` turn numbers into names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported, strategy
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.club.weights import find_weights
from mam.engine.rollouts.club_hand_tables import NO_HANDS, make_hand_tables
from mam.engine.rollouts.club_tables import make_club_tables, prepare_chances
from mam.engine.rollouts.readable import (
    PlayedRound,
    PlayoutSpec,
    fill_deal,
    list_places,
    list_trump_choices,
    make_unseen_deal,
)
from mam.engine.strategy import EFFECTS, PLACES, WINNERS, Situation
from mam.engine.tables.build import Lookup, Numbers, tabulate, tabulate_in_steps
from mam.engine.tables.club_hands_kernel import HandLookup
from mam.engine.tables.club_kernel import ClubLookup
from mam.engine.tables.kernel import GameLookup, Policy
from mam.games.round import list_unaccounted
from mam.games.trick_round import TrickRound
from mam.rules.cards import TIGER, UNSEEN, Card, NoTrump, Trump, sort_hand
from mam.rules.dealing import Deal
from mam.rules.editions import TrickGameRules

_CONTEXTS, _LEVELS, _CARDS, _LENGTHS = 8, 4, 64, 32
_MAX_SEATS = 10  # whose strengths in one trick are added up beside the money


@dataclass(frozen=True, eq=False)
class Plan:
    """A simulation as the kernel plays it, and what its numbers mean: cards and trumps."""

    spec: PlayoutSpec
    deal: Deal
    cards: tuple[Card, ...]
    trumps: tuple[Trump, ...]
    game: GameLookup
    policy: Policy | None
    club: ClubLookup | None
    club_hands: HandLookup

    @cached_property
    def number(self) -> dict[Card, int]:
        """Return the number of each card."""
        return {card: n for n, card in enumerate(self.cards)}

    @property
    def has_club_hands(self) -> bool:
        """Return whether the policy discards and names trump as the club player has learned it.

        >>> from mam.engine.rollouts.playouts import make_spec
        >>> specs = [make_spec("make-a-million-1935", seed=1, policy=policy) for policy in ("rulebook", "club")]
        >>> [make_plan(spec).has_club_hands for spec in specs]
        [False, True]
        """
        return len(self.club_hands.constants) > 0

    @property
    def log_width(self) -> int:
        """Return how many entries the kernel's log has for each round."""
        return len(self.game.pool) + 4 + self.game.tricks * (2 * len(self.deal.seats) + 2)

    def unmask(self, mask: int, duplicates: int = 0) -> tuple[Card, ...]:
        """Return the cards of a mask, with those in `duplicates` twice."""
        return tuple(card for n, card in enumerate(self.cards) for _ in range((mask >> n & 1) + (duplicates >> n & 1)))

    def read(self, result: Sequence[int], log: Sequence[int]) -> tuple[PlayedRound, list[int], list[tuple[int, int]]]:
        """Read a row of the kernel's results and its log.

        Returns the round, the mask of the legal cards at each play, and each trick's winner (the number of a seat, or -1)
        and value.
        """
        seats, free = self.deal.seats, len(self.game.pool)
        blind_draw, discard, duplicates, called = log[free : free + 4]
        dealt = fill_deal(
            self.deal,
            [self.cards[card] for card in log[:free]],
            self.spec.dealers[seats[result[0]]],
            blind_draw if self.spec.rules.blind_draw else None,
        )
        step = 2 * len(seats) + 2
        tricks = [log[start : start + step] for start in range(free + 4, self.log_width, step)]
        played = PlayedRound(
            deal=dealt,
            bidder=seats[result[0]],
            trump=self.trumps[result[1]],
            discard=self.unmask(discard, duplicates),
            called=self.unmask(called),
            cards=tuple(self.cards[card] for trick in tricks for card in trick[:-2:2]),
        )
        legal = [mask for trick in tricks for mask in trick[1:-2:2]]
        return played, legal, [(trick[-2], trick[-1]) for trick in tricks]


def make_plan(spec: PlayoutSpec) -> Plan:
    """Return what the kernel needs for a simulation. Raise Unsupported for rules that tables cannot hold."""
    rules = spec.rules
    if rules.half_hidden:
        raise Unsupported("a hand with cards face down under others is not a set of cards")
    trump_choices = list_trump_choices(rules)
    tables = tuple(tabulate(rules, trump) for trump in trump_choices)
    cards = tables[0].cards
    number = {card: n for n, card in enumerate(cards)}
    deal = spec.deal or make_unseen_deal(rules, rules.persons[0])
    places = list_places(deal)
    free = [place.count(UNSEEN) for place in places]
    pool = list_unaccounted(rules.pack, [card for card in deal.cards if card != UNSEEN])
    known_masks = np.zeros((2, len(places)), np.int64)
    for index, place in enumerate(places):
        for card in place:
            if card != UNSEEN:
                known_masks[known_masks[0, index] >> number[card] & 1, index] |= 1 << number[card]
    turn_order, bidder_position, lead, allies, friends = number_seats(
        rules.seats, map(spec.make_first_lead, spec.dealers)
    )
    legal, facts, fixes, broken, transitions, multipliers = _stack_tables(tables)
    game = GameLookup(
        pool=np.array([number[card] for card in pool], np.uint8),
        ends=np.cumsum(free).astype(np.int64),
        known_cards=known_masks[0],
        known_duplicates=known_masks[1],
        drawn=len(pool) - next((n for n in reversed(free) if n), 0),
        bidders=np.array([rules.seats.index(seat) for seat in spec.dealers], np.int64),
        valued="auction" in rules.phases and len(spec.dealers) > 1,
        turn_order=turn_order,
        bidder_position=bidder_position,
        lead=lead,
        allies=allies,
        friends=friends,
        trumps=np.array([trump_choices.index(trump) for trump in spec.trumps], np.int64),
        turned_trump=np.array(
            [trump_choices.index(c.color) if c.color in trump_choices and rules.turns_trump else -1 for c in cards],
            np.int64,
        ),
        trump_bound=rules.trump_bound,
        size=rules.nest.size,
        discardable=tables[0].discardable.astype(np.int64),
        callable=sum(1 << number[card] for card in cards if card.color and rules.pack.count(card) > 1),
        called=rules.called,
        swap=np.array([_find_exchanged(rules, trump, number) for trump in trump_choices], np.int64),
        blind_draw=-2 if not rules.blind_draw else -1 if deal.blind_draw is None else deal.blind_draw,
        exchange_order=np.array([number[card] for card in sort_hand(cards)], np.int64),
        tricks=len(deal.hands[0]),
        legal=legal,
        facts=facts,
        fixes=fixes,
        broken=broken,
        colors=len(tables[0].colors),
        transitions=transitions,
        multipliers=multipliers,
        trick_points=tables[0].trick_points,
    )
    policy = None if spec.policy == "random" else _make_policy(tables, trump_choices)
    weights = find_weights(rules.full_id) if spec.policy == "club" else None
    club = make_club_tables(rules.pack, trump_choices, tables, weights) if weights else None
    hand_weights = find_hand_weights(rules.full_id) if weights else None
    club_hands = make_hand_tables(rules, cards, trump_choices, hand_weights) if hand_weights else NO_HANDS
    return Plan(spec, deal, cards, trump_choices, game, policy, club, club_hands)


def make_parts(rules: TrickGameRules, policy: str) -> Iterator[None]:
    """Make what `make_plan` takes long to make in short steps, so that it then finds it ready.

    Raises Unsupported for rules that tables cannot hold.
    """
    trumps = list_trump_choices(rules)
    for trump in trumps:
        yield from tabulate_in_steps(rules, trump)
    tables = tuple(tabulate(rules, trump) for trump in trumps)
    if policy != "random":
        for trump in trumps:
            _rate_plays(tables[0].cards, trump)
            yield
        _make_policy(tables, trumps)
        yield
    if policy == "club" and (weights := find_weights(rules.full_id)):
        yield from prepare_chances()
        make_club_tables(rules.pack, trumps, tables, weights)
        yield


def _find_exchanged(rules: TrickGameRules, trump: Trump, number: Mapping[Card, int]) -> int:
    """Return the card that is exchanged in a blind draw under this trump, or -1."""
    return number[TIGER] if "exchange" in rules.phases and trump == NoTrump.NO_COLOR and TIGER in number else -1


def number_seats(seats: Sequence[str], rounds: Iterable[TrickRound]) -> tuple[Numbers, ...]:
    """Return who sits where, who leads and who plays with whom in these rounds, indexed by the bidder (where nobody bids,
    by the dealer): `turn_order`, `bidder_position`, `lead`, `allies` and `friends` of GameLookup. Once a card is led, `lead` is
    who plays next.
    """
    n = len(seats)
    turn_order, friends = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
    bidder_position, lead, allies = (np.zeros(n, np.int64) for _ in range(3))
    for round in rounds:
        first = round.bidder or round.deal.dealer
        bidder = seats.index(first)
        position = {seat: p for p, seat in enumerate(round.turn_order)}
        turn_order[bidder] = [seats.index(seat) for seat in round.turn_order]
        bidder_position[bidder], lead[bidder] = position[first], position[round.turn or ""]
        for seat in seats:
            friends[bidder, position[seat]] = sum(1 << position[ally] for ally in round.sides[round.side_of(seat)])
        allies[bidder] = friends[bidder, position[first]]
    return turn_order, bidder_position, lead, allies, friends


@lru_cache(maxsize=16)
def _stack_tables(tables: tuple[Lookup, ...]) -> tuple[NDArray[np.integer[Any]], ...]:
    """Return the tables of all trumps one after the other, in the shapes that the kernel reads."""
    first_table, n = tables[0], len(tables)
    colors = len(first_table.colors)
    if colors + 3 > _CONTEXTS or first_table.strength.max() > 4095 // _MAX_SEATS:
        raise Unsupported("there are more colors, ranks or multipliers than the kernel's tables have room for")
    legal = np.zeros((n, _CONTEXTS, _LEVELS), np.int64)
    facts = np.zeros((n, _CONTEXTS, _CARDS), np.int32)
    fixes = np.zeros((n, _CONTEXTS, _CARDS), np.int64)
    for trump, table in enumerate(tables):
        legal[trump, : colors + 3, : table.legal.shape[1]] = table.legal.astype(np.int64)
        for context, card in product(range(colors + 3), range(len(table.cards))):
            fixed = context if context < colors else table.fixes[0 if context > colors else 1, card]
            facts[trump, context, card] = table.strength[fixed, card] | table.money[card] << 12
            fixes[trump, context, card] = trump << 9 | fixed << 6
    transitions = np.zeros((len(first_table.multipliers), _CARDS), np.int64)
    transitions[:, : len(first_table.cards)] = first_table.transitions
    broken = np.array([table.broken for table in tables], np.uint64).astype(np.int64)
    return legal.ravel(), facts.ravel(), fixes.ravel(), broken, transitions.ravel(), first_table.multipliers


@lru_cache(maxsize=64)
def _rate_plays(cards: tuple[Card, ...], trump: Trump) -> list[list[int]]:
    """Return the rulebook player's rating of each card in each situation: situation, card."""
    kinds = product(PLACES, WINNERS, (False, True), EFFECTS, (False, True))
    return [[strategy.rate_play(card, Situation(*kind, trump=trump)) for card in cards] for kind in kinds]


@lru_cache(maxsize=16)
def _make_policy(tables: tuple[Lookup, ...], trumps: tuple[Trump, ...]) -> Policy:
    """Return the rulebook player's ratings of every card in every situation."""
    cards = tables[0].cards
    tie = {card: 63 - place for place, card in enumerate(sort_hand(cards))}  # of equals the first in a sorted hand

    def rank(ratings: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the same order in small numbers, with ties broken, and the card in the lowest bits."""
        ranks = np.unique(ratings, return_inverse=True)[1].reshape(ratings.shape)
        packed = np.full((*ratings.shape[:-1], _CARDS), -1, np.int32)
        packed[..., : len(cards)] = ranks << 12 | np.array([tie[card] << 6 | n for n, card in enumerate(cards)])
        return packed.ravel()

    play_ratings = [_rate_plays(cards, trump) for trump in trumps]
    discard_ratings = [
        [[strategy.rate_discard(card, length, trump) for card in cards] for length in range(_LENGTHS)]
        for trump in trumps
    ]
    call_ratings = [[strategy.rate_called(card, trump) for card in cards] for trump in trumps]
    estimates = np.zeros((len(trumps), _CARDS), np.int64)
    estimates[:, : len(cards)] = [[strategy.estimate_card(card, trump) for card in cards] for trump in trumps]
    colors = tables[0].colors
    return Policy(
        play_scores=rank(np.array(play_ratings)),
        discard_scores=rank(np.array(discard_ratings)),
        call_scores=rank(np.array(call_ratings)),
        estimate=estimates.ravel(),
        effect=np.array(
            [EFFECTS.index(strategy.name_effect(multiplier)) for multiplier in tables[0].multipliers], np.int64
        ),
        color=np.array([len(colors) if card.color is None else colors.index(card.color) for card in cards], np.int64),
    )
