"""Widgets on a plain page: without anywidget, traitlets and IPython, and without threads, they show and answer the same."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.match.widget import play
from mam_widgets.studies.widget import learn

# A Python that lacks what a plain page lacks.
BARE = """
import sys
for name in ("anywidget", "traitlets", "IPython", "ipywidgets"):
    sys.modules[name] = None
from mam_widgets.shared import background
background._has_threads = False

"""

PLAY = """
import json
from mam_widgets.match.widget import play
sent = []
table = play("make-a-million-1935", seed=7, save=False, auto_play=False)
table.connect(lambda name, value: sent.append(name))
table.handle_message({"do": "step"})
table.handle_message({"do": "step", "wrong": 1})
print(json.dumps([sent, table.scene]))
"""

ROUND = """
import json
from mam_widgets.studies.widget import learn
table = learn(save=False)
table.connect(lambda name, value: None)
table.handle_message({"do": "play", "study": "first-round", "board": 0})
table.handle_message({"do": "move", "answer": "195"})
print(json.dumps(["shown", table.scene]))
"""

EXPERT = """
import json
from mam_widgets.match.widget import play
table = play("make-a-million-1935", seed=8, save=False, auto_play=False, skill_level="expert")
table.connect(lambda name, value: None)
done = []
for message in ({"do": "step"}, {"do": "odds", "is_on": True}, {"do": "to_turn"}):
    table.handle_message(message)
    done.append(len(table.round.history))
    if message["do"] != "step":
        table.wait()
        done.append(len(table.round.history))
print(json.dumps([done, [str(move) for move in table.round.history]]))
"""

LAB = """
import asyncio, json
from mam_widgets.bidding.widget import bidding_lab

async def page():
    hand = "R40 R30 R15 R11 R8 R3 Y9 Y4 B7 B2 G40 G9 TIGER"
    bidding_lab(hand, seed=1, worlds=500).wait()  # now everything is loaded and compiled
    lab = bidding_lab(hand, seed=2, worlds=4000)
    lab.connect(lambda name, value: None)
    turns = 0
    while lab._background.busy:
        await asyncio.sleep(0)
        turns += 1
    return [turns, lab._figures.n]

print(json.dumps(asyncio.run(page())))
"""

ROOT = Path(__file__).resolve().parents[2]


def run_bare(code: str) -> list:
    path = [str(ROOT), str(ROOT / "widgets")]
    process = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{BARE}{code}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return list(json.loads(process.stdout.splitlines()[-1]))


def plain(scene: object) -> object:
    return json.loads(json.dumps(scene))


def test_a_match_needs_a_name_a_scene_and_a_way_to_send() -> None:
    sent, scene = run_bare(PLAY)
    assert sent.count("scene") == 3
    table = play("make-a-million-1935", seed=7, save=False, auto_play=False)
    table.handle_message({"do": "step"})
    table.handle_message({"do": "step", "wrong": 1})
    assert scene == plain(table.scene)
    assert "unknown field" in scene["live"]


def test_a_live_round_is_the_same() -> None:
    _, scene = run_bare(ROUND)
    table = learn(save=False)
    table.handle_message({"do": "play", "study": "first-round", "board": 0})
    table.handle_message({"do": "move", "answer": "195"})
    assert scene == plain(table.scene) and scene["round"]["shown"]["number"] == 1


@pytest.mark.long
@pytest.mark.extended
def test_clicks_are_answered_while_a_lab_computes() -> None:
    turns, worlds = run_bare(LAB)
    assert worlds == 4000 and turns > 30  # a click finds a turn between two steps


def test_an_expert_thinks_in_steps_and_moves_as_at_once() -> None:
    answers, moves = run_bare(EXPERT)
    assert answers[:3] == [0, 0, 1], "it moves when it has thought, and what is looked at meanwhile does not stop it"
    assert answers[3] == 1 and answers[4] == len(moves) > 1
    table = play("make-a-million-1935", seed=8, save=False, auto_play=False, skill_level="expert")
    for message in ({"do": "step"}, {"do": "to_turn"}):
        table.handle_message(message)
    assert [str(move) for move in table.round.history] == moves
