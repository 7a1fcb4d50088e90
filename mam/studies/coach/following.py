"""The coach's rules for a trick that others have begun: your partner is winning, or the opponents are, or nobody."""

from mam.rules.cards import BEAR, BULL, TIGER, Card
from mam.rules.tricks import find_multiplier
from mam.studies.coach.advice import Advice, advise_card, format_dollars, name_card
from mam.studies.coach.leading import Rule
from mam.studies.coach.trick_facts import TrickFacts

# Your partner is winning


def _name_partner(facts: TrickFacts) -> str:
    return f"{facts.names[facts.partner]}, your partner,"


def _wake_with_bull(facts: TrickFacts) -> Advice | None:
    if (
        BULL not in facts.legal
        or not facts.is_wiped_out
        or facts.money < 30
        or facts.winner != facts.partner
        or facts.winning is None
    ):
        return None
    if not facts.is_safe(facts.winning, facts.after):
        return None
    cause = f"The Bear lies on your partner's trick, {format_dollars(facts.money)}."
    return advise_card(BULL, cause, "Your Bull comes later, so it counts: play it.", "Bull after Bear")


def _double_for_partner(facts: TrickFacts) -> Advice | None:
    least = 30 if len(facts.hand) > 5 else 10
    if (
        BULL not in facts.legal
        or facts.winner != facts.partner
        or facts.value < least
        or facts.is_wiped_out
        or facts.winning is None
    ):
        return None
    cause = f"{_name_partner(facts)} is winning {format_dollars(facts.value)}."
    if facts.is_safe(facts.winning, facts.after):
        reason = "Nobody after you can beat it" if facts.after else "You play last"
        return advise_card(BULL, cause, f"{reason}: play the Bull, and double it.", "Bull for partner")
    if facts.is_top_but_trumps(facts.winning, facts.after):
        return advise_card(BULL, cause, "Only a trump could beat it: play the Bull, and double it.", "Bull for partner")
    return None


def _give_money(facts: TrickFacts) -> Advice | None:
    if facts.winner != facts.partner or facts.is_wiped_out or facts.winning is None:
        return None
    is_safe = facts.is_safe(facts.winning, facts.after)
    if not is_safe and not facts.is_top_but_trumps(facts.winning, facts.after):
        return None
    gifts = [card for card in facts.legal if card.money and (not facts.is_trump(card) or facts.led == facts.trump)]
    gifts = [card for card in gifts if not _is_worth_keeping(facts, card)]
    if not is_safe:
        gifts = [card for card in gifts if card.money <= 15]
    if not gifts:
        return None
    card = max(gifts, key=lambda card: (card.money, -facts.is_top(card)))
    if not is_safe:
        cause = f"{_name_partner(facts)} is winning. Only a trump could beat it."
        return advise_card(card, cause, f"Give some money: {name_card(card)}.", "give money")
    reason = "Nobody after you can beat it" if facts.after else "You play last"
    return advise_card(
        card, f"{_name_partner(facts)} is winning.", f"{reason}: give money, {name_card(card)}.", "give money"
    )


def _is_worth_keeping(facts: TrickFacts, card: Card) -> bool:
    """Return whether this is the highest card of the color led, which takes a later trick by itself."""
    return facts.is_top(card) and card.rank == 40 and len(facts.hand) > 4 and card.color == facts.led


def _save_for_later(facts: TrickFacts) -> Advice | None:
    if facts.winner != facts.partner or facts.winning is None:
        return None
    card = min(facts.legal, key=facts.cost)
    if not facts.after or facts.is_safe(facts.winning, facts.after):
        cause = f"{_name_partner(facts)} is winning, and needs no help."
        return advise_card(card, cause, f"Play a card that you won't miss: {name_card(card)}.", "low for partner")
    opponent = next(seat for seat in facts.after if seat != facts.partner)
    cause = f"{facts.names[facts.partner]} is winning, but {facts.names[opponent]} may still beat it."
    if facts.captures(card):
        return advise_card(card, cause, f"Play the lowest that you may, {name_card(card)}.", "low for partner")
    return advise_card(card, cause, f"Wait with your money: play {name_card(card)}.", "low for partner")


# The opponents are winning, or nobody


def _take_last(facts: TrickFacts) -> Advice | None:
    """You play last: the cheapest card that takes it, or one that brings its own money home."""
    takers = [card for card in facts.legal if facts.captures(card)]
    if facts.after or facts.winner == facts.partner or not facts.cards or not takers:
        return None
    who = facts.names[facts.winner] if facts.winner else "Nobody"
    followers = [card for card in takers if facts.color(card) == facts.led]
    if followers and facts.led != facts.trump:
        money = [card for card in followers if card.money and not (card.rank == 40 and facts.money < 20)]
        card = max(money, key=lambda card: card.money) if money else min(followers, key=facts.cost)
        name = name_card(card)
        text = f"Take it with {name}, and bring your own money home." if card.money else f"Take it: {name} is enough."
        return advise_card(card, f"{who} is winning, and you play last.", text, "take last")
    card = min(takers, key=facts.cost)
    gain = (facts.money + card.money) * find_multiplier((*facts.cards, card), facts.rules)
    if facts.is_trump(card) and gain < (40 if card == TIGER and len(facts.hand) >= 5 else 15):
        return None
    amount = f" {format_dollars(facts.value)}" if facts.value else ""
    cause = f"{who} is winning{amount if facts.winner else ''}, and you play last."
    name, take = name_card(card), f"Take{amount or ' it'}"
    text = f"{take}: {name} is enough." if facts.led == facts.trump else f"{take} with {name}, a trump."
    return advise_card(card, cause, text, "take last")


def _take_with_top(facts: TrickFacts) -> Advice | None:
    """Others still play, but nothing can beat your card."""
    if not facts.after or not facts.cards or facts.winner == facts.partner or facts.led == facts.trump:
        return None
    takers = [card for card in facts.legal if facts.captures(card) and card.color and facts.color(card) == facts.led]
    sure = [card for card in takers if facts.is_safe(card, facts.after) or facts.is_top_but_trumps(card, facts.after)]
    if not sure:
        return None
    card = max(sure, key=lambda card: (card.money, -card.rank))
    name = name_card(card)
    if facts.is_safe(card, facts.after):
        return advise_card(card, f"Nobody after you can beat your {name}.", "Take the trick with it.", "take top")
    cause = f"{name} is the highest {card.color.word if card.color else ''} card left."
    return advise_card(card, cause, "Take the trick: only a trump could beat it.", "take top")


def _spoil_with_bear(facts: TrickFacts) -> Advice | None:
    if BEAR not in facts.legal or facts.winner in (None, facts.partner) or facts.value < 30:
        return None
    if any(facts.captures(card) and (not facts.after or facts.is_safe(card, facts.after)) for card in facts.legal):
        return None
    cause = (
        f"{facts.names[facts.winner or '']} is winning {format_dollars(facts.value)}, and you can't be sure to beat it."
    )
    return advise_card(BEAR, cause, "Play the Bear: the trick is worth nothing.", "Bear")


def _trump_in(facts: TrickFacts) -> Advice | None:
    """You can't follow, money lies there, others still play."""
    if not facts.after or not facts.cards or facts.winner == facts.partner or facts.value < 15:
        return None
    takers = [card for card in facts.legal if facts.captures(card) and facts.is_trump(card)]
    takers = [card for card in takers if card != TIGER or facts.value >= 40 or len(facts.hand) < 5]
    if not takers or (facts.led == facts.trump and facts.value < 30):
        return None
    takers.sort(key=facts.cost)
    sure = [card for card in takers if facts.is_safe(card, facts.after)]
    card = sure[0] if sure and (facts.value >= 30 or sure[0] == takers[0]) else takers[0]
    amount = format_dollars(facts.value)
    cause = f"{facts.names[facts.winner]} is winning {amount}." if facts.winner else f"{amount} lies there."
    if card in sure:
        return advise_card(card, cause, f"Nobody after you can beat {name_card(card)}: take it.", "trump in")
    text = f"Take it with {name_card(card)}, a trump. Only a higher trump could beat that."
    return advise_card(card, cause, text, "trump in")


def _drop_animal(facts: TrickFacts) -> Advice | None:
    """Near the end, an animal that you can't use must not be your last card."""
    animals = [card for card in (BULL, BEAR) if card in facts.legal]
    if len(facts.hand) > 3 or facts.value > 10 or not facts.cards or facts.winner == facts.partner or not animals:
        return None
    cause = (
        f"Only {format_dollars(facts.value)} lies here, and the end is near."
        if facts.value
        else "Nothing lies here, and the end is near."
    )
    text = f"Get rid of {name_card(animals[0])}, before it is your last card."
    return advise_card(animals[0], cause, text, "drop an animal")


def _give_least(facts: TrickFacts) -> Advice:
    card = min(facts.legal, key=facts.cost)
    cause, text = _explain_least(facts, card)
    return advise_card(card, cause, text, "give least")


def _explain_least(facts: TrickFacts, card: Card) -> tuple[str, str]:
    """Return the cause of giving away the cheapest card, and the text."""
    name, takers = name_card(card), [other for other in facts.legal if facts.captures(other)]
    if facts.winner is None:
        return "Nobody is winning yet.", f"Play low: {name}."
    winning = f"{facts.names[facts.winner]} is winning"
    if len(takers) == len(facts.legal):
        are_trumps = all(map(facts.is_trump, facts.legal)) and facts.led != facts.trump
        text = f"Play {name}: it costs least." if card.money else f"Play the lowest, {name}."
        return f"{winning}, and you hold only {'trumps' if are_trumps else 'higher cards'}.", text
    if not facts.money and not card.money:
        if facts.captures(card):
            kind = "your lowest trump" if facts.is_trump(card) else "your lowest card"
            return "No money lies there yet.", f"Play {kind}, {name}."
        return f"{winning}, but no money lies there.", f"Let it go: play {name}."
    if takers and facts.after:
        return f"{winning}, and somebody after you may play higher.", f"Give away as little as you can: {name}."
    if card in takers:
        return f"{winning}, and you play last.", f"Take it with {name}: you won't miss it."
    if takers:
        amount = format_dollars(facts.value) if facts.value else "nothing"
        return (
            f"{winning} {amount}: too little for {name_card(min(takers, key=facts.cost))}.",
            f"Let it go: play {name}.",
        )
    cause = f"{winning}, and you can't beat it."
    if card.money and any(not other.money and other.color for other in facts.legal):
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
