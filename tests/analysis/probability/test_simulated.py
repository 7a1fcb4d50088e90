"""Exact chances on the usual packs agree with simulation: four standard errors, fixed seeds."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random

import few_cards
import pytest
from probability_rounds import late_position, random_round

import mam
from mam.analysis.probability import Chances, OutOfReach, chances
from mam.engine import strategy
from mam.games.registry import make_round
from mam.rules.cards import BEAR, BULL, Color
from mam.rules.moves import Discard, NameTrump
from mam.text.notation import parse_move

N = 1_000

UNSEEN = [
    ("make-a-million-1935", "N holds Bull and Bear"),
    ("make-a-million-1935", "N red >= 5"),
    ("make-a-million-1935", "N red >= 5 and money N-S > 200"),
    ("make-a-million-1935", "money N >= 100 and money S <= 60 and nest money >= 10"),
    ("make-a-million-1935", "money N > money S and money S > money E"),
    ("make-a-million-1935", "nest money = 0 or N holds Tiger"),
    ("make-a-million-1935", "strength N red >= 80"),
    ("make-a-million-1935", "N plain >= 8 and not nest holds Bear"),
    ("make-a-million-1935-three", "D holds Tiger or A-B money cards >= 12"),
    ("make-a-million-1935-two", "S red + W red >= 7"),
    ("manhattan", "N-S holds Tiger and R40"),
    ("make-a-million-2004", "widow money > 30"),
    ("six", "A holds R40 and X holds R40"),
    ("six", "A R40 = 2"),
    ("six", "money A-B-C > 400"),
    ("eight", "A holds Bull and money A >= 60"),
    ("eight", "nest holds Tiger"),
    ("silent-six", "A 40s >= 3"),
    ("silent-eight", "A animals >= 1 and W animals >= 1"),
    ("exact-tricks", "stock holds Tiger or A red >= 4"),
    ("sweven", "A holds HJ and A aces >= 1"),
    ("sweven", "A money > B money + 3"),
    ("millionaire", "A holds Q"),
    ("anagrams", "A E = 2 or B Z >= 1"),
]


@pytest.mark.parametrize(("edition", "condition"), UNSEEN)
@pytest.mark.sample(3, 20)
def test_of_an_unseen_deal(edition: str, condition: str) -> None:
    chance = chances(edition).chance(condition)
    assert 0 < chance.exact < 1
    assert chance.simulate(N, seed=5).agrees


PLAYED = [
    (edition, tricks)
    for edition in (
        "make-a-million-1935",
        "make-a-million-2004",
        "make-a-million-1935-three",
        "manhattan",
        "six",
        "silent-eight",
    )
    for tricks in (1, 5)
]


def questions(odds: Chances, bidder: str) -> list[str]:
    hand = next(seat for seat in odds.setting.rules.seats if odds.setting.place(seat).seen_cards == ())
    return [
        f"money {bidder} >= 60",
        "nest plain >= 1 and left money cards >= 2",
        f"left holds Bull or {hand} plain >= 4",
        f"money {hand} > money left or money {bidder} > 50",
        *(["dealt nest money = 0"] if odds.setting.round and not odds.setting.round.exchanged else []),
    ]


@pytest.mark.parametrize(("edition", "tricks"), PLAYED)
@pytest.mark.sample(2, 3)
def test_of_a_view(edition: str, tricks: int) -> None:
    round = next(
        round
        for seed in range(50)
        if (round := random_round(edition, seed, tricks)).bidder and len(round.tricks) == tricks
    )
    assert round.bidder is not None
    person = next(seat for seat in round.rules.persons[::-1] if seat != round.bidder)
    odds = chances(mam.view(round, person))
    too_many: list[str] = []
    for question in questions(odds, round.bidder):
        try:
            chance = odds.chance(question)
        except OutOfReach as refusal:
            too_many.append(str(refusal))
            continue
        assert chance.simulate(N, seed=5).agrees, (question, chance)
    assert len(too_many) <= 1 and all("too many" in refusal for refusal in too_many)
    for distribution in (odds.money("left"), odds.count(round.bidder, "plain"), odds.count("left", "money cards")):
        assert distribution.simulate(N, seed=6).agrees


def test_a_card_that_the_bidder_showed_with_a_call_may_come_from_the_nest() -> None:
    round = next(
        round
        for seed in range(50)
        if (round := random_round("silent-eight", seed, 1)).bidder and len(round.tricks) == 1
    )
    odds = chances(mam.view(round, "Z"))
    assert round.called and {*round.called} <= {*mam.view(round, "Z").round.hands[round.bidder or ""]}
    nest_money = odds.money("dealt nest")
    assert sum(nest_money.values()) == 1
    assert nest_money.simulate(N, seed=7).agrees
    called_card = round.called[0]
    assert odds.holds("dealt nest", called_card).exact == Fraction(3, 16)  # the partner played the other one
    assert odds.chance(f"dealt nest holds {called_card.code}").simulate(N, seed=8).agrees


def test_the_worlds_that_others_draw_from_are_the_same() -> None:
    round = random_round("make-a-million-1935", 3, 4)
    view = mam.view(round, next(seat for seat in "NESW" if seat != round.bidder))
    odds, worlds = chances(view), list(islice(mam.worlds(view, Random(8)), 600))
    for card in view.round.unaccounted[::4]:
        for place in ("N", "E", "S", "W", "nest", "dealt nest"):
            exact = float(odds.holds(place, card))
            piles = {"nest": lambda world: world.nest, "dealt nest": lambda world: world.deal.nest}
            hits = sum(card in piles.get(place, lambda world, seat=place: world.hands[seat])(world) for world in worlds)
            assert abs(hits / 600 - exact) <= 4 * sqrt(exact * (1 - exact) / 600) + 1e-9, (card, place)


def test_games_of_letters_in_play_are_simulated() -> None:
    round = mam.start("millionaire", seed=4, players=3)
    for _ in range(3):
        round = round.play(round.legal_moves[0])
    odds = chances(mam.view(round, "A"))
    with pytest.raises(OutOfReach, match="ties the cards together") as refused:
        odds.holds("B", "E")
    assert 0 < refused.value.simulated.mean < 1
    assert (
        refused.value.simulated.standard_error < 0.03 and refused.value.simulated.n == 300
    )  # whole worlds take their time


def test_the_nest_as_dealt_after_an_exchange_is_simulated() -> None:
    odds = chances(mam.view(late_position(), "E"))
    with pytest.raises(OutOfReach, match="after an exchange") as refused:
        odds.holds("dealt nest", "G2")
    worlds = list(islice(mam.worlds(odds.setting.view, Random(8)), 2_000))
    share = sum(any(card.code == "G2" for card in world.deal.nest) for world in worlds) / 2_000
    assert abs(refused.value.simulated.mean - share) < 0.05


def test_a_card_known_to_be_dealt_to_the_bidder_is_not_from_the_nest() -> None:
    deal, unseen = mam.start("make-a-million-1935", seed=3, dealer="N").deal, (mam.UNSEEN,) * 13
    (known_card, *_), south = deal["N"], deal["S"]
    hands = ((known_card, *unseen[1:]), unseen, south, unseen)
    round = make_round(mam.get_edition("make-a-million-1935"), replace(deal, hands=hands, nest=unseen[:3]))
    for move in (mam.Bid(200), mam.Pass(), mam.Pass(), mam.Pass(), Discard(unseen[:3]), NameTrump(Color.YELLOW)):
        round = round.play(move)
    for code in ("R40", "R3", "R9", known_card.code):
        round = round.play(parse_move(code))
    with pytest.raises(OutOfReach, match="with part of it seen") as refused:
        chances(mam.view(round, None)).holds("dealt nest", known_card)
    assert refused.value.simulated.mean == 0


# A player's policy


def test_a_policy_is_simulated_only() -> None:
    round = random_round("make-a-million-1935", 3, 0)
    while not round.discarded or len(round.history) < 12:
        round = round._apply(round.legal_moves[0])
    view = mam.view(round, next(seat for seat in "NESW" if seat != round.bidder))
    odds = chances(view, policy=strategy.choose_discard)
    with pytest.raises(OutOfReach, match="can only be simulated") as refused:
        odds.chance("nest money = 0")
    assert refused.value.simulated.mean == 1
    assert "choose_discard" in odds.model


def test_a_policy_weighs_worlds_by_what_it_would_put_out() -> None:
    asked = 0
    for seed in (1, 3):  # rounds with a view of many worlds after the first trick
        first = few_cards.small_round(("make-a-million-1935", ()), seed, 3)
        for round in few_cards.walk(first, seed):
            bidder = round.bidder
            person = next((seat for seat in "NESW" if seat != bidder), "N")
            view = mam.view(round, person)
            put_out = view.round.discarded or ()
            if round.phase != "play" or mam.UNSEEN not in put_out or len(round.tricks) != 1 or bidder is None:
                continue
            if not few_cards.has_few_deals(view, 400):
                continue
            chances_of = {}
            for world, weight in few_cards.all_worlds(view).items():
                hand = (*world.deal[bidder], *world.deal.nest)
                chosen = strategy.choose_discard(hand, world.rules.nest, world.trump)  # type: ignore[arg-type]
                if sorted(chosen, key=str) == sorted(world.discarded or (), key=str):
                    chances_of[world] = weight * few_cards.count_discards(hand, world.rules.nest.size)
            if len(chances_of) < 20:
                continue
            odds = chances(view, policy=strategy.choose_discard)
            total = sum(chances_of.values())
            for card in view.round.unaccounted[:3]:
                exact = sum(weight for world, weight in chances_of.items() if card in world.hands[bidder]) / total
                with pytest.raises(OutOfReach) as refused:
                    odds.holds(bidder, card)
                assert replace(refused.value.chance, exact=exact).agrees, (view, card, exact, refused.value)
            asked += 1
            break
    assert asked == 2


def test_a_policy_needs_a_hidden_discard() -> None:
    with pytest.raises(ValueError, match="needs a view with an unseen discard"):
        chances("make-a-million-1935", policy=strategy.choose_discard)
    with pytest.raises(TypeError, match="a policy is a function"):
        chances("make-a-million-1935", policy="low")  # type: ignore[arg-type]


def test_neither_bull_nor_bear_is_put_out() -> None:
    odds = chances(mam.view(random_round("make-a-million-1935", 3, 1), "N"))
    for animal in (BULL, BEAR):
        assert odds.holds("nest", animal).exact == 0
