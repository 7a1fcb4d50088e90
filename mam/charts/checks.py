"""Charts that check numbers: simulated and exact, predicted and observed, bids and results."""

from collections.abc import Iterable
from itertools import pairwise

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mam.charts.theme import COLORS, RAMP, Chart, format_number_range, format_percent, select_columns, style_chart
from mam.support.estimates import MARGIN

_POINTS = 300  # drawn for a running mean
_MAX_LABELED_BIDS = 14
_STEPS = (5, 10, 20, 25, 50, 100)  # thousands of dollars
_MAX_STEPS = 30


def tabulate_convergence(values: Iterable[float]) -> pd.DataFrame:
    """Tabulate the running mean for `convergence`: `n`, `mean`, and the 95% confidence interval `low` to `high`.

    The interval is Wilson's if all values are 0 or 1, else the normal one. With many values, rows are thinned evenly on a
    logarithmic scale. Raises ValueError for fewer than two values, or values that are not numbers.

    >>> tabulate_convergence([0, 1, 1, 1]).round(2).values.tolist()[-1]
    [4.0, 0.75, 0.3, 0.95]
    """
    numbers = _numbers(values)
    steps = np.unique(np.geomspace(1, len(numbers), _POINTS).round().astype(int))
    means = np.cumsum(numbers)[steps - 1] / steps
    squares = MARGIN**2
    if np.isin(numbers, (0, 1)).all():
        middle = (means + squares / (2 * steps)) / (1 + squares / steps)
        reach = MARGIN * np.sqrt(means * (1 - means) / steps + squares / (4 * steps**2)) / (1 + squares / steps)
    else:
        steps, means, middle = steps[1:], means[1:], means[1:]
        deviations = numbers - numbers.mean()  # so that squares lose no digits to rounding
        sums = np.cumsum(deviations)[steps - 1]
        variances = (np.cumsum(deviations**2)[steps - 1] - sums**2 / steps) / np.maximum(steps - 1, 1)
        reach = MARGIN * np.sqrt(np.maximum(variances, 0) / steps)
    return pd.DataFrame({"n": steps, "mean": means, "low": middle - reach, "high": middle + reach})


def _numbers(values: Iterable[float]) -> NDArray[np.float64]:
    try:
        sizes = np.asarray(list(values), np.float64)
    except (TypeError, ValueError):
        raise ValueError("convergence needs a sequence of numbers") from None
    if sizes.ndim != 1 or len(sizes) < 2 or not np.isfinite(sizes).all():
        raise ValueError("convergence needs at least two finite numbers")
    return sizes


def convergence(
    values: Iterable[float],
    exact: float | None = None,
    *,
    title: str = "Simulation and exact value",
    label: str = "Running mean",
    source: str = "",
) -> Chart:
    """Plot the running mean of simulated values with its 95% confidence interval, and the exact value as a dotted line.

    `values` are numbers, or 0 and 1 for events (then shown in percent); `label` names the mean, with its unit. Table:
    `tabulate_convergence`. Raises ValueError as that does.

    >>> convergence([0, 1, 1, 0] * 100, exact=0.5).to_dict()["description"]
    'After 400 cases the running mean is 50%, 95% confidence interval 45.1% to 54.9%; exact is 50%.'
    """
    numbers = _numbers(values)
    table = tabulate_convergence(numbers)
    is_proportion = bool(np.isin(numbers, (0, 1)).all())
    form = format_percent if is_proportion else "{:.2f}".format
    last, true = table.iloc[-1], None if exact is None else float(exact)
    late_rows = table[table["n"] >= min(10, int(last["n"]))]
    bounds = [float(late_rows["low"].min()), float(late_rows["high"].max()), *([] if true is None else [true])]
    x = alt.X("n:Q", title="Cases so far (logarithmic)", axis=alt.Axis(format=",d", tickCount=6))
    x = x.scale(type="log", domain=[int(table["n"].iloc[0]), int(last["n"])], nice=False)
    y = alt.Y(
        "mean:Q", title=label, axis=alt.Axis(tickCount=6, format=".0%") if is_proportion else alt.Axis(tickCount=6)
    )
    y = y.scale(zero=False, domain=_wide(bounds))
    base = alt.Chart(table)
    band = base.mark_area(opacity=0.18, color=COLORS["sideA"], clip=True).encode(x=x, y=alt.Y("low:Q"), y2="high:Q")
    line = base.mark_line(color=COLORS["sideA"], clip=True).encode(x=x, y=y)
    layers = [band, line]
    subtitle = f"Shaded: 95% confidence interval; at the end {form(last['low'])} to {form(last['high'])}"
    description = f"After {int(last['n']):,} cases the running mean is {form(last['mean'])}, 95% confidence interval {form(last['low'])} to {form(last['high'])}"
    if true is not None:
        ends = alt.Chart(pd.DataFrame({"exact": [true], "n": [int(last["n"])], "label": [f"exact {form(true)}"]}))
        layers.append(ends.mark_rule(strokeDash=[2, 3], strokeWidth=2, color=COLORS["text"]).encode(y="exact:Q"))
        layers.append(ends.mark_text(align="left", dx=8, fontWeight=600).encode(x=x, y="exact:Q", text="label:N"))
        description += f"; exact is {form(true)}"
    chart = alt.layer(*layers).properties(width=520, height=270)
    return style_chart(chart, title, subtitle, f"{description}.", source)


def _wide(bounds: list[float]) -> list[float]:
    """Return the ends of an axis with some room around these values."""
    low, high = min(bounds), max(bounds)
    room = 0.06 * (high - low) or 0.5
    return [low - room, high + room]


def calibration(table: pd.DataFrame, *, title: str = "Predicted and observed", source: str = "") -> Chart:
    """Plot predicted against observed proportions: points with 95% confidence intervals, and the diagonal.

    `table` has the columns `predicted` and `observed` (proportions from 0 to 1), `standard_error` (of the observed ones) and `n`;
    it is also the table of the chart. Raises ValueError for missing columns, and for values that are not proportions.

    >>> table = pd.DataFrame({"predicted": [0.2, 0.8], "observed": [0.22, 0.79], "standard_error": [0.01, 0.01], "n": [4000, 4000]})
    >>> calibration(table).to_dict()["description"]
    'Predicted and observed differ most at 20% predicted: 22% observed.'
    """
    data = select_columns(table, ["predicted", "observed", "standard_error", "n"], "calibration")
    if not data[["predicted", "observed"]].stack().between(0, 1).all():
        raise ValueError("calibration needs proportions from 0 to 1 as predicted and observed")
    data["low"], data["high"] = (data["observed"] + sign * MARGIN * data["standard_error"] for sign in (-1, 1))
    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format=".0%", tickCount=6)
    x = alt.X("predicted:Q", title="Predicted chance", axis=axis, scale=scale)
    y = alt.Y("observed:Q", title="Observed proportion", axis=axis, scale=scale)
    diagonal = pd.DataFrame({"predicted": [0.0, 1.0], "observed": [0.0, 1.0]})
    line = alt.Chart(diagonal).mark_line(strokeDash=[2, 3], strokeWidth=2, color=COLORS["text"]).encode(x=x, y=y)
    word = alt.Chart(pd.DataFrame({"predicted": [0.97], "observed": [0.97], "label": ["as predicted"]}))
    text = word.mark_text(align="right", dx=-14, dy=-2, fontWeight=600).encode(x=x, y=y, text="label:N")
    base = alt.Chart(data).encode(x=x)
    bars = base.mark_rule(strokeWidth=2, color=COLORS["text"], clip=True).encode(y=alt.Y("low:Q"), y2="high:Q")
    points = base.mark_point(size=90, filled=True, opacity=1, color=COLORS["sideA"], stroke=COLORS["text"]).encode(y=y)
    chart = alt.layer(line, text, bars, points).properties(width=360, height=360)
    gap = (data["predicted"] - data["observed"]).abs()
    worst_bin = data.loc[gap.idxmax()]
    description = f"Predicted and observed differ most at {format_percent(worst_bin['predicted'])} predicted: {format_percent(worst_bin['observed'])} observed."
    subtitle = f"{format_number_range(data['n'], 'cases')} per point; bars: 95% confidence intervals"
    return style_chart(chart, title, subtitle, description, source)


def tabulate_bids(table: pd.DataFrame) -> pd.DataFrame:
    """Tabulate for `bids_against_results` the `proportion` of rounds with each `bid` that captured from `low` to `high`.

    `made` is the proportion that made the bid, `n` the number of rounds with it.

    >>> table = tabulate_bids(pd.DataFrame({"bid": [200, 200], "money": [190, 250], "n": [1, 3]}))
    >>> table["proportion"].tolist()
    [0.25, 0.75]
    """
    data = select_columns(table, ["bid", "money", "n"], "bids_against_results")
    width = float(data["money"].max() - data["money"].min())
    step = next((width_step for width_step in _STEPS if width / width_step < _MAX_STEPS), _STEPS[-1])
    data["low"] = data["money"] // step * step
    rounds = data.groupby("bid")["n"].sum()
    success_rate = (
        data[data["money"] >= data["bid"]].groupby("bid")["n"].sum().reindex(rounds.index, fill_value=0) / rounds
    )
    bins = data.groupby(["bid", "low"], as_index=False)["n"].sum()
    bins["proportion"] = bins["n"] / bins["bid"].map(rounds)
    bins["high"], bins["made"], bins["n"] = (
        bins["low"] + step,
        bins["bid"].map(success_rate),
        bins["bid"].map(rounds),
    )
    return bins[["bid", "low", "high", "proportion", "made", "n"]]


def bids_against_results(table: pd.DataFrame, *, title: str = "Bids and captured money", source: str = "") -> Chart:
    """Plot a heat map: for each bid how often each amount was captured, with the line where a bid is exactly made.

    `table` has the columns `bid`, `money` (both in thousands of dollars) and `n`, the number of rounds; a row may be one
    round. Table: `tabulate_bids`. Raises ValueError for a table without these columns.

    >>> chart = bids_against_results(pd.DataFrame({"bid": [200, 200, 240], "money": [190, 250, 260], "n": [1, 3, 2]}))
    >>> len(chart.to_dict()["description"]) > 20
    True
    """
    steps = tabulate_bids(table)
    bids = sorted(set(steps["bid"]))
    width = min((high - low for low, high in pairwise(bids)), default=10)
    steps["left"], steps["right"] = steps["bid"] - width / 2, steps["bid"] + width / 2
    ends = [bids[0] - width / 2, bids[-1] + width / 2]
    x = alt.X("left:Q", title="Bid, thousands of dollars").scale(domain=ends, nice=False, zero=False)
    y = alt.Y("low:Q", title="Captured by the bidder's side, thousands of dollars").scale(nice=False, zero=False)
    legend = alt.Legend(title=["Proportion of", "rounds with", "that bid"], format=".0%", gradientLength=180, offset=80)
    color = alt.Color("proportion:Q", legend=legend).scale(range=RAMP, domainMin=0)
    cells = (
        alt.Chart(steps)
        .mark_rect(stroke=COLORS["panel"], strokeWidth=0.5)
        .encode(x=x, x2="right:Q", y=y, y2="high:Q", color=color)
    )
    diagonal = pd.DataFrame({"left": ends, "low": ends})
    casing = alt.Chart(diagonal).mark_line(strokeWidth=5, color=COLORS["panel"]).encode(x=x, y=y)
    line = alt.Chart(diagonal).mark_line(strokeDash=[2, 3], strokeWidth=2.5, color=COLORS["text"]).encode(x=x, y=y)
    word = alt.Chart(diagonal.tail(1).assign(label="just made"))
    text = word.mark_text(align="left", dx=6, fontWeight=600).encode(x=x, y=y, text="label:N")
    layers: list[alt.Chart] = [cells, casing, line, text]
    tops = steps.drop_duplicates("bid").assign(top=float(steps["high"].max()))
    tops["label"] = [f"{100 * rate:.0f}%" for rate in tops["made"]]
    subtitle = [f"{int(tops['n'].sum()):,} rounds"]
    if len(bids) <= _MAX_LABELED_BIDS:
        layers.append(alt.Chart(tops).mark_text(dy=-8).encode(x="bid:Q", y="top:Q", text="label:N"))
        subtitle.append("Top: how often the bid was made")
    chart = alt.layer(*layers).properties(width=max(300, min(560, 44 * len(bids))), height=360)
    low, high = tops.iloc[0], tops.iloc[-1]
    description = (
        f"Bids of {low['bid']:g} were made in {low['label']}, bids of {high['bid']:g} in {high['label']} of rounds."
    )
    return style_chart(chart, title, subtitle, description, source)
