"""A class at one table: each student's round, beside what the first choice is worth in simulated deals."""

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, Chart, select_columns, style_chart

_MAX_STUDENTS = 60


def class_table(
    table: pd.DataFrame,
    *,
    title: str = "One table, one class",
    unit: str = "thousands of dollars",
    source: str = "",
) -> Chart:
    """Plot the difference between the two sides' scores in each student's round, with a bar for what the first choice is worth.

    `table` is made of `TableResults.table()` of `mam.class_tables`, with the columns `name`, `difference`, `choice`, `expected` and
    `expected_margin`; it is also the table of the chart. Bars are 95% confidence intervals from simulated deals, left out where nothing was
    simulated. Raises ValueError for missing columns, no row, or more than 60 of them.

    >>> import pandas as pd
    >>> rows = [{"name": "Ann", "difference": -420.0, "choice": "passes", "expected": 18.3, "expected_margin": 8.0}]
    >>> class_table(pd.DataFrame(rows)).to_dict()["description"]
    'Difference between the sides in 1 round: from -420 to -420, mean -420 thousands of dollars.'
    """
    columns = ["name", "difference", "choice", "expected", "expected_margin"]
    data = select_columns(table, columns, "class_table")
    if len(data) > _MAX_STUDENTS:
        raise ValueError(f"{_MAX_STUDENTS} students fit in one chart, not {len(data)}")
    data = data.sort_values(["difference", "name"], ascending=[False, True], kind="stable")
    expected, margin = (data[name].astype(float) for name in ("expected", "expected_margin"))
    data["low"], data["high"] = expected - margin, expected + margin
    y = alt.Y("name:N", sort=list(data["name"]), title=None, axis=alt.Axis(labelLimit=220, ticks=False, domain=False))
    x_title = f"Difference between the sides' scores, {unit}"
    zero = alt.Chart(pd.DataFrame({"x": [0]})).mark_rule(color=COLORS["line"]).encode(x="x:Q")
    base = alt.Chart(data).encode(y=y)
    bars = (
        base.transform_filter("isValid(datum.low)")
        .mark_rule(strokeWidth=5, color=COLORS["muted"])
        .encode(x="low:Q", x2="high:Q")
    )
    points = base.mark_point(size=90, filled=True, opacity=1, color=COLORS["sideA"]).encode(
        x=alt.X("difference:Q", title=x_title), tooltip=["name:N", "difference:Q", "choice:N"]
    )
    chart = alt.layer(zero, bars, points).properties(width=460, height=alt.Step(22))
    subtitle = [
        "Dot: the round as it was played. Bar: what the first choice is worth in simulated deals",
        "Bars: 95% confidence intervals",
    ]
    low, mean, high = data["difference"].min(), data["difference"].mean(), data["difference"].max()
    count = f"{len(data)} round{'' if len(data) == 1 else 's'}"
    words = f"Difference between the sides in {count}: from {low:.0f} to {high:.0f}, mean {mean:.0f} {unit}."
    return style_chart(chart, title, subtitle, words, source)
