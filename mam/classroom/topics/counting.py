"""Exercises on chances in a deal of which only the own hand is seen: counting hands."""

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
    """Hands from a small pack with so many of one color and exactly one animal or card of another color."""
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
            f"The other {counted(room, 'card')} may be neither {one.word} nor {other.word}: you chose them from all that are left, "
            f"so hands with more of them came in, some several times.",
        ),
        (
            parts[0] * parts[1],
            f"You chose the {one.word} and the {other.word} cards; now the other {room} of the hand.",
        ),
        (parts[0] * comb(len(pack) - reds, size - here), f"You forgot the {other.word} cards: exactly {there}."),
        (parts[1] * comb(len(pack) - others, size - there), f"You forgot the {one.word} cards: exactly {here}."),
        (sum(parts), "Each choice goes with each of the others: multiply, do not add."),
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
            f"Count the cards of the pack: how many are {one.word}, how many {other.word}, how many neither?",
            "From n cards, k can be chosen in n × (n − 1) × … (k factors), divided by k × … × 2 × 1, ways: `math.comb(n, k)`.",
            f"`comb({reds}, {here})` for the {one.word} cards, times the same for {other.word}, times that for the other {room}.",
        ),
        f"There are {reds} {one.word}, {others} {other.word} and {left} other cards. Choose {here} of the {reds}: {parts[0]} ways. "
        f"Choose {there} of the {others}: {parts[1]} ways. {rest_of_hand} "
        f"Each goes with each: {parts[0]} × {parts[1]} × {parts[2]} = {value}.",
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
        f"You are South and hold {told(seen.hand)}. East, North and West have 13 cards each, and 3 lie in the nest. How likely is it that {holder} **{words}**: "
        f"{one.named} (`{one.code}`) and {two.named} (`{two.code}`)?",
        Chance(
            value,
            [
                (
                    apart[words],
                    f"You took the two cards as if they did not mind each other. Where {one.named} lies, there is a place less for {two.named}: 41 places are left.",
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
            f"{one.named[0].upper() + one.named[1:]} lies in one of 42 places. How many of them are the right ones?",
            f"Both: {room}/42 × {room - 1}/41. Neither: {42 - room}/42 × {41 - room}/41.",
            "Exactly one is what both and neither leave. At least one is what neither leaves.",
        ),
        f"Both: {room}/42 × {room - 1}/41 = {both}. Neither: {42 - room}/42 × {41 - room}/41 = {1 - 2 * single + both}. Exactly one is the rest: "
        f"{2 * (single - both)}. The chance of {words} is {spelt(value)}.",
        {"hand": format_cards(seen.hand), "cards": [one.code, two.code], "place": spot, "asked": words},
    )


@exercise(
    "lacking-a-color",
    "A hand that lacks a color",
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
        f"A small pack has these {total} cards: {told(pack)}. From it you are dealt a hand of {size}. How likely is it that the hand has **no card at all of "
        "at least one** of the four colors?",
        Chance(
            value,
            [
                (
                    Fraction(sums[1], sums[0]),
                    "You added the four chances: hands without two colors are then counted twice. Take them off once.",
                ),
                (
                    Fraction(sums[1] - sums[2], sums[0]),
                    "Now hands without three colors have been taken off too often: put them back.",
                ),
                (Fraction(sums[1] + sums[2], sums[0]), "Hands without two colors are to be taken off, not added."),
                (
                    Fraction(sums[1] - 2 * sums[2] + 3 * sums[3] - 4 * sums[4], sums[0]),
                    "That is the chance of lacking exactly one color; at least one is asked.",
                ),
                (
                    1 - apart,
                    "You multiplied as if the colors did not mind each other; but a hand without Red has more room for Yellow.",
                ),
                (Fraction(ways, total**size), f"Below the line belongs the number of hands, comb({total}, {size})."),
            ],
            "Add the hands without each color; take off those without each two; put back those without each three.",
        ),
        (
            f"The pack has {told_lengths} cards and {counted(animals, 'animal')}. How many hands have no Red card?",
            "Adding the four numbers counts a hand without Red and without Green twice. How many hands lack two certain colors?",
            f"Lacking one: together {sums[1]:,}. Lacking each two: together {sums[2]:,}. Lacking each three: together {sums[3]:,}.",
            f"The signs alternate: {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,}, of comb({total}, {size}) hands.",
        ),
        f"There are comb({total}, {size}) = {sums[0]:,} hands. Without a certain color, added over the four: {sums[1]:,}; over the six pairs of colors: {sums[2]:,}; over the "
        f"four threes: {sums[3]:,}; without any color: {sums[4]:,}. Each hand is counted once in {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,} = {ways:,}. "
        f"So the chance is {spelt(value)}.",
        {"pack": format_cards(pack), "hand size": size},
    )


def _of(color: Color) -> list[Card]:
    return [card for card in PACK if card.color == color]
