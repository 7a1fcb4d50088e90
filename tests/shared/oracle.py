"""The trick written down a second time, straight from the leaflet and with none of mam's code.

Cards are their codes (`R40`, `TIGER`), hands and tables are lists of codes in order, the trump a letter.
"""

from itertools import combinations

ORDER = ["40", "30", "15", "11", "10", "9", "8", "7", "5", "4", "3", "2", "1"]
MONEY = {"40": 40, "30": 30, "15": 15, "10": 10, "5": 5}
BULL_BEAR = ("BULL", "BEAR")
ANIMALS = ("TIGER", *BULL_BEAR)


def money(card: str) -> int:
    return 0 if card in ANIMALS else MONEY.get(card[1:], 0)


def is_number_card(card: str) -> bool:
    return card not in ANIMALS and card[1:] not in MONEY


def color_to_follow(table: list[str], trump: str, tiger_sets: bool = False) -> str | None:
    """The color that the next player has to follow, if there is one yet."""
    if not table:
        return None
    if table[0] == "TIGER":
        return trump
    for card in table:
        if card == "TIGER" and tiger_sets:
            return trump
        if card not in ANIMALS:
            return card[0]
    return None


def legal(hand: list[str], table: list[str], trump: str, tiger_sets: bool = False) -> list[str]:
    if not table:
        return [card for card in hand if card not in BULL_BEAR] or list(hand)
    color = color_to_follow(table, trump, tiger_sets)
    if color is None:
        return list(hand)
    follows = [
        card for card in hand if (card == "TIGER" and color == trump) or (card not in ANIMALS and card[0] == color)
    ]
    return follows or list(hand)


def winner_index(table: list[str], trump: str, tiger_sets: bool = False) -> int:
    """Which card of a complete trick takes it, by its place."""
    if "TIGER" in table:
        return table.index("TIGER")
    colored = [card for card in table if card not in ANIMALS]
    trumps = [card for card in colored if card[0] == trump]
    led = color_to_follow(table, trump, tiger_sets)
    rivals = trumps or [card for card in colored if card[0] == led]
    return table.index(min(rivals, key=lambda card: ORDER.index(card[1:])))


def trick_value(table: list[str]) -> int:
    total = sum(money(card) for card in table)
    for card in reversed(table):
        if card == "BULL":
            return 2 * total
        if card == "BEAR":
            return 0
    return total


def discards(hand: list[str], size: int = 3) -> list[frozenset[str]]:
    """Every legal discard from a hand that has the nest in it."""
    number = [card for card in hand if is_number_card(card)]
    if len(number) >= size:
        return [frozenset(cards) for cards in combinations(number, size)]
    money_cards = [card for card in hand if money(card)]
    return [frozenset([*number, *cards]) for cards in combinations(money_cards, size - len(number))]


def count_leaves(
    hands: list[list[str]],
    leader: int,
    trump: str,
    tiger_sets: bool = False,
    table: tuple[str, ...] = (),
    taken: tuple[int, int] = (0, 0),
) -> tuple[int, int, int, int]:
    """Every way to play the hands out: leaves, positions, and the sums of the money of the two sides over all leaves.

    Seats are numbered round the table; seat 0 and 2 are the first side.
    """
    if not table and not any(hands):
        return 1, 1, *taken
    if len(table) == 4:
        won = (leader + winner_index(list(table), trump, tiger_sets)) % 4
        new_taken = [*taken]
        new_taken[won % 2] += trick_value(list(table))
        return count_leaves(hands, won, trump, tiger_sets, (), (new_taken[0], new_taken[1]))
    seat = (leader + len(table)) % 4
    leaves, nodes, first, second = 0, 1, 0, 0
    for card in legal(hands[seat], list(table), trump, tiger_sets):
        left = [[kept_card for kept_card in hand if kept_card != card] for hand in hands]
        below = count_leaves(left, leader, trump, tiger_sets, (*table, card), taken)
        leaves, nodes, first, second = leaves + below[0], nodes + below[1], first + below[2], second + below[3]
    return leaves, nodes, first, second
