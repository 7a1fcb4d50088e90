"""The coach's rules for a trick that others have begun: your partner is winning, or the opponents are, or nobody."""

from mam.rules.cards import BEAR, BULL, TIGER, Card
from mam.rules.tricks import find_multiplier
from mam.studies.coach.advice import Advice, advise_card, format_dollars, name_card
from mam.studies.coach.leading import Rule
from mam.studies.coach.trick_facts import TrickFacts

# Your partner is winning


def _name_partner(seen: TrickFacts) -> str:
    return f"{seen.names[seen.partner]}, your partner,"


def _wake_with_bull(seen: TrickFacts) -> Advice | None:
    if (
        BULL not in seen.legal
        or not seen.is_wiped_out
        or seen.money < 30
        or seen.winner != seen.partner
        or seen.winning is None
    ):
        return None
    if not seen.is_safe(seen.winning, seen.after):
        return None
    cause = f"The Bear lies on your partner's trick, {format_dollars(seen.money)}."
    return advise_card(BULL, cause, "Your Bull comes later, so it counts: play it.", "Bull after Bear")


def _double_for_partner(seen: TrickFacts) -> Advice | None:
    least = 30 if len(seen.hand) > 5 else 10
    if (
        BULL not in seen.legal
        or seen.winner != seen.partner
        or seen.value < least
        or seen.is_wiped_out
        or seen.winning is None
    ):
        return None
    cause = f"{_name_partner(seen)} is winning {format_dollars(seen.value)}."
    if seen.is_safe(seen.winning, seen.after):
        reason = "Nobody after you can beat it" if seen.after else "You play last"
        return advise_card(BULL, cause, f"{reason}: play the Bull, and double it.", "Bull for partner")
    if seen.is_top_but_trumps(seen.winning, seen.after):
        return advise_card(BULL, cause, "Only a trump could beat it: play the Bull, and double it.", "Bull for partner")
    return None


def _give_money(seen: TrickFacts) -> Advice | None:
    if seen.winner != seen.partner or seen.is_wiped_out or seen.winning is None:
        return None
    is_safe = seen.is_safe(seen.winning, seen.after)
    if not is_safe and not seen.is_top_but_trumps(seen.winning, seen.after):
        return None
    gifts = [card for card in seen.legal if card.money and (not seen.is_trump(card) or seen.led == seen.trump)]
    gifts = [card for card in gifts if not _is_worth_keeping(seen, card)]
    if not is_safe:
        gifts = [card for card in gifts if card.money <= 15]
    if not gifts:
        return None
    card = max(gifts, key=lambda card: (card.money, -seen.is_top(card)))
    if not is_safe:
        cause = f"{_name_partner(seen)} is winning. Only a trump could beat it."
        return advise_card(card, cause, f"Give some money: {name_card(card)}.", "give money")
    reason = "Nobody after you can beat it" if seen.after else "You play last"
    return advise_card(
        card, f"{_name_partner(seen)} is winning.", f"{reason}: give money, {name_card(card)}.", "give money"
    )


def _is_worth_keeping(seen: TrickFacts, card: Card) -> bool:
    """Return whether this is the highest card of the color led, which takes a later trick by itself."""
    return seen.is_top(card) and card.rank == 40 and len(seen.hand) > 4 and card.color == seen.led


def _save_for_later(seen: TrickFacts) -> Advice | None:
    if seen.winner != seen.partner or seen.winning is None:
        return None
    card = min(seen.legal, key=seen.cost)
    if not seen.after or seen.is_safe(seen.winning, seen.after):
        cause = f"{_name_partner(seen)} is winning, and needs no help."
        return advise_card(card, cause, f"Play a card that you won't miss: {name_card(card)}.", "low for partner")
    opponent = next(seat for seat in seen.after if seat != seen.partner)
    cause = f"{seen.names[seen.partner]} is winning, but {seen.names[opponent]} may still beat it."
    if seen.captures(card):
        return advise_card(card, cause, f"Play the lowest that you may, {name_card(card)}.", "low for partner")
    return advise_card(card, cause, f"Wait with your money: play {name_card(card)}.", "low for partner")


# The opponents are winning, or nobody


def _take_last(seen: TrickFacts) -> Advice | None:
    """You play last: the cheapest card that takes it, or one that brings its own money home."""
    takers = [card for card in seen.legal if seen.captures(card)]
    if seen.after or seen.winner == seen.partner or not seen.cards or not takers:
        return None
    who = seen.names[seen.winner] if seen.winner else "Nobody"
    followers = [card for card in takers if seen.color(card) == seen.led]
    if followers and seen.led != seen.trump:
        money = [card for card in followers if card.money and not (card.rank == 40 and seen.money < 20)]
        card = max(money, key=lambda card: card.money) if money else min(followers, key=seen.cost)
        name = name_card(card)
        text = f"Take it with {name}, and bring your own money home." if card.money else f"Take it: {name} is enough."
        return advise_card(card, f"{who} is winning, and you play last.", text, "take last")
    card = min(takers, key=seen.cost)
    gain = (seen.money + card.money) * find_multiplier((*seen.cards, card), seen.rules)
    if seen.is_trump(card) and gain < (40 if card == TIGER and len(seen.hand) >= 5 else 15):
        return None
    amount = f" {format_dollars(seen.value)}" if seen.value else ""
    cause = f"{who} is winning{amount if seen.winner else ''}, and you play last."
    name, take = name_card(card), f"Take{amount or ' it'}"
    text = f"{take}: {name} is enough." if seen.led == seen.trump else f"{take} with {name}, a trump."
    return advise_card(card, cause, text, "take last")


def _take_with_top(seen: TrickFacts) -> Advice | None:
    """Others still play, but nothing can beat your card."""
    if not seen.after or not seen.cards or seen.winner == seen.partner or seen.led == seen.trump:
        return None
    takers = [card for card in seen.legal if seen.captures(card) and card.color and seen.color(card) == seen.led]
    sure = [card for card in takers if seen.is_safe(card, seen.after) or seen.is_top_but_trumps(card, seen.after)]
    if not sure:
        return None
    card = max(sure, key=lambda card: (card.money, -card.rank))
    name = name_card(card)
    if seen.is_safe(card, seen.after):
        return advise_card(card, f"Nobody after you can beat your {name}.", "Take the trick with it.", "take top")
    cause = f"{name} is the highest {card.color.word if card.color else ''} card left."
    return advise_card(card, cause, "Take the trick: only a trump could beat it.", "take top")


def _spoil_with_bear(seen: TrickFacts) -> Advice | None:
    if BEAR not in seen.legal or seen.winner in (None, seen.partner) or seen.value < 30:
        return None
    if any(seen.captures(card) and (not seen.after or seen.is_safe(card, seen.after)) for card in seen.legal):
        return None
    cause = (
        f"{seen.names[seen.winner or '']} is winning {format_dollars(seen.value)}, and you can't be sure to beat it."
    )
    return advise_card(BEAR, cause, "Play the Bear: the trick is worth nothing.", "Bear")


def _trump_in(seen: TrickFacts) -> Advice | None:
    """You can't follow, money lies there, others still play."""
    if not seen.after or not seen.cards or seen.winner == seen.partner or seen.value < 15:
        return None
    takers = [card for card in seen.legal if seen.captures(card) and seen.is_trump(card)]
    takers = [card for card in takers if card != TIGER or seen.value >= 40 or len(seen.hand) < 5]
    if not takers or (seen.led == seen.trump and seen.value < 30):
        return None
    takers.sort(key=seen.cost)
    sure = [card for card in takers if seen.is_safe(card, seen.after)]
    card = sure[0] if sure and (seen.value >= 30 or sure[0] == takers[0]) else takers[0]
    amount = format_dollars(seen.value)
    cause = f"{seen.names[seen.winner]} is winning {amount}." if seen.winner else f"{amount} lies there."
    if card in sure:
        return advise_card(card, cause, f"Nobody after you can beat {name_card(card)}: take it.", "trump in")
    text = f"Take it with {name_card(card)}, a trump. Only a higher trump could beat that."
    return advise_card(card, cause, text, "trump in")


def _drop_animal(seen: TrickFacts) -> Advice | None:
    """Near the end, an animal that you can't use must not be your last card."""
    animals = [card for card in (BULL, BEAR) if card in seen.legal]
    if len(seen.hand) > 3 or seen.value > 10 or not seen.cards or seen.winner == seen.partner or not animals:
        return None
    cause = (
        f"Only {format_dollars(seen.value)} lies here, and the end is near."
        if seen.value
        else "Nothing lies here, and the end is near."
    )
    text = f"Get rid of {name_card(animals[0])}, before it is your last card."
    return advise_card(animals[0], cause, text, "drop an animal")


def _give_least(seen: TrickFacts) -> Advice:
    card = min(seen.legal, key=seen.cost)
    cause, text = _explain_least(seen, card)
    return advise_card(card, cause, text, "give least")


def _explain_least(seen: TrickFacts, card: Card) -> tuple[str, str]:
    """Return the cause of giving away the cheapest card, and the text."""
    name, takers = name_card(card), [other for other in seen.legal if seen.captures(other)]
    if seen.winner is None:
        return "Nobody is winning yet.", f"Play low: {name}."
    winning = f"{seen.names[seen.winner]} is winning"
    if len(takers) == len(seen.legal):
        are_trumps = all(map(seen.is_trump, seen.legal)) and seen.led != seen.trump
        text = f"Play {name}: it costs least." if card.money else f"Play the lowest, {name}."
        return f"{winning}, and you hold only {'trumps' if are_trumps else 'higher cards'}.", text
    if not seen.money and not card.money:
        if seen.captures(card):
            kind = "your lowest trump" if seen.is_trump(card) else "your lowest card"
            return "No money lies there yet.", f"Play {kind}, {name}."
        return f"{winning}, but no money lies there.", f"Let it go: play {name}."
    if takers and seen.after:
        return f"{winning}, and somebody after you may play higher.", f"Give away as little as you can: {name}."
    if card in takers:
        return f"{winning}, and you play last.", f"Take it with {name}: you won't miss it."
    if takers:
        amount = format_dollars(seen.value) if seen.value else "nothing"
        return (
            f"{winning} {amount}: too little for {name_card(min(takers, key=seen.cost))}.",
            f"Let it go: play {name}.",
        )
    cause = f"{winning}, and you can't beat it."
    if card.money and any(not other.money and other.color for other in seen.legal):
        return cause, f"{name} costs least: your other cards may still win."
    if card.money:
        return cause, f"You have no card without money: {name} costs least."
    return cause, f"Give away as little as you can: {name}."


FOLLOWING: tuple[Rule, ...] = (
    _wake_with_bull,
    _double_for_partner,
    _give_money,
    _save_for_later,
    _take_last,
    _take_with_top,
    _spoil_with_bear,
    _trump_in,
    _drop_animal,
    _give_least,
)
