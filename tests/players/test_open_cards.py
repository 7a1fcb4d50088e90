"""What cards cost against perfect play with all cards open."""

from math import sqrt
from random import Random
from statistics import fmean

import pytest

import mam
from mam.analysis.open_cards import OpenCardCost, open_card_cost
from mam.engine import Unsupported
from mam.players import play_on, rulebook_player
from mam.rules.moves import Play

MILLION = "make-a-million-1935"


def cost_of(*costs, name="clever", deals=None, seed=1):
    codes = deals or tuple(f"MS-{number}" for number in range(len(costs)))
    return OpenCardCost(mam.get_edition(MILLION), name, seed, 9, codes, costs)


@pytest.mark.parametrize("edition", [MILLION, "make-a-million-1935-three", "manhattan"])
def test_the_cost_is_what_each_card_loses(edition):
    """Summed once more from the value of every card."""
    estimate = open_card_cost(edition, "rulebook", 2, tricks=4, seed=5)
    for code, cost in zip(estimate.deals, estimate.costs, strict=True):
        round = mam.start(edition, deal=mam.decode_deal(code)[1])
        persons = round.rules.persons
        end = play_on(round, dict.fromkeys(persons, rulebook_player), dict.fromkeys(persons, Random(0)))
        lost = 0
        for number in range(len(end.history)):
            position, move = end.at(number), end.history[number]
            if isinstance(move, Play) and len(position.tricks) >= round.rules.hand_size - 4:
                solved = mam.solve(position, moves=True)
                value, _ = solved.moves[move.card]
                lost += abs(solved.value - value)
        assert cost == lost


def test_the_last_trick_has_no_choice():
    assert open_card_cost(MILLION, "random", 3, tricks=1, seed=2).costs == (0, 0, 0)


def test_every_player_gets_the_same_positions():
    rulebook_cost, random_cost = (open_card_cost(MILLION, name, 3, tricks=4, seed=8) for name in ("rulebook", "random"))
    assert rulebook_cost.deals == random_cost.deals and rulebook_cost.costs != random_cost.costs
    assert min(*rulebook_cost.costs, *random_cost.costs) >= 0
    assert rulebook_cost.minus(random_cost).mean == fmean(rulebook_cost.costs) - fmean(random_cost.costs)


@pytest.mark.long
def test_workers_come_to_the_same():
    assert open_card_cost(MILLION, "random", 2, tricks=2, seed=8, workers=2) == (
        open_card_cost(MILLION, "random", 2, tricks=2, seed=8)
    )


def test_costs_are_compared_in_pairs():
    cost, plain_cost = cost_of(10, 30, 20, 60), cost_of(40, 60, 40, 100, name="plain")
    less, share = cost.minus(plain_cost), cost.ratio_to(plain_cost)
    assert (less.mean, less.n) == (-30, 4) and less.standard_error == pytest.approx(sqrt(200 / 3 / 4))
    assert share.mean == 0.5 and share.standard_error == pytest.approx(sqrt((100 + 0 + 0 + 100) / 3 / 4) / 60)
    assert str(cost) == (
        "clever gives away 30.0 thousand dollars in the last 9 tricks (SE 10.8, 95% confidence interval 8.8 to 51.2, 4 deals)"
    )
    assert list(cost.frame()["cost"]) == [10, 30, 20, 60]


def test_only_the_same_positions_are_compared():
    cost = cost_of(10, 30)
    with pytest.raises(ValueError, match="only costs in the same positions can be compared"):
        cost.minus(cost_of(10, 30, deals=("MS-8", "MS-9")))
    with pytest.raises(ValueError, match="plain gave nothing away"):
        cost.ratio_to(cost_of(0, 0, name="plain"))


@pytest.mark.parametrize(
    ("edition", "options", "error", "message"),
    [
        ("millionaire", {}, Unsupported, "has no tricks, so the solver cannot compare its cards"),
        ("sweven", {"tricks": 2}, Unsupported, "the solver plays only games in which money is captured"),
        (MILLION, {"tricks": 14}, ValueError, "a hand has 13 cards, so 14 tricks are too many"),
        (MILLION, {"tricks": 0}, ValueError, "tricks must be 1 or more"),
        (MILLION, {"deals": 1}, ValueError, "deals must be 2 or more"),
    ],
)
def test_what_does_not_fit_is_refused(edition, options, error, message):
    with pytest.raises(error, match=message):
        open_card_cost(edition, "random", **{"deals": 2, "seed": 1} | options)
