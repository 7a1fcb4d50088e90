"""What the rules quiz adds to the scene of a table: a question, its choices, and what is shown after the answer."""

from typing import Literal, TypedDict

from mam_widgets.shared.edition_schema import Choice
from mam_widgets.shared.widget_schema import WidgetScene


class QuizForm(TypedDict):
    """How a question is answered; `cards` are those of the labels, if they are cards; `details` stand under the labels."""

    kind: str
    labels: list[str]
    details: list[str]
    cards: list[str]
    hint: str


class QuizPlay(TypedDict):
    """A card of a trick in a question; `is_winning` once the answer is given."""

    name: str
    short: str
    card: str
    is_winning: bool


class QuizTrick(TypedDict):
    """A trick in a question."""

    number: int
    plays: list[QuizPlay]


class QuizVisible(TypedDict):
    """What of the position has to be seen for the answer, beside the trick: the hands of these seats, the calls."""

    hands: list[str]
    calls: bool


class QuizScore(TypedDict):
    """How many questions were answered, and how many correctly."""

    right: int
    total: int


class QuizChoice(TypedDict):
    """Which questions are asked."""

    editions: list[Choice]
    edition: str
    kinds: list[Choice]
    kind: str
    only_missed: bool


class QuizNumber(TypedDict):
    """A number that was typed, and the right one."""

    label: str
    entry: str
    right: str
    is_right: bool


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
    index: int
    count: int
    kind: str
    edition: str
    setup: str
    text: str
    form: QuizForm
    tricks: list[QuizTrick]
    visible: QuizVisible
    response: list[int | None] | None
    score: QuizScore
    marks: list[Literal["right", "wrong", ""]]
    missed_count: int
    file: str
    file_message: str
    choice: QuizChoice
    result: QuizAnswer | None


class QuizScene(WidgetScene):
    """What the rules quiz sends."""

    quiz: QuizPart
