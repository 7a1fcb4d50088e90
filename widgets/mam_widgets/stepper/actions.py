"""What can be done on a walk through a record: the steps to both sides, and undo."""

from mam.scenes.actions import Action, make_step
from mam_widgets.stepper.model import Walk


def list_steps(walk: Walk) -> list[Action]:
    """Return the buttons that go to the first, the previous, the next and the last step."""
    start = "" if walk.step else "This is the first step."
    end = "" if walk.step < walk.last else "This is the last step."
    back, forward = {"act": "step", "by": -1}, {"act": "step", "by": 1}
    return [
        make_step("first", "First step", {"act": "step", "to": 0}, "first", start),
        make_step("back", "Previous step", back, "back", start, ",", "one step back"),
        make_step("forward", "Next step", forward, "next", end, ".", "one step forward"),
        make_step("last", "Last step", {"act": "step", "to": walk.last}, "last", end),
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
