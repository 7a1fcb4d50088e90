"""Exercises on the auction: what may be called, and where it ends."""

from mam.classroom.answers import Choices
from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import begin_round
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.auction import find_high_bid, find_min_bid
from mam.rules.moves import Bid, Call, Pass

_LESSON = "05-bidding"


def _describe_calls(round: TrickRound) -> str:
    """Describe the calls made so far."""
    names = round.rules.seat_names
    statements = [
        f"{names[seat]} {format_amount(call.amount) if isinstance(call, Bid) else 'pass'}" for seat, call in round.calls
    ]
    return ", ".join(statements)


def _spell(call: Call) -> str:
    if isinstance(call, Bid):
        return f"{format_amount(call.amount)}{f' in {call.color.word}' if call.color else ''}"
    return "pass"


@exercise("legal-calls", "Which calls are legal?", kind="rules", level=2, lesson=_LESSON, form=Choices)
def legal_calls(draw: Draw) -> Variant:
    """Stop an auction at some call and ask which calls are legal."""
    round = _stop_auction(draw)
    calls = _choose_options(draw, round)
    reasons, right = {}, []
    for call in calls:
        refusal = round.why_not(call)
        reasons[_spell(call)] = _why(round, call)
        right += [] if refusal else [_spell(call)]
    options = tuple(map(_spell, calls))
    names, current = round.rules.seat_names, find_high_bid(round.calls)
    calls_text = f"The calls so far: {_describe_calls(round)}." if round.calls else "Nobody has called yet."
    if current:
        need = f"The high bid is {format_amount(current[1].amount)}: the lowest legal bid is {format_amount(find_min_bid(round.calls, round.rules.auction))}."
    else:
        need = "The dealer opens, with $175,000 to $200,000, and can't pass."
    return Variant(
        f"Rules of 1935. {names[round.deal.dealer]} is the dealer. {calls_text} It is {names[round.turn or '']}'s turn. Which of these calls "
        f"are legal now?\n\n{as_options(options)}",
        Choices(tuple(right), options, reasons),
        (
            "Ask of each call: is it high enough, is it a multiple of $5,000, and is it only an amount? (R35-BID-5, R35-BID-6, R35-BID-7)",
            "The dealer calls first and must open, with $175,000 to $200,000; that maximum is for the opening bid only (R35-BID-1, R35-BID-2).",
            need,
        ),
        "\n".join(
            f"- {option}: {'legal' if option in right else 'not legal'}. {reasons[option]}" for option in options
        ),
        {
            "dealer": names[round.deal.dealer],
            "calls": _describe_calls(round),
            "to_speak": names[round.turn or ""],
            "options": list(options),
        },
    )


def _why(round: TrickRound, call: Call) -> str:
    refusal = round.why_not(call)
    if refusal:
        return f"{refusal.reason.removesuffix('.')} ({refusal.id})."
    ruling = round.why(call)[0]
    return f"{ruling.reason.removesuffix('.')} ({ruling.id})."


def _stop_auction(draw: Draw, minimum: int = 0) -> TrickRound:
    """Return an auction after a few calls that is not over."""
    round, call_count = begin_round(draw), draw.between(minimum, 8)
    while len(round.calls) < call_count:
        bids = [move for move in round.legal_moves if isinstance(move, Bid)][:8]
        alive = len({seat for seat, call in round.calls if call == Pass()}) < 2
        call = Pass() if round.calls and alive and draw.below(3) == 0 else draw.one_of(bids)
        next_round = round.play(call)
        if next_round.phase != "auction":
            break
        round = next_round
    return round


def _choose_options(draw: Draw, round: TrickRound) -> list[Call]:
    """Return calls to choose from, some legal and some not, for different reasons."""
    from mam.rules.cards import Color

    standing = find_high_bid(round.calls)
    if standing is None:
        low, high = (
            [Bid(draw.one_of([150, 160, 170])), Bid(draw.between(176, 179))],
            [Bid(draw.one_of([205, 210, 225]))],
        )
        legal = [Bid(amount) for amount in draw.some_of([175, 180, 185, 190, 195, 200], 2)]
        return draw.shuffled([*low, *high, *legal, Bid(185, draw.one_of(list(Color))), Pass()])
    high_amount = standing[1].amount
    low = [Bid(high_amount), Bid(high_amount + 5), Bid(high_amount - draw.one_of([5, 10]))]
    odd = Bid(high_amount + 10 + draw.one_of([1, 2, 3, 4, 6, 7, 8, 9]))
    legal = [Bid(high_amount + step) for step in draw.some_of([10, 15, 20, 25, 40, 60], 2)]
    color_bid = Bid(high_amount + draw.one_of([10, 20]), draw.one_of(list(Color)))
    return draw.shuffled([*draw.some_of(low, 2), odd, *legal, color_bid, Pass()])


@exercise("least-raise", "The lowest raise", kind="rules", level=1, lesson=_LESSON, form=Number, unit=DOLLARS)
def least_raise(draw: Draw) -> Variant:
    """Describe an auction call by call and ask for the lowest amount that the next player may bid."""
    round = _stop_auction(draw, 4)
    names, minimum = round.rules.seat_names, find_min_bid(round.calls, round.rules.auction)
    high_amount = minimum - 10
    opening = next(call.amount for _, call in round.calls if isinstance(call, Bid))
    slips = [
        Slip("high-bid", high_amount, f"{high_amount} is already bid. A raise must be at least $10,000 (R35-BID-5)."),
        Slip(
            "one-step", high_amount + 5, "Bids go in steps of $5,000, but a raise must be at least $10,000 (R35-BID-5)."
        ),
        Slip("from-the-opening", opening + 10, "That raises the opening bid. Count from the last bid."),
        Slip(
            "by-one",
            high_amount + 1,
            "Bids are multiples of $5,000, and a raise must be at least $10,000 (R35-BID-5, R35-BID-6).",
        ),
    ]
    return Variant(
        f"Rules of 1935. {names[round.deal.dealer]} is the dealer. The calls: "
        f"{_describe_calls(round)}. What is the lowest bid that {names[round.turn or '']} may make now, in thousands of dollars?",
        Number(
            minimum,
            slips,
            "Find the last bid, then add the smallest raise.",
        ),
        (
            "A pass changes nothing: look for the last bid.",
            "Each bid is at least $10,000 above the one before (R35-BID-5).",
        ),
        f"The last bid is {format_amount(high_amount)}. A raise is at least $10,000 (R35-BID-5), so {format_amount(minimum)}.",
        {"dealer": names[round.deal.dealer], "calls": _describe_calls(round), "to_speak": names[round.turn or ""]},
    )
