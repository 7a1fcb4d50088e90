"""What a learner has done, in one small file (`progress.toml`): the stars of each board, how each day's answer was, what was guessed, and
problems made of the learner's decisions.

Every line is only ever made better: stars go up, and a day's answer is added. So any number of files, notebooks and tabs can be merged in
any order, and none of them loses anything. Nothing that can be computed from it is stored (`mam.studies.schedule` says what is due).
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate
from pathlib import Path
from typing import Any

from mam.support.data_files import write_file
from mam.support.messages import quote, shorten
from mam.support.toml import Document, PlacedError

PROGRESS_FILE = "progress.toml"  # beside the notebook
MOST_STARS = 3
LARGEST = 1_000_000  # bytes
GRADES = ("again", "hard", "good")  # from worst to best, named as schedulers name them
AGAIN, HARD, GOOD = GRADES
_LARGEST_GUESS = 1_000_000
_HEAD = '# What was done: the stars of each board, and each day\'s answer: "again" (wrong first), "hard" (with a hint) or "good".\n'
_BOARD = re.compile(r"[a-z0-9-]+/[A-Za-z0-9-]+")
_EXAMPLE = "bull/double"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECISION = re.compile(r"decision-[0-9a-f]{10}")
_LONGEST_DECISION = 20_000  # characters
_MOST_DECISIONS, _MOST_CHARACTERS = 100, 600_000  # of all decisions in a file: the latest are kept
_DECISION_DAY = re.compile(r"# (\d{4}-\d\d-\d\d)\n")

Answers = Mapping[date, str]  # the grade of each day
Guess = int | float


class ProgressError(PlacedError):
    """A file that is no progress; the message names the file, the line, the fault and what would be right."""


@dataclass
class Done:
    """What was done: the stars of each board by its name (`bull/double`), the grade of each day on which it was answered, and each day's
    guess before a page of Chance (`chance-bayes/guess`). `decisions` are problems made of one's own decisions: their files by id, the
    first line a comment with the day. At most the latest 100 are saved (600,000 characters).
    """

    stars: dict[str, int] = field(default_factory=dict)
    answers: dict[str, dict[date, str]] = field(default_factory=dict)
    guesses: dict[str, dict[date, Guess]] = field(default_factory=dict)
    decisions: dict[str, str] = field(default_factory=dict)

    def merge(self, done: "Done") -> None:
        """Take in what is better or new in another one: more stars, days not known yet, and of one day's answers the worst.

        >>> mine = Done({"bull/double": 2})
        >>> mine.merge(Done({"bull/double": 1, "bear/home": 3}))
        >>> mine.stars
        {'bull/double': 2, 'bear/home': 3}
        """
        for board, stars in done.stars.items():
            self.stars[board] = max(stars, self.stars.get(board, 0))
        for board, answers in done.answers.items():
            days = self.answers.setdefault(board, {})
            for day, grade in answers.items():
                days[day] = min(grade, days.get(day, grade), key=GRADES.index)
        for board, guesses in done.guesses.items():
            guessed = self.guesses.setdefault(board, {})
            for day, guess in guesses.items():
                guessed[day] = min(guess, guessed.get(day, guess))  # which came first is not known
        self.decisions = _keep_latest({**done.decisions, **self.decisions})


class Progress:
    """What was done, kept in a file; without a file only as long as this object lives.

    >>> progress = Progress()
    >>> progress.record("bull/double", 2, "hard")
    >>> progress.record("bull/double", 1, "again")  # what is done stays done
    >>> progress.stars
    {'bull/double': 2}
    """

    def __init__(self, file: str | os.PathLike[str] | None = None) -> None:
        self.file = Path(file) if file is not None else None
        self._done = Done()
        self._read()

    @property
    def stars(self) -> Mapping[str, int]:
        """The stars of each board that was done, by its name (`bull/double`): 0 to 3."""
        return dict(self._done.stars)

    @property
    def answers(self) -> Mapping[str, Answers]:
        """The grade ("again", "hard" or "good") of each day on which a board was answered, by the board's name."""
        return {board: dict(answers) for board, answers in self._done.answers.items()}

    @property
    def guesses(self) -> Mapping[str, Guess]:
        """The first guess before each page of Chance, by its name (`chance-bayes/guess`)."""
        return {board: days[min(days)] for board, days in self._done.guesses.items()}

    @property
    def guess_days(self) -> Mapping[str, date]:
        """The day of the first guess before each page of Chance, by its name."""
        return {board: min(days) for board, days in self._done.guesses.items()}

    @property
    def decisions(self) -> Mapping[str, str]:
        """The problems made of one's own decisions: the text of each study by its id."""
        return dict(self._done.decisions)

    def record_guess(self, board: str, guess: Guess, day: date | None = None) -> None:
        """Add a guess, and write the file; the first one is kept. Raises ValueError for what is no name or no number, and as `record` does."""
        if fault := _find_fault(board) or _find_guess_fault(guess):
            raise ValueError(fault)
        if board not in self.guesses:
            self._add(Done(guesses={board: {day or date.today(): guess}}))

    def record(self, board: str, stars: int, grade: str = "", day: date | None = None) -> None:
        """Add what was done on a day (today), and write the file; without a grade nothing was answered.

        Raises ValueError for an unknown kind of name, number of stars or grade, and for a file that can't be read: it is then left
        as it is.
        """
        if fault := _find_fault(board, stars) or (grade and _find_grade_fault(grade)):
            raise ValueError(fault)
        self._add(Done({board: stars}, {board: {day or date.today(): grade}} if grade else {}))

    def record_decisions(self, texts: Mapping[str, str], day: date | None = None) -> int:
        """Add problems made of one's own decisions, by their ids, as of a day (today), and write the file; return how many are new.

        Raises ValueError for a text that is no study with its id, and as `record` does.
        """
        for decision, text in texts.items():
            if fault := _find_decision_fault(decision, text):
                raise ValueError(fault)
        known, head = self.decisions, f"# {(day or date.today()).isoformat()}\n"
        new = {
            decision: text if find_decision_day(text) else head + text
            for decision, text in texts.items()
            if decision not in known
        }
        if new:
            self._add(Done(decisions=new))
        return len(new)

    def merge(self, file: str | os.PathLike[str]) -> None:
        """Add what another progress file holds, like one saved on the site. Raises ProgressError for a file that is none; then
        nothing of it is added.
        """
        self._add(read_progress(file))

    def _add(self, done: Done) -> None:
        self._read()
        before = format_progress(self._done)
        self._done.merge(done)
        text = format_progress(self._done)
        if self.file and text != before:
            write_file(self.file, text)

    def _read(self) -> None:
        """Take in what the file holds: another notebook may have written it."""
        if self.file and self.file.exists():
            self._done.merge(read_progress(self.file))


def find_decision_day(text: str) -> date | None:
    """Return the day on which a problem was made of a decision, or None where its text does not say so.

    >>> find_decision_day("# 2026-11-28\\nformat = 1\\n"), find_decision_day("format = 1\\n")
    (datetime.date(2026, 11, 28), None)
    """
    match = _DECISION_DAY.match(text)
    return _parse_day(match[1]) if match else None


def _keep_latest(decisions: Mapping[str, str]) -> dict[str, str]:
    """Return the latest decisions, as many as a file has room for."""
    latest = sorted(decisions, key=lambda name: (find_decision_day(decisions[name]) or date.min, name), reverse=True)
    sizes = accumulate(len(decisions[name]) for name in latest)
    return {
        name: decisions[name]
        for name, size in zip(latest[:_MOST_DECISIONS], sizes, strict=False)
        if size <= _MOST_CHARACTERS
    }


def read_progress(file: str | os.PathLike[str]) -> Done:
    """Read a progress file. Raises ProgressError with the line of a fault, OSError if the file cannot be opened."""
    return _read_document(Document.read(Path(file), LARGEST, ProgressError))


def parse_progress(text: str, name: str = "progress.toml") -> Done:
    """Read a text of progress, called `name` in errors. Raises ProgressError with the line of a fault.

    >>> parse_progress('[stars]\\n"bull/double" = 9')
    Traceback (most recent call last):
    mam.studies.progress.ProgressError: progress.toml, line 2: the stars of “bull/double” are a whole number from 0 to 3, not 9
    """
    return _read_document(Document(text, name, ProgressError))


def format_progress(done: Done) -> str:
    """Return what was done as a text, which `parse_progress` reads: the boards in the order of their names, the days in theirs.

    >>> print(format_progress(Done({"bull/double": 2}, {"bull/double": {date(2026, 11, 27): "hard"}})))  # doctest: -NORMALIZE_WHITESPACE
    # What was done: ...
    [stars]
    "bull/double" = 2
    <BLANKLINE>
    [answers]
    "bull/double" = { 2026-11-27 = "hard" }
    <BLANKLINE>
    """
    return "".join(_write_lines(done))


def _write_lines(done: Done) -> Iterator[str]:
    yield f"{_HEAD}[stars]\n"
    for board, stars in sorted(done.stars.items()):
        yield f'"{board}" = {stars}\n'
    if done.answers:
        yield "\n[answers]\n"
    for board, answers in sorted(done.answers.items()):
        days = ", ".join(f'{day.isoformat()} = "{grade}"' for day, grade in sorted(answers.items()))
        yield f'"{board}" = {{ {days} }}\n'
    if done.guesses:
        yield "\n[guesses]\n"
    for board, guesses in sorted(done.guesses.items()):
        days = ", ".join(f"{day.isoformat()} = {guess:g}" for day, guess in sorted(guesses.items()))
        yield f'"{board}" = {{ {days} }}\n'
    if done.decisions:
        yield "\n[decisions]\n"
    for decision, text in sorted(done.decisions.items()):
        yield f'"{decision}" = {json.dumps(text, ensure_ascii=False)}\n'  # a line each, as TOML and the page read it


def _read_document(document: Document) -> Done:
    document.check_keys({"stars", "answers", "guesses", "decisions"})
    done = Done()
    for board, stars in document.table("stars").items():
        if fault := _find_fault(board, stars):
            raise document.fail(("stars", board), fault)
        done.stars[board] = stars
    for board in document.table("answers"):
        done.answers[board] = _read_days(
            document, "answers", board, _find_grade_fault, f'"{_EXAMPLE}" = {{ 2026-11-27 = "good" }}'
        )
    for board in document.table("guesses"):
        done.guesses[board] = _read_days(
            document, "guesses", board, _find_guess_fault, '"chance-bayes/guess" = { 2026-11-27 = 95 }'
        )
    for decision, text in document.table("decisions").items():
        if fault := _find_decision_fault(decision, text):
            raise document.fail(("decisions", decision), fault)
        done.decisions[decision] = text
    return done


def _read_days(
    document: Document, table: str, board: str, find_fault: Callable[[object], str], example: str
) -> dict[date, Any]:
    """Return what a line has of each day."""
    days = document.table(table)[board]
    if not isinstance(days, dict):
        raise document.fail((table, board), f"write a line like {example}")
    found: dict[date, Any] = {}
    for text, value in days.items():
        day = _parse_day(text)
        fault = _find_fault(board) or find_fault(value)
        if fault or day is None:
            what = f"“{shorten(text)}” is not a day: write it like 2026-11-27"
            raise document.fail((table, board), fault or what)
        found[day] = value
    return found


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _find_fault(board: str, stars: object = 0) -> str:
    """Return what is wrong with the name of a board or its stars, "" if nothing is."""
    if not _BOARD.fullmatch(board):
        return f"“{shorten(board)}” is not the name of a board, like “{_EXAMPLE}”"
    if not isinstance(stars, int) or isinstance(stars, bool) or not 0 <= stars <= MOST_STARS:
        return f"the stars of “{shorten(board)}” are a whole number from 0 to {MOST_STARS}, not {quote(stars)}"
    return ""


def _find_grade_fault(grade: object) -> str:
    return "" if grade in GRADES else f"an answer was {', '.join(GRADES[:-1])} or {GRADES[-1]}, not {quote(grade)}"


def _find_guess_fault(guess: object) -> str:
    is_number = isinstance(guess, int | float) and not isinstance(guess, bool) and abs(guess) <= _LARGEST_GUESS
    return "" if is_number else f"a guess is a number, not {quote(guess)}"


def _find_decision_fault(decision: str, text: object) -> str:
    if not _DECISION.fullmatch(decision):
        return f"“{shorten(decision)}” is not the name of a decision, like “decision-0123456789”"
    is_text = isinstance(text, str) and len(text) <= _LONGEST_DECISION and f'id = "{decision}"' in text
    return "" if is_text else f"“{decision}” is not the text of a study with this id"
