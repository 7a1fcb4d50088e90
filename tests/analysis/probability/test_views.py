"""Exact chances of what a view leaves open, against every world of it found by trying, in small rounds of every game."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import few_cards
import pytest
import walks
from tables import position

import mam
from mam.analysis.probability import OutOfReach, chances
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card

# Of each edition as it is, and with most options, the rounds of some seeds; the odd ones among them are chosen for hidden
# discards, voids, called cards, a Tiger given up.
GAMES = [combo for combo in few_cards.GAMES if not any(option.endswith("-players") for option in combo[1])]
MAX_DEALS = 150  # deals to try for one view


def cards_in(world: TrickRound, place: str) -> tuple[Card, ...]:
    piles = {"nest": world.nest, "dealt nest": world.deal.nest, "stock": world.deal.stock}
    return piles[place] if place in piles else world.hands[place]


def spread(worlds: dict[TrickRound, Fraction], place: str, quantity: str) -> dict[int, Fraction]:
    counts: Counter[int] = Counter()
    for world, weight in worlds.items():
        cards = cards_in(world, place)
        counts[sum(card.money for card in cards) if quantity == "money" else sum(map(hash_of(quantity), cards))] += (
            weight
        )
    return dict(counts)


def hash_of(kind: str):  # type: ignore[no-untyped-def]
    return (lambda card: card.is_number_card) if kind == "plain" else (lambda card: card.code == kind)


def views(combo: walks.Combo, seed: int) -> list[mam.View[TrickRound]]:
    """A few views from a small round, at moments in all parts of it."""
    rng, possible_views = Random(seed), []
    first = few_cards.small_round(combo, seed, 2 if len(walks.rules_of(combo).seats) <= 4 else 1)
    for round in few_cards.walk(first, seed):
        person = round.rules.persons[int(rng.random() * len(round.rules.persons))]
        if rng.random() < 0.4 and few_cards.has_few_deals(view := mam.view(round, person), MAX_DEALS):
            possible_views.append(view)
    return possible_views


@pytest.mark.parametrize("combo", GAMES, ids=walks.name_of)
@pytest.mark.sample(3, 39)
def test_all_places_and_cards(combo: walks.Combo) -> None:
    asked = 0
    drawn_views = (view for seed in range(40) for view in views(combo, seed))
    for view in islice(drawn_views, 3):
        worlds, odds = few_cards.all_worlds(view), chances(view)
        names = [
            *view.round.rules.seats,
            *(name for name in ("nest", "dealt nest", "stock") if odds.setting.is_place(name)),
        ]
        for place in names:
            for quantity in ("money", "plain", *(card.code for card in view.round.rules.pack[:2])):
                try:
                    distribution = odds.money(place) if quantity == "money" else odds.count(place, quantity)
                except OutOfReach:
                    assert place == "dealt nest" and view.round.exchanged is not None
                    continue
                assert dict(distribution) == spread(worlds, place, quantity), (view, place, quantity)
                asked += 1
    assert asked


def test_joint_questions_of_a_view() -> None:
    combo = ("make-a-million-1935", ())
    asked = 0
    for seed in range(20, 28):
        for view in views(combo, seed):
            if view.round.phase != "play" or view.round.bidder == view.person:
                continue
            worlds, odds = few_cards.all_worlds(view), chances(view)
            bidder, left = view.round.bidder, odds.setting.place("left").name
            assert bidder is not None

            def fits(world: TrickRound, bidder: str = bidder, left: str = left) -> bool:
                rich = sum(card.money for card in world.hands[bidder]) >= 5
                return rich or (not any(card.is_number_card for card in world.deal.nest) and len(world.hands[left]) > 0)

            wanted = sum(weight for world, weight in worlds.items() if fits(world))
            question = f"money {bidder} >= 5 or dealt nest plain = 0 and left cards > 0"
            assert odds.chance(question).exact == wanted, view
            conditioned = odds.given(f"money {bidder} <= 10")
            possible = {w: e for w, e in worlds.items() if sum(card.money for card in w.hands[bidder]) <= 10}
            poor = {w: e for w, e in worlds.items() if not any(card.money for card in w.deal.nest)}
            if poor:
                card = view.round.rules.pack[-1]
                weight_held = sum(e for w, e in poor.items() if card in w.hands[left])
                assert odds.given("dealt nest money cards = 0").holds(left, card).exact == weight_held / sum(
                    poor.values()
                )
            if possible:
                total = sum(possible.values())
                wanted = sum(e for w, e in possible.items() if sum(card.money for card in w.nest) == 0) / total
                assert conditioned.chance("nest money = 0").exact == wanted
                split = conditioned.split("money cards", [*dict.fromkeys((bidder, left, "nest"))], ordered=True)
                assert sum(split.values()) == 1
            asked += 1
    assert asked >= 5


def test_a_split_in_a_view_is_the_joint_distribution() -> None:
    combo = ("make-a-million-2004", ())
    asked = 0
    for seed in range(12):
        for view in views(combo, seed):
            odds = chances(view)
            hands = [seat for seat in view.round.rules.seats if mam.UNSEEN in view.round.hands[seat]]
            if len(hands) != 3:
                continue
            worlds = few_cards.all_worlds(view)
            counts: Counter[tuple[int, ...]] = Counter()
            for world, weight in worlds.items():
                counts[tuple(sum(card.is_number_card for card in _unseen(view, world, seat)) for seat in hands)] += (
                    weight
                )
            assert dict(odds.split("plain", ordered=True)) == dict(counts), view
            asked += 1
    assert asked > 3


def _unseen(view: mam.View[TrickRound], world: TrickRound, seat: str) -> list[Card]:
    cards = list(world.hands[seat])
    for card in view.round.hands[seat]:
        if card != mam.UNSEEN:
            cards.remove(card)
    return cards


def test_the_bidders_discards() -> None:
    asked = 0
    for seed in range(8):
        for view in views(("make-a-million-1935", ()), seed):
            bidder = view.round.bidder
            if bidder is None:
                continue
            worlds = few_cards.all_worlds(view)
            counts: Counter[int] = Counter()
            for world, weight in worlds.items():
                hand = (*world.deal[bidder], *world.deal.nest)
                counts[few_cards.count_discards(hand, world.rules.nest.size)] += weight
            assert dict(chances(view).discards(bidder)) == dict(counts), view
            asked += 1
    assert asked > 10


def test_two_copies_lie_apart_or_together() -> None:
    where = chances("six").given("A holds Tiger").where("B40")
    assert sum(where.values()) == 1
    apart = {where[pair] for pair in (("X", "B"), ("X", "Y"), ("X", "C"))}
    assert len(apart) == 1 and apart.pop() > where[("X", "X")] > 0


def test_a_discard_seen_whole_is_still_a_choice_among_those_of_a_hidden_hand() -> None:
    round = position(
        "make-a-million-2004", "N R1 Y1 | E R2 Y2 | S R3 TIGER | W R40 B5",
        bidder="W", trump="R", nest="R30 Y30 G30", discards="R30 Y30 G30", played="R40, R1, R2, R3",
    )  # fmt: skip
    assert mam.UNSEEN not in (mam.view(round, "E").round.discarded or ())
    assert "W made any legal discard with equal chance" in chances(mam.view(round, "E")).model
    assert "any legal discard" not in chances(mam.view(round, "W")).model
