"""The decision of a round that mattered most: the round is played out again from other moves, with the same cards and players."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.moves import Move, Play

MAX_PLAYOUTS = 100  # half a second and more, in a browser three times as long

Turn = tuple[TrickRound, Move]  # the round before a decision of yours, and what you did
Adviser = Callable[[View[TrickRound]], Move]
Player = Callable[[TrickRound], TrickRound]  # the others reply until it is your turn again, or the round is over


@dataclass(frozen=True)
class TurningPoint:
    """Your decision with this index, and another move; with each comes the end of the round if you then do as advised."""

    index: int
    round: TrickRound
    move: Move
    end: TrickRound
    other: Move
    other_end: TrickRound
    gain: int

    @property
    def is_mistake(self) -> bool:
        """Whether the other move is better."""
        return self.gain < 0


def find_turning_point(
    turns: Sequence[Turn], end: TrickRound, you: str, advise: Adviser, play_on: Player
) -> TurningPoint | None:
    """Return the decision that cost your side most against the advised move; if none cost anything, the card that gained most.

    What a decision costs is the difference between two ends: in both you do as advised after it, and the players are the same. So
    the costs of all decisions add up to what was lost. None means that no single card made a difference, or that
    there were too many to try.
    """

    def finish(round: TrickRound) -> TrickRound:
        round = play_on(round)
        while not round.is_over:
            round = play_on(round.play(advise(view(round, you))))
        return round

    def compare(index: int, chosen_end: TrickRound, others: Sequence[Move]) -> Iterator[TurningPoint]:
        round, move = turns[index]
        for other in others:
            other_end = finish(round.play(other))
            gain = rate_end(chosen_end, you) - rate_end(other_end, you)
            yield TurningPoint(index, round, move, chosen_end, other, other_end, gain)

    ends = [end] * (len(turns) + 1)  # what came of it, did you do as advised from each decision on
    mistakes: list[TurningPoint] = []
    for index in reversed(range(len(turns))):
        round, move = turns[index]
        ends[index] = ends[index + 1]
        if (advised := advise(view(round, you))) != move:
            mistakes += compare(index, ends[index + 1], [advised])
            ends[index] = mistakes[-1].other_end
    actual = rate_end(end, you)
    costly = [point for point in mistakes if point.gain < 0 and rate_end(point.other_end, you) > actual]
    if costly:
        return min(costly, key=lambda point: point.gain)
    choices = sum(len(round.legal_moves) - 1 for round, move in turns if isinstance(move, Play))
    best: TurningPoint | None = None
    if choices > MAX_PLAYOUTS:
        return best
    for index, (round, move) in enumerate(turns):
        others = [other for other in round.legal_moves if other != move] if isinstance(move, Play) else []
        point = min(compare(index, ends[index + 1], others), key=lambda point: point.gain, default=None)
        if point and point.gain > (best.gain if best else 0):
            best = point
    return best


def rate_end(round: TrickRound, you: str) -> int:
    """Return how well your side did: its score, of two sides less that of the other; without a score what was captured."""
    amounts = round.captured if round.result is None else round.result.scores
    side = round.side_of(you) if round.result is None else round.rules.account_of(you)
    others = [amount for name, amount in amounts.items() if name != side]
    return amounts[side] - (others[0] if len(others) == 1 else 0)
