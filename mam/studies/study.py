"""What a study holds: chapters, each with a position or a deal, and stops where the learner is asked. All of it is plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mam.library.situations import Check
from mam.records import Record
from mam.rules.dealing import list_seats_from
from mam.rules.editions import TrickGameRules, get_edition
from mam.studies.case import Case
from mam.support.toml import PlacedError
from mam.support.toml_lines import KeyPath

MAX_BYTES = 1_000_000
MAX_STOPS = 10_000
ASKS = ("card", "move", "bid", "discard", "call", "trump", "seat", "amount", "number", "choice", "mark")
OTHER = "other"  # the key of a sentence or reply for every answer without its own

Reply = tuple[str, str]  # a seat and the card that it plays


class StudyError(PlacedError):
    """A study that cannot be used; the message names the file, the line, the fault and what would be right."""


@dataclass(frozen=True)
class Setup:
    """What a position says; all else is unknown. `open` are the seats whose hands lie face up besides yours.

    The last of `tricks` is the one on the table. `captured` and `totals` are thousands of dollars, of "we" (your side) and
    "they". `hands` are those of now, or with `hands_at_lead` of the first card of the tricks.
    """

    hands: str = ""
    trump: str = ""
    tricks: tuple[str, ...] = ()
    bid: str = ""
    captured: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    dealer: str = ""
    calls: tuple[str, ...] = ()
    nest: str = ""
    discarded: str = ""
    open: tuple[str, ...] = ()
    hands_at_lead: bool = False


@dataclass(frozen=True)
class MoveSetup:
    """A set-up by real moves, as a documented case has it: an edition, a form ("position" or "letters"), and its facts."""

    edition: str
    options: tuple[str, ...]
    form: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Stop:
    """A place where the learner is asked, or without `ask` a note. Answers are texts: cards, moves, amounts, words.

    `wrong` has a sentence for each tempting wrong answer. `test` is a predicate that the right answers pass, `fact` the name
    of the fact that an answer states, and `margin` by how much it must be better than the others in simulated deals (thousands of
    dollars). `then` are the replies by answer. `facts` are for every choice what would make it right; of a documented case they are
    judged at the end of the story or at this moment (`is_judged_now`), and `changes` of its set-up make a what-if of the question. `outcome` is what the engine answers after a right move. `extra` holds what other shelves add, and `lines` where each
    key stands in the file.
    """

    ask: str = ""
    text: str = ""
    at: str = ""
    you: str = ""
    right: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    why: str = ""
    test: str = ""
    until: str = "trick"
    count: int | None = None
    margin: int | None = None
    fact: str = ""
    then: Mapping[str, tuple[Reply, ...]] = field(default_factory=dict)
    source: str = ""
    facts: Mapping[str, tuple[Check, ...]] = field(default_factory=dict)
    outcome: tuple[Check, ...] = ()
    is_judged_now: bool = False
    changes: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_typed(self) -> bool:
        """Whether the answer is a number to type: nothing is offered to choose from."""
        return self.ask in ("amount", "number") and not self.choices

    def find_line(self, *path: str | int) -> int:
        """Return the line of a key of this stop, or of the stop itself."""
        return self.lines.get(path) or self.lines.get(path[:1]) or self.lines.get((), 0)


@dataclass(frozen=True)
class Variation:
    """A what-if: what changes in words, the moves from a moment on, and what comes of it."""

    text: str = ""
    at: str = ""
    moves: tuple[str, ...] = ()
    answer: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Chapter:
    """A board, or a round: one position or deal with its stops. `you` is the seat at the bottom, `hide` what the study hides.

    It has a `setup`, is set up by real moves (`move_setup`), or has a `record` (of a `coached` round only the deal), or a documented `case`,
    which sets itself up, with its variations. `extra` is what other shelves add.
    """

    id: str
    rules: TrickGameRules | None
    title: str = ""
    goal: str = ""
    you: str = ""
    given: str = ""
    cites: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    moral: str = ""
    setup: Setup | None = None
    move_setup: MoveSetup | None = None
    record: Record | None = None
    case: Case | None = None
    coached: bool = False
    stops: tuple[Stop, ...] = ()
    variations: tuple[Variation, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def line(self) -> int:
        """The line at which the chapter begins."""
        return self.lines.get((), 0)

    @property
    def our_side(self) -> tuple[str, ...]:
        """The seats that play together with you, your own first."""
        rules = self.rules
        if rules is None:
            return (self.you,)
        side = next((side for side in rules.sides.values() if self.you in side), (self.you,))
        return tuple(seat for seat in list_seats_from(rules.seats, self.you) if seat in side)


@dataclass(frozen=True)
class Study:
    """A set of chapters about one thing. `shelf` says where it stands: "learn", "hands", "problems" or "rules".

    `id` and the id of a chapter name a board for good (`bull/double`). `hide` lists what is not drawn, because it was not
    taught yet: "trump", "value". `pass_mark` is how many right answers a test needs.

    >>> import mam
    >>> study = mam.get_study("bull")
    >>> study.title, len(study.chapters), study.chapters[1].stops[0].right
    ('The Bull', 8, ('BULL',))
    """

    id: str
    title: str
    shelf: str = ""
    edition: str = ""
    options: tuple[str, ...] = ()
    level: int | None = None
    tags: tuple[str, ...] = ()
    teaches: tuple[str, ...] = ()
    source: str = ""
    intro: str = ""
    moral: str = ""
    pass_mark: int | None = None
    hide: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    file: str = field(default="", compare=False)

    @property
    def shown_title(self) -> str:
        """The title as it is shown before anything is answered: of a problem or a hand that comes with mam its number.

        >>> import mam
        >>> mam.get_study("p12").shown_title, mam.get_study("h02").shown_title, mam.get_study("bull").shown_title
        ('Problem 12', 'Hand 2', 'The Bull')
        """
        word = {"problems": "Problem", "hands": "Hand"}.get(self.shelf)  # their own titles tell the idea
        return self.title if self.number is None else f"{word} {self.number}"

    @property
    def number(self) -> int | None:
        """The number of a problem or a hand that comes with mam, None for any other study."""
        letter, number = self.id[:1], self.id[1:]
        return int(number) if {"problems": "p", "hands": "h"}.get(self.shelf) == letter and number.isdecimal() else None

    @property
    def is_test(self) -> bool:
        """Whether it is a test: no hints, one answer each."""
        return "test" in self.tags

    @property
    def has_questions(self) -> bool:
        """Whether there is anything to answer or to play: a record alone has nothing."""
        return any(
            chapter.coached or chapter.case or any(stop.ask for stop in chapter.stops) for chapter in self.chapters
        )

    def list_stops(self) -> Iterator[tuple[Chapter, Stop]]:
        """Yield every stop with its chapter."""
        return ((chapter, stop) for chapter in self.chapters for stop in chapter.stops)


def find_rules(edition: str, options: tuple[str, ...] = ()) -> TrickGameRules | None:
    """Return the rules of a game of tricks, or None for a letter game. Raises ValueError for an unknown edition."""
    rules = get_edition(edition, options)
    return rules if isinstance(rules, TrickGameRules) else None
