"""The nest: which three cards the bidder may put out, and what of them the others are shown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from mam.cards import UNSEEN, Card, show
from mam.rulings import Reason


@dataclass(frozen=True)
class NestRules:
    """What differs between editions about the nest.

    `size` cards are taken up and put out.
    """

    size: int = 3


def is_forced(put_out: Sequence[Card]) -> bool:
    """Whether a legal discard was a forced one: money goes out only when plain cards run short (R35-NEST-4)."""
    return any(card.money for card in put_out)


def why_not_put_out(card: Card, hand: Sequence[Card], rules: NestRules, who: str) -> Reason | None:
    """Why this single card may not be put out of this hand, or None if it may."""
    if card.is_plain or card == UNSEEN:
        return None
    if card.money:
        plain = sum(held.is_plain for held in hand)  # as far as the hand is seen: an unseen card proves nothing
        if plain < rules.size:
            return None
        return Reason(
            "discard", f"{card.words} is a money card and {who} has {plain} plain number cards to put out instead."
        )
    return Reason("discard", f"The {card.words} may never be put into the nest.")


def why_not_discard(cards: Sequence[Card], hand: Sequence[Card], rules: NestRules, who: str) -> Reason | None:
    """Why these cards together may not be put out, or None if they may."""
    if len(cards) != rules.size:
        return Reason("discard-count", f"{who} puts out exactly {rules.size} cards, not {len(cards)}.")
    for place, card in enumerate(cards):
        if card != UNSEEN and card in cards[:place]:
            return Reason("discard-count", f"{card.words} is named twice; {who} puts out {rules.size} different cards.")
        if reason := why_not_put_out(card, hand, rules, who):
            return reason
    if is_forced(cards):
        kept = [card for card in hand if card.is_plain and card not in cards]
        if kept:
            return Reason(
                "discard-forced", f"Money may go out only after every plain card: {show(kept)} must go first."
            )
    return None


def list_discards(hand: Sequence[Card], rules: NestRules) -> Iterator[tuple[Card, ...]]:
    """The sets worth judging: made of cards that may each go out, so that hundreds of others need no verdict."""
    allowed = [card for card in hand if card != UNSEEN and why_not_put_out(card, hand, rules, "") is None]
    return combinations(allowed, rules.size)


def shown(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What the others see of a discard: unseen cards, unless it was forced (R35-NEST-5)."""
    return tuple(cards) if is_forced(cards) else (UNSEEN,) * len(cards)


def why_discard(cards: Sequence[Card], who: str) -> tuple[Reason, ...]:
    """The rules under which a legal discard is made."""
    if is_forced(cards):
        return (
            Reason(
                "discard-forced", f"{who} has too few plain cards, puts out every one of them and fills up with money."
            ),
            Reason("discard-shown", f"So all are shown: {show(cards)}."),
        )
    return (
        Reason("discard-count", f"{who} keeps what helps and puts out {len(cards)} cards."),
        Reason("discard", "All of them are plain number cards, as they must be."),
    )
