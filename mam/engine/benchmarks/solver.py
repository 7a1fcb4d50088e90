"""How fast the solver is: endings and whole deals, beside DDS's time for one bridge board in the same run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from random import Random
from statistics import median, quantiles
from time import process_time

from mam.engine.benchmarks.measures import Measure
from mam.engine.rollouts.playouts import play_out
from mam.engine.solver.solution import can_make, solve
from mam.games.trick_round import TrickRound
from mam.records import read_record
from mam.rules.cards import Color, format_cards, money_in
from mam.rules.dealing import shuffle
from mam.rules.editions import list_editions
from mam.rules.moves import Discard, NameTrump
from mam.support.data_files import find_data_folder
from mam.text.positions import make_position

_ENDINGS = 200
_BOARDS = 50  # of bridge, which DDS solves
_DEALS = 100  # of 13 tricks


def make_endings(tricks: int, count: int = _ENDINGS) -> Iterator[TrickRound]:
    """Yield endings with this many tricks left, always the same ones.

    North is the bidder, names the best color and discards the three lowest number cards of the other colors; then this many
    random cards of each hand are used, and East leads.
    """
    dealt = play_out(list_editions()[0], 2 * count + 10, seed=1000 + tricks, bidder="N", threads=1)
    first_leads = filter(None, map(_find_first_lead, map(dealt.round, range(len(dealt)))))
    rng = Random(tricks)
    for first in islice(first_leads, count):
        hands = {seat: format_cards(shuffle(hand, rng)[:tricks]) for seat, hand in first.hands.items()}
        assert first.trump is not None
        yield make_position(first.rules.full_id, hands, first.trump, bidder="N") if tricks < 13 else first


def _find_first_lead(finished: TrickRound) -> TrickRound | None:
    """Return the round at the first lead, with the best color as trump; None without three number cards to discard."""
    round = next(step for step in map(finished.at, range(len(finished.history))) if step.phase == "nest")
    hand = round.hands["N"]
    color_values = {
        color: (sum(card.color == color for card in hand), money_in(card for card in hand if card.color == color))
        for color in Color
    }
    trump = max(Color, key=color_values.__getitem__)
    number_cards = sorted(
        (card for card in hand if card.is_number_card and card.color != trump), key=lambda card: card.rank
    )
    return round.play(Discard(number_cards[:3])).play(NameTrump(trump)) if len(number_cards) >= 3 else None


def count_money_left(round: TrickRound) -> int:
    """Return the money in all hands, in thousands of dollars."""
    return sum(money_in(hand) for hand in round.hands.values())


def find_test_bid(round: TrickRound) -> int:
    """Return the bid to test: 75% of the money left (rounded up to 5), plus what the side has captured."""
    assert round.bidder is not None
    return round.captured[round.side_of(round.bidder)] - -count_money_left(round) * 3 // 20 * 5


# A board is dealt at random, in one of the five strains; a process of its own, so that DDS's threads do not count as ours.
_DDS = f"""
import random, time
from endplay.types import Deal, Denom, Player
from endplay.dds import solve_board
rng, times = random.Random(1), []
ranks, seats = "AKQJT98765432", 4
for board in range({_BOARDS} + 1):
    cards = [(suit, rank) for suit in range(4) for rank in ranks]
    rng.shuffle(cards)
    hands = [".".join("".join(r for r in ranks if (s, r) in cards[13 * h : 13 * h + 13]) for s in range(4)) for h in range(4)]
    deal = Deal("N:" + " ".join(hands))
    deal.trump, deal.first = list(Denom)[board % 5], Player(board % 4)
    began = time.process_time()
    solve_board(deal)
    times.append(time.process_time() - began)
print(sorted(times[1:])[{_BOARDS} // 2])
"""


@cache
def _dds() -> tuple[tuple[float, ...], str]:
    """Return the median of DDS's CPU time for one bridge board, in milliseconds, or how to install DDS."""
    if not find_spec("endplay"):
        return (), 'DDS is not installed: pip install "mam[bench]"'
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", _DDS], check=True, capture_output=True, text=True)
    return (1000 * float(run.stdout),), ""


def _time(work: Callable[[TrickRound], object], endings: list[TrickRound]) -> list[float]:
    times = []
    for ending in endings:
        began = process_time()
        work(ending)
        times.append(1000 * (process_time() - began))
    return times


def _measure(name: str, times: list[float], how: str) -> Measure:
    boards, missing = _dds()
    p95 = quantiles(times, n=20)[-1]
    spread = f"{how}; mean {sum(times) / len(times):.1f}, 95% within {p95:.1f}, maximum {max(times):.0f} ms"
    return Measure(name, "ms", (median(times),), spread, False, "DDS, one bridge board", boards, missing)


def measure_solving(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure exact values, bid tests, and whole deals."""
    del repeats  # two hundred endings are enough
    count = _ENDINGS // divisor
    solve(next(make_endings(2, 1)))  # compiles
    for tricks in (7, 9, 10):
        times = _time(solve, list(make_endings(tricks, count)))
        yield _measure(f"exact value, {tricks} tricks left", times, f"median of {len(times)} endings, CPU time")
    for tricks in (10, 11):
        times = _time(lambda ending: can_make(ending, find_test_bid(ending)), list(make_endings(tricks, count)))
        yield _measure(
            f"bid test, {tricks} tricks left", times, f"median of {len(times)} endings at 75% of the money left"
        )
    yield _whole_deals((1, 5) if divisor == 1 else (1,), _DEALS // divisor)
    yield _specimen(60 // divisor)


def measure_long_solving(repeats: int) -> Iterator[Measure]:
    """Measure whole deals with a minute for each."""
    del repeats
    yield _whole_deals((1, 5, 60), _DEALS)


def _whole_deals(limits: tuple[int, ...], count: int) -> Measure:
    """Measure the proportion of whole deals in which a bid at 75% of the money is decided within each limit of seconds."""
    times = []
    for deal in make_endings(13, count):
        began = process_time()
        is_decided = can_make(deal, find_test_bid(deal), seconds=limits[-1]) is not None
        times.append(process_time() - began if is_decided else float("inf"))
    percentages = tuple(100 * sum(duration <= limit for duration in times) / len(times) for limit in limits)
    within = ", ".join(
        f"{percentage:.0f}% within {limit} s" for percentage, limit in zip(percentages, limits, strict=True)
    )
    how = f"of {len(times)} whole deals, bid at 75% of the money, CPU time: {within}"
    return Measure("bid test, 13 tricks left", f"% within {limits[-1]} s", (percentages[-1],), how)


def _specimen(seconds: int) -> Measure:
    """Measure the leaflet's specimen hand at the first lead."""
    record = read_record(find_data_folder() / "records" / "specimen.toml")
    first = next(round for round in record.rounds() if round.phase == "play")
    solution = solve(first, seconds=seconds)
    how = f"proven in {seconds} s or less: {solution}; {solution.nodes / 1e6:.0f} million positions"
    return Measure("specimen hand, East to lead", "s", (solution.seconds,), how, False)
