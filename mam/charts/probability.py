"""Charts of exact probabilities: how the missing cards of a color split, and any other distribution."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, Chart, format_percent, format_value, style_chart
from mam.support.messages import quote

_MAX_SPLITS = 14
_MAX_LABELS = 16
_MAX_WORDS = 40
_BAR: dict[str, Any] = {"color": COLORS["sideA"], "stroke": COLORS["text"], "strokeWidth": 1}
_CHANCE = alt.Y("chance:Q", title="Chance", axis=alt.Axis(format="%", tickCount=6))


def tabulate_chances(distribution: Mapping[Any, Any]) -> pd.DataFrame:
    """Tabulate a distribution: a row for each `value`, as text, and its `chance` as a float.

    Raises ValueError for anything that is not a distribution.

    >>> from fractions import Fraction
    >>> tabulate_chances({(2, 1): Fraction(3, 4), (3, 0): Fraction(1, 4)}).values.tolist()
    [['2-1', 0.75], ['3-0', 0.25]]
    """
    if not isinstance(distribution, Mapping) or not distribution:
        raise ValueError(
            f"a distribution gives each value its chance, like {{0: 0.75, 1: 0.25}}, not {quote(distribution)}"
        )
    try:
        chances = [float(chance) for chance in distribution.values()]
    except (TypeError, ValueError):
        raise ValueError("chances are numbers from 0 to 1") from None
    if not (min(chances) >= 0 and sum(chances) <= 1 + 1e-9):  # also refuses nan
        raise ValueError(f"chances are numbers from 0 to 1 that add up to 1, not to {sum(chances):g}")
    return pd.DataFrame({"value": [format_value(value) for value in distribution], "chance": chances})


def color_splits(
    distribution: Mapping[Any, Any], *, title: str = "How the missing cards split", source: str = ""
) -> Chart:
    """Plot the chance of each split, the most likely first; after the first 13 the rest is added up.

    `distribution` gives each split, like (5, 4, 2), its chance. Table: `tabulate_chances`. Raises ValueError for anything
    that is not a distribution.

    >>> color_splits({(2, 1): 0.75, (3, 0): 0.25}).to_dict()["description"]
    'How the missing cards split: 2-1 in 75%, 3-0 in 25%.'
    """
    table = tabulate_chances(distribution).sort_values("chance", ascending=False, kind="stable")
    table["kind"] = "one"
    if len(table) > _MAX_SPLITS:
        less_likely = table.iloc[_MAX_SPLITS - 1 :]
        remainder = pd.DataFrame(
            {"value": [f"{len(less_likely)} others"], "chance": [less_likely["chance"].sum()], "kind": ["sum"]}
        )
        table = pd.concat([table.iloc[: _MAX_SPLITS - 1], remainder], ignore_index=True)
    table["label"] = table["chance"].map(format_percent)
    y = alt.Y("value:N", sort=list(table["value"]), title=None, axis=alt.Axis(ticks=False, labelFontWeight=600))
    x = alt.X("chance:Q", title="Chance", axis=alt.Axis(format="%", tickCount=6)).scale(
        domain=[0, table["chance"].max() * 1.15]
    )
    base = alt.Chart(table).encode(y=y, x=x)
    fill = alt.Color("kind:N", legend=None).scale(domain=["one", "sum"], range=[COLORS["sideA"], COLORS["panel"]])
    bars = base.mark_bar(stroke=COLORS["text"], strokeWidth=1).encode(color=fill)
    text = base.mark_text(align="left", dx=6).encode(text="label:N")
    chart = alt.layer(bars, text).properties(width=420, height=alt.Step(24))
    subtitle = "Open bar: several splits added up" if "sum" in set(table["kind"]) else ""
    first = ", ".join(f"{row.value} in {row.label}" for row in table.head(4).itertuples())
    return style_chart(chart, title, [subtitle, *_model(distribution)], f"{title}: {first}.", source)


def distribution(
    chances: Mapping[Any, Any], *, title: str = "Probability distribution", label: str = "", source: str = ""
) -> Chart:
    """Plot the chance of each value; the mean of numbers is marked.

    `label` names the values, with their unit; by default it is the `question` of an exact distribution. Table:
    `tabulate_chances`. Raises ValueError for anything that is not a distribution, or more than forty text values.

    >>> distribution({0: 0.25, 1: 0.5, 2: 0.25}, label="Trumps that partner holds").to_dict()["description"]
    'Trumps that partner holds: mean 1.00, most likely 1 (50%).'
    """
    label = label or str(getattr(chances, "question", "Value"))
    table = tabulate_chances(chances)
    table["label"] = table["chance"].map(_short) if len(table) <= _MAX_LABELS else ""
    numbers = [float(value) for value in chances if isinstance(value, int | float) and not isinstance(value, bool)]
    most_likely = table.loc[table["chance"].idxmax()]
    description, subtitle = f"most likely {most_likely['value']} ({format_percent(most_likely['chance'])})", ""
    if len(numbers) == len(table):
        table["number"] = numbers
        mean = float((table["number"] * table["chance"]).sum() / table["chance"].sum())
        subtitle, description = f"Triangle: mean, {mean:.2f}", f"mean {mean:.2f}, {description}"
        layers = _bars_of_numbers(table, label, mean)
    elif len(table) <= _MAX_WORDS:
        layers = _bars_of_words(table, label)
    else:
        raise ValueError(f"{_MAX_WORDS} values fit in one chart, not {len(table)}")
    chart = alt.layer(*layers).properties(width=max(320, min(640, 46 * len(table))), height=270)
    return style_chart(chart, title, [subtitle, *_model(chances)], f"{label}: {description}.", source)


def _short(chance: float) -> str:
    """Format a chance for the space above a narrow bar."""
    return "<0.1%" if 0 < chance < 0.001 else format_percent(chance)


def _model(chances: Mapping[Any, Any]) -> list[str]:
    """Return the model of an exact distribution as a line."""
    model = getattr(chances, "model", "")
    return [f"Model: {model}"] if model else []


def _bars_of_words(table: pd.DataFrame, label: str) -> list[alt.Chart]:
    x = alt.X("value:N", sort=list(table["value"]), title=label, axis=alt.Axis(labelAngle=0, ticks=False))
    base = alt.Chart(table).encode(x=x, y=_CHANCE)
    return [base.mark_bar(size=22, **_BAR), base.mark_text(dy=-9).encode(text="label:N")]


def _bars_of_numbers(table: pd.DataFrame, label: str, mean: float) -> list[alt.Chart]:
    steps = sorted(table["number"])
    step = min((high - low for low, high in pairwise(steps)), default=1.0)
    data = table.assign(low=table["number"] - 0.4 * step, high=table["number"] + 0.4 * step)
    mark_room = 14  # room for the mark of the mean between the axis and its labels
    axis = (
        alt.Axis(values=steps, labelPadding=mark_room)
        if len(steps) <= _MAX_LABELS
        else alt.Axis(labelPadding=mark_room)
    )
    if all(number.is_integer() for number in steps):
        axis.format = ",d"  # otherwise three whole numbers would be labeled 1.0, 2.0 and 3.0
    x = alt.X("low:Q", title=label, axis=axis).scale(domain=[steps[0] - step, steps[-1] + step], nice=False)
    base = alt.Chart(data)
    mark = alt.Chart(pd.DataFrame({"mean": [mean], "chance": [0]}))
    mark = mark.mark_point(shape="triangle-up", size=150, filled=True, opacity=1, yOffset=7, color=COLORS["text"])
    return [
        base.mark_bar(**_BAR).encode(x=x, x2="high:Q", y=_CHANCE, y2=alt.datum(0)),
        base.mark_text(dy=-9).encode(x="number:Q", y=_CHANCE, text="label:N"),
        mark.encode(x="mean:Q", y=_CHANCE),
    ]
