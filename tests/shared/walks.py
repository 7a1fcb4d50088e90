"""Rounds of every edition played at random: which there are, how they are walked, and what an oracle makes of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random

import oracle_tables as oracle

import mam
from mam.games.registry import deal_for, make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.auction import find_min_bid
from mam.rules.dealing import shuffle
from mam.rules.moves import Misdeal, Move
from mam.rules.scoring import Carry

Combo = tuple[str, tuple[str, ...]]
PAIRS = 1  # pairs of options for each edition, beside those named here
NAMED: tuple[Combo, ...] = (
    ("make-a-million-2004", ("no-trump", "trump-break")),
    ("make-a-million-2004", ("misdeal", "redeal-if-all-pass")),
    ("make-a-million-2004", ("no-trump", "open-widow")),
    ("manhattan", ("free-trump", "without-tiger")),
    ("six", ("no-trump", "trump-break")),
    ("silent-eight", ("no-trump", "open-widow")),
    ("make-a-million-1935-two", ("without-ones", "tiger-sets-color")),
    ("sweven", ("2-players", "passed-out-is-skipped")),
    ("exact-tricks", ("2-players", "hands-of-3")),
    ("anagrams", ("keep-order", "table-style")),
)


def fits(edition: str, options: tuple[str, ...]) -> bool:
    """Whether these options go together."""
    try:
        mam.get_edition(edition, options)
    except ValueError:  # options that exclude each other
        return False
    return True


def combos(edition: str) -> Iterator[Combo]:
    """The edition plain, with each option, and with some pairs of them."""
    rules = mam.get_edition(edition)
    sizes = [name for name, option in rules.options.items() if option.group == "hands"]
    left_out = {*sizes} - {*sizes[:1], *sizes[len(sizes) // 2 :][:1], *sizes[-1:]}  # of many sizes three will do
    options = tuple(name for name in rules.options if name not in left_out)
    yield edition, ()
    for option in options:  # some hands are too large but for few players
        alone = fits(edition, (option,))
        yield (
            edition,
            (option,)
            if alone
            else next((candidate, option) for candidate in options if fits(edition, (candidate, option))),
        )
    named = [pair for name, pair in NAMED if name == edition]
    pairs = [pair for pair in combinations(options, 2) if fits(edition, pair)]
    step = max(1, len(pairs) // PAIRS)
    spread_pairs = [pair for pair in pairs[::step][:PAIRS] if all(fits(edition, (option,)) for option in pair)]
    yield from ((edition, pair) for pair in dict.fromkeys([*named, *spread_pairs]))


ALL: tuple[Combo, ...] = tuple(combo for edition in mam.list_editions() for combo in combos(edition))
PLAIN: tuple[Combo, ...] = tuple((edition, ()) for edition in mam.list_editions())


def name_of(combo: Combo) -> str:
    return "+".join([combo[0], *combo[1]])


@cache
def rules_of(combo: Combo) -> mam.rules.editions.RuleSet:  # type: ignore[name-defined]
    return mam.get_edition(*combo)


def start(combo: Combo, seed: int) -> Round:
    """A round from the dealer whose turn this seed is; hands of a shrinking game come in every size."""
    rules = rules_of(combo)
    dealer = rules.persons[seed % len(rules.persons)]
    rng = Random(seed)
    size = 1 + seed % rules.hand_size if rules.shrinks_by else None
    carry = Carry()
    if rules.scoring.method == "account" and seed % 3:  # what the hand before may have left
        person = rules.persons[(seed // 3) % len(rules.persons)]
        carry = Carry(owner=person, points=1 + seed % 5) if seed % 3 == 1 else Carry(barred=person)
    return make_round(rules, deal_for(rules, dealer, rng, size), carry=carry)


def likely_moves(round: Round, rng: Random, passing: float) -> Iterator[Move]:
    """Moves that are likely to be legal, so that long lists of bids and discards need not be made."""
    if not isinstance(round, TrickRound) or round.turn is None:
        return
    rules, hand = round.rules, round.hands[round.turn]
    if round.phase == "auction":
        if rng.random() < passing:
            yield mam.Pass()
        if rng.random() < 0.1:
            yield Misdeal()
        kinds = (*mam.Color, mam.NoTrump.NO_COLOR) if rules.auction.no_color else (None,)
        min_amount = find_min_bid(round.calls, rules.auction)
        increment = int(rng.random() ** 3 * 12) * rules.auction.step
        yield mam.Bid(min_amount + increment, kinds[int(rng.random() * len(kinds))])
    if round.phase == "nest":
        plain = shuffle([card for card in hand if card.is_number_card], rng)
        money = shuffle([card for card in hand if card.money], rng)
        yield mam.Discard([*plain, *money][: rules.nest.size])
    if round.phase == "called":
        colored = shuffle([card for card in hand if card.color], rng)
        yield from (mam.CallCards(colored[index : index + rules.called]) for index in range(len(colored)))


def choose_move(round: Round, rng: Random, passing: float) -> Move:
    """A legal move found without judging all of them; in an auction a pass with this chance."""
    for move in likely_moves(round, rng, passing):
        if round._reason_against(move) is None:
            return move
    candidates = list(round._candidates())
    while candidates:
        place = int(rng.random() * len(candidates))
        candidates[place], candidates[-1] = candidates[-1], candidates[place]
        move = candidates.pop()
        if round._reason_against(move) is None:
            return move
    raise AssertionError(f"no legal move in {round!r}")


def walk(combo: Combo, seed: int) -> Iterator[Round]:
    """Position after position, from the deal to the end."""
    round, rng = start(combo, seed), Random(-1 - seed)
    passing = (0.7, 0.3, 0.95)[seed % 3]
    yield round
    while not round.is_over:
        round = round._apply(choose_move(round, rng, passing))
        yield round


# The same by the oracle


def table_of(round: TrickRound) -> oracle.Table:
    """How the oracle sees the play of this round."""
    trump = round.trump.value if round.trump else ""
    rules = round.rules.tricks
    return oracle.Table(
        seats="".join(round.turn_order),
        trump={"NC": "none", "NT+": "high", "NT-": "low"}.get(trump, trump),
        settle=settlement_of(round),
        tiger_sets=rules.tiger_sets_color,
        waits=rules.trump_break,
        counts=rules.counts,
        covered={upper.code: below.code for upper, below in round.deal.covers},
        deck="".join(dict.fromkeys(card.color.value for card in round.rules.pack if card.color)),
        bull=rules.bull_factor,
    )


def settlement_of(round: TrickRound) -> oracle.Settling:
    rules, bidder, bid = round.rules, round.bidder or "", round.bid or 0
    seats, alone = "".join(rules.seats), rules.scoring.setback == "bidder"
    if rules.scoring.method == "exact":
        return oracle.exact(seats, {seat: count or 0 for seat, count in round.sealed})
    if rules.scoring.method == "account":
        return oracle.sweven(seats, bidder, bid, (round.carry.owner or "", round.carry.points))
    if rules.alliance == "dummy":
        dummies = "".join(rules.dummies)
        return oracle.persons(seats, dummies, dummies, bidder, bid, alone)
    if rules.alliance == "called":
        return oracle.silent(seats, [card.code for card in round.called or ()], bidder, bid, alone)
    return oracle.teams(["".join(members) for members in rules.sides.values()] or [*seats], bidder, bid)


def figures_by_oracle(round: TrickRound) -> oracle.Counts:
    """What the oracle settles a finished round for, from the bare order of the cards."""
    table = table_of(round)
    taken = dict.fromkeys(table.seats, 0)
    played = []
    for trick in round.tricks:
        codes = [card.code for card in trick.cards]
        place = oracle.winner_index(codes, table)
        assert trick.winner == (None if place is None else trick.seats[place])
        if trick.winner:
            assert trick.value == oracle.trick_value(codes, table)
            taken[trick.winner] += trick.value
        played += [(seat, card.code) for seat, card in trick.plays]
    return table.settle(taken, played)


def choices_of(round: TrickRound) -> list[str]:
    """What the oracle lets the hand to move play."""
    assert round.turn is not None and round.trick is not None
    table = table_of(round)
    hand = [card.code for card in round.hands[round.turn]]
    fell = any(oracle.has_color(card.code, table.trump, table) for trick in round.tricks for card in trick.cards)
    return oracle.legal_cards(
        oracle.open_cards(hand, table), [card.code for card in round.trick.cards], table, trump_fell=fell
    )


def all_cards(round: Round) -> Counter[mam.Card]:
    """Every card of the round wherever it lies now."""
    in_hands = Counter(card for hand in round.hands.values() for card in hand)
    if isinstance(round, TrickRound):
        return in_hands + Counter((*round.nest, *round.played, *round.deal.stock))
    if isinstance(round, mam.games.millionaire.Millionaire):  # type: ignore[attr-defined]
        return in_hands + Counter(round.stock) + Counter(card for _, card in round.spelled)
    return in_hands + Counter(round.deal.stock) + Counter(mam.Card(letter) for line in round.lines for letter in line)


def totals_of(rounds: tuple[Round, ...], names: Mapping[str, str], carried: Mapping[str, int]) -> dict[str, int]:
    """The totals of a match added up from its rounds."""
    totals = {name: carried.get(name, 0) for name in names}
    for round in rounds:
        assert round.result is not None
        for name, points in round.result.scores.items():
            totals[name] += points
    return totals
