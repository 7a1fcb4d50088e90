"""Charts (altair), drawn to SVG and PNG with no network; each has a table twin and a one-sentence description.

Importing this module makes altair show its charts as pictures, so that they also stand in a notebook that is opened
without a kernel or exported to HTML.
"""

import base64
from typing import Any

import altair as alt
import pandas as pd
import vl_convert as vlc

from mam.cards import BEAR, BULL, dollars, money_in
from mam.drawing import FONT, palette
from mam.round import Round

COLOURS = palette("light")  # a picture cannot follow the theme: it paints its own light panel


def _as_picture(spec: dict[str, Any], **_: Any) -> dict[str, str]:
    """An altair renderer: SVG where the front end trusts it, PNG where it does not, and the description as text."""
    return {
        "image/svg+xml": vlc.vegalite_to_svg(spec),
        "image/png": base64.b64encode(vlc.vegalite_to_png(spec, scale=1)).decode(),
        "text/plain": spec.get("description", "chart"),
    }


alt.renderers.register("mam-picture", _as_picture)
alt.renderers.enable("mam-picture")


def list_tricks(round: Round) -> pd.DataFrame:
    """One row for each complete trick: who led and captured, its cards, money, effect and worth, and running totals.

    Money is in thousands of dollars. The last columns are each side's captured money after the trick.

    >>> import mam
    >>> list_tricks(mam.start("make-a-million-1935", seed=7)).empty
    True
    """
    rows = []
    totals = dict.fromkeys(round.rules.sides, 0)
    for number, trick in enumerate(round.tricks, 1):
        side = round.rules.side_of(trick.winner or "")
        totals[side] += trick.worth
        animals = [card for card in trick.cards if card in (BULL, BEAR)]
        rows.append(
            {
                "trick": number,
                "leader": trick.leader,
                "cards": " ".join(card.code for card in trick.cards),
                "captured_by": trick.winner,
                "side": side,
                "money": money_in(trick.cards),
                "effect": animals[-1].words if animals else "",
                "worth": trick.worth,
                **totals,
            }
        )
    columns = ["trick", "leader", "cards", "captured_by", "side", "money", "effect", "worth", *round.rules.sides]
    return pd.DataFrame(rows, columns=columns)


def money_by_trick(round: Round) -> alt.LayerChart:
    """Money captured by each side, trick by trick, with the bid and what Bull and Bear changed.

    Raises ValueError while no trick is complete.
    """
    table = list_tricks(round)
    if table.empty:
        raise ValueError("no trick is complete yet: there is no money to chart")
    sides = sorted(round.rules.sides, key=lambda side: round.bidder not in round.rules.sides[side])
    names = {side: round.rules.side_names[side] for side in sides}
    start = pd.DataFrame([{"trick": 0, **dict.fromkeys(sides, 0)}])
    money = pd.concat([start, table[["trick", *sides]]]).melt("trick", sides, "key", "captured")
    money["side"] = money["key"].map(names)
    last = int(table["trick"].max())
    order = [names[side] for side in sides]
    colours = [COLOURS["sideA"], COLOURS["sideB"]]
    x = alt.X("trick:Q", title="Trick", axis=alt.Axis(values=list(range(last + 1)), format="d"))
    x = x.scale(domain=[0, last + 2.6], nice=False)
    y = alt.Y("captured:Q", title="Captured so far, thousands of dollars")
    colour = alt.Color("side:N", sort=order, legend=None).scale(domain=order, range=colours)
    dash = alt.StrokeDash("side:N", sort=order, legend=None).scale(domain=order, range=[[1, 0], [7, 4]])
    shape = alt.Shape("side:N", sort=order, legend=None).scale(domain=order, range=["circle", "square"])
    base = alt.Chart(money).encode(x=x, y=y, color=colour)
    lines = base.mark_line(interpolate="step-after").encode(strokeDash=dash)
    points = base.mark_point(filled=True, opacity=1, size=70).encode(shape=shape)
    ends = base.transform_filter(f"datum.trick == {last}").mark_text(align="left", dx=10, fontWeight=600)
    labels = ends.encode(text=alt.Text("label:N")).transform_calculate(label="datum.side + ' ' + datum.captured")
    layers: list[Any] = [lines, points, labels, *_bid(round), *_animals(table, sides)]
    chart: alt.LayerChart = (
        alt.layer(*layers)
        .properties(
            title=alt.TitleParams("Money captured, trick by trick", subtitle=_summary(round, names)),
            width=560,
            height=300,
            description=_describe(round, table, names),
        )
        .configure(**_LOOK)
    )
    return chart


def _bid(round: Round) -> list[alt.Chart]:
    """The bid as a dotted line with its label."""
    data = alt.Chart(pd.DataFrame([{"bid": round.bid, "label": f"bid {round.bid}", "trick": 0.1}]))
    rule = data.mark_rule(strokeDash=[2, 3], strokeWidth=2, color=COLOURS["text"]).encode(y="bid:Q")
    text = data.mark_text(align="left", dy=-8, fontWeight=600, color=COLOURS["text"])
    return [rule, text.encode(x="trick:Q", y="bid:Q", text="label:N")]


def _animals(table: pd.DataFrame, sides: list[str]) -> list[alt.Chart]:
    """What Bull and Bear changed: a bar between the total with and the total without them, and words."""
    changed = table[table["effect"] != ""].copy()
    if changed.empty:
        return []
    changed["now"] = [row[row["side"]] for _, row in changed.iterrows()]
    changed["without"] = changed["now"] - changed["worth"] + changed["money"]
    difference = changed["worth"] - changed["money"]
    signs = ["±0" if not d else f"{'+' if d > 0 else '−'}{abs(d)}" for d in difference]
    factor = changed["effect"].map({"Bull": "×2", "Bear": "×0"})
    changed["label"] = changed["effect"] + " " + factor + ": " + signs
    changed["top"] = changed[["now", "without"]].max(axis=1)
    data = alt.Chart(changed)
    ghost = data.mark_rule(strokeWidth=5, opacity=0.55, color=COLOURS["muted"]).encode(
        x="trick:Q", y="now:Q", y2="without:Q"
    )
    text = data.mark_text(dy=-12, align="right", dx=6, fontWeight=600, color=COLOURS["text"])
    return [ghost, text.encode(x="trick:Q", y="top:Q", text="label:N")]


def _summary(round: Round, names: dict[str, str]) -> str:
    assert round.bidder is not None and round.bid is not None
    bidder, trump = round.rules.seat_names[round.bidder], round.trump.word if round.trump else "no"
    text = f"{bidder} bid {dollars(round.bid)}, {trump} trump"
    if round.result is None:
        return text
    return f"{text}: {'made' if round.result.made else 'set back'}"


def _describe(round: Round, table: pd.DataFrame, names: dict[str, str]) -> str:
    final = table.iloc[-1]
    sums = ", ".join(f"{name} {dollars(int(final[side]))}" for side, name in names.items())
    animals = "".join(
        f"; {row['effect']} on trick {row['trick']} ({dollars(row['money'])} became {dollars(row['worth'])})"
        for _, row in table.iterrows()
        if row["effect"]
    )
    return f"Money captured after {final['trick']} tricks: {sums}{animals}. {_summary(round, names)}."


_LOOK: dict[str, Any] = {
    "background": COLOURS["panel"],
    "padding": 12,
    "font": FONT,
    "view": {"stroke": None},
    "title": {"anchor": "start", "fontSize": 16, "fontWeight": 600, "color": COLOURS["text"], "offset": 12}
    | {"subtitleFontSize": 13, "subtitleColor": COLOURS["muted"]},
    "axis": {"labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": 600, "gridOpacity": 0.35}
    | dict.fromkeys(("gridColor", "domainColor", "tickColor"), COLOURS["line"])
    | dict.fromkeys(("labelColor", "titleColor"), COLOURS["text"]),
    "axisX": {"grid": False},
    "line": {"strokeWidth": 2.5},
    "text": {"fontSize": 12},
}
