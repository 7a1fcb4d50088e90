"""A measured figure beside that of a peer, and how it is printed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Measure:
    """One figure: `values` and `peer_values` in `unit`, one for each repeat.

    `peer` names what it is compared with, "" if there is nothing; `peer_missing` says how to install a missing peer; `how`
    says in one sentence what was measured.
    """

    name: str
    unit: str
    values: tuple[float, ...]
    how: str
    higher_is_better: bool = True
    peer: str = ""
    peer_values: tuple[float, ...] = ()
    peer_missing: str = ""

    @property
    def ratios(self) -> tuple[float, ...]:
        """Return how many times as good our value is as the peer's, repeat by repeat."""
        pairs = zip(self.values, self.peer_values, strict=False)
        return tuple(value / peer_value if self.higher_is_better else peer_value / value for value, peer_value in pairs)

    def facts(self) -> dict[str, Any]:
        """Return the measure as plain data: medians, minima and maxima."""
        facts: dict[str, Any] = {"name": self.name, "unit": self.unit, "how": self.how, **_spread("value", self.values)}
        if self.peer:
            facts |= {"peer": self.peer, "peer_missing": self.peer_missing}
        return facts | _spread("peer_value", self.peer_values) | _spread("ratio", self.ratios)


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    return {name: median(values), f"{name}_min": min(values), f"{name}_max": max(values)}


# A function of the number of repeats, and of a number by which the work of each repeat is divided (1 if left out).
Benchmark = Callable[..., Iterator[Measure]]

QUICK = 10  # quick benchmarks divide the work by this number


def run(benchmarks: Iterable[Benchmark], repeats: int, quick: bool = False) -> Iterator[Measure]:
    """Yield the measures of these benchmarks as they finish; if `quick`, each once, with less work, and marked as quick."""
    for benchmark in benchmarks:
        if quick:
            yield from (replace(measure, how=f"quick, measured once: {measure.how}") for measure in benchmark(1, QUICK))
        else:
            yield from benchmark(repeats)


def format_measures(measures: Sequence[Measure]) -> Iterator[str]:
    """Yield the measures as lines of text: the median with minimum and maximum, and below it how it was measured."""
    for measure in measures:
        line = f"{measure.name:<30} {_format_values(measure.values):>34} {measure.unit}"
        if measure.peer_values:
            line += f"; {measure.peer}: {_format_values(measure.peer_values)}; ratio {_format_values(measure.ratios)}"
        elif measure.peer_missing:
            line += f"; {measure.peer_missing}"
        yield line
        yield from textwrap.wrap(measure.how, 110, initial_indent="    ", subsequent_indent="    ")


def _format_values(values: Sequence[float]) -> str:
    if len(values) == 1:
        return _format_number(values[0])
    return f"{_format_number(median(values))} ({_format_number(min(values))} – {_format_number(max(values))})"


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
