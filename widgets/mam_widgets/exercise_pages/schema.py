"""What an exercise sends to the browser. No right answer is among it before the person has given it, or asked for it."""

from typing import TypedDict

from mam.classroom.blocks import Block, Span
from mam.classroom.display import ExerciseShown


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
    `stars` says what is done.

    `mode` is "check" where an answer is judged at once, and "save" where it is kept and judged later; then `answer` is what was answered so
    far, `sure` how sure the person is of it, in percent, and `feedback` the address of a page that says more of it, "" for none. `place` says which variant, or which of several exercises, it is.
    """

    title: str
    list_title: str
    another: str
    mode: str
    place: str
    answer: str | list[str]
    sure: int
    feedback: str
    opened: int
    groups: list[ExerciseGroup]
    exercise: ExerciseShown | None
    hints: list[list[Block]]
    solution: list[Block]
    reply: AnswerReply | None
    stars: dict[str, int]
    fault: str
