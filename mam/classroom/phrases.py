"""Cards, calls and numbers as text in a statement, and the sentences that several exercises say."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from mam.analysis.probability.answers import percent
from mam.rules.amounts import format_amount
from mam.rules.cards import PACK, Card, Color, format_cards, join_words, sort_hand
from mam.rules.moves import Bid, Call
from mam.rules.rulings import Ruling

NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
SCORES_CAPTURES = "A side that makes its bid scores everything it captured, not the bid"

# The beginning of several programs in worked solutions.
READ_CARD = """def read(code):
    \"\"\"Return the color and the rank of a card; no color and 0 for an animal.\"\"\"
    return (code[0], int(code[1:])) if code[1:].isdigit() else ("", 0)
"""


def list_codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of cards, as a statement gives them to a program."""
    return [card.code for card in cards]


def list_color(color: Color) -> list[Card]:
    """Return the cards of a color, in the order of the pack."""
    return [card for card in PACK if card.color == color]


def describe_call(call: Call) -> str:
    """Describe a call: an amount, with its color if it has one, or "pass"."""
    if not isinstance(call, Bid):
        return "pass"
    return f"{format_amount(call.amount)} in {call.color.word}" if call.color else format_amount(call.amount)


def quote_ruling(ruling: Ruling) -> str:
    """Return the reason of a ruling as a sentence with its id."""
    return f"{cite_reason(ruling)}."


def cite_reason(ruling: Ruling) -> str:
    """Return the reason of a ruling, without the period at its end, and its id."""
    return f"{ruling.reason[:-1]} ({ruling.id})"


def make_table(head: Sequence[object], *rows: Iterable[object]) -> str:
    """Return a table in Markdown.

    >>> print(make_table(["deal", 1, 2], ["captured", 40, 55]))
    | deal | 1 | 2 |
    |---|---|---|
    | captured | 40 | 55 |
    """
    titles, *lines = (f"| {' | '.join(map(str, cells))} |" for cells in (head, *rows))
    return "\n".join([titles, f"|{'---|' * len(head)}", *lines])


def make_list(items: Iterable[object]) -> str:
    """Return a list in Markdown."""
    return "\n".join(f"- {item}" for item in items)


def format_thousands(amount: Fraction | int) -> str:
    """Format a mean of money, in thousands of dollars.

    >>> format_thousands(Fraction(-25, 2)), format_thousands(40)
    ('−12.5', '40')
    """
    text = f"{abs(float(amount)):.4f}".rstrip("0").rstrip(".")
    return f"{'−' if amount < 0 else ''}{text}"


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


def join_steps(*steps: str) -> str:
    """Join the steps of a calculation with =, without a step that repeats the one before.

    >>> join_steps("4/42", "2/21 = 9.524%"), join_steps("5 / 42", "5/42 = 11.9%"), join_steps("10", "10")
    ('4/42 = 2/21 = 9.524%', '5/42 = 11.9%', '10')
    """
    shown_steps: list[str] = []
    for step in steps:
        if shown_steps and _strip_signs(shown_steps[-1]) == _strip_signs(step.split(" = ")[0]):
            shown_steps.pop()
        shown_steps.append(step)
    return " = ".join(shown_steps)


def _strip_signs(text: str) -> str:
    return text.replace(" ", "").replace(",", "")


def format_chance(chance: Fraction) -> str:
    """Return a probability as a fraction, where that is short, and in percent.

    >>> format_chance(Fraction(13, 42)), format_chance(Fraction(69, 100))
    ('13/42 = 30.95%', '69/100 = 69.00%')
    """
    return f"{chance} = {percent(chance)}" if chance.denominator < 10**6 else percent(chance)
