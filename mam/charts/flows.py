"""A chart of who played the money of a round and who captured it."""

from collections import Counter

import altair as alt
import pandas as pd

from mam.charts.theme import COLORS, RAMP, Chart, style_chart
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, format_count, money_in
from mam.rules.tricks import find_multiplier

_NEST, _NOBODY = "nest", "nobody"


def list_flow(round: TrickRound) -> pd.DataFrame:
    """Tabulate for `capture_flow` the money by who played it, who captured it, and the effect of an animal.

    `played_by` and `captured_by` are seats; discards went to "nest", and a trick that no card won to "nobody". `effect` is
    "×2" or "×0" (with two packs also "×4") where the Bull or the Bear changed the trick, else "". `money` is the amount on the
    cards, `worth` what they counted: thousands of dollars, or points. Only complete tricks count, and only visible discards.
    Raises ValueError if the game counts tricks, not money.

    >>> import mam
    >>> last = mam.read_record("data/records/make-a-million-1935.toml").rounds()[-1]
    >>> list_flow(last)[["money", "worth"]].sum().tolist()
    [400, 395]
    """
    if not isinstance(round, TrickRound):
        raise ValueError(f"take a round with tricks, like mam.start('make-a-million-1935'), not {round!r:.60}")
    if round.rules.tricks.counts == "tricks":
        raise ValueError(f"{round.rules.id} counts tricks, so there is no money to chart")
    flow: Counter[tuple[str, str, int]] = Counter()
    for trick in round.tricks:
        times = find_multiplier(trick.cards, round.rules.tricks)
        for seat, card in trick.plays:
            flow[seat, trick.winner or _NOBODY, times] += money_in([card])
    if round.bidder is not None and round.discarded is not None and UNSEEN not in round.discarded:
        flow[round.bidder, _NEST, 1] += money_in(round.discarded)
    rows = [
        (*ends, "" if times == 1 else f"×{times}", money, 0 if ends[1] in (_NEST, _NOBODY) else money * times)
        for (*ends, times), money in flow.items()
        if money
    ]
    return pd.DataFrame(rows, columns=["played_by", "captured_by", "effect", "money", "worth"])


def capture_flow(round: TrickRound) -> Chart:
    """Plot who played the money and who captured it, as a grid of seats.

    The number in a cell is what the money counted; if the Bull or the Bear changed it, a second line shows how:
    "×2: 10 → 20", "×0: 40 → 0". The totals played are on the right, the totals captured on top. Table: `list_flow`. Raises
    ValueError before any money has been played, and if the game counts tricks.

    >>> import mam
    >>> chart = capture_flow(mam.read_record("data/records/make-a-million-1935.toml").rounds()[-1])
    >>> "North" in chart.to_dict()["description"]
    True
    """
    flow = list_flow(round)
    if flow.empty:
        raise ValueError("no money has been played in a complete trick yet")
    bidder_first = sorted(round.sides, key=lambda side: round.bidder not in round.sides[side])
    seats = [seat for side in bidder_first for seat in round.sides[side]]
    takers = [*seats, *(end for end in (_NEST, _NOBODY) if end in set(flow["captured_by"]))]
    names = {end: round.rules.seat_names.get(end, end) for end in takers}
    cells = pd.DataFrame([_cell(flow, seat, taker) for seat in seats for taker in takers])
    cells["row"], cells["column"] = cells["played_by"].map(names), cells["captured_by"].map(names)
    column_axis = alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False, labelFontWeight=600, offset=22)
    row_axis = alt.Axis(ticks=False, domain=False, labelFontWeight=600)
    x = alt.X("column:N", sort=list(names.values()), title="captured by", axis=column_axis)
    y = alt.Y("row:N", sort=[names[seat] for seat in seats], title="played by", axis=row_axis)
    tall = 54 if cells["lines"].max() < 2 else 62
    layers = [*_places(alt.Chart(cells).encode(x=x, y=y)), *_totals(cells, seats, x, y, tall)]
    chart = alt.layer(*layers).properties(width=alt.Step(92), height=alt.Step(tall))
    unit = "points" if round.rules.tricks.counts == "points" else "thousands of dollars"
    totals = ", ".join(f"{round.side_names[side]} {amount}" for side, amount in round.captured.items())
    moment = "" if round.result is not None else f" after {format_count(len(round.tricks), 'trick')}"
    subtitle = [
        f"In {unit}{moment}: {totals}",
        f"×{round.rules.tricks.bull_factor}, ×0: effect of the Bull and the Bear",
    ]
    effect_sums = flow[flow["effect"] != ""].groupby("effect")[["money", "worth"]].sum().itertuples()
    effects = "".join(f"; {row.Index} turned {row.money} into {row.worth}" for row in effect_sums)
    return style_chart(chart, "Where the money went", subtitle, f"Captured{moment}, in {unit}: {totals}{effects}.")


def _cell(flow: pd.DataFrame, seat: str, taker: str) -> dict[str, object]:
    rows = flow[(flow["played_by"] == seat) & (flow["captured_by"] == taker)]
    money, worth = int(rows["money"].sum()), int(rows["worth"].sum())
    is_lost = taker in (_NEST, _NOBODY)
    effect_texts = [
        f"{row.effect}: {row.money} → {row.worth}" for row in rows.itertuples() if row.effect and not is_lost
    ]
    label = "" if rows.empty else str(money if is_lost else worth)
    note = "for nobody" if is_lost and money else "\n".join(effect_texts)
    return {"played_by": seat, "captured_by": taker, "money": money, "worth": worth, "label": label, "note": note} | {
        "lines": note.count("\n") + bool(note)
    }


def _places(base: alt.Chart) -> list[alt.Chart]:
    """Draw the grid, with a number and notes in each cell."""
    fill = alt.Color("worth:Q", legend=None)
    fill = fill.scale(range=[COLORS["panel"], *RAMP[1:]], domainMin=0, interpolate="rgb")
    dark = f"datum.worth > 0.6 * {base.data['worth'].max()}"
    ink = alt.condition(dark, alt.value(COLORS["panel"]), alt.value(COLORS["text"]))
    layers = [base.mark_rect(stroke=COLORS["line"], strokeWidth=1).encode(color=fill)]
    for lines, offset in enumerate((0, -9, -16)):
        rows = base.transform_filter(f"datum.lines == {lines}")
        layers.append(rows.mark_text(fontSize=16, fontWeight=600, dy=offset).encode(text="label:N", color=ink))
        layers.append(rows.mark_text(dy=offset + 19, lineBreak="\n", lineHeight=14).encode(text="note:N", color=ink))
    return layers


def _totals(cells: pd.DataFrame, seats: list[str], x: alt.X, y: alt.Y, tall: int) -> list[alt.Chart]:
    """Draw the totals: played on the right, captured on top."""
    row_sums = cells.groupby("row", as_index=False)["money"].sum().assign(column=cells["column"].iloc[-1])
    column_sums = cells[cells["captured_by"].isin(seats)].groupby("column", as_index=False)["worth"].sum()
    row_sums["label"], column_sums["label"] = (
        [f"played {n}" for n in row_sums["money"]],
        [f"took {n}" for n in column_sums["worth"]],
    )
    right = alt.Chart(row_sums).mark_text(align="left", dx=52)
    column_labels = alt.Chart(column_sums.assign(row=cells["row"].iloc[0])).mark_text(dy=-tall / 2 - 9)
    return [chart.encode(x=x, y=y, text="label:N") for chart in (right, column_labels)]
