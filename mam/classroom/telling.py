"""Cards and figures in the words of a statement."""

from collections.abc import Iterable
from fractions import Fraction

from mam.cards import Card, show, sort_hand
from mam.scenes.words import listed

NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def told(cards: Iterable[Card]) -> str:
    """Cards in words by colour, and their codes.

    >>> from mam.notation import parse_hand
    >>> told(parse_hand("R40 R3 B7 BULL"))
    'Red 40 and 3, Black 7, Bull (`R40 R3 B7 BULL`)'
    """
    held = sort_hand(cards)
    parts = []
    for colour in dict.fromkeys(card.colour for card in held if card.colour):
        ranks = [
            card.words.removeprefix(f"{colour.word} ").removesuffix(f" of {colour.word}")
            for card in held
            if card.colour == colour
        ]
        parts.append(f"{colour.word} {listed(ranks)}")
    parts += [card.words for card in held if card.colour is None]
    return f"{', '.join(parts)} (`{show(held)}`)"


def equation(*steps: str) -> str:
    """The steps of a calculation with = between them, without a step that only says the same again.

    >>> equation("4/42", "2/21 = 9.524 %"), equation("5 / 42", "5/42 = 11.9 %"), equation("10", "10")
    ('4/42 = 2/21 = 9.524 %', '5/42 = 11.9 %', '10')
    """
    kept: list[str] = []
    for step in steps:
        if kept and _bare(kept[-1]) == _bare(step.split(" = ")[0]):
            kept.pop()
        kept.append(step)
    return " = ".join(kept)


def _bare(text: str) -> str:
    return text.replace(" ", "").replace(",", "")


def spelt(chance: Fraction) -> str:
    """A chance as a fraction, where that is short, and in percent.

    >>> spelt(Fraction(13, 42))
    '13/42 = 30.95 %'
    """
    percent = f"{100 * float(chance):.4g} %"
    return f"{chance} = {percent}" if chance.denominator < 10**6 else percent
