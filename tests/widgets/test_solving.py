"""Solver values on the table: only where all cards lie open, exact or said to be bounds, and for the moment they belong to."""

from typing import Any

import pytest

import mam
import mam_widgets as mw
from mam.rules.amounts import format_amount
from mam_widgets.stepper import solving
from mam_widgets.stepper.solving import can_solve
from mam_widgets.stepper.widget import Stepper


@pytest.fixture(autouse=True)
def no_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a script: where browser tests run as well, their event loop would be taken for the kernel's."""
    monkeypatch.setattr("mam_widgets.shared.background._running_loop", lambda: None)


def ask(table: Stepper, **message: Any) -> dict[str, Any]:
    """Send a message, wait for what it set going, and give the scene."""
    table.handle_message(message)
    table._background.wait()
    table._refresh()  # without an event loop the answer may come while the message is still being obeyed
    return table.scene


def values(scene: dict[str, Any]) -> dict[str, str]:
    return {card["card"]: card["value"] for card in scene["hand"]["cards"] if "value" in card}


def test_each_legal_card_gets_the_figure_that_the_solver_proves():
    table = mw.specimen().go(45)
    assert table.scene["solve"] == {"can_solve": True, "state": "", "seconds": 6.5, "text": "", "message": None}
    assert not values(table.scene)
    scene = ask(table, do="solve")
    proven = mam.solve(table.round, moves=True)
    assert values(scene) == {card.code: str(low) for card, (low, _) in proven.moves.items()}
    assert scene["solve"]["state"] == "exact"
    assert scene["solve"]["message"]["what"] == f"North-South take {format_amount(proven.value)} with best play."
    assert scene["live"] == " ".join(scene["solve"]["message"][part] for part in ("what", "why"))
    assert scene["solve"]["text"].startswith(scene["live"])
    words = {card["value_words"] for card in scene["hand"]["cards"] if "value" in card}
    assert words == {f"with it North-South take {format_amount(low)}" for low, _ in proven.moves.values()}
    assert not [card for card in scene["hand"]["cards"] if card.get("is_best")]  # all are as good


def test_the_best_cards_are_those_of_the_side_to_move(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solving, "BUDGETS", (60.0,))  # on a busy machine, too
    scene = ask(mw.specimen().go(30), do="solve")  # East, against the bidders, holds them lowest with the Bull
    assert min(values(scene), key=lambda card: int(values(scene)[card])) == "BULL"
    assert "Best for East: Bull." in scene["solve"]["text"]
    assert scene["solve"]["message"]["why"] == "Best for East: Bull."
    best = [card for card in scene["hand"]["cards"] if card.get("is_best")]
    assert [card["card"] for card in best] == ["BULL"] and best[0]["value_words"].endswith("best for East")


def test_the_figures_stay_with_their_moment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solving, "BUDGETS", (60.0,))
    table = mw.specimen().go(45)
    values_shown = values(ask(table, do="solve"))
    assert not values(ask(table, do="go_to_step", step=46))
    assert values(ask(table, do="go_to_step", step=45)) == values_shown


def test_bounds_are_told_as_bounds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solving, "BUDGETS", (0.001,))
    scene = ask(mw.specimen().go(14), do="solve")
    assert scene["solve"]["state"] == "bounds"
    assert set(values(scene).values()) == {"?"}
    assert "only bounds are proven" in scene["solve"]["text"]
    assert " between $" in scene["solve"]["message"]["what"]
    assert " to $" in scene["hand"]["cards"][0]["value_words"]


@pytest.mark.parametrize("edition", ["six", "sweven", "make-a-million-1935-two", "anagrams", "exact-tricks"])
def test_games_that_the_solver_does_not_know_are_not_offered(edition: str):
    table = mw.deal(3, edition=edition)
    for _ in range(40):
        if not table.round.is_over:
            table._walk.play_random_move()
    assert not can_solve(table.round)
    table.handle_message({"do": "solve"})
    scene = table.scene
    assert not scene["solve"]["can_solve"]
    assert "four hands and two sides" in scene["ruling"]["text"]


def test_the_tables_of_a_position_are_made_in_steps_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from mam.engine.solver import solution
    from mam.engine.tables import build

    build._make_tables.cache_clear()
    build._rank_legal.cache_clear()
    round = mw.specimen().go(45).round
    steps = solving.solve_steps(round, longer=False, is_canceled=lambda: False)
    ranked = 0
    while not build._make_tables.cache_info().currsize:
        assert next(steps) is None
        ranked, before = build._rank_legal.cache_info().misses, ranked
        assert ranked - before <= 1, "a step asks one question of the rules"
    monkeypatch.setattr(build, "_Questions", None)  # nothing is asked when the search begins
    assert isinstance(next(filter(None, steps)), solution.Solution)


def test_on_a_page_the_memory_is_made_in_steps_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from mam.engine.solver import position

    monkeypatch.setattr(solving, "works_in_steps", lambda: True)
    monkeypatch.setattr(position, "_STORE", position._Store())
    made: list[bool] = []
    get_memory = position._get_memory
    monkeypatch.setattr(
        position, "_get_memory", lambda power: made.append(power in position._STORE.memories) or get_memory(power)
    )
    steps = solving.solve_steps(mw.specimen().go(20).round, longer=False, is_canceled=lambda: True)
    count = 0
    while len(made) < 2:
        assert next(steps) is None
        count += 1
    assert made == [False, True], "the small one for the tables at once, the large one piece by piece"
    assert count > max(map(len, position._STORE.memories.values())) // position._PIECE


def test_tables_and_memory_of_a_search_are_steps_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from mam.engine.solver import position

    monkeypatch.setattr(position, "_STORE", position._Store())
    position.pack_tables.cache_clear()
    powers, get_memory = [], position._get_memory
    monkeypatch.setattr(position, "_get_memory", lambda power: powers.append(power) or get_memory(power))
    steps = solving.solve_steps(mw.specimen().go(20).round, longer=False, is_canceled=lambda: True)
    seen = []
    while len(powers) < 2:
        assert next(steps) is None
        seen.append((position.pack_tables.cache_info().misses, *powers))
    assert [*dict.fromkeys(seen)] == [(0,), (1, 15), (1, 15, 22)]


def test_nobody_solves_cards_that_they_may_not_see():
    table = mw.deal(3, you="S", dealer="S")
    while table.round.phase != "play":
        table._walk.play_random_move()
    table.handle_message({"do": "solve"})
    scene = table.scene
    assert not scene["solve"]["can_solve"]
    assert "all hands open" in scene["ruling"]["text"]
    assert not table._solved


def test_an_error_of_the_solver_becomes_a_sentence(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("out of memory")

    monkeypatch.setattr("mam.engine.solver.solution.solve.in_steps", fail)
    scene = ask(mw.specimen().go(45), do="solve")
    assert scene["ruling"]["text"] == "out of memory"
    assert scene["solve"]["state"] == ""


def test_a_search_is_stopped_and_what_is_proven_by_then_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solving, "BUDGETS", (60.0,))
    table = mw.specimen().go(13)
    table.handle_message({"do": "solve"})
    assert table.scene["solve"]["state"] == "busy"
    table.handle_message({"do": "stop_solving"})
    table._background.wait()
    table._refresh()
    assert table.scene["solve"]["state"] == "bounds"
    (solution,) = table._solved.values()
    assert solution.stopped == "interrupted" and solution.seconds < 10
