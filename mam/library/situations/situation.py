"""What a documented case is: its set-up, question and answer, and the checks that hold the library to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mam.library.situations.questions import ask, words_of
from mam.library.situations.setting import Played, set_up
from mam.rules.rulings import Ruling, ruling

if TYPE_CHECKING:
    from mam.scenes import Scene

KINDS = ("worked example", "question", "number", "own figures")


@dataclass(frozen=True)
class Check:
    """One thing asked of the library: a question by its name, with its `facts`, and the answer the documents give.

    `setting` says what is set up otherwise for this check than for the situation; `words` put the question, if its own
    words do not suffice.
    """

    question: str
    expected: Any = field(hash=False)
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    setting: Mapping[str, Any] = field(default_factory=dict, hash=False)
    words: str = ""

    def __str__(self) -> str:
        return self.words or words_of(self.question, self.facts)


@dataclass(frozen=True)
class Finding:
    """The answer that the library `got` to a check by playing, and the rulings behind it."""

    check: Check
    got: Any = field(hash=False)
    rulings: tuple[Ruling, ...]

    @property
    def expected(self) -> Any:
        """The answer that the documents give."""
        return self.check.expected

    @property
    def passed(self) -> bool:
        """Whether it is just what was expected, and of the same type."""
        return type(self.got) is type(self.expected) and bool(self.got == self.expected)

    def __str__(self) -> str:
        said = f"{self.check}: {write_value(self.got)}"
        return said if self.passed else f"{said}, not {write_value(self.expected)} as expected"


def write_value(value: Any) -> str:
    """An answer as a person reads it.

    >>> write_value({"N-S": 260, "E-W": True}), write_value(["R40", "BULL"]), write_value([])
    ('N-S 260, E-W yes', 'R40, BULL', 'none')
    """
    if isinstance(value, dict):
        return ", ".join(f"{key} {write_value(one)}" for key, one in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(write_value, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True)
class Situation:
    """A documented case that can be run.

    `kind` is "worked example", "question", "number" (a figure or limit that the text prints) or "own figures" (a rule that
    it prints without any). `setup`, `question` and `answer` are words; `table` is the set-up as data, of the sort that `of`
    names. `people` are the document's names for the seats.
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
    of: str
    table: Mapping[str, Any] = field(hash=False)
    checks: tuple[Check, ...]
    page: int = 0
    options: tuple[str, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def source(self) -> str:
        """Document, page and section, as a person cites them."""
        return Ruling(self.id, "rule", self.title, "", self.document, self.section, self.page).source

    @property
    def game(self) -> Played:
        """The round or match itself, to be looked at and played on."""
        return set_up(self.edition, self.options, self.of, self.table)

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
        """What one check finds."""
        changes = dict(check.setting)
        edition = changes.pop("edition", self.edition)
        options = changes.pop("options", self.options)
        of = changes.pop("of", "")
        table = changes if of else {**self.table, **changes}
        got, rulings = ask(check.question, check.facts, lambda: set_up(edition, options, of or self.of, table))
        return Finding(check, got, rulings or tuple(map(ruling, self.rules)))

    # Showing it; what draws is loaded when something is drawn

    @property
    def scene(self) -> Scene:
        """The position as `mam.scenes` tells it, all hands open."""
        from mam.library.situations.pages import make_picture

        return make_picture(self)

    def text(self) -> str:
        """The whole case as plain text: set-up, position, question, answer, what the library finds, the rules."""
        from mam.library.situations.pages import write_text

        return write_text(self)

    def svg(self, *, theme: str = "light", width: int = 960) -> str:
        """The position as a picture that stands alone."""
        from mam.library.situations.pages import draw_svg

        return draw_svg(self, theme, width)

    def html(self, *, theme: str = "light", width: int = 960) -> str:
        """The whole case as a piece of HTML with the picture in it; it needs nothing else, and runs nothing."""
        from mam.library.situations.pages import write_html

        return write_html(self, theme, width)

    def _repr_html_(self) -> str:
        return self.html()
