"""A documented case: its set-up, question and answer, and the checks that hold the library to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from mam.library.situations import pages
from mam.library.situations.questions import ask, describe_question
from mam.library.situations.setting import Game, set_up
from mam.rules.cards import format_count
from mam.rules.rulings import Ruling, ruling
from mam.scenes import Scene
from mam.support.arguments import check_methods
from mam.support.messages import quote
from mam.support.toml import PlacedError


class SituationError(PlacedError):
    """A situation that cannot be used; the message names the file, the line, the situation and the fault."""


KINDS = ("worked example", "question", "number", "own figures")


@dataclass(frozen=True)
class Check:
    """A question to the library, by its name, with its `facts` and the answer that the documents give.

    `setting` says what is set up differently for this check; `words` replace the question's own text where that is not
    clear enough.
    """

    question: str
    expected: Any = field(hash=False)
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    setting: Mapping[str, Any] = field(default_factory=dict, hash=False)
    words: str = ""

    def __str__(self) -> str:
        return self.words or describe_question(self.question, self.facts)


@dataclass(frozen=True)
class Finding:
    """The answer that the library gives to a check by playing, and the rulings behind it."""

    check: Check
    answer: Any = field(hash=False)
    rulings: tuple[Ruling, ...]

    @property
    def expected(self) -> Any:
        """The answer that the documents give."""
        return self.check.expected

    @property
    def passed(self) -> bool:
        """Whether the answer is exactly what was expected, and of the same type."""
        return type(self.answer) is type(self.expected) and bool(self.answer == self.expected)

    def __str__(self) -> str:
        text = f"{self.check}: {format_value(self.answer)}"
        return text if self.passed else f"{text}, not {format_value(self.expected)} as expected"


def format_value(value: Any) -> str:
    """Return an answer as a person reads it.

    >>> format_value({"N-S": 260, "E-W": True}), format_value(["R40", "BULL"]), format_value([])
    ('N-S 260, E-W yes', 'R40, BULL', 'none')
    """
    if isinstance(value, dict):
        return ", ".join(f"{key} {format_value(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(format_value, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@check_methods
@dataclass(frozen=True, repr=False)
class Situation:
    """A documented case that can be run.

    `kind` is "worked example", "question", "number" (a figure or limit that the text prints) or "own figures" (a rule that
    it prints without any). `setup`, `question` and `answer` are text; `table` is the set-up as data, in the `form` of one
    of the builders of `set_up`. `people` are the document's names for the seats. `file` and `line` are where it is written.
    """

    id: str
    kind: str
    title: str
    document: str
    section: str
    rules: tuple[str, ...]
    edition: str
    setup: str
    question: str
    answer: str
    form: str
    table: Mapping[str, Any] = field(hash=False)
    checks: tuple[Check, ...]
    page: int = 0
    options: tuple[str, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict, hash=False)
    file: str = field(default="situations", compare=False)
    line: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        return f"situation {self.id}: {self.title} ({format_count(len(self.checks), 'check')}; {self.source})"

    @property
    def source(self) -> str:
        """Document, page and section, as a person cites them."""
        return Ruling(self.id, "rule", self.title, "", self.document, self.section, self.page).source

    @cached_property
    def game(self) -> Game:
        """The round, match or table itself, to look at and play on."""
        return set_up(self.edition, self.options, self.form, self.table)

    def run(self) -> tuple[Finding, ...]:
        """Set the position up, play it, and answer every check.

        >>> import mam
        >>> for finding in mam.get_situation("B29").run():
        ...     print(finding)
        who takes the trick: N
        for which side: N-S
        what it is worth: 40
        the color to follow: Y
        """
        return tuple(map(self.find, self.checks))

    def find(self, check: Check) -> Finding:
        """Answer one check."""
        return self.set_for(check).judge(check)

    def set_for(self, check: Check) -> Situation:
        """Return the situation as a check sets it up."""
        changes = dict(check.setting)
        edition = changes.pop("edition", self.edition)
        options = tuple(changes.pop("options", self.options))
        form = changes.pop("form", "")
        table = changes if form else {**self.table, **changes}
        return replace(self, edition=edition, options=options, form=form or self.form, table=table, checks=())

    def judge(self, check: Check) -> Finding:
        """Answer a check in this set-up as it is. Raises SituationError if the set-up or the check cannot be used."""
        try:
            answer, rulings = ask(check.question, check.facts, lambda: self.game)
        except (ValueError, TypeError, LookupError, AttributeError, AssertionError) as error:
            # What is set up and asked is data, whose mistakes show here: a missing key, a number in place of a text.
            why = (
                str(error)
                if isinstance(error, ValueError)
                else "a key is missing or unknown, or a value is of another kind"
            )
            fault = f"{self.id}: the set-up “{self.form}” or the check {quote(check.question)} can't be used: {why}"
            raise SituationError(self.file, self.line, fault) from error
        return Finding(check, answer, rulings or tuple(map(ruling, self.rules)))

    # Showing it

    @property
    def scene(self) -> Scene:
        """The position as a scene, all hands face up."""
        return pages.make_scene_of(self)

    def text(self) -> str:
        """Return the whole case as plain text: set-up, position, question, answer, what the library finds, the rules."""
        return pages.format_text(self)

    def svg(self, *, theme: str = "light", width: int = 960) -> str:
        """Return the position as a picture in SVG, which needs no other file."""
        return pages.draw_svg(self, theme, width)

    def html(self, *, theme: str = "light", width: int = 960) -> str:
        """Return the whole case as HTML with the picture in it; it needs no other file and runs no script."""
        return pages.format_html(self, theme, width)

    def _repr_html_(self) -> str:
        return self.html()
