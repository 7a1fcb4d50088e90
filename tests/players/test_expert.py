"""The expert player: legal everywhere, the same for the same worlds, better than the beginner it starts from."""

import subprocess
import sys
from itertools import count
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import mam
from mam.analysis import outcomes
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.evaluation import Evaluator
from mam.engine.rollouts.scores import score_capture
from mam.engine.rollouts.worlds import draw_masks
from mam.engine.tables.search_tree import make_search_tree
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on, rulebook_player
from mam.players.candidates import list_discards, rank_trumps
from mam.players.expert import ExpertPlayer, _Search, expert_player
from mam.support.steps import take_all

GAME = "make-a-million-1935"


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(4, 12)
def test_it_plays_every_game(edition: str) -> None:
    round = mam.start(edition, seed=11)
    chances = {person: Random(1) for person in round.rules.persons}
    finished = play_on(round, dict.fromkeys(round.rules.persons, ExpertPlayer(worlds=4)), chances)
    assert finished.is_over  # an illegal move would have been an error


@pytest.mark.long
def test_counted_worlds_make_the_same_moves_again() -> None:
    def played() -> TrickRound:
        round = mam.start(GAME, seed=5)
        return play_on(round, dict.fromkeys("NESW", ExpertPlayer(worlds=8)), {seat: Random(2) for seat in "NESW"})

    assert played() == played()


def test_it_is_a_player_by_name() -> None:
    assert get_player("expert") is expert_player
    assert expert_player.seconds == 0.02


def test_it_finds_the_card_that_wins_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()  # a clock by which every look takes a thousandth of a second
    clock = SimpleNamespace(perf_counter=lambda: next(looks) / 1000)
    monkeypatch.setattr(sys.modules[ExpertPlayer.__module__], "time", clock)
    # North leads with the two highest trumps out: drawing them brings all the money that is left.
    round = mam.make_position(GAME, "N B40 Y40 Y30 | E B30 Y1 Y2 | S G1 G2 R40 | W R1 R2 R3", "B", bidder="N")
    best = {card for card, (low, _) in mam.solve(round, moves=True).moves.items() if low == mam.solve(round).value}
    for player in (ExpertPlayer(worlds=60), ExpertPlayer(seconds=0.3)):
        move = player(mam.view(round, round.turn), Random(1))
        assert move.card in best
    assert next(looks) > 10


@pytest.mark.parametrize(("edition", "left_out"), [(GAME, {5, 10}), ("sweven", set())])
def test_it_leaves_small_money_out_of_long_searches(edition: str, left_out: set[int]) -> None:
    round = mam.start(edition, seed=1)
    while round.phase != "play":
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))
    for _ in range(24):
        search = _Search(round, round.turn, ExpertPlayer(), 1, list_mask_cards(round.rules))
        cards_left, least = len(round.hands[round.turn]), search._least_money
        assert {card.money for card in round.rules.pack if 0 < card.money < least} == (
            left_out if cards_left >= 8 else set()
        )
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))


@pytest.mark.parametrize(("seconds", "cards"), [(0.02, 8), (0.099, 8), (0.1, 9), (2, 9)])
def test_it_solves_larger_hands_if_it_has_time(seconds: float, cards: int) -> None:
    round = mam.start(GAME, seed=1)
    assert _Search(round, "N", ExpertPlayer(seconds), 1, list_mask_cards(round.rules))._max_solved_hand == cards


@pytest.mark.parametrize("seat", "NE")
def test_money_counts_beside_the_score(seat: str) -> None:
    # The bid is made in any case, so the score of a fixed bid does not depend on what is left.
    hands = "N B40 Y40 Y30 | E B30 Y1 Y2 | S G1 G2 R40 | W R1 R2 R3"
    round = mam.make_position(GAME, hands, "B", bidder="N", played="B40" if seat == "E" else "")
    card = round.hands[seat][0]
    search = _Search(round, seat, ExpertPlayer(worlds=1), 1, list_mask_cards(round.rules))
    solver = SimpleNamespace(nodes=0, find_all_values=lambda masks, nodes: np.array([[30], [40]]))
    values = [row[card] for row in take_all(search._solve(solver, [card], None))]
    scores = [score_capture(round, seat, money)[0] for money in (30, 40)]
    assert values[1] - values[0] == scores[1] - scores[0] + (40 if seat == "N" else -40)


@pytest.mark.long
def test_it_loses_less_than_the_rulebook_with_open_cards() -> None:
    expert_cost = mam.open_card_cost(GAME, ExpertPlayer(worlds=40), 6, tricks=5, seed=3)
    usual = mam.open_card_cost(GAME, "rulebook", 6, tricks=5, seed=3)
    assert expert_cost.estimate.mean < usual.estimate.mean


# Both sides solved with all cards open promise more for the Red 15: but then North must discard Yellow or Green before anybody knows
# which of them the next lead asks for (lesson 22).
TRAP = "N R2 Y40 G40 | E R3 R30 Y30 | S R11 R15 B40 | W R1 B30 G30"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("trap", [TRAP, TRAP.replace("Y", "?").replace("G", "Y").replace("?", "G")])
def test_it_does_not_play_a_card_that_only_hindsight_makes_good(trap: str, seed: int) -> None:
    round = mam.make_position("manhattan", trap, "R", bidder="S", bid=115, played="R1 R2 R3 R11")
    view = mam.view(round, "S")
    promised = outcomes.compare(view, n=60, seed=seed, finish="exact", measure="money").frame
    assert promised["alternative"].iloc[0] == "play R15"
    for worlds in (10, 200):
        assert str(ExpertPlayer(worlds=worlds)(view, Random(seed))) == "play B40"


def test_it_plans_ahead_by_what_it_will_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree finds the plan of lesson 22: after the Black 40 the bid is made in every deal, after the Red 15 in two of three."""
    round = mam.make_position("manhattan", TRAP, "R", bidder="S", bid=115, played="R1 R2 R3 R11")
    view_round = mam.view(round, "S").round
    masks = draw_masks(view_round, list_mask_cards(view_round.rules), 600, 1)
    moves = [mam.Play(mam.parse_card(code)) for code in ("R15", "B40")]
    evaluator = Evaluator(view_round, "S", masks, "club")
    trees = [make_search_tree(0b101, 1200, trust, 50.0) for trust in (1 << 30, 4)]
    usual, searched = (evaluator.find_gains_of_each(moves, tree=tree).mean(axis=1) for tree in trees)
    assert (trees[1].counts > 0).sum() > (trees[0].counts > 0).sum()
    assert searched[1] > searched[0] + 20
    assert searched[1] >= usual[1] - 5


WHOLE_ROUND = """
import sys
from random import Random
if len(sys.argv) > 1:
    sys.modules[sys.argv[1]] = None
import mam
from mam.players import play_on, rulebook_player
from mam.players.expert import ExpertPlayer
start = mam.start("make-a-million-1935", seed=5, dealer="S")
assert "mam.engine.tables.kernel" not in sys.modules  # otherwise the kernel would be loaded already
searched, rulebook = (
    play_on(start, dict.fromkeys("NESW", player), {seat: Random(1) for seat in "NESW"}) for player in (ExpertPlayer(worlds=5), rulebook_player)
)
print(searched.is_over and searched == rulebook)
"""


@pytest.mark.parametrize(("missing", "same"), [("numba", "True"), ("", "False")])
def test_without_numba_it_plays_like_the_rulebook_player(missing: str, same: str) -> None:
    # In a Python of its own: modules taken out and put back here would stay halfway changed for the tests that follow.
    command = [sys.executable, "-c", WHOLE_ROUND, *missing.split()]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == same


@pytest.mark.parametrize("asked", [{"seconds": 0}, {"seconds": "1"}, {"worlds": -1}, {"worlds": True}])
def test_a_budget_must_be_above_0(asked: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="above 0"):
        ExpertPlayer(**asked)


def test_discards_worth_considering() -> None:
    round = mam.start(GAME, seed=7)
    while round.phase != "nest":
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))
    discards = list(list_discards(round))
    assert len(discards) == len(set(discards)) > 30
    assert all(round.why_not(mam.Discard(cards)) is None for cards, _ in discards)
    assert {trump for _, trump in discards} == {*rank_trumps(round)[:2]}
