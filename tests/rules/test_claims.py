"""A claim of the rest: offered only where no deal and no play of the others can take a trick."""

from random import Random

import pytest

import mam
from mam.games.claims import plan_claim
from mam.players import random_player, rulebook_player
from mam.rules.moves import Play


def position(hands: str, trump: str) -> mam.View:
    round = mam.make_position("make-a-million-1935", hands, trump, "W", nest="G7 G8 G9")
    return mam.view(round, round.turn)


@pytest.mark.parametrize(
    ("hands", "trump", "plan"),
    [
        ("W R40 R30 B40 | N R1 B30 Y1 | E Y2 Y3 Y4 | S G1 G2 G3", "R", "R40 R30 B40"),  # the last trump is drawn first
        ("W R40 B40 B30 | N R1 B1 Y1 | E R2 Y3 Y4 | S G1 G2 G3", "R", ""),  # one trump draws one of two
        ("W R40 R30 B11 | N R1 B30 Y1 | E Y2 Y3 Y4 | S G1 G2 G3", "R", ""),  # a higher Black is out
        ("W R40 R30 BULL | N R1 B30 Y1 | E Y2 Y3 Y4 | S G1 G2 G3", "R", ""),  # the Bull takes nothing
        ("W TIGER R1 B40 | N R2 B30 Y1 | E Y2 Y3 Y4 | S G1 G2 G3", "R", "TIGER R1 B40"),
        ("W R40 R30 R15 | N R1 R2 Y1 | E R3 R4 R5 | S R7 R8 R9", "R", "R40 R30 R15"),  # only trumps, and the best
    ],
)
def test_a_claim_needs_winners_and_all_trumps_drawn(hands: str, trump: str, plan: str) -> None:
    claim = plan_claim(position(hands, trump))
    assert mam.format_cards(claim or ()) == plan


def test_only_whoever_leads_can_claim() -> None:
    view = position("W R40 R30 B40 | N R1 B30 Y1 | E Y2 Y3 Y4 | S G1 G2 G3", "R")
    assert plan_claim(mam.view(view.round, "N")) is None
    led = view.round.play(mam.parse_move("play R40"))
    assert plan_claim(mam.view(led, led.turn)) is None


def claimable(seed: int, edition: str) -> list[mam.View]:
    """The moments of a round at which somebody could claim."""
    rng, round = Random(seed), mam.start(edition, seed)
    views = []
    while not round.is_over:
        view = mam.view(round, round.actor)
        if plan_claim(view) is not None:
            views.append(view)
        player = rulebook_player if seed % 2 else random_player
        round = round.play(player(view, rng))
    return views


@pytest.mark.parametrize("edition", ["make-a-million-1935", "make-a-million-2004", "manhattan", "six", "silent-six"])
@pytest.mark.sample(2, 1)
def test_whatever_the_others_hold_and_do_a_claim_takes_every_trick(edition: str) -> None:
    claims = [view for seed in range(12) for view in claimable(seed, edition)]
    assert claims
    for number, view in enumerate(claims[:40]):
        for trial in range(6):
            rng = Random(f"{number} {trial}")
            plan = plan_claim(view)
            assert plan is not None
            round = next(mam.worlds(view, rng))
            before, leader, cards = len(round.tricks), round.turn, list(plan)
            while not round.is_over:
                if round.turn == leader:
                    round = round.play(Play(cards.pop(0)))
                else:
                    round = round.play(random_player(mam.view(round, round.actor), rng))
            assert all(trick.winner == leader for trick in round.tricks[before:])
