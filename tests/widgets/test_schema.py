"""What each widget sends to the browser is what its schema says, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

import mam
from mam.players import random_player
from mam.scenes.schema import json_schema

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")


import mam_widgets as mw
from mam_widgets.bidding.schema import BiddingScene
from mam_widgets.discard.schema import DiscardScene
from mam_widgets.match.schema import MatchScene
from mam_widgets.probability.schema import ProbabilityScene
from mam_widgets.shared.widget import SceneWidget
from mam_widgets.stepper.schema import StepperScene

BIDDING_HAND = "R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL"
NEST_HAND = "R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL"
Check = Callable[..., Any]


@pytest.fixture(autouse=True)
def background_runs_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute as a script does, with saved matches in the folder of the test."""
    monkeypatch.setattr("mam_widgets.shared.background._running_loop", lambda: None)


def make_check(widget: SceneWidget, kind: type) -> Check:
    """Return a function that sends a message and checks the scene before and after the work that it starts."""
    validator = Draft202012Validator(json_schema(kind))

    def send(do: str, **fields: object) -> Any:
        widget.handle_message({"do": do, **fields})
        ruling = widget.scene.get("ruling") or {"text": ""}
        assert not ruling["text"].startswith(("unknown message", "message “")), (do, fields, ruling["text"])
        validator.validate(json.loads(json.dumps(widget.scene)))
        if background := getattr(widget, "_background", None):
            background.wait()
            widget._refresh()
        validator.validate(json.loads(json.dumps(widget.scene)))
        return widget.scene

    validator.validate(json.loads(json.dumps(widget.scene)))
    return send


def test_the_stepper() -> None:
    send = make_check(mw.specimen(), StepperScene)
    for index in (0, 3, 12, 45, 69):
        send("go_to_step", step=index)
    send("go_to_step", step=45)
    assert any("value" in card for card in send("solve")["hand"]["cards"])
    legal = [card["move"] for card in send("go_to_step", step=30)["hand"]["cards"] if card["move"]]
    assert [send("go_to_step", step=30) and send("move", move=move) for move in legal][-1]["stepper"]["branches"]
    assert send("edition", edition="make-a-million-2004")["editions"]["replay"]["stop"] is not None
    assert send("move", move="play M")["ruling"]["kind"] == "stop"


@pytest.mark.parametrize("edition", ["make-a-million-1935", "sweven", "anagrams", "millionaire"])
def test_a_match(edition: str) -> None:
    table = mw.play(edition, seed=7)
    send = make_check(table, MatchScene)
    send("auto_play", is_on=True)
    session, rng = table.session, Random(1)
    for _ in range(30):
        if session.round.is_over:
            break
        if session.to_move:
            send("move", move=str(random_player(session.view, rng)))
        else:
            send("step")
    send("hint")
    send("undo")
    send("edition", edition="sweven")


def test_the_end_of_a_match_round() -> None:
    table = mw.play(seed=7)
    while not table.session.round.is_over:
        if table.session.to_move:
            table.handle_message({"do": "move", "move": str(random_player(table.session.view, Random(1)))})
        else:
            table.handle_message({"do": "to_turn"})
    send = make_check(table, MatchScene)
    assert send("all_hands", is_on=True)["session"]["hands"]
    assert send("review")["session"]["review"]
    send("next_round")


def test_the_bidding_lab() -> None:
    lab = mw.bidding_lab(BIDDING_HAND, dealer="S", seed=1, worlds=3)
    send = make_check(lab.wait(), BiddingScene)
    assert lab.scene["lab"]["figures"]
    send("guess_first", is_on=True)
    send("guess", bid=175, trump="R", percent=60)
    send("move", move="pass")
    send("undo")
    send("edition", edition="make-a-million-2004")


def test_the_discard_lab() -> None:
    lab = mw.discard_lab(NEST_HAND, seed=1)
    send = make_check(lab, DiscardScene)
    send("move", move="discard B2 G2 G1")
    assert send("move", move="trump R")["lab"]["choices"]
    send("move", move="discard B3 G2 G1")
    assert send("move", move="trump R")["lab"]["finding"] is None
    assert send("compare")["lab"]["reason"]
    send("baseline", index=1)
    send("load", index=0)
    send("add_advice")
    send("remove", index=0)
    send("edition", edition="make-a-million-2004")


def test_the_probability_lab() -> None:
    send = make_check(mw.probability_lab(), ProbabilityScene)
    send("guess", percents=["50"])
    assert send("show_answer")["chance"]["answer"]
    for index in range(3):
        send("example", index=index)
    view = mam.view(mam.start("make-a-million-1935", 7, dealer="S"), "S")
    assert make_check(mw.probability_lab(view=view), ProbabilityScene)("show_answer")["seats"]


def test_an_unknown_key_is_refused() -> None:
    table = mw.specimen()
    make_check(table, StepperScene)
    table.scene = {**table.scene, "hints": []}
    with pytest.raises(ValidationError, match="hints"):
        make_check(table, StepperScene)
