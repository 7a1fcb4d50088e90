"""A Bull that triples, and a game for five with 65 cards: facts that no edition has, and all the rest follows from them."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from walks import figures_by_oracle

import mam
from mam.drawing import effect_path, table_svg, table_text
from mam.engine.budget import Budget
from mam.engine.solver.minimax import ReadablePosition
from mam.games.registry import deal_for
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.rules.cards import BEAR, BULL, PACK, make_two_packs
from mam.rules.editions import TrickGameRules
from mam.rules.editions.seating import list_letters, list_names
from mam.rules.tricks import Trick, why_captured
from mam.scenes import make_scene
from mam.scenes.card_facts import describe_card


def triple(edition: str) -> TrickGameRules:
    rules = mam.get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    return replace(rules, tricks=replace(rules.tricks, bull_factor=3)).with_options([])


def for_five() -> TrickGameRules:
    """One pack with a second copy of each ten and five, and of the Bull and the Bear; everybody plays alone."""
    seats, usual = list_letters(5), mam.get_edition("make-a-million-2004")
    assert isinstance(usual, TrickGameRules)
    single = [card.code for card in PACK if card.rank not in (10, 5) and card not in (BULL, BEAR)]
    rules = replace(
        usual,
        seats=seats,
        seat_names=list_names(seats),
        sides={},
        side_names={},
        alliance="alone",
        pack=make_two_packs(single),
        phases=("auction", "trump", "play"),
        nest=replace(usual.nest, size=0),
        scoring=replace(usual.scoring, tie="joint"),
        cites={**usual.cites, **dict.fromkeys(("later-duplicate", "bulls-quadruple", "bear-between"), "R68-8")},
    )
    return rules.with_options([])


RULES = [triple("make-a-million-1935"), triple("six"), for_five()]
each_game = pytest.mark.parametrize("rules", RULES, ids=["triples", "six, triples", "five"])


def play_round(rules: TrickGameRules, seed: int) -> list[TrickRound]:
    """Every position of a round of rulebook players, each of whom sees only a view."""
    round = TrickRound(rules, deal_for(rules, rules.seats[seed % len(rules.seats)], Random(seed)))
    rounds = [round]
    while not round.is_over:
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(seed)))
        rounds.append(round)
    return rounds


@each_game
def test_only_topics_are_cited_that_there_are(rules: TrickGameRules) -> None:
    known = {topic for name in mam.list_editions() for topic in mam.get_edition(name).cites}
    assert set(rules.cites) <= known, sorted(set(rules.cites) - known)


@each_game
def test_the_game_is_dealt_bid_played_scored_and_drawn(rules: TrickGameRules) -> None:
    for seed in range(3):
        rounds = play_round(rules, seed)
        end = rounds[-1]
        assert end.result is not None and len(end.tricks) == rules.hand_size
        taken = sum(end.captured.values()) + end.nested - end.bull_gain + end.bear_loss
        assert taken == mam.money_in(rules.pack)
        figures_by_oracle(end)
        for round in rounds[::17]:
            scene = make_scene(mam.view(round, rules.seats[1]))
            assert table_svg(scene).startswith("<svg") and table_text(scene) and str(round)


@each_game
def test_worlds_agree_with_the_view(rules: TrickGameRules) -> None:
    view = mam.view(play_round(rules, 1)[-20], rules.seats[0])
    for world in islice(mam.worlds(view, Random(1)), 3):
        assert mam.view(world, rules.seats[0]) == view


@each_game
def test_the_kernel_captures_the_same(rules: TrickGameRules) -> None:
    pytest.importorskip("numba", reason="the extra lab is not installed")
    result = mam.play_out(rules, 30, seed=5, policy="rulebook", threads=1)
    for number in range(30):
        took = dict.fromkeys(rules.seats, 0)
        for trick in result.round(number).tricks:
            if trick.winner:
                took[trick.winner] += trick.value
        assert list(took.values()) == result.money[number].tolist()


@pytest.mark.parametrize(
    ("rules", "max_bid"),
    [*zip(RULES, (640, 800 + 160 * 8, 460 + 120 * 3), strict=True)],
    ids=["triples", "six", "five"],
)
def test_D_G06_the_highest_bid_follows(rules: TrickGameRules, max_bid: int) -> None:
    assert rules.auction.max_bid == max_bid
    round = TrickRound(rules, deal_for(rules, rules.seats[0], Random(1)))
    round = round.play(mam.Bid(rules.auction.min_opening))
    assert round.why_not(mam.Bid(max_bid)) is None
    ruling = round.why_not(mam.Bid(max_bid + 5))
    assert ruling is not None and mam.format_amount(max_bid) in ruling.reason


def test_every_word_about_the_bull_follows() -> None:
    rules, names = triple("six").tricks, {seat: seat for seat in "AXBYCZ"}
    for played, words, tag in (
        ("R40 BULL R1 R2 R3 R4", "The Bull triples $40,000 to $120,000.", "Bull ×3"),
        ("R40 BULL R1 R2 R3 BULL", "Two Bulls multiply $40,000 by 9 to $360,000.", "Bull ×9"),
    ):
        trick = Trick(tuple(names), tuple(map(mam.Card, played.split())), "A", rules=rules)
        assert (why_captured(trick, mam.Color.BLACK, rules, names)[-1].sentence, trick.tag) == (words, tag)


def test_the_picture_of_the_bull_follows() -> None:
    for rules, effect, name in (
        (mam.get_edition("make-a-million-1935"), "×2", describe_card(BULL)),
        (RULES[0], "×3", "Bull, triples the money of its trick"),
    ):
        assert isinstance(rules, TrickGameRules)
        round = TrickRound(rules, deal_for(rules, "N", Random(3)))
        scene = make_scene(mam.view(round, next(seat for seat, hand in round.hands.items() if BULL in hand)))
        assert (scene["cards"]["BULL"]["description"], scene["cards"]["BULL"]["effect"]) == (name, effect)
        picture = table_svg(scene)
        shown = [mark for mark in ("×2", "×3", "×4") if effect_path(mark) in picture]
        assert shown == [effect] and name in picture


def test_the_solver_follows() -> None:
    small = mam.make_position(
        "make-a-million-1935", "N R40 B2 | E BULL B5 | S R1 B40 | W R2 B3", "B", bidder="N", bid=200
    )
    for rules, money in ((small.rules, 125), (replace(small.rules, tricks=RULES[0].tricks), 165)):
        round = TrickRound(rules, small.deal, small.history)
        readable = ReadablePosition(round)
        assert (
            readable.probe(money // readable.unit, Budget(None, None)) == money // readable.unit <= readable.upper_bound
        )
        assert mam.solve(round).value == money
