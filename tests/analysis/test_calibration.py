"""Predicted chances beside what happened: they agree, and would not with a wrong ear for the calls."""

from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mam.analysis import calibration
from mam.analysis.auctions import hold_auction, make_unseen_round
from mam.analysis.calibration import calibrate, tabulate
from mam.engine.rollouts.call_model import find_bid_limits, find_deviations
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.worlds import Int64Array, MaskDrawer, Masks
from mam.games.trick_round import TrickRound
from mam.rules.cards import TIGER
from mam.rules.editions import get_edition

GAME = "make-a-million-1935"
DATA = Path(__file__).parents[2] / "data" / "audit"


def off_by(table: pd.DataFrame, column: str = "predicted") -> float:
    """How many standard errors the predictions are off from what happened."""
    deviations = (table[column] - table["made"]).dropna()
    return float(deviations.mean() / (deviations.std() / sqrt(len(deviations))))


# The worlds a prediction is made of


def hold(number: int, boldness: int) -> tuple[TrickRound, Masks, calibration.Calls]:
    """A deal, and its auction, which South opens."""
    hidden = make_unseen_round(get_edition(GAME), "S")
    real = MaskDrawer(hidden, list_mask_cards(hidden.rules)).draw(number + 1, 9)[number : number + 1]
    calls = hold_auction(hidden.rules, "S", tuple((find_bid_limits(hidden, real)[0] + boldness).tolist()))
    return hidden, real, calls


def own_view(number: int, boldness: int = 0) -> tuple[TrickRound, calibration._BidderView, Masks]:
    """What the bidder of that deal knows, as a round and for the fast drawer."""
    hidden, real, calls = hold(number, boldness)
    round = hidden
    for _, call in calls:
        round = round.play(call)
    bidder = round.bidder
    assert bidder is not None
    index = hidden.rules.seats.index(bidder)
    hands = tuple(real.unmask(0, index) if seat == bidder else round.deal[seat] for seat in hidden.rules.seats)
    view_round = TrickRound(round.rules, replace(round.deal, hands=hands), round.history)
    return view_round, calibration._BidderView(hidden.rules, bidder, real, calls, boldness), real


@pytest.mark.parametrize(("number", "boldness"), [(0, 0), (1, 60), (2, 0), (3, -40)])
def test_the_fast_drawer_draws_what_the_slow_one_draws(number: int, boldness: int) -> None:
    view_round, bidder_view, _ = own_view(number, boldness)
    fast = bidder_view.draw(calibration._Shuffles(2, 42), 2000)
    slow = MaskDrawer(view_round, bidder_view.cards).draw(60_000, 2)
    slow = slow[np.flatnonzero(find_deviations(view_round, bidder_view.bidder, slow, boldness) == 0)]
    assert (find_deviations(view_round, bidder_view.bidder, fast, boldness) == 0).all()
    assert len(slow) > 300
    for tell in (tiger_beside(bidder_view), money_of(bidder_view), makes_bid(bidder_view)):
        first, second = tell(fast), tell(slow)
        spread = sqrt(first.var() / len(first) + second.var() / len(second))
        assert abs(first.mean() - second.mean()) <= 4 * spread


def tiger_beside(bidder_view: calibration._BidderView):  # type: ignore[no-untyped-def]
    index = (bidder_view.seat_index + 2) % 4
    return lambda masks: (masks.contents[:, index] >> bidder_view.cards.index(TIGER) & 1).astype(float)


def money_of(bidder_view: calibration._BidderView):  # type: ignore[no-untyped-def]
    worth = np.array([card.money for card in bidder_view.cards])
    return lambda masks: masks.counts()[:, (bidder_view.seat_index + 1) % 4] @ worth


def makes_bid(bidder_view: calibration._BidderView):  # type: ignore[no-untyped-def]
    rollout = Rollout(make_unseen_round(bidder_view.rules, "S"), bidder_view.bidder)
    return lambda masks: rollout.run(masks).captured >= 230


def test_every_world_is_a_deal_around_the_own_hand() -> None:
    _, bidder_view, real = own_view(1)
    drawn = bidder_view.draw(calibration._Shuffles(1, 42), 50)
    assert (drawn.counts().sum(axis=1) == 1).all()
    assert (drawn.counts().sum(axis=2) == [13, 13, 13, 13, 3]).all()
    assert (drawn.contents[:, bidder_view.seat_index] == real.contents[0, bidder_view.seat_index]).all()


def test_two_packs_have_their_duplicates() -> None:
    rules = get_edition("six")
    hidden = make_unseen_round(rules, "Z")
    real = MaskDrawer(hidden, list_mask_cards(rules)).draw(1, 3)
    drawn = calibration._BidderView(rules, "A", real, (), 0).draw(calibration._Shuffles(1, 105 - 17), 40, listen=False)
    assert (drawn.counts().sum(axis=1) == real.counts().sum(axis=1)).all()
    assert (drawn.counts().sum(axis=2) == [17] * 6 + [3]).all()


def test_nothing_is_known_of_the_real_cards_of_others() -> None:
    _, bidder_view, real = own_view(1)
    shifted_hands: Int64Array = real.contents.copy()
    places = [index for index in range(5) if index != bidder_view.seat_index and index != 4]
    shifted_hands[0, places] = shifted_hands[0, places[1:] + places[:1]]
    shifted_view = calibration._BidderView(
        bidder_view.rules, bidder_view.bidder, Masks(real.cards, shifted_hands, real.duplicates), bidder_view.calls, 0
    )
    first, second = (stream.draw(calibration._Shuffles(1, 42), 100) for stream in (bidder_view, shifted_view))
    assert np.array_equal(first.contents, second.contents)


# Predictions


@pytest.fixture(scope="module")
def cases() -> pd.DataFrame:
    return calibrate(GAME, 2000, seed=77, worlds=100, boldness=[0, 60])


def test_what_was_predicted_happens(cases: pd.DataFrame) -> None:
    assert abs(off_by(cases)) < 4
    for _, group in cases.groupby("boldness"):
        assert abs(off_by(group)) < 4
    table = tabulate(cases)
    assert (abs(table["predicted"] - table["observed"]) < 4 * table["standard_error"] + 0.01).all()
    assert table["n"].sum() == len(cases) == 2000


def test_who_does_not_listen_is_off_where_partner_bid(cases: pd.DataFrame) -> None:
    rules = get_edition(GAME)
    pairs = zip(cases["rival"], cases["bidder"], strict=True)
    partner_cases = cases[[bool(a) and rules.side_of(a) == rules.side_of(b) for a, b in pairs]]
    assert off_by(partner_cases, "predicted_without_calls") < -4
    assert abs(off_by(partner_cases)) < 4


@pytest.mark.long
def test_a_wrong_ear_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks the others 25 thousand dollars bolder than they are thinks them poorer, and is too hopeful."""
    monkeypatch.setattr(calibration, "_MAX_SHUFFLES", 2 * calibration._ROWS)  # many calls now fit hardly any cards
    right = calibration.measure_deviations
    monkeypatch.setattr(
        calibration, "measure_deviations", lambda *arguments: right(*arguments[:-1], arguments[-1] + 25)
    )
    table = calibrate(GAME, 2000, seed=77, worlds=100, boldness=[0])
    assert off_by(table) > 6


@pytest.mark.long
def test_rows_do_not_depend_on_workers_or_other_rows() -> None:
    calibration = calibrate(GAME, 600, seed=5, worlds=20)
    assert calibration.equals(calibrate(GAME, 600, seed=5, worlds=20, workers=2))
    assert calibration[:500].equals(calibrate(GAME, 500, seed=5, worlds=20))


@pytest.mark.long
def test_the_later_rules_are_calibrated_too() -> None:
    assert abs(off_by(calibrate("make-a-million-2004", 2000, seed=7, worlds=30, boldness=[0, 40]))) < 4


def test_what_cannot_be_calibrated_is_refused() -> None:
    with pytest.raises(ValueError, match="exact-tricks has no auction for trump"):
        calibrate("exact-tricks", 10, seed=1)
    with pytest.raises(ValueError, match="cases must be 1 or more"):
        calibrate(GAME, 0, seed=1)
    with pytest.raises(ValueError, match="boldness"):
        calibrate(GAME, 10, seed=1, boldness=[])


def test_tenths() -> None:
    cases = pd.DataFrame({"predicted": [0.0, 0.3, 0.31, 1.0, np.nan], "made": [False, True, False, True, True]})
    table = tabulate(cases)
    assert table["low"].tolist() == [0.0, 0.3, 0.9]
    assert table["n"].tolist() == [1, 2, 1]
    assert table["observed"].tolist() == [0.0, 0.5, 1.0]
    assert table["standard_error"][1] == pytest.approx(sqrt(0.125))


def test_the_ten_tenths_of_the_audit_hold() -> None:
    table = pd.read_csv(DATA / "calibration.csv")
    assert len(table) == 10
    assert (table["n"] >= 2500).all()
    assert (abs(table["predicted"] - table["observed"]) <= 0.03).all()
