"""Spread, and the rounds of club players behind it: a part is played again, and the facts are found by the statistics of a list."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import fmean, pstdev

import pytest
from cases import check_each

from mam.chance import list_facts
from mam.chance.tables import club_rounds, spread
from mam.chance.tables.schema import read_sums

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def list_rounds() -> list[tuple[int, int]]:
    """Return every round as (bid, money captured)."""
    return [row for row, count in club_rounds.count_rounds().items() for _ in range(count)]


def test_a_part_of_the_rounds_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mam.engine.rollouts.worlds", reason="the engine is not installed")
    monkeypatch.syspath_prepend(str(TOOLS))
    from rounds import club

    from mam.analysis.auctions import play_auctions

    kept = read_sums("club")
    part = club.play_part(7)
    assert part.sums == kept["parts"][6]
    assert len(kept["parts"]) * club.ROUNDS == sum(club_rounds.count_rounds().values())
    # Other rounds, by the columns that the product scores: not by comparing bid and money.
    table = play_auctions(club.EDITION, 8_000, seed=1935, policy=club.POLICY)
    assert abs(table["made"].mean() - float(1 - list_facts("spread")["missed"])) < 0.02
    scores = table["N-S"].where(table["bidder"].isin(["N", "S"]), table["E-W"])
    assert abs(scores.mean() - list_facts("spread")["score_mean"]) < 8
    assert abs(scores.std() - list_facts("spread")["score_sd"]) < 8
    assert abs((table["N-S"] - table["E-W"]).std() - list_facts("power")["sd"]) < 8


def test_the_parts_add_up_to_the_rounds() -> None:
    parts = read_sums("club")["parts"]
    assert sum(made for made, _ in parts) == club_rounds.count_made()[0]
    assert sum(taken for _, taken in parts) == sum(taken for _, taken in list_rounds())


def test_mean_and_standard_deviation_are_those_of_the_list() -> None:
    facts, rounds = list_facts("spread"), list_rounds()
    captured = [taken for _, taken in rounds]
    scores = [taken if taken >= bid else -bid for bid, taken in rounds]
    for name, values in (("captured", captured), ("score", scores)):
        mean, sd = fmean(values), pstdev(values, fmean(values))
        assert facts[f"{name}_mean"] == pytest.approx(mean)
        assert facts[f"{name}_sd"] == pytest.approx(sd)
        inside = sum(mean - sd <= value <= mean + sd for value in values)
        assert facts[f"{name}_within"] == inside / len(values)
    assert facts["missed"] == Fraction(sum(score < 0 for score in scores), len(scores))
    # If what equals the bid were a miss, more than this would be missed.
    assert any(taken == bid for bid, taken in rounds)


def test_no_score_lies_between_the_heaps() -> None:
    """So says the third check: nothing between −195 and 195, where the mean lies."""
    scores = club_rounds.count_scores()
    assert min(score for score in scores if score > 0) == 195
    assert max(score for score in scores if score < 0) == -195
    assert -195 < list_facts("spread")["score_mean"] < 195


@check_each("cost", spread.COSTS)
def test_the_drawn_rounds_have_nearly_the_same_mean_and_spread(cost: str) -> None:
    missed, made = spread.draw_rounds()
    assert len(missed) + len(made) == spread.DOTS
    assert all(taken < bid for bid, taken in missed) and all(taken >= bid for bid, taken in made)
    pile = spread.make_tables()["drawing"]["piles"][cost]["values"]
    mean, sd, _ = spread.find_spread(cost)
    assert abs(fmean(pile) - mean) < 2 and abs(pstdev(pile) - sd) < 3


def test_a_missed_bid_drags_the_mean_down_and_the_spread_up() -> None:
    falling = [spread.find_spread(cost) for cost in reversed(spread.COSTS)]  # from what was captured to 150% of the bid
    assert all(more.mean < less.mean and more.sd > less.sd for less, more in pairwise(falling))
    assert spread.find_spread(spread.RULE).sd > 3 * spread.find_spread(spread.CAPTURED_MONEY).sd
