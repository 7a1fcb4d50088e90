"""What a page's tables hold, as plain data."""

import json
from functools import cache
from itertools import product
from typing import Any, NotRequired, TypedDict

from mam.support.data_files import find_data_folder

ALMOST = 1 - 1e-12  # the greatest chance of what isn't certain: sums of floats may say 1


class Stop(TypedDict):
    """What is found at one stop of the controls: a figure, a sentence, and what stands beside it; `slider` is the name and the value of
    a slider that means something else in another picture."""

    big: str
    finding: str
    detail: str
    slider: NotRequired[list[str]]


class Option(TypedDict):
    """One stop of one control; `label` is what is said of it."""

    value: str
    label: str


class Control(TypedDict):
    """A control: with `is_range` a slider through its options, else a choice between them."""

    id: str
    label: str
    is_range: bool
    options: list[Option]
    start: str


class Scale(TypedDict):
    """The slider of the guess: from, to and where it starts, in steps of 1 or of `step`; its text is before and after the number; answers are
    `factor` times as large, and parts of a `whole`."""

    low: int
    high: int
    start: int
    step: NotRequired[int]
    factor: float
    before: str
    after: str
    whole: NotRequired[int]


class Rows(TypedDict):
    """A table that can be copied."""

    columns: list[str]
    rows: list[list[str]]


class PageTables(TypedDict):
    """All that a picture is drawn from. The key of a stop is the values of all controls, joined by |; `drawn` says what the marks are, for those
    who don't see them."""

    picture: str
    controls: list[Control]
    stops: dict[str, Stop]
    guess: Scale
    drawing: Any
    table: Rows
    drawn: str
    first: str
    source: str


def make_control(name: str, label: str, options: dict[str, str], start: str, *, is_range: bool = False) -> Control:
    """Return a control with these options, each with its label."""
    choices: list[Option] = [{"value": value, "label": text} for value, text in options.items()]
    return {"id": name, "label": label, "is_range": is_range, "options": choices, "start": start}


def list_keys(controls: list[Control]) -> list[tuple[str, ...]]:
    """Return every stop of these controls, as the values of each."""
    return [*product(*([option["value"] for option in control["options"]] for control in controls))]


@cache
def read_sums(name: str) -> dict[str, Any]:
    """Return what `tools/chance_rounds.py NAME` wrote: sums over rounds that were played."""
    sums: dict[str, Any] = json.loads((find_data_folder() / "chance" / f"{name}.json").read_text("utf-8"))
    return sums


def write_percent(value: float, digits: int | None = None) -> str:
    """Return a proportion in percent: with a decimal below 10% and near 100%, unless the digits are given.

    What is only nearly impossible or certain is not printed as 0% or 100%.

    >>> [write_percent(value) for value in (0.1388, 0.0371, 0.9856, 0.9999, 1)]
    ['14%', '3.7%', '98.6%', 'over 99.9%', '100%']
    >>> write_percent(0.0000085, 2), write_percent(0, 2)
    ('under 0.01%', '0%')
    """
    if value in (0, 1):
        return f"{100 * value:.0f}%"
    places = digits if digits is not None else 1 if abs(value) < 0.0995 or 0.985 < value < 1 else 0
    text, step = f"{100 * value:.{places}f}", 10.0**-places
    if 0 < value < 1 and not float(text):
        return f"under {step:.{places}f}%"
    if 0 < value < 1 and float(text) >= 100:
        return f"over {100 - step:.{places}f}%"
    return f"{text}%"
