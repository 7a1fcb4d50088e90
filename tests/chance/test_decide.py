"""Decide: its deals are played again, and its chances found by playing matches to their end."""

from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from mam.chance import find_page, list_facts, make_tables
from mam.chance.tables import decide
from mam.chance.tables.schema import read_sums


@pytest.fixture
def played(load_rounds: Callable[[str], Any]) -> Any:
    return load_rounds("decide")


def test_a_part_of_the_deals_is_played_again(played: Any) -> None:
    sums = read_sums("decide")
    chunk = played.play_chunk(3)
    assert [played.add_up(chunk, bid) for bid in decide.BIDS] == sums["chunks"][3]
    for k, bid in enumerate(decide.BIDS):
        assert sums["bids"][f"{bid}"] == [sum(row[k][n] for row in sums["chunks"]) for n in range(6)]
    us_bid, them_bid, us_pass, them_pass = chunk.select(210)
    assert {*us_bid[us_bid < 220]} == {-220} and {*them_pass[them_pass < 210]} == {-210}  # a bid is made or lost
    assert min(them_bid.min(), us_pass.min()) >= 0


def test_every_row_is_found_at_its_place() -> None:
    for bid, opponents, total, *chances in read_sums("decide")["chances"]:
        assert list(decide.find_chances(total, opponents, bid)) == chances
        assert chances[0] <= 1 and chances[1] <= 1


def test_chances_are_those_of_matches_played_to_their_end(played: Any) -> None:
    """10,000 matches for each choice: a deal of one chunk, then rounds of club players by chance, until a side has a million."""
    import numpy as np

    from mam.analysis.auctions import play_auctions

    table = play_auctions(played.EDITION, 8000, seed=21, policy="club")
    rounds = table[["N-S", "E-W"]].to_numpy()
    rounds = np.concatenate([rounds, rounds[:, ::-1]])  # neither side is better
    rng = np.random.default_rng(9)
    us_bid, them_bid, us_pass, them_pass = played.play_chunk(5).select(210)
    facts = list_facts("decide")
    for total, opponents in ((300, 950), (950, 300), (900, 750)):
        for name, us, them in (("bid", us_bid, them_bid), ("pass", us_pass, them_pass)):
            rows = rng.integers(len(us), size=10_000)
            scores = np.stack([total + us[rows], opponents + them[rows]], axis=1)
            while (active := scores.max(axis=1) < 1000).any():
                scores[active] += rounds[rng.integers(len(rounds), size=int(active.sum()))]
            wins = (scores[:, 0] > scores[:, 1]).mean() + (scores[:, 0] == scores[:, 1]).mean() / 2
            chance = facts[f"{name}_{total}_{opponents}"]
            margin = 3 * sqrt(chance * (1 - chance) / len(us)) + 0.002
            assert wins == pytest.approx(chance, abs=margin), (name, total, opponents)


def test_a_higher_total_is_never_worse() -> None:
    for bid in decide.BIDS[:3]:  # 691 deals over 250 are few
        for opponents in decide.OPPONENTS:
            rows = [decide.find_chances(total, opponents, bid) for total in decide.TOTALS]
            assert all(after[k] >= before[k] - 0.002 for before, after in pairwise(rows) for k in (0, 1))


def test_what_the_words_say_is_so() -> None:
    facts, page = list_facts("decide"), find_page("decide")
    assert round(facts["pass_300_950"] / facts["bid_300_950"]) == 8 and "eight times as much" in page.words
    assert f"is {100 * facts['bid_300_950']:.1f}%" in page.guess.ask
    assert facts["they_capture"] == pytest.approx(0.9, abs=0.02) and "9 deals of 10" in page.guess.why
    assert facts["gain"] == pytest.approx(55.6, abs=0.05) and decide.find_deals(210).margin < 5
    for total, opponents, choice in ((300, 950, "Pass"), (950, 300, "Pass"), (900, 750, "Bid 220")):
        assert make_tables("decide")["stops"][f"{total}|{opponents}|210"]["big"] == choice


def test_no_chance_is_printed_as_certain() -> None:
    findings = " ".join(stop["finding"] for stop in make_tables("decide")["stops"].values())
    assert " 100" not in findings and " 0.0%" not in findings and " 0%" not in findings
