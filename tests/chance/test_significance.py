"""Test: the rounds of one dealer played again, and the p-values a second way."""

import random
from fractions import Fraction
from itertools import permutations
from math import comb, erfc, sqrt
from pathlib import Path

import pytest

from mam.chance import find_page, list_facts, make_tables
from mam.chance.tables import significance
from mam.chance.tables.schema import read_sums
from mam.engine.strategy import choose_trump, estimate_card
from mam.games.registry import find_rules
from mam.rules.cards import Color
from mam.text.notation import parse_cards

TOOLS = Path(__file__).parents[2] / "tools"


def test_the_rounds_of_a_dealer_come_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.syspath_prepend(TOOLS)
    from rounds import trumps

    reds = trumps.list_reds("N")
    assert [sum(reds[:cut]) for cut in trumps.CUTS] == read_sums("trumps")["N"]
    assert {dealer: len(row) for dealer, row in read_sums("trumps").items()} == dict.fromkeys("NESW", 13)


def test_tails_are_counted_exactly() -> None:
    for rounds in (100, 200, 400, 1000):
        count = significance.count_reds(rounds)
        ways = sum(
            comb(rounds, reds) * 3 ** (rounds - reds)
            for reds in range(rounds + 1)
            if abs(4 * reds - rounds) >= abs(4 * count - rounds)
        )
        assert abs(float(Fraction(ways, 4**rounds)) - significance.find_tails(rounds, count)) < 1e-9


def test_tails_of_many_rounds_are_those_of_a_bell() -> None:
    for rounds in significance.ROUNDS:
        count = significance.count_reds(rounds)
        off = max(0.0, abs(count - rounds / 4) - 0.5)
        bell = erfc(off / sqrt(rounds * 3 / 16) / sqrt(2))
        assert abs(bell - significance.find_tails(rounds, count)) < max(0.01, 0.2 * bell) or bell < 1e-6
    assert 5e-9 < list_facts("test")["p_100000"] < 2e-8


def test_fair_runs_are_as_far_off_as_said() -> None:
    rng = random.Random(8)
    runs = [sum(rng.random() < 0.25 for _ in range(400)) for _ in range(4_000)]
    far = sum(abs(count - 100) >= 11 for count in runs) / len(runs)
    assert abs(far - list_facts("test")["p_400"]) < 0.025


def test_the_heap_holds_a_thousand_runs_and_its_tails_are_lit() -> None:
    drawn = make_tables("test")["drawing"]["stops"]
    for rounds in significance.ROUNDS:
        stop = drawn[f"{rounds}"]
        assert abs(sum(runs for _, _, runs in stop["bars"]) - 1000) < 0.1
        for (left, wide, _), (after, _, _) in zip(stop["bars"], stop["bars"][1:], strict=False):
            assert left + wide == after
        count, _ = stop["line"]
        assert sum(low <= count <= high for low, high in stop["lit"]) >= 1  # as far off as what was seen


def test_of_equal_colors_rulebook_players_name_the_first() -> None:
    from mam.analysis.auctions import make_unseen_round

    round = make_unseen_round(find_rules("make-a-million-1935", (), None), "N")
    hand = "{0}40 {0}30 {0}10 {0}5 {1}40 {1}30 {1}10 {1}5 {2}1 {2}2 TIGER"
    for best, second, other in permutations("RYBG", 3):
        first = min(best, second, key="RYBG".index)
        assert choose_trump(round, parse_cards(hand.format(best, second, other))).value == first


def test_with_ties_split_fairly_red_is_not_favored() -> None:
    """The bidder's hand and the nest decide the trump: where several colors are worth most, Red, the first, is named."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from mam.analysis.auctions import _hold_auctions, make_unseen_round
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.engine.rollouts.worlds import MaskDrawer

    hidden = make_unseen_round(find_rules("make-a-million-1935", (), None), "N")
    cards = list_mask_cards(hidden.rules)
    masks = MaskDrawer(hidden, cards).draw(40_000, 900)
    bidders, _ = _hold_auctions(hidden, masks, "rulebook")
    held = masks.contents[np.arange(len(bidders)), bidders.astype(int)] | masks.contents[:, -1]
    values = np.array([[estimate_card(card, color) for color in Color] for card in cards])
    worth = sum(((held >> k) & 1)[:, None] * row for k, row in enumerate(values))
    is_best = worth == worth.max(axis=1, keepdims=True)
    named, fair = (is_best.argmax(axis=1) == 0).mean(), (is_best / is_best.sum(axis=1, keepdims=True))[:, 0].mean()
    assert abs(fair - 0.25) < 3 * sqrt(3 / 16 / 40_000)
    assert 0.005 < named - fair < 0.01  # all of Red's favor: 0.8 percentage points


def test_the_words_are_true() -> None:
    facts = {name: float(value) for name, value in list_facts("test").items()}
    assert facts["p_1000"] > 0.5 and facts["p_10000"] > 0.5 and facts["p_40000"] < 0.05
    page = find_page("test")
    assert "p = 0.76 at 10,000" in page.checks[1].ask and round(facts["p_10000"], 2) == 0.76
    assert "p = 3.4%" in page.checks[2].ask and round(facts["p_40000"], 3) == 0.034
    assert "0.8 percentage points" in page.checks[1].why and round(facts["favor"], 1) == 0.8
