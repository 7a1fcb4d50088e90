"""Explain why one card of a trick captures and another does not."""

from collections.abc import Sequence

from mam.classroom.answers import Choice
from mam.classroom.rounds import get_trick_game
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, Card, NoTrump, Trump, money_in
from mam.rules.editions import TrickGameRules
from mam.rules.tricks import Trick, find_led_color, find_multiplier, find_winner
from mam.support.messages import capitalize

_OLD = get_trick_game()  # the rules of 1935, if no other game is named


def explain_capture(cards: Sequence[Card], trump: Trump | None, game: TrickGameRules = _OLD) -> str:
    """Explain why the winning card beats the others.

    >>> from mam.rules.cards import PACK, Color
    >>> explain_capture([PACK[0], PACK[38]], Color.BLACK)
    'Black 1 is the highest trump, and any trump beats the color led (R35-PLAY-4).'
    """
    rules, cites = game.tricks, game.cites
    place = find_winner(cards, trump, rules)
    assert place is not None
    best, led_color = cards[place], find_led_color(cards, trump, rules)
    duplicate_rule = " Of two equal cards the later one captures (R68-6)." if cards.count(best) > 1 else ""
    if best == TIGER:
        return f"The Tiger is the highest trump and beats everything else ({cites['tiger-captures']}).{duplicate_rule}"
    if best.color == trump:
        condition = "and trumps were led" if cards[0].color == trump or cards[0] == TIGER else "the color to follow"
        why = condition if led_color == trump else "and any trump beats the color led"
        return f"{best.words} is the highest trump, {why} ({cites['capture']}).{duplicate_rule}"
    assert led_color is not None
    no_trump = "there are no trumps" if trump is None or isinstance(trump, NoTrump) else "nobody played a trump"
    return f"{best.words} is the highest card of {led_color.word}, the color to follow, and {no_trump} ({cites['capture']}).{duplicate_rule}"


def explain_loss(place: int, cards: Sequence[Card], trump: Trump | None, game: TrickGameRules = _OLD) -> str:
    """Explain why the card at this index does not capture."""
    card, best = cards[place], cards[find_winner(cards, trump, game.tricks) or 0]
    led_color = find_led_color(cards, trump, game.tricks)
    if card in (BULL, BEAR):
        why = f"the {card.words} never captures"
    elif card == best:
        why = "its duplicate was played later, and of two equal cards the later one captures"
    elif card.color not in (led_color, trump):
        condition = f"the color to follow is {led_color.word}" if led_color else "no color was set"
        why = f"{card.words} is neither a trump nor in the color to follow ({condition}), so its rank does not matter"
    elif best == TIGER:
        why = f"{card.words} is below the Tiger"
    elif best.color != card.color:
        why = f"{card.words} is in the color to follow, but somebody played a trump"
    else:
        why = f"{card.words} is below {best.words}"
    return f"{capitalize(why)}. {explain_capture(cards, trump, game)}"


def explain_value(cards: Sequence[Card], game: TrickGameRules = _OLD) -> str:
    """Explain the value of a trick.

    >>> from mam.rules.cards import PACK
    >>> explain_value([PACK[0], BULL, PACK[1], BEAR])
    'The cards show $70,000. The Bear was played after the Bull, so the trick is worth nothing (R35-BB-1).'
    """
    money, times, cites = money_in(cards), find_multiplier(cards, game.tricks), game.cites
    animals = [card for card in cards if card in (BULL, BEAR)]
    head = f"The cards show {format_amount(money)}."
    if not animals:
        return f"{head} Neither Bull nor Bear changes that."
    if not money:
        return f"{head} The {animals[-1].words} has no money to change."
    both = len(set(animals)) > 1
    if not times:
        bulls, cite = "Bulls" if animals.count(BULL) > 1 else "Bull", cites["last-animal" if both else "bear-destroys"]
        reason = f"The Bear was played after the {bulls}" if both else "The Bear is in the trick"
        return f"{head} {reason}, so the trick is worth nothing ({cite})."
    if times == 2:
        reason = "The Bull was played after the Bear, so it counts" if both else "The Bull is in the trick"
        cite = cites["last-animal" if both else "bull-doubles"]
        return f"{head} {reason}: twice that is {format_amount(2 * money)} ({cite})."
    return f"{head} There are two Bulls and no Bear after them: four times that is {format_amount(4 * money)} ({cites['bulls-quadruple']}, {cites['bear-between']})."


def choose_capture(
    draw: Draw, trick: Trick, trump: Trump | None, times: Sequence[int], game: TrickGameRules = _OLD
) -> Choice:
    """Make a choice of who captures the trick and what it is worth: the right pair among pairs from typical slips.

    `times` are factors by which a student may wrongly multiply the money.
    """
    place = find_winner(trick.cards, trump, game.tricks)
    assert place is not None
    names, money = game.seat_names, money_in(trick.cards)
    right = money * find_multiplier(trick.cards, game.tricks)
    amounts = list(dict.fromkeys([right, *(money * factor for factor in times)]))[:3]
    other_places = draw.some_of([position for position in range(len(trick.cards)) if position != place], 2)
    pairs = [(place, amount) for place in [place, *other_places] for amount in amounts]
    right_and_wrong = [(place, right), *draw.some_of([pair for pair in pairs if pair != (place, right)], 5)]
    reasons, value = {}, explain_value(trick.cards, game)
    for position, amount in right_and_wrong[1:]:
        wrong = [] if position == place else [explain_loss(position, trick.cards, trump, game)]
        wrong += [] if amount == right else [f"Not {format_amount(amount)}: {value[0].lower()}{value[1:]}"]
        reasons[_describe_pair(names[trick.seats[position]], amount)] = " ".join(wrong)
    options = draw.shuffle([_describe_pair(names[trick.seats[place]], amount) for place, amount in right_and_wrong])
    return Choice(_describe_pair(names[trick.seats[place]], right), tuple(options), reasons)


def _describe_pair(name: str, amount: int) -> str:
    return f"{name} captures {format_amount(amount)}"
