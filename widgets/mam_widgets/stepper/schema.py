"""What the stepper adds to the scene of a table."""

from typing import Literal, TypedDict

from mam.scenes.actions import Action, Tab
from mam.scenes.schema import Message, Scene
from mam_widgets.shared.edition_schema import Editions
from mam_widgets.shared.odds_schema import Odds
from mam_widgets.shared.record_schema import StepperBar


class RecordedCallTool(TypedDict):
    """The buttons that make the calls of the record; `call` is how a button shows the next one."""

    is_shown: bool
    is_enabled: bool
    text: str
    call: str
    all_text: str
    why: str


class MoveTool(TypedDict):
    """A button that makes moves; `why_not` says why it cannot be used now."""

    is_shown: bool
    why_not: str


class Tools(TypedDict):
    """The stepper's buttons beside its bar; `record_move` says which move the record makes here, `code` is the code of the deal."""

    record_calls: RecordedCallTool
    random_move: MoveTool
    all_hands: bool
    can_show_all: bool
    bottom_seat: str
    record_move: str
    code: str


class Solve(TypedDict):
    """The solver's answer as far as there is one: in full, and as the message of the moment."""

    can_solve: bool
    state: Literal["", "busy", "bounds", "exact"]
    seconds: float  # how long it takes at most
    text: str
    message: Message | None


class WalkScene(Scene):
    """A moment of a record."""

    stepper: StepperBar
    tools: Tools
    odds: Odds | None


class StepperScene(WalkScene):
    """What the stepper sends."""

    actions: list[Action]
    tabs: list[Tab]
    editions: Editions
    solve: Solve
    line: str  # the same as long as only the step changes
