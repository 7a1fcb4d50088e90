"""The solver against plain minimax, against the readable rules, and against itself."""

import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from minimax import minimax

import mam
from mam.engine import Unsupported
from mam.engine.budget import Budget
from mam.engine.solver import position, search
from mam.engine.solver import solution as solver
from mam.engine.solver.minimax import ReadablePosition
from mam.engine.tables.build import Lookup
from mam.games.trick_round import TrickRound
from mam.rules.cards import TIGER, Card, Color
from mam.rules.dealing import Deal
from mam.rules.moves import NameTrump, Play

GAMES = [
    "make-a-million-1935",
    "make-a-million-1935+tiger-sets-color",
    "make-a-million-1935-three",
    "manhattan",
    "manhattan+without-tiger",
    "make-a-million-2004",
    "make-a-million-2004+no-trump",
    "make-a-million-2004+trump-break",
]


def endings(game: str, tricks: int, count: int, card: int = 0) -> list[TrickRound]:
    """So many rounds of random play, taken back to where so many tricks are left, and so many cards of the first lie."""
    played = mam.play_out(game, count, seed=tricks, threads=1)
    return [whole.at(len(whole.history) - 4 * tricks + card) for whole in map(played.round, range(count))]


def value(round: TrickRound) -> int:
    return mam.solve(round).value


# ReadablePosition minimax


def check_minimax(game: str, tricks: int, count: int) -> None:
    for ending in endings(game, tricks, count):
        assert value(ending) == minimax(ending), ending


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tricks", [3, 4])
@pytest.mark.sample(4, 1)
def test_the_value_is_that_of_plain_minimax(game: str, tricks: int) -> None:
    check_minimax(game, tricks, 25)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("tricks", "count"), [(3, 100), (4, 100), (5, 60)])
def test_the_values_of_many_endings_are_those_of_plain_minimax(game: str, tricks: int, count: int) -> None:
    check_minimax(game, tricks, count)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4, 2)
def test_the_readable_rules_say_the_same(game: str) -> None:
    for card in range(4):
        for ending in endings(game, 2, 3, card):
            plain = ReadablePosition(ending)
            need = (value(ending) - ending.captured[ending.side_of(ending.bidder or "")]) // plain.unit
            for asked in (need, need + 1):
                answer = plain.probe(asked, Budget(None, None))
                assert answer is not None and (answer >= asked) == (need >= asked), ending


# Variants of the search


def values(endings: list[TrickRound]) -> list[int]:
    return [value(ending) for ending in endings]


def check_variants(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    asked = endings("make-a-million-1935", 7, count // 2) + endings(
        "make-a-million-2004+no-trump", 7, count - count // 2
    )
    solutions = values(asked)
    with monkeypatch.context() as patch:
        patch.setattr(position, "find_pdep", lambda: None)  # without the processor's instructions
        assert values(asked) == solutions
    with monkeypatch.context() as patch:
        patch.setattr(
            position, "_get_memory", lambda power: position.np.zeros(4 << 6, position.np.int64)
        )  # nearly no memory
        assert values(asked) == solutions
    with monkeypatch.context() as patch:
        patch.setattr(position, "_WEIGHTS", [[0] * 16] * 4)  # in no order
        position.pack_tables.cache_clear()
        assert values(asked) == solutions
    position.pack_tables.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(solver, "_HARD", 100)  # every question is hard, and easier ones come first
        assert values(asked) == solutions
    plain = [mam.solve(option, seconds=1e9).value for option in asked]  # easy questions first
    assert plain == solutions


@pytest.mark.long
def test_variants_of_the_search_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    check_variants(monkeypatch, 10)


@pytest.mark.long
def test_variants_of_the_search_agree_on_many_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    check_variants(monkeypatch, 2000)


def test_what_is_remembered_of_one_game_serves_no_other() -> None:
    asked = []
    for ending in endings("make-a-million-1935", 4, 4):
        hands = {seat: mam.format_cards(hand) for seat, hand in ending.hands.items()}
        for game, trump in product(
            ("make-a-million-2004+no-trump", "make-a-million-2004+tiger-sets-no-color"), ("R", "Y", "NT+", "NT-")
        ):
            if trump[0] != "N" or "no-trump" in game:
                asked += [mam.make_position(game, hands, trump, bidder=bidder) for bidder in "NESW"]
    together = values(asked)
    alone = []
    for option in asked:
        position._STORE.memories.clear()
        alone.append(value(option))
    assert alone == together


def with_colors(round: TrickRound, to: dict[Color, Color]) -> TrickRound:
    """The same round with other colors."""

    def renamed(card: Card) -> Card:
        if not isinstance(card.color, Color):
            return card
        return mam.parse_card(to[card.color].value + card.code[1:])

    deal = round.deal
    hands = tuple(tuple(map(renamed, hand)) for hand in deal.hands)
    moves = []
    for move in round.history:
        if isinstance(move, Play):
            move = Play(renamed(move.card))
        elif isinstance(move, NameTrump) and isinstance(move.color, Color):
            move = NameTrump(to[move.color])
        elif isinstance(move, mam.Discard):
            move = mam.Discard([renamed(card) for card in move.cards])
        moves.append(move)
    nest = tuple(map(renamed, deal.nest))
    return TrickRound(round.rules, Deal(deal.seats, deal.dealer, hands, nest), tuple(moves))


def test_the_names_of_the_colors_make_no_difference() -> None:
    colors = list(Color)
    for number, ending in enumerate(endings("make-a-million-1935", 6, 12)):
        mixed = colors[:]
        Random(number).shuffle(mixed)
        assert value(with_colors(ending, dict(zip(colors, mixed, strict=True)))) == value(ending)


FRESH = """
import json, mam
from mam.engine.solver import search
ending = mam.play_out("make-a-million-1935", 1, seed=5, threads=1).round(0)
value = mam.solve(ending.at(len(ending.history) - 20)).value
stats = search.run.stats
print(json.dumps([value, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


@pytest.mark.long  # the cache of the rounds, which works alike, is tested each time
def test_a_fresh_process_reads_the_cache(tmp_path: Path) -> None:
    """Cold and cached find the same; the second process compiles nothing."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(mam.__file__).parents[1])}
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", FRESH], check=True, capture_output=True, text=True, env=environment
            ).stdout
        )
        for _ in range(2)
    ]
    (ending,) = endings("make-a-million-1935", 5, 1)
    assert runs == [[value(ending), 0, 1], [value(ending), 1, 0]]


# Bids, cards, lines


def test_a_bid_can_be_made_up_to_the_value_and_no_further() -> None:
    for ending in endings("make-a-million-1935", 6, 8):
        best = value(ending)
        for bid in (0, best - 5, best, best + 1, best + 5, best + 200):
            assert mam.can_make(ending, bid) == (bid <= best) == mam.solve(ending).makes(bid)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4, 7)
def test_the_value_is_that_of_the_best_card_and_the_line_reaches_it(game: str) -> None:
    for card in range(4):
        for ending in endings(game, 4, 3, card):
            solution = mam.solve(ending, moves=True, line=True)
            is_solved_side = ending.turn in ending.sides[solution.side]
            after = [low for low, high in solution.moves.values() if low == high]
            assert [Play(card) for card in solution.moves] == list(ending.legal_moves) and len(after) == len(
                solution.moves
            )
            assert solution.value == (max if is_solved_side else min)(after)
            for move in solution.line:
                ending = ending.play(move)
            assert ending.is_over and ending.captured[solution.side] == solution.value


def test_the_last_card_of_all_is_solved_with_its_value() -> None:
    (ending,) = endings("make-a-million-1935", 1, 1, 3)
    solution = mam.solve(ending, moves=True, line=True)
    assert (
        solution.exact
        and len(solution.line) == 1
        and list(solution.moves.values()) == [(solution.value, solution.value)]
    )


# Named positions: one for each thing the search has to know, with what the bidder's side (North's) takes

POSITIONS = {
    "the dearer card takes the trick": ("make-a-million-1935", "N R40 | E R30 | S R1 | W R2", "B", "", 70),
    "a trump takes it": ("make-a-million-1935", "N Y40 | E R30 | S B1 | W R2", "B", "", 70),
    "the Tiger is the highest trump": ("make-a-million-1935", "N TIGER | E R30 | S B1 | W B40", "B", "", 70),
    "the Tiger led calls for trumps": ("make-a-million-1935", "N B5 R40 | E TIGER R2 | S B7 R1 | W B4 R3", "B", "", 40),
    "the Bull doubles": ("make-a-million-1935", "N R40 | E R30 | S BULL | W R2", "B", "", 140),
    "the Bear wipes out": ("make-a-million-1935", "N R40 | E R30 | S R1 | W BEAR", "B", "", 0),
    "the later of Bull and Bear decides": ("make-a-million-1935", "N R40 | E R30 | S BULL | W BEAR", "B", "", 0),
    "a color is followed": ("make-a-million-1935", "N R40 Y1 | E R30 Y30 | S R1 Y2 | W R2 Y40", "B", "", 70),
    "without trumps the Tiger may be the highest": ("make-a-million-2004", "N TIGER | E R30 | S B1 | W B40", "NT+", "no-trump", 70),
    "or the lowest": ("make-a-million-2004", "N R40 | E R30 | S B1 | W TIGER", "NT-", "no-trump", 70),
    "trumps are not led before one was played": ("make-a-million-2004", "N B40 R1 | E R2 B1 | S R3 B2 | W R4 B3", "B", "trump-break", 40),
    "or they are": ("make-a-million-2004", "N B40 R1 | E R2 B1 | S R3 B2 | W R4 B3", "B", "", 40),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_named_positions(name: str) -> None:
    game, hands, trump, option, worth = POSITIONS[name]
    round = mam.make_position(game, hands, trump, bidder="N", options=[option] if option else [])
    assert isinstance(round, TrickRound)
    plain = ReadablePosition(round)
    low, high = (plain.probe(worth // plain.unit + extra, Budget(None, None)) for extra in (0, 1))
    assert low is not None and high is not None and low * plain.unit >= worth > (high - 1) * plain.unit
    assert value(round) == minimax(round) == worth


@pytest.mark.parametrize("broken", ["times", "strength", "fixes", "legal", "units"])
def test_a_wrong_table_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = endings(GAMES[0], 4, 30)
    if broken == "fixes":  # who leads the Tiger must hold it
        asked = [ending for ending in endings(GAMES[0], 4, 200) if any(TIGER in hand for hand in ending.hands.values())]
    right = values(asked)
    place, entries = {
        "times": (search.MULTIPLIERS + 1, 1),  # a Bull no longer doubles
        "strength": (search.STRENGTH, 5 * 64),
        "fixes": (search.FIXES + 52, 1),  # the Tiger led calls for another color
        "legal": (search.LEGAL, 16),
        "units": (search.UNITS + 12, 1),
    }[broken]
    original = position.pack_tables

    def wrong(tables: Lookup, least_money: int) -> tuple[int, position.Int64Array, position.Int64Array]:
        unit, card_units, table = original(tables, least_money)
        table = table.copy()
        if broken == "strength":
            table[place : place + entries] = table[place : place + entries][::-1].copy()
        elif broken == "legal":
            table[place : place + entries] = (1 << 55) - 1
        else:
            table[place] = 3 if broken == "fixes" else 1
        table[search.SALT] += (place + 1) << 30  # what another wrong table left in the memory must not answer
        return unit, card_units, table

    monkeypatch.setattr(position, "pack_tables", wrong)
    assert values(asked) != right


# Budgets


def test_a_budget_brings_bounds_that_hold() -> None:
    for ending in endings("make-a-million-1935", 7, 5):
        best, before = value(ending), None
        for nodes in (1, 100, 3000, 100_000, 10_000_000):
            solution = mam.solve(ending, nodes=nodes, moves=True, line=True)
            assert solution.low <= best <= solution.high and solution.nodes <= nodes
            assert solution.exact or solution.stopped == "nodes"
            assert [Play(card) for card in solution.moves] == list(ending.legal_moves)
            assert solution.makes(best + 500) is False or not solution.exact
            if not solution.exact:
                with pytest.raises(ValueError, match="only bounds are proven"):
                    _ = solution.value
            before = solution
        assert before is not None and before.exact and before.value == best


def test_time_runs_out_with_bounds_and_no_guess() -> None:
    (deal,) = endings("make-a-million-1935", 13, 1)
    solution = mam.solve(deal, seconds=0.2)
    assert solution.stopped == "time" and 0 <= solution.low <= solution.high and solution.makes(0)
    assert mam.can_make(deal, 200, nodes=10) is None


def test_an_interrupt_brings_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    (deal,) = endings("make-a-million-1935", 13, 1)
    calls = iter(range(100))

    def interrupted(self: Budget, nodes: int, seconds: float) -> None:
        self.nodes_used += nodes
        if next(calls) == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr(Budget, "count", interrupted)
    solution = mam.solve(deal, nodes=10**9)
    assert solution.stopped == "interrupted" and solution.low <= solution.high


def test_progress_is_shown_and_wiped_away(capsys: pytest.CaptureFixture[str]) -> None:
    (deal,) = endings("make-a-million-1935", 13, 1)
    mam.solve(deal, seconds=0.7, progress=True)
    output = capsys.readouterr().err
    assert "positions in" in output and output.endswith("\r")


# What cannot be solved


@pytest.mark.parametrize(
    ("game", "words"),
    [("six", "four hands"), ("make-a-million-1935-two", "no face-down cards"), ("sweven", "money is captured"), ("exact-tricks", "money is captured")],
)  # fmt: skip
def test_games_the_solver_does_not_know_are_refused(game: str, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        mam.solve(mam.start(game, seed=1))


def test_what_is_no_position_to_solve_is_refused() -> None:
    round = mam.start("make-a-million-1935", seed=1)
    with pytest.raises(ValueError, match="nothing to solve in the phase “auction”"):
        mam.solve(round)
    with pytest.raises(TypeError, match="a round"):
        mam.solve("specimen")  # type: ignore[arg-type]
    with pytest.raises(Unsupported, match="money is captured"):
        mam.solve(mam.start("anagrams", seed=1))
    (ending,) = endings("make-a-million-1935", 3, 1)
    with pytest.raises(ValueError, match="nothing to solve"):
        mam.solve(ending.at(0))
    with pytest.raises(ValueError, match="all cards open"):
        mam.solve(mam.view(ending, "N").round)
    with pytest.raises(ValueError, match="seconds must be a number above 0"):
        mam.solve(ending, seconds=0)
    with pytest.raises(ValueError, match="whole number of thousands"):
        mam.can_make(ending, "240")  # type: ignore[arg-type]


def test_without_numba_the_readable_rules_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    (ending,) = endings("make-a-million-1935", 2, 1)
    best = mam.solve(ending, moves=True)
    solver._warn_slow.cache_clear()
    monkeypatch.setattr(solver, "_open", lambda round, _: (solver._warn_slow(), ReadablePosition(round))[1])
    with pytest.warns(UserWarning, match="numba is not installed"):
        plain = mam.solve(ending, moves=True, line=True)
    assert (plain.value, plain.moves) == (best.value, best.moves) and len(plain.line) == 8
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mam.can_make(ending, best.value)  # it is said once
        assert not mam.can_make(ending, best.value + 5)
    partial = mam.solve(ending, nodes=3)
    assert not partial.exact and partial.low <= best.value <= partial.high


def test_solving_changes_nothing() -> None:
    (ending,) = endings("make-a-million-1935", 4, 1)
    copied = replace(ending)
    mam.solve(ending, moves=True, line=True)
    assert ending == copied and ending.hands == copied.hands
