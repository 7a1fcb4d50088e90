"""The quiz without any browser: the questions, the order in which they are asked, answers and what was missed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

from mam.library.situations import list_situations
from mam.rules.dealing import derive_seed
from mam.support.messages import quote, shorten
from mam.text.notation import NotationError, parse_amount
from mam_widgets.rules_quiz.case import Case, Form
from mam_widgets.rules_quiz.forms import make_form, may_ask
from mam_widgets.rules_quiz.phrases import KINDS, kind_of, phrase_question, stands_alone
from mam_widgets.rules_quiz.record import QuizRecord
from mam_widgets.rules_quiz.stated import states_answer

_MOST_SIGNS = 20  # of a number that is typed


@dataclass(frozen=True)
class Question:
    """One check of a documented case as a question: its `id` is the case's, a point and the number of the check."""

    id: str
    case: Case

    @cached_property
    def form(self) -> Form:
        return make_form(self.case)

    @property
    def kind(self) -> str:
        return kind_of(self.case.check.question)

    @property
    def text(self) -> str:
        return phrase_question(self.case)

    @property
    def right(self) -> tuple[int, ...]:
        """The right answer, as the form has it: it comes from running the check."""
        return self.form.places(self.case.finding.answer)

    @property
    def difficulty(self) -> int:
        """How hard the question is, from 0: one of a few choices about at most one trick is easiest (0). Choices between
        rules, or about several tricks, come next (1), then several choices at once (2), a typed number (3), and several
        typed numbers or one from several tricks (4).
        """
        tricks = self.case.round.tricks if self.case.round else ()
        has_steps = len(tricks) > 1
        if self.form.kind == "numbers":
            return 4 if has_steps or len(self.form.values) > 1 else 3
        if self.form.kind == "many":
            return 2
        return 1 if has_steps or self.case.check.question in ("refused by", "cites", "kind of rule") else 0

    @property
    def is_given_away(self) -> bool:
        """Whether the set-up in words states the answer."""
        return states_answer(self.case, self.form, self.right, self.text)

    @property
    def hides_setup(self) -> bool:
        """Whether the set-up in words stays hidden until the answer is given: it states it, or has another position."""
        return self.is_given_away or self.case.has_another_trump


class Marked(NamedTuple):
    """An answer that was given, and whether it is right."""

    given: tuple[int, ...]
    right: bool


class Score(NamedTuple):
    """How many answers were right, of how many."""

    right: int
    answered: int


# Their set-up states the answer, and the position does not show it. A test works out which these are.
_NEVER_ASKED = frozenset(
    "B13.6 B16.1 B23.1 B35.2 B36.1 B38.1 B42.2 B46.2 B50.1 B53.3 B54.1 B56.1 B63.2 B64.8 B65.1 B69.1 B72.2".split()
)

# Neither their set-up nor the position shows the cards that would have to be counted.
_NOT_SHOWN = frozenset("B13.7 B48.3 B85.2".split())


@cache
def all_questions() -> tuple[Question, ...]:
    """Return every question that the documented cases give, case by case.

    >>> len({question.case.situation.id for question in all_questions()})
    88
    """
    questions = []
    for situation in list_situations():
        for number, check in enumerate(situation.checks, 1):
            case = Case(situation, check)
            name = f"{situation.id}.{number}"
            if name not in _NEVER_ASKED | _NOT_SHOWN and may_ask(check) and stands_alone(case):
                questions.append(Question(name, case))
    return tuple(questions)


@dataclass(frozen=True)
class Choice:
    """Which questions to ask: of an edition, of some kinds, of these cases or questions, those missed; all, if nothing is
    said."""

    edition: str = ""
    kinds: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    missed: bool = False

    def takes(self, question: Question) -> bool:
        situation = question.case.situation
        return (
            (not self.edition or self.edition == situation.edition)
            and (not self.kinds or question.kind in self.kinds)
            and (not self.ids or situation.id in self.ids or question.id in self.ids)
        )


def draw_questions(choice: Choice, seed: int, missed: Sequence[str]) -> tuple[Question, ...]:
    """Return the questions in the order in which they are asked, the easiest first: of each case one, or all that were named or
    missed. Questions of one difficulty are shuffled.

    Raises ValueError when there are none.
    """
    chosen = [question for question in all_questions() if choice.takes(question)]
    if choice.missed:
        drawn = [question for question in chosen if question.id in missed]
    else:
        named = [question for question in chosen if question.id in choice.ids]
        drawn = named + _one_of_each(
            [question for question in chosen if question not in named],
            seed,
            {question.case.situation.id for question in named},
        )
    if not drawn:
        raise ValueError(_none_left(choice))
    Random(derive_seed(seed, "order of the quiz")).shuffle(drawn)
    return tuple(sorted(drawn, key=lambda question: question.difficulty))


def _one_of_each(questions: Sequence[Question], seed: int, cases: set[str]) -> list[Question]:
    by_case: dict[str, list[Question]] = {}
    for question in questions:
        by_case.setdefault(question.case.situation.id, []).append(question)
    return [
        Random(derive_seed(seed, "question", name)).choice(questions_of_case)
        for name, questions_of_case in by_case.items()
        if name not in cases
    ]


def _none_left(choice: Choice) -> str:
    if choice.missed:
        return "You have missed none of these questions."
    if choice.kinds:
        kinds = " or ".join(f"“{KINDS[kind]}”" for kind in choice.kinds)
        return f"No documented case chosen here asks {kinds} Choose another kind or edition."
    return "There is no documented case for this choice."


# The quiz


@dataclass
class Quizzing:
    """Questions one after another: `index` is the one shown, `answers` those answered by their id."""

    choice: Choice
    seed: int
    record: QuizRecord
    index: int = 0
    answers: dict[str, Marked] = field(default_factory=dict)
    deck: tuple[Question, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.deck = draw_questions(self.choice, self.seed, self.record.missed)

    @property
    def question(self) -> Question:
        return self.deck[self.index]

    @property
    def marked(self) -> Marked | None:
        """The answer given to the question shown, if there is one."""
        return self.answers.get(self.question.id)

    @property
    def score(self) -> Score:
        return Score(sum(answer.right for answer in self.answers.values()), len(self.answers))

    @property
    def wrong(self) -> tuple[str, ...]:
        """The questions answered wrongly here."""
        return tuple(name for name, answer in self.answers.items() if not answer.right)

    def answer(self, given: Sequence[Any]) -> Marked:
        """Take an answer to the question shown: places of choices, or numbers as they were typed.

        Raises ValueError for what is no answer, and for a second answer.
        """
        if self.marked:
            raise ValueError("You have answered this question. Go on to the next one.")
        question = self.question
        places = read_answer(question.form, given)
        marked = Marked(places, places == question.right)
        self.answers[question.id] = marked
        self.record.add(question.id, marked.right)
        return marked

    def go_to(self, index: int) -> None:
        """Show this question, or the nearest there is."""
        self.index = max(0, min(index, len(self.deck) - 1))

    def begin(self, choice: Choice, seed: int) -> None:
        """Start again with other questions. Raises ValueError when there are none, and changes nothing then."""
        self.deck = draw_questions(choice, seed, self.record.missed)
        self.choice, self.seed, self.index, self.answers = choice, seed, 0, {}

    @property
    def next_seed(self) -> int:
        """The seed of the next order."""
        return derive_seed(self.seed, "next order") % 1_000_000


def read_answer(form: Form, given: Sequence[Any]) -> tuple[int, ...]:
    """Return an answer as the form has it, with none of the choices as an empty answer. Raises ValueError for anything else.

    >>> read_answer(Form("numbers", ("N-S",), ("North-South",), unit="money"), ["$80,000"])
    (80,)
    """
    if not isinstance(given, list | tuple):
        raise ValueError(f"an answer is a list, not {quote(given)}")
    if form.kind == "numbers":
        if len(given) != len(form.values):
            raise ValueError("Fill in every field first.")
        labels = form.labels if len(form.labels) > 1 else [""]  # one field alone needs no name
        return tuple(read_number(item, label, form.unit) for item, label in zip(given, labels, strict=True))
    choices = range(len(form.values))
    if any(type(item) is not int or item not in choices for item in given):
        raise ValueError(f"an answer names choices from 0 to {len(choices) - 1}, not {quote(list(given))}")
    if form.kind == "one" and len(set(given)) != 1:
        raise ValueError("Choose one answer first.")
    return tuple(sorted(set(given)))


def read_number(text: Any, label: str, unit: str) -> int:
    """Return a number as people type it, of money in thousands of dollars or in dollars. Raises ValueError saying what would
    do.

    >>> read_number("-$210,000", "North-South", "money"), read_number("−20", "East-West", "money"), read_number("13", "", "count")
    (-210, -20, 13)
    """
    typed = f"{text}".strip().replace("\u2212", "-")
    name = f"{label}: " if label else ""
    if isinstance(text, bool) or not isinstance(text, str | int) or len(typed) > _MOST_SIGNS:
        raise ValueError(f"{name}Type a whole number first.")
    if not typed:
        raise ValueError(f"{name}Type a number first (0 for nothing).")
    minus, digits = (-1, typed[1:].lstrip()) if typed.startswith("-") else (1, typed.removeprefix("+"))
    try:
        return minus * (parse_amount(digits) if unit == "money" else _whole(digits))
    except NotationError:
        format = "thousands (175) or dollars ($175,000)" if unit == "money" else "a whole number, like 13"
        raise ValueError(f"{name}“{shorten(typed)}” is not understood. Write {format}.") from None


def _whole(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit()):
        raise NotationError(digits)
    return int(digits)
