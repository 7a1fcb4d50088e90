"""Compare the club player's calls on strong hands with its own advice.

South gets a hand of each kind, with the other cards dealt at random, and everybody calls like the club player. At each of South's
calls a pass and a bid (the one that it makes, or the lowest) are compared in the same simulated deals, as advice compares them. A call loses
what the other one gains more. For each kind: how often a call loses more than $20,000, and that by more than two standard errors;
and what calls lose on average, a call that is better than the other one counting as a gain.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

import numpy as np

import mam
from mam.analysis.alternatives import GoTo
from mam.analysis.outcomes import compare
from mam.games.registry import make_round
from mam.games.trick_round import TrickRound
from mam.players.candidates import rank_trumps
from mam.players.club import club_player
from mam.rules.auction import must_bid
from mam.rules.cards import Card
from mam.rules.dealing import Deal, derive_seed, shuffle
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.moves import Bid, Pass
from measures.figures import EDITION, add_deals

MUCH = 20  # thousands of dollars
KINDS = {
    "any hand": "",
    "three 40s": "R40 Y40 B40",
    "four 40s": "R40 Y40 B40 G40",
    "Bull, Bear, Tiger": "BULL BEAR TIGER",
    "four 40s, Bull, Bear, Tiger": "R40 Y40 B40 G40 BULL BEAR TIGER",
    "Bull, Bear, Tiger, six trumps": "BULL BEAR TIGER R40 R30 R15 R11 R9 R8",
    "Tiger, Bull, seven trumps": "BULL TIGER R40 R30 R15 R11 R9 R8 R7",
    "four 40s, seven trumps": "R40 Y40 B40 G40 R30 R15 R11 R9 R8 R7",
}


def deal_with(rules: TrickGameRules, cards: str, seed: int, number: int) -> TrickRound:
    """Return a round in which the third person holds these cards; everybody deals in turn."""
    rng, hand = Random(derive_seed(seed, cards, number)), [Card(code) for code in cards.split()]
    rest = list(rules.pack)
    for card in hand:
        rest.remove(card)
    rest, hands = list(shuffle(rest, rng)), []
    for seat in rules.seats:
        begin = hand if seat == rules.persons[2] else []
        size = rules.hand_size - len(begin)
        hands.append((*begin, *rest[:size]))
        rest = rest[size:]
    dealer = rules.persons[number % len(rules.persons)]
    round = make_round(rules, Deal(rules.seats, dealer, tuple(hands), tuple(rest)))
    assert isinstance(round, TrickRound)
    return round


def compare_calls(round: TrickRound, worlds: int, seed: int) -> Iterator[tuple[bool, float, float]]:
    """Yield for each call of the third person with a choice: whether it bids, what it gains more than the other call, and the SE."""
    person, rules = round.rules.persons[2], round.rules
    while round.phase == "auction":
        call = club_player(mam.view(round, round.turn), Random(0))
        is_free = not must_bid(len(rules.persons), round.calls, rules.auction)
        bids = [move for move in round.legal_moves if isinstance(move, Bid)]
        if round.turn == person and is_free and bids:
            amount = call.amount if isinstance(call, Bid) else min(bid.amount for bid in bids)
            trump = call.color if isinstance(call, Bid) and call.color else rank_trumps(round)[0]
            plan = GoTo(amount, trump)
            outcomes = compare(
                mam.view(round, person), [[Pass()], [plan]], seed=seed, n=worlds, listen=True, measure="gain"
            )
            difference = outcomes.values[1] - outcomes.values[0]
            gain = float(difference.mean()) * (1 if isinstance(call, Bid) else -1)
            yield isinstance(call, Bid), gain, float(difference.std(ddof=1) / len(difference) ** 0.5)
        round = round.play(call)


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("edition", nargs="?", default=EDITION)
    add_deals(parser, 100, 1, "deals of each kind of hand")
    parser.add_argument("--worlds", type=int, default=400, help="simulated deals at each call (400)")


def run(arguments: Namespace) -> None:
    """Print a line for each kind of hand."""
    rules = get_edition(arguments.edition)
    assert isinstance(rules, TrickGameRules)
    for kind, cards in KINDS.items():
        rows = [
            row
            for number in range(arguments.deals)
            for row in compare_calls(deal_with(rules, cards, arguments.seed, number), arguments.worlds, number + 1)
        ]
        gains, errors = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
        is_bad = (gains < -MUCH) & (gains < -MUCH - 2 * errors)
        proportion, n = is_bad.mean(), len(rows)
        bad_bids = np.mean([row[0] for row in rows] & is_bad)
        print(
            f"{kind}: {n} calls, {np.mean([row[0] for row in rows]):.0%} of them bids; {proportion:.1%} lose over ${MUCH},000 "
            f"(SE {100 * (proportion * (1 - proportion) / n) ** 0.5:.1f}), {bad_bids:.1%} by a bid; the mean gain over the other call is "
            f"{gains.mean():.1f} (SE {gains.std(ddof=1) / n**0.5:.1f})",
            flush=True,
        )
