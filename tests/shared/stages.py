"""A match brought to each of its stages, for the tests that go through all of them."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from mam.class_tables import make_class_table
from mam.players import rulebook_player
from mam.sessions import Session
from mam_widgets.match.widget import Play, play


@cache
def _play_round() -> Mapping[str, str]:
    """A round as the rulebook plays it: the match as text at the person's first decision in each phase, at another's turn, and over."""
    session = Session.start("make-a-million-1935", seed=162, skill_level="rulebook")
    saved: dict[str, str] = {}
    while not session.round.is_over:
        phase = session.round.phase
        saved.setdefault(phase if session.to_move else f"{phase}, another's turn", session.dumps())
        session.play(rulebook_player(session.view, Random(1))) if session.to_move else session.step()
    return {**saved, "over": session.dumps()}


def open_at(moment: str, *, auto_play: bool = False) -> Play:
    """A match at a moment of that round."""
    return Play(Session.loads(_play_round()[moment]), auto_play=auto_play)


def round_over() -> Play:
    return open_at("over")


def match_over() -> Play:
    """A match of one round, which is over."""
    table = play("anagrams", seed=5, save=False, skill_level="rulebook", auto_play=False)
    session = table.session
    while not session.is_over:
        session.play(session.view.legal_moves[0]) if session.to_move else session.step()
    table._refresh()
    return table


def new_match() -> Play:
    table = open_at("play")
    table.handle_message({"do": "begin", "seat": "S", "skill_level": "rulebook", "seed": "7"})
    return table


def reviewing() -> Play:
    """The review of the first round, all of it found: of two decisions something clear."""
    table = round_over()
    playing = table._playing
    playing.reviews()
    for index, step in enumerate(playing.stage.steps):
        cost = 60.0 if index in (2, 5) else 0.0
        figures = {"cost": cost, "n": 200, "standard_error": 1.0, "expected_gain": 0.0}
        move = str(playing.stage.session.round.history[step])
        playing.take_review(
            {"step": step, "move": move, "best": "pass", "reason": "why", "sentences": ["Why."], **figures}
        )
    table._refresh()
    return table


def reviewing_an_earlier_round() -> Play:
    table = reviewing()
    for message in ({"do": "next_round"}, {"do": "review", "number": 1}):
        table.handle_message(message)
    return table


def what_if() -> Play:
    table = reviewing()
    table.handle_message({"do": "what_if"})
    return table


def branch() -> Play:
    """A what-if in which something else was played."""
    table = what_if()
    walk = table._playing.stage.walk
    table.handle_message({"do": "go_to_step", "step": 0})
    move = next(move for move in walk.round.legal_moves if move != walk.moves[0])
    table.handle_message({"do": "move", "move": str(move)})
    return table


def practice() -> Play:
    table = reviewing()
    for message in ({"do": "go_to_decision", "index": 5}, {"do": "try_again"}):
        table.handle_message(message)
    return table


def practice_over() -> Play:
    table = practice()
    session = table._playing.session
    while not session.round.is_over:
        session.play(session.view.legal_moves[0]) if session.to_move else session.step()
    table._refresh()
    return table


def computing() -> Play:
    """The review of a round of which nothing is found yet."""
    table = round_over()
    table._playing.reviews()
    table._refresh()
    return table


def real_table() -> Play:
    table = open_at("play")
    table.handle_message({"do": "real_table", "is_on": True, "notice": 0})
    return table


def class_table(*, is_over: bool = False) -> Play:
    """A class table at the first own decision, or with the round to hand in."""
    session = make_class_table("Period 3", seed=16, skill_level="rulebook")
    while is_over and not session.round.is_over:
        session.play(rulebook_player(session.view, Random(1))) if session.to_move else session.step()
    return Play(session, auto_play=False)


STAGES: Mapping[str, Callable[[], Play]] = {
    "your call": lambda: open_at("auction"),
    "your discard": lambda: open_at("nest"),
    "your trump": lambda: open_at("trump"),
    "your card": lambda: open_at("play"),
    "another's turn": lambda: open_at("play, another's turn"),
    "another's turn, by itself": lambda: open_at("play, another's turn", auto_play=True),
    "round over": round_over,
    "match over": match_over,
    "new match": new_match,
    "reviewing": reviewing,
    "reviewing, nothing found yet": computing,
    "reviewing an earlier round": reviewing_an_earlier_round,
    "what-if": what_if,
    "what-if, a branch": branch,
    "practice": practice,
    "practice over": practice_over,
    "real table": real_table,
    "class table": class_table,
    "class table, over": lambda: class_table(is_over=True),
}
