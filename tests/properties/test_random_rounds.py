"""Whole rounds at random: no deadlock, no money lost, every move explained; the oracle agrees on every card."""

from itertools import pairwise
from random import Random

import oracle
import pytest
from positions import SEATS
from strategies import next_move, start

import mam
from mam.games.trick_round import TrickRound
from mam.rules.moves import Play
from mam.rules.rulings import all_rulings
from mam.text.notation import parse_round

BATCH = 50


def played(seed: int) -> tuple[TrickRound, ...]:
    """A round of the whole pack from the deal to the score, position by position; some with rich hands, some with random auctions."""
    rng = Random(seed)
    kind = "rich" if seed % 5 == 0 else "any"
    options = ("tiger-sets-color",) if seed % 7 == 0 else ()
    line = [start(rng, kind, SEATS[seed % 4], options)]
    while not line[-1].is_over:
        assert line[-1].legal_moves
        line.append(next_move(line[-1], rng, quiet=seed % 3 != 0))
    return tuple(line)


def check_end(round: TrickRound) -> None:
    result = round.result
    assert result is not None and round.turn is None and round.legal_moves == ()
    assert len(round.tricks) == 13 and not any(round.hands.values())
    assert all(len(trick.cards) == 4 and trick.winner for trick in round.tricks)
    cards = [card for trick in round.tricks for card in trick.cards]
    assert {*cards, *(round.discarded or ())} == set(mam.PACK) and len(cards) == 52
    assert sum(result.captured.values()) + result.nested - result.bull_gain + result.bear_loss == 400
    assert max(result.captured.values()) <= 520 and min(result.captured.values()) >= 0
    assert result.nested == sum(oracle.money(card.code) for card in round.discarded or ())
    for side, took in result.captured.items():
        makes_bid = side != result.side or took >= result.bid
        assert result.scores[side] == (took if makes_bid else -result.bid)
    assert parse_round(repr(round)) == round


def check_tricks(round: TrickRound) -> None:
    assert round.trump is not None
    sets = "tiger-sets-color" in round.rules.chosen
    for before, trick in zip((None, *round.tricks), round.tricks, strict=False):
        table = [card.code for card in trick.cards]
        assert trick.winner == trick.seats[oracle.winner_index(table, round.trump.value, sets)]
        assert trick.value == oracle.trick_value(table)
        assert before is None or trick.leader == before.winner


def check_moves(line: tuple[TrickRound, ...]) -> None:
    for before, after in pairwise(line):
        move = after.history[-1]
        rulings = before.why(move)
        assert rulings and all(ruling.id in all_rulings() and ruling.reason for ruling in rulings)
        for legal in before.legal_moves[:8]:
            assert before.why_not(legal) is None
        if isinstance(move, Play) and before.turn and before.trick and before.trump:
            hand = [card.code for card in before.hands[before.turn]]
            table = [card.code for card in before.trick.cards]
            sets = "tiger-sets-color" in before.rules.chosen
            assert [str(legal_move) for legal_move in before.legal_moves] == [
                f"play {card}" for card in oracle.legal(hand, table, before.trump.value, sets)
            ]


@pytest.mark.parametrize("batch", range(10))
@pytest.mark.sample(2, 2)
def test_random_rounds(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        line = played(seed)
        check_end(line[-1])
        check_tricks(line[-1])
        if seed % 4 == 0:
            check_moves(line)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(200))
def test_ten_thousand_random_rounds(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        line = played(seed)
        check_end(line[-1])
        check_tricks(line[-1])
        check_moves(line)


def test_the_rounds_are_of_every_kind() -> None:
    lines = [played(seed)[-1] for seed in range(60)]
    assert {round.deal.dealer for round in lines} == set(SEATS) == {round.bidder for round in lines}
    assert {round.trump for round in lines} == set(mam.Color)
    assert any(round.result.nested for round in lines if round.result) and any(
        round.bid and round.bid > 300 for round in lines
    )
    assert {round.result.is_bid_made for round in lines if round.result} == {True, False}


def test_the_same_moves_in_every_dealers_place() -> None:
    for seed in range(4):
        lines = played(seed)
        replayed = TrickRound(lines[-1].rules, lines[-1].deal)
        for position, move in zip(lines, lines[-1].history, strict=False):
            assert replayed == position and replayed.hands == position.hands
            replayed = replayed.play(move)
        assert replayed == lines[-1]
