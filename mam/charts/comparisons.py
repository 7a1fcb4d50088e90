"""Charts of alternatives and editions side by side, with confidence intervals."""

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, Chart, format_number_range, format_value, select_columns, style_chart
from mam.support.estimates import MARGIN
from mam.support.messages import capitalize

_MAX_ALTERNATIVES = 40


def comparison(
    table: pd.DataFrame,
    *,
    title: str = "What each alternative costs",
    unit: str = "thousands of dollars",
    source: str = "",
) -> Chart:
    """Plot how far each alternative (a discard, a card, a bid) is behind the best one, with 95% confidence intervals.

    `table` has the columns `alternative`, `estimate`, `standard_error`, `difference` (to the best, in the same worlds),
    `difference_standard_error` and `n`; it is also the table of the chart. An open mark may be as good as the best. Raises
    ValueError for missing columns, or more than 40 alternatives.

    >>> import pandas as pd
    >>> rows = {"alternative": ["R4", "R3"], "estimate": [210.0, 208.0], "standard_error": [2.0, 2.0], "difference": [0, -2.0]}
    >>> comparison(pd.DataFrame(rows | {"difference_standard_error": [0, 0.5], "n": [900, 900]})).to_dict()["description"]
    'R4 is best with 210.0 ± 3.9 thousands of dollars; R3 is 2.0 ± 1.0 behind (±: 95% margin of error).'
    """
    columns = ["alternative", "estimate", "standard_error", "difference", "difference_standard_error", "n"]
    data = select_columns(table, columns, "comparison").sort_values("difference", ascending=False, kind="stable")
    if len(data) > _MAX_ALTERNATIVES:
        raise ValueError(f"{_MAX_ALTERNATIVES} alternatives fit in one chart, not {len(data)}: leave out the worst")
    data["alternative"] = data["alternative"].map(format_value)
    data["low"], data["high"] = (
        data["difference"] + sign * MARGIN * data["difference_standard_error"] for sign in (-1, 1)
    )
    data["look"] = ["worse" if high < 0 else "as good" for high in data["high"]]
    data.iloc[0, data.columns.get_loc("look")] = "best"
    data["label"] = [f"{row.estimate:.1f} ± {MARGIN * row.standard_error:.1f}" for row in data.itertuples()]
    low, high = min(float(data["low"].min()), 0), max(float(data["high"].max()), 0)
    data["end"] = high + (high - low) * 0.04
    y = alt.Y(
        "alternative:N",
        sort=list(data["alternative"]),
        title=None,
        axis=alt.Axis(labelLimit=220, ticks=False, domain=False),
    )
    x = alt.X("difference:Q", title=f"Difference to the best, {unit}", axis=alt.Axis(tickCount=6)).scale(
        domain=[low - (high - low) * 0.04, high + (high - low) * 0.3], nice=False
    )
    base = alt.Chart(data).encode(y=y)
    zero = alt.Chart(pd.DataFrame({"x": [0]})).mark_rule(color=COLORS["line"]).encode(x="x:Q")
    bars = base.mark_rule(strokeWidth=2, color=COLORS["text"]).encode(x=alt.X("low:Q"), x2="high:Q")
    looks = ["best", "as good", "worse"]
    shape = alt.Shape("look:N", legend=None).scale(domain=looks, range=["diamond", "circle", "circle"])
    fill = alt.Fill("look:N", legend=None).scale(
        domain=looks, range=[COLORS["sideA"], COLORS["panel"], COLORS["sideA"]]
    )
    points = base.mark_point(size=110, opacity=1, stroke=COLORS["text"], strokeWidth=1.5).encode(
        x=x, shape=shape, fill=fill
    )
    text = base.mark_text(align="left").encode(x="end:Q", text="label:N")
    chart = alt.layer(zero, bars, points, text).properties(width=460, height=alt.Step(26))
    subtitle = [
        f"All in the same {format_number_range(data['n'], 'simulated deals')}; bars: 95% confidence intervals",
        "Open mark: may be as good as the best. Right: estimate ± 95% margin of error",
    ]
    return style_chart(chart, title, subtitle, _describe(data, unit), source)


def _describe(data: pd.DataFrame, unit: str) -> str:
    first, *later_rows = list(data.itertuples())[:3]
    later_texts = "".join(
        f"; {row.alternative} is {-row.difference:.1f} ± {MARGIN * row.difference_standard_error:.1f} behind"
        for row in later_rows
    )
    return f"{first.alternative} is best with {first.label} {unit}{later_texts} (±: 95% margin of error)."


def edition_comparison(
    table: pd.DataFrame, *, title: str = "Editions side by side", unit: str = "thousands of dollars", source: str = ""
) -> Chart:
    """Plot an estimate for each edition with its 95% confidence interval, in one panel for each quantity.

    `table` has the columns `edition`, `estimate`, `standard_error` and `n`, and may have `quantity` (what is estimated, with
    its unit; without it `unit` is shown); it is also the table of the chart. Editions keep the order of the table. Raises
    ValueError for missing columns.

    >>> table = pd.DataFrame({"edition": ["a", "b"], "estimate": [1.0, 2.0], "standard_error": [0.1, 0.1], "n": [100, 100]})
    >>> "b" in edition_comparison(table).to_dict()["description"]
    True
    """
    data = select_columns(
        table, ["edition", "estimate", "standard_error", "n"], "edition_comparison", optional="quantity"
    )
    data["edition"] = data["edition"].map(str)
    if "quantity" not in data:
        data["quantity"] = capitalize(unit)
    data["low"], data["high"] = (data["estimate"] + sign * MARGIN * data["standard_error"] for sign in (-1, 1))
    largest = data["estimate"].abs().groupby(data["quantity"]).transform("max")
    data["label"] = [
        f"{value:.{0 if top >= 100 else 1 if top >= 10 else 2}f}"
        for value, top in zip(data["estimate"], largest, strict=True)
    ]
    editions, quantities = (list(dict.fromkeys(data[name])) for name in ("edition", "quantity"))
    base = alt.Chart().encode(
        y=alt.Y("edition:N", sort=editions, title=None, axis=alt.Axis(labelLimit=260, ticks=False, grid=True))
    )
    bars = base.mark_rule(strokeWidth=2, color=COLORS["text"]).encode(x=alt.X("low:Q", title=None), x2="high:Q")
    x = alt.X("estimate:Q", title=None, axis=alt.Axis(tickCount=5)).scale(zero=False, padding=24)
    points = base.mark_point(size=90, filled=True, opacity=1, color=COLORS["sideA"], stroke=COLORS["text"]).encode(x=x)
    text = base.mark_text(dy=-12, fontWeight=600).encode(x=x, text="label:N")
    width = max(170, 460 // len(quantities))
    column = alt.Column("quantity:N", sort=quantities, title=None)
    combined = alt.layer(bars, points, text, data=data).properties(width=width, height=alt.Step(38))
    chart = combined.facet(column=column, spacing=24).resolve_scale(x="independent")
    described = "; ".join(
        f"{quantity}: "
        + ", ".join(f"{row.edition} {row.label} ± {MARGIN * row.standard_error:.2g}" for row in rows.itertuples())
        for quantity, rows in data.groupby("quantity", sort=False)
    )
    subtitle = f"{format_number_range(data['n'], 'cases')} each; bars: 95% confidence intervals"
    return style_chart(chart, title, subtitle, f"{described} (±: 95% margin of error).", source)
