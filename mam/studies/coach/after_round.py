"""What the coach says after the round: what was promised, what was taken, and the richest trick."""

from mam.games.trick_round import TrickRound
from mam.studies.coach.advice import format_dollars


def describe_end(round: TrickRound, you: str) -> tuple[str, str, str]:
    """Return three sentences about a round that is over. Raises ValueError for one that is not, or has no bidder."""
    result, bidder, bid = round.result, round.bidder, round.bid
    if result is None or bidder is None or bid is None or not round.tricks:
        raise ValueError("the coach speaks at the end of a round that was played out")
    names, side = round.rules.seat_names, round.side_of(you)
    opponents = next(name for name in round.captured if name != side)
    is_ours, captured = round.side_of(bidder) == side, round.captured[round.side_of(bidder)]
    who = "You" if bidder == you else f"{names[bidder]}, your partner," if is_ours else names[bidder]
    outcome = "made it" if captured >= bid else f"missed it by {format_dollars(bid - captured)}"
    our_money, their_money = format_dollars(round.captured[side]), format_dollars(round.captured[opponents])
    score = result.scores[side]
    scored = f"You score {format_dollars(score)}." if score >= 0 else f"You are set back {format_dollars(-score)}."
    richest = max(round.tricks, key=lambda trick: trick.value)
    taker = "you" if richest.winner == you else names[richest.winner or ""]
    animal = f" ({richest.tag.split()[0]} included)" if richest.tag else ""
    return (
        f"{who} promised {format_dollars(bid)}, and {outcome}.",
        f"Your side took {our_money}, the others {their_money}. {scored}",
        f"The richest trick was number {round.tricks.index(richest) + 1}: {taker} took {format_dollars(richest.value)}{animal}.",
    )
