"""The money bar on random rounds: its pieces fill it, and what it says about the bid is true."""

from random import Random

import pytest

import mam
from mam.players import random_player
from mam.scenes import make_scene

SEEDS = range(40)


def rounds(seed: int) -> list[mam.TrickRound]:
    rng, round = Random(seed), mam.start("make-a-million-1935", seed)
    positions = [round]
    while not round.is_over:
        round = round.play(random_player(mam.view(round, round.actor), rng))
        positions.append(round)
    return positions


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.sample(13, 32)
def test_the_pieces_of_the_bar_add_up(seed: int) -> None:
    for round in rounds(seed):
        money = make_scene(mam.view(round, None))["money"]
        if round.bidder is None:
            assert money is None or (money["state"] == "" and money["shortfall"] + money["spare"] == money["total"])
            continue
        bidder_money, opponent_money = money["left"]["money"], money["right"]["money"]
        assert {end["name"]: end["side"] for end in (money["left"], money["right"])} == {"N-S": "A", "E-W": "B"}
        assert round.bidder in money["left"]["name"] and money["bid"] == round.bid
        assert bidder_money + opponent_money + money["remaining"] + money["nest"] == money["total"]
        assert (
            min(bidder_money, opponent_money, money["remaining"], money["nest"], money["shortfall"], money["spare"])
            >= 0
        )
        assert money["shortfall"] == max(0, round.bid - bidder_money)
        # What is out is needed or to spare, or it is too little, and then nothing is to spare.
        short = max(0, money["shortfall"] - money["remaining"])
        assert money["shortfall"] + money["spare"] == money["remaining"] + short
        assert not (short and money["spare"])
        assert (money["state"] == "made") == (bidder_money >= round.bid)
        if money["state"] == "made":
            assert money["difference"] == bidder_money - round.bid
        if money["state"] == "set":
            assert money["difference"] == short > 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.sample(13, 13)
def test_what_the_bar_promises_comes_true(seed: int) -> None:
    """Once it says made or set back, the round ends so, but for a Bull still to come and a Bear."""
    played = rounds(seed)
    result = played[-1].result
    assert result is not None
    for round in played:
        money = make_scene(mam.view(round, None))["money"]
        if money is not None and money["state"] in ("made", "set"):
            assert result.is_bid_made == (money["state"] == "made")
    last = make_scene(mam.view(played[-1], None))["money"]
    assert last["state"] == ("made" if result.is_bid_made else "set")
    assert last["total"] == sum(result.captured.values()) + result.nested
    assert {last["left"]["name"]: last["left"]["money"], last["right"]["name"]: last["right"]["money"]} == dict(
        result.captured
    )
    assert last["remaining"] == 0


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("person", [None, "N", "W"])
def test_every_scene_has_every_key(seed: int, person: str | None) -> None:
    keys = set(make_scene(mam.view(mam.start("make-a-million-1935", seed), None)))
    before = None
    for round in rounds(seed):
        view = mam.view(round, person)
        scene = make_scene(view, before=before)
        assert set(scene) == keys and all(seat["name"] for seat in scene["seats"])
        assert sum(seat["turn"] for seat in scene["seats"]) == (not round.is_over)
        before = view.round


def test_R35_3P_10_the_bar_of_three_says_who_is_set_back() -> None:
    """Dummy is on the bidder's side and has no score to lose."""
    hands = "A R1 | B R40 | C R5 | D R4"
    round = mam.make_position("make-a-million-1935-three", hands, "Y", "C", played="R5 R4 R1 R40")
    money = make_scene(mam.view(round, None))["money"]
    assert money["state"] == "set" and f"short of the bid: {round.bidder} is set back." in str(money)
