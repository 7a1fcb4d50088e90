"""What a match adds to the scene of a table: the buttons, the hint, the review and the score sheet."""

from typing import Literal, TypedDict

from mam.scenes.actions import Action
from mam.scenes.schema import MatchSheet, Message, PlayedCard, Seat
from mam_widgets.shared.edition_schema import Editions
from mam_widgets.shared.odds_schema import Odds
from mam_widgets.shared.record_schema import StepperBar
from mam_widgets.shared.widget_schema import WidgetScene
from mam_widgets.stepper.schema import Tools

StageName = Literal["at table", "new match", "practice", "round over", "reviewing", "what-if"]


class Auto(TypedDict):
    """The message that the browser sends by itself after a pause."""

    do: Literal["step", "move"]
    move: str


class OpenHands(TypedDict):
    """All hands after a round."""

    head: str
    seats: list[Seat]
    nest: str


class HintRow(TypedDict):
    """A move considered, with its expected gain and the margin of error."""

    move: str
    why: str
    figure: str
    margin: str


class HintPart(TypedDict):
    """The move recommended, and what else was considered."""

    head: str
    reason: str
    rows: list[HintRow]
    note: str


class ReviewPoint(TypedDict):
    """A decision of the person: where, what was done, and as far as it is reviewed, what was better and why.

    `label` stands under the timeline, `short_place` and `advice` (the verdict on a clear mistake) above it, both as
    they stand within a sentence, `verdict` and `why` beside the trick, `move` and `better_move` in the list. `figure` is the
    cost in full with its `figure_margin`; `cost` and `margin` are short. `description` says all of it to a screen reader.
    """

    group: str
    label: str
    short_place: str
    place: str
    kind: Literal["", "mistake", "slip", "close", "best"]
    gain: float | None
    size: float
    cost: str
    margin: str
    move: str
    better_move: str
    verdict: str
    advice: str
    why: list[str]  # sentences
    figure: str
    figure_margin: str
    description: str


class ReviewCount(TypedDict):
    """How many decisions are of a kind."""

    kind: Literal["mistake", "slip", "close", "best"]
    count: int
    text: str


class ReviewCall(TypedDict):
    """A call before the decision looked at, or the person's own there."""

    name: str
    text: str
    is_learner: bool


class ReviewMoment(TypedDict):
    """The decision looked at: the trick as it was played, or the calls, the discard or the trump; and which cards to mark."""

    trick: list[PlayedCard]
    calls: list[ReviewCall]
    discards: list[str]
    trump: str
    chosen_cards: list[str]
    better_cards: list[str]


class ReviewTitle(TypedDict):
    """The finding of the timeline, in full and for a phone; both empty until every decision is reviewed."""

    title: str
    short_title: str


class Review(ReviewTitle):
    """The review of round `number`: `reviewed_count` decisions are reviewed, and `index` is the one looked at, whose moment the scene shows."""

    is_open: bool
    number: int
    index: int
    reviewed_count: int
    points: list[ReviewPoint]
    counts: list[ReviewCount]
    moment: ReviewMoment | None
    unit: str
    sum: str
    final: float | None
    final_text: str
    note: str


class PlayedRound(TypedDict):
    """A finished round of the match: it can be reviewed unless `why_not` says why not."""

    number: int
    why_not: str
    is_open: bool  # whether its review is on the table


class SkillLevel(TypedDict):
    """A skill level of the opponents."""

    name: str
    text: str


class SeatChoice(TypedDict):
    """A seat that the learner can take."""

    seat: str
    text: str


class NewMatchForm(TypedDict):
    """The form for the next match, with the seat and skill level chosen at first; `gives_up` warns that one is not finished."""

    seats: list[SeatChoice]
    seat: str
    skill_levels: list[SkillLevel]
    skill_level: str
    gives_up: bool


class Claim(TypedDict):
    """A card that can be claimed as a misplay; trick 0 is the discard."""

    trick: int
    seat: str
    text: str


class RealTablePart(TypedDict):
    """A real table: the switch, or why there is none in this game; the chances in percent, and what can be claimed.

    `is_real_round` says whether wrong cards can be laid in the current round.
    """

    is_on: bool
    is_real_round: bool
    why_not: str
    notice: int
    misplays: int
    claims: list[Claim]


class HandInPart(TypedDict):
    """What a student takes to the teacher after a class table: the text under the name that was typed, or what is wrong with the name."""

    name: str
    text: str
    file: str
    fault: str


class MatchSession(TypedDict):
    """The match around the table; `is_over` says whether the round there is. While its last trick still lies there, `last_trick` is
    said and `last_trick_actions` can be done."""

    stage: StageName
    is_over: bool
    auto: Auto | None
    auto_play: bool
    auto_forced: bool
    last_trick: Message | None
    last_trick_actions: list[Action]
    hands: OpenHands | None
    busy: str
    hint: HintPart | None
    hints: int
    review: Review | None
    rounds: list[PlayedRound]
    real_table: RealTablePart
    sheet: MatchSheet
    save_status: str
    skill_level: str
    skill_levels: list[SkillLevel]
    new_match: NewMatchForm
    hand_in: HandInPart | None  # once the round of a class table is over


class MatchScene(WidgetScene):
    """What the match sends."""

    stepper: StepperBar
    editions: Editions
    session: MatchSession
    tools: Tools | None  # of a what-if
    odds: Odds | None
