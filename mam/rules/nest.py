"""The nest: which cards the bidder may discard, what of them the others are shown, and what is drawn from it blind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from mam.rules.cards import UNSEEN, Card, counted, format_cards, often
from mam.rules.choices import check_choices
from mam.rules.rulings import Reason, mid_verb, with_verb

Shows = Literal["all", "money"]


@dataclass(frozen=True)
class NestRules:
    """What differs between editions about the nest.

    `size` cards are taken up and discarded. `shows` says what the others see of a forced discard: "all" of it, or the
    "money" only (C-14). `word` is what people call the nest (C-11).
    """

    size: int = 0
    shows: Shows = "all"
    word: str = "nest"

    def __post_init__(self) -> None:
        check_choices(self)


def is_forced(put_out: Sequence[Card]) -> bool:
    """Whether a legal discard was a forced one: money is discarded only when number cards run short (R35-NEST-4)."""
    return any(card.money for card in put_out)


def why_not_discard_card(card: Card, hand: Sequence[Card], rules: NestRules, who: str) -> Reason | None:
    """Why this single card may not be discarded from this hand, or None if it may."""
    if card.is_plain or card == UNSEEN:
        return None
    if card.money:
        plain = sum(held.is_plain for held in hand)  # as far as the hand is seen: an unseen card proves nothing
        if plain < rules.size:
            return None
        return Reason(
            "discard-money",
            with_verb(who, "can't") + f" discard {card.words}, a money card: "
            f"{mid_verb(who, 'hold')} {plain} number cards to discard instead.",
        )
    return Reason("discard", f"{with_verb(who, 'may')} never discard the {card.words}.")


def why_not_discard(cards: Sequence[Card], hand: Sequence[Card], rules: NestRules, who: str) -> Reason | None:
    """Why these cards may not be discarded together, or None if they may."""
    if len(cards) != rules.size:
        return Reason(
            "discard-count",
            f"{with_verb(who, 'must')} discard exactly {counted(rules.size, 'card')}, not {len(cards)}.",
        )
    for card in cards:
        if card != UNSEEN and cards.count(card) > max(1, hand.count(card) + hand.count(UNSEEN)):
            named, held = often(cards.count(card)), often(max(1, hand.count(card)))
            return Reason("discard-count", f"You named {card.named} {named} but hold it {held}.")
        if reason := why_not_discard_card(card, hand, rules, who):
            return reason
    if is_forced(cards):
        kept = [card for card in hand if card.is_plain]
        for card in cards:
            if card in kept:
                kept.remove(card)
        if kept:
            return Reason(
                "discard-forced",
                f"{with_verb(who, 'may')} discard money only when {mid_verb(who, 'have')} no other card to discard: "
                f"discard {format_cards(kept)} first.",
            )
    return None


def list_discards(hand: Sequence[Card], rules: NestRules) -> Iterator[tuple[Card, ...]]:
    """The sets worth judging: made of cards that may each go out, so that hundreds of others need no verdict."""
    allowed = [card for card in hand if card != UNSEEN and why_not_discard_card(card, hand, rules, "") is None]
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
        what = "All the discards are shown" if rules.shows == "all" else "The money discarded is shown"
        return (
            Reason("discard-forced", f"{who} has too few number cards, so money is discarded too."),
            Reason("discard-shown", f"{what}: {format_cards(seen)}."),
        )
    return (
        Reason("discard-count", f"{who} discards {counted(len(cards), 'card')}."),
        Reason("discard", "All of them are number cards, as required."),
    )
