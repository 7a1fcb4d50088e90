"""Charts of simulated outcomes: money captured by alternative, and the chance and expected score of each bid."""

from typing import TYPE_CHECKING, Any, Union

import altair as alt
import pandas as pd

from mam.charts.theme import (
    COLORS,
    DASHES,
    Chart,
    find_emblem,
    format_number_range,
    format_percent,
    format_value,
    name_trump,
    select_columns,
    spread_apart,
    style_chart,
)
from mam.support.estimates import MARGIN

if TYPE_CHECKING:
    from mam.engine.rollouts.playouts import Playouts

_STEPS = (5, 10, 20, 25, 50, 100)  # thousands of dollars
_HEIGHT = 240  # of each panel of the make curve
_MAX_STEPS, _MAX_ALTERNATIVES, _MAX_TRUMPS = 32, 8, 6


def tabulate_outcomes(samples: Union[pd.DataFrame, "Playouts"], bid: int | None = None) -> pd.DataFrame:
    """Tabulate for `outcome_distribution` the `proportion` of each alternative's samples in each step of money.

    A step includes `low` and excludes `high`. A bid is always the start of a step; `makes` is the proportion of the samples
    that reach it, `n` the number of samples.
    """
    table = _as_samples(samples)
    base = 0 if bid is None else int(bid)
    width = float(table["money"].max() - table["money"].min())
    step = next((width_step for width_step in _STEPS if width / width_step < _MAX_STEPS), _STEPS[-1])
    rows = []
    for alternative, money in table.groupby("alternative", sort=False)["money"]:
        proportions = ((money - base) // step).value_counts(normalize=True).sort_index()
        success_rate = float("nan") if bid is None else float((money >= bid).mean())
        for index, proportion in zip(proportions.index.astype(int), proportions, strict=True):
            low = base + step * index
            rows.append((format_value(alternative), low, low + step, proportion, success_rate, len(money)))
    return pd.DataFrame(rows, columns=["alternative", "low", "high", "proportion", "makes", "n"])


def outcome_distribution(
    samples: Union[pd.DataFrame, "Playouts"],
    bid: int | None = None,
    *,
    title: str = "Money captured",
    source: str = "",
) -> Chart:
    """Plot how often each amount of money is captured, in a histogram for each alternative, with the bid as a line.

    `samples` have the columns `alternative` and `money` (thousands of dollars), a row for each world and alternative, or
    are playouts (then the bidder's side is shown). Steps at or above the bid are filled, and their proportion is printed.
    Table: `tabulate_outcomes`. Raises ValueError for missing columns, or too many alternatives.

    >>> import mam
    >>> rounds = mam.play_out("make-a-million-1935", 1000, seed=1, policy="rulebook")
    >>> outcome_distribution(rounds, 250).to_dict()["title"]["text"]
    'Money captured'
    """
    steps = tabulate_outcomes(samples, bid)
    names = list(dict.fromkeys(steps["alternative"]))
    if len(names) > _MAX_ALTERNATIVES:
        raise ValueError(f"{_MAX_ALTERNATIVES} alternatives fit in one chart, not {len(names)}")
    steps["fill"] = ["reached" if bid is None or low >= bid else "missed" for low in steps["low"]]
    steps["bid"] = float("nan") if bid is None else bid
    top = float(steps["proportion"].max())
    ends = steps.drop_duplicates("alternative").copy()
    ends["label"] = [f"{format_percent(rate)} make it" if rate == rate else "" for rate in ends["makes"]]
    ends["at"], ends["fill"], ends["height"] = steps["high"].max(), "", top
    data = pd.concat([steps, ends[["alternative", "label", "at", "height", "fill"]]], ignore_index=True)
    height = 210 if len(names) == 1 else max(60, min(110, 360 // len(names)))
    base = alt.Chart()
    x = alt.X("low:Q", title="Money captured, thousands of dollars").scale(nice=False, zero=False)
    y = alt.Y("proportion:Q", title="Proportion", axis=alt.Axis(format="%", tickCount=3)).scale(domain=[0, top * 1.05])
    bars = base.transform_filter("datum.proportion > 0").mark_bar(stroke=COLORS["text"], strokeWidth=1)
    fill = alt.Color("fill:N", legend=None).scale(
        domain=["reached", "missed"], range=[COLORS["sideA"], COLORS["panel"]]
    )
    layers: list[Any] = [bars.encode(x=x, x2="high:Q", y=y, y2=alt.datum(0), color=fill)]
    if bid is not None:
        rule = base.transform_filter("isValid(datum.bid)").mark_rule(
            strokeDash=[2, 3], strokeWidth=2, color=COLORS["text"]
        )
        text = base.transform_filter("isValid(datum.label)").mark_text(align="right", baseline="top", fontWeight=600)
        layers += [rule.encode(x="bid:Q"), text.encode(x="at:Q", y="height:Q", text="label:N")]
    rows = alt.Row("alternative:N", sort=names, title=None)
    rows = rows.header(labelAngle=0, labelAlign="left", labels=len(names) > 1)
    chart = alt.layer(*layers, data=data).properties(width=520, height=height).facet(row=rows, spacing=10)
    step = int(steps["high"].iloc[0] - steps["low"].iloc[0])
    subtitle = [
        f"Steps of {step}; {format_number_range(steps['n'], 'simulated deals')}{' each' if len(names) > 1 else ''}"
    ]
    if bid is not None:
        subtitle.append(f"Dotted: the bid, {bid}. Filled: the bid is made")
    success_texts = "; ".join(
        f"{row.alternative} makes {bid} in {format_percent(row.makes)}" for row in ends.itertuples()
    )
    result = success_texts if bid is not None else f"between {steps['low'].min()} and {steps['high'].max()}"
    return style_chart(chart, title, subtitle, f"Money captured, in thousands of dollars: {result}.", source)


def _as_samples(samples: Union[pd.DataFrame, "Playouts"]) -> pd.DataFrame:
    if not isinstance(samples, pd.DataFrame) and hasattr(samples, "side_money"):
        samples = pd.DataFrame({"alternative": samples.spec.policy, "money": samples.side_money()})
    return select_columns(samples, ["alternative", "money"], "outcome_distribution")


def make_curve(
    curve: pd.DataFrame,
    *,
    unit: str = "thousands of dollars",
    title: str = "Which bid is worth making?",
    source: str = "",
) -> Chart:
    """Plot the chance of making each bid, and below it the expected score, with a line for each trump.

    `curve` has the columns `trump` (a trump or its letters), `bid`, `chance`, `chance_standard_error`, `score`,
    `score_standard_error` and `n`; it is also the table of the chart. `unit` is the unit of bids and scores (Sweven: "points");
    shaded bands are 95% confidence intervals. Raises ValueError for missing columns, or too many trumps.

    >>> columns = {"trump": ["R", "R"], "bid": [175, 200], "chance": [0.9, 0.7], "chance_standard_error": [0.01, 0.01]}
    >>> columns |= {"score": [150.0, 90.0], "score_standard_error": [3.0, 4.0], "n": [1000, 1000]}
    >>> "175" in make_curve(pd.DataFrame(columns)).to_dict()["description"]
    True
    """
    table = select_columns(
        curve, ["trump", "bid", "chance", "chance_standard_error", "score", "score_standard_error", "n"], "make_curve"
    )
    trump_names = {trump: name_trump(trump) for trump in dict.fromkeys(table["trump"])}
    if len(trump_names) > _MAX_TRUMPS:
        raise ValueError(f"{_MAX_TRUMPS} trumps fit in one chart, not {len(trump_names)}")
    table["name"] = [trump_names[trump][0] for trump in table["trump"]]
    looks = dict(trump_names.values())
    table = table.drop(columns="trump").sort_values("bid")
    chance = _curves(table, "chance", looks, "Chance of making it", ".0%", f"Bid, {unit}")
    score = _curves(table, "score", looks, f"Expected score, {unit}", "d", f"Bid, {unit}")
    chart = alt.vconcat(chance, score, spacing=18)
    best = table.loc[table["score"].idxmax()]
    digits = 0 if abs(best["score"]) >= 20 else 1
    description = (
        f"Highest expected score: bid {best['bid']} with {best['name']}, which is made in {format_percent(best['chance'])} "
        f"and scores {best['score']:.{digits}f} ± {MARGIN * best['score_standard_error']:.{digits}f} {unit} (±: 95% margin of error)."
    )
    subtitle = [
        f"Highest expected score: {best['bid']}, {best['name']}",
        f"{format_number_range(table['n'], 'simulated deals')}; shaded: 95% confidence intervals",
    ]
    return style_chart(chart, title, subtitle, description, source)


def _curves(table: pd.DataFrame, value: str, looks: dict[str, str], title: str, axis_format: str, x_title: str) -> Any:
    """Draw a line with band, emblems and name for each trump, and the line at 0."""
    data = table.assign(
        low=table[value] - MARGIN * table[f"{value}_standard_error"],
        high=table[value] + MARGIN * table[f"{value}_standard_error"],
    )
    if value == "chance":
        data["low"], data["high"] = data["low"].clip(lower=0), data["high"].clip(upper=1)
    names, bids = list(looks), sorted(set(table["bid"]))
    lowest, highest = min(float(data["low"].min()), 0), float(data["high"].max())
    ends = _ends(data[data["bid"] == bids[-1]], value, (highest - lowest) / _HEIGHT * 19)
    room = (bids[-1] - bids[0]) * 0.17 or 10
    ends["bid"] = bids[-1] + 0.2 * room
    top = 1.0 if value == "chance" else max(highest, float(ends["at"].max()))
    domain = [min(lowest, float(ends["at"].min())), top]
    step = next((interval for interval in (1, 2, 5, 10, 20, 25, 50, 100) if (bids[-1] - bids[0]) / interval <= 9), 200)
    ticks = [tick for tick in range(int(bids[0]), int(bids[-1]) + 1) if tick % step == 0]
    x = alt.X("bid:Q", title=x_title, axis=alt.Axis(values=ticks, titleAnchor="start"))
    x = x.scale(domain=[bids[0], bids[-1] + room], nice=False, zero=False, padding=8)
    y = alt.Y(f"{value}:Q", title=title, axis=alt.Axis(format=axis_format, tickCount=6)).scale(
        domain=domain, nice=False, padding=8
    )
    zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=COLORS["line"], strokeWidth=1.5).encode(y="zero:Q")
    base = alt.Chart(data).encode(x=x)
    band = base.mark_area(opacity=0.14, color=COLORS["text"]).encode(y=alt.Y("low:Q"), y2="high:Q", detail="name:N")
    dash = alt.StrokeDash("name:N", legend=None).scale(domain=names, range=DASHES[: len(names)])
    line = base.mark_line(color=COLORS["text"], strokeWidth=2).encode(y=y, strokeDash=dash)
    shape = alt.Shape("name:N", legend=None).scale(domain=names, range=[find_emblem(looks[name]) for name in names])
    fills = [COLORS.get(looks[name], COLORS["panel"]) for name in names]
    fill = alt.Fill("name:N", legend=None).scale(domain=names, range=fills)
    points = [
        alt.Chart(rows)
        .mark_point(size=200, stroke=COLORS["text"], strokeWidth=1.5, opacity=1)
        .encode(x=x, y=height, shape=shape, fill=fill)
        for rows, height in ((_select_marks(data, names, bids), y), (ends, alt.Y("at:Q")))
    ]
    labels = alt.Chart(ends).mark_text(align="left", dx=14, fontWeight=600).encode(x=x, y="at:Q", text="name:N")
    return alt.layer(zero, band, line, *points, labels).properties(width=520, height=_HEIGHT)


def _ends(last: pd.DataFrame, value: str, gap: float) -> pd.DataFrame:
    """Return the names at the ends of the lines, moved apart where they would overlap."""
    return pd.DataFrame({"name": list(last["name"]), "at": spread_apart(list(last[value]), gap)})


def _select_marks(data: pd.DataFrame, names: list[str], bids: list[int]) -> pd.DataFrame:
    """Select points of each line at different bids from its neighbors, so that overlapping lines can be told apart."""
    step = max(2, len(bids) // 5)
    places = zip(data["bid"].map(bids.index), data["name"].map(names.index), strict=True)
    return data[[bid % step == name * step // len(names) and bid < len(bids) - 1 for bid, name in places]]
