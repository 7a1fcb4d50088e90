"""The advice of the bidding lab: what to call now, where to stop, and what each limit gains."""

from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING, Any

from mam.analysis.alternatives import GoTo, describe_alternative
from mam.rules.moves import Bid, Move, Pass
from mam.scenes.schema import Calls
from mam.text.notation import parse_move
from mam_widgets.bidding.model import Bidding
from mam_widgets.bidding.plots import average, percent
from mam_widgets.bidding.schema import CallAdvice, PlanRow

if TYPE_CHECKING:
    from mam.analysis.advice import Advice

_ENOUGH = 400  # deals for advice that can be a headline
_LIMITS = 4  # limits in the table, the recommended one among them

_FEW_DEALS = " With so few deals this is only a rough idea."

Row = tuple[Move | GoTo, dict[str, Any]]  # an alternative and its figures


def find_plan(advice: "Advice | None") -> GoTo | None:
    """Return how far to bid, with which trump; None if there is no advice yet, or it says to pass."""
    plan = None if advice is None else _list_rows(advice)[0][0]
    return plan if isinstance(plan, GoTo) else None


def is_precise(advice: "Advice") -> bool:
    """Return whether the advice comes from enough deals for a headline."""
    return advice.outcomes.n >= _ENOUGH


def make_advice(bidding: Bidding, advice: "Advice | None") -> CallAdvice | None:
    """Return what to call now and where to stop, why, and what the limits gain."""
    if advice is None:
        return None
    rows = _list_rows(advice)
    plan = find_plan(advice)
    trump = plan or next((alternative for alternative, _ in rows if isinstance(alternative, GoTo)), None)
    return {
        "head": _describe_head(bidding, advice, plan),
        "why": _describe_reason(bidding, advice, plan) + ("" if is_precise(advice) else _FEW_DEALS),
        "short": _describe_briefly(advice, plan),
        "brief": {"head": _describe_head_briefly(advice, plan), "short": _describe_briefly(advice, plan)},
        "move": str(advice.best),
        "table": {
            "head": f"Your limit in {trump.trump.word}" if trump and trump.trump else "Your call",
            "columns": ["Plan", f"Gain, {'$1,000s' if bidding.rules.auction.money else 'points'}", "Made"],
            "rows": [_make_row(bidding, row, row[0] == rows[0][0]) for row in _pick_rows(rows, trump)],
        },
        "note": f"Gain: your side’s score minus theirs. ± is the 95% margin of error, {advice.outcomes.n:,} deals.",
        "model": f"The advice is based on {advice.outcomes.n:,} simulated deals: {advice.outcomes.model}.",
    }


@lru_cache(maxsize=8)
def _list_rows(advice: "Advice") -> list[Row]:
    """Return the alternatives with their figures, the best first."""

    by_name = {describe_alternative(alternative): alternative[0] for alternative in advice.outcomes.alternatives}
    return [(by_name[row["alternative"]], row) for row in advice.rows]


def _pick_rows(rows: list[Row], plan: GoTo | None) -> list[Row]:
    """Return the limits round the recommended one, with its trump, by amount; then passing."""
    limits = [row for row in rows if isinstance(row[0], GoTo) and plan is not None and row[0].trump == plan.trump]
    limits.sort(key=lambda row: row[0].limit)  # type: ignore[union-attr]
    best = next((index for index, (alternative, _) in enumerate(limits) if alternative == plan), 0)
    start = max(0, min(best - 1, len(limits) - _LIMITS))
    return limits[start : start + _LIMITS] + [row for row in rows if isinstance(row[0], Pass)]


def _make_row(bidding: Bidding, row: Row, is_best: bool) -> PlanRow:
    alternative, figures = row
    money = bidding.rules.auction.money
    gain, margin = figures["estimate"], 2 * figures["standard_error"]
    digits = 0 if money else 1
    sign = "−" if round(gain, digits) < 0 else "+"
    return {
        "text": "Up to" if isinstance(alternative, GoTo) else "Pass",
        "limit": str(alternative.limit) if isinstance(alternative, GoTo) else "",
        "gain": f"{sign}{abs(gain):.{digits}f} ± {margin:.{digits}f}",
        "chance": percent(figures["made"]) if isinstance(alternative, GoTo) and not isnan(figures["made"]) else "–",
        "is_best": is_best,
    }


def _describe_head(bidding: Bidding, advice: "Advice", plan: GoTo | None) -> str:
    best, amount_of = advice.best, bidding.rules.auction.format_amount
    if plan is None or not isinstance(best, Bid):
        return "Pass."
    color = f" in {best.color.word}" if best.color is not None else ""
    limit = f"stop at {amount_of(plan.limit)}" if plan.limit > best.amount else "go no higher"
    return f"Bid {amount_of(best.amount)}{color} now; {limit}."


def _describe_head_briefly(advice: "Advice", plan: GoTo | None) -> str:
    best = advice.best
    if plan is None or not isinstance(best, Bid):
        return "Pass."
    limit = f"stop at {plan.limit}" if plan.limit > best.amount else "go no higher"
    return f"Bid {best.amount}; {limit}."


def _describe_reason(bidding: Bidding, advice: "Advice", plan: GoTo | None) -> str:
    amount_of = bidding.rules.auction.format_amount
    rows = _list_rows(advice)
    if plan is not None and plan.trump is not None:
        reason = f"Going up to {amount_of(plan.limit)} in {plan.trump.word} gains the most"
        chance = rows[0][1]["made"]
        reason += "." if isnan(chance) else f": your side captures that much in {percent(chance)} of deals."
        return reason if advice.is_clear else f"{reason} Passing gains about as much: no clear difference."
    bids = [row for row in rows if isinstance(row[0], GoTo)]
    if not bids:
        return "There is no other call."
    limit, figures = bids[0]
    assert isinstance(limit, GoTo) and limit.trump is not None
    loss, margin = -figures["difference"], 2 * figures["difference_standard_error"]
    reason = f"The best bid, up to {amount_of(limit.limit)} in {limit.trump.word}, gains {average(bidding, loss)} ± {average(bidding, margin)} less."
    return reason if advice.is_clear else f"{reason} That is no clear difference."


def _describe_briefly(advice: "Advice", plan: GoTo | None) -> str:
    if plan is None:
        return "Bidding gains less." if advice.is_clear else "Bidding gains about as much."
    chance = advice.rows[0]["made"]
    return "That gains the most." if isnan(chance) else f"Captured in {percent(chance)} of deals."


def mark_hint(calls: Calls, best: Move) -> None:
    """Mark the recommended call; where bids name a color, its color is the one to begin with."""
    for option in calls["options"]:
        move = parse_move(option["move"])
        is_same_amount = isinstance(move, Bid) and isinstance(best, Bid) and move.amount == best.amount
        option["hint"] = is_same_amount or move == best
    if isinstance(best, Bid) and best.color is not None:
        for color in calls.get("colors", []):
            color["is_chosen"] = color["code"] == str(best.color.value)
