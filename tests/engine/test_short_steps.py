"""Work in short steps: how much is done in one, and that its size changes no result."""

from collections.abc import Generator
from typing import TypeVar

import numpy as np
import pytest

import mam
from mam.engine.rollouts import continuation, scores, worlds
from mam.engine.rollouts.continuation import Rollout, list_mask_cards, split_rows
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.worlds import MaskDrawer, draw_masks
from mam.engine.solver import position
from mam.engine.solver.solution import solve
from mam.games.trick_round import TrickRound
from mam.support.steps import yield_result

GAME = "make-a-million-1935"
T = TypeVar("T")


def count_steps(steps: Generator[None, None, T]) -> tuple[int, T]:
    """Take all steps, and return how many there were, and the result."""
    *pauses, result = yield_result(steps)
    assert result is not None
    return len(pauses), result


def open_hand() -> TrickRound:
    """A round before its first call, as its first caller sees it."""
    round = mam.start(GAME, seed=3)
    seen = mam.view(round, round.actor).round
    assert isinstance(seen, TrickRound)
    return seen


def test_a_step_plays_few_worlds() -> None:
    assert [rows.stop - rows.start for rows in split_rows(continuation._ROWS * 2)] == [continuation._ROWS] * 2


def test_the_number_of_worlds_in_a_step_changes_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    round = open_hand()
    masks = draw_masks(round, list_mask_cards(round.rules), 100, 1)
    at_once = Rollout(round, policy="club").run(masks, seed=5)
    monkeypatch.setattr(continuation, "_ROWS", 30)
    steps, in_parts = count_steps(Rollout(round, policy="club").run_in_steps(masks, seed=5))
    assert steps == 4, "and one for the result"
    assert np.array_equal(in_parts.money, at_once.money) and np.array_equal(in_parts.allies, at_once.allies)


def test_worlds_are_sorted_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    round = open_hand()
    drawer = MaskDrawer(round, list_mask_cards(round.rules))
    at_once = drawer.draw(100, 7)
    monkeypatch.setattr(worlds, "_SORTED_ROWS", 30)
    sizes, sort = [], np.argsort
    monkeypatch.setattr(worlds.np, "argsort", lambda keys, **options: sizes.append(len(keys)) or sort(keys, **options))
    in_parts = drawer.draw(100, 7)
    assert {*sizes} == {30, 10}
    assert np.array_equal(in_parts.contents, at_once.contents)


def test_a_listener_explores_in_steps_of_their_own() -> None:
    round = mam.start(GAME, seed=3)
    for _ in range(3):
        round = round.play(round.legal_moves[0])
    seen = mam.view(round, round.actor).round
    assert isinstance(seen, TrickRound)
    drawer = MaskDrawer(seen, list_mask_cards(seen.rules))
    listener, other = (Listener(seen, round.actor, drawer, 1, pilot=50) for _ in range(2))
    assert listener.proportion is None
    assert len([*listener.prepare()]) > 3 and listener.proportion is not None
    assert not [*listener.prepare()], "once is enough"
    assert np.array_equal(listener.draw(40, 2).contents, other.draw(40, 2).contents)


def test_outcomes_are_scored_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    round, asked = open_hand(), []
    masks = draw_masks(round, list_mask_cards(round.rules), 300, 1)
    seat = round.actor
    end = Rollout(round, seat, policy="club").run(masks)
    score = scores._score_outcome
    monkeypatch.setattr(scores, "_SCORED_IN_STEP", 10)
    monkeypatch.setattr(scores, "_score_outcome", lambda *outcome: asked.append(outcome) or score(*outcome))
    scores._find_scores.cache_clear()
    counts, found = [0], None
    for result in yield_result(scores.score_results.in_steps(round, end, seat, 200)):
        counts.append(len(asked))
        found = result or found
    assert len(asked) > 20 and max(np.diff(counts)) == 10
    assert found is not None
    steps, _ = count_steps(scores.score_results.in_steps(round, end, seat, 200))
    assert steps == 1 and len(asked) == counts[-1], "they are scored once"
    scores._find_scores.cache_clear()
    assert all(
        np.array_equal(found[name], values) for name, values in scores.score_results(round, end, seat, 200).items()
    )


def test_the_memory_of_the_search_is_cleared_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "_STORE", position._Store())
    monkeypatch.setattr(position, "_PIECE", 1 << 15)
    filled = []
    monkeypatch.setattr(position.np, "empty", lambda size, kind: filled.append(np.full(size, 7, kind)) or filled[0])
    cleared = [int((filled[0] == 0).sum()) for _ in position.make_memory_in_steps(8)]
    assert cleared == [*range(1 << 15, len(filled[0]) + 1, 1 << 15)]
    assert not [*position.make_memory_in_steps(8)], "it is made once"
    ending = mam.make_position(GAME, "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    assert isinstance(ending, TrickRound)
    assert position.Position(ending).memory is filled[0]


def test_each_card_to_be_solved_is_set_up_in_a_step_of_its_own() -> None:
    ending = mam.make_position(GAME, "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    steps, solution = count_steps(solve.in_steps(ending, moves=True))
    assert steps > len(solution.moves) == 2 and solution.moves == mam.solve(ending, moves=True).moves


def test_odds_are_counted_card_by_card() -> None:
    """What `Masks.count` says of each card is what `Masks.counts` says of all."""
    round = open_hand()
    masks = draw_masks(round, list_mask_cards(round.rules), 20, 1)
    together = masks.counts()
    for index, card in enumerate(masks.cards):
        assert np.array_equal(masks.count(card), together[:, :, index])
