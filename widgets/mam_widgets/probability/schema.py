"""What the probability lab adds to the scene of a table: the question as a sentence, and its answer."""

from typing import TypedDict

from mam_widgets.shared.edition_schema import Choice, Editions
from mam_widgets.shared.odds_schema import Odds
from mam_widgets.shared.plot_schema import Plot, PlotRows
from mam_widgets.shared.widget_schema import WidgetScene


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
    plot: Plot


class ChanceAnswer(TypedDict):
    """The exact answer: of a single probability, or the values of a distribution. `guess` says how far the guess was off."""

    fraction: str
    percent: str
    odds: str
    guess: str
    is_close: bool
    head: str
    steps: list[CountingStep]
    lines: list[str]
    values: list[ChanceValue]
    table: PlotRows | None
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
    can_guess: bool  # whether it has a probability, or several, that can be guessed
    is_shown: bool
    busy: bool
    progress: float
    batch: str
    deals: int  # that are simulated at a time, of those to choose from
    deal_counts: list[int]
    answer: ChanceAnswer | None
    no_answer: str
    past_guesses: list[PastGuess]
    fault: str


class ProbabilityScene(WidgetScene):
    """What the probability lab sends."""

    editions: Editions | None
    chance: ChancePart
    odds: Odds | None
