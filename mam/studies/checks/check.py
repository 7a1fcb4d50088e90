"""Check a study: play every answer of every board out, and compare with what the file says."""

from collections.abc import Iterator
from dataclasses import dataclass

from mam.games.trick_round import TrickRound
from mam.rules.rulings import all_rulings
from mam.studies.answers import Judgment, judge_next
from mam.studies.checks import (
    answers,
    cases,
    coach_rounds,
    counts,
    hands,
    lengths,
    margins,
    price_problems,
    problems,
    sentences,
)
from mam.studies.hand import is_hand
from mam.studies.problems.price_problems import is_priced
from mam.studies.problems.problem import is_problem
from mam.studies.study import Chapter, Study


@dataclass(frozen=True)
class Fault:
    """A fault in a study: its file, line and board, and what is wrong."""

    file: str
    line: int
    board: str
    text: str

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        return f"{self.file}{line}{f', {self.board}' if self.board else ''}: {self.text}"


@dataclass(frozen=True)
class Report:
    """What a check found: the faults, and the judgments of every board by its id."""

    study: Study
    faults: tuple[Fault, ...]
    judgments: dict[str, list[Judgment]]


def check_study(study: Study, *, with_margins: bool = True, certify: bool = False) -> Report:
    """Return the faults of a study, none if all is well. Without `with_margins` no deals are simulated, which takes a while.

    With `certify`, every layout of a problem is solved, and each card is played against the defense; of an annotated hand,
    every price is computed again. That takes seconds for each.

    Of a documented case, its steps, guesses, variations, other editions and readings are played. Other chapters that a shelf sets
    up itself are read, and their rules are checked.

    >>> import mam
    >>> check_study(mam.get_study("bull")).faults
    ()
    """
    faults: list[Fault] = []
    judgments: dict[str, list[Judgment]] = {}
    known_rules = all_rulings().keys()
    faults += (
        Fault(study.file, 0, "", f"teaches: no rule {rule}") for rule in study.teaches if rule not in known_rules
    )
    for number, chapter in enumerate(study.chapters, 1):
        board = f"case {chapter.id}" if chapter.case else f"board {number} ({chapter.id})"
        found = _check_chapter(study, chapter, number, judgments, with_margins, certify)
        faults += (Fault(study.file, line or chapter.line, board, text) for line, text in found)
    return Report(study, tuple(faults), judgments)


Found = Iterator[tuple[int, str]]  # the line (0 for the chapter's), and what is wrong


def _check_chapter(
    study: Study, chapter: Chapter, number: int, judgments: dict[str, list[Judgment]], with_margins: bool, certify: bool
) -> Found:
    known_rules = all_rulings().keys()
    yield from (
        (chapter.lines.get(("rules",), 0), f"no rule {rule}") for rule in chapter.cites if rule not in known_rules
    )
    if study.shelf == "learn":
        yield from lengths.check_lengths(chapter)
    if chapter.coached:
        yield from ((0, text) for text in coach_rounds.check_coached(chapter))
        return
    if chapter.case is not None:
        yield from cases.check_case(chapter)
        return
    if is_hand(chapter):
        yield from hands.check_hand(chapter, judgments.setdefault(chapter.id, []), certify=certify)
        return
    if is_priced(chapter):
        yield from price_problems.check_priced(chapter, judgments.setdefault(chapter.id, []), certify=certify)
        yield from ((0, text) for text in problems.check_moral(study))
        return
    if is_problem(chapter):
        yield from problems.check_problem(chapter, judgments.setdefault(chapter.id, []), certify=certify)
        yield from ((0, text) for text in problems.check_level(study))
        yield from ((0, text) for text in problems.check_moral(study))
        return
    if (chapter.setup is None and chapter.record is None and chapter.move_setup is None) or chapter.extra:
        return
    found = judgments.setdefault(chapter.id, [])
    try:
        for stop in chapter.stops:
            if stop.ask:
                found.append(judge_next(chapter, stop, found))
    except ValueError as error:
        yield (stop.find_line() if len(found) else 0), str(error).splitlines()[0]
        return
    for judgment in found:
        yield from answers.check_answers(judgment)
        if study.shelf == "learn":  # the sentences of other shelves speak of whole deals and other editions
            yield from counts.check_counts(judgment)
            if isinstance(judgment.game, TrickRound):
                yield from sentences.check_sentences(judgment)
        if judgment.stop.margin is not None and with_margins:
            yield from margins.check_margin(judgment)
    if study.shelf == "learn":
        yield from ((0, text) for text in answers.check_misses(found, is_first=number == 1 and not study.is_test))
