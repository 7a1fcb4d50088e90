"""The table and the chart of what each side captured in a round, trick by trick."""

from typing import Any

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, DASHES, EXTRA_COLORS, LOOK, SHAPES
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, NoTrump, money_in
from mam.support.messages import capitalize

# Titles and axis titles for money, points or tricks.
_AXIS_TITLES = {"money": "Money captured", "points": "Points captured", "tricks": "Tricks taken"}
_AXIS = {
    "money": "Captured so far, thousands of dollars",
    "points": "Captured so far, points",
    "tricks": "Taken so far, tricks",
}


def list_tricks(round: TrickRound) -> pd.DataFrame:
    """List the complete tricks: who led and captured, the cards, their money, the effect, the worth, and running totals.

    Money is in thousands of dollars (in some games points, or tricks). The last columns are what each side, or each person,
    has captured after the trick.

    >>> import mam
    >>> list_tricks(mam.start("make-a-million-1935", seed=7)).empty
    True
    """
    if not isinstance(round, TrickRound):
        raise ValueError(f"take a round with tricks, like mam.start('make-a-million-1935'), not {round!r:.60}")
    rows = []
    totals = dict.fromkeys(round.sides, 0)
    counts_money = round.rules.tricks.counts == "money"
    for number, trick in enumerate(round.tricks, 1):
        side = round.side_of(trick.winner) if trick.winner else ""
        if side:
            totals[side] += trick.value
        animals = [card for card in trick.cards if card in (BULL, BEAR) and counts_money]
        rows.append(
            {
                "trick": number,
                "leader": trick.leader,
                "cards": " ".join(card.code for card in trick.cards),
                "captured_by": trick.winner,
                "side": side,
                "money": money_in(trick.cards),
                "effect": animals[-1].words if animals else "",
                "worth": trick.value,
                **totals,
            }
        )
    columns = ["trick", "leader", "cards", "captured_by", "side", "money", "effect", "worth", *round.sides]
    return pd.DataFrame(rows, columns=columns)


def money_by_trick(round: TrickRound) -> alt.LayerChart:
    """Plot what each side (or person) captured, trick by trick, with the bid and the effect of the Bull and the Bear.

    Table: `list_tricks`. Raises ValueError before the first trick is complete.

    >>> import mam
    >>> chart = money_by_trick(mam.read_record("data/records/make-a-million-1935.toml").rounds()[-1])
    >>> chart.to_dict()["description"][:14]
    'Money captured'
    """
    table = list_tricks(round)
    if table.empty:
        raise ValueError("no trick is complete yet, so there is nothing to chart")
    unit = round.rules.tricks.counts
    sides = sorted(round.sides, key=lambda side: round.bidder not in round.sides[side])
    names = {side: round.side_names[side] for side in sides}
    start = pd.DataFrame([{"trick": 0, **dict.fromkeys(sides, 0)}])
    money = pd.concat([start, table[["trick", *sides]]]).melt("trick", sides, "key", "captured")
    money["side"] = money["key"].map(names)
    last = int(table["trick"].max())
    order = [names[side] for side in _color_order(round, sides)]
    colors = [COLORS["sideA"], COLORS["sideB"], *EXTRA_COLORS]
    looks = [(index % 6, (index + index // 6) % 6) for index in range(len(order))]
    x = alt.X("trick:Q", title="Trick", axis=alt.Axis(values=list(range(last + 1)), format="d"))
    x = x.scale(domain=[0, last + 2.6], nice=False)
    y = alt.Y("captured:Q", title=_AXIS[unit])
    if unit != "money":
        y = y.axis(alt.Axis(tickMinStep=1, format="d"))
    color = alt.Color("side:N", sort=order, legend=None).scale(domain=order, range=[colors[look] for look, _ in looks])
    dash = alt.StrokeDash("side:N", sort=order, legend=None).scale(
        domain=order, range=[DASHES[look] for _, look in looks]
    )
    shape = alt.Shape("side:N", sort=order, legend=None).scale(domain=order, range=[SHAPES[look] for look, _ in looks])
    base = alt.Chart(money).encode(x=x, y=y, color=color)
    lines = base.mark_line(interpolate="step-after").encode(strokeDash=dash)
    points = base.mark_point(filled=True, opacity=1, size=70).encode(shape=shape)
    ends = base.transform_filter(f"datum.trick == {last}").mark_text(align="left", dx=10, fontWeight=600)
    labels = ends.encode(text=alt.Text("label:N")).transform_calculate(label="datum.side + ' ' + datum.captured")
    if len(sides) > 2:
        labels = _end_labels(money[money["trick"] == last], last, x, color)
    layers: list[Any] = [lines, points, labels, *_bid(round), *_animals(round, table, sides)]
    chart: alt.LayerChart = (
        alt.layer(*layers)
        .properties(
            title=alt.TitleParams(f"{_AXIS_TITLES[unit]}, trick by trick", subtitle=_summary(round, names)),
            width=560,
            height=300,
            description=_describe(round, table, names),
        )
        .configure(**LOOK)
    )
    return chart


def _color_order(round: TrickRound, sides: list[str]) -> list[str]:
    """Return the sides in the order in which they get their colors: those of the table, where a fixed side keeps its own.

    Where the auction forms the sides, the bidder's comes first.
    """
    return list(round.sides) if round.rules.alliance == "fixed" else sides


def _end_labels(ends: pd.DataFrame, last: int, x: alt.X, color: alt.Color) -> alt.Chart:
    """Draw the names at the ends of more than two lines, moved apart where they would overlap."""
    gap = max(float(ends["captured"].max()), 1.0) / 18
    end_rows = ends.sort_values("captured").to_dict("records")
    free = -gap
    for row in end_rows:
        row["at"] = free = max(float(row["captured"]), free + gap)
        row["label"] = f"{row['side']} {row['captured']}"
    text = alt.Chart(pd.DataFrame(end_rows).assign(trick=last)).mark_text(align="left", dx=10, fontWeight=600)
    labels: alt.Chart = text.encode(x=x, y=alt.Y("at:Q"), color=color, text="label:N")
    return labels


def _bid(round: TrickRound) -> list[alt.Chart]:
    """Draw the bid as a dotted line with its label; nothing if there is no open bid."""
    if round.bid is None:
        return []
    data = alt.Chart(pd.DataFrame([{"bid": round.bid, "label": f"bid {round.bid}", "trick": 0.1}]))
    rule = data.mark_rule(strokeDash=[2, 3], strokeWidth=2, color=COLORS["text"]).encode(y="bid:Q")
    text = data.mark_text(align="left", dy=-8, fontWeight=600, color=COLORS["text"])
    return [rule, text.encode(x="trick:Q", y="bid:Q", text="label:N")]


def _animals(round: TrickRound, table: pd.DataFrame, sides: list[str]) -> list[alt.Chart]:
    """Draw the effect of the Bull and the Bear: a bar between the totals with and without them, and a label."""
    changed_rows = table[table["effect"] != ""].copy()
    if changed_rows.empty:
        return []
    changed_rows["now"] = [row[row["side"]] for _, row in changed_rows.iterrows()]
    changed_rows["without"] = changed_rows["now"] - changed_rows["worth"] + changed_rows["money"]
    difference = changed_rows["worth"] - changed_rows["money"]
    signs = ["±0" if not d else f"{'+' if d > 0 else '−'}{abs(d)}" for d in difference]
    tags = [round.tricks[number - 1].tag for number in changed_rows["trick"]]
    changed_rows["label"] = [f"{tag}: {sign}" for tag, sign in zip(tags, signs, strict=True)]
    changed_rows["top"] = changed_rows[["now", "without"]].max(axis=1)
    data = alt.Chart(changed_rows)
    ghost = data.mark_rule(strokeWidth=5, opacity=0.55, color=COLORS["muted"]).encode(
        x="trick:Q", y="now:Q", y2="without:Q"
    )
    text = data.mark_text(dy=-12, align="right", dx=6, fontWeight=600, color=COLORS["text"])
    return [ghost, text.encode(x="trick:Q", y="top:Q", text="label:N")]


def _summary(round: TrickRound, names: dict[str, str]) -> str:
    word = round.trump.word if round.trump else "no"
    trump = word if isinstance(round.trump, NoTrump) else f"{word} trump"
    if round.bidder is None or round.bid is None:
        return capitalize(trump)
    unit = round.rules.tricks.counts
    text = f"{round.rules.seat_names[round.bidder]} bid {format_amount(round.bid, unit)}, {trump}"
    if round.result is None:
        return text
    return f"{text}: {'made' if round.result.is_bid_made else 'set back'}"


def _describe(round: TrickRound, table: pd.DataFrame, names: dict[str, str]) -> str:
    final = table.iloc[-1]
    unit = round.rules.tricks.counts
    sums = ", ".join(f"{name} {format_amount(int(final[side]), unit)}" for side, name in names.items())
    animals = "".join(
        f"; {row['effect']} on trick {row['trick']} ({format_amount(row['money'])} became {format_amount(row['worth'])})"
        for _, row in table.iterrows()
        if row["effect"]
    )
    return f"{_AXIS_TITLES[unit]} after {final['trick']} tricks: {sums}{animals}. {_summary(round, names)}."
