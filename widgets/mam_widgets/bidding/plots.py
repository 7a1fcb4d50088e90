"""The figures of the bidding lab as plots, each with its table, and its amounts in words."""

from collections.abc import Callable, Mapping
from math import isinf
from typing import Any

from mam.rules.amounts import format_amount
from mam.rules.cards import Trump
from mam.rules.moves import Bid
from mam.scenes.labels import color_code
from mam_widgets.bidding.figures import Figures, find_bounds
from mam_widgets.bidding.model import Bidding
from mam_widgets.shared.schema import Plot, PlotTable, Point, RuleLine, Series


def percent(share: float) -> str:
    """Format a proportion in percent: whole, and finer near the ends, so that nothing else is called 0% or 100%.

    >>> percent(0.613), percent(0.9996), percent(1.0), percent(0.002)
    ('61%', '99.96%', '100%', '0.2%')
    """
    near = round(min(share, 1 - share), 6)
    digits = 0 if near in (0.0, 1.0) or near >= 0.01 else 1 if near >= 0.001 else 2
    return f"{100 * share:.{digits}f}%"


def percents(low: float, high: float) -> str:
    """Two bounds in percent, as fine as it takes to tell them apart.

    >>> percents(0.83, 0.872), percents(0.8911, 0.8934), percents(0.5, 0.5)
    ('83% to 87%', '89.1% to 89.3%', '50% to 50%')
    """
    told = percent(low), percent(high)
    if low == high or told[0] != told[1]:
        return " to ".join(told)
    digits = next((fine for fine in (1, 2) if f"{100 * low:.{fine}f}" != f"{100 * high:.{fine}f}"), 3)
    return " to ".join(f"{100 * bound:.{digits}f}%" for bound in (low, high))


def average(bidding: Bidding, value: float, signed: bool = False) -> str:
    """An average amount: dollars to the nearest thousand, or points to a tenth."""
    unit = "money" if bidding.rules.auction.money else "points"
    return format_amount(value, unit, signed=signed, digits=0)


def margin(bidding: Bidding, error: float) -> str:
    """The 95% margin of error of a mean."""
    return "± ?" if isinf(error) else f"± {average(bidding, 2 * error)}"


def _series(figures: Figures, point: Callable[[Mapping[str, Any], Trump], Point]) -> list[Series]:
    found: list[Series] = []
    for trump in figures.ends:
        points = [point(row, trump) for row in figures.points if row["trump"] == str(trump.value)]
        code = color_code(trump)
        found.append({"name": trump.word, "points": points})
        if code in ("R", "Y", "B", "G"):
            found[-1]["code"] = code
    return found


def _marks(bidding: Bidding) -> list[RuleLine]:
    """The bids worth a line in a plot: the guess, or the learner's highest bid; else what stands."""
    own = [call.amount for call in bidding.own_calls if isinstance(call, Bid)]
    if own:
        return [{"axis": "x", "at": own[-1], "label": f"your {own[-1]}"}]
    if bidding.guess is not None:
        return [{"axis": "x", "at": bidding.guess.bid, "label": f"your guess {bidding.guess.bid}"}]
    return []


def _bids_label(bidding: Bidding) -> str:
    return "Bid, thousands of dollars" if bidding.rules.auction.money else "Bid, points"


def unit_of_bids(bidding: Bidding) -> str:
    """What bids and scores are counted in."""
    return "thousands of dollars" if bidding.rules.auction.money else "points"


def _table(figures: Figures, cell: Callable[[Mapping[str, Any]], str]) -> PlotTable:
    by_bid: dict[int, list[str]] = {}
    for row in figures.points:
        by_bid.setdefault(row["bid"], []).append(cell(row))
    rows = [[str(bid), *cells] for bid, cells in by_bid.items()]
    return {"columns": ["Bid", *(trump.word for trump in figures.ends)], "rows": rows}


def draw_curve(bidding: Bidding, figures: Figures, said: str) -> Plot:
    """The chance of making each bid, a line for each trump; `said` tells it in a sentence."""

    def point(row: Mapping[str, Any], trump: Trump) -> Point:
        low, high = find_bounds(row["chance"], row["n"])
        return {"x": row["bid"], "y": row["chance"], "low": low, "high": high}

    return {
        "key": "curve",
        "kind": "curve",
        "title": "Chance of making each bid",
        "description": said,
        "x": {"label": _bids_label(bidding)},
        "y": {"label": "Made", "percent": True},
        "series": _series(figures, point),
        "rules": _marks(bidding),
        "table": _table(figures, lambda row: percent(row["chance"])),
    }


def draw_scores(bidding: Bidding, figures: Figures) -> Plot:
    """The expected score of each bid, a line for each trump."""

    def point(row: Mapping[str, Any], trump: Trump) -> Point:
        if isinf(row["score_standard_error"]):
            return {"x": row["bid"], "y": row["score"]}
        off = 2 * row["score_standard_error"]
        return {"x": row["bid"], "y": row["score"], "low": row["score"] - off, "high": row["score"] + off}

    top = max(figures.points, key=lambda row: float(row["score"]))
    word = next(trump.word for trump in figures.ends if str(trump.value) == top["trump"])
    format_amount = bidding.rules.auction.format_amount
    return {
        "key": "score",
        "kind": "curve",
        "title": "Expected score of winning the auction",
        "description": f"The highest score is expected at {format_amount(top['bid'])} with {word}: {average(bidding, top['score'])}.",
        "x": {"label": _bids_label(bidding)},
        "y": {"label": f"Score, {unit_of_bids(bidding)}", "percent": False},
        "series": _series(figures, point),
        "rules": [*_marks(bidding), {"axis": "y", "at": 0, "label": ""}],
        "table": _table(
            figures, lambda row: f"{average(bidding, row['score'])} {margin(bidding, row['score_standard_error'])}"
        ),
    }


def draw_spread(bidding: Bidding, figures: Figures, trump: Trump) -> Plot:
    """How often the side takes how much with a trump."""
    bars = figures.spread(trump)
    most = max(bars, key=lambda bar: bar[2])
    money = bidding.rules.auction.money

    def named(low: int, high: int) -> str:
        return f"{low} to {high - 5}" if money else str(low)

    points: list[Point] = [
        {"x": (low + high) / 2 if money else low, "y": share, "text": named(low, high)} for low, high, share in bars
    ]
    return {
        "key": "spread",
        "kind": "bars",
        "title": f"Money captured with {trump.word}",
        "description": f"Most often {named(most[0], most[1])} {unit_of_bids(bidding)}: in {percent(most[2])} of {figures.n:,} simulated deals.",
        "x": {"label": f"Captured, {unit_of_bids(bidding)}"},
        "y": {"label": "Proportion of simulated deals", "percent": True},
        "series": [{"name": trump.word, "points": points}],
        "rules": _marks(bidding),
        "table": {
            "columns": ["Captured", "Proportion"],
            "rows": [[named(low, high), percent(share)] for low, high, share in bars],
        },
    }
