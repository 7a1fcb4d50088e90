"""What the parity tests share: every edition and option that tables can hold, rounds of the kernel, few cards."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import walks

from mam.engine.rollouts.club_hand_tables import NO_HANDS
from mam.engine.rollouts.plan import Plan, make_plan
from mam.engine.rollouts.playouts import make_spec, play_logged
from mam.engine.rollouts.readable import PlayedRound
from mam.engine.tables import kernel
from mam.games.trick_round import TrickRound
from mam.rules.editions import TrickGameRules

Logged = tuple[PlayedRound, list[int], list[tuple[int, int]]]
Figures = tuple[int, ...]


def tables() -> Iterator[str]:
    """Every edition of tricks, with its options and some pairs of them, but for hands half face down."""
    for combo in walks.ALL:
        rules = walks.rules_of(combo)
        if isinstance(rules, TrickGameRules) and not rules.half_hidden:
            yield walks.name_of(combo)


TABLES = tuple(dict.fromkeys(tables()))


@cache
def plan_of(table: str, policy: str = "random", seed: int = 1) -> Plan:
    return make_plan(make_spec(table, seed=seed, policy=policy))


def rounds_of(plan: Plan, rounds: int) -> Iterator[tuple[int, Logged]]:
    """Rounds of the kernel with their numbers, a few hundred at a time."""
    for start in range(0, rounds, 200):
        yield from enumerate(play_logged(plan, start, min(200, rounds - start)), start)


def small_game(round: TrickRound) -> tuple[Plan, Any]:
    """The kernel's game of a readable round at its first lead: all cards known, everything before it settled."""
    seats = round.rules.seats
    assert round.trump is not None and round.turn is not None
    plan = plan_of(round.rules.full_id)
    masks = np.zeros((2, len(plan.game.known_cards)), np.int64)
    for seat, hand in round.hands.items():
        for card in hand:
            bit = 1 << plan.cards.index(card)
            masks[int(bool(masks[0, seats.index(seat)] & bit)), seats.index(seat)] |= bit
    bidder = seats.index(round.bidder or round.deal.dealer)
    turn_order, lead = plan.game.turn_order.copy(), plan.game.lead.copy()
    turn_order[bidder] = [seats.index(seat) for seat in round.turn_order]
    lead[bidder] = round.turn_order.index(round.turn)
    return plan, plan.game._replace(
        pool=np.zeros(0, np.uint8), ends=np.zeros_like(plan.game.ends), drawn=0, known_cards=masks[0], known_duplicates=masks[1],
        bidders=np.array([bidder]), valued=False, turn_order=turn_order, lead=lead, trumps=np.array([plan.trumps.index(round.trump)]),
        turned_trump=np.full_like(plan.game.turned_trump, -1), size=0, called=0, swap=np.full_like(plan.game.swap, -1), blind_draw=-2,
        tricks=len(next(iter(round.hands.values()))),
    )  # fmt: skip


def lines_of(game: Any, rounds: int, pdep: int | None) -> dict[tuple[int, ...], Figures]:
    """Every line of play that turned up in so many random rounds, with what each seat captured in it."""
    seats = game.turn_order.shape[1]
    results = np.zeros((rounds, 4 + seats), np.int32)
    log = np.zeros((rounds, 4 + game.tricks * (2 * seats + 2)), np.int64)
    kernel.play_rounds(game, None, None, NO_HANDS, kernel.DEAL_START, np.uint64(5), 0, results, log, pdep)
    tricks = log[:, 4:].reshape(rounds, game.tricks, 2 * seats + 2)
    cards = tricks[:, :, : 2 * seats : 2].reshape(rounds, -1)
    lines, first = np.unique(cards, axis=0, return_index=True)
    return {tuple(line): tuple(results[index, 4:].tolist()) for line, index in zip(lines.tolist(), first, strict=True)}
