"""Exercises on adding probabilities: one event or another, and one event in several cases."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from mam.analysis.probability.answers import percent
from mam.classroom.phrases import describe_cards, format_chance
from mam.classroom.template import Chance, Draw, Variant, ask_chance, exercise
from mam.rules.cards import PACK, Card, Color, format_cards, sort_hand

_LESSON = "18-counting-hands"
# What a card may be: in words, of several cards, and which cards are.
_KINDS: dict[str, tuple[str, Callable[[Card], bool]]] = {
    "a money card": ("money cards", lambda card: card.money > 0),
    "a 40 or a 30": ("40s or 30s", lambda card: card.rank in (40, 30)),
    "a 10 or higher": ("10 or higher", lambda card: card.rank >= 10),
    "a 4 or lower": ("4 or lower", lambda card: 1 <= card.rank <= 4),
    "an odd number from 1 to 9": ("odd numbers from 1 to 9", lambda card: card.rank in (1, 3, 5, 7, 9)),
    "worth $15,000 or more": ("worth $15,000 or more", lambda card: card.money >= 15),
}


@dataclass(frozen=True)
class _Counts:
    """How many cards are of some colors (`first`), of some kind (`second`), and of both."""

    first: int
    second: int
    both: int
    size: int

    @property
    def either(self) -> int:
        return self.first + self.second - self.both

    @property
    def is_open(self) -> bool:
        """Whether there are cards of each kind alone, and some of neither."""
        return self.both < min(self.first, self.second) and self.either < self.size - 1


def _count(cards: Sequence[Card], colors: Sequence[Color], words: str) -> _Counts:
    in_colors = [card for card in cards if card.color in colors]
    _, is_kind = _KINDS[words]
    return _Counts(len(in_colors), sum(map(is_kind, cards)), sum(map(is_kind, in_colors)), len(cards))


@exercise("One card, two ways to win", kind="probability", level=2, lesson=_LESSON, form=Chance)
def card_of_either_kind(draw: Draw) -> Variant:
    """Ask for the chance that a card has one of two properties, some cards having both."""
    cards = sort_hand(draw.some_of(PACK, draw.between(20, 34)))
    size = len(cards)
    choices = [*combinations(Color, 1), *combinations(Color, 2)]
    questions = [
        (colors, words)
        for colors in choices
        for words in _KINDS
        if (counts := _count(cards, colors, words)).both > 1 and counts.is_open
    ]
    colors, words = draw.one_of(questions)
    counts = _count(cards, colors, words)
    first, second, both, either = counts.first, counts.second, counts.both, counts.either
    names, kinds = " or ".join(color.word for color in colors), _KINDS[words][0]
    slips = {
        "counted-twice": Fraction(first + second, size),
        "both": Fraction(both, size),
        "one-only": Fraction(either - both, size),
        "neither": Fraction(size - either, size),
        "first-only": Fraction(first, size),
        "second-only": Fraction(second, size),
        "whole-pack": Fraction(_count(PACK, colors, words).either, len(PACK)),
    }
    text = f"""
        You turn up one of these {size} cards: {describe_cards(cards)}. What is the probability that it is **{names}**, or **{words}**, or both?

        Nudge: Count the cards of each kind, and those of both kinds.
        Hint: Each of the {size} cards is as likely to be turned up as any other.
        Hint: How many cards are {names}? How many are {kinds}? How many are both?
        Hint: {first} cards are {names}, {second} are {kinds}. The {both} cards that are both are in each of these numbers.
        Slip counted-twice: You counted the cards that are both twice: subtract them once.
        Slip both: That is the chance of both at once; one of the two is enough.
        Slip one-only: That is the chance of exactly one of the two; cards that are both count, too.
        Slip neither: That is the chance that the card is neither: subtract it from 1.
        Slip first-only: Those are only the cards that are {names}; cards that are {kinds} count, too.
        Slip second-only: Those are only the cards that are {kinds}; cards that are {names} count, too.
        Slip whole-pack: That is the chance for the whole pack: you have only {size} of its cards.
        Solution: {first} cards are {names}, {second} are {kinds}, and {both} are both. The sum counts those {both} twice, so subtract them once: {first} + {second} − {both} = {either} of {size} cards: {format_chance(Fraction(either, size))}.
    """
    given = {"cards": format_cards(cards), "colors": [color.word for color in colors], "kind": words}
    return ask_chance(text, Fraction(either, size), slips, given)


@exercise("Void in one color or the other", kind="probability", level=3, lesson=_LESSON, form=Chance)
def void_in_one_of_two(draw: Draw) -> Variant:
    """Ask for the chance to be void in at least one of two colors."""
    size, hand = draw.between(20, 32), draw.between(3, 6)
    first, second = draw.between(3, 6), draw.between(3, 6)
    names = [color.word for color in draw.some_of(list(Color), 2)]
    hands = comb(size, hand)
    no_first, no_second, no_both = (comb(size - void_size, hand) for void_size in (first, second, first + second))
    void = no_first + no_second - no_both
    slips = {
        "counted-twice": Fraction(no_first + no_second, hands),
        "void-in-both": Fraction(no_both, hands),
        "void-in-none": Fraction(hands - void, hands),
        "independent": 1 - (1 - Fraction(no_first, hands)) * (1 - Fraction(no_second, hands)),
        "exactly-one": Fraction(void - no_both, hands),
        "drawn-with-replacement": Fraction(
            (size - first) ** hand + (size - second) ** hand - (size - first - second) ** hand, size**hand
        ),
    }
    text = f"""
        {size} cards are left: {first} are {names[0]}, {second} are {names[1]}, and the others have other colors. {hand} of them are dealt to you. What is the probability that you are **void in {names[0]} or void in {names[1]}** (or in both)?

        Nudge: Count the hands without the one color, without the other, and without both.
        Hint: There are `comb({size}, {hand})` hands, and all are equally likely.
        Hint: A hand is void in {names[0]} if all its cards come from the {size - first} others: `comb({size - first}, {hand})` hands.
        Hint: If you add the hands void in {names[0]} and the hands void in {names[1]}, which hands did you count twice?
        Slip counted-twice: You counted hands void in both colors twice: subtract them once.
        Slip void-in-both: That is the chance of being void in both colors at once.
        Slip void-in-none: That is the chance of at least one card of each color: subtract it from 1.
        Slip independent: The two voids are not independent: count the hands void in both.
        Slip exactly-one: That is the chance of exactly one void; both together count, too.
        Slip drawn-with-replacement: Cards are not put back: each card you get leaves fewer of the others.
        Solution: Of {hands:,} hands {no_first:,} are void in {names[0]}, {no_second:,} in {names[1]}, and {no_both:,} in both. So ({no_first:,} + {no_second:,} − {no_both:,}) / {hands:,}: {format_chance(Fraction(void, hands))}.
    """
    given = {"cards": size, "hand": hand, names[0]: first, names[1]: second}
    return ask_chance(text, Fraction(void, hands), slips, given)


@exercise(
    "With the Tiger and without it", kind="probability", level=2, lesson="20-expectation-and-bidding", form=Chance
)
def made_with_and_without(draw: Draw) -> Variant:
    """Ask for the chance of making a bid, which depends on who has the Tiger: the law of total probability."""
    opponents = draw.between(40, 60)
    partner, nest = opponents + draw.between(15, 30), opponents + draw.between(5, 38)
    value = Fraction(13 * partner + 3 * nest + 26 * opponents, 4200)
    slips = {
        "unweighted": Fraction(partner + nest + opponents, 300),
        "one-opponent": Fraction(13 * partner + 3 * nest + 13 * opponents, 2900),
        "two-cases": Fraction(partner + opponents, 200),
        "partner-case-only": Fraction(13 * partner, 4200),
        "nest-forgotten": Fraction(13 * partner + 26 * opponents, 4200),
        "four-places": Fraction(partner + nest + 2 * opponents, 400),
        "likeliest-case": Fraction(opponents, 100),
    }
    text = f"""
        You are South (1935 rules, four players) and hold 13 cards, but not the Tiger. You expect to make your bid in **{partner}%** of deals if your partner has the Tiger, in **{nest}%** if it lies in the nest (which you will pick up), and in **{opponents}%** if an opponent has it. What is the probability that you make the bid?

        Nudge: Multiply the chance in each case by the probability of the case, and add.
        Hint: You don't see 42 cards. Your partner has 13 of them. Who has the others?
        Hint: The Tiger is equally likely to be any of the 42 cards: 13 are your partner's, 3 are in the nest, 26 are the opponents'.
        Hint: Use 13/42, 3/42 and 26/42 as the weights of the three cases.
        Slip unweighted: You took the plain mean of the three chances, but the three cases are not equally likely.
        Slip one-opponent: Both opponents count: they have 26 of the unseen cards.
        Slip two-cases: Weight the cases by their probabilities, and include the nest.
        Slip partner-case-only: That is the chance that your partner has the Tiger and you make the bid; the other cases count, too.
        Slip nest-forgotten: The Tiger may also lie in the nest: add that case.
        Slip four-places: The nest has only 3 cards: it counts less than a hand of 13.
        Slip likeliest-case: That is the chance in the most likely case alone, an opponent having the Tiger.
        Solution: 13/42 × {partner}% + 3/42 × {nest}% + 26/42 × {opponents}% = {percent(value)}, exactly {value}. (This is the law of total probability.)
    """
    return ask_chance(text, value, slips, {"partner": partner, "nest": nest, "opponents": opponents})
