"""Confounded: its sums are played again, and its facts found in other rounds and by another count."""

from collections.abc import Callable
from statistics import fmean
from typing import Any

import pytest

from mam.chance import list_facts, make_tables
from mam.chance.tables import confounded
from mam.chance.tables.schema import read_sums


@pytest.fixture
def played(load_rounds: Callable[[str], Any]) -> Any:
    return load_rounds("confounded")


def test_a_part_of_the_rounds_is_played_again(played: Any) -> None:
    kept = read_sums("confounded")
    assert played.list_chunks()[1] == ("N", 5000)
    assert played.total_sums(played.play_chunk(1)) == kept["chunks"][1]
    sums = [sum(row[k] for row in kept["rounds"] if row[1] == tiger) for tiger in (1, 0) for k in (2, 3)]
    assert sums == [sum(chunk[k] for chunk in kept["chunks"]) for k in range(4)]


def test_a_window_holds_the_hands_between_its_bounds_and_no_others() -> None:
    rows = [row for row in read_sums("confounded")["rounds"] if row[0] in (95, 100, 105)]
    means = [
        sum(row[3] for row in rows if row[1] == tiger) / sum(row[2] for row in rows if row[1] == tiger)
        for tiger in (1, 0)
    ]
    found = confounded.compare("5", "100")
    assert [found.with_tiger.captured, found.without.captured] == pytest.approx(means)
    assert list_facts("confounded")["equal_money"] == pytest.approx(means[0] - means[1])
    everyone = confounded.compare(confounded.ALL, confounded.MOVED_DEALS)
    assert everyone.with_tiger.rounds == sum(row[1] for row in read_sums("confounded")["experiment"])


def test_other_rounds_agree(played: Any) -> None:
    """30,000 rounds with another seed, each card counted from the columns of the hands, not from bits."""
    import numpy as np

    from mam.analysis.auctions import _hold_auctions, make_unseen_round
    from mam.engine.rollouts.continuation import Rollout
    from mam.engine.rollouts.worlds import MaskDrawer

    hidden = make_unseen_round(played.RULES, "W")
    masks = MaskDrawer(hidden, played.CARDS).draw(30_000, 55)
    bidders, _ = _hold_auctions(hidden, masks, "rulebook")
    taken = np.choose(bidders, [Rollout(hidden, seat, policy="rulebook").run(masks).captured for seat in "NESW"])
    assert played.RULES.seats == tuple("NESW")
    hands = masks.counts()[np.arange(len(bidders)), bidders]
    codes = [card.code for card in masks.cards]
    money = hands @ np.array([card.money for card in masks.cards])
    tiger, bull = (hands[:, codes.index(code)] == 1 for code in ("TIGER", "BULL"))
    facts = list_facts("confounded")
    assert tiger.mean() == pytest.approx(facts["with_tiger"], abs=0.012)
    assert money[tiger].mean() == pytest.approx(facts["money_with"], abs=2)
    assert money[~tiger].mean() == pytest.approx(facts["money_without"], abs=2)
    assert taken[tiger].mean() - taken[~tiger].mean() == pytest.approx(facts["difference"], abs=2.8)
    near = abs(money - 100) <= 5
    assert bull[near & ~tiger].mean() > 1.5 * bull[near & tiger].mean()  # “more often had the Bull”


def test_moving_the_tiger_again_brings_as_much(played: Any) -> None:
    money, taken = played.move_tiger(6000)
    gains = taken[:, 0] - taken[:, 1:].mean(axis=1)
    assert gains.mean() == pytest.approx(list_facts("confounded")["moved"], abs=2)
    rows = played.add_up_experiment(money, taken)
    assert sum(3 * row[2] - row[3] for row in rows) / (3 * len(money)) == pytest.approx(gains.mean())


def test_the_difference_turns_around_as_the_window_closes() -> None:
    stops = [confounded.compare(window, "100") for window in confounded.WINDOWS]
    gains = [stop.gain for stop in stops]
    assert gains == sorted(gains)
    assert gains[0] + stops[0].margin < 0 < gains[-1] - stops[-1].margin
    apart = [stop.without.money - stop.with_tiger.money for stop in stops]
    assert apart[0] > 29 and abs(apart[-1]) < 0.5
    moved = [confounded.compare(window, confounded.MOVED_DEALS) for window in confounded.WINDOWS]
    assert all(stop.gain - stop.margin > 0 and stop.with_tiger.money == stop.without.money for stop in moved)
    assert fmean(stop.gain for stop in moved) > gains[-1]


def test_the_drawn_means_are_those_of_the_table() -> None:
    tables = make_tables("confounded")
    for (key, means), row in zip(tables["drawing"]["means"].items(), tables["table"]["rows"], strict=True):
        assert [f"{mean:.1f}" for _, mean in means] == row[2:4], key
