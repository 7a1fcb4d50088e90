"""Practice: a variant with its statement, checks that say what went wrong, hints in steps and the worked solution."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Judgment
from mam.classroom.catalog import get_exercise
from mam.classroom.readings import TooFewDigits
from mam.classroom.registry import LEVELS, Exercise, Variant
from mam.support.messages import quote

MOST_VARIANTS = 9999  # of one student
# A backslash alone is not enough in JupyterLab, whose MathJax sees the page and not the Markdown.
_DOLLAR = '<span class="mathjax_ignore">\\$</span>'


@dataclass(frozen=True)
class Message:
    """A message to a student: text that a notebook and a terminal show as it is."""

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # html.escape: the text may quote an answer, which may hold anything
        # the class keeps Jupyter from taking the text between two dollar signs for a formula
        return f'<p class="mathjax_ignore tex2jax_ignore">{html.escape(self.text)}</p>'


@dataclass(frozen=True, repr=False)
class Verdict(Message):
    """What a check says: whether the answer is `right`, and if not, what went wrong. `slip` names a typical mistake.

    `clue` says what went wrong without what would be right, and `wrong` names the parts that are wrong: cards, options, or the numbers of
    cases. An answer that can't be read (`is_read`) is no attempt.
    """

    right: bool = False
    slip: str = ""
    clue: str = ""
    wrong: tuple[str, ...] = ()
    is_read: bool = True

    def __bool__(self) -> bool:
        return self.right


@dataclass(frozen=True, repr=False)
class Lines(Message):
    """Markdown of our own: a statement or a solution."""

    _repr_html_ = None  # type: ignore[assignment]  # a front end would prefer it to the Markdown

    def _repr_markdown_(self) -> str:
        return escape_dollars(self.text)

    def __str__(self) -> str:
        return strip_markdown(self.text)

    __repr__ = __str__


def strip_markdown(markdown: str) -> str:
    """Return Markdown as a terminal shows it.

    >>> strip_markdown("The **Tiger** takes `R40`.")
    'The Tiger takes R40.'
    """
    return re.sub(r"```\w*\n?|\*\*|`|(?m:^#+ |^\*(?=\S)|(?<=\S)\*$)", "", markdown)


def escape_dollars(markdown: str) -> str:
    """Escape amounts of money in Markdown: Jupyter takes the text between two dollar signs for a formula.

    >>> print(escape_dollars("From $175,000 to $200,000 (`$5`)."))
    From <span class="mathjax_ignore">\\$</span>175,000 to <span class="mathjax_ignore">\\$</span>200,000 (`$5`).
    """
    parts = re.split(r"(```.*?```|`[^`\n]*`)", markdown, flags=re.DOTALL)
    return "".join(part if part.startswith("`") else part.replace("$", _DOLLAR) for part in parts)


class Task:
    """A student's variant to practice on. You may ask anything again: nothing is counted or saved.

    >>> task = practice("who-captures", student="ann")
    >>> bool(task.check(task.answer))
    True
    """

    def __init__(self, exercise: Exercise, student: str = "", variant: int = 1) -> None:
        self.exercise, self.student, self.variant = exercise, student, variant
        self._variant: Variant = exercise.variant(student if variant == 1 else f"{student} #{variant}")

    @property
    def content(self) -> Variant:
        """The variant itself, with its answer."""
        return self._variant

    @property
    def statement(self) -> str:
        """The statement, in Markdown."""
        return self._variant.statement

    @property
    def given(self) -> Mapping[str, Any]:
        """What the statement gives, as data for a program."""
        return self._variant.given

    @property
    def answer(self) -> str:
        """The right answer in words: practice hides nothing."""
        return self._variant.answer.shown

    def check(self, answer: Any) -> Verdict:
        """Check an answer: whether it is right, and if not, what went wrong or what form an answer has."""
        try:
            judgment = self.exercise.judge(answer, self._variant)
        except UnreadableAnswer as error:
            return Verdict(f"Not an answer yet. {error}", clue=f"{error}", is_read=False)
        return make_verdict(judgment, right=f"Correct: {self.answer}.")

    def describe(self, answer: Any) -> str:
        """Return how an answer is understood: "14.51%" for 16/42 of 16/42. Raises UnreadableAnswer.

        >>> practice("where-is-it").describe("2/11")
        '18.18%'
        """
        form, unit = self.exercise.form, self.exercise.unit
        try:
            plain = self.exercise.read(answer, self.given)
        except TooFewDigits as error:
            plain = error.plain
        return form.describe(plain, unit)

    @property
    def hints(self) -> int:
        """How many hints there are."""
        return len(self._variant.hints)

    def list_hints(self) -> list[str]:
        """Return the hints, in Markdown, from a nudge to nearly everything."""
        return [*self._variant.hints]

    def hint(self, step: int = 1) -> Lines:
        """Return the first hint, or a later one; each says more than the one before.

        Raises ValueError for a step that is not a whole number above 0.
        """
        hints = self._variant.hints
        if not isinstance(step, int) or isinstance(step, bool) or step < 1:
            raise ValueError(f"hints are numbered from 1, not {quote(step)}")
        if step > len(hints):
            return Lines(f"There are {len(hints)} hints. Next: `task.solution()`.")
        return Lines(f"Hint {step} of {len(hints)}: {hints[step - 1]}")

    def solution(self) -> Lines:
        """Return the worked solution."""
        return Lines(f"{self._variant.solution}\n\n**Answer:** {self.answer}")

    def __str__(self) -> str:
        return strip_markdown(self._markdown())

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        return escape_dollars(self._markdown())

    def _markdown(self) -> str:
        exercise = self.exercise
        return f"**{exercise.title}** (`{exercise.id}`, {exercise.kind}, {LEVELS[exercise.level]})\n\n{self.statement}\n\n*Answer with {exercise.form.form}.*"


def make_verdict(judgment: Judgment, *, right: str = "Correct.", lead: str = "") -> Verdict:
    """Say how an answer was judged: `right` of a right one; `lead` stands before it."""
    outcome = f"Wrong. {judgment.fault}" if judgment.fault else right
    slip = judgment.slip.name if judgment.slip else ""
    return Verdict(f"{lead} {outcome}".strip(), not judgment.fault, slip, judgment.clue, judgment.wrong)


def practice(id: str, student: str = "", variant: int = 1) -> Task:
    """Return an exercise to practice on: the common variant, or with a name that student's variant; `variant` 2, 3 … are others.

    Raises ValueError for an unknown id and for a variant that is not a whole number from 1 to 9999, TypeError for a name that is not text.

    >>> practice("who-captures").exercise.title
    'Who captures the trick?'
    """
    if not isinstance(student, str):
        raise TypeError(f"a student's name must be text, not {quote(student)}")
    if not isinstance(variant, int) or isinstance(variant, bool) or not 1 <= variant <= MOST_VARIANTS:
        raise ValueError(f"a variant is a whole number from 1 to {MOST_VARIANTS}, not {quote(variant)}")
    return Task(get_exercise(id), student, variant)


def check(id: str, answer: Any, student: str = "") -> Verdict:
    """Check an answer to a practice exercise: `practice(id, student).check(answer)`.

    >>> check("who-captures", 7).right
    False
    """
    return practice(id, student).check(answer)
