"""The coach's rules for a lead, and for a hand with one legal card."""

from collections.abc import Callable, Sequence

from mam.rules.cards import Card
from mam.studies.coach.advice import Advice, advise_card, name_card
from mam.studies.coach.trick_facts import TrickFacts
from mam.support.messages import capitalize

Rule = Callable[[TrickFacts], Advice | None]


def _advise_only_card(facts: TrickFacts) -> Advice | None:
    if len(facts.legal) > 1:
        return None
    (card,) = facts.legal
    if len(facts.hand) == 1:
        return advise_card(card, "This is your last card.", f"Play {name_card(card)}.", "only card")
    if facts.led is None:
        cause = "You may lead the Bull or the Bear only as your last card."
        return advise_card(card, cause, f"Lead {name_card(card)}.", "only card")
    name = name_card(card)
    text = f"{capitalize(name)} is the only card that you may play."
    return advise_card(card, f"{facts.led.word} was led, and you must follow.", text, "only card")


def _draw_trumps(facts: TrickFacts) -> Advice | None:
    trumps = [card for card in facts.hand if facts.is_trump(card)]
    out = [card for card in facts.out if facts.is_trump(card)]
    is_ours = facts.round.bidder in (facts.you, facts.partner)
    if facts.cards or not is_ours or len(trumps) < 2 or not out:
        return None
    if all((seat, facts.trump) in facts.voids for seat in facts.opponents):
        return None
    best = max(trumps, key=facts.strength)
    if not facts.is_top(best) or len(trumps) + 1 < len(out) / 2:
        return None
    count = "One trump is" if len(out) == 1 else f"{len(out)} trumps are"
    cause = f"{count} still out, and {name_card(best)} beats {'it' if len(out) == 1 else 'them all'}."
    return advise_card(best, cause, "Lead it: whoever holds a trump must play one.", "draw trumps")


def _lead_top(facts: TrickFacts) -> Advice | None:
    if facts.cards:
        return None
    tops = [card for card in facts.legal if card.color and not facts.is_trump(card) and facts.is_top(card)]
    has_trumps = any(facts.is_trump(card) for card in facts.out)
    has_trumps = has_trumps and not all((seat, facts.trump) in facts.voids for seat in facts.opponents)
    for card in sorted(tops, key=lambda card: -card.money):
        assert card.color is not None
        name, color = name_card(card), card.color.word
        if not has_trumps:
            opponents = " and ".join(facts.names[seat] for seat in facts.opponents)
            cause = f"{opponents} have no trumps, and {name} is the highest {color} card."
            return advise_card(card, cause, "Lead it: they can't beat it.", "lead top")
        if facts.is_top_but_trumps(card, facts.opponents, card.color):
            text = f"Lead it, while everybody still has {color}."
            return advise_card(card, f"{name} is the highest {color} card left.", text, "lead top")
    return None


def _lead_low(facts: TrickFacts) -> Advice | None:
    if facts.cards:
        return None
    plain = [card for card in facts.legal if card.color and not facts.is_trump(card)]
    if not plain:
        return _lead_trump(facts, sorted(filter(facts.is_trump, facts.legal), key=facts.strength))
    card = min(plain, key=lambda card: (card.money > 0, facts.is_top(card), -facts.count(card.color), card.rank))
    name, color = name_card(card), card.color.word if card.color else ""
    if card.money:
        cause = "You have no safe high card to lead, and no low one."
        return advise_card(card, cause, f"Lead {name}: it costs least.", "lead low")
    if facts.is_top(card):
        text = f"Lead {name}: no {color} card is higher, but it may be trumped."
        return advise_card(card, "You have nothing better to lead.", text, "lead low")
    text = f"Lead low, {name}, and wait for a better chance."
    return advise_card(card, "You have no safe high card to lead.", text, "lead low")


def _lead_trump(facts: TrickFacts, trumps: Sequence[Card]) -> Advice:
    if not trumps:
        card = facts.legal[0]
        return advise_card(card, "You have only the Bull and the Bear left.", f"Lead {name_card(card)}.", "lead low")
    if facts.is_top(trumps[-1]):
        cause = f"You can lead only trumps, and nothing beats {name_card(trumps[-1])}."
        return advise_card(trumps[-1], cause, "Lead it, and go on from the top.", "lead low")
    cause = "You can lead only trumps, and higher ones are out."
    return advise_card(trumps[0], cause, f"Lead your lowest, {name_card(trumps[0])}.", "lead low")


LEADING: tuple[Rule, ...] = (_advise_only_card, _draw_trumps, _lead_top, _lead_low)
