"""What the discard lab adds to the scene of a table: the discards compared, their figures, and the headline."""

from typing import Literal, TypedDict

from mam_widgets.shared.edition_schema import Editions
from mam_widgets.shared.lab_schema import Finding, TrumpChoice, Work
from mam_widgets.shared.widget_schema import WidgetScene


class DiscardFigures(TypedDict):
    """The figures of a discard: `value` is its gain over the baseline, between `low` and `high`; `short` the same in thousands."""

    gain: str
    gain_margin: str
    bid_made: str
    money: str
    difference: str
    difference_margin: str
    short: str
    short_margin: str
    verdict: str
    value: float
    low: float
    high: float


class DiscardChoice(TypedDict):
    """A discard of the list with its trump; `index` is None for a recommended discard that is not on the list."""

    index: int | None
    head: str
    name: str
    cards: list[str]
    trump: str
    trump_text: str
    trumps_left: str
    trump_money: str
    is_baseline: bool
    is_advised: bool
    certain: list[str]
    differs: str
    why: str
    figures: DiscardFigures | None


class FindingReason(TypedDict):
    """Why the best choice is the best."""

    head: str
    text: str


class DiscardMethod(TypedDict):
    """In how many simulated deals the choices were compared, out of `target`, what was assumed, and all figures."""

    text: list[str]
    deals: int
    target: int
    note: str
    columns: list[str]
    rows: list[list[str]]


class LabTask(TypedDict):
    """The work of the discard lab; `loads` counts how often the cards ready to be discarded were set."""

    loads: int
    busy: bool
    can_undo: bool
    progress: Work | None


class DiscardPart(LabTask):
    """What the discard lab adds to the table; `is_covered` says whether there are figures of every choice on the list."""

    step: Literal["cards", "trump", "over"]
    bid_trumps: list[TrumpChoice]
    selection: list[str]
    certain: list[str]
    choices: list[DiscardChoice]
    is_full: bool
    trump_count: int
    brief: str
    finding: Finding | None
    reason: FindingReason | None
    method: DiscardMethod | None
    is_covered: bool
    has_enough: bool
    cards: str
    origin: str


class DiscardScene(WidgetScene):
    """What the discard lab sends."""

    editions: Editions
    lab: DiscardPart
