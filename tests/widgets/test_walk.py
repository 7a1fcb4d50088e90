"""Walking through a record, without a browser: forward, back, what-ifs, calls as printed, and a seat of one's own."""

import json
from collections.abc import Iterator

import pytest
from specimen_records import specimen_record

import mam
from mam.records import format_record, parse_record
from mam.scenes import make_scene

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.messages import handle_message  # noqa: E402
from mam_widgets.stepper.model import Walk  # noqa: E402
from mam_widgets.stepper.scene import make_walk_scene  # noqa: E402


@pytest.fixture
def walk() -> Walk:
    record = specimen_record()
    return Walk(record, recorded_count=len(record.moves), is_printed=True)


def dealt(seed: int = 7, you: str | None = None, dealer: str = "S") -> Walk:
    return Walk(
        mam.Record.from_round(mam.start("make-a-million-1935", seed, dealer=dealer)),
        you=you,
        bottom=you or "S",
        seed=seed,
    )


def test_every_step_of_the_specimen_has_a_whole_scene(walk: Walk) -> None:
    keys = set(make_walk_scene(walk))
    for step in range(walk.last + 1):
        walk.go_to_step(step)
        scene = make_walk_scene(walk)
        assert set(scene) == keys and scene["stepper"]["step"] == step
        assert scene["ruling"]["cites"] and scene["live"]
        assert len(json.dumps(scene)) < 40_000
        for part in (scene["ruling"], *scene["ruling"]["cites"]):
            assert all(part[key] for key in ("head", "id") if key in part)
    assert make_walk_scene(walk)["count"]["result"][0].startswith("North-South captured $360,000")


@pytest.mark.parametrize(("step", "lands"), [(-5, 0), (0, 0), (12, 12), (65, 65), (10**9, 65)])
def test_jumping_stops_at_the_ends(walk: Walk, step: int, lands: int) -> None:
    handle_message(walk, {"do": "go_to_step", "step": step})
    assert walk.step == lands


def test_the_comment_on_a_hand_appears_at_each_of_its_calls(walk: Walk) -> None:
    heads = []
    for step in range(1, 5):
        walk.go_to_step(step)
        note = make_walk_scene(walk)["note"]
        heads.append(note["head"])
        assert "leaflet" in note["source"]
    assert heads == ["South's hand", "West's hand", "North's hand", "East's hand"]
    walk.go_to_step(6)  # West's second call has no comment of its own: the one on the hand comes back
    assert make_walk_scene(walk)["note"]["head"] == "West's hand"
    walk.go_to_step(11)  # the last pass, too
    assert make_walk_scene(walk)["note"]["head"] == "West's hand" and "Red" in make_walk_scene(walk)["note"]["text"]


def test_the_move_of_the_record_goes_on_in_the_record(walk: Walk) -> None:
    handle_message(walk, {"do": "move", "move": str(walk.record.moves[0])})
    assert (walk.step, walk.branch, walk.record.branches) == (1, None, ())


def test_another_move_opens_a_branch_and_back_leaves_it(walk: Walk) -> None:
    walk.go_to_step(2)
    handle_message(walk, {"do": "move", "move": "bid 230"})
    assert (walk.step, walk.branch) == (3, 0)
    assert make_walk_scene(walk)["stepper"]["branch"] == {"name": "What-if 1", "step": 2, "index": 0}
    handle_message(walk, {"do": "move", "move": "pass"})
    assert len(walk.record.branches[0].moves) == 2
    handle_message(walk, {"do": "back"})
    assert (walk.step, walk.branch) == (2, None)
    handle_message(walk, {"do": "branch", "index": 0})
    assert (walk.step, walk.branch, walk.last) == (3, 0, 4)
    assert parse_record(format_record(walk.record)) == walk.record


def test_the_same_what_if_is_found_again(walk: Walk) -> None:
    for _ in range(2):
        walk.go_to_step(2)
        walk.play_text("230")
        walk.back_to_record()
    assert len(walk.record.branches) == 1


def test_a_fork_inside_a_branch_keeps_the_old_branch(walk: Walk) -> None:
    walk.go_to_step(2)
    walk.play_text("230")
    walk.play_text("pass")
    walk.play_text("pass")
    walk.go_to_step(3)
    walk.play_text("240")
    assert [tuple(map(str, branch.moves)) for branch in walk.record.branches] == [
        ("bid 230", "pass", "pass"),
        ("bid 230", "bid 240"),
    ]
    assert walk.branch == 1 and walk.step == 4


def test_a_move_before_the_fork_of_a_branch_leaves_from_the_record(walk: Walk) -> None:
    walk.go_to_step(9)
    walk.play_text("270")
    walk.go_to_step(3)
    walk.play_text("bid 225")
    assert [(branch.step, len(branch.moves)) for branch in walk.record.branches] == [(9, 1), (3, 1)]


@pytest.mark.parametrize(
    ("step", "move", "rule"),
    [
        (0, "pass", "R35-BID-1"),
        (0, "bid 205", "R35-BID-2"),
        (1, "bid 183", "R35-BID-6"),
        (1, "bid 180", "R35-BID-5"),
        (11, "discard Y40 R4 G8", "R35-NEST-3"),
        (11, "discard R4 G8", "R35-NEST-2"),
        (18, "play R15", "R35-PLAY-5"),
        (22, "bid 300", "R35-BID-11"),
    ],
)
def test_a_refused_move_changes_nothing_but_the_ruling(walk: Walk, step: int, move: str, rule: str) -> None:
    walk.go_to_step(step)
    before = walk.record
    handle_message(walk, {"do": "move", "move": move})
    assert (walk.step, walk.record) == (step, before)
    scene = make_walk_scene(walk)
    assert scene["ruling"]["kind"] == "stop" and scene["ruling"]["cites"][0]["id"] == rule
    walk.go_to_step(step)
    assert make_walk_scene(walk)["ruling"]["kind"] != "stop"


def test_a_text_that_is_no_move_is_answered_with_what_would_be(walk: Walk) -> None:
    handle_message(walk, {"do": "move", "move": "<b>everything</b>"})
    assert "is not a move" in make_walk_scene(walk)["ruling"]["text"] and walk.step == 0


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {},
        {"do": "fly"},
        {"do": "go_to_step"},
        {"do": "go_to_step", "step": "x"},
        {"do": "move"},
        {"do": "bottom", "seat": "Q"},
    ],
)
def test_a_message_that_nobody_sends_changes_nothing(walk: Walk, message: object) -> None:
    before = make_walk_scene(walk)
    with pytest.raises(ValueError, match=r"message|no seat"):
        handle_message(walk, message)
    assert make_walk_scene(walk) == before


def test_the_others_call_as_recorded_while_that_is_legal(walk: Walk) -> None:
    walk.go_to_step(2)
    walk.play_text("215")  # North bids 215 instead of 210
    assert make_walk_scene(walk)["tools"]["record_calls"]["text"] == "As printed: pass"
    handle_message(walk, {"do": "as_recorded"})
    assert walk.round.calls[-1] == ("E", mam.Pass())
    printed = make_walk_scene(walk)["tools"]["record_calls"]
    assert not printed["is_enabled"] and "$225,000" in printed["why"]  # South's printed 220 is too little now
    walk.play_text("225")
    walk.play_text("235")
    assert walk.round.turn == "N"
    handle_message(
        walk, {"do": "as_recorded_all"}
    )  # North 240 as printed second call is too little? it is 245 at least
    assert walk.round.turn == "N" and not make_walk_scene(walk)["tools"]["record_calls"]["is_enabled"]


def test_all_call_as_recorded_from_the_record_to_the_end(walk: Walk) -> None:
    handle_message(walk, {"do": "as_recorded_all"})
    assert walk.round.phase == "nest" and walk.step == 11 and walk.branch is None


def test_undo_takes_back_what_was_added_here_and_nothing_else(walk: Walk) -> None:
    assert not walk.can_undo
    handle_message(walk, {"do": "undo"})
    assert walk.step == 0 and len(walk.record.moves) == 65
    walk.go_to_step(9)
    walk.play_text("270")
    walk.play_text("pass")
    handle_message(walk, {"do": "undo"})
    assert walk.step == 10 and len(walk.record.branches[0].moves) == 1
    handle_message(walk, {"do": "undo"})
    assert (walk.step, walk.branch, walk.record.branches) == (9, None, ())


def test_a_dealt_round_grows_as_a_record(walk: Walk) -> None:
    walk = dealt()
    walk.play_text("200")
    assert walk.branch is None and walk.record.moves == (mam.Bid(200),)
    walk.go_to_step(0)
    walk.play_text("195")
    assert walk.branch == 0


def a_round(you: str) -> Iterator[Walk]:
    walk = dealt(11, you=you, dealer="W")
    while not walk.round.is_over:
        yield walk
        walk.play_random_move()


def test_the_others_stop_for_you_and_at_the_end_of_a_trick() -> None:
    walk = dealt(11, you="S", dealer="W")
    while not walk.round.is_over:
        before = walk.round
        walk.play_random_move()
        if before.actor != "S" and not walk.round.is_over:
            assert walk.round.actor == "S" or len(walk.round.tricks) == len(before.tricks) + 1


def test_the_same_seed_plays_the_same_round() -> None:
    first, second = (list(a_round("S"))[-1].round for _ in range(2))
    assert first == second


def test_undo_never_takes_away_what_a_branch_hangs_on() -> None:
    walk = dealt(7, you="S", dealer="S")
    walk.play_text("190")
    while walk.step < 3:
        walk.play_random_move()
    walk.go_to_step(2)
    walk._go(walk.round.play(mam.Bid(200)))  # a what-if of another seat, two moves after your own
    walk.back_to_record()
    walk.go_to_step(walk.last)
    walk.undo()
    assert walk.step >= 2 and walk.record.branches[0].step <= len(walk.record.moves)
    assert parse_record(format_record(walk.record)) == walk.record


def test_what_was_put_out_stands_on_the_table_for_whoever_saw_it(walk: Walk) -> None:
    walk.go_to_step(20)
    assert "Discarded: R4 Y4 G8" in make_walk_scene(walk)["badges"]
    walk.go_to_step(38)  # North leads Yellow: the 4 lies in the nest, it is not out any more
    cells = {cell["rank"]: cell["state"] for cell in make_walk_scene(walk)["strip"]["cells"]}
    assert cells["4"] == "played" and cells["40"] == "played"
    hidden = make_scene(mam.view(walk.round, "E"))
    assert not [badge for badge in hidden["badges"] if badge.startswith("Discarded")]
    assert {cell["rank"]: cell["state"] for cell in hidden["strip"]["cells"]}["4"] == "out"
