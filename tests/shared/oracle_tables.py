"""The games of tricks written down a second time, straight from the documents and with none of mam's code.

Cards are their codes (`R40`, `TIGER`, `SA`), hands are lists of codes, a trick is a list of codes in order of play. Trump is
a letter, or "high" or "low" (none, and what the Tiger is then), or "none" (No Color, and no Tiger in play).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

RANKS = "40 30 15 11 10 9 8 7 5 4 3 2 1".split()
COURT = "A K Q J 10 9 8 7 6 5 4 3".split()
DOLLARS = {"40": 40, "30": 30, "15": 15, "10": 10, "5": 5}
POINTS = {"A": 1, "K": 1, "Q": 1, "J": 1}
CHANGERS = {"BULL", "BEAR"}
BEASTS = {"TIGER", *CHANGERS}

Settling = Callable[[dict[str, int], list[tuple[str, str]]], tuple[int, ...]]


@dataclass
class Table:
    """How this table plays: seats in turn, trump, and what differs between the documents.

    `covered` says which card lies face down under which of a half-hidden hand.
    """

    seats: str
    trump: str
    settle: Settling
    tiger_sets: bool = True
    waits: bool = False  # trumps are not led before one was played
    counts: str = "money"
    covered: dict[str, str] = field(default_factory=dict)
    deck: str = "RYBG"
    bull: int = 2  # what each Bull multiplies by


def value(card: str, counts: str = "money") -> int:
    if counts == "points":
        return 2 if card == "HJ" else POINTS.get(card[1:], 0)
    return 0 if card in BEASTS else DOLLARS.get(card[1:], 0)


def is_number(card: str) -> bool:
    return card not in BEASTS and card[1:] not in DOLLARS


def color_to_follow(trick: list[str], table: Table) -> str:
    """The color that has to be followed; nothing while there is none."""
    for place, card in enumerate(trick):
        if card == "TIGER":
            if table.trump in table.deck and (place == 0 or table.tiger_sets):
                return table.trump
        elif card not in CHANGERS:
            return card[0]
    return ""


def has_color(card: str, color: str, table: Table) -> bool:
    """Whether a card counts as one of this color."""
    if card in CHANGERS:
        return False
    return color == table.trump if card == "TIGER" else card[0] == color


def legal_cards(hand: list[str], trick: list[str], table: Table, trump_fell: bool = True) -> list[str]:
    """What may be played from these cards."""
    if not trick:
        real = [card for card in hand if card not in CHANGERS]
        if table.waits and not trump_fell and table.trump in table.deck:
            held_back = [card for card in real if not has_color(card, table.trump, table)]
            return held_back or real or hand
        return real or hand
    color = color_to_follow(trick, table)
    bound = [card for card in hand if color and has_color(card, color, table)]
    return bound or hand


def pecking_order(color: str, table: Table) -> list[str]:
    """All cards that can take a trick, the strongest first."""
    ladder = COURT if table.deck == "SHDC" else RANKS
    order = []
    if table.trump in table.deck:
        order += ["TIGER", *(table.trump + rank for rank in ladder)]
    if table.trump == "high":
        order += ["TIGER"]
    order += [color + rank for rank in ladder if color]
    return [*order, "TIGER"]


def winner_index(trick: list[str], table: Table) -> int | None:
    """Which place takes a full trick: of equal cards the later."""
    for card in pecking_order(color_to_follow(trick, table), table):
        for place in range(len(trick) - 1, -1, -1):
            if trick[place] == card:
                return place
    return None


def trick_value(trick: list[str], table: Table) -> int:
    if table.counts == "tricks":
        return 1
    total = sum(value(card, table.counts) for card in trick)
    bulls, times = 0, 1
    for card in trick:
        if card == "BULL":
            bulls += 1
            times = table.bull**bulls
        if card == "BEAR":
            times = 0
    return total * times


def open_cards(hand: list[str], table: Table) -> list[str]:
    """The cards of a hand that do not lie under another one still held."""
    below = [table.covered[card] for card in hand if card in table.covered]
    return [card for card in hand if card not in below]


# Counting


Counts = tuple[int, ...]


def add(first: Counts, second: Counts) -> Counts:
    return tuple(a + b for a, b in zip(first, second, strict=True)) if first else second


def count_plays(table: Table, hands: dict[str, list[str]], leader: str) -> Counts:
    """Every way to play these hands out: leaves, positions, and the sums of what the leaves are settled for."""
    return _count(table, hands, leader, [], dict.fromkeys(table.seats, 0), [], False)


def _count(
    table: Table,
    hands: dict[str, list[str]],
    leader: str,
    trick: list[str],
    taken: dict[str, int],
    played: list[tuple[str, str]],
    fell: bool,
) -> Counts:
    many = len(table.seats)
    start = table.seats.index(leader)
    if len(trick) == many:
        place = winner_index(trick, table)
        fell = fell or any(has_color(card, table.trump, table) for card in trick)
        if place is not None:
            leader = table.seats[(start + place) % many]
            taken = {**taken, leader: taken[leader] + trick_value(trick, table)}
        return _count(table, hands, leader, [], taken, played, fell)
    if not trick and not any(hands.values()):
        return (1, 1, *table.settle(taken, played))
    seat = table.seats[(start + len(trick)) % many]
    sums: Counts = ()
    for card in dict.fromkeys(legal_cards(open_cards(hands[seat], table), trick, table, fell)):
        left = list(hands[seat])
        left.remove(card)
        below = _count(table, {**hands, seat: left}, leader, [*trick, card], taken, [*played, (seat, card)], fell)
        sums = add(sums, below)
    return (sums[0], sums[1] + 1, *sums[2:])


# Settling a finished round


def teams(groups: list[str], bidder: str, bid: int) -> Settling:
    """Sides that keep one score each: what they captured, or minus the bid."""

    def settle(taken: dict[str, int], played: list[tuple[str, str]]) -> Counts:
        got = [sum(taken[seat] for seat in group) for group in groups]
        entered = [-bid if bidder in group and money < bid else money for group, money in zip(groups, got, strict=True)]
        return (*got, *entered)

    return settle


def persons(seats: str, nobody: str, with_bidder: str, bidder: str, bid: int, alone: bool) -> Settling:
    """Scores for each person of a side formed for the hand; `alone`: a failed bid is the bidder's own affair."""

    def settle(taken: dict[str, int], played: list[tuple[str, str]]) -> Counts:
        friends = [seat for seat in seats if seat == bidder or seat in with_bidder]
        return _joint(seats, nobody, friends, taken, bidder, bid, alone)

    return settle


def silent(seats: str, called: list[str], bidder: str, bid: int, alone: bool = False) -> Settling:
    """Whoever played the other copy of a card called is on the bidder's side."""

    def settle(taken: dict[str, int], played: list[tuple[str, str]]) -> Counts:
        duplicates = {seat for seat, card in played if card in called}
        friends = [seat for seat in seats if seat == bidder or seat in duplicates]
        return _joint(seats, "", friends, taken, bidder, bid, alone)

    return settle


def _joint(
    seats: str, nobody: str, friends: list[str], taken: dict[str, int], bidder: str, bid: int, alone: bool
) -> Counts:
    bidders_money = sum(taken[seat] for seat in friends)
    opponents_money = sum(taken[seat] for seat in seats if seat not in friends)
    entered = []
    for seat in seats:
        if seat in nobody:
            continue
        if seat not in friends:
            entered.append(opponents_money)
        elif bidders_money >= bid:
            entered.append(bidders_money)
        else:
            entered.append(-bid if seat == bidder or not alone else 0)
    return (bidders_money, opponents_money, *entered)


def sweven(seats: str, bidder: str, bid: int, waiting: tuple[str, int] = ("", 0)) -> Settling:
    """Points taken, points entered, and what waits for the next hand (below zero for the bar)."""

    def settle(taken: dict[str, int], played: list[tuple[str, str]]) -> Counts:
        won = taken[bidder] >= bid
        entered = []
        for seat in seats:
            if seat == bidder:
                entered.append(bid + (waiting[1] if waiting[0] == bidder else 0) if won else 0)
            else:
                entered.append(0 if won else bid)
        return (*(taken[seat] for seat in seats), *entered, taken[bidder] - bid if won else -1)

    return settle


def exact(seats: str, bids: dict[str, int]) -> Settling:
    """Tricks taken and points entered."""

    def settle(taken: dict[str, int], played: list[tuple[str, str]]) -> Counts:
        entered = [taken[seat] + 5 * (taken[seat] == bids[seat]) for seat in seats]
        return (*(taken[seat] for seat in seats), *entered)

    return settle


def all_bids(seats: str, max_bid: int) -> Iterator[dict[str, int]]:
    for numbers in product(range(max_bid + 1), repeat=len(seats)):
        yield dict(zip(seats, numbers, strict=True))


# The nest and the cards that call


def legal_discards(hand: list[str], size: int) -> set[tuple[str, ...]]:
    """Every set of cards that may go out of a hand with the nest in it, each sorted as text."""
    numbers = [card for card in hand if is_number(card)]
    paid = [card for card in hand if value(card)]
    if len(numbers) >= size:
        return {tuple(sorted(chosen)) for chosen in combinations(numbers, size)}
    return {tuple(sorted([*numbers, *chosen])) for chosen in combinations(paid, size - len(numbers))}


def legal_callings(hand: list[str], out: list[str], copies: dict[str, int], wanted: int) -> set[tuple[str, ...]]:
    """Every set of cards that may call partners: colored, in two copies, and the other copy is somebody else's."""
    good = [card for card in hand if card not in BEASTS and copies[card] == 2 and hand.count(card) == 1]
    good = [card for card in good if card not in out]
    return {tuple(sorted(chosen)) for chosen in combinations(good, min(wanted, len(good)))}


# The auction


@dataclass
class Bidding:
    """How this table bids. `seats` in turn from the first to speak; `bound` may not leave the hand without a bid."""

    seats: str
    min_bid: int
    max_bid: int
    max_opening: int
    step: int = 5
    min_raise: int = 10
    bound: str = ""  # "first" or "last"
    back: bool = False  # whoever passed may come back
    once: bool = False  # each speaks once
    colors: int = 1
    barred: str = ""
    poor: str = ""  # who may ask for a new deal instead of a first call


def count_auctions(rules: Bidding) -> Counts:
    """Every auction: how many, positions, and over all of them the sums of the winning bid and of the bidder's place.

    A bid counts once for each color it may name.
    """
    return _auction(rules, 0, "", 0, frozenset(), 0)


def _auction(rules: Bidding, place: int, bidder: str, bid: int, passed: frozenset[str], calls: int) -> Counts:
    seats = rules.seats
    if rules.once and calls == len(seats):
        return _sold(seats, bidder, bid)
    while not rules.once and seats[place] != bidder and seats[place] in passed:
        if not bidder and len(passed) == len(seats):
            return _sold(seats, bidder, bid)
        place = (place + 1) % len(seats)
    speaker = seats[place]
    if speaker == bidder:
        return _sold(seats, bidder, bid)
    following = (place + 1) % len(seats)
    sums: Counts = ()
    first = not bidder and not passed
    last = not bidder and len(passed) == len(seats) - 1
    if not ((rules.bound == "first" and first) or (rules.bound == "last" and last)):
        after_pass = passed if rules.back and bidder else passed | {speaker}
        sums = add(sums, _auction(rules, following, bidder, bid, after_pass, calls + 1))
    if speaker in rules.poor and calls < len(seats):
        sums = add(sums, (1, 1, 0, 0))
    low = bid + rules.min_raise if bidder else rules.min_bid
    high = rules.max_bid if bidder else min(rules.max_bid, rules.max_opening)
    if last and rules.bound == "last":
        high = low
    if speaker != rules.barred:
        for amount in range(low, high + 1, rules.step):
            stay = frozenset() if rules.back else passed
            below = _auction(rules, following, speaker, amount, stay, calls + 1)
            sums = add(sums, tuple(rules.colors * count for count in below))
    return (sums[0], sums[1] + 1, *sums[2:])


def _sold(seats: str, bidder: str, bid: int) -> Counts:
    return 1, 1, bid, seats.index(bidder) + 1 if bidder else 0
