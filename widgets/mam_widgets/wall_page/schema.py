"""What the wall shows: plain data (JSON). A slide has two parts: what is `asked` holds no answer, and `revealed` is shown when the teacher says so."""

from typing import TypedDict

from mam.studies.schema import BoardTable, PlayedCard, TrickShown


class WallOption(TypedDict):
    """What one can vote for: `cards` are the codes of a card or a set of cards, `color` a trump, both often empty."""

    answer: str
    label: str
    cards: list[str]
    color: str


class WallAsked(TypedDict):
    """A question: its `name` is its address, `where` says where it comes from, `setup` what happened before. `size` is how many
    cards are chosen at once. `seats`, `sides`, `counts` and `hide` are those of its study."""

    name: str
    where: str
    setup: str
    text: str
    given: str
    size: int
    options: list[WallOption]
    table: BoardTable | None
    seats: dict[str, str]
    sides: list[list[str]]
    counts: str
    hide: list[str]


class WallRevealed(TypedDict):
    """An answer: what is `right` of the options, whether the answer `takes_all` of these, a `headline`, the `text` below it, and what is said
    of each other option (`why`). `plays` are the cards that complete the trick on the table, and `trick` is what came of it."""

    right: list[str]
    takes_all: bool
    headline: str
    text: str
    why: dict[str, str]
    plays: list[PlayedCard]
    trick: TrickShown | None


class WallSlide(TypedDict):
    """A question with its answer."""

    asked: WallAsked
    revealed: WallRevealed


class WallSet(TypedDict):
    """What can be opened at once: a stage, a group of cases, a problem, a page; `cases` are the ids of its cases."""

    id: str
    title: str
    cases: list[str]


class WallGroup(TypedDict):
    """The sets of one shelf."""

    title: str
    sets: list[WallSet]


class WallScene(TypedDict):
    """The list of all sets, or the slides that are open, with the one that is shown and its answer, if it was asked for. `opened` counts
    what was opened."""

    title: str
    groups: list[WallGroup]
    slides: list[WallAsked]
    at: int
    revealed: WallRevealed | None
    opened: int
    fault: str
