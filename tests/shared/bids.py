"""The lowest bids of an auction, for set-ups in which the amount is not what the test is about."""

import mam
from mam.rules.editions import TrickGameRules, get_edition


def opening(edition: str) -> int:
    """The minimum opening bid by the rules of an edition."""
    rules = get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    return rules.auction.min_opening


def spell_bid(round: mam.TrickRound, text: str) -> str:
    """The move with its amount: "open" is the minimum opening bid, "raise" the lowest raise, "open NC" one with a color, "190" a bid."""
    word, _, color = text.partition(" ")
    if word.isdecimal():
        return f"bid {text}"
    if word not in ("open", "raise"):
        return text
    rules, amount = round.rules.auction, round.rules.auction.min_opening
    if word == "raise":
        amount = max(call.amount for _, call in round.calls if isinstance(call, mam.Bid)) + rules.min_raise
    return f"bid {amount} {color}".strip()
