"""Exercises on the hand and the nest: its money, what may be discarded, and what of it is shown."""

from itertools import combinations

from mam.classroom.answers import Cards, Choices
from mam.classroom.phrases import equation
from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import CODES, begin_round, trick_game
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import ANIMALS, PACK, UNSEEN, Card, format_cards, format_count, money_in, remove_cards, sort_hand
from mam.rules.nest import show_discard, why_discard, why_not_discard
from mam.rules.rulings import YOU

_LESSON = "06-the-nest"


@exercise(
    "money-in-hand",
    "Count the money in a hand",
    kind="rules",
    level=1,
    lesson="04-cards-and-captures",
    form=Number,
    unit=DOLLARS,
)
def money_in_hand(draw: Draw) -> Variant:
    """Ask for the money in a dealt hand of thirteen."""
    round = begin_round(draw)
    hand = next(hand for hand in draw.shuffled(round.deal.hands) if money_in(hand))
    total, carrying = money_in(hand), [card for card in hand if card.money]
    slips = [
        Slip(
            "all-ranks",
            sum(card.rank for card in hand),
            "Not every number counts: number cards, including the 11, carry no money.",
        ),
        Slip(
            "cards-counted",
            len(carrying),
            f"That is how many money cards there are ({len(carrying)}). Add what they carry.",
        ),
        Slip(
            "elevens",
            total + 11 * sum(card.rank == 11 for card in hand),
            "The 11 is a number card: it carries no money (R35-PACK-6).",
        ),
        Slip(
            "fives-and-tens",
            total - sum(card.money for card in carrying if card.money <= 10),
            "The 5 and the 10 are money cards too.",
        ),
    ]
    return Variant(
        f"Your hand {CODES}: {format_cards(hand)}\n\nHow much money does it hold, in thousands of dollars?",
        Number(
            total,
            slips,
            "Add the 40s, 30s, 15s, 10s and 5s, and no others.",
        ),
        (
            "The money cards are the 40, 30, 15, 10 and 5; all other numbers are only for capturing (R35-PACK-6).",
            f"This hand holds {format_count(len(carrying), 'money card')}.",
        ),
        f"{format_cards(carrying)}: {equation(' + '.join(str(card.money) for card in carrying), str(total))}, so {format_amount(total)} (R35-PACK-6).",
        {"hand": [card.code for card in hand]},
    )


def _sixteen(draw: Draw, plain: int) -> tuple[Card, ...]:
    """Return sixteen cards of the pack, this many of them number cards."""
    other_cards = [card for card in PACK if not card.is_number_card]
    numbers = draw.some_of([card for card in PACK if card.is_number_card], plain)
    return sort_hand([*numbers, *draw.some_of(other_cards, 16 - plain)])


@exercise("legal-discards", "What may be discarded?", kind="rules", level=2, lesson=_LESSON, form=Choices)
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
    near = [
        cards
        for cards in no_animal
        if sum(card.is_number_card for card in cards) == (len(plain) - 1 if is_forced else 2)
    ]
    with_animal = [cards for cards in refused_discards if any(card in ANIMALS for card in cards)]
    shown_discards = [
        *draw.some_of(legal, 2),
        *draw.some_of(near, 2),
        *draw.some_of(no_animal, 1),
        *draw.some_of(with_animal, 1),
    ]
    sets = draw.shuffled(list(dict.fromkeys(shown_discards)))
    reasons = {}
    for cards in sets:
        reason = why_not_discard(cards, hand, rules.nest, YOU) or why_discard(cards, rules.nest, "The bidder")[0]
        ruling = rules.cite(reason)
        reasons[format_cards(cards)] = f"{ruling.reason[0].upper()}{ruling.reason[1:].removesuffix('.')} ({ruling.id})."
    options = tuple(map(format_cards, sets))
    right = tuple(format_cards(cards) for cards in sets if cards in legal)
    case = (
        f"The hand has only {format_count(len(plain), 'number card')}, {format_cards(plain)}: discard {'it' if len(plain) == 1 else 'both'}, and add money to make three (R35-NEST-4)."
        if is_forced
        else f"There are {len(plain)} number cards, so you must discard three of those and nothing else (R35-NEST-3)."
    )
    return Variant(
        f"Rules of 1935. You are the bidder and have picked up the nest; your sixteen cards {CODES}: {format_cards(hand)}\n\n"
        f"Which of these sets may you discard?\n\n{as_options(options)}",
        Choices(right, options, reasons),
        (
            "You may discard number cards: no money, no Bull, no Bear, no Tiger (R35-NEST-3).",
            "With fewer than three number cards you must discard all of them, and add money to make three (R35-NEST-4).",
            f"Number cards in this hand: {format_cards(plain)}. Money: {format_cards(money)}.",
        ),
        f"{case}\n\n"
        + "\n".join(f"- {option}: {'yes' if option in right else 'no'}. {reasons[option]}" for option in options),
        {"hand": [card.code for card in hand], "options": list(options)},
    )


@exercise("what-is-shown", "What do the other players see?", kind="rules", level=3, lesson=_LESSON, form=Cards)
def what_is_shown(draw: Draw) -> Variant:
    """Ask which cards of a discard the other players see, in one of two editions; most are forced discards."""
    year = draw.one_of(["1935", "1935", "2004", "2004", "2004"])
    rules = trick_game(f"make-a-million-{year}")
    hand = _sixteen(draw, draw.one_of([1, 2, 2, 2, 2, 4]))
    sets = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
    discards = draw.one_of(sets)
    seen_cards = tuple(card for card in show_discard(discards, rules.nest) if card != UNSEEN)
    is_forced = any(card.money for card in discards)
    cite = "R35-NEST-5" if year == "1935" else "R04-WID-2"
    rule = f"The rules of {year} show {'all three cards' if year == '1935' else 'only the money'} of a discard with money in it ({cite})."
    secret = "A discard of number cards only is secret (R35-NEST-7)."
    reasons = {card.code: "The bidder does not hold it." for card in PACK}
    reasons |= {card.code: "It stays in the bidder's hand." for card in hand}
    reasons |= {card.code: rule if is_forced else secret for card in discards}
    remaining_hand = remove_cards(hand, discards)
    return Variant(
        f"Rules of **{year}**. The bidder holds sixteen cards {CODES}: {format_cards(hand)}\n\nThe bidder discards {format_cards(discards)}. Which cards "
        "do the other players see at that moment? (If none, give an empty answer.)",
        Cards(seen_cards, reasons),
        (
            "Is it an ordinary discard, or one with money in it because there were too few number cards?",
            "An ordinary discard is secret. A forced one is shown: in 1935 all of it, in 2004 the money (R35-NEST-5, R04-WID-2).",
        ),
        f"{rule if is_forced else secret} The bidder keeps {format_cards(remaining_hand)}.",
        {
            "edition": f"make-a-million-{year}",
            "hand": [card.code for card in hand],
            "out": [card.code for card in discards],
        },
    )
