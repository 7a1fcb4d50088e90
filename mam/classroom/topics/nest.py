"""Exercises on the hand and the nest: its money, what may be discarded, and what of it is shown."""

from itertools import combinations

from mam.classroom.phrases import equation, list_codes, quote_ruling
from mam.classroom.rounds import CODES, begin_round, trick_game
from mam.classroom.template import (
    DOLLARS,
    Cards,
    Choices,
    Draw,
    Variant,
    ask,
    ask_number,
    ask_options,
    exercise,
    list_reasons,
)
from mam.rules.amounts import format_amount
from mam.rules.cards import ANIMALS, PACK, UNSEEN, Card, counted, format_cards, money_in, sort_hand, without
from mam.rules.nest import shown, why_discard, why_not_discard
from mam.rules.rulings import YOU

_LESSON = "06-the-nest"


@exercise("Count the money in a hand", kind="rules", level=1, lesson="04-cards-and-captures", unit=DOLLARS)
def money_in_hand(draw: Draw) -> Variant:
    """Ask for the money in a dealt hand of thirteen."""
    round = begin_round(draw)
    hand = next(hand for hand in draw.shuffled(round.deal.hands) if money_in(hand))
    total, carrying = money_in(hand), [card for card in hand if card.money]
    slips = {
        "all-ranks": sum(card.rank for card in hand),
        "cards-counted": len(carrying),
        "elevens": total + 11 * sum(card.rank == 11 for card in hand),
        "fives-and-tens": total - sum(card.money for card in carrying if card.money <= 10),
    }
    text = f"""
        Your hand {CODES}: {format_cards(hand)}

        How much money does it hold, in thousands of dollars?

        Nudge: Add the 40s, 30s, 15s, 10s and 5s, and no others.
        Hint: The money cards are the 40, 30, 15, 10 and 5; all other numbers are only for capturing (R35-PACK-6).
        Hint: This hand holds {counted(len(carrying), "money card")}.
        Slip all-ranks: Not every number counts: number cards, including the 11, carry no money.
        Slip cards-counted: That is how many money cards there are ({len(carrying)}). Add what they carry.
        Slip elevens: The 11 is a number card: it carries no money (R35-PACK-6).
        Slip fives-and-tens: The 5 and the 10 are money cards too.
        Solution: {format_cards(carrying)}: {equation(" + ".join(str(card.money) for card in carrying), str(total))}, so {format_amount(total)} (R35-PACK-6).
    """
    return ask_number(text, total, slips, {"hand": list_codes(hand)})


def _sixteen(draw: Draw, plain: int) -> tuple[Card, ...]:
    """Return sixteen cards of the pack, this many of them number cards."""
    other_cards = [card for card in PACK if not card.is_number_card]
    numbers = draw.some_of([card for card in PACK if card.is_number_card], plain)
    return sort_hand([*numbers, *draw.some_of(other_cards, 16 - plain)])


@exercise("What may be discarded?", kind="rules", level=2, lesson=_LESSON, form=Choices)
def legal_discards(draw: Draw) -> Variant:
    """Ask which discards from sixteen cards are legal; in about half of the variants there are too few number cards."""
    rules = trick_game()
    hand = _sixteen(draw, draw.one_of([1, 2, 2, 4, 5, 6, 7]))
    plain, money = [card for card in hand if card.is_number_card], [card for card in hand if card.money]
    is_forced = len(plain) < 3
    discards = list(combinations(hand, 3))
    legal = [cards for cards in discards if why_not_discard(cards, hand, rules.nest, "") is None]
    refused_discards = [cards for cards in discards if why_not_discard(cards, hand, rules.nest, "")]
    no_animal = [cards for cards in refused_discards if not any(card in ANIMALS for card in cards)]
    with_animal = [cards for cards in refused_discards if any(card in ANIMALS for card in cards)]
    near_count = len(plain) - 1 if is_forced else 2
    near = [cards for cards in no_animal if sum(card.is_number_card for card in cards) == near_count]
    candidates = [
        cards
        for sets, count in ((legal, 2), (near, 2), (no_animal, 1), (with_animal, 1))
        for cards in draw.some_of(sets, count)
    ]
    sets = draw.shuffled(list(dict.fromkeys(candidates)))
    reasons = {}
    for cards in sets:
        reason = why_not_discard(cards, hand, rules.nest, YOU) or why_discard(cards, rules.nest, "The bidder")[0]
        sentence = quote_ruling(rules.cite(reason))
        reasons[format_cards(cards)] = sentence[0].upper() + sentence[1:]
    answer = Choices(tuple(format_cards(cards) for cards in sets if cards in legal), tuple(reasons), reasons)
    case = (
        f"The hand has only {counted(len(plain), 'number card')}, {format_cards(plain)}: discard {'it' if len(plain) == 1 else 'both'}, and add money to make three (R35-NEST-4)."
        if is_forced
        else f"There are {len(plain)} number cards, so you must discard three of those and nothing else (R35-NEST-3)."
    )
    text = f"""
        Rules of 1935. You are the bidder and have picked up the nest; your sixteen cards {CODES}: {format_cards(hand)}

        Which of these sets may you discard?

        Hint: You may discard number cards: no money, no Bull, no Bear, no Tiger (R35-NEST-3).
        Hint: With fewer than three number cards you must discard all of them, and add money to make three (R35-NEST-4).
        Hint: Number cards in this hand: {format_cards(plain)}. Money: {format_cards(money)}.
        Solution: {case}

        {list_reasons(answer)}
    """
    return ask_options(text, answer, {"hand": list_codes(hand)})


@exercise("What do the other players see?", kind="rules", level=3, lesson=_LESSON, form=Cards)
def what_is_shown(draw: Draw) -> Variant:
    """Ask which cards of a discard the other players see, in one of two editions; most are forced discards."""
    year = draw.one_of(["1935", "1935", "2004", "2004", "2004"])
    edition = f"make-a-million-{year}"
    rules = trick_game(edition)
    hand = _sixteen(draw, draw.one_of([1, 2, 2, 2, 2, 4]))
    sets = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
    discards = draw.one_of(sets)
    seen_cards = tuple(card for card in shown(discards, rules.nest) if card != UNSEEN)
    is_forced = any(card.money for card in discards)
    cite = "R35-NEST-5" if year == "1935" else "R04-WID-2"
    rule = f"The rules of {year} show {'all three cards' if year == '1935' else 'only the money'} of a discard with money in it ({cite})."
    secret = "A discard of number cards only is secret (R35-NEST-7)."
    reasons = {card.code: "The bidder does not hold it." for card in PACK}
    reasons |= {card.code: "It stays in the bidder's hand." for card in hand}
    reasons |= {card.code: rule if is_forced else secret for card in discards}
    text = f"""
        Rules of **{year}**. The bidder holds sixteen cards {CODES}: {format_cards(hand)}

        The bidder discards {format_cards(discards)}. Which cards do the other players see at that moment? (If none, give an empty answer.)

        Hint: Is it an ordinary discard, or one with money in it because there were too few number cards?
        Hint: An ordinary discard is secret. A forced one is shown: in 1935 all of it, in 2004 the money (R35-NEST-5, R04-WID-2).
        Solution: {rule if is_forced else secret} The bidder keeps {format_cards(without(hand, discards))}.
    """
    given = {"edition": edition, "hand": list_codes(hand), "out": list_codes(discards)}
    return ask(text, Cards(seen_cards, reasons), given)
