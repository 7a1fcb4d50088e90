"""What club players bid and capture in auctions of their own.

The file keeps counts only: of each bid and money captured by the bidder's side the number of rounds, and the sum of the squared differences
between the two sides' scores. Of each part it keeps the bids made and the money captured, so that a test can play a part again.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from mam.analysis.auctions import play_auctions

EDITION, POLICY = "make-a-million-1935", "club"
PARTS, ROUNDS = 50, 4_000  # parts, each with a seed of its own, and the rounds of one


class Part(NamedTuple):
    """The rounds of one part: how many there are of each (bid, money captured), and the sum of N-S minus E-W, squared."""

    rounds: Counter[tuple[int, int]]
    squares: int

    @property
    def sums(self) -> list[int]:
        """The bids made, and the money captured by all bidders' sides."""
        made = sum(count for (bid, taken), count in self.rounds.items() if taken >= bid)
        return [made, sum(taken * count for (_, taken), count in self.rounds.items())]


def play_part(seed: int) -> Part:
    """Play the rounds of one part. Raises RuntimeError if all four pass, which no club player's table does."""
    table = play_auctions(EDITION, ROUNDS, seed=seed, policy=POLICY)
    if (table["bidder"] == "").any():
        raise RuntimeError("a round has no bidder: the pages suppose that somebody bids")
    rounds = Counter(zip(table["bid"].tolist(), table["taken"].tolist(), strict=True))
    return Part(rounds, int(((table["N-S"] - table["E-W"]) ** 2).sum()))


def list_lines() -> Iterator[str]:
    """Play all the rounds, and return the text of the file."""
    parts = [play_part(seed) for seed in range(1, PARTS + 1)]
    rounds = sum((part.rounds for part in parts), Counter[tuple[int, int]]())
    yield '{"rounds": [\n'
    yield ",\n".join(json.dumps([*key, count]) for key, count in sorted(rounds.items()))
    yield '\n],\n"parts": [\n'
    yield ",\n".join(json.dumps(part.sums) for part in parts)
    yield f'\n],\n"squares": {sum(part.squares for part in parts)}}}\n'
