"""The nest: which cards the bidder may put out, what of them the others are shown, and what is drawn from it blind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from mam.cards import UNSEEN, Card, counted, show
from mam.rulings import Reason


@dataclass(frozen=True)
class NestRules:
    """What differs between editions about the nest.

    `size` cards are taken up and put out. `shows` says what the others see of a forced discard: "all" of it, or the
    "money" only (C-14). `word` is what people call the nest (C-11).
    """

    size: int = 0
    shows: str = "all"
    word: str = "nest"


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
            "discard-money",
            f"{card.words} is a money card and {who} has {plain} plain number cards to put out instead.",
        )
    return Reason("discard", f"The {card.words} may never be put into the {rules.word}.")


def why_not_discard(cards: Sequence[Card], hand: Sequence[Card], rules: NestRules, who: str) -> Reason | None:
    """Why these cards together may not be put out, or None if they may."""
    if len(cards) != rules.size:
        return Reason("discard-count", f"{who} puts out exactly {counted(rules.size, 'card')}, not {len(cards)}.")
    for card in cards:
        if card != UNSEEN and cards.count(card) > max(1, hand.count(card) + hand.count(UNSEEN)):
            return Reason("discard-count", f"{card.words} is named twice; {who} puts out {rules.size} different cards.")
        if reason := why_not_put_out(card, hand, rules, who):
            return reason
    if is_forced(cards):
        kept = [card for card in hand if card.is_plain]
        for card in cards:
            if card in kept:
                kept.remove(card)
        if kept:
            return Reason(
                "discard-forced", f"Money may go out only after every plain card: {show(kept)} must go first."
            )
    return None


def list_discards(hand: Sequence[Card], rules: NestRules) -> Iterator[tuple[Card, ...]]:
    """The sets worth judging: made of cards that may each go out, so that hundreds of others need no verdict."""
    allowed = [card for card in hand if card != UNSEEN and why_not_put_out(card, hand, rules, "") is None]
    return iter(dict.fromkeys(combinations(allowed, rules.size)))  # of two equal cards either is the same discard


def shown(cards: Sequence[Card], rules: NestRules) -> tuple[Card, ...]:
    """What the others see of a discard: unseen cards, unless it was forced (R35-NEST-5, R04-WID-2)."""
    if not is_forced(cards):
        return (UNSEEN,) * len(cards)
    return tuple(card if card.money or rules.shows == "all" else UNSEEN for card in cards)


def why_discard(cards: Sequence[Card], rules: NestRules, who: str) -> tuple[Reason, ...]:
    """The rules under which a legal discard is made."""
    if is_forced(cards):
        seen = [card for card in shown(cards, rules) if card != UNSEEN]
        what = "all are shown" if rules.shows == "all" else "the money is shown"
        return (
            Reason(
                "discard-forced", f"{who} has too few plain cards, puts out every one of them and fills up with money."
            ),
            Reason("discard-shown", f"So {what}: {show(seen)}."),
        )
    return (
        Reason("discard-count", f"{who} keeps what helps and puts out {counted(len(cards), 'card')}."),
        Reason("discard", "All of them are plain number cards, as they must be."),
    )
