"""Playouts as a whole: chance is fair, the same whatever runs it, and the readable rules stand in where the kernel cannot."""

import io
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bids import opening
from cases import check_each
from parity_tables import plan_of

import mam
from mam.engine.rollouts import playouts
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import make_spec, play_logged
from mam.engine.rollouts.readable import can_win_auction, play_readable
from mam.engine.tables import kernel
from mam.rules.cards import UNSEEN, NoTrump, sort_hand
from mam.support import notices

GAME = "make-a-million-1935"
ROOT = Path(mam.__file__).parent.parent


def far(counts: np.ndarray, expected: np.ndarray, free: int) -> float:
    """By how many standard deviations chi-square is beyond what chance brings."""
    return float((((counts - expected) ** 2 / expected).sum() - free) / sqrt(2 * free))


# Chance


def seats_of_cards(seed: int, rounds: int) -> np.ndarray:
    """For each round and card the place it was dealt to: the four seats, then the nest."""
    plan = plan_of(GAME, seed=seed)
    results, log = np.zeros((rounds, 8), np.int32), np.zeros((rounds, plan.log_width), np.int64)
    kernel.play_rounds(
        plan.game,
        None,
        None,
        plan.club_hands,
        kernel.DEAL_START,
        np.uint64(seed),
        0,
        results,
        log,
        playouts.find_pdep(),
    )
    places = np.repeat(np.arange(5), np.diff(plan.game.ends, prepend=0))
    return places[np.argsort(log[:, :55], axis=1)]


def test_every_card_is_dealt_everywhere() -> None:
    rounds = 20_000
    dealt = seats_of_cards(11, rounds)
    counts = np.array([np.bincount(dealt[:, card], minlength=5) for card in range(55)])
    assert far(counts, rounds * np.array([13, 13, 13, 13, 3]) / 55, 54 * 4) < 4


def test_cards_come_together_as_often_as_they_should() -> None:
    """Any two cards are in the first hand together as chance has it."""
    rounds = 20_000
    first = (seats_of_cards(12, rounds) == 0).astype(np.int64)
    together = (first.T @ first)[np.triu_indices(55, 1)]
    share = 13 * 12 / (55 * 54)
    deviations = (together - rounds * share) / sqrt(rounds * share * (1 - share))
    assert abs(deviations).max() < 4.5 and 0.9 < deviations.std() < 1.1


def test_bidder_trump_and_first_card_are_chosen_evenly() -> None:
    result = mam.play_out("make-a-million-2004+no-trump", 30_000, seed=13)
    for column, kinds in ((result.bidder, 4), (result.trump, 6)):
        counts = np.array([*Counter(column.tolist()).values()])
        assert len(counts) == kinds and far(counts, np.full(kinds, 30_000 / kinds), kinds - 1) < 4
    deal = mam.start(GAME, seed=3, dealer="S").deal
    plan = make_plan(make_spec(GAME, seed=1, deal=deal, bidder="S", trump=mam.Color.RED))
    leads = Counter(played.cards[0] for played, _, _ in play_logged(plan, 0, 5_000))
    assert len(leads) == len([card for card in deal["W"] if card.code not in ("BULL", "BEAR")])
    assert far(np.array([*leads.values()]), np.full(len(leads), 5_000 / len(leads)), len(leads) - 1) < 4


@pytest.mark.parametrize("hand", ["R2 R2 R3 R4", "R2 R2 R3 R3 R4", "R2 R2 R3 R3 R4 R4"])
def test_equal_cards_are_put_out_as_one_choice(hand: str) -> None:
    """Every different discard has the same chance, although two of equal cards could be taken in more ways."""
    codes = hand.split()
    kinds = sorted(set(codes))
    mask, duplicate = (sum(1 << index for index, kind in enumerate(kinds) if codes.count(kind) > n) for n in (0, 1))
    counts: Counter[tuple[int, int]] = Counter()
    key = np.uint64(5)
    for _ in range(20_000):
        chosen, chosen_duplicates, after = kernel._pick_randomly(mask, duplicate, 3, key, None)
        key = np.uint64(after)
        counts[chosen, chosen_duplicates] += 1
    choices = len(set(combinations(codes, 3)))
    assert len(counts) == choices
    assert far(np.array([*counts.values()]), np.full(choices, 20_000 / choices), choices - 1) < 4


def test_discards_of_a_hand() -> None:
    """Every three of the number cards in hand and nest are discarded equally often."""
    deal = mam.start(GAME, seed=3, dealer="S").deal
    plain = [card for card in (*deal["S"], *deal.nest) if card.is_number_card]
    plan = make_plan(make_spec(GAME, seed=2, deal=deal, bidder="S"))
    rounds = 5_000
    discards = Counter(played.discard for played, _, _ in play_logged(plan, 0, rounds))
    choices = comb(len(plain), 3)
    assert len(discards) <= choices
    counts = np.array([*discards.values(), *[0] * (choices - len(discards))])
    assert far(counts, np.full(choices, rounds / choices), choices - 1) < 4


@pytest.mark.parametrize("policy", ["random", "rulebook"])
@pytest.mark.parametrize("edition", [GAME, "silent-six", "manhattan", "exact-tricks+hands-of-3"])
@pytest.mark.sample(2, 1)
def test_the_readable_rules_play_the_same_game(edition: str, policy: str) -> None:
    """Other rounds, the same distribution: the means agree within four standard errors."""
    rounds = 60 if policy == "random" else 25
    asked = make_spec(edition, seed=4, policy=policy)
    fast, slow = mam.play_out(edition, 20_000, seed=4, policy=policy), playouts._play_readable_rows(asked, rounds)
    for column in range(fast.money.shape[1]):
        fast_money, slow_money = fast.money[:, column], slow.money[:, column]
        assert (
            abs(fast_money.mean() - slow_money.mean())
            < 4 * sqrt(fast_money.var() / len(fast_money) + slow_money.var() / rounds) + 0.5
        )
    assert abs(fast.allies.mean() - slow.allies.mean()) < 0.1


# The same, whatever runs it


@pytest.mark.parametrize("policy", ["random", "rulebook"])
def test_threads_do_not_matter(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "_CHUNK", 700)
    results = [mam.play_out("six", 3000, seed=5, policy=policy, threads=threads) for threads in (1, 2, 3)]
    for result in results[1:]:
        assert (results[0].money == result.money).all() and (results[0].trump == result.trump).all()
    first_rounds = mam.play_out("six", 1000, seed=5, policy=policy)
    assert (first_rounds.money == results[0].money[:1000]).all()  # fewer rounds are the first of more
    assert (mam.play_out("six", 1000, seed=6, policy=policy).money != first_rounds.money).any()


@pytest.mark.extended  # compiles the kernel once more
@pytest.mark.parametrize("policy", ["random", "rulebook"])
@pytest.mark.parametrize("edition", [GAME, "silent-eight", "manhattan"])
@pytest.mark.sample(3, 5)
def test_the_portable_path_plays_the_same(edition: str, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = mam.play_out(edition, 2000, seed=6, policy=policy)
    monkeypatch.setenv("MAM_PORTABLE", "1")
    assert playouts.find_pdep() is None
    assert (mam.play_out(edition, 2000, seed=6, policy=policy).money == compiled.money).all()


def test_the_nth_bit() -> None:
    paths = [None, *([1] if playouts.find_pdep() else [])]
    for mask in (1, 0b1011, 0b10101, (1 << 55) - 1, 1 << 54 | 0b110000111, 0xAAAA_AAAA_AAAA_AA):
        bits = [n for n in range(64) if mask >> n & 1]
        for path in paths:
            assert [kernel.find_nth_bit(mask, n, path).bit_length() - 1 for n in range(len(bits))] == bits


FRESH = """
import json
import mam
result = mam.play_out("make-a-million-1935", 100, seed=9, threads=1)
from mam.engine.tables import kernel
stats = kernel.play_rounds.stats
print(json.dumps([result.money.tolist(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


@pytest.mark.extended
@pytest.mark.long
def test_a_fresh_process_reads_the_cache(tmp_path: Path) -> None:
    """Cold and cached give the same rounds; the second process compiles nothing."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", FRESH], check=True, capture_output=True, text=True, env=environment
            ).stdout
        )
        for _ in range(2)
    ]
    (cold, hits, misses), (cached, later_hits, later_misses) = runs
    assert cold == cached == mam.play_out(GAME, 100, seed=9).money.tolist()
    assert (hits, misses) == (0, 1) and (later_hits, later_misses) == (1, 0)


def test_nobody_has_to_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, run = threading.Event(), playouts._run

    def slow(*arguments: Any) -> None:
        compiled.wait(60)
        run(*arguments)

    monkeypatch.setattr(playouts, "_run", slow)
    monkeypatch.setattr(playouts, "_compilers", {})
    monkeypatch.setattr(playouts, "_past_warnings", set())
    with pytest.warns(UserWarning, match="the kernel is still compiling: the readable rules play these rounds"):
        early = mam.play_out(GAME, 20, seed=9, wait=0)
    assert early._plan is None and early.round(3).is_over
    compiled.set()
    later = mam.play_out(GAME, 20, seed=9, wait=60)
    assert later._plan is not None and later.money.tolist() == mam.play_out(GAME, 20, seed=9).money.tolist()
    with pytest.raises(ValueError, match="wait must be a number of seconds"):
        mam.play_out(GAME, 20, seed=9, wait=-1)


@pytest.mark.parametrize("terminal", [True, False])
def test_that_it_is_compiling_is_reported_once_and_in_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(notices, "_printed_texts", set())
    monkeypatch.setattr(sys, "stderr", stream)
    playouts._report_compiling()
    playouts._report_compiling()
    assert stream.getvalue() == ("mam: compiling the kernel (once, some seconds)…\n" if terminal else "")


# Without the kernel

WITHOUT = """
import json, sys, warnings
sys.modules["numba"] = None
import mam
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    results = [mam.play_out("make-a-million-1935", 4, seed=9, policy=policy) for policy in ("random", "rulebook")]
code = results[0].frame()["deal"][2]
assert mam.decode_deal(code)[1] == results[0].round(2).deal
print(json.dumps([[str(one.message) for one in said], results[0].money.tolist()]))
"""


def test_without_numba_the_readable_rules_play() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )  # fmt: skip
    output, money = json.loads(run.stdout)
    assert len(output) == 1 and "numba is not installed" in output[0] and "slower" in output[0]
    assert len(money) == 4


def test_hands_half_face_down_are_played_on_the_readable_rules() -> None:
    result = mam.play_out("make-a-million-1935-two", 6, seed=2, bidder="E")
    assert {*result.bidder.tolist()} == {"E"}
    round = result.round(-1)
    assert round.is_over and round.captured["E-W"] == result.side_money()[-1] == result.side_money("E-W")[-1]
    assert play_readable(result.spec, 5) == round


# What is asked and what comes back


def test_a_deal_is_kept_and_its_unseen_cards_are_dealt() -> None:
    deal = mam.parse_deal(
        "dealer S | N R40 Y40 B40 G40 R30 Y30 B30 G30 TIGER BULL BEAR R15 Y15 | E" + " ??" * 13 + " | S" + " ??" * 13
        + " | W" + " ??" * 12 + " R1 | nest B1 ?? ??"
    )  # fmt: skip
    result = mam.play_out(GAME, 300, seed=3, deal=deal, bidder="N", trump=mam.Color.RED, bid=300)
    deals = list(result.deals())
    assert len({*map(repr, deals)}) == 300
    for sample_deal in deals:
        assert (
            sample_deal["N"] == deal["N"]
            and mam.parse_card("R1") in sample_deal["W"]
            and mam.parse_card("B1") in sample_deal.nest
        )
        assert UNSEEN not in sample_deal.cards and sample_deal.dealer == "S"
    assert result.makes().n == 300 and result.makes().mean == (result.side_money() >= 300).mean()
    round = result.round(7)
    assert round.bid == 300 and round.bidder == "N" and round.trump == mam.Color.RED
    whole = deals[0]
    same = mam.play_out(GAME, 50, seed=3, deal=whole)
    assert {repr(deal) for deal in same.deals()} == {repr(whole)}


def test_both_copies_of_a_card_count_where_they_are_discarded() -> None:
    rules = mam.get_edition("six")
    money = 2 * tuple(card for card in mam.PACK if card.money)[:10]
    rest = sort_hand((Counter(rules.pack) - Counter(money)).elements())
    hands = (money[:17], *(tuple(rest[place::5]) for place in range(5)))
    deal = mam.Deal(rules.seats, "A", hands, money[17:])
    rounds = mam.play_out("six", 40, seed=1, bidder="A", deal=deal)
    discards = [rounds.round(number).discarded for number in range(40)]
    assert rounds.nested.tolist() == [mam.money_in(cards) for cards in discards]
    assert any(len(set(cards)) < 3 for cards in discards)  # both copies of one


def test_a_frame_has_codes_that_give_the_deals() -> None:
    result = mam.play_out("manhattan", 40, seed=8, trump=NoTrump.NO_COLOR, bid=200)
    frame = result.frame(20)
    assert len(frame) == 20 and {*frame["trump"]} == {"NC"}
    assert (frame["made"] == (frame["taken"] >= 200)).all()
    for number in (0, 13, 19):
        edition, deal = mam.decode_deal(frame["deal"][number])
        round = result.round(number)
        assert (edition, deal) == ("manhattan", round.deal) and round.bid == 200
        assert round.captured[round.side_of(round.bidder)] == frame["taken"][number]


def test_columns_do_not_change() -> None:
    result = mam.play_out(GAME, 10, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        result.money[0, 0] = 1
    with pytest.raises(IndexError, match="no round 10; there are 10"):
        result.round(10)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("no edition 'bridge'", {"edition": "bridge"}),
        ("is not a trick-taking game", {"edition": "millionaire"}),
        ("no policy 'clever'; choose 'random' or 'rulebook'", {"policy": "clever"}),
        ("rounds must be 1 or more, not 0", {"rounds": 0}),
        ("threads must be 1 or more", {"threads": 0}),
        ("no person 'A' bids; choose one of N E S W", {"bidder": "A"}),
        ("trump may be Red, Yellow, Black, Green here, not NC", {"trump": NoTrump.NO_COLOR}),
        ("no auction of make-a-million-1935 makes N the bidder at", {"bid": 173}),
        ("nobody bids for trump in exact-tricks: leave bid out", {"edition": "exact-tricks", "bid": 3}),
        ("when S deals", {"deal": mam.start(GAME, seed=3, dealer="S").deal, "bidder": "N", "bid": opening(GAME)}),
    ],
)
def test_what_does_not_fit_is_refused(words: str, arguments: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=words):
        mam.play_out(**{"edition": GAME, "rounds": 5, "seed": 1, **arguments})  # type: ignore[arg-type]


def test_kinds_are_checked() -> None:
    with pytest.raises(TypeError, match="rounds must be a whole number"):
        mam.play_out(GAME, 2.5, seed=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a seed is a whole number"):
        mam.play_out(GAME, 2, seed="x")  # type: ignore[arg-type]
    result = mam.play_out(GAME, 5, seed=1)
    with pytest.raises(ValueError, match="these rounds have no bid; name one"):
        result.makes()
    with pytest.raises(ValueError, match="no side 'X'; choose one of N-S E-W N E S W"):
        result.side_money("X")


@check_each("bid", range(opening(GAME), 525, 5))
def test_every_bid_has_an_auction(bid: int) -> None:
    """Whoever bids, somebody can deal so that the auction ends there."""
    result = mam.play_out(GAME, 1, seed=1, bidder="E", bid=bid)
    assert result.round(0).bid == bid and result.round(0).bidder == "E"
    assert can_win_auction(result.rules, result.spec.dealers["E"], "E", bid, mam.Color.RED)


@pytest.mark.parametrize("edition", ["silent-six", "silent-eight"])
def test_only_a_color_card_with_a_second_copy_can_be_called(edition: str) -> None:
    plan, pack = make_plan(make_spec(edition, seed=1)), mam.get_edition(edition).pack
    called = {card for number, card in enumerate(plan.cards) if plan.game.callable >> number & 1}
    assert called == {card for card in pack if card.color and pack.count(card) == 2}
    assert len({*pack}) > len(called)
