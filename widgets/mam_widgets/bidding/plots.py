"""The figures of the bidding lab as charts: each with its finding as a title, what each point says, and its table."""

from collections.abc import Callable, Mapping, Sequence
from math import isinf
from typing import Any

from mam.rules.amounts import format_amount
from mam.rules.auction import find_contract_range
from mam.rules.cards import Trump
from mam.scenes.labels import find_color_code
from mam_widgets.bidding.figures import Figures, find_bounds
from mam_widgets.bidding.model import Bidding
from mam_widgets.shared.plot_schema import Plot, PlotRows, Point, RuleLine, Series, Spot

_NAMED_BIDS = 3  # bids that a title names
_SURE, _HOPELESS = 0.97, 0.1  # a title names bids between these chances
_LEAST_LABELED = 0.03  # bars shorter than this have no label
_LEAST_DRAWN = 0.005  # bids made less often than this lie beyond the chart


def percent(proportion: float) -> str:
    """Format a proportion in percent: whole, and finer near the ends, so that nothing else is called 0% or 100%.

    >>> percent(0.613), percent(0.9996), percent(1.0), percent(0.002)
    ('61%', '99.96%', '100%', '0.2%')
    """
    distance = round(min(proportion, 1 - proportion), 6)
    digits = 0 if distance in (0.0, 1.0) or distance >= 0.01 else 1 if distance >= 0.001 else 2
    return f"{100 * proportion:.{digits}f}%"


def percents(low: float, high: float) -> str:
    """Format two bounds in percent, as fine as it takes to tell them apart.

    >>> percents(0.83, 0.872), percents(0.8911, 0.8934), percents(0.5, 0.5)
    ('83% to 87%', '89.1% to 89.3%', '50% to 50%')
    """
    bounds = percent(low), percent(high)
    if low == high or bounds[0] != bounds[1]:
        return " to ".join(bounds)
    digits = next((fine for fine in (1, 2) if f"{100 * low:.{fine}f}" != f"{100 * high:.{fine}f}"), 3)
    return " to ".join(f"{100 * bound:.{digits}f}%" for bound in (low, high))


def average(bidding: Bidding, value: float, signed: bool = False) -> str:
    """Format a mean amount: dollars to the nearest thousand, or points to a tenth."""
    unit = "money" if bidding.rules.auction.money else "points"
    return format_amount(value, unit, signed=signed, digits=0)


def margin(bidding: Bidding, standard_error: float) -> str:
    """Format the 95% margin of error of a mean."""
    return "± ?" if isinf(standard_error) else f"± {average(bidding, 2 * standard_error)}"


def unit_of_bids(bidding: Bidding) -> str:
    return "thousands of dollars" if bidding.rules.auction.money else "points"


def _bids_label(bidding: Bidding) -> str:
    return f"Bid, {unit_of_bids(bidding)}"


def draw_chances(bidding: Bidding, figures: Figures, trump: Trump, limit: int | None) -> Plot:
    """Draw the chance of making each bid, a line for each trump; `limit` is the bid to stop at."""
    amount_of = bidding.rules.auction.format_amount
    bids = _list_drawn_bids(bidding, figures)

    def point(color: Trump, bid: int) -> Point:
        chance = figures.ends[color].chance(bid)
        low, high = find_bounds(chance, figures.n)
        return {
            "x": bid,
            "y": chance,
            "low": low,
            "high": high,
            "what": f"{amount_of(bid)} in {color.word}:",
            "why": f"made in {percent(chance)} of deals ({percents(low, high)}).",
        }

    title, short = _title_of_chances(bidding, figures, trump)
    marks = [*_mark_even(figures, trump), *_mark_guess(bidding)]
    if limit is not None and limit <= bids[-1]:
        marks.append({"x": limit, "y": figures.ends[trump].chance(limit), "kind": "limit", "text": f"stop at {limit}"})
    return {
        "key": "chances",
        "kind": "curve",
        "name": "Chance of making it",
        "title": title,
        "short": short,
        "description": f"The chance of making each bid, a line for each trump. {_list_even(bidding, figures)}",
        "x": {"label": _bids_label(bidding)},
        "y": {"label": "", "percent": True},
        "series": _series(figures, lambda color: [point(color, bid) for bid in bids], trump),
        "rules": [{"axis": "y", "value": 0.5, "label": ""}, *_mark_next_bid(bidding)],
        "marks": marks,
        "table": _table(figures, lambda row: percent(row["chance"])),
    }


def _list_drawn_bids(bidding: Bidding, figures: Figures) -> list[int]:
    """Return every bid from the minimum to the last that is ever made."""
    usual = sorted({row["bid"] for row in figures.points})
    bids = [row["bid"] for row in figures.points if row["chance"] >= _LEAST_DRAWN]
    last = max([*bids, usual[min(4, len(usual) - 1)]])
    top = next((bid for bid in usual if bid > last), usual[-1])
    return [*find_contract_range(bidding.rules.auction).up_to(top)]


def _title_of_chances(bidding: Bidding, figures: Figures, trump: Trump) -> tuple[str, str]:
    amount_of = bidding.rules.auction.format_amount
    rows = [row for row in figures.points if row["trump"] == str(trump.value)]
    instructive = [row for row in rows if _HOPELESS <= row["chance"] <= _SURE] or rows[:1]
    middle = (len(instructive) - 1) // 2
    labels = [instructive[index] for index in sorted({0, middle, len(instructive) - 1})][:_NAMED_BIDS]

    def name(rows: Sequence[Mapping[str, Any]]) -> str:
        first, *further_bids = (f"{amount_of(row['bid'])} in {percent(row['chance'])}" for row in rows)
        return ", ".join([f"You make {first} of deals", *further_bids])

    return name(labels), name(labels[:2])


def _list_even(bidding: Bidding, figures: Figures) -> str:
    amount_of = bidding.rules.auction.format_amount
    even_bids = [f"{amount_of(bid)} in {trump.word}" for trump in figures.ends if (bid := figures.find_even_bid(trump))]
    return f"Bids with an even chance: {', '.join(even_bids)}." if even_bids else "No bid has an even chance."


def draw_scores(bidding: Bidding, figures: Figures, trump: Trump) -> Plot:
    """Draw the expected score of each bid, a line for each trump."""
    amount_of = bidding.rules.auction.format_amount
    last = _list_drawn_bids(bidding, figures)[-1]

    def make_point(row: Mapping[str, Any], color: Trump) -> Point:
        score, standard_error = row["score"], row["score_standard_error"]
        make_point: Point = {
            "x": row["bid"],
            "y": score,
            "what": f"{amount_of(row['bid'])} in {color.word}:",
            "why": f"expected score {average(bidding, score, signed=True)} {margin(bidding, standard_error)}.",
        }
        return (
            make_point
            if isinf(standard_error)
            else {**make_point, "low": score - 2 * standard_error, "high": score + 2 * standard_error}
        )

    def points(color: Trump) -> list[Point]:
        rows = (row for row in figures.points if row["trump"] == str(color.value) and row["bid"] <= last)
        return [make_point(row, color) for row in rows]

    crossing = figures.find_last_gain(trump)
    title = (
        f"Below zero at every bid in {trump.word}"
        if crossing is None
        else f"Above zero up to {amount_of(crossing)} in {trump.word}"
    )
    return {
        "key": "scores",
        "kind": "curve",
        "name": "Expected score",
        "title": title,
        "short": title,
        "description": "The expected score of winning the auction with each bid, a line for each trump.",
        "x": {"label": _bids_label(bidding)},
        "y": {"label": "", "percent": False},
        "series": _series(figures, points, trump, mark_even=False),
        "rules": [{"axis": "y", "value": 0, "label": "no gain"}, *_mark_next_bid(bidding)],
        "table": _table(
            figures, lambda row: f"{average(bidding, row['score'])} {margin(bidding, row['score_standard_error'])}"
        ),
    }


def draw_money(bidding: Bidding, figures: Figures, trump: Trump) -> Plot:
    """Draw how often the side captures how much with a trump."""
    bars = figures.spread(trump)
    highest = max(bars, key=lambda bar: bar[2])
    money = bidding.rules.auction.money
    amount_of = bidding.rules.auction.format_amount

    def name(low: int, high: int) -> str:
        return f"{low} to {high - 5}" if money else str(low)

    def name_in_full(low: int, high: int) -> str:
        return f"{amount_of(low)} to {amount_of(high - 5)}" if money else amount_of(low)

    points: list[Point] = [
        {
            "x": (low + high) / 2 if money else low,
            "y": proportion,
            "text": name(low, high),
            "label": percent(proportion) if proportion >= _LEAST_LABELED else "",
            "what": f"{name_in_full(low, high)} in {trump.word}:",
            "why": f"captured in {percent(proportion)} of deals.",
        }
        for low, high, proportion in bars
    ]
    title = f"Most often {name_in_full(highest[0], highest[1])} in {trump.word}"
    return {
        "key": "money",
        "kind": "bars",
        "name": "Money captured" if money else "Points captured",
        "title": title,
        "short": title,
        "description": f"How much your side captures, as bars. Most often {name_in_full(highest[0], highest[1])}, "
        f"in {percent(highest[2])} of {figures.n:,} simulated deals.",
        "x": {"label": f"Captured, {unit_of_bids(bidding)}"},
        "y": {"label": "", "percent": True},
        "series": [_color_line({"name": trump.word, "points": points}, trump)],
        "rules": _mark_next_bid(bidding),
        "table": {
            "columns": ["Captured", "Proportion"],
            "rows": [[name(low, high), percent(proportion)] for low, high, proportion in bars],
        },
    }


# Parts of the charts


def _color_line(series: Series, trump: Trump) -> Series:
    """Return a line in the color of its trump, where that is one of the game's own."""
    code = find_color_code(trump)
    return {**series, "code": code} if code in ("R", "Y", "B", "G") else series


def _series(
    figures: Figures, points: Callable[[Trump], list[Point]], best: Trump, *, mark_even: bool = True
) -> list[Series]:
    """Return the lines; `mark_even` gives each the bid with an even chance, for its label."""
    lines: list[Series] = [
        {
            "name": trump.word,
            "points": points(trump),
            "is_best": trump == best,
            "even_bid": figures.find_even_bid(trump) if mark_even else None,
        }
        for trump in figures.ends
    ]
    return [_color_line(series, trump) for series, trump in zip(lines, figures.ends, strict=True)]


def _mark_next_bid(bidding: Bidding) -> list[RuleLine]:
    """Return the minimum bid as an upright rule; after the auction the winning bid."""
    bid = bidding.round.bid if bidding.is_over else bidding.minimum
    return [] if not bid else [{"axis": "x", "value": bid, "label": "winning bid" if bidding.is_over else "next bid"}]


def _mark_even(figures: Figures, trump: Trump) -> list[Spot]:
    bid = figures.find_even_bid(trump)
    return [] if bid is None else [{"x": bid, "y": figures.ends[trump].chance(bid), "kind": "even", "text": ""}]


def _mark_guess(bidding: Bidding) -> list[Spot]:
    guess = bidding.guess
    return [] if guess is None else [{"x": guess.bid, "y": guess.chance, "kind": "guess", "text": "your guess"}]


def _table(figures: Figures, cell: Callable[[Mapping[str, Any]], str]) -> PlotRows:
    by_bid: dict[int, list[str]] = {}
    for row in figures.points:
        by_bid.setdefault(row["bid"], []).append(cell(row))
    rows = [[str(bid), *cells] for bid, cells in by_bid.items()]
    return {"columns": ["Bid", *(trump.word for trump in figures.ends)], "rows": rows}
