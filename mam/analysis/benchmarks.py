"""Measure how long the analysis takes: exact and simulated chances, advice for a bid and the same rounds without advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

from mam.analysis.outcomes import make_curve
from mam.analysis.probability import Chances, chances
from mam.analysis.unseen_cards import card_odds
from mam.engine.benchmarks.measures import Measure
from mam.engine.rollouts.playouts import play_out
from mam.games.registry import start
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players import rulebook_player
from mam.rules.cards import Color
from mam.rules.editions import list_editions

_EDITION, _SEED, _WORLDS = list_editions()[0], 7, 10_000
_SIMULATED_DEALS = 1000  # deals, for comparison
_QUESTIONS: dict[str, Callable[[Chances], object]] = {
    "where is the Tiger": lambda odds: odds.where("Tiger"),
    "who holds Bull and Bear": lambda odds: odds.holds("N", "Bull Bear"),
    "how many reds": lambda odds: odds.count("N", "red"),
    "how the reds split": lambda odds: odds.split("red"),
    "money in a hand": lambda odds: odds.money("N"),
}
_HARD = (
    "money N >= 100 and money S <= 60 and money nest >= 10 and N red >= 4 and S holds Tiger",
    "N red >= 5 and S red <= 2 and money N >= 80 and nest holds at least 1 red",
    "money N-S >= 250 and N holds Bull and S holds Bear and money nest = 0",
)


def measure_advice(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure advice for a bid from 13 cards: 10,000 worlds for each of four colors, sampling included, on one core."""
    worlds = _WORLDS // divisor
    player_view = view(start(_EDITION, seed=_SEED, dealer="S"), "S")
    curve = partial(make_curve, player_view, seed=1, n=worlds, bids=[200])
    rounds = partial(play_out, _EDITION, 4 * worlds, seed=1, policy="rulebook", trump=Color.RED, threads=1)
    curve(), rounds()
    times, peer_times = [], []
    for _ in range(repeats):
        times.append(_milliseconds(curve))
        peer_times.append(_milliseconds(rounds))
    method = f"{worlds:,} simulated deals for each of four colors by the rulebook policy, sampling and scores included; CPU time, one thread"
    yield Measure(
        "advice for a bid", "ms", tuple(times), method, False, f"{4 * worlds:,} rounds only played", tuple(peer_times)
    )


def measure_counting(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure exact chances: classroom questions, from the start and from a view in trick 4, and hard conjunctions."""
    view_in_play, deals = _view_trick_four(), _SIMULATED_DEALS // divisor
    for name, ask in _QUESTIONS.items():
        ask(chances(_EDITION))  # the first question of its kind also loads and warms the code
        ask(chances(view_in_play))
        times = [_milliseconds(lambda: ask(chances(_EDITION))) for _ in range(repeats)]  # noqa: B023
        midgame_times = [_milliseconds(lambda: ask(chances(view_in_play))) for _ in range(repeats)]  # noqa: B023
        method = f"exact, CPU time, nothing cached; from the view of a hand in trick 4: {max(midgame_times):.0f} ms"
        yield Measure(f"chance: {name}", "ms", tuple(times), method, False)
    exact_times, listening_times = (
        [_milliseconds(partial(card_odds, view_in_play, listen=listen)) for _ in range(repeats)]
        for listen in (False, True)
    )
    method = f"exact, all unseen cards and places from one count, in trick 4; CPU time; weighted by the calls: {min(listening_times):.0f} ms"
    yield Measure("odds of all unseen cards", "ms", tuple(exact_times), method, False)
    slowest = [max(_milliseconds(partial(_ask_hard, condition)) for condition in _HARD) for _ in range(repeats)]
    simulation_times = [
        _milliseconds(lambda: chances(_EDITION).simulate(_HARD[0], n=deals, seed=1)) for _ in range(repeats)
    ]
    method = "exact, the slowest of three over counts and money of two hands and the nest; CPU time"
    yield Measure(
        "chance: conjunctions",
        "ms",
        tuple(slowest),
        method,
        False,
        f"{deals:,} simulated deals",
        tuple(simulation_times),
    )


def _ask_hard(condition: str) -> None:
    chances(_EDITION).chance(condition)


def _view_trick_four() -> View[TrickRound]:
    """Return what North knows in the fourth trick."""
    round, rng = start(_EDITION, seed=_SEED), Random(1)
    assert isinstance(round, TrickRound)
    while round.phase != "play" or len(round.tricks) < 3:
        next_round = round.play(rulebook_player(view(round, round.actor), rng))
        assert isinstance(next_round, TrickRound)
        round = next_round
    return view(round, "N" if round.bidder != "N" else "E")


def _milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


BENCHMARKS = [measure_advice, measure_counting]
