"""What the widgets add to a scene: the keys and types of the stepper, the match, the labs and the quiz.

`mam.scenes.schema` says what the scene of a table is; each widget sends one of the scenes at the end of this file.
"""

from typing import Literal, NotRequired, TypedDict

from mam.scenes.schema import MatchSheet, Message, PlayedCard, Scene, Seat
from mam_widgets.shared.edition_schema import Choice, Editions
from mam_widgets.shared.odds_schema import Odds


class Progress(TypedDict):
    """A bar of work in the background; `done` is a proportion."""

    key: str
    done: float
    label: str
    text: str


# Plots


class Axis(TypedDict):
    """An axis of a plot; `percent` writes proportions in percent."""

    label: str
    percent: NotRequired[bool]


class Point(TypedDict):
    """A point of a plot, with its interval where there is one. `label` is written over a bar; `what` and `why` are what is said
    of the point when it is read."""

    x: float
    y: float
    low: NotRequired[float]
    high: NotRequired[float]
    text: NotRequired[str]
    label: NotRequired[str]
    what: NotRequired[str]
    why: NotRequired[str]


class Series(TypedDict):
    """The points of one line; `code` is the color of the game that it is drawn in, `best` marks the recommended one, and at
    `even` it has a chance of one half."""

    name: str
    points: list[Point]
    code: NotRequired[str]
    best: NotRequired[bool]
    even: NotRequired[int | None]


class Spot(TypedDict):
    """A point that is marked on a plot."""

    x: float
    y: float
    kind: Literal["even", "limit", "guess"]
    text: str


class RuleLine(TypedDict):
    """A straight line across a plot, with its label."""

    axis: Literal["x", "y"]
    at: float
    label: str


class PlotTable(TypedDict):
    """The numbers of a plot as text."""

    columns: list[str]
    rows: list[list[str]]


class Plot(TypedDict):
    """A plot with the sentence and the table that say the same. Its title is what it shows, `name` is what it is about."""

    key: str
    kind: Literal["curve", "bars", "intervals", "running"]
    title: str
    short: NotRequired[str]
    name: NotRequired[str]
    description: str
    x: Axis
    y: Axis
    series: list[Series]
    rules: list[RuleLine]
    marks: NotRequired[list[Spot]]
    table: PlotTable


# The stepper


class Tick(TypedDict):
    """A mark on the stepper's bar."""

    at: int
    label: str


class CurrentBranch(TypedDict):
    """The branch shown; `step` is where it leaves the record."""

    name: str
    step: int
    index: int


class Branch(CurrentBranch):
    """A branch of the record; `moves` counts those that it adds."""

    moves: int


class StepperBar(TypedDict):
    """Where in a record the table stands."""

    at: int
    last: int
    label: str
    ticks: list[Tick]
    branch: CurrentBranch | None
    branches: list[Branch]


class RecordedCallTool(TypedDict):
    """The buttons that make the calls of the record; `call` is how a button shows the next one."""

    show: bool
    enabled: bool
    text: str
    call: str
    all: str
    why: str


class MoveTool(TypedDict):
    """A button that makes moves; `off` says why it cannot be used now."""

    show: bool
    off: str


class Tools(TypedDict):
    """The stepper's buttons beside its bar; `recorded` says which move the record makes here, `code` is the code of the deal."""

    as_printed: RecordedCallTool
    any: MoveTool
    to_turn: MoveTool
    undo: MoveTool
    all_hands: bool
    can_show_all: bool
    bottom: str
    recorded: str
    code: str


class Solve(TypedDict):
    """The solver's answer as far as there is one: in full, and as the message of the moment."""

    can: bool
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

    editions: Editions
    solve: Solve
    line: str  # the same as long as only the step changes


# The match


class NextButton(TypedDict):
    """The button that goes on; `do` is its message, "" while it is the learner's turn."""

    do: Literal["", "step", "next_round", "back_to_review"]
    text: str
    auto: bool  # whether the browser presses it by itself


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
    error: str


class HintPart(TypedDict):
    """The move recommended, and what else was considered."""

    head: str
    reason: str
    rows: list[HintRow]
    note: str


class ReviewPoint(TypedDict):
    """A decision of the person: where, what was done, and as far as it is reviewed, what was better and why.

    `label` stands under the timeline, `verdict` and `why` beside the trick, `move` and `better` in the list. `figure` is the
    cost in full with its `error`; `cost` and `margin` are short. `about` says all of it to a screen reader.
    """

    group: str
    label: str
    place: str
    kind: Literal["", "mistake", "slip", "close", "best"]
    gain: float | None
    size: float
    cost: str
    margin: str
    move: str
    better: str
    verdict: str
    why: str
    figure: str
    error: str
    about: str


class ReviewCount(TypedDict):
    """How many decisions are of a kind."""

    kind: Literal["mistake", "slip", "close", "best"]
    count: int
    text: str


class ReviewCall(TypedDict):
    """A call before the decision looked at, or the person's own there."""

    name: str
    text: str
    yours: bool


class ReviewMoment(TypedDict):
    """The decision looked at: the trick as it was played, or the calls, the discard or the trump; and which cards to mark."""

    trick: list[PlayedCard]
    calls: list[ReviewCall]
    discards: list[str]
    trump: str
    yours: list[str]
    better: list[str]


class Review(TypedDict):
    """The review of a round: `done` decisions are reviewed, and `at` is the one looked at, whose moment the scene shows."""

    is_open: bool
    at: int
    done: int
    points: list[ReviewPoint]
    counts: list[ReviewCount]
    moment: ReviewMoment | None
    title: str
    unit: str
    sum: str
    final: float | None
    final_text: str
    note: str


class SkillLevel(TypedDict):
    """A skill level of the opponents."""

    name: str
    text: str


class SeatChoice(TypedDict):
    """A seat that the learner can take."""

    seat: str
    text: str


class NewMatch(TypedDict):
    """The form for the next match; `gives_up` warns that one is not finished."""

    seats: list[SeatChoice]
    seat: str
    skill_levels: list[SkillLevel]
    gives_up: bool


class MatchSession(TypedDict):
    """The match around the table."""

    next: NextButton | None
    to_turn: bool | None
    auto_play: bool
    auto_forced: bool
    forced: str | None
    over: bool
    hands: OpenHands | None
    can_hint: bool
    can_undo: bool
    can_claim: bool
    busy: str
    hint: HintPart | None
    hints: int
    review: Review | None
    practice: bool
    sheet: MatchSheet
    saved: str
    skill_level: str
    skill_levels: list[SkillLevel]
    begin: NewMatch


class MatchScene(Scene):
    """What the match sends."""

    stepper: StepperBar
    editions: Editions
    session: MatchSession
    odds: Odds | None


# The labs


class TrumpChoice(TypedDict):
    """A trump in a menu; `color` is the letter by which it is drawn."""

    code: str
    color: str
    text: str
    chosen: NotRequired[bool]


class GuessForm(TypedDict):
    """The guess that is asked for before the figures."""

    trumps: list[TrumpChoice]
    least: int
    most: int | None
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


class Finding(TypedDict):
    """A headline, and the same where there is less room."""

    text: str
    short: str


class BiddingFigures(TypedDict):
    """What each bid would bring; `worlds` counts the simulated deals, out of `target`. There is no finding before the figures
    are precise enough for one."""

    finding: Finding | None
    deals: str
    short_deals: str
    text: list[str]
    yours: str
    charts: list[Plot]
    trumps: list[TrumpChoice]
    worlds: int
    target: int


class PlanRow(TypedDict):
    """How far to bid (or to pass), what it gains, and how often the bid is made."""

    text: str
    limit: str
    gain: str
    made: str
    best: bool


class PlanTable(TypedDict):
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
    table: PlanTable
    note: str
    model: str


class Work(TypedDict):
    """How far the work in the background is; `done` is a proportion."""

    done: float
    text: str


class BiddingPart(TypedDict):
    """What the bidding lab adds to the table; `alike` says what hands like this one have in common."""

    step: Literal["guess", "call", "done"]
    asks: bool
    guess: GuessForm | None
    book: GuessHistory | None
    figures: BiddingFigures | None
    advice: CallAdvice | None
    cards: str
    alike: str
    busy: bool
    partly: bool
    can_undo: bool
    progress: Work | None


class BiddingScene(Scene):
    """What the bidding lab sends."""

    editions: Editions
    lab: BiddingPart


class DiscardFigures(TypedDict):
    """The figures of a discard: `value` is its gain over the baseline, between `low` and `high`; `short` the same in thousands."""

    gain: str
    gain_margin: str
    made: str
    money: str
    difference: str
    short: str
    short_margin: str
    verdict: str
    value: float
    low: float
    high: float


class DiscardChoice(TypedDict):
    """A discard of the list with its trump; `index` is None for a recommended one that is not on it."""

    index: int | None
    head: str
    words: str
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


class LabProgress(TypedDict):
    """How far a comparison is; `done` is a proportion."""

    done: float
    text: str


class LabTask(TypedDict):
    """The work of the discard lab; `loads` counts how often the cards ready to be discarded were set."""

    loads: int
    busy: bool
    can_undo: bool
    progress: LabProgress | None


class DiscardPart(LabTask):
    """What the discard lab adds to the table; `is_covered` says whether there are figures of every choice on the list."""

    step: Literal["cards", "trump", "done"]
    bid_on: list[TrumpChoice]
    ready: list[str]
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


class DiscardScene(Scene):
    """What the discard lab sends."""

    editions: Editions
    lab: DiscardPart


class ChanceMenus(TypedDict):
    """What the fields of the sentence offer."""

    places: list[Choice]
    verbs: list[Choice]


class ChanceWord(TypedDict):
    """A word for cards; `code` is that of the card if the word means a single one."""

    text: str
    code: str


class ChanceForm(TypedDict):
    """A question as the fields of the sentence make it."""

    place: str
    verb: str
    cards: list[ChanceWord]
    number: str


class CountingStep(TypedDict):
    """A line of the counting argument."""

    label: str
    text: str
    value: str


class ChanceValue(TypedDict):
    """A value of a distribution: its probability as a proportion and in percent, and what was guessed."""

    text: str
    proportion: float
    percent: str
    guess: str


class Simulation(TypedDict):
    """How the proportion of simulated deals came closer to the exact answer."""

    title: str
    short: str
    subtitle: str
    description: str
    points: list[Point]
    exact: float
    exact_label: str
    label: str
    table: PlotTable


class ChanceAnswer(TypedDict):
    """The exact answer: of a single probability, or the values of a distribution. `guess` says how far the guess was off."""

    fraction: str
    percent: str
    odds: str
    guess: str
    close: bool
    head: str
    steps: list[CountingStep]
    lines: list[str]
    values: list[ChanceValue]
    table: PlotTable | None
    simulation: Simulation | None


class PastGuess(TypedDict):
    """A guess and the exact probability."""

    text: str
    guess: str
    exact: str


class ChancePart(TypedDict):
    """The question of the probability lab; `fault` names a field that could not be read, `faces` are the cards asked about."""

    text: str
    given: str
    question: str
    form: ChanceForm | None
    faces: list[str]
    model: str
    examples: list[str]
    example: int | None
    menus: ChanceMenus
    values: list[str]
    guess: str | None
    shown: bool
    busy: bool
    done: float
    more: str
    answer: ChanceAnswer | None
    beyond: str
    past: list[PastGuess]
    fault: str


class ProbabilityScene(Scene):
    """What the probability lab sends."""

    editions: Editions | None
    chance: ChancePart
    odds: Odds | None


# The quiz


class QuizForm(TypedDict):
    """How a question is answered; `cards` are those of the labels, if they are cards; `details` stand under the labels."""

    way: str
    labels: list[str]
    details: list[str]
    cards: list[str]
    hint: str


class QuizPlay(TypedDict):
    """A card of a trick in a question; `winning` once the answer is given."""

    who: str
    short: str
    card: str
    winning: bool


class QuizTrick(TypedDict):
    """A trick in a question."""

    number: int
    plays: list[QuizPlay]


class QuizShows(TypedDict):
    """What of the position has to be seen for the answer, beside the trick: the hands of these seats, the calls."""

    hands: list[str]
    calls: bool


class QuizScore(TypedDict):
    """How many questions were answered, and how many correctly."""

    right: int
    answered: int


class QuizChoice(TypedDict):
    """Which questions are asked."""

    editions: list[Choice]
    edition: str
    kinds: list[Choice]
    kind: str
    missed: bool


class QuizNumber(TypedDict):
    """A number that was typed, and the right one."""

    label: str
    given: str
    right: str
    fine: bool


class QuizAnswer(TypedDict):
    """What is shown after the answer: whether it is right, and why; `setup` if the question had to leave it out."""

    head: str
    why: str
    setup: str
    right: list[int | None]
    is_right: bool
    numbers: list[QuizNumber]
    title: str
    kind: str
    source: str
    question: str
    answer: str


class QuizPart(TypedDict):
    """A question of the quiz."""

    id: str
    at: int
    count: int
    kind: str
    edition: str
    setup: str
    words: str
    form: QuizForm
    tricks: list[QuizTrick]
    shows: QuizShows
    given: list[int | None] | None
    score: QuizScore
    marks: list[Literal["right", "wrong", ""]]
    missed: int
    file: str
    said: str
    choice: QuizChoice
    after: QuizAnswer | None


class QuizScene(Scene):
    """What the rules quiz sends."""

    quiz: QuizPart


WIDGET_SCENES = (StepperScene, MatchScene, BiddingScene, DiscardScene, ProbabilityScene, QuizScene)
