"""Exercises in programming with hands of cards: what is in them, and what may be discarded from them."""

from math import comb

from mam.classroom.answers import Results
from mam.classroom.arrangements import ways_to_lie
from mam.classroom.functions import function_variant
from mam.classroom.registry import Variant, exercise
from mam.classroom.variants import Draw
from mam.rules.cards import PACK, Color, money_in, show, sort_hand
from mam.text.notation import parse_hand


def _hands(draw: Draw, number: int, low: int = 13, high: int = 13) -> list[str]:
    """Different hands as text, the cards in an order of chance."""
    return [show(draw.some_of(PACK, draw.between(low, high))) for _ in range(number)]


@exercise(
    "money-function", "The money of a hand", kind="programming", level=1, lesson="02-the-specimen-hand", form=Results
)
def money_function(draw: Draw) -> Variant:
    """A first function: the money on some cards."""
    return function_variant(
        "Write a function of a hand, given as text with the codes of its cards, that returns the **money** on them in thousands of dollars. Only 40, 30, "
        "15, 10 and 5 carry money; plain cards and the animals `TIGER`, `BULL`, `BEAR` carry none (R35-PACK-6).",
        _hands(draw, 7, 6, 16),
        lambda hand: money_in(parse_hand(hand)),
        (
            "`hand.split()` makes a list of the codes. A `for` goes through them.",
            "`code[1:]` is the code without its first letter: the figure, for a card with a color. Which figures count?",
            "Keep the figures that count as text, `{'40', '30', '15', '10', '5'}`: then `IGER` does no harm.",
        ),
        "def money(hand):\n    counts = {'40', '30', '15', '10', '5'}\n    return sum(int(code[1:]) for code in hand.split() if code[1:] in counts)",
        "Mind the 11: it is no money card, and neither are 1 to 4 and 7 to 9.",
        "Take each code without its color, and add those figures that are money.",
    )


@exercise("longest-color", "The longest color", kind="programming", level=2, lesson="03-play-bid-discard", form=Results)
def longest_color(draw: Draw) -> Variant:
    """The color of which a hand has most, ties settled by money."""
    return function_variant(
        "Which color would you name as trump? Write a function of a hand that returns the letter (`R`, `Y`, `B` or `G`) of the color with the **most cards**. Of "
        "colors with equally many it is the one with **more money**, and if that is equal too, the one that comes first in `RYBG`. Animals "
        "have no color.",
        _hands(draw, 9),
        _longest,
        (
            "For each of the four letters count the codes that begin with it, but mind BULL and BEAR, which begin with a B too.",
            "A code of a color has a figure behind its first letter: `code[1:].isdigit()`.",
            "`max('RYBG', key=f)` finds the letter with the greatest `f`, of equals the first. Let `f` return a pair (number, money): pairs are compared by "
            "their first part, and where that is equal by the second.",
        ),
        "def longest(hand):\n    cards = [(code[0], int(code[1:])) for code in hand.split() if code[1:].isdigit()]\n\n"
        "    def strength(letter):\n        figures = [figure for color, figure in cards if color == letter]\n"
        "        return len(figures), sum(figure for figure in figures if figure in (40, 30, 15, 10, 5))\n\n"
        "    return max('RYBG', key=strength)",
        "Is BULL or BEAR counted as Black, or a tie settled otherwise?",
        "Compare the colors by the pair (number of cards, money); `max` takes the first of equals.",
    )


def _longest(text: str) -> str:
    hand = parse_hand(text)

    def strength(color: Color) -> tuple[int, int]:
        cards = [card for card in hand if card.color == color]
        return len(cards), money_in(cards)

    return max(Color, key=strength).value


@exercise("how-many-discards", "How many discards?", kind="programming", level=4, lesson="06-the-nest", form=Results)
def how_many_discards(draw: Draw) -> Variant:
    """The number of legal discards from sixteen cards, also where money has to go."""
    poor = [_poor_hand(draw, plain) for plain in draw.shuffled((0, 1, 2, 2, 3))]
    cases = [*_hands(draw, 1, 16, 16), *draw.shuffled([*poor, *_hands(draw, 3, 16, 16)])]
    return function_variant(
        "The bidder has taken up the nest and holds 16 cards and must discard three. Only plain number cards may be discarded (R35-NEST-3). With fewer than three plain cards all "
        "of them must go, and money cards fill up, any of them (R35-NEST-4); an animal never goes. Write a function of the 16 cards that returns "
        "**how many different discards** are legal (the order of the three does not matter).",
        cases,
        _discards,
        (
            "Count the plain cards and the money cards of the hand first.",
            "Three or more plain cards: choose three of them. `math.comb(n, 3)` says in how many ways.",
            "With p < 3 plain cards, all p go, in one way, and 3 − p money cards: `comb(money, 3 - p)`.",
        ),
        "from math import comb\n\n\ndef discards(hand):\n    figures = [code[1:] for code in hand.split() if code[1:].isdigit()]\n"
        "    money = sum(figure in {'40', '30', '15', '10', '5'} for figure in figures)\n    plain = len(figures) - money\n"
        "    return comb(plain, 3) if plain >= 3 else comb(money, 3 - plain)",
        "What happens with 3 plain cards, and with fewer?",
        "Only the numbers of plain and of money cards matter.",
    )


def _poor_hand(draw: Draw, plain: int) -> str:
    """Sixteen cards with so few plain ones."""
    few = draw.some_of([card for card in PACK if card.is_plain], plain)
    return show(draw.shuffled([*few, *draw.some_of([card for card in PACK if not card.is_plain], 16 - plain)]))


def _discards(text: str) -> int:
    hand = parse_hand(text)
    plain, rich = sum(card.is_plain for card in hand), sum(bool(card.money) for card in hand)
    return comb(plain, 3) if plain >= 3 else comb(rich, 3 - plain)


@exercise(
    "ways-they-can-lie",
    "How can they lie?",
    kind="programming",
    level=5,
    lesson="19-chances-as-cards-appear",
    form=Results,
)
def ways_they_can_lie(draw: Draw) -> Variant:
    """How many deals agree with what was shown: a count too big for a list."""
    return function_variant(
        "Unseen cards lie with East, North and West, and some of them have shown to be without a color (R35-PLAY-5). A case says how many unseen cards each "
        "has, who is without which color, and which cards are unseen. Write a function of a case that returns **in how many ways** the cards can lie with "
        "the three. Nothing is trump, and an animal may lie anywhere. (Lists of all ways would be too long for the bigger cases: count.)",
        [_hidden(draw, size) for size in (2, 3, 5, 6, 8, 10)],
        _lying,
        (
            "Take the cards one by one: each goes to somebody who may have it and has room left.",
            "Only how much room is left matters for the rest, not which cards lie where: keep a table (room of E, room of N, room of W) → number of ways, and "
            "let each card make a new table of the old one.",
            "Begin with `{(e, n, w): 1}`; at the end every room is 0. A card makes up to three entries of each old one.",
        ),
        "def ways(case):\n    sizes, without, cards = (part.split() for part in case.split('|'))\n"
        "    seats = [size[0] for size in sizes]\n    table = {tuple(int(size[1:]) for size in sizes): 1}\n"
        "    for code in cards:\n        after = {}\n        for rooms, count in table.items():\n            for at, seat in enumerate(seats):\n"
        "                color = code[0] if code[1:].isdigit() else ''\n"
        "                if rooms[at] and seat + color not in without:\n"
        "                    left = (*rooms[:at], rooms[at] - 1, *rooms[at + 1 :])\n"
        "                    after[left] = after.get(left, 0) + count\n        table = after\n    return sum(table.values())",
        "Mind the room: it shrinks with each card. And BULL and BEAR are not Black.",
        "One card after the other, with a table of the rooms that are left.",
    )


def _hidden(draw: Draw, size: int) -> str:
    """So many cards with each of three, and two or three colors that somebody has not, such that there is a way."""
    while True:
        rooms = {seat: size - draw.below(2) for seat in "ENW"}
        without = draw.some_of([f"{seat}{color.value}" for seat in "ENW" for color in Color], draw.between(2, 3))
        cards = sort_hand(draw.some_of(PACK, sum(rooms.values())))
        case = f"{' '.join(f'{seat}{room}' for seat, room in rooms.items())} | {' '.join(without)} | {show(cards)}"
        if _lying(case) > 1:
            return case


def _lying(case: str) -> int:
    sizes, without, cards = (part.split() for part in case.split("|"))
    rooms = {size[0]: int(size[1:]) for size in sizes}
    groups: dict[tuple[str, ...], int] = {}
    for card in parse_hand(" ".join(cards)):
        color = card.color.value if card.color else ""
        able = tuple(seat for seat in rooms if seat + color not in without)
        groups[able] = groups.get(able, 0) + 1
    return ways_to_lie(groups, rooms)
