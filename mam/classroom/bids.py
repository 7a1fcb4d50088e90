"""What a bid is worth in twenty simulated rounds: how often our side captures each amount, and what both sides score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mam.classroom.phrases import format_thousands, make_table
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.scoring import score

SCORES_ALL = "If you make the bid, your side scores everything it captured, not only the bid (R35-SCORE-3)."
OTHER_SIDE = "The other side captures the rest of $400,000 (ignore the Bull and the Bear)."
DIFFERENCE = "Judge by **the difference between the two sides' scores**, yours minus theirs"


@dataclass(frozen=True)
class SimulatedRounds:
    """How often our side ("we") captures each amount, in thousands of dollars; "they" capture the rest of 400.

    >>> rounds = SimulatedRounds({190: 1, 250: 3})
    >>> rounds.mean, rounds.find_mean_score(200), rounds.find_mean_lead(200), rounds.find_mean_lead(200, "they")
    (Fraction(235, 1), Fraction(275, 2), Fraction(-55, 2), Fraction(665, 2))
    """

    counts: Mapping[int, int]

    def __iter__(self) -> Iterator[int]:
        """Yield the amounts, from low to high."""
        return iter(self.counts)

    def average(self, value: Callable[[int], int]) -> Fraction:
        """Return the mean over the rounds of a value of the amount captured."""
        total = sum(value(amount) * times for amount, times in self.counts.items())
        return Fraction(total, sum(self.counts.values()))

    @property
    def mean(self) -> Fraction:
        """The mean capture."""
        return self.average(lambda amount: amount)

    def find_mean_score(self, bid: int) -> Fraction:
        """Return our expected score as the bidder's side."""
        return self.average(lambda amount: score_round(bid, amount)["we"])

    def find_mean_lead(self, bid: int, bidder: str = "we") -> Fraction:
        """Return our expected score minus theirs."""
        return self.average(lambda amount: find_lead(bid, amount, bidder))

    @property
    def given(self) -> list[list[int]]:
        """The amounts with their numbers of rounds, as plain data."""
        return [[amount, times] for amount, times in self.counts.items()]

    @property
    def table(self) -> str:
        """The amounts with their numbers of rounds, in Markdown."""
        return make_table(["captured", *map(format_amount, self.counts)], ["rounds", *self.counts.values()])

    def make_score_table(self, bid: int, bidder: str = "we") -> str:
        """Return both sides' scores for each amount, in Markdown."""
        rows = []
        for amount, times in self.counts.items():
            scores = score_round(bid, amount, bidder)
            cells = map(format_thousands, (scores["we"], scores["they"], find_lead(bid, amount, bidder)))
            rows.append([format_amount(amount), times, *cells])
        return make_table(["your side captures", "rounds", "your score", "their score", "difference"], *rows)


def score_round(bid: int, amount: int, bidder: str = "we") -> dict[str, int]:
    """Return what both sides score if ours captures this amount."""
    return score(bid, bidder, {"we": amount, "they": 400 - amount})


def find_lead(bid: int, amount: int, bidder: str = "we") -> int:
    """Return our score minus theirs if our side captures this amount."""
    scores = score_round(bid, amount, bidder)
    return scores["we"] - scores["they"]


def draw_rounds(draw: Draw, center: int) -> SimulatedRounds:
    """Draw what a side captured in twenty rounds."""
    amounts = sorted(draw.some_of([center + 10 * step for step in range(-6, 7)], 5))
    counts = dict.fromkeys(amounts, 1)
    for _ in range(20 - len(amounts)):
        counts[draw.one_of([*amounts, *amounts[1:4]])] += 1
    return SimulatedRounds(counts)
