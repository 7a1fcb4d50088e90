"""What the scene says about the edition: those to choose from, and what changes with another one."""

from typing import NotRequired, TypedDict

from mam.scenes.schema import Message


class Choice(TypedDict):
    """An entry of a menu."""

    id: str
    text: str


class RuleSource(TypedDict):
    """A rule's id and where it is printed."""

    id: str
    source: str


class EditionDifference(TypedDict):
    """What two editions say about one topic."""

    option: bool
    topic: str
    previous: str
    current: str
    cites: list[RuleSource]


class EditionChange(TypedDict):
    """What differs from the edition before."""

    head: str
    previous: str
    items: list[EditionDifference]


class ReplayResult(TypedDict):
    """How far a record goes under another edition: `stop` is the step at which it ends, `message` what the moment says of it."""

    edition: str
    text: str
    rule: str
    stop: int | None
    message: Message | None


class Editions(TypedDict):
    """The edition switch."""

    current: str
    choices: list[Choice]
    previous: str
    change: EditionChange | None
    replay: NotRequired[ReplayResult]
