"""What is checked in a documented case: its steps, guesses, counts, variations, other editions and readings, all played out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from mam.rules.rulings import IllegalMove, all_rulings
from mam.studies.answers import ILLEGAL, RIGHT, WRONG
from mam.studies.case import Case, OtherEdition, Reading
from mam.studies.cases.guesses import Guess, judge_guess, list_tries
from mam.studies.cases.moments import Moments
from mam.studies.cases.outcomes import (
    Outcome,
    is_same_answer,
    play_case,
    play_edition,
    play_reading,
    play_variation,
)
from mam.studies.study import OTHER, Chapter, Stop
from mam.support.messages import quote
from mam.support.toml_lines import KeyPath

Found = Iterator[tuple[int, str]]  # the line (0 for the case's), and what is wrong


def check_case(chapter: Chapter) -> Found:
    """Yield the line and the fault of whatever in a case the engine contradicts."""
    case = chapter.case
    assert case is not None
    try:
        moments = Moments(case)
        _ = moments.start
    except (ValueError, IllegalMove) as error:
        yield chapter.lines.get((case.form,), 0), f"the story can't be played: {_message(error)}"
        return
    guesses: list[Guess] = []
    for number, stop in enumerate(chapter.stops):
        try:
            guesses.append(judge_guess(chapter, stop, moments))
        except (ValueError, IllegalMove) as error:
            yield stop.find_line(), f"question {number + 1}: {_message(error)}"
            continue
        yield from ((line, f"question {number + 1}: {text}") for line, text in _check_guess(guesses[-1]))
    if len(guesses) == len(chapter.stops):
        yield from _check_steps(chapter, moments, guesses)
    for count in case.counts:
        yield from _check(count.lines, f"count {quote(count.text)}", partial(play_case, case, count.checks))
    for variation in case.variations:
        yield from _check(variation.lines, f"if {variation.text}", partial(play_variation, case, variation))
    for other in case.editions:
        yield from _check_edition(case, other)
    yield from _check_readings(case)


def _message(error: Exception) -> str:
    return str(error).splitlines()[0]


def _check(lines: Mapping[KeyPath, int], label: str, play: Callable[[], Outcome]) -> Found:
    """Yield a fault where an answer is not the engine's; `lines` are those of its table."""
    line = lines.get(("is",), lines.get((), 0))
    try:
        fault = play().fault
    except (ValueError, IllegalMove) as error:
        yield lines.get((), 0), f"{label}: {_message(error)}"
        return
    if fault:
        yield line, f"{label}: the engine answers {fault}"


def _check_guess(guess: Guess) -> Found:
    """Yield a fault where right is not what the engine accepts, or a wrong card has no sentence."""
    stop, answers = guess.stop, guess.answers
    accepted = [text for text, answer in answers.items() if answer.passes]
    if any(answer.passes is not None for answer in answers.values()) and set(accepted) != set(stop.right):
        yield stop.find_line("right"), f"the engine accepts {_list(accepted)}; right says {_list(stop.right)}"
    for text in stop.right:
        if text not in answers:
            yield stop.find_line("right"), f"{quote(text)} is no answer here; the answers are {_list(answers)}"
        elif (answer := answers[text]).verdict == ILLEGAL:
            yield stop.find_line("right"), f"{text} is illegal: {answer.ruling and answer.ruling.reason}"
    if stop.ask == "choice" and len(stop.right) != 1:
        yield stop.find_line("right"), f"one choice is right, not {len(stop.right)}"
    yield from _check_sentences(stop, guess)


def _check_sentences(stop: Stop, guess: Guess) -> Found:
    if stop.hints:
        yield (
            stop.find_line("hints"),
            "a documented case shows no hints: put the help into the sentences of its wrong answers",
        )
    if stop.ask in ("card", "choice"):
        for text, answer in guess.answers.items():
            if answer.verdict == WRONG and not answer.sentence:
                yield stop.find_line("wrong"), f"no sentence for {text}, which is wrong"
    if stop.is_typed and not stop.wrong.keys() - {OTHER}:
        yield stop.find_line(), "name a tempting wrong number with its sentence"
    for text in stop.wrong:
        if text in guess.answers and guess.answers[text].verdict == RIGHT:
            yield stop.find_line("wrong", text), f"a sentence for {text}, which is right"


def _list(texts: Iterable[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts) or "nothing"


def _check_steps(chapter: Chapter, moments: Moments, guesses: list[Guess]) -> Found:
    """Yield a fault at the first step whose move or rules are not the engine's."""
    case = chapter.case
    if case is None or case.steps is None:
        return
    steps = [*map(str, moments.list_steps())] or list_tries(guesses)
    for number, (written, played) in enumerate(zip(case.steps, steps, strict=False)):
        if written != played:
            line = chapter.lines.get(("steps", number), chapter.lines.get(("steps",), 0))
            yield line, f"step {number + 1} is {quote(played)}, not {quote(written)}"
            return
    if len(case.steps) != len(steps):
        yield chapter.lines.get(("steps",), 0), f"the story has {len(steps)} steps, not {len(case.steps)}"
    for step in case.steps:
        for rule in step.partition(": ")[2].replace("refused ", "").replace("!", "").split():
            if rule != "legal" and rule not in all_rulings():
                yield chapter.lines.get(("steps",), 0), f"no rule {rule}"


def _check_edition(case: Case, other: OtherEdition) -> Found:
    label = f"under {'+'.join((other.edition, *other.options))}"
    found = list(_check(other.lines, label, partial(play_edition, case, other)))
    yield from found
    if not found and not other.changes and (same := is_same_answer(case, other)) != other.is_same:
        answer = "the same answer" if same else "another answer"
        yield other.lines.get(("same",), 0), f"{label}: the case itself gives {answer}, so same = {str(same).lower()}"


def _check_readings(case: Case) -> Found:
    for reading in case.readings:
        yield from _check(reading.lines, reading.name, partial(play_reading, case, reading))
    if case.kind == "open question" and len(case.readings) != 2:
        yield 0, f"an open question has two readings, not {len(case.readings)}"
    if len(case.readings) == 2 and _are_alike(case, *case.readings):
        yield case.readings[1].lines.get((), 0), "both readings give the same answers: nothing is played out"


def _are_alike(case: Case, first: Reading, second: Reading) -> bool:
    """Return whether the first reading, asked what the second one answers, gives the same."""
    question = replace(first, checks=second.checks, moves=second.moves or first.moves)
    try:
        return not play_reading(case, question).fault
    except (ValueError, IllegalMove, LookupError):
        return False
