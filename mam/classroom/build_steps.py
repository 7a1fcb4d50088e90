"""The steps of the eight Build notebooks, in their order: what is right for each, the cases, and typical mistakes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm, prod, sqrt

from mam.classroom.rounds import DEFAULT_EDITION, get_trick_game
from mam.classroom.step_registry import step
from mam.games.registry import start
from mam.rules.cards import Card, Color
from mam.rules.tricks import trick_value
from mam.text.notation import parse_card, parse_hand

_HANDS = tuple(
    parse_hand(text)
    for text in ("R40 R1 Y40 Y1 TIGER", "BULL BEAR B11 B5", "G30 G15 G10 Y2 R7 R9", "TIGER BULL", "B40 B30 B15 B1 G9")
)

# 1. Cards as data


@step(
    [(hand,) for hand in _HANDS],
    {
        "You added the money. Count the cards instead: each counts 1.": lambda hand: sum(card.money for card in hand),
        "You counted the cards without money.": lambda hand: sum(not card.money for card in hand),
        "You counted every card. Only those with `card.money` above 0 count.": len,
    },
)
def count_money_cards(hand: Sequence[Card]) -> int:
    """Return how many cards of a hand carry money."""
    return sum(card.money > 0 for card in hand)


@step(
    [(hand,) for hand in _HANDS],
    {
        "Animals have no color: leave them out.": lambda hand: dict(Counter(card.code[0] for card in hand)),
        "All four colors belong in the result, those with no card too.": lambda hand: dict(
            Counter(card.color.value for card in hand if card.color)
        ),
    },
)
def count_colors(hand: Sequence[Card]) -> dict[str, int]:
    """Return how many cards of each color a hand has, by the letter of the color; animals have none."""
    return {color.value: sum(card.color == color for card in hand) for color in Color}


_TIGER = parse_card("TIGER")


@cache
def _count_tigers() -> int:
    return sum(_TIGER in start(DEFAULT_EDITION, seed=number).hands["S"] for number in range(500))


@step(slips={"That is how many hands don't hold it.": lambda: 500 - _count_tigers()})
def deals_with_the_tiger() -> int:
    """Return in how many of the deals 0 to 499 South holds the Tiger."""
    return _count_tigers()


# 2. Rules as functions

_TABLE = ("R9", "R1 B5 R11 Y40", "B7 BEAR", "G4 TIGER", "Y30 Y40 BULL")
_SMALL_HANDS = ("R40 R3 Y11", "Y11 B5 TIGER", "B30 B15 BULL G1", "G2 Y9 G40", "R1 B40")


@step(
    [(parse_hand(hand), parse_hand(table)[0].color) for hand, table in zip(_SMALL_HANDS, _TABLE, strict=True)],
    {
        "A player who can't follow may play any card: return the whole hand then.": lambda hand, led: [
            card for card in hand if card.color == led
        ],
        "A player who can follow must: return the cards of the color led only.": lambda hand, led: list(hand),
    },
)
def choose_from(hand: Sequence[Card], led: Color) -> list[Card]:
    """Return the cards that may follow a lead that is not trump: those of its color, or any if there is none (R35-PLAY-5, R35-PLAY-6)."""
    return [card for card in hand if card.color == led] or list(hand)


@step(
    [(200, 240), (200, 200), (200, 195), (260, 0), (175, 400)],
    {
        "Exactly the bid is enough: it is made.": lambda bid, captured: captured if captured > bid else -bid,
        "A bidder who misses loses the bid, and not what is missing.": lambda bid, captured: (
            captured if captured >= bid else captured - bid
        ),
        "A bidder who makes the bid scores all that was captured.": lambda bid, captured: (
            bid if captured >= bid else -bid
        ),
        "A missed bid costs the bid.": lambda bid, captured: captured if captured >= bid else 0,
    },
)
def score_bid(bid: int, captured: int) -> int:
    """Return what the bidding side scores (R35-SCORE-3, R35-SCORE-4)."""
    return captured if captured >= bid else -bid


_TRICKS = ("R40 R5 R1 G15", "R40 BULL R1 R30", "Y30 Y5 BEAR Y1", "BULL G40 G1 BEAR", "B10 BEAR BULL B40", "R1 R2 R3 R4")


def _double_for_bull(trick: str) -> int:
    money = sum(card.money for card in parse_hand(trick))
    return money * 2 if "BULL" in trick else money


@step(
    [(trick.split(),) for trick in _TRICKS],
    {
        "Bull and Bear change the value: ×2 and ×0.": lambda codes: sum(card.money for card in map(parse_card, codes)),
        "The Bear makes the trick worth nothing.": lambda codes: _double_for_bull(" ".join(codes)),
        "The later of Bull and Bear counts, not always the Bear.": lambda codes: (
            0 if "BEAR" in codes else _double_for_bull(" ".join(codes))
        ),
    },
)
def find_value(codes: Sequence[str]) -> int:
    """Return what a trick is worth, by the codes of its cards in the order of play (R35-BULL-2, R35-BEAR-2, R35-BB-1)."""
    return trick_value([parse_card(code) for code in codes], get_trick_game().tricks)


# 3. Counting


@step(
    [(5, 2), (12, 3), (55, 13)],
    {
        "That counts a hand once for each order of its cards: divide by the number of orders.": perm,
        "Each card can be dealt only once: the second is one of those that are left.": lambda cards, size: cards**size,
    },
)
def count_hands(cards: int, size: int) -> int:
    """Return how many different hands of this size a pack with this number of cards has."""
    return comb(cards, size)


@step(
    [(1,), (2,), (3,)],
    {
        "The cards of a hand get in each other's way: once one place is taken, 12 of 54 are left.": lambda count: (
            Fraction(13, 55) ** count
        ),
        "The other cards of the hand come from the 55 without the named ones.": lambda count: Fraction(
            comb(55, 13 - count), comb(55, 13)
        ),
    },
)
def chance_of_all(count: int) -> Fraction:
    """Return the probability that a hand of 13 of the 55 cards holds all of this number of named cards."""
    return Fraction(comb(55 - count, 13 - count), comb(55, 13))


@step(
    [((4, 3, 3, 3),), ((4, 3, 3, 2),), ((13, 0, 0, 0),), ((5, 4, 1, 0),)],
    {
        "Animals fill the hand up to 13 cards: choose them from the three.": lambda counts: prod(
            comb(13, count) for count in counts
        ),
        "The ways multiply: each choice of one color goes with each of the next.": lambda counts: sum(
            comb(13, count) for count in counts
        ),
    },
)
def count_shape(counts: Sequence[int]) -> int:
    """Return how many hands of 13 hold exactly these numbers of cards of the four colors, in this order."""
    return comb(3, 13 - sum(counts)) * prod(comb(13, count) for count in counts)


# 4. What a card tells


@step(
    [("R11 R10 Y11", "B"), ("G40 B7 BULL", "B"), ("BULL BEAR TIGER", "B"), ("Y40 G15 G9", "YB"), ("R1 B2", "GY")],
    {
        "BULL and BEAR begin with a B, but they have no color.": lambda hand, voids: (
            not any(code[0] in voids for code in hand.split())
        ),
        "It is the other way around: a hand with a card of such a color is impossible.": lambda hand, voids: (
            not _can_hold(hand, voids)
        ),
    },
)
def can_hold(hand: str, voids: str) -> bool:
    """Return whether a player who is void in these colors can hold this hand."""
    return _can_hold(hand, voids)


def _can_hold(hand: str, voids: str) -> bool:
    return not any(code[0] in voids and code[1:].isdigit() for code in hand.split())


_LISTS = (["R1 B2", "R1 Y3", "Y3 B2"], ["BULL R9", "R9 G4"], ["R10 Y2", "R1 Y2", "B10 R1"])


@step(
    [(code, hands) for code, hands in zip(("R1", "G40", "R1"), _LISTS, strict=True)],
    {
        "Compare whole codes: R1 is not in R10. `hand.split()` makes a list of them.": lambda code, hands: Fraction(
            sum(code in hand for hand in hands), len(hands)
        ),
        "Divide by the number of hands.": lambda code, hands: sum(code in hand.split() for hand in hands),
    },
)
def find_proportion(code: str, hands: Sequence[str]) -> Fraction:
    """Return the proportion of equally likely hands that hold a card."""
    return Fraction(sum(code in hand.split() for hand in hands), len(hands))


Chances = Mapping[str, Fraction]
_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)


def _weigh(prior: Chances, likelihood: Chances) -> dict[str, Fraction]:
    return {case: prior[case] * likelihood[case] for case in prior}


@step(
    [
        ({"both": Fraction(3, 7), "one": Fraction(4, 7)}, {"both": _HALF, "one": Fraction(1)}),
        ({"East": _THIRD, "South": _THIRD, "West": _THIRD}, {"East": Fraction(0), "South": _HALF, "West": _HALF}),
        ({"yes": Fraction(1, 10), "no": Fraction(9, 10)}, {"yes": Fraction(9, 10), "no": Fraction(1, 5)}),
    ],
    {
        "Divide each weight by the sum of them, so that they add up to 1.": _weigh,
        "Multiply: how often the case is dealt, times how often it shows this card.": lambda prior, likelihood: {
            case: likelihood[case] / sum(likelihood.values()) for case in prior
        },
    },
)
def update(prior: Chances, likelihood: Chances) -> dict[str, Fraction]:
    """Return the chances of the cases after something was seen, which each case shows so often (Bayes' rule)."""
    weights = _weigh(prior, likelihood)
    return {case: weight / sum(weights.values()) for case, weight in weights.items()}


# 5. Simulation, and Red


@step(
    [(9, 25), (1, 4), (5000, 20_000)],
    {
        "A standard error is a square root.": lambda count, n: (count / n, count / n * (1 - count / n) / n),
        "The variance of a mean is that of one deal divided by n.": lambda count, n: (
            count / n,
            sqrt(count / n * (1 - count / n)),
        ),
        "First the proportion, then its standard error.": lambda count, n: (
            sqrt(count / n * (1 - count / n) / n),
            count / n,
        ),
    },
)
def estimate(count: int, n: int) -> tuple[float, float]:
    """Return a proportion, and its standard error."""
    share = count / n
    return share, sqrt(share * (1 - share) / n)


@step(
    [(5272, 20_000, 0.25), (40, 100, 0.5), (10, 400, 0.04)],
    {
        "Positive if there are more than expected.": lambda count, n, p: (n * p - count) / sqrt(n * p * (1 - p)),
        "Divide by the standard error of the count, the root of n·p·(1 − p).": lambda count, n, p: count - n * p,
        "The standard error is for chance alone, if p is true: use p, not the proportion that was counted.": lambda count, n, p: (
            (count - n * p) / sqrt(count * (1 - count / n))
        ),
    },
)
def find_distance(count: int, n: int, p: float) -> float:
    """Return how many standard errors a count is from the expected one, if p is true."""
    return (count - n * p) / sqrt(n * p * (1 - p))


@step(
    [
        ({"R": 120, "Y": 95, "B": 120, "G": 80},),
        ({"R": 60, "Y": 75, "B": 74, "G": 75},),
        ({"R": 1, "Y": 2, "B": 4, "G": 3},),
    ],
    {
        "All colors with the highest value belong in the list, not the first only.": lambda values: [
            max(values, key=values.get)
        ]
    },
)
def find_richest(values: Mapping[str, int]) -> list[str]:
    """Return the colors with the highest value, in their order: more than one if they tie."""
    return [color for color in values if values[color] == max(values.values())]


# 6. A player


def _rank(card: Card) -> int:
    return card.rank or 0


@step(
    [(hand,) for hand in _HANDS],
    {
        "Go by the rank, not by the money: the 11 beats the 10.": lambda cards: max(cards, key=lambda card: card.money),
        "That is the lowest.": lambda cards: min(cards, key=_rank),
    },
)
def find_highest(cards: Sequence[Card]) -> Card:
    """Return the card with the highest rank; an animal, which has none, only if there is nothing else."""
    return max(cards, key=_rank)


@step(
    [(parse_hand(text),) for text in ("B40 B5 G9 G11", "R10 R5", "BULL BEAR B11 B5", "Y2 R7 R9", "Y30 G1")],
    {
        "Money comes first: the 11 carries none, the 5 does.": lambda cards: min(cards, key=_rank),
        "That is the most expensive.": lambda cards: max(cards, key=lambda card: (card.money, _rank(card))),
    },
)
def find_cheapest(cards: Sequence[Card]) -> Card:
    """Return the card with the least money, and of these the one with the lowest rank (0 for an animal)."""
    return min(cards, key=lambda card: (card.money, _rank(card)))


@step(
    [((30, 10, 40, 0, 20),), ((-5, 5),), ((100, 200, 250, 50),)],
    {
        "That is the standard deviation of one difference: divide by √n.": lambda differences: (
            _mean(differences),
            _deviation(differences),
        ),
        "Divide by the root of n, not by n.": lambda differences: (
            _mean(differences),
            _deviation(differences) / len(differences),
        ),
        "A sample's variance is divided by n − 1: use `statistics.stdev`.": lambda differences: (
            _mean(differences),
            sqrt(1 - 1 / len(differences)) * _deviation(differences) / sqrt(len(differences)),
        ),
    },
)
def measure(differences: Sequence[float]) -> tuple[float, float]:
    """Return the mean of paired differences and its standard error."""
    return _mean(differences), _deviation(differences) / sqrt(len(differences))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _deviation(numbers: Sequence[float]) -> float:
    return sqrt(sum((number - _mean(numbers)) ** 2 for number in numbers) / (len(numbers) - 1))


# 7. Audit a claim

_PLACES = ("bidder", "left", "partner", "right")


@step(
    [("N", "N"), ("E", "N"), ("N", "E"), ("S", "W"), ("W", "S"), ("N", "S")],
    {
        "Count from the bidder to the holder, in the order N, E, S, W.": lambda holder, bidder: _PLACES[
            ("NESW".index(bidder) - "NESW".index(holder)) % 4
        ],
        "Count from the bidder, not from North.": lambda holder, bidder: _PLACES["NESW".index(holder)],
    },
)
def name_place(holder: str, bidder: str) -> str:
    """Return where a seat is from the bidder: "bidder", "left", "partner" or "right"; N, E, S, W sit clockwise."""
    return _PLACES[("NESW".index(holder) - "NESW".index(bidder)) % 4]


@step(
    [(([10, 20, 30], [5, 15, 25, 35])), ([200, 240], [250, 255, 260]), ([1, 2, 3, 4], [1, 2, 3, 4])],
    {
        "The variances add, not the standard errors.": lambda first, second: (
            _mean(first) - _mean(second),
            _error(first) + _error(second),
        ),
        "The first mean minus the second.": lambda first, second: (
            _mean(second) - _mean(first),
            sqrt(_error(first) ** 2 + _error(second) ** 2),
        ),
    },
)
def compare_means(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """Return the difference of two independent means, and its standard error."""
    return _mean(first) - _mean(second), sqrt(_error(first) ** 2 + _error(second) ** 2)


def _error(numbers: Sequence[float]) -> float:
    return _deviation(numbers) / sqrt(len(numbers))


_DEAL = "dealer W | N R10 R1 B3 | E BULL G4 Y1 | S Y7 R11 B9"


def _exchange(text: str, first: str, second: str) -> str:
    places = {first: second, second: first}
    return " ".join(places.get(code, code) for code in text.split())


@step(
    [(_DEAL, "BULL", "B3"), (_DEAL, "R1", "BULL"), (_DEAL, "Y7", "B9")],
    {
        "Both cards move: each takes the place of the other.": lambda text, first, second: _exchange(
            text, first, second
        ).replace(first, second),
        "Go by whole codes: R1 is also the beginning of R10 and R11.": lambda text, first, second: (
            text.replace(first, "?").replace(second, first).replace("?", second)
        ),
        "The second replacement undoes the first: go through the codes one by one.": lambda text, first, second: (
            text.replace(first, second).replace(second, first)
        ),
    },
)
def exchange(text: str, first: str, second: str) -> str:
    """Return a deal's text with two cards exchanged, and all else as it was."""
    return _exchange(text, first, second)


# 8. Your claim


def _margin(count: int, n: int) -> float:
    return 1.96 * sqrt(count / n * (1 - count / n) / n)


@step(
    [(80, 400), (5, 20), (700, 1000)],
    {
        "That is one standard error to each side: times 1.96.": lambda count, n: (
            count / n - _margin(count, n) / 1.96,
            count / n + _margin(count, n) / 1.96,
        ),
        "Give proportions, not counts: divide by n.": lambda count, n: (
            count - n * _margin(count, n),
            count + n * _margin(count, n),
        ),
    },
)
def find_interval(count: int, n: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a proportion: the estimate, 1.96 standard errors to each side."""
    return count / n - _margin(count, n), count / n + _margin(count, n)


@step(
    [((0.16, 0.24), 0.25), ((0.16, 0.24), 0.2), ((0.4, 0.6), 0.39), ((0.4, 0.6), 0.6)],
    {
        "A claim outside the interval is rejected; one inside is not.": lambda interval, claimed: (
            interval[0] <= claimed <= interval[1]
        )
    },
)
def is_rejected(interval: tuple[float, float], claimed: float) -> bool:
    """Return whether a claimed proportion lies outside the interval."""
    return not interval[0] <= claimed <= interval[1]
