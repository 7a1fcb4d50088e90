"""What an exercise sends to the browser. No right answer is among it before the person has given it, or asked for it."""

from typing import TypedDict

from mam.classroom.text_blocks import Block, Span


class Option(TypedDict):
    """One of several answers: what is sent for it, and its words."""

    answer: str
    spans: list[Span]


class TrickCard(TypedDict):
    """A card on the table, and who played it."""

    card: str
    seat: str


class ExerciseShown(TypedDict):
    """A variant of an exercise.

    `form` is how it is answered: "number", "text", "cards" of the hand, "choice" and "choices" of the options, "results" for the cases.
    """

    id: str
    title: str
    kind: str
    level: str
    variant: int
    question: list[Span]
    blocks: list[Block]
    form: str
    help: str
    unit: str
    hand: list[str]
    trick: list[TrickCard]
    options: list[Option]
    cases: list[list[Span]]
    hints: int


class AnswerReply(TypedDict):
    """What came of an answer: "unread", "wrong" or "right"; `wrong` are the cards, options or numbers of cases that are wrong."""

    count: int
    verdict: str
    what: str
    why: list[Span]
    wrong: list[str]
    saved: str


class ExerciseRow(TypedDict):
    """An exercise in the list."""

    id: str
    title: str
    level: int


class ExerciseGroup(TypedDict):
    """The exercises of one kind."""

    kind: str
    exercises: list[ExerciseRow]


class AnswerRead(TypedDict):
    """How what is typed now is understood; "" if it can't be read yet."""

    answer: str
    text: str


class ExerciseScene(TypedDict):
    """The list of exercises, or one of them. `another` is what the button for the next one says, `opened` counts what was opened, and
    `stars` says what is done."""

    title: str
    list_title: str
    another: str
    opened: int
    groups: list[ExerciseGroup]
    exercise: ExerciseShown | None
    hints: list[list[Block]]
    solution: list[Block]
    reply: AnswerReply | None
    stars: dict[str, int]
    fault: str
