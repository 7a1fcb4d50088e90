"""Duplicate matches: every edition, the two null tests, what the interval says, and what goes wrong with a player."""

from io import StringIO
from math import inf, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest

import mam
from mam.analysis.tournaments import Tournament, TournamentRound, split_seats, tournament
from mam.players import random_player, rulebook_player
from mam.players.exact import exact_player
from mam.rules.dealing import derive_seed
from mam.support.estimates import Estimate

MILLION = "make-a-million-1935"
QUICK = "millionaire"  # the round that is played in the least time


def made_of(*differences, level=0.99, edition=MILLION, requested=None):
    """A tournament with these differences, half of each at either table."""
    tables = [
        TournamentRound(number, "MS-1", table, ("N", "S"), "N", 200, None, 210, 100 + value, 100)
        for number, value in enumerate(differences)
        for table in (1, 2)
    ]
    return Tournament(
        mam.get_edition(edition), "clever", "plain", 1, requested or len(differences), level, tuple(tables)
    )


# Every edition


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.parametrize(("a", "b"), [("rulebook", "random"), ("random", "rulebook"), ("random", "random")])
@pytest.mark.sample(10, 3)
def test_every_edition(edition, a, b):
    tournament_result = tournament(edition, a, b, 2, seed=4)
    persons = mam.get_edition(edition).persons
    assert (tournament_result.a, tournament_result.b, len(tournament_result), len(tournament_result.tables)) == (
        a,
        b,
        2,
        4,
    )
    for first, second in zip(tournament_result.tables[::2], tournament_result.tables[1::2], strict=True):
        assert (first.number, first.deal, first.table) == (second.number, second.deal, 1)
        assert sorted((*first.seats_a, *second.seats_a)) == sorted(persons)  # each chair once
        assert tournament_result.differences[first.number] == fmean((first.difference, second.difference))
        name, deal = mam.decode_deal(first.deal)
        assert name == edition and deal == mam.start(edition, derive_seed(4, "deal", first.number)).deal


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(5, 2)
def test_a_player_without_chance_against_itself_is_exactly_level(edition):
    tournament_result = tournament(edition, "rulebook", "rulebook", 2, seed=6)
    assert tournament_result.differences == pytest.approx((0, 0), abs=1e-9)
    assert not tournament_result.is_decided or tournament_result.standard_error == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("table", ["sweven+3-players", "millionaire+5-players", "exact-tricks+hands-of-3"])
def test_options_and_numbers_of_players(table):
    edition, option = table.split("+")
    assert tournament(edition, "rulebook", "random", 2, seed=1, options=[option]).tables == (
        tournament(table, "rulebook", "random", 2, seed=1).tables
    )
    if "players" in option:
        count = int(option[0])
        assert tournament(edition, "rulebook", "random", 2, seed=1, players=count).tables == (
            tournament(table, "rulebook", "random", 2, seed=1).tables
        )


def test_who_sits_where():
    chairs = {name: split_seats(mam.get_edition(name)) for name in mam.list_editions()}
    assert chairs["make-a-million-1935-two"] == (("N",), ("E",))
    assert chairs["make-a-million-1935-three"] == (("A", "C"), ("B",))
    assert chairs["six"] == chairs["silent-six"] == (("A", "B", "C"), ("X", "Y", "Z"))
    assert chairs["sweven"] == (("A", "C"), ("B", "D"))


# What is counted


def test_the_score_is_that_of_the_rules():
    tournament_result = tournament(MILLION, "rulebook", "random", 6, seed=2)
    for tournament_table in tournament_result.tables:
        is_made = tournament_table.taken >= tournament_table.bid
        bidders, opponents = (
            (tournament_table.score_a, tournament_table.score_b)
            if tournament_table.bidder in tournament_table.seats_a
            else (tournament_table.score_b, tournament_table.score_a)
        )
        assert bidders == (tournament_table.taken if is_made else -tournament_table.bid)
        assert opponents >= 0 and tournament_table.trump in mam.Color
    assert {table.taken >= table.bid for table in tournament_result.tables} == {True, False}


def test_each_for_oneself_the_mean_counts():
    (first_table, _, *_) = tournament("sweven", "rulebook", "rulebook", 2, seed=1, players=3).tables
    scores = {"A": 0, "B": 0, "C": 0}
    if first_table.taken >= first_table.bid:
        scores[first_table.bidder] = first_table.bid
    else:
        scores = {person: 0 if person == first_table.bidder else first_table.bid for person in scores}
    assert (first_table.score_a, first_table.score_b) == ((scores["A"] + scores["C"]) / 2, scores["B"])


def shy(view, rng):
    """Throws a hand in, or passes, wherever that is allowed."""
    moves = view.legal_moves
    return next((option for option in (mam.Misdeal(), mam.Pass()) if option in moves), moves[0])


def test_hands_that_are_not_played_count_nothing():
    passed = tournament("sweven", shy, shy, 2, seed=1)
    assert all(
        (table.bidder, table.bid, table.taken, table.score_a, table.score_b) == (None, None, None, 0, 0)
        for table in passed.tables
    )
    assert passed.interval == (0, 0) and not passed.is_decided
    thrown = tournament("make-a-million-2004", shy, "random", 12, seed=1, options=["misdeal"])
    assert {table.difference for table in thrown.tables if table.bidder is None} == {0}


# The null tests


def test_chance_of_its_own_at_every_chair():
    tournament_result = tournament(QUICK, "random", "random", 60, seed=3)
    low, high = tournament_result.interval
    assert low < 0 < high and not tournament_result.is_decided
    assert len({*tournament_result.differences}) > 10  # chairs and tables have chances of their own


def test_chairs_by_lot():
    tournament_result = tournament(QUICK, "rulebook", "rulebook", 60, seed=3, exchange=False)
    low, high = tournament_result.interval
    assert low < 0 < high and tournament_result.standard_error > 0.3
    assert len(tournament_result.tables) == 60 and {table.table for table in tournament_result.tables} == {1}
    first = sum(table.seats_a == ("A", "C") for table in tournament_result.tables)
    assert 15 < first < 45


def test_the_first_null_test_is_sharper():
    duplicate = tournament(QUICK, "rulebook", "random", 60, seed=3)
    alone = tournament(QUICK, "rulebook", "random", 60, seed=3, exchange=False)
    assert duplicate.standard_error < alone.standard_error


def test_the_better_player_wins_whatever_it_is_called():
    forth = tournament("exact-tricks", "rulebook", "random", 20, seed=5, options=["hands-of-5"])
    back = tournament("exact-tricks", "random", "rulebook", 20, seed=5, options=["hands-of-5"])
    assert forth.is_decided and forth.mean > 0 and back.is_decided and back.mean < 0


# The interval


def test_the_interval_of_known_differences():
    values = [40, -10, 25, 5, 0, 30, 15, -20]
    estimate = made_of(*values, level=0.95)
    error = stdev(values) / sqrt(8)
    assert (estimate.mean, estimate.standard_error) == pytest.approx((fmean(values), error))
    reach = 1.959964 * error
    assert estimate.interval == pytest.approx((fmean(values) - reach, fmean(values) + reach), abs=1e-4)


def test_the_interval_holds_the_truth_as_often_as_it_says():
    rng, law = Random(7), NormalDist(3, 10)
    hits = 0
    for _ in range(1000):
        estimate = Estimate.of([law.inv_cdf(rng.random()) for _ in range(50)])
        low, high = estimate.interval(0.9)
        hits += low <= 3 <= high
    assert abs(hits - 900) < 4 * sqrt(1000 * 0.9 * 0.1)


@pytest.mark.parametrize("level", [0, 1, 99, -0.5])
def test_a_level_lies_between_0_and_1(level):
    with pytest.raises(ValueError, match="a confidence level is between 0 and 1"):
        tournament(QUICK, "random", "random", 2, seed=1, level=level)


def test_one_case_proves_nothing():
    assert Estimate.of([5]) == Estimate(5, inf, 1)
    with pytest.raises(ValueError, match="at least one value"):
        Estimate.of([])
    assert not made_of(50).is_decided


def test_in_one_line():
    assert str(made_of(*[100, 130] * 50)) == (
        "clever beats plain by 115.00 thousand dollars a deal (SE 1.51, 99% confidence interval 111.12 to 118.88, 100 deals)"
    )
    assert str(made_of(*[-100, 100, -300] * 400, requested=5000)) == (
        "plain beats clever by 100 thousand dollars a deal (SE 5, 99% confidence interval 88 to 112, 1,200 of 5,000 deals)"
    )
    assert str(made_of(1, -1, 2, -1, level=0.95, edition="sweven")) == (
        "no clear difference between clever and plain: 0.25 points a deal (SE 0.75, 95% confidence interval -1.22 to 1.72, 4 deals)"
    )


def test_the_table():
    tournament_result = tournament(MILLION, "rulebook", "random", 2, seed=2)
    frame = tournament_result.frame()
    assert len(frame) == 4 and frame["difference"].mean() == pytest.approx(tournament_result.mean)
    assert list(frame.columns) == [
        "deal", "table", "seats_a", "bidder", "bid", "trump", "taken", "score_a", "score_b", "difference",
    ]  # fmt: skip
    assert {*frame["seats_a"]} == {"N S", "E W"} and {*frame["trump"]} <= {*"RYBG"}


# The same every time


def test_a_deal_depends_on_seed_and_number_alone():
    long, short = (tournament(QUICK, "random", "rulebook", deals, seed=9) for deals in (6, 3))
    assert long.tables[:6] == short.tables
    assert tournament(QUICK, "random", "rulebook", 3, seed=10).tables != short.tables


def test_any_number_of_workers_comes_to_the_same():
    alone, together = (tournament("exact-tricks", exact_player, "random", 4, seed=9, workers=count) for count in (1, 2))
    assert alone == together and str(alone) == str(together) and alone.a == "exact"


def test_a_player_that_cannot_travel():
    with pytest.raises(TypeError, match="a player must be a name, or a function defined at the top of a module"):
        tournament(QUICK, lambda view, rng: rulebook_player(view, rng), "random", 2, seed=1, workers=2)


def test_an_error_in_another_process_is_reported():
    with pytest.raises(AttributeError, match="no attribute 'sealed'") as caught:  # a player of another game
        tournament(QUICK, exact_player, "random", 2, seed=1, workers=2)
    assert "exact had to move for A" in caught.value.__notes__[0]


# What goes wrong


def test_an_illegal_move_names_player_deal_position_and_move():
    def reckless(view, rng):
        return mam.Bid(170) if view.round.phase == "auction" else random_player(view, rng)

    with pytest.raises(ValueError, match=r"reckless wanted “bid 170”, which is not legal: .*of deal M.-") as caught:
        tournament(MILLION, "random", reckless, 4, seed=1)
    assert "make-a-million-1935 | dealer" in str(caught.value)


class Interrupted:
    """Plays on until the user has had enough."""

    name = "patient"

    def __init__(self, moves):
        self.left = moves

    def __call__(self, view, rng):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return random_player(view, rng)


def test_an_interrupt_keeps_what_there_is():
    tournament_result = tournament(QUICK, Interrupted(200), "rulebook", 500, seed=1)
    assert (
        2 <= len(tournament_result) < 100
        and tournament_result.requested == 500
        and len(tournament_result.tables) == 2 * len(tournament_result)
    )
    assert f"{len(tournament_result)} of 500 deals" in str(tournament_result) and tournament_result.a == "patient"
    whole = tournament(QUICK, "random", "rulebook", len(tournament_result), seed=1)
    assert whole.tables == tournament_result.tables
    with pytest.raises(KeyboardInterrupt):
        tournament(QUICK, Interrupted(3), "rulebook", 500, seed=1)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"a": "clever"}, ValueError, "no player 'clever'; choose one of random, rulebook"),
        ({"b": 3}, TypeError, "a player must be a name"),
        ({"deals": 1}, ValueError, "deals must be 2 or more, not 1"),
        ({"deals": 10.0}, TypeError, "deals must be a whole number"),
        ({"workers": 0}, ValueError, "workers must be 1 or more"),
        ({"seed": -1}, ValueError, "a seed is 0 or more"),
        ({"seed": "7"}, TypeError, "a seed is a whole number"),
        ({"edition": "poker"}, ValueError, "no edition 'poker'"),
        ({"options": ["nonsense"]}, ValueError, "has no option 'nonsense'"),
        ({"players": 9}, ValueError, "players"),
    ],
)
def test_what_does_not_fit_is_refused(change, error, message):
    asked = {"edition": QUICK, "a": "random", "b": "random", "deals": 2, "seed": 1} | change
    with pytest.raises(error, match=message):
        tournament(**asked)


def test_progress_is_shown():
    stream = StringIO()
    tournament(QUICK, "random", "random", 2, seed=1, progress=stream)
    assert "2 of 2 deals" in stream.getvalue()
