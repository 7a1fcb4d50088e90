"""Expectation: what North's hand captures, played again, and what a bid scores, a second way."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from mam.chance import list_facts, make_tables
from mam.chance.tables import expectation
from mam.chance.tables.schema import read_sums

TOOLS = Path(__file__).parents[2] / "tools"


def _list_amounts() -> list[int]:
    return [amount for amount, count in read_sums("captured")["all"] for _ in range(count)]


def test_the_first_rounds_come_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.syspath_prepend(TOOLS)
    from rounds import captured

    amounts = captured.list_captured(captured.FIRST)
    assert captured.count_amounts(amounts) == read_sums("captured")["first"]


def test_the_first_rounds_are_like_all_the_others() -> None:
    first, everything = (
        [amount for amount, count in read_sums("captured")[name] for _ in range(count)] for name in ("first", "all")
    )
    assert len(first) == 2_000 and len(everything) == 40_000
    assert abs(fmean(first) - fmean(everything)) < 3 * pstdev(everything) / sqrt(len(first))


def test_a_score_is_what_is_captured_or_minus_the_bid() -> None:
    amounts, facts = _list_amounts(), list_facts("expectation")
    assert facts["captured"] == Fraction(sum(amounts), len(amounts))
    for bid in expectation.BIDS:
        scores = [amount if amount >= bid else -bid for amount in amounts]
        assert expectation.find_expected(bid) == Fraction(sum(scores), len(scores))
        made = [score for score in scores if score > 0]
        assert expectation.find_made(bid) == Fraction(len(made), len(scores))
        assert expectation.find_mean_if_made(bid) == Fraction(sum(made), len(made))
        variance = fmean(score * score for score in scores) - fmean(scores) ** 2
        assert 1.96 * sqrt(variance / len(scores)) < 3.3  # the margin of error that the page gives


def test_the_words_are_true() -> None:
    facts = list_facts("expectation")
    assert facts["expected_310"] < 0 < expectation.find_expected(305)
    values = [expectation.find_expected(bid) for bid in expectation.BIDS]
    assert values == sorted(values, reverse=True)  # each step up costs
    assert 335 < facts["if_made_300"] < 345  # a check: scores near +340 and −300
    assert not any(abs(amount) < 75 for amount in _list_amounts())  # no round scores 34
    assert make_tables("expectation")["stops"]["300"]["finding"] == "Expected score $34,000. Made in 52%."
