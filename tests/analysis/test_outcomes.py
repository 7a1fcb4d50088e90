"""What would happen: the same worlds for every alternative, honest errors, budgets, and no card that the person cannot see."""

import io
from inspect import signature
from random import Random

import numpy as np
import pytest
from bids import opening
from specimen_records import specimen_record

import mam
from mam.analysis import advice, outcomes
from mam.analysis.advice import advise, list_alternatives, review
from mam.analysis.alternatives import GoTo
from mam.analysis.auctions import hold_auction, play_auctions
from mam.analysis.match_chances import find_match_chances
from mam.engine import Unsupported
from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.worlds import draw_masks
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players import random_player, rulebook_player
from mam.players.club import club_player
from mam.players.expert import ExpertPlayer

GAME = "make-a-million-1935"


def reach(phase: str, tricks: int = 0, seed: int = 7, edition: str = GAME) -> TrickRound:
    round, rng = mam.start(edition, seed=seed), Random(1)
    while round.phase != phase or len(round.tricks) < tricks or len(round.legal_moves) == 1:
        round = round.play(rulebook_player(mam.view(round, round.actor), rng))
    return round


def own_view(round: TrickRound) -> View[TrickRound]:
    return mam.view(round, round.actor)


# Alternatives


def test_all_alternatives_meet_the_same_worlds() -> None:
    view = own_view(reach("play", 5))
    first, second = list(map(str, view.legal_moves))[:2]
    pair = outcomes.compare(view, [first, second], seed=3, n=500)
    alone = outcomes.compare(view, [second], seed=3, n=500)
    assert np.array_equal(pair.columns["gain"][1], alone.columns["gain"][0])


def test_a_paired_difference_has_the_smaller_error() -> None:
    table = outcomes.compare(own_view(reach("play", 3)), seed=3, n=1000).frame
    differing = table[table["difference"] != 0]
    assert (
        differing["difference_standard_error"]
        < np.sqrt(differing["standard_error"] ** 2 + table["standard_error"][0] ** 2)
    ).all()
    assert (table["difference"] <= 0).all()
    assert table["estimate"].is_monotonic_decreasing


def test_printed_tables_write_the_95_percent_margin_of_error_and_say_so() -> None:
    advice = advise(own_view(reach("play", 3)), n=400, seed=3)
    for printout in (advice, advice.outcomes):
        row = advice.outcomes.frame.iloc[1]
        line = next(line for line in str(printout).splitlines() if f" {row.alternative} " in f" {line} ")
        reaches = [float(reach.split()[0]) for reach in line.split("±")[1:]]
        assert reaches == pytest.approx([1.96 * row.standard_error, 1.96 * row.difference_standard_error], abs=0.051)
        assert "±: 95% margin of error" in str(printout).splitlines()[-1]


def test_with_all_cards_seen_the_figure_is_what_happens() -> None:
    round = reach("play", 4)
    comparison = outcomes.compare(View(None, round), seed=1, n=20)
    for alternative, gains in zip(comparison.alternatives, comparison.columns["gain"], strict=True):
        after = round.play(alternative[0])
        while not after.is_over:
            after = after.play(club_player(mam.view(after, after.actor), Random(1)))
        actor_side = round.rules.side_of(round.actor)
        scores = after.result.scores
        assert set(gains) == {scores[actor_side] - sum(score for side, score in scores.items() if side != actor_side)}


@pytest.mark.parametrize(
    "finish", ["club", "rulebook", "random", "exact", rulebook_player, random_player, ExpertPlayer(worlds=4)]
)
@pytest.mark.sample(1, 4)  # a function: the words are finished with below, too
def test_every_way_of_finishing(finish: object) -> None:
    comparison = outcomes.compare(own_view(reach("play", 10)), seed=1, n=10, finish=finish)
    assert comparison.n == 10
    assert np.isfinite(comparison.values).all()
    assert comparison.stopped == "count"


def test_an_exact_finish_takes_no_less_than_the_rulebook_where_it_is_the_bidder() -> None:
    round = reach("play", 9, seed=11)
    view = View(None, round)
    exact = outcomes.compare(view, seed=1, n=1, finish="exact", measure="money")
    solved = mam.solve(round, moves=True).moves
    is_bidding_side = round.actor in round.sides[round.side_of(round.bidder)]
    if not is_bidding_side:
        exact_money = {
            alternative[0].card: money
            for alternative, money in zip(exact.alternatives, exact.columns["made"], strict=True)
        }
        assert exact_money
    for alternative, money in zip(exact.alternatives, exact.values, strict=True):
        if is_bidding_side:
            assert money[0] == solved[alternative[0].card][0]


def test_the_readable_and_the_compiled_rules_agree() -> None:
    view = own_view(reach("play", 8))
    compiled = outcomes.compare(view, seed=1, n=3000).frame.set_index("alternative")
    readable = outcomes.compare(view, seed=2, n=60, finish=club_player).frame.set_index("alternative")
    for name, row in readable.iterrows():
        error = np.hypot(row["standard_error"], compiled.loc[name, "standard_error"])
        assert abs(row["estimate"] - compiled.loc[name, "estimate"]) <= 4 * error + 1e-9


def test_games_that_the_kernel_does_not_play() -> None:
    two = outcomes.compare(own_view(reach("play", 8, edition="make-a-million-1935-two")), seed=1, n=5)
    assert two.n == 5
    letters = mam.start("millionaire", seed=7)
    assert outcomes.compare(mam.view(letters, letters.actor), seed=1, n=5).n == 5
    with pytest.raises(Unsupported):
        outcomes.compare(own_view(reach("play", 8, edition="silent-six")), seed=1, finish="exact")


# Budgets


def test_it_stops_at_a_precision() -> None:
    comparison = outcomes.compare(own_view(reach("play", 4)), seed=1, precision=2.5)
    assert comparison.stopped == "precision"
    assert comparison.frame["difference_standard_error"].max() <= 2.5
    finer = outcomes.compare(own_view(reach("play", 4)), seed=1, precision=1.5)
    assert finer.n > comparison.n


def test_it_stops_at_a_time_and_tells_how_it_goes() -> None:
    stream = io.StringIO()
    comparison = outcomes.compare(own_view(reach("play", 4)), seed=1, seconds=0.05, progress=stream)
    assert comparison.stopped == "time"
    assert "simulated deals in" in stream.getvalue()


def test_an_interrupt_gives_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from mam.analysis import trials

    original, asked = trials.KernelBatch.simulate, []

    def simulate(self: trials.KernelBatch, alternative: object) -> object:
        asked.append(alternative)
        if len(asked) > 9:
            raise KeyboardInterrupt
        return original(self, alternative)

    monkeypatch.setattr(trials.KernelBatch, "simulate", simulate)
    comparison = outcomes.compare(
        own_view(reach("play", 8)), ["play " + str(reach("play", 8).legal_moves[0].card)], seed=1, n=10**6
    )
    assert comparison.stopped == "interrupted"
    assert 250 <= comparison.n < 10**6


# What is asked wrongly


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (lambda view: outcomes.compare(view.round, seed=1), TypeError, "mam.view"),
        (lambda view: outcomes.compare(view, "play R40", seed=1), TypeError, "list of moves"),
        (lambda view: outcomes.compare(view, [5], seed=1), TypeError, "'play R40'"),
        (lambda view: outcomes.compare(view, [], seed=1), ValueError, "at least one alternative"),
        (lambda view: outcomes.compare(view, ["bid 200"], seed=1), ValueError, "You can.t bid"),
        (lambda view: outcomes.compare(view, seed=1, n=0), ValueError, "1 or more"),
        (lambda view: outcomes.compare(view, seed=1, precision=-1), ValueError, "positive number"),
        (lambda view: outcomes.compare(view, seed=1, measure="luck"), ValueError, "gain, score"),
        (lambda view: outcomes.compare(view, seed=1, measure="match"), ValueError, "totals="),
        (lambda view: outcomes.compare(view, seed=1, totals={"N-S": 1}), ValueError, "N-S, E-W"),
        (lambda view: outcomes.compare(view, seed=1, finish="wishful"), ValueError, "expert"),
        (lambda view: outcomes.compare(view, seed="x"), TypeError, "seed"),
        (lambda view: review(5), TypeError, "record or a round"),
        (lambda view: outcomes.compare(view, n=1.5), ValueError, "whole number"),
        (lambda view: outcomes.compare(view, ["go to 200"]), ValueError, "not an auction"),
        (lambda view: outcomes.make_curve(view, bids=["a"]), ValueError, "whole numbers"),
        (lambda view: outcomes.make_curve(view, bids=[]), ValueError, "at least one"),
        (lambda view: advise(View(None, view.round)), ValueError, "for one person"),
    ],
)
def test_faults_are_named(asked, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        asked(own_view(reach("play", 8)))


def test_a_view_of_somebody_else_is_refused() -> None:
    round = reach("play", 8)
    opponent = next(seat for seat in "NESW" if seat != round.actor)
    with pytest.raises(ValueError, match="turn"):
        outcomes.compare(mam.view(round, opponent), seed=1)


# Bids


def test_the_curve_falls_and_its_chances_are_shares_of_the_worlds() -> None:
    view = own_view(mam.start(GAME, seed=7))
    curve = outcomes.make_curve(view, seed=1, n=1000, bids=range(0, 600, 25))
    for _, part in curve.groupby("trump"):
        assert part["chance"].is_monotonic_decreasing
        assert part["chance"].iloc[0] == 1
        assert part["chance"].iloc[-1] < 0.05
    assert np.allclose(curve["chance_standard_error"], np.sqrt(curve["chance"] * (1 - curve["chance"]) / 1000))
    comparison = outcomes.compare(view, [(mam.Bid(200), mam.NameTrump(mam.Color.RED))], seed=1, n=1000)
    narrow_curve = outcomes.make_curve(view, seed=5, n=4000, bids=[200], trumps=[mam.Color.RED])
    assert abs(comparison.frame["made"][0] - narrow_curve["chance"][0]) < 0.07


def test_the_curve_of_the_bidder_who_has_put_out() -> None:
    round = reach("play", 2)
    curve = outcomes.make_curve(mam.view(round, round.bidder), seed=1, n=300)
    assert curve["bid"].tolist() == [round.bid]
    with pytest.raises(ValueError, match="has no auction"):
        outcomes.make_curve(own_view(mam.start("exact-tricks", seed=1)), seed=1)


def test_passing_leaves_the_bid_to_whoever_would_have_it() -> None:
    # North holds nothing: passing is better than any bid.
    view = own_view(mam.start(GAME, seed=7, dealer="S").play(mam.Bid(opening(GAME))))
    comparison = outcomes.compare(view, [[GoTo(400, mam.Color.RED)], ["pass"]], seed=1, n=500)
    assert comparison.best == (mam.Pass(),)


@pytest.mark.parametrize("edition", [GAME, "manhattan", "make-a-million-2004", "six", "sweven", "silent-eight"])
def test_auctions_are_held_as_rulebook_players_hold_them(edition: str) -> None:
    for seed in range(12):
        round, rng = mam.start(edition, seed=seed), Random(seed)
        reach = find_bid_limits(round, draw_masks(round, list_mask_cards(round.rules), 1, 0))[0]
        limits = tuple(int(reach[round.rules.seats.index(person)]) for person in round.rules.persons)
        calls = hold_auction(round.rules, round.deal.dealer, limits)
        while round.phase == "auction":
            round = round.play(rulebook_player(mam.view(round, round.actor), rng))
        assert [(seat, getattr(call, "amount", 0)) for seat, call in calls] == [
            (seat, getattr(call, "amount", 0)) for seat, call in round.calls
        ]


def test_rounds_with_auctions_are_scored_by_the_rules() -> None:
    table = play_auctions(GAME, 800, seed=3)
    bid = table["bidder"].map({"N": "N-S", "S": "N-S", "E": "E-W", "W": "E-W"})
    bidder_side_gain = np.where(bid == "N-S", table["N-S"], table["E-W"])
    assert (bidder_side_gain == np.where(table["made"], table["taken"], -table["bid"])).all()
    assert table.equals(play_auctions(GAME, 800, seed=3))
    with pytest.raises(ValueError, match="has no auction"):
        play_auctions("exact-tricks", 10, seed=1)


# Matches


def test_the_odds_of_a_match_are_fair_and_grow() -> None:
    odds = find_match_chances(GAME)
    totals = np.arange(-500, 1000, 50.0)
    assert np.allclose(odds.chance(totals, totals), 0.5)
    assert (np.diff(odds.chance(totals, 300.0)) > 0).all()
    assert np.allclose(odds.chance(totals, 200.0) + odds.chance(200.0, totals), 1)
    assert odds.chance(1010, 1005) == 1
    with pytest.raises(ValueError, match="race of two sides"):
        find_match_chances("sweven")


def test_near_the_end_of_a_match_it_is_the_match_that_counts() -> None:
    """Who needs the bid to win goes further than who is far ahead."""
    view = own_view(mam.start(GAME, seed=7, dealer="S").play(mam.Bid(opening(GAME))).play(mam.Pass()))
    far = [[GoTo(limit, mam.Color.YELLOW)] for limit in (0, 260)]
    behind = outcomes.compare(view, far, seed=1, n=2000, totals={"N-S": 800, "E-W": 990}).frame
    ahead = outcomes.compare(view, far, seed=1, n=2000, totals={"N-S": 990, "E-W": 100}).frame
    worth = [table.set_index("alternative")["estimate"] for table in (behind, ahead)]
    gained = [row["go to 260, trump Y"] - row["go to 0, trump Y"] for row in worth]
    assert gained[0] > gained[1]


# Advice


def test_limits_may_be_written_as_they_are_printed() -> None:
    view = own_view(mam.start(GAME, seed=7, dealer="S").play(mam.Bid(opening(GAME))))
    comparison = outcomes.compare(view, ["go to 220, trump R", "go to 200", "pass"], n=50)
    assert set(comparison.frame["alternative"]) == {"go to 220, trump R", "go to 200", "pass"}


@pytest.mark.long
def test_words_count_as_the_game_counts() -> None:
    sweven = advise(own_view(reach("play", 1, edition="sweven")), n=20).table["reason"].str.cat()
    assert "$" not in sweven
    tricks = advise(own_view(reach("play", 1, edition="exact-tricks")), n=20).table["reason"].str.cat()
    assert "money" not in tricks
    bids = advise(own_view(mam.start("make-a-million-1935-two", seed=11)), n=1).table
    assert not bids["reason"].str.contains("%").any()


@pytest.mark.parametrize(("phase", "tricks"), [("auction", 0), ("nest", 0), ("trump", 0), ("play", 0), ("play", 6)])
def test_advice_has_a_reason_for_everything(phase: str, tricks: int) -> None:
    view = own_view(reach(phase, tricks))
    advice = advise(view, n=300)
    assert view.why_not(advice.best) is None
    assert advice.table["reason"].str.len().min() > 5
    assert str(advice.best) in str(advice)
    assert {"estimate", "standard_error", "difference", "difference_standard_error", "n"} <= {*advice.table.columns}


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(4, 7)
def test_advice_in_every_game(edition: str) -> None:
    round, rng, asked = mam.start(edition, seed=4), Random(4), {}
    while not round.is_over and len(asked) < 6:
        view = own_view(round)
        if round.phase not in asked and len(view.legal_moves) > 1:
            asked[round.phase] = advise(view, n=4)
            assert view.why_not(asked[round.phase].best) is None
        round = round.play(rulebook_player(view, rng))
    assert asked


@pytest.mark.parametrize(("phase", "tricks"), [("auction", 0), ("nest", 0), ("play", 2), ("play", 8)])
@pytest.mark.sample(2, 3)
def test_advice_does_not_change_with_cards_that_cannot_be_seen(phase: str, tricks: int) -> None:
    round = reach(phase, tricks)
    view = own_view(round)
    table = advise(view, n=200).table
    searched = ExpertPlayer(worlds=30)(view, Random(3))
    other_worlds = mam.worlds(view, Random(5))
    for _ in range(3):
        next_row = next(other_worlds)
        assert next_row != round
        assert advise(own_view(next_row), n=200).table.equals(table)
        assert ExpertPlayer(worlds=30)(own_view(next_row), Random(3)) == searched


def test_a_review_finds_the_mistake() -> None:
    record = specimen_record()
    table = review(record, n=150, persons="N")
    assert table["person"].unique().tolist() == ["N"]
    assert {"step", "phase", "move", "best", "cost", "standard_error", "n", "reason"} <= {*table.columns}
    assert table.loc[table["move"] == "bid 260", "cost"].item() > 50
    assert table["cost"].min() > -60
    assert table.equals(review(record, n=150, persons="N"))


def test_a_review_finds_one_position_in_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    last = specimen_record().rounds()[-1]
    found: list[int] = []
    at = mam.TrickRound.at
    monkeypatch.setattr(mam.TrickRound, "at", lambda round, step: (found.append(step), at(round, step))[1])
    for row in advice.review_in_steps(last, n=1, persons="", start=40):
        assert row is None and len(found) == 1
        found.clear()


def test_after_a_bid_of_no_color_no_trump_is_named_with_the_discard() -> None:
    round = mam.start("manhattan+free-trump", seed=7, dealer="S").play(mam.Bid(100, mam.parse_move("bid 100 NC").color))
    while round.phase == "auction":
        round = round.play(mam.Pass())
    tried = list_alternatives(mam.view(round, round.actor))
    assert tried and all(len(moves) == 1 and round.why_not(moves[0]) is None for moves in tried)


def test_a_review_in_steps_takes_the_same_arguments() -> None:
    """A default written twice must not differ."""
    assert signature(advice.review_each).parameters == signature(advice.review_in_steps).parameters
