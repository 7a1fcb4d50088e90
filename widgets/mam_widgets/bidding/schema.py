"""What the bidding lab adds to the scene of a table: the guess, the figures of each bid, and the advice."""

from typing import Literal, TypedDict

from mam_widgets.shared.edition_schema import Editions
from mam_widgets.shared.lab_schema import Finding, TrumpChoice, Work
from mam_widgets.shared.plot_schema import Plot
from mam_widgets.shared.widget_schema import WidgetScene


class GuessForm(TypedDict):
    """The guess that is asked for before the figures."""

    trumps: list[TrumpChoice]
    min_bid: int
    max_bid: int | None
    step: int
    unit: str
    text: str


class GuessHistory(TypedDict):
    """How well the guesses so far agree with the outcomes."""

    head: str
    file: str
    fault: str
    columns: list[str]
    rows: list[list[str]]


class BiddingFigures(TypedDict):
    """What each bid would bring; `worlds` counts the simulated deals, out of `target`. There is no finding before the figures
    are precise enough for one."""

    finding: Finding | None
    deals: str
    short_deals: str
    text: list[str]
    bid_text: str
    charts: list[Plot]
    trumps: list[TrumpChoice]
    worlds: int
    target: int


class PlanRow(TypedDict):
    """How far to bid (or to pass), what it gains, and how often the bid is made."""

    text: str
    limit: str
    gain: str
    chance: str
    is_best: bool


class PlanRows(TypedDict):
    """Plans for the auction side by side."""

    head: str
    columns: list[str]
    rows: list[PlanRow]


class ShortAdvice(TypedDict):
    """The advice where there is little room."""

    head: str
    short: str


class CallAdvice(ShortAdvice):
    """The call recommended, and how far to go."""

    why: str
    brief: ShortAdvice
    move: str
    table: PlanRows
    note: str
    model: str


class BiddingPart(TypedDict):
    """What the bidding lab adds to the table; `similar` is what hands like this one have in common."""

    step: Literal["guess", "call", "over"]
    guess_first: bool
    guess: GuessForm | None
    book: GuessHistory | None
    figures: BiddingFigures | None
    advice: CallAdvice | None
    no_advice: str  # why there is none yet
    cards: str
    similar: str
    busy: bool
    can_continue: bool
    can_undo: bool
    progress: Work | None


class BiddingScene(WidgetScene):
    """What the bidding lab sends."""

    editions: Editions
    lab: BiddingPart
