"""Steps of the Build notebooks: a small function or a value that the reader fills in, checked on the spot.

`build_steps` has the steps: functions that work out what is right, so nothing is stored that could be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from dataclasses import dataclass
from numbers import Rational, Real
from typing import Any

from mam.classroom import build_steps  # registers the steps
from mam.classroom.step_registry import Case, Slip, Step, known_steps
from mam.classroom.tasks import Verdict
from mam.support.messages import quote, shorten

_NEAR = 1e-9  # what a decimal may differ by, relative to the right number


def check_step(id: str, answer: Any) -> Verdict:
    """Check what was filled in for a step: a function, on every case, or a value. Says what differs, and never raises for a wrong answer.

    The dots of a notebook, not yet replaced, are no attempt. Raises KeyError for an unknown step.

    >>> check_step("count-hands", lambda cards, size: 10)
    Wrong. count_hands(12, 3) gives 10, but should give 220. 2 of 3 cases are wrong.
    >>> check_step("count-hands", ...)
    Not filled in yet. Replace the dots, then run the cell again.
    """
    assert build_steps
    if id not in known_steps:
        raise KeyError(f"no step {quote(id)}: there are {', '.join(known_steps)}")
    return judge_step(known_steps[id], answer)


def judge_step(step: Step, answer: Any) -> Verdict:
    """Judge an answer to this step, as `check_step` does.

    >>> double = Step("double", lambda number: 2 * number, ((1,), (5,)))
    >>> judge_step(double, lambda number: number + number)
    Correct. Both cases are right.
    """
    if answer is ...:
        return _NOT_FILLED
    if step.is_value:
        return _judge_value(step, answer)
    if not callable(answer):
        return Verdict(f"Not an answer yet. Give a function, not {_show(answer)}.", is_read=False)
    return _judge_function(step, answer)


_NOT_FILLED = Verdict("Not filled in yet. Replace the dots, then run the cell again.", is_read=False)


def _judge_value(step: Step, answer: Any) -> Verdict:
    right = step.solve()
    if is_same(answer, right):
        return Verdict(f"Correct: {_show(right)}.", right=True)
    why = next((slip.why for slip in step.slips if is_same(answer, slip.solve())), "")
    return Verdict(f"Wrong. {_show(answer)} {_compare(answer, right)}. {why}".strip(), slip=why)


def _compare(answer: Any, right: object) -> str:
    """Return how a value differs from the right one, which it does not tell."""
    if isinstance(right, Real) and isinstance(answer, Real):
        return "is too high" if answer > right else "is too low"
    return "is not the answer"


def _judge_function(step: Step, answer: Callable[..., object]) -> Verdict:
    name = step.id.replace("-", "_")
    results = [_call(answer, case) for case in step.cases]
    if all(result is None or result is ... for result in results):
        return _NOT_FILLED
    rights = [step.solve(*deepcopy(case)) for case in step.cases]
    wrong = [place for place, right in enumerate(rights) if not is_same(results[place], right)]
    if not wrong:
        return Verdict(f"Correct. {_count_all(len(rights))} right.", right=True)
    first = wrong[0]
    call = f"{name}({', '.join(map(_show, step.cases[first]))})"
    why = next((slip.why for slip in step.slips if _makes(slip, step.cases, results)), "")
    given = results[first]
    fault = f"raises {given.text}" if isinstance(given, _RaisedException) else f"gives {_show(given)}"
    text = (
        f"Wrong. {call} {fault}, but should give {_show(rights[first])}. {len(wrong)} of {len(rights)} cases are wrong."
    )
    return Verdict(f"{text} {why}".strip(), slip=why, wrong=tuple(f"{place + 1}" for place in wrong))


def _count_all(count: int) -> str:
    return {1: "The case is", 2: "Both cases are"}.get(count, f"All {count} cases are")


def _makes(slip: Slip, cases: Sequence[Case], results: Sequence[object]) -> bool:
    """Whether these are the results of someone who makes this mistake."""
    return all(is_same(result, slip.solve(*deepcopy(case))) for case, result in zip(cases, results, strict=True))


@dataclass(frozen=True)
class _RaisedException:
    """What a function raised instead of giving a result."""

    text: str


def _call(function: Callable[..., object], case: Case) -> object:
    try:
        return function(*deepcopy(case))  # a function that changes what it is given spoils no other case
    except Exception as error:  # whatever a reader's function does
        return _RaisedException(shorten(f"{type(error).__name__}: {error}"))


def is_same(answer: Any, right: object) -> bool:
    """Whether an answer is the right value: exactly, but a decimal may be rounded in its ninth digit, and a list may be a tuple.

    >>> is_same(0.4, 2 / 5), is_same([1, 2], (1, 2)), is_same(1, True), is_same({"E": 1}, {"E": 1.0})
    (True, True, False, True)
    """
    try:
        return _is_same(answer, right)
    except Exception:  # an object of a reader's own may refuse to be compared
        return False


def _is_same(answer: Any, right: object) -> bool:
    answer = answer.item() if type(answer).__module__ == "numpy" and hasattr(answer, "item") else answer
    if isinstance(right, bool) or isinstance(answer, bool):
        return isinstance(answer, bool) and answer is right
    if isinstance(right, Rational) and isinstance(answer, Rational):
        return bool(answer == right)
    if isinstance(right, Real):
        return isinstance(answer, Real) and math.isclose(answer, right, rel_tol=_NEAR, abs_tol=1e-12)
    if isinstance(right, Mapping):
        return (
            isinstance(answer, Mapping)
            and set(answer) == set(right)
            and all(_is_same(answer[key], right[key]) for key in right)
        )
    if isinstance(right, AbstractSet):
        return isinstance(answer, AbstractSet) and answer == right
    if isinstance(right, list | tuple):
        return isinstance(answer, list | tuple) and len(answer) == len(right) and all(map(_is_same, answer, right))
    return bool(answer == right)


def _show(value: object) -> str:
    """Return a value as a sentence shows it: fractions and cards as they are written, anything else as Python does."""
    if isinstance(value, Mapping):
        text = f"{{{', '.join(f'{_show(key)}: {_show(item)}' for key, item in value.items())}}}"
    elif isinstance(value, list | tuple):
        text = f"[{', '.join(map(_show, value))}]"
    elif isinstance(value, Rational) and not isinstance(value, int):
        text = f"{value}"
    elif hasattr(value, "code"):
        text = f"{value.code}"
    else:
        try:
            text = repr(value)
        except Exception:  # an object of a reader's own
            text = f"an object of the type {type(value).__name__}"
    return shorten(text)
