"""The pages of the shelf Chance: their words and questions, one file each in `data/chance/`.

Every result that a page prints is tied to a sum of its facts (`[numbers]`), every right answer and slip is computed, and every wrong
option has its sentence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from mam.chance.expressions import compute
from mam.chance.tables import PAGE_IDS, list_facts
from mam.classroom.quantities import Chance, Number
from mam.classroom.slips import Slip
from mam.support.data_files import find_data_folder
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import DataError, Document

LARGEST = 100_000  # bytes
FEWEST_WORDS, MOST_WORDS = 95, 132
POINTS = "percentage points"  # a unit that may stand behind a number
LONGEST_GOAL = 120  # characters
LONGEST_REPLY = 120  # characters: a phone shows no more
NOTHING = "Nothing is wrong"  # an option of every question on a sentence, now and then the right one
_TEXT = Key(str, True)
_PAGE = dict.fromkeys(("id", "title", "idea", "goal", "words"), _TEXT)
_GUESS = dict.fromkeys(("ask", "answer", "typical", "why"), _TEXT)
_KINDS = ("probability", "number", "choice", "sentence")
_NUMBER = re.compile(r"\$?\d[\d,]*(?:\.\d+)?%?")
_RESULT = re.compile(r"\$?\d[\d,]*(?:\.\d+)?%|\d[\d,]*\.\d+|\$\d[\d,]*\d|(?<=\b1 in )\d[\d,]*\d")
_CHOSEN = re.compile(r"1%|95%|99%|100%|1\.96|\$\d[\d,]*[05],000")  # levels, certainty, and amounts that are bid


class PageError(DataError):
    """A page that can't be shown; the message names the file, the line and what would be right."""


@dataclass(frozen=True)
class Question:
    """A check or the transfer: an `answer` that is judged (a number), or the `right` option and why, and the `wrong` ones, each with what
    is said to it."""

    kind: str
    ask: str
    answer: Chance | Number | None = None
    right: str = ""
    why: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def options(self) -> tuple[str, ...]:
        """What can be chosen, the right one first; none if a number is asked for."""
        return (self.right, *self.wrong) if self.right else ()

    @property
    def replies(self) -> tuple[str, ...]:
        """What may be said to an answer, and the options."""
        slips = self.answer.slips if isinstance(self.answer, Chance | Number) else ()
        return (*self.options, self.why, *self.wrong.values(), *(slip.why for slip in slips))


@dataclass(frozen=True)
class Guess:
    """What is asked before anything is seen: the answer, the typical guess, and why people say it."""

    ask: str
    answer: Fraction
    typical: Fraction
    why: str


@dataclass(frozen=True)
class Page:
    """A page: one idea, a guess, a picture (its tables are `make_tables(id)`), words, formulas, three checks and one question away from
    the game. `how` is Python that computes and prints numbers of the page."""

    id: str
    title: str
    idea: str
    goal: str
    words: str
    formulas: tuple[str, ...]
    how: str
    guess: Guess
    checks: tuple[Question, ...]
    numbers: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which progress keeps the four questions: `chance-bayes/1` to `chance-bayes/4`."""
        return tuple(f"chance-{self.id}/{place}" for place in range(1, len(self.checks) + 1))


def list_pages() -> tuple[Page, ...]:
    """Return the pages in their order. Raises PageError for a faulty file."""
    return tuple(map(find_page, PAGE_IDS))


@cache  # counting the facts of all pages takes seconds
def find_page(page_id: str) -> Page:
    """Return a page by its id. Raises KeyError for an unknown one, and PageError for a faulty file.

    >>> find_page("bayes").title
    'Bayes'
    """
    document = _read(page_id)
    return _parse(document, list_facts(page_id))


@cache
def find_title(page_id: str) -> str:
    """Return a page's title, without counting its facts. Raises KeyError for an unknown id, and PageError for a faulty file.

    >>> find_title("clt")
    'Adding up'
    """
    title: str = _read(page_id).value("", "title", _TEXT)
    return title


def _read(page_id: str) -> Document:
    if page_id not in PAGE_IDS:
        raise KeyError(f"no page {quote(page_id)}: there are {', '.join(PAGE_IDS)}")
    return Document.read(find_data_folder() / "chance" / f"{page_id}.toml", LARGEST, PageError)


def parse_page(text: str, facts: Mapping[str, Fraction | float], name: str = "page.toml") -> Page:
    """Read the text of a page with these facts. Raises PageError with the line of a fault."""
    return _parse(Document(text, name, PageError), facts)


def _parse(document: Document, facts: Mapping[str, Fraction | float]) -> Page:
    document.check_keys({*_PAGE, "formulas", "how", "guess", "numbers", "check", "transfer"})
    texts = {name: document.value("", name, key) for name, key in _PAGE.items()}
    count = len(texts["words"].split())
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        raise document.fail(("", "words"), f"write {FEWEST_WORDS} to {MOST_WORDS} words, not {count}")
    if len(texts["goal"]) > LONGEST_GOAL:
        raise document.fail(("", "goal"), f"a goal has at most {LONGEST_GOAL} characters, not {len(texts['goal'])}")
    formulas = tuple(document.value("", "formulas", Key(tuple[str, ...], True)))
    how = document.value("", "how", _TEXT)
    guess = document.read_table("guess", _GUESS)
    with document.at("guess", "answer"):
        answer, typical = compute(guess["answer"], facts), compute(guess["typical"], facts)
    checks = [
        _read_question(document, ("check", k), values, facts) for k, values in enumerate(document.tables("check"))
    ]
    if len(checks) != 3:
        raise document.fail(("check",), f"a page has three checks, not {len(checks)}")
    checks.append(_read_question(document, ("transfer",), document.table("transfer"), facts))
    numbers = document.table("numbers")
    questions = " ".join((guess["ask"], *(question.ask for question in checks)))
    sentences = [texts["goal"], texts["words"], *formulas, guess["why"]]
    for question in checks:
        sentences += question.replies if question.right != NOTHING else (question.ask, *question.replies)
    _check_numbers(document, " ".join((questions, *sentences)), numbers, facts)
    given = _list_results(" ".join(question.ask for question in checks if question.right != NOTHING))
    for result in _list_results(" ".join(sentences)):
        if result not in given and not any(result in printed for printed in numbers):
            raise document.fail(("numbers", ""), f"“{result}” is printed without a fact: write one under [numbers]")
    return Page(
        **texts,
        formulas=formulas,
        how=how,
        guess=Guess(guess["ask"], answer, typical, guess["why"]),
        checks=tuple(checks),
        numbers=numbers,
    )


def _list_results(text: str) -> list[str]:
    """Return the numbers of a text that somebody must have computed.

    >>> _list_results("A bid of $215,000 is made in 70% of 95% intervals and brings $26,300: 1 in 12, or 3.5.")
    ['70%', '$26,300', '12', '3.5']
    """
    return [result for result in _RESULT.findall(text) if not _CHOSEN.fullmatch(result)]


def _read_question(
    document: Document, place: tuple[str | int, ...], values: Mapping[str, Any], facts: Mapping[str, Fraction | float]
) -> Question:
    path = tuple(place)
    needed_keys = {"kind": _TEXT, "ask": _TEXT}
    kind = values.get("kind")
    if kind not in _KINDS:
        raise document.fail((path, "kind"), f"a question is of the kind {', '.join(_KINDS)}, not {quote(kind)}")
    if kind in ("choice", "sentence"):
        document.check_keys({*needed_keys, "right", "why", "wrong"}, path)
        rows = {name: document.value(path, name, _TEXT) for name in (*needed_keys, "right", "why")}
        return Question(**rows, wrong=_read_wrong(document, path, values.get("wrong"), rows))
    document.check_keys({"kind", "ask", "answer", "slips"}, path)
    ask, text = document.value(path, "ask", _TEXT), document.value(path, "answer", _TEXT)
    with document.at(path, "answer"):
        value = compute(text, facts)
        slips = [Slip(f"slip-{k}", compute(sum_, facts), why) for k, (sum_, why) in enumerate(values.get("slips", ()))]
        answer = (
            Chance(value, slips)
            if kind == "probability"
            else Number(value, slips, rounded=value.denominator > 1, unit=POINTS if POINTS in ask else "")
        )
    if {slip.name for slip in slips} - {slip.name for slip in answer.slips}:
        raise document.fail(
            (path, "slips"), "a slip is too near the answer or another slip: each needs a value of its own"
        )
    return Question(kind, ask, answer)


def _read_wrong(document: Document, path: tuple[str | int, ...], rows: Any, given: Mapping[str, str]) -> dict[str, str]:
    """Return the wrong options, each with its sentence."""
    wrong = dict[str, str]()
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [str(option), str(sentence)] if sentence.strip():
                if option == given["right"] or option in wrong:
                    raise document.fail((path, "wrong"), f"{quote(option)} is an option twice")
                if len(sentence) > LONGEST_REPLY:
                    raise document.fail(
                        (path, "wrong"),
                        f"a sentence has at most {LONGEST_REPLY} characters, not {len(sentence)}: {quote(sentence)}",
                    )
                wrong[option] = sentence
            case _:
                raise document.fail((path, "wrong"), f"{quote(row)} must be an option and the sentence said to it")
    if len(wrong) < 2:
        raise document.fail(
            (path, "wrong"), "write two wrong options at least, each with the sentence said to it: [[option, sentence]]"
        )
    if given["kind"] == "sentence" and NOTHING not in (given["right"], *wrong):
        raise document.fail((path, "wrong"), f"a question on a sentence has the option {quote(NOTHING)}")
    return wrong


def _check_numbers(
    document: Document, text: str, numbers: Mapping[str, Any], facts: Mapping[str, Fraction | float]
) -> None:
    """Refuse a printed number that isn't its fact, or the value of its sum of facts."""
    for printed, name in numbers.items():
        if printed not in text:
            raise document.fail(("numbers", printed), f"“{printed}” is not on the page")
        with document.at("numbers", printed):
            value = float(compute(name, facts))
        if not shows(printed, value):
            raise document.fail(("numbers", printed), f"“{printed}” is printed, but {name} is {value:.6g}")


def shows(printed: str, fact: float) -> bool:
    """Return whether a number as printed is this fact, rounded.

    >>> shows("14%", 0.1388), shows("36 hands", 35.4), shows("$215,000", 214.9)
    (True, False, True)
    """
    found = _NUMBER.search(printed)
    if not found:
        return False
    digits = found[0].strip("$%").replace(",", "")
    scale = 100 if found[0].endswith("%") else 1000 if found[0].startswith("$") else 1
    step = 1000 if scale == 1000 else 10.0 ** -len(digits.partition(".")[2])
    return abs(scale * abs(fact) - float(digits)) <= step / 2 + 1e-9
