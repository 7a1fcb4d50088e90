"""What a documented case holds beside its stops: the story as printed, how it is set up, and what the engine is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mam.library.situations import Check
from mam.rules.rulings import Ruling
from mam.support.toml_lines import KeyPath

KINDS = ("question", "worked example", "number", "own figures", "open question")
FORMS = ("deal", "position", "match", "table", "letters", "record")


@dataclass(frozen=True)
class Count:
    """Something counted where nothing is played: `checks` are what the engine is asked, with the answers."""

    text: str
    checks: tuple[Check, ...]
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class WhatIf:
    """A variation: `changes` of the set-up, `moves` made after it, the answer in words, and its `checks`."""

    text: str
    answer: str
    checks: tuple[Check, ...]
    changes: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class OtherEdition:
    """The same story under another edition: what it answers there, and whether that is the `same` answer."""

    edition: str
    options: tuple[str, ...]
    checks: tuple[Check, ...]
    is_same: bool
    changes: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Reading:
    """One of two readings of an open question, and how it is played.

    By `options`, by facts of the `rules` that no option has (`auction.step`), by such facts of the `deal`, or, with `events`, by the
    rules of `misplay` of another edition. `options` is None where the case's own hold.
    """

    name: str
    words: str
    why: str
    checks: tuple[Check, ...]
    options: tuple[str, ...] | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    deal: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    misplay: str = ""
    events: tuple[str, ...] = ()
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Case:
    """A documented case. `facts` set it up in one of the `FORMS`; `start` is the moment at which the reader comes in.

    `kind` is one of `KINDS`; `document`, `page` and `section` are the printed place, `people` the document's names of the
    seats. `setup`, `question` and `answer` are the story in our words. `steps` are the moves from `start` on, each with the rules
    that the engine cites.
    """

    kind: str
    edition: str
    options: tuple[str, ...]
    document: str
    page: int
    section: str
    rules: tuple[str, ...]
    setup: str
    question: str
    answer: str
    form: str
    facts: Mapping[str, Any]
    people: Mapping[str, str] = field(default_factory=dict)
    start: str = ""
    steps: tuple[str, ...] | None = None
    counts: tuple[Count, ...] = ()
    variations: tuple[WhatIf, ...] = ()
    editions: tuple[OtherEdition, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def source(self) -> str:
        """Document, page and section, as a person cites them."""
        return Ruling("", "rule", "", "", self.document, self.section, self.page).source
