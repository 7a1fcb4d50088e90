"""The kernel and the readable rules side by side: after every card the same legal cards, the same captor, the same money;
and the rulebook player decides as the kernel's tables do.
"""

from random import Random

import pytest
from parity_tables import TABLES, Logged, plan_of, rounds_of

import mam
from mam.engine import strategy
from mam.engine.rollouts.plan import Plan
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.rules.moves import CallCards, Discard, Exchange, NameTrump, Play


def check(plan: Plan, number: int, logged: Logged, *, decides: bool = False, views: bool = False) -> int:
    """Every step of one round; how many cards were played."""
    played, legal, tricks = logged
    seats, cards, last = plan.spec.rules.seats, 0, None
    for round, move in played.steps(plan.spec, number):
        if isinstance(move, Play):
            allowed = {move.card for move in round.legal_moves if isinstance(move, Play)}
            assert allowed == {*plan.unmask(legal[cards])}, f"round {number}, card {cards}: {round!r}"
            cards += 1
        if decides and isinstance(move, Play | Discard | NameTrump | CallCards):
            if views:
                assert rulebook_player(mam.view(round, round.actor), Random(0)) == move, f"round {number}: {round!r}"
            else:
                assert strategy.choose_move(round) == move, f"round {number}: {round!r}"
        last = round._apply(move)
        if isinstance(move, Play) and len(last.tricks) > len(round.tricks):
            winner, value = tricks[len(round.tricks)]
            expected = (seats[winner], value) if winner >= 0 else (None, 0)
            assert (last.tricks[-1].winner, last.tricks[-1].value) == expected, f"round {number}: {last!r}"
    assert isinstance(last, TrickRound) and last.is_over and cards == len(legal) == len(seats) * len(tricks)
    return cards


def check_columns(plan: Plan, rounds: int) -> None:
    """The columns of the same rounds, without a log, say the same money."""
    result = mam.play_out(plan.spec.rules, rounds, seed=plan.spec.seed, policy=plan.spec.policy)
    for number in range(0, rounds, 5):
        round, seats = result.round(number), result.rules.seats
        took = dict.fromkeys(seats, 0)
        for trick in round.tricks:
            if trick.winner:
                took[trick.winner] += trick.value
        assert list(took.values()) == result.money[number].tolist()
        assert round.nested == result.nested[number]
        if round.bidder:
            assert round.bidder == result.bidder[number]
            assert round.captured[round.side_of(round.bidder)] == result.side_money()[number]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.sample(10, 44)
def test_every_card_of_random_rounds(table: str) -> None:
    rounds = 3 if "exact-tricks+hands" in table else 6
    plan = plan_of(table)
    assert sum(check(plan, number, logged) for number, logged in rounds_of(plan, rounds)) > 0
    check_columns(plan, 5)


@pytest.mark.parametrize("table", TABLES[::3])
@pytest.mark.sample(4, 10)
def test_every_decision_of_the_rulebook(table: str) -> None:
    plan = plan_of(table, "rulebook")
    for number, logged in rounds_of(plan, 8):
        check(plan, number, logged, decides=True)


@pytest.mark.parametrize(
    "table", ["make-a-million-1935", "make-a-million-1935-three", "silent-six", "manhattan", "sweven"]
)
def test_the_rulebook_player_sees_enough(table: str) -> None:
    """With nothing but its view the player decides as the kernel, which knows all hands."""
    plan = plan_of(table, "rulebook", seed=3)
    for number, logged in rounds_of(plan, 2):
        check(plan, number, logged, decides=True, views=True)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_every_card_of_100_000_rounds(table: str) -> None:
    plan = plan_of(table, seed=2)
    for number, logged in rounds_of(plan, 1 + 100_000 // len(TABLES)):
        check(plan, number, logged)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_every_decision_of_10_000_rounds(table: str) -> None:
    plan = plan_of(table, "rulebook", seed=2)
    for number, logged in rounds_of(plan, 1 + 10_000 // len(TABLES)):
        check(plan, number, logged, decides=True)


def test_exchanges_and_partners_were_met() -> None:
    """What happens in some rounds only did happen in those compared."""
    plan = plan_of("manhattan")
    moves = [move for number, logged in rounds_of(plan, 12) for _, move in logged[0].steps(plan.spec, number)]
    assert any(isinstance(move, Exchange) for move in moves)
    silent = mam.play_out("silent-six", 2000, seed=1)
    assert {*silent.allies.sum(axis=1).tolist()} == {2, 3}
