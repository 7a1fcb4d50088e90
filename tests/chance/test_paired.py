"""Pairs and winners: its sums are played again, and its facts found by pairing, shuffling and drawing anew."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

import pytest

from mam.chance import list_facts, make_tables
from mam.chance.tables import paired
from mam.chance.tables.schema import read_sums


@pytest.fixture
def played(load_rounds: Callable[[str], Any]) -> Any:
    return load_rounds("paired")


def test_a_block_of_classes_is_played_again(played: Any) -> None:
    sums = read_sums("paired")
    assert played.add_up_classes(played.play_block(2)) == sums["blocks"][2]
    assert sums["skills"][0][1:] == [sum(block[k] for block in sums["blocks"]) for k in range(6)]


def test_margins_are_those_of_deals_that_are_paired_and_of_deals_that_are_shuffled(played: Any) -> None:
    import numpy as np

    _, taken = played.move_tiger(6000)
    bidder, right = taken[:, 0], taken[:, 3]
    assert (bidder - right).mean() == pytest.approx(paired.find_gain(), abs=2.7)
    shuffled = bidder - np.random.default_rng(3).permutation(right)
    for unlinked, gains in ((0, bidder - right), (1, shuffled)):
        assert gains.std() == pytest.approx(sqrt(paired.find_variance(unlinked)), rel=0.04)
    margins = [1.96 * gains.reshape(-1, 20).mean(axis=1).std() for gains in ((bidder - right)[:5980], shuffled[:5980])]
    facts = list_facts("paired")
    assert margins == pytest.approx([facts["margin_linked"], facts["margin_unlinked"]], rel=0.15)
    assert (bidder > right).mean() == pytest.approx(facts["rising"], abs=0.025)


def test_the_twenty_deals_are_like_all_of_them() -> None:
    gains = [right - left for left, right, _ in paired.unlink(0)]
    assert fmean(gains) == pytest.approx(paired.find_gain(), abs=1.5)
    assert pstdev(gains) == pytest.approx(sqrt(paired.find_variance(0)), rel=0.06)
    assert list_facts("paired")["rising"] == pytest.approx(sum(gain > 0 for gain in gains) / 20, abs=0.03)


def test_unlinking_keeps_all_results_and_breaks_as_many_pairs_as_said() -> None:
    linked = paired.unlink(0)
    for step in paired.STEPS:
        lines = paired.unlink(step)
        for end in (0, 1):
            assert sorted(line[end] for line in lines) == sorted(line[end] for line in linked)
        assert sum(line[2] for line in lines) == 2 * step
        assert all(line[:2] == before[:2] for line, before in zip(lines, linked, strict=True) if not line[2])


def test_the_lead_of_the_best_is_luck_in_other_rounds(played: Any) -> None:
    """Classes drawn with replacement from 12,000 rounds of another seed."""
    import numpy as np

    from mam.analysis.auctions import play_auctions

    table = play_auctions(played.EDITION, 12_000, seed=3, policy="club")
    gains = (table["N-S"] - table["E-W"]).to_numpy()
    gains = np.concatenate([gains, -gains])  # neither side is better
    rng = np.random.default_rng(5)
    means = gains[rng.integers(len(gains), size=(1000, 28, 2, 12))].mean(axis=3)
    firsts, seconds, falls = [], [], []
    for first, second in means.transpose(0, 2, 1):
        best = np.argsort(first)[-7:]
        firsts.append(first[best].mean())
        seconds.append(second[best].mean())
        falls.append((second[best] < first[best]).mean())
    facts = list_facts("paired")
    assert fmean(firsts) == pytest.approx(facts["top_first"], abs=4)
    assert fmean(seconds) == pytest.approx(0, abs=3)
    assert fmean(falls) == pytest.approx(facts["top_fell"], abs=0.03)
    assert abs(facts["top_second"]) < 4 and abs(facts["bottom_second"]) < 4  # two standard errors of 1,400 students


def test_skill_moves_the_sums_as_it_moves_the_students(played: Any) -> None:
    import numpy as np

    gains = np.array([[[12 * 10, 12 * k] for k in range(28)]])
    better = played.add_skill(gains, 30)
    assert (better[0, 0] - gains[0, 0]).tolist() == [360, 360] and (better[0, 1] - gains[0, 1]).tolist() == [-360, -360]
    top, bottom, best, worst, _, _ = played.add_up_classes(better)
    assert (top, best) == (7 * (120 + 360), 7 * (120 - 360))
    assert bottom == sum(12 * k + 360 for k in range(0, 14, 2)) and worst == sum(12 * k - 360 for k in range(15, 28, 2))
    drawn = make_tables("paired")["drawing"]["students"]
    assert [round(after[0] - before[0]) for before, after in zip(drawn[0], drawn[5], strict=True)] == [30, -30] * 14


def test_the_best_of_ten_equals_is_about_one_and_a_half_standard_errors_too_good() -> None:
    import random

    rng = random.Random(8)
    best = fmean(max(rng.gauss(0, 1) for _ in range(10)) for _ in range(20_000))
    assert best == pytest.approx(list_facts("paired")["luckiest_of_10"], abs=0.03)
