"""Exercises on chances in a deal when you see only your own hand: counting hands."""

from fractions import Fraction
from itertools import combinations
from math import comb, factorial

from mam.analysis.probability import chances
from mam.classroom.answers import Chance, Number
from mam.classroom.phrases import spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import own_hand
from mam.classroom.variants import Draw
from mam.rules.cards import ANIMALS, PACK, Card, Color, counted, format_cards, sort_hand
from mam.scenes.move_words import join_words


@exercise(
    "count-hands", "How many hands are there?", kind="probability", level=2, lesson="18-counting-hands", form=Number
)
def count_hands(draw: Draw) -> Variant:
    """Hands from a small pack with a given number of cards of each of two colors."""
    one, other, *rest = draw.shuffled(list(Color))
    reds, others = draw.between(4, 7), draw.between(3, 5)
    cards = draw.some_of([card for card in PACK if card.color == one], reds)
    cards += draw.some_of([card for card in PACK if card.color == other], others)
    cards += draw.some_of([card for card in PACK if card.color in rest], draw.between(4, 7))
    pack = sort_hand([*cards, *draw.some_of(ANIMALS, draw.between(1, 3))])
    size, here, there = draw.between(5, 6), draw.between(2, 3), draw.between(1, 2)
    left, room = len(pack) - reds - others, size - here - there
    parts = (comb(reds, here), comb(others, there), comb(left, room))
    value = parts[0] * parts[1] * parts[2]
    loose = parts[0] * parts[1] * comb(len(pack) - here - there, room)
    mistakes = [
        (value * factorial(size), f"You counted each hand once for each order of its {size} cards: divide by {size}!."),
        (
            loose,
            f"The other {counted(room, 'card')} must be neither {one.word} nor {other.word}. You chose them from all the cards that are left, "
            "so you included hands with more of them, some several times.",
        ),
        (
            parts[0] * parts[1],
            f"You chose the {one.word} and the {other.word} cards; now the other {room} of the hand.",
        ),
        (parts[0] * comb(len(pack) - reds, size - here), f"You forgot the {other.word} cards: exactly {there}."),
        (parts[1] * comb(len(pack) - others, size - there), f"You forgot the {one.word} cards: exactly {here}."),
        (sum(parts), "Every choice combines with every other: multiply, do not add."),
        (comb(len(pack), size), "That is the number of all hands, whatever they hold."),
    ]
    rest_of_hand = (
        f"Choose the other {room} of the hand from the {left}: {counted(parts[2], 'way')}."
        if room
        else "That fills the hand: 1 way for the rest."
    )
    return Variant(
        f"A small pack has these {len(pack)} cards: {told(pack)}. From it you are dealt a hand of {size}. How many different "
        f"hands hold **exactly {here} {one.word}** and **exactly {counted(there, other.word + ' card')}**? (The order of the cards in a "
        "hand does not matter.)",
        Number(
            value,
            mistakes,
            f"Choose the {one.word} cards, the {other.word} cards and the rest of the hand, each from its own cards.",
            unit="hands",
        ),
        (
            f"Count the cards in the pack: how many are {one.word}, how many {other.word}, how many neither?",
            "You can choose k of n cards in n × (n − 1) × … (k factors), divided by k × … × 2 × 1, ways: `math.comb(n, k)`.",
            f"`comb({reds}, {here})` for the {one.word} cards, times the same for {other.word}, times that for the other {room}.",
        ),
        f"There are {reds} {one.word}, {others} {other.word} and {left} other cards. Choose {here} of the {reds}: {parts[0]} ways. "
        f"Choose {there} of the {others}: {parts[1]} ways. {rest_of_hand} "
        f"Multiply: {parts[0]} × {parts[1]} × {parts[2]} = {value}.",
        {
            "pack": format_cards(pack),
            "hand size": size,
            "colors": [one.word, other.word],
            "exactly": [here, there],
        },
    )


# What is asked of two cards, and as `mam.chances` understands it.
_PAIRS = (
    ("both", "{0} holds {1} and {0} holds {2}"),
    ("at least one of the two", "{0} holds {1} or {0} holds {2}"),
    ("exactly one of the two", "{0} holds {1} and not {0} holds {2} or {0} holds {2} and not {0} holds {1}"),
    ("neither", "not {0} holds {1} and not {0} holds {2}"),
)
_HOLDERS = (
    ("North, your partner, holds", "N", 13),
    ("East holds", "E", 13),
    ("your two opponents, East and West, hold between them", "E-W", 26),
    ("the nest holds", "nest", 3),
)


@exercise(
    "two-cards-at-once", "Two cards at once", kind="probability", level=2, lesson="18-counting-hands", form=Chance
)
def two_cards_at_once(draw: Draw) -> Variant:
    """Two missing cards and one place: both, at least one, exactly one or neither."""
    seen = own_hand(draw, "S")
    odds = chances(seen)
    one, two = draw.some_of([card for card in PACK if card not in seen.hand and not card.is_plain], 2)
    (words, condition), (holder, spot, room) = draw.one_of(_PAIRS), draw.one_of(_HOLDERS)
    value = odds.chance(condition.format(spot, one.code, two.code)).exact
    single = Fraction(room, 42)
    both = single * Fraction(room - 1, 41)
    apart = {
        "both": single**2,
        "at least one of the two": 1 - (1 - single) ** 2,
        "exactly one of the two": 2 * single * (1 - single),
        "neither": (1 - single) ** 2,
    }
    return Variant(
        f"You are South and hold {told(seen.hand)}. East, North and West have 13 cards each, and 3 are in the nest. What is the probability that {holder} **{words}**: "
        f"{one.named} (`{one.code}`) and {two.named} (`{two.code}`)?",
        Chance(
            value,
            [
                (
                    apart[words],
                    f"You treated the two cards as independent. {one.named[0].upper() + one.named[1:]} takes up a place, so there are 41 places left for {two.named}.",
                ),
                (both, "That is the chance of both."),
                (2 * single, "At least one: adding the two chances counts the deals with both twice."),
                (2 * single - both, "That is the chance of at least one of the two."),
                (2 * (single - both), "That is the chance of exactly one of the two."),
                (single, f"That is the chance of {one.named} alone."),
                (1 - 2 * single + both, "That is the chance of neither."),
                (Fraction(room, 55) * Fraction(room - 1, 54), "You see 13 cards: 42 places are left, not 55."),
                (single * Fraction(room - 1, 42), "After the first card there are only 41 places left for the second."),
            ],
            f"42 cards are unseen, {room} of them there. Place one card first, then the other.",
        ),
        (
            f"{one.named[0].upper() + one.named[1:]} lies in one of 42 places. How many of them count?",
            f"Both: {room}/42 × {room - 1}/41. Neither: {42 - room}/42 × {41 - room}/41.",
            "Exactly one: 1 minus both minus neither. At least one: 1 minus neither.",
        ),
        f"Both: {room}/42 × {room - 1}/41 = {both}. Neither: {42 - room}/42 × {41 - room}/41 = {1 - 2 * single + both}. Exactly one is the rest: "
        f"{2 * (single - both)}. The chance of {words} is {spelt(value)}.",
        {"hand": format_cards(seen.hand), "cards": [one.code, two.code], "place": spot, "asked": words},
    )


@exercise(
    "lacking-a-color",
    "A hand void in a color",
    kind="probability",
    level=5,
    lesson="18-counting-hands",
    form=Chance,
)
def lacking_a_color(draw: Draw) -> Variant:
    """Inclusion and exclusion: a hand from a small pack has none of at least one of four colors."""
    numbers = {color: draw.between(3, 6) for color in Color}
    cards = [card for color in Color for card in draw.some_of(_of(color), numbers[color])]
    animals = draw.between(1, 3)
    pack = sort_hand([*cards, *draw.some_of(ANIMALS, animals)])
    size = draw.between(4, 5)
    total, lengths = len(pack), [*numbers.values()]
    # Hands without one color, added up for each; then without each two, each three, all four.
    sums = [sum(comb(total - sum(out), size) for out in combinations(lengths, many)) for many in range(5)]
    ways = sums[1] - sums[2] + sums[3] - sums[4]
    value = Fraction(ways, sums[0])
    told_lengths = join_words(f"{numbers[color]} {color.word}" for color in Color)
    apart = Fraction(1)
    for length in lengths:
        apart *= 1 - Fraction(comb(total - length, size), sums[0])
    return Variant(
        f"A small pack has these {total} cards: {told(pack)}. From it you are dealt a hand of {size}. What is the probability that the hand has **no card at all of "
        "at least one** of the four colors?",
        Chance(
            value,
            [
                (
                    Fraction(sums[1], sums[0]),
                    "You added the four chances: hands void in two colors are then counted twice. Subtract them once.",
                ),
                (
                    Fraction(sums[1] - sums[2], sums[0]),
                    "Now you have subtracted hands void in three colors too often: add them back.",
                ),
                (Fraction(sums[1] + sums[2], sums[0]), "Subtract the hands void in two colors, do not add them."),
                (
                    Fraction(sums[1] - 2 * sums[2] + 3 * sums[3] - 4 * sums[4], sums[0]),
                    "That is the chance of a void in exactly one color; the question asks for at least one.",
                ),
                (
                    1 - apart,
                    "You multiplied as if the colors were independent, but a hand void in Red has more room for Yellow.",
                ),
                (Fraction(ways, total**size), f"The denominator is the number of hands, comb({total}, {size})."),
            ],
            "Add the hands void in each color; subtract those void in each pair; add back those void in each three.",
        ),
        (
            f"The pack has {told_lengths} cards and {counted(animals, 'animal')}. How many hands have no Red card?",
            "If you add the four numbers, you count a hand void in Red and Green twice. How many hands are void in two given colors?",
            f"Void in one: together {sums[1]:,}. Void in each pair: together {sums[2]:,}. Void in each three: together {sums[3]:,}.",
            f"The signs alternate: {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,}, of comb({total}, {size}) hands.",
        ),
        f"There are comb({total}, {size}) = {sums[0]:,} hands. Hands void in a given color, added over the four: {sums[1]:,}; over the six pairs of colors: {sums[2]:,}; over the "
        f"four threes: {sums[3]:,}; void in all four: {sums[4]:,}. Each hand is counted once in {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,} = {ways:,}. "
        f"So the chance is {spelt(value)}.",
        {"pack": format_cards(pack), "hand size": size},
    )


def _of(color: Color) -> list[Card]:
    return [card for card in PACK if card.color == color]
