"""Cards and numbers as text in a statement."""

from collections.abc import Iterable
from fractions import Fraction

from mam.analysis.probability.answers import percent
from mam.rules.cards import Card, format_cards, join_words, sort_hand

NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def describe_cards(cards: Iterable[Card]) -> str:
    """Describe cards in words by color, with their codes.

    >>> from mam.text.notation import parse_hand
    >>> describe_cards(parse_hand("R40 R3 B7 BULL"))
    'Red 40 and 3, Black 7, Bull (`R40 R3 B7 BULL`)'
    """
    hand = sort_hand(cards)
    parts = []
    for color in dict.fromkeys(card.color for card in hand if card.color):
        ranks = [
            card.words.removeprefix(f"{color.word} ").removesuffix(f" of {color.word}")
            for card in hand
            if card.color == color
        ]
        parts.append(f"{color.word} {join_words(ranks)}")
    parts += [card.words for card in hand if card.color is None]
    return f"{', '.join(parts)} (`{format_cards(hand)}`)"


def equation(*steps: str) -> str:
    """Join the steps of a calculation with =, without a step that repeats the one before.

    >>> equation("4/42", "2/21 = 9.524%"), equation("5 / 42", "5/42 = 11.9%"), equation("10", "10")
    ('4/42 = 2/21 = 9.524%', '5/42 = 11.9%', '10')
    """
    shown_steps: list[str] = []
    for step in steps:
        if shown_steps and _bare(shown_steps[-1]) == _bare(step.split(" = ")[0]):
            shown_steps.pop()
        shown_steps.append(step)
    return " = ".join(shown_steps)


def _bare(text: str) -> str:
    return text.replace(" ", "").replace(",", "")


def format_chance(chance: Fraction) -> str:
    """Return a probability as a fraction, where that is short, and in percent.

    >>> format_chance(Fraction(13, 42)), format_chance(Fraction(69, 100))
    ('13/42 = 30.95%', '69/100 = 69.00%')
    """
    return f"{chance} = {percent(chance)}" if chance.denominator < 10**6 else percent(chance)
