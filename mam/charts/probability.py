"""Exact chances: how the missing cards of a color split, and any other distribution."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, Chart, dressed, percent, spell

_MOST_SPLITS = 14
_MOST_LABELS = 16
_MOST_WORDS = 40
_BAR: dict[str, Any] = {"color": COLORS["sideA"], "stroke": COLORS["text"], "strokeWidth": 1}
_CHANCE = alt.Y("chance:Q", title="Chance", axis=alt.Axis(format="%", tickCount=6))


def tabulate_chances(distribution: Mapping[Any, Any]) -> pd.DataFrame:
    """The twin of `distribution` and `color_splits`: a row for each `value`, in words, and its `chance` as a float.

    Raises ValueError for what is no distribution: no mapping, empty, or with chances below 0 or that add up to more than 1.

    >>> from fractions import Fraction
    >>> tabulate_chances({(2, 1): Fraction(3, 4), (3, 0): Fraction(1, 4)}).values.tolist()
    [['2-1', 0.75], ['3-0', 0.25]]
    """
    if not isinstance(distribution, Mapping) or not distribution:
        raise ValueError(
            f"a distribution says for each value its chance, like {{0: 0.75, 1: 0.25}}, not {distribution!r}"
        )
    try:
        chances = [float(chance) for chance in distribution.values()]
    except (TypeError, ValueError):
        raise ValueError("chances are numbers from 0 to 1") from None
    if not (min(chances) >= 0 and sum(chances) <= 1 + 1e-9):  # so that nan is refused as well
        raise ValueError(f"chances are numbers from 0 to 1 that add up to 1, not to {sum(chances):g}")
    return pd.DataFrame({"value": [spell(value) for value in distribution], "chance": chances})


def color_splits(
    distribution: Mapping[Any, Any], *, title: str = "How the missing cards split", source: str = ""
) -> Chart:
    """The chance of each split, the likeliest first, in percent; what is rarer than the first fourteen is added up.

    `distribution` says for each split, like (5, 4, 2), its chance. Table twin: `tabulate_chances`. Raises ValueError for
    what is no distribution.

    >>> color_splits({(2, 1): 0.75, (3, 0): 0.25}).to_dict()["description"]
    'How the missing cards split: 2-1 in 75%, 3-0 in 25%.'
    """
    table = tabulate_chances(distribution).sort_values("chance", ascending=False, kind="stable")
    table["kind"] = "one"
    if len(table) > _MOST_SPLITS:
        rest = table.iloc[_MOST_SPLITS - 1 :]
        others = pd.DataFrame({"value": [f"{len(rest)} others"], "chance": [rest["chance"].sum()], "kind": ["sum"]})
        table = pd.concat([table.iloc[: _MOST_SPLITS - 1], others], ignore_index=True)
    table["label"] = table["chance"].map(percent)
    y = alt.Y("value:N", sort=list(table["value"]), title=None, axis=alt.Axis(ticks=False, labelFontWeight=600))
    x = alt.X("chance:Q", title="Chance", axis=alt.Axis(format="%", tickCount=6)).scale(
        domain=[0, table["chance"].max() * 1.15]
    )
    base = alt.Chart(table).encode(y=y, x=x)
    fill = alt.Color("kind:N", legend=None).scale(domain=["one", "sum"], range=[COLORS["sideA"], COLORS["panel"]])
    bars = base.mark_bar(stroke=COLORS["text"], strokeWidth=1).encode(color=fill)
    text = base.mark_text(align="left", dx=6).encode(text="label:N")
    chart = alt.layer(bars, text).properties(width=420, height=alt.Step(24))
    said = "Open bar: several splits added up" if "sum" in set(table["kind"]) else ""
    first = ", ".join(f"{row.value} in {row.label}" for row in table.head(4).itertuples())
    return dressed(chart, title, [said, *_model(distribution)], f"{title}: {first}.", source)


def distribution(
    chances: Mapping[Any, Any], *, title: str = "How likely each value is", of: str = "", source: str = ""
) -> Chart:
    """The chance of each value, in percent; `of` says what the values are, with their unit (left out: the `question` that
    an exact distribution answers). Of numbers the mean is marked.

    Table twin: `tabulate_chances`. Raises ValueError for what is no distribution, or for more than forty values in words.

    >>> distribution({0: 0.25, 1: 0.5, 2: 0.25}, of="Trumps that partner holds").to_dict()["description"]
    'Trumps that partner holds: 1.00 on average, most often 1 (50%).'
    """
    of = of or str(getattr(chances, "question", "Value"))
    table = tabulate_chances(chances)
    table["label"] = table["chance"].map(_short) if len(table) <= _MOST_LABELS else ""
    numbers = [float(value) for value in chances if isinstance(value, int | float) and not isinstance(value, bool)]
    likeliest = table.loc[table["chance"].idxmax()]
    told, said = f"most often {likeliest['value']} ({percent(likeliest['chance'])})", ""
    if len(numbers) == len(table):
        table["number"] = numbers
        mean = float((table["number"] * table["chance"]).sum() / table["chance"].sum())
        said, told = f"Triangle: the mean, {mean:.2f}", f"{mean:.2f} on average, {told}"
        layers = _bars_of_numbers(table, of, mean)
    elif len(table) <= _MOST_WORDS:
        layers = _bars_of_words(table, of)
    else:
        raise ValueError(f"{_MOST_WORDS} values have room in one chart, not {len(table)}")
    chart = alt.layer(*layers).properties(width=max(320, min(640, 46 * len(table))), height=270)
    return dressed(chart, title, [said, *_model(chances)], f"{of}: {told}.", source)


def _short(chance: float) -> str:
    """For a place over a narrow bar."""
    return "<0.1%" if 0 < chance < 0.001 else percent(chance)


def _model(chances: Mapping[Any, Any]) -> list[str]:
    """What an exact distribution takes to be equally likely."""
    model = getattr(chances, "model", "")
    return [f"Model: {model}"] if model else []


def _bars_of_words(table: pd.DataFrame, of: str) -> list[alt.Chart]:
    x = alt.X("value:N", sort=list(table["value"]), title=of, axis=alt.Axis(labelAngle=0, ticks=False))
    base = alt.Chart(table).encode(x=x, y=_CHANCE)
    return [base.mark_bar(size=22, **_BAR), base.mark_text(dy=-9).encode(text="label:N")]


def _bars_of_numbers(table: pd.DataFrame, of: str, mean: float) -> list[alt.Chart]:
    steps = sorted(table["number"])
    step = min((high - low for low, high in pairwise(steps)), default=1.0)
    data = table.assign(low=table["number"] - 0.4 * step, high=table["number"] + 0.4 * step)
    below = 14  # the mark of the mean stands between the axis and its figures
    axis = alt.Axis(values=steps, labelPadding=below) if len(steps) <= _MOST_LABELS else alt.Axis(labelPadding=below)
    if all(number.is_integer() for number in steps):
        axis.format = ",d"  # three whole numbers would else be told as 1.0, 2.0 and 3.0
    x = alt.X("low:Q", title=of, axis=axis).scale(domain=[steps[0] - step, steps[-1] + step], nice=False)
    base = alt.Chart(data)
    mark = alt.Chart(pd.DataFrame({"mean": [mean], "chance": [0]}))
    mark = mark.mark_point(shape="triangle-up", size=150, filled=True, opacity=1, yOffset=7, color=COLORS["text"])
    return [
        base.mark_bar(**_BAR).encode(x=x, x2="high:Q", y=_CHANCE, y2=alt.datum(0)),
        base.mark_text(dy=-9).encode(x="number:Q", y=_CHANCE, text="label:N"),
        mark.encode(x="mean:Q", y=_CHANCE),
    ]
