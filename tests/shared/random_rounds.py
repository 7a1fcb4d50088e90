"""Random rounds of every edition, and the moments of them that are worth a look."""

from functools import cache
from random import Random

import mam
from mam.games.round import Round
from mam.players import random_player
from mam.rules.moves import Misdeal, Move

EDITIONS = mam.list_editions()
COUNTS = [("exact-tricks", count) for count in (2, 5, 7, 9, 10)] + [("sweven", 2), ("sweven", 6), ("anagrams", 10)]


def random_move(round: Round, rng: Random) -> Move:
    """Any legal move, but auctions that end."""
    moves = round.legal_moves
    if round.phase == "auction" and rng.random() < 0.7:
        return random_player(mam.view(round, round.actor), rng)
    low = [move for move in moves if isinstance(move, mam.Bid)][:8]
    other_moves = [move for move in moves if not isinstance(move, mam.Bid | Misdeal)]
    return rng.choice([*other_moves, *low] or list(moves))


@cache
def rounds(edition: str, players: int | None = None, options: tuple[str, ...] = (), seed: int = 1) -> tuple[Round, ...]:
    """A random round, moment after moment."""
    rng = Random(seed)
    positions: list[Round] = [mam.start(edition, seed, options=options, players=players)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(random_move(positions[-1], rng)))
    return tuple(positions)


def moments(positions: tuple[Round, ...], rng: Random) -> list[int]:
    """The first moment of each phase, the last one, and some in between."""
    phases = [round.phase for round in positions]
    firsts = [phases.index(phase) for phase in dict.fromkeys(phases)]
    return sorted({*firsts, len(positions) - 1, len(positions) - 2, *(rng.randrange(len(positions)) for _ in range(4))})
