"""Exercises in programming with hands of cards: what is in them, and what may be discarded from them."""

from math import comb

from mam.classroom.arrangements import ways_to_lie
from mam.classroom.template import Draw, Results, Variant, ask_function, exercise
from mam.rules.cards import PACK, Color, format_cards, money_in, sort_hand
from mam.text.notation import parse_hand


def _hands(draw: Draw, number: int, low: int = 13, high: int = 13) -> list[str]:
    """Draw different hands as text, the cards in random order."""
    return [format_cards(draw.some_of(PACK, draw.between(low, high))) for _ in range(number)]


@exercise("The money of a hand", kind="programming", level=1, lesson="02-the-specimen-hand", form=Results)
def money_function(draw: Draw) -> Variant:
    """Ask for a first function: the money on some cards."""
    text = """
        Write a function of a hand, given as text with the codes of its cards, that returns the **money** on them in thousands of dollars. Only 40, 30, 15, 10 and 5 carry money; number cards and the animals `TIGER`, `BULL`, `BEAR` carry none (R35-PACK-6).

        Nudge: Careful: the 11 is not a money card, and neither are 1 to 4 and 7 to 9.
        Hint: `hand.split()` makes a list of the codes. A `for` goes through them.
        Hint: `code[1:]` is the code without its first letter: the rank, for a card with a color. Which ranks count?
        Hint: Store the ranks that count as text, `{'40', '30', '15', '10', '5'}`: then `IGER` does no harm.
        Solution: Take each code without its color, and add the ranks that are money.

        ```python
        def money(hand):
            counts = {'40', '30', '15', '10', '5'}
            return sum(int(code[1:]) for code in hand.split() if code[1:] in counts)
        ```
    """
    return ask_function(text, _hands(draw, 7, 6, 16), lambda hand: money_in(parse_hand(hand)))


@exercise("The longest color", kind="programming", level=2, lesson="03-play-bid-discard", form=Results)
def longest_color(draw: Draw) -> Variant:
    """Ask for a function: the color with the most cards in a hand, with money as the tie-break."""
    text = """
        Which color would you name as trump? Write a function of a hand that returns the letter (`R`, `Y`, `B` or `G`) of the color with the **most cards**. If colors tie, it is the one with **more money**, and if that is a tie too, the one that comes first in `RYBG`. Animals have no color.

        Nudge: Did you count BULL or BEAR as Black, or decide a tie in another way?
        Hint: For each of the four letters count the codes that begin with it, but be careful with BULL and BEAR, which also begin with B.
        Hint: The code of a colored card has a number after its first letter: `code[1:].isdigit()`.
        Hint: `max('RYBG', key=f)` finds the letter with the greatest `f`, the first one in a tie. Let `f` return a pair (number, money): Python compares pairs by their first part, and in a tie by the second.
        Solution: Compare the colors by the pair (number of cards, money); in a tie `max` takes the first.

        ```python
        def longest(hand):
            cards = [(code[0], int(code[1:])) for code in hand.split() if code[1:].isdigit()]

            def strength(letter):
                ranks = [rank for color, rank in cards if color == letter]
                return len(ranks), sum(rank for rank in ranks if rank in (40, 30, 15, 10, 5))

            return max('RYBG', key=strength)
        ```
    """
    return ask_function(text, _hands(draw, 9), _longest)


def _longest(text: str) -> str:
    hand = parse_hand(text)

    def strength(color: Color) -> tuple[int, int]:
        cards = [card for card in hand if card.color == color]
        return len(cards), money_in(cards)

    return max(Color, key=strength).value


@exercise("How many discards?", kind="programming", level=4, lesson="06-the-nest", form=Results)
def how_many_discards(draw: Draw) -> Variant:
    """Ask for a function: the number of legal discards from sixteen cards, also when money must be discarded."""
    poor = [_poor_hand(draw, plain) for plain in draw.shuffled((0, 1, 2, 2, 3))]
    cases = [*_hands(draw, 1, 16, 16), *draw.shuffled([*poor, *_hands(draw, 3, 16, 16)])]
    text = """
        The bidder has picked up the nest, holds 16 cards and must discard three: number cards only (R35-NEST-3). With fewer than three number cards, discard all of them and add any money cards to make three (R35-NEST-4); never an animal. Write a function of the 16 cards that returns **how many different discards** are legal (the order of the three does not matter).

        Nudge: What happens with 3 number cards, and with fewer?
        Hint: Count the number cards and the money cards of the hand first.
        Hint: Three or more number cards: choose three of them. `math.comb(n, 3)` is the number of ways.
        Hint: With p < 3 number cards, discard all p (one way) and 3 − p money cards: `comb(money, 3 - p)`.
        Solution: Only the counts of number cards and money cards matter.

        ```python
        from math import comb


        def discards(hand):
            ranks = [code[1:] for code in hand.split() if code[1:].isdigit()]
            money = sum(rank in {'40', '30', '15', '10', '5'} for rank in ranks)
            plain = len(ranks) - money
            return comb(plain, 3) if plain >= 3 else comb(money, 3 - plain)
        ```
    """
    return ask_function(text, cases, _discards)


def _poor_hand(draw: Draw, plain: int) -> str:
    """Draw sixteen cards with this many number cards."""
    number_cards = draw.some_of([card for card in PACK if card.is_number_card], plain)
    return format_cards(
        draw.shuffled([*number_cards, *draw.some_of([card for card in PACK if not card.is_number_card], 16 - plain)])
    )


def _discards(text: str) -> int:
    hand = parse_hand(text)
    plain, rich = sum(card.is_number_card for card in hand), sum(bool(card.money) for card in hand)
    return comb(plain, 3) if plain >= 3 else comb(rich, 3 - plain)


@exercise("Where can the cards be?", kind="programming", level=5, lesson="19-chances-as-cards-appear", form=Results)
def ways_they_can_lie(draw: Draw) -> Variant:
    """Ask for a function: the number of deals consistent with the voids shown, too many to list."""
    text = """
        East, North and West hold the unseen cards, and some of them have shown a void (R35-PLAY-5). A case says how many unseen cards each player has, who is void in which color, and which cards are unseen. Write a function of a case that returns **in how many ways** the three can hold the cards. There is no trump, and an animal may be anywhere. (For the bigger cases a list of all ways would be too long: count.)

        Nudge: Careful with the room: it shrinks with each card. And BULL and BEAR are not Black.
        Hint: Take the cards one by one: each goes to a player who may have it and has room left.
        Hint: Only how much room is left matters for the rest, not who has which card: keep a table (room of E, room of N, room of W) → number of ways, and let each card make a new table from the old one.
        Hint: Begin with `{(e, n, w): 1}`; at the end every room is 0. A card makes up to three entries from each old one.
        Solution: One card after the other, with a table of the rooms that are left.

        ```python
        def ways(case):
            sizes, voids, cards = (part.split() for part in case.split('|'))
            seats = [size[0] for size in sizes]
            table = {tuple(int(size[1:]) for size in sizes): 1}
            for code in cards:
                after = {}
                for rooms, count in table.items():
                    for at, seat in enumerate(seats):
                        color = code[0] if code[1:].isdigit() else ''
                        if rooms[at] and seat + color not in voids:
                            left = (*rooms[:at], rooms[at] - 1, *rooms[at + 1 :])
                            after[left] = after.get(left, 0) + count
                table = after
            return sum(table.values())
        ```
    """
    return ask_function(text, [_describe_voids(draw, size) for size in (2, 3, 5, 6, 8, 10)], _count_deals)


def _describe_voids(draw: Draw, size: int) -> str:
    """Draw hand sizes for three players and two or three voids that leave at least one way."""
    while True:
        rooms = {seat: size - draw.below(2) for seat in "ENW"}
        voids = draw.some_of([f"{seat}{color.value}" for seat in "ENW" for color in Color], draw.between(2, 3))
        cards = sort_hand(draw.some_of(PACK, sum(rooms.values())))
        case = (
            f"{' '.join(f'{seat}{room}' for seat, room in rooms.items())} | {' '.join(voids)} | {format_cards(cards)}"
        )
        if _count_deals(case) > 1:
            return case


def _count_deals(case: str) -> int:
    sizes, voids, cards = (part.split() for part in case.split("|"))
    rooms = {size[0]: int(size[1:]) for size in sizes}
    groups: dict[tuple[str, ...], int] = {}
    for card in parse_hand(" ".join(cards)):
        color = card.color.value if card.color else ""
        possible_seats = tuple(seat for seat in rooms if seat + color not in voids)
        groups[possible_seats] = groups.get(possible_seats, 0) + 1
    return ways_to_lie(groups, rooms)
