"""What can be done on a walk through a record: the steps to both sides, and undo."""

from mam.scenes.actions import Action, make_action
from mam_widgets.stepper.model import Walk


def list_steps(walk: Walk) -> list[Action]:
    """Return the buttons that go to the first, the previous, the next and the last step."""
    start = "" if walk.step else "This is the first step."
    end = "" if walk.step < walk.last else "This is the last step."
    return [
        make_action(
            "first",
            "First step",
            {"act": "step", "to": 0},
            icon="first",
            is_icon=True,
            side="help",
            rank=4,
            why_not=start,
        ),
        make_action(
            "back",
            "Previous step",
            {"act": "step", "by": -1},
            does="one step back",
            icon="back",
            is_icon=True,
            key=",",
            side="help",
            rank=1,
            why_not=start,
        ),
        make_action(
            "forward",
            "Next step",
            {"act": "step", "by": 1},
            does="one step forward",
            icon="next",
            is_icon=True,
            key=".",
            side="help",
            rank=1,
            why_not=end,
        ),
        make_action(
            "last",
            "Last step",
            {"act": "step", "to": walk.last},
            icon="last",
            is_icon=True,
            side="help",
            rank=4,
            why_not=end,
        ),
    ]


def why_no_undo(walk: Walk) -> str:
    """Return why no move can be taken back here, or "" if one can."""
    if walk.can_undo:
        return ""
    if walk.step < walk.last:
        return "Go to the last step first: only the last move can be taken back."
    return (
        "A what-if starts here."
        if walk.step > walk.recorded_count and walk.branch is None
        else "Nothing to undo: these moves are the record's."
    )
