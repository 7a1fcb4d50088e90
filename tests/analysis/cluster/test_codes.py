"""Deal codes in columns are those that `mam.encode_deal` makes of each deal."""

import warnings
from dataclasses import replace
from random import Random

import pytest

import mam
from mam.games.registry import deal_for
from mam.rules.cards import UNSEEN
from mam.text.notation import NotationError

pytest.importorskip("numba", reason="the extra lab is not installed")

from mam.engine.rollouts.playouts import Playouts, make_spec, play_rows

GAMES = [name for name in mam.list_editions() if mam.get_edition(name).game == "tricks"]


def check(playouts: Playouts) -> None:
    frame = playouts.frame()
    assert list(frame["deal"]) == [mam.encode_deal(deal, playouts.rules.full_id) for deal in playouts.deals()]
    assert frame["deal"].is_unique
    assert mam.decode_deal(frame["deal"].iloc[-1])[1] == playouts.round(-1).deal


@pytest.mark.parametrize("policy", ["random", "rulebook"])
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.sample(8, 16)
def test_codes_of_every_edition(edition: str, policy: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one edition is played on the readable rules, which is said
        check(mam.play_out(edition, 12, seed=5, policy=policy, threads=1))


@pytest.mark.parametrize("players", [2, 6])
def test_codes_of_other_numbers_of_players(players: int) -> None:
    check(mam.play_out("sweven", 30, seed=2, players=players, threads=1))


def test_codes_of_hands_that_shrink() -> None:
    rules = mam.get_edition("exact-tricks")
    small = deal_for(rules, rules.persons[0], Random(1), hand_size=rules.hand_size - rules.shrinks_by)
    unseen = tuple(UNSEEN for _ in small.hands[0])
    hidden = replace(small, hands=tuple(unseen for _ in small.hands), stock=tuple(UNSEEN for _ in small.stock))
    check(mam.play_out("exact-tricks", 30, seed=2, deal=hidden, threads=1))


def test_codes_of_more_rows_than_are_encoded_at_once() -> None:
    rounds = mam.play_out("make-a-million-1935", 5000, seed=11, policy="rulebook", threads=1)
    codes = rounds.frame()["deal"]
    for row in (0, 2047, 2048, 4095, 4096, 4999):
        assert codes[row] == mam.encode_deal(rounds.round(row).deal, "make-a-million-1935")
    assert codes.is_unique


def test_codes_of_a_deal_of_which_much_is_known() -> None:
    deal = mam.start("six", seed=4).deal
    unseen = tuple(UNSEEN for _ in deal.hands[0])
    one_open = replace(deal, hands=(deal.hands[0], *(unseen for _ in deal.hands[1:])))
    check(mam.play_out("six", 40, seed=1, deal=one_open, threads=1))


def test_two_of_a_kind_in_a_known_hand() -> None:
    dealt = next(
        deal
        for seed in range(50)
        if len(set((deal := mam.start("eight", seed=seed).deal).hands[2])) < len(deal.hands[2])
    )
    unseen = tuple(UNSEEN for _ in dealt.hands[0])
    hands = tuple(hand if index == 2 else unseen for index, hand in enumerate(dealt.hands))
    check(mam.play_out("eight", 40, seed=1, deal=replace(dealt, hands=hands), threads=1))


def test_later_rows_are_those_of_the_whole() -> None:
    whole = mam.play_out("manhattan", 300, seed=9, policy="rulebook", threads=1)
    later = play_rows(make_spec("manhattan", seed=9, policy="rulebook"), 250, 50, compiled=True)
    assert later.frame().equals(whole.frame().iloc[250:].reset_index(drop=True))
    assert later.round(7).history == whole.round(257).history
    assert list(later.deals(3, 2)) == list(whole.deals(253, 2))


def test_later_rows_on_the_readable_rules() -> None:
    spec = make_spec("sweven", seed=9)
    whole, later = (play_rows(spec, first, rows, compiled=False) for first, rows in ((0, 6), (4, 2)))
    assert later.frame().equals(whole.frame().iloc[4:].reset_index(drop=True))
    assert later.round(1).history == whole.round(5).history


def test_a_deal_without_a_code_is_refused_as_before() -> None:
    small = replace(mam.get_edition("make-a-million-1935"), pack=mam.PACK[:-4], hand_size=12)
    with pytest.raises(NotationError, match="not a deal of"):
        mam.play_out(small, 3, seed=1, threads=1).frame()
