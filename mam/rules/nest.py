"""The nest: which cards the bidder may discard, and what the opponents see of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from mam.rules.cards import UNSEEN, Card, format_cards, format_count, format_times
from mam.rules.choices import check_choices
from mam.rules.rulings import Reason, conjugate, lower_with_verb

Shows = Literal["all", "money"]


@dataclass(frozen=True)
class NestRules:
    """The facts about the nest that differ between editions.

    The bidder picks up and discards `size` cards. `shows` says what the opponents see of a forced discard: "all" of it,
    or only the "money" (C-14). `word` is the edition's name for the nest (C-11).
    """

    size: int = 0
    shows: Shows = "all"
    word: str = "nest"

    def __post_init__(self) -> None:
        check_choices(self)


def is_forced(cards: Sequence[Card]) -> bool:
    """Return whether a legal discard was forced: money is discarded only when number cards run short (R35-NEST-4)."""
    return any(card.money for card in cards)


def why_not_discard_card(card: Card, hand: Sequence[Card], rules: NestRules, mover: str) -> Reason | None:
    """Return why this card may not be discarded from this hand, or None if it may."""
    if card.is_number_card or card == UNSEEN:
        return None
    if card.money:
        plain_count = sum(hand_card.is_number_card for hand_card in hand)
        if plain_count < rules.size:  # an unseen card proves nothing, so it does not count
            return None
        count_text = f"at least {plain_count}" if UNSEEN in hand else str(plain_count)
        return Reason(
            "discard-money",
            conjugate(mover, "can't") + f" discard {card.named}, a money card:",
            f"{lower_with_verb(mover, 'hold')} {count_text} number cards to discard instead.",
        )
    return Reason("discard", f"{conjugate(mover, 'may')} never discard the {card.words}.")


def why_not_discard(cards: Sequence[Card], hand: Sequence[Card], rules: NestRules, mover: str) -> Reason | None:
    """Return why these cards may not be discarded together, or None if they may."""
    if len(cards) != rules.size:
        return Reason(
            "discard-count",
            f"{conjugate(mover, 'must')} discard exactly {format_count(rules.size, 'card')}, not {len(cards)}.",
        )
    for card in cards:
        if card != UNSEEN and cards.count(card) > max(1, hand.count(card) + hand.count(UNSEEN)):
            named_times, held_times = format_times(cards.count(card)), format_times(max(1, hand.count(card)))
            return Reason("discard-count", f"You named {card.named} {named_times} but hold it {held_times}.")
        if reason := why_not_discard_card(card, hand, rules, mover):
            return reason
    if is_forced(cards):
        number_cards = [card for card in hand if card.is_number_card]
        for card in cards:
            if card in number_cards:
                number_cards.remove(card)
        if number_cards:
            return Reason(
                "discard-forced",
                f"{conjugate(mover, 'may')} discard money only when {lower_with_verb(mover, 'have')} no other card to discard:",
                f"discard {format_cards(number_cards)} first.",
            ).resting_on("discard-all-numbers")
    return None


def list_discards(hand: Sequence[Card], rules: NestRules) -> Iterator[tuple[Card, ...]]:
    """Return the sets to consider: only cards that may each be discarded, which saves hundreds of checks."""
    discardable = [card for card in hand if card != UNSEEN and why_not_discard_card(card, hand, rules, "") is None]
    return iter(dict.fromkeys(combinations(discardable, rules.size)))  # either copy of a card makes the same discard


def show_discard(cards: Sequence[Card], rules: NestRules) -> tuple[Card, ...]:
    """Return what the opponents see of a discard: unseen cards, unless it was forced (R35-NEST-5, R04-WID-2)."""
    if not is_forced(cards):
        return (UNSEEN,) * len(cards)
    return tuple(card if card.money or rules.shows == "all" else UNSEEN for card in cards)


def why_discard(cards: Sequence[Card], rules: NestRules, name: str) -> tuple[Reason, ...]:
    """Return the rules behind a legal discard."""
    if is_forced(cards):
        visible = [card for card in show_discard(cards, rules) if card != UNSEEN]
        subject = "All the discards are shown" if rules.shows == "all" else "The money discarded is shown"
        if all(card.money for card in cards):
            forced = Reason("discard-forced", f"{name} has no number card, so money is discarded.")
            forced = forced.resting_on("discard-no-numbers")
        else:
            forced = Reason("discard-forced", f"{name} has too few number cards, so money is discarded too.")
            forced = forced.resting_on("discard-all-numbers")
        return (
            forced,
            Reason("discard-shown", f"{subject}: {format_cards(visible)}.").resting_on("discard-shown-at-once"),
        )
    return (
        Reason("discard-count", f"{name} discards {format_count(len(cards), 'card')}."),
        Reason("discard", "All of them are number cards, as required.").resting_on("discard-money"),
    )
