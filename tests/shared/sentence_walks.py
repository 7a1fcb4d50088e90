"""Random rounds of every edition, move by move, and what is said of the moves that are tried in them."""

from collections.abc import Iterator
from random import Random

from test_sentences import SETTINGS, carried, chosen, small, tries

import mam
from mam.games.registry import deal_for, make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.moves import Draw, Lay, Move, Pass, Play, Stop

EDITIONS = (
    *SETTINGS,
    "make-a-million-1935+short-game+tiger-sets-color+unlimited-bids",
    "make-a-million-1935-three+circle-kept",
    "make-a-million-1935-two+without-ones+opening-cap",
    "manhattan+free-trump",
    "manhattan+without-tiger",
    "make-a-million-2004+tiger-sets-no-color",
    "six+misdeal+no-trump+trump-break",
    "silent-six+bidder-set-back-alone",
    "sweven+2-players+passed-out-is-skipped",
    "sweven+6-players",
    "millionaire+3-players",
    "anagrams+2-players",
)


def walk(edition: str, seed: int) -> Iterator[tuple[Round, Move, Round]]:
    """A round of this edition move by move; most have a pack of few cards, so that endings come up."""
    rng = Random(seed)
    rules = get_edition(edition)
    carry = mam.Carry()
    if isinstance(rules, TrickGameRules):
        carry = carried(rules, seed)
        rules = small(rules, rng) if seed % 4 else rules
    dealer = rules.persons[seed % len(rules.persons)]
    round = make_round(rules, deal_for(rules, dealer, rng), carry=carry)
    while not round.is_over:
        moves = round.legal_moves
        move = chosen(round, rng) if isinstance(round, TrickRound) else moves[int(rng.random() * len(moves))]
        after = round._apply(move)
        yield round, move, after
        round = after


def list_tries(round: Round, rng: Random) -> Iterator[Move]:
    if isinstance(round, TrickRound):
        yield from tries(round, rng)
        return
    hand = dict.fromkeys(round.hands[round.turn or ""])
    yield from (Draw(), Stop(), Pass(), *map(Play, hand), *map(Lay, hand), *round.legal_moves[:6])


def sentences(round: Round, move: Move) -> Iterator[str]:
    """What is said of this move, whether it is refused or made."""
    if reason := round._reason_against(move):
        yield reason.sentence
    else:
        for reason in round._reasons_for(move, round._apply(move)):
            yield reason.sentence
