"""Two thousand messages at random, sensible and not: the walk stays a walk."""

import json
from random import Random
from typing import Any

import pytest
from specimen_records import specimen_record

import mam
from mam.records import format_record, parse_record

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.messages import handle_message
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.scene import make_walk_scene

SPECIMEN = specimen_record()
SENTENCES = (ValueError, TypeError, KeyError, OverflowError, AttributeError)  # each becomes one sentence in the widget


DEALT = mam.Record.from_round(mam.start("make-a-million-1935", 7, dealer="S"))
WALKS = {
    "the specimen": lambda: Walk(SPECIMEN, recorded_count=len(SPECIMEN.moves), is_printed=True),
    "a deal": lambda: Walk(DEALT),
    "a seat of one's own": lambda: Walk(DEALT, you="W", bottom="W", seed=7),
}


def message(walk: Walk, rng: Random) -> Any:
    """Something a browser, or nobody, would send."""

    def legal() -> str:
        moves = walk.round.legal_moves
        return str(rng.choice(moves)) if moves else "pass"

    odd = [
        None,
        3,
        "go_to_step",
        {},
        {"do": "go_to_step", "step": "x"},
        {"do": "move", "move": "play ??"},
        {"do": "branch", "index": 99},
    ]
    kinds = [
        lambda: {"do": "move", "move": legal()},
        lambda: {"do": "move", "move": rng.choice(("pass", "bid 200", "trump R", "play TIGER", "discard R1 R2 R3"))},
        lambda: {"do": "go_to_step", "step": rng.randrange(-3, walk.last + 4)},
        lambda: {"do": "go_to_step", "step": walk.last},
        lambda: {"do": "random_move"},
        lambda: {"do": "undo"},
        lambda: {"do": "back"},
        lambda: {"do": "branch", "index": rng.randrange(-1, 4)},
        lambda: {"do": rng.choice(("as_recorded", "as_recorded_all"))},
        lambda: {"do": "all_hands", "is_on": rng.random() < 0.5},
        lambda: {"do": "bottom", "seat": rng.choice("NESWQ")},
        lambda: rng.choice(odd),
    ]
    return rng.choices(kinds, weights=[10, 2, 4, 2, 8, 3, 1, 1, 1, 1, 1, 1])[0]()


@pytest.mark.parametrize("name", WALKS)
def test_random_messages_never_break_a_walk(name: str) -> None:
    walk, rng = WALKS[name](), Random(1934)
    for number in range(250):
        sent = message(walk, rng)
        try:
            handle_message(walk, sent)
        except SENTENCES:
            continue
        about = f"{name}: message {number}, {sent}"
        assert 0 <= walk.step <= walk.last, about
        assert walk.branch is None or 0 <= walk.branch < len(walk.record.branches), about
        scene = make_walk_scene(walk)
        assert json.loads(json.dumps(scene)) == scene, about
        assert scene["stepper"]["step"] == walk.step and scene["stepper"]["last_step"] == walk.last, about
        if number % 20 == 0:
            record = walk.record
            assert parse_record(format_record(record)) == record, about
            fresh = Walk(record, step=walk.step, branch=walk.branch)
            assert fresh.rounds == walk.rounds, about  # nothing remembered is stale
    if walk.recorded_count:
        assert walk.record.moves == SPECIMEN.moves
