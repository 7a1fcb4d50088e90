"""What-ifs inside what-ifs, taking back, and odd messages: the record stays whole after each."""

import json
from typing import Any

import pytest
from specimen_records import specimen_record

import mam
from mam.records import format_record, parse_record

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.messages import handle_message
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.scene import make_walk_scene

RECORD = specimen_record()


@pytest.fixture
def walk() -> Walk:
    return Walk(RECORD, recorded_count=len(RECORD.moves), is_printed=True)


@pytest.fixture
def dealt() -> Walk:
    return Walk(mam.Record.from_round(mam.start("make-a-million-1935", 7, dealer="S")))


def do(walk: Walk, *messages: Any) -> Walk:
    """Send messages; a text is a move and a number a step. After each one the walk is whole."""
    for message in messages:
        if isinstance(message, str):
            message = {"do": "move", "move": message}
        elif isinstance(message, int):
            message = {"do": "go_to_step", "step": message}
        handle_message(walk, message)
        check(walk)
    return walk


def check(walk: Walk) -> None:
    assert 0 <= walk.step <= walk.last
    record = walk.record
    assert parse_record(format_record(record)) == record
    for index, branch in enumerate(record.branches):
        assert branch.moves and len(record.branch_rounds(index)) == len(branch.moves) + 1
    assert Walk(record, step=walk.step, branch=walk.branch).rounds == walk.rounds  # nothing remembered is stale
    scene = make_walk_scene(walk)
    assert json.loads(json.dumps(scene)) == scene


BACK, ANY, UNDO, IN = {"do": "back"}, {"do": "random_move"}, {"do": "undo"}, {"do": "branch", "index": 0}


def test_the_whole_record_played_move_by_move_makes_no_branch(walk: Walk) -> None:
    do(walk, *map(str, RECORD.moves))
    assert walk.step == 65 and walk.record == RECORD


def test_a_branch_grows_at_its_end_and_the_record_stays(walk: Walk) -> None:
    do(walk, 16, "play B4", ANY, ANY)
    assert [(branch.step, len(branch.moves), branch.name) for branch in walk.record.branches] == [(16, 3, "What-if 1")]
    assert walk.record.moves == RECORD.moves and walk.step == walk.last == 19


def test_a_step_before_the_fork_belongs_to_the_record_again(walk: Walk) -> None:
    do(walk, 16, "play B4", 5)
    assert walk.branch == 0 and not walk.off_record
    do(walk, BACK)
    assert (walk.branch, walk.step) == (None, 5)
    do(walk, BACK)  # there is nothing to leave
    assert (walk.branch, walk.step) == (None, 5)


def test_going_on_as_before_in_a_branch_tried_before_adds_nothing(walk: Walk) -> None:
    do(walk, 16, "play B4", ANY, BACK, "play B4")
    assert (walk.branch, walk.step, walk.last, len(walk.record.branches)) == (0, 17, 18, 1)
    do(walk, str(walk.record.branches[0].moves[1]))
    assert (walk.step, walk.last) == (18, 18)


def test_the_first_of_two_forks_is_found_from_within_the_second(walk: Walk) -> None:
    do(walk, 11, "discard B1 B4 G8", "trump Y", 12, "trump G")
    assert walk.branch == 1
    do(walk, 12, "trump Y")
    assert (walk.branch, walk.step, len(walk.record.branches)) == (0, 13, 2)


def test_the_records_own_moves_from_within_a_branch(walk: Walk) -> None:
    do(walk, 11, "discard B1 B4 G8", "trump B")
    assert walk.branch == 0 and walk.off_record  # after other discards even the printed trump is a what-if
    do(walk, 11, "discard R4 Y4 G8")
    assert len(walk.record.branches) <= 1 and walk.branch is None  # but the record's own discard is no what-if


def test_an_index_that_names_no_branch_changes_nothing(walk: Walk) -> None:
    do(walk, 16, "play B4", BACK, 40, IN)
    assert (walk.branch, walk.step) == (0, 17)
    do(walk, {"do": "branch", "index": 7}, {"do": "branch", "index": -1})
    assert (walk.branch, walk.step) == (0, 17)


def test_one_of_two_branches_taken_back_leaves_the_other(walk: Walk) -> None:
    do(walk, 16, "play B4", BACK, 2, "bid 230", UNDO)
    assert [(branch.step, branch.name) for branch in walk.record.branches] == [(16, "What-if 1")]
    assert (walk.branch, walk.step) == (None, 2)
    do(walk, IN)
    assert walk.step == 17


def test_a_new_branch_after_one_was_taken_back_has_a_name_of_its_own(walk: Walk) -> None:
    do(walk, 2, "bid 230", BACK, 2, "bid 240", BACK, IN, UNDO, 16, "play B4")
    names = [branch.name for branch in walk.record.branches]
    assert len(set(names)) == len(names) == 2


def test_only_the_last_move_is_taken_back_and_never_one_that_a_branch_hangs_on(dealt: Walk) -> None:
    do(dealt, "bid 180", "pass", 1, "bid 190", BACK, 0, UNDO)
    assert len(dealt.record.moves) == 2  # not from the middle
    do(dealt, 2, UNDO)  # the branch leaves after one move: the second may go
    assert len(dealt.record.moves) == 1
    do(dealt, UNDO)
    assert len(dealt.record.moves) == 1 and len(dealt.record.branches) == 1


def test_chips_of_a_refusal_are_moves_that_can_be_made(walk: Walk) -> None:
    do(walk, 14, "play G40")
    chips = make_walk_scene(walk)["ruling"]["moves"]
    assert [chip["move"] for chip in chips] == ["play R7", "play R5", "play R2"]
    assert do(walk, chips[0]["move"]).step == 15


@pytest.mark.parametrize(
    "text", ["", "bid", "bid many", "bid -5", "play Z9", "play ??", "discard R4", "trump", "x" * 500]
)
def test_a_text_that_is_no_legal_move_is_answered_with_a_sentence(walk: Walk, text: str) -> None:
    do(walk, text)
    ruling = make_walk_scene(walk)["ruling"]
    assert walk.step == 0 and ruling["kind"] == "stop" and ruling["text"]


@pytest.mark.parametrize(
    "message",
    [
        "to",
        {"do": None},
        {"do": ["to"]},
        {"do": "go_to_step", "step": None},
        {"do": "go_to_step", "step": float("inf")},
        {"do": "go_to_step", "step": float("nan")},
        {"do": "move", "move": None},
        {"do": "move", "move": 7},
        {"do": "branch", "index": "first"},
        {"do": "bottom", "seat": ["N"]},
        {"do": "scene"},
        {"do": "_go", "move": "pass"},
    ],
)
def test_an_odd_message_is_an_error_and_changes_nothing(walk: Walk, message: Any) -> None:
    do(walk, 20)
    before = make_walk_scene(walk)
    with pytest.raises((ValueError, TypeError, OverflowError, AttributeError)):
        handle_message(walk, message)
    assert make_walk_scene(walk) == before


def test_seats_turn_and_hands_are_shown_or_not(walk: Walk) -> None:
    do(walk, {"do": "bottom", "seat": "E"}, {"do": "all_hands", "is_on": False})
    seats = make_walk_scene(walk)["seats"]
    assert [(seat["seat"], seat["place"]) for seat in seats] == [("E", "B"), ("S", "L"), ("W", "T"), ("N", "R")]
    assert all(seat["open_cards"] is None for seat in seats)
    do(walk, {"do": "all_hands", "is_on": True})
    assert all(len(seat["open_cards"]) == 13 for seat in make_walk_scene(walk)["seats"])


def test_what_the_record_does_here_is_marked(walk: Walk) -> None:
    assert sorted(make_walk_scene(do(walk, 11))["hand"]["record_cards"]) == ["G8", "R4", "Y4"]
    assert make_walk_scene(do(walk, 16))["hand"]["record_cards"] == ["B1"]
    assert make_walk_scene(do(walk, 5))["calls"]["record_move"] == "bid 230"
    assert (
        make_walk_scene(do(walk, "bid 235"))["calls"]["record_move"] == "bid 240"
    )  # a printed call is offered in a what-if too


def test_every_note_is_shown_at_its_moment(walk: Walk) -> None:
    for note in RECORD.notes:
        shown = make_walk_scene(do(walk, note.step))["note"]
        assert (shown["text"], shown["source"]) == (note.text, note.source)
