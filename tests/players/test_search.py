"""The search player: legal everywhere, the same for the same worlds, better than the beginner it starts from."""

import subprocess
import sys
from itertools import count
from random import Random
from types import SimpleNamespace

import pytest

import mam
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on, rulebook_player
from mam.players.candidates import list_discards, rank_trumps
from mam.players.search import SearchPlayer, search_player

GAME = "make-a-million-1935"


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(4)
def test_it_plays_every_game(edition: str) -> None:
    round = mam.start(edition, seed=11)
    chances = {person: Random(1) for person in round.rules.persons}
    over = play_on(round, dict.fromkeys(round.rules.persons, SearchPlayer(worlds=4)), chances)
    assert over.is_over  # an illegal move would have been an error


def test_counted_worlds_make_the_same_moves_again() -> None:
    def played() -> TrickRound:
        round = mam.start(GAME, seed=5)
        return play_on(round, dict.fromkeys("NESW", SearchPlayer(worlds=8)), {seat: Random(2) for seat in "NESW"})

    assert played() == played()


def test_it_is_a_player_by_name() -> None:
    assert get_player("search") is search_player
    assert search_player.seconds == 0.02


def test_it_finds_the_card_that_wins_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()  # a clock by which every look takes a hundredth of a second
    clock = SimpleNamespace(perf_counter=lambda: next(looks) / 100)
    monkeypatch.setattr(sys.modules[SearchPlayer.__module__], "time", clock)
    # North leads with the two highest trumps out: drawing them brings all the money that is left.
    round = mam.make_position(GAME, "N B40 Y40 Y30 | E B30 Y1 Y2 | S G1 G2 R40 | W R1 R2 R3", "B", bidder="N")
    best = {card for card, (low, _) in mam.solve(round, moves=True).moves.items() if low == mam.solve(round).value}
    for player in (SearchPlayer(worlds=60), SearchPlayer(seconds=0.3)):
        move = player(mam.view(round, round.turn), Random(1))
        assert move.card in best
    assert next(looks) > 10


def test_it_loses_less_than_the_rulebook_with_open_cards() -> None:
    own = mam.open_card_cost(GAME, SearchPlayer(worlds=40), 6, tricks=5, seed=3)
    usual = mam.open_card_cost(GAME, "rulebook", 6, tricks=5, seed=3)
    assert own.estimate.mean < usual.estimate.mean


WHOLE_ROUND = """
import sys
from random import Random
if len(sys.argv) > 1:
    sys.modules[sys.argv[1]] = None
import mam
from mam.players import play_on, rulebook_player
from mam.players.search import SearchPlayer
start = mam.start("make-a-million-1935", seed=5, dealer="S")
assert "mam.engine.tables.kernel" not in sys.modules  # otherwise the kernel would be loaded already
searched, rulebook = (
    play_on(start, dict.fromkeys("NESW", player), {seat: Random(1) for seat in "NESW"}) for player in (SearchPlayer(worlds=5), rulebook_player)
)
print(searched.is_over and searched == rulebook)
"""


@pytest.mark.parametrize(("missing", "same"), [("numba", "True"), ("", "False")])
def test_without_numba_it_plays_like_the_rulebook_player(missing: str, same: str) -> None:
    # In a Python of its own: modules taken out and put back here would stay halfway changed for the tests that follow.
    command = [sys.executable, "-c", WHOLE_ROUND, *missing.split()]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == same


@pytest.mark.parametrize("asked", [{"seconds": 0}, {"seconds": "1"}, {"worlds": -1}, {"worlds": True}])
def test_a_budget_must_be_above_0(asked: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="above 0"):
        SearchPlayer(**asked)


def test_discards_worth_considering() -> None:
    round = mam.start(GAME, seed=7)
    while round.phase != "nest":
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))
    found = list(list_discards(round))
    assert len(found) == len(set(found)) > 30
    assert all(round.why_not(mam.Discard(cards)) is None for cards, _ in found)
    assert {trump for _, trump in found} == {*rank_trumps(round)[:2]}
