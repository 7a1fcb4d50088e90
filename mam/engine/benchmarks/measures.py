"""A figure that was measured, beside the peer's, and how it is printed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Measure:
    """One figure: `ours` and `theirs` in `unit`, one for each repeat; `more` says that more is better.

    `against` names the other, "" if there is none; `missing` how to get it where it is not installed; `how` says in a
    sentence what was measured.
    """

    name: str
    unit: str
    ours: tuple[float, ...]
    how: str
    more: bool = True
    against: str = ""
    theirs: tuple[float, ...] = ()
    missing: str = ""

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as good ours is, repeat by repeat."""
        pairs = zip(self.ours, self.theirs, strict=False)
        return tuple(own / other if self.more else other / own for own, other in pairs)

    def facts(self) -> dict[str, Any]:
        """The measure as plain data: medians and spreads."""
        found: dict[str, Any] = {"name": self.name, "unit": self.unit, "how": self.how, **_spread("ours", self.ours)}
        if self.against:
            found |= {"against": self.against, "missing": self.missing}
        return found | _spread("theirs", self.theirs) | _spread("ratio", self.ratios)


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    return {name: median(values), f"{name}_least": min(values), f"{name}_most": max(values)}


# A function of the number of repeats, and of a number by which the work of each repeat is divided (1 if left out).
Benchmark = Callable[..., Iterator[Measure]]

QUICK = 10  # by how much the quick way divides the work


def run(benchmarks: Iterable[Benchmark], repeats: int, quick: bool = False) -> Iterator[Measure]:
    """Yield the measures of these benchmarks as they are done; the quick way each once, with less work, and marked as quick."""
    for benchmark in benchmarks:
        if quick:
            yield from (replace(one, how=f"quick, measured once: {one.how}") for one in benchmark(1, QUICK))
        else:
            yield from benchmark(repeats)


def table(measures: Sequence[Measure]) -> Iterator[str]:
    """The measures as lines of text: median and, in brackets, least and most; below it how it was measured."""
    for one in measures:
        line = f"{one.name:<30} {_said(one.ours):>34} {one.unit}"
        if one.theirs:
            line += f"; {one.against}: {_said(one.theirs)}; ratio {_said(one.ratios)}"
        elif one.missing:
            line += f"; {one.missing}"
        yield line
        yield from textwrap.wrap(one.how, 110, initial_indent="    ", subsequent_indent="    ")


def _said(values: Sequence[float]) -> str:
    if len(values) == 1:
        return _short(values[0])
    return f"{_short(median(values))} ({_short(min(values))} – {_short(max(values))})"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
