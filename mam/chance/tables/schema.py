"""What a page's tables hold, as plain data."""

import json
from functools import cache
from itertools import product
from typing import Any, NotRequired, TypedDict

from mam.support.data_files import find_data_folder


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
    `factor` times as large."""

    low: int
    high: int
    start: int
    step: NotRequired[int]
    factor: float
    before: str
    after: str


class Rows(TypedDict):
    """A table that can be copied."""

    columns: list[str]
    rows: list[list[str]]


class PageTables(TypedDict):
    """All that a picture is drawn from. The key of a stop is the values of all controls, joined by |."""

    picture: str
    controls: list[Control]
    stops: dict[str, Stop]
    guess: Scale
    drawing: Any
    table: Rows
    first: str
    source: str


def make_control(name: str, label: str, options: dict[str, str], start: str, *, is_range: bool = False) -> Control:
    """Return a control with these options, each with its label."""
    listed: list[Option] = [{"value": value, "label": text} for value, text in options.items()]
    return {"id": name, "label": label, "is_range": is_range, "options": listed, "start": start}


def list_keys(controls: list[Control]) -> list[tuple[str, ...]]:
    """Return every stop of these controls, as the values of each."""
    return [*product(*([option["value"] for option in control["options"]] for control in controls))]


@cache
def read_sums(name: str) -> dict[str, Any]:
    """Return what `tools/chance_rounds.py NAME` wrote: sums over rounds that were played."""
    sums: dict[str, Any] = json.loads((find_data_folder() / "chance" / f"{name}.json").read_text("utf-8"))
    return sums


def write_percent(value: float, digits: int | None = None) -> str:
    """Return a proportion in percent: with a decimal below 10%, unless the digits are given.

    >>> write_percent(0.1388), write_percent(0.0371)
    ('14%', '3.7%')
    """
    places = digits if digits is not None else 1 if abs(value) < 0.0995 else 0
    return f"{100 * value:.{places}f}%"


def write_chance(value: float, digits: int | None = None) -> str:
    """Return a probability below 1 in percent: what only rounds to 0% or to 100% is not printed as that.

    >>> write_chance(0.778), write_chance(0.9856), write_chance(0.9999), write_chance(8.5e-6, 2), write_chance(0, 0)
    ('78%', '98.6%', 'over 99.9%', 'under 0.01%', '0%')
    """
    places = digits if digits is not None else 1 if value < 0.0995 or value > 0.985 else 0
    text, step = f"{100 * value:.{places}f}", 10.0**-places
    if value > 0 and not float(text):
        return f"under {step:.{places}f}%"
    return f"over {100 - step:.{places}f}%" if float(text) >= 100 else f"{text}%"
