"""Few cards: every line that the kernel plays is a line of the rules, with the same money, and none is missing; and a
kernel with one wrong table is caught by a position that is named after the rule.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from cases import check_each
from parity_tables import Figures, lines_of, small_game
from perft_positions import Position, read_positions
from tables import position

import mam
from mam.engine.rollouts import playouts
from mam.engine.tables import build as tabulate
from mam.games.trick_round import TrickRound
from mam.rules.editions import get_edition
from mam.rules.moves import Play

MAX_LINES = 400  # lines, so that chance finds all of them


def list_cases() -> Iterator[tuple[Position, TrickRound]]:
    """The perft positions that begin with a lead, have few lines, and are of the whole edition's cards."""
    for name in ("2004", "exact_tricks", "sweven", "three", "two_packs", "manhattan"):
        for case in read_positions(name):
            round = None
            with suppress(mam.IllegalMove):  # tests/perft tells of a position that its rules refuse
                round = case.round() if case.leaves <= MAX_LINES else None
            if isinstance(round, TrickRound) and round.phase == "play" and not round.played:
                dealt_cards = {card for hand in round.hands.values() for card in hand}
                if dealt_cards <= {*get_edition(round.rules.full_id).pack}:
                    yield case, round


CASES = list(list_cases())


def readable_lines(round: TrickRound, numbers: dict[Any, int]) -> dict[tuple[int, ...], Figures]:
    """Every line of play by the rules, with what each seat captures."""
    if round.is_over:
        took = dict.fromkeys(round.rules.seats, 0)
        for trick in round.tricks:
            if trick.winner is not None:
                took[trick.winner] += trick.value
        return {tuple(numbers[card] for card in round.played): tuple(took.values())}
    lines = {}
    for move in round.legal_moves:
        assert isinstance(move, Play)
        lines |= readable_lines(round._apply(move), numbers)
    return lines


def agree(round: TrickRound, *, pdep: int | None = playouts.find_pdep(), **changes: Any) -> bool:
    plan, game = small_game(round)
    numbers = {card: number for number, card in enumerate(plan.cards)}
    expected = readable_lines(round, numbers)
    return lines_of(game._replace(**changes), 40 * len(expected) + 200, pdep) == expected


@pytest.mark.parametrize(("case", "round"), CASES, ids=[f"{case.edition}, {case.name}" for case, _ in CASES])
@pytest.mark.sample(10, 22)
def test_lines_and_money(case: Position, round: TrickRound) -> None:
    """As many lines as perft counts, each with the trick winners and the money of the rules."""
    assert agree(round)
    _, game = small_game(round)
    lines = lines_of(game, 40 * case.leaves + 200, playouts.find_pdep())
    assert len(lines) == case.leaves
    if len(round.captured) == len(round.rules.sides) == 2:  # the perft tables add up what each side captured
        taken = [sum(money[place] for money in lines.values() for place in side) for side in sides(round)]
        assert taken == list(case.figures[2:4])


def test_there_are_many_such_positions() -> None:
    assert len(CASES) >= 30


def sides(round: TrickRound) -> list[list[int]]:
    return [[round.rules.seats.index(seat) for seat in members] for members in round.sides.values()]


# Named positions, each with the table that it watches

FOLLOW = position("make-a-million-1935", "N R40 Y40 | E R1 B5 | S R5 Y1 | W R3 G1", bidder="W", trump="B", bid=200)
NAMED = {
    "follow": FOLLOW,
    "an animal is led last": position("make-a-million-1935", "N BULL R1 | E R5 B40 | S R30 G40 | W TIGER R10", bidder="W", trump="B", bid=200),
    "the Tiger is a trump": position("make-a-million-1935", "N B1 R1 | E TIGER Y5 | S B40 G40 | W B2 R10", bidder="W", trump="B", bid=200),
    "Bull after Bear": position("make-a-million-1935", "N R40 | E BEAR | S BULL | W R10", bidder="W", trump="B", bid=200),
    "Bear after Bull": position("make-a-million-1935", "N R40 | E BULL | S BEAR | W R10", bidder="W", trump="B", bid=200),
    "the color after the Bull": position("make-a-million-1935", "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9", bidder="W", trump="B", bid=200),
    "trumps wait": position("make-a-million-2004", "N B40 R5 Y1 | E R30 B30 Y40 | S TIGER R10 G5 | W B5 Y30 R40", bidder="N", trump="B", options=("trump-break",)),
    "the later duplicate": position("six", "A R40 | X R1 | B R40 | Y R2 | C R3 | Z R4", bidder="A", trump="B"),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_named_positions(name: str) -> None:
    assert agree(NAMED[name])


@pytest.mark.extended  # the kernel is compiled once more
@check_each("name", list(NAMED))
def test_named_positions_without_the_instruction(name: str) -> None:
    assert agree(NAMED[name], pdep=None)


def changed(table: Any, entries: Any, value: Any) -> Any:
    table = table.copy()
    table[entries] = value
    return table


def wrong(name: str, fault: str) -> dict[str, Any]:
    """One table of this position's game with a fault in it."""
    plan, game = small_game(NAMED[name])
    trump = int(game.trumps[0])
    card = {card.code: number for number, card in enumerate(plan.cards)}
    colors, shape = game.colors, (len(plan.trumps), 8, -1)
    legal, facts = game.legal.reshape(shape), game.facts.reshape(shape)
    fixes, turns = game.fixes.reshape(shape), game.transitions.reshape(len(game.multipliers), 64)
    every = (1 << len(plan.cards)) - 1
    match fault:
        case "anything follows":
            return {"legal": changed(legal, np.s_[trump, :colors, 0], every).ravel()}
        case "animals may be led":
            return {"legal": changed(legal, np.s_[trump, colors + 1 :, 0], every).ravel()}
        case "the Tiger does not follow":
            alone = legal[trump, trump, 0] & ~(1 << card["TIGER"])
            return {"legal": changed(legal, np.s_[trump, trump, 0], alone).ravel()}
        case "the Tiger is weak":
            return {"facts": changed(facts, np.s_[trump, :, card["TIGER"]], 0).ravel()}
        case "no trump captures":
            return {"facts": changed(facts, np.s_[trump, 0, card["B1"] : card["B40"] + 1], 0).ravel()}
        case "a color is not fixed":
            return {"fixes": changed(fixes, np.s_[trump, colors], trump << 9 | colors << 6).ravel()}
        case "the Tiger fixes trumps":
            return {"fixes": changed(fixes, np.s_[trump, colors, card["TIGER"]], trump << 9 | trump << 6).ravel()}
        case "the first animal decides":
            later = turns.copy()
            later[1:] = np.arange(1, len(turns))[:, None]
            return {"transitions": later.ravel()}
        case "the Bull does nothing":
            return {"transitions": changed(turns, np.s_[:, card["BULL"]], np.arange(len(turns))).ravel()}
        case "trumps need not wait":
            return {
                "broken": np.full_like(game.broken, every),
                "legal": changed(legal, np.s_[:, colors + 2], legal[:, colors + 1]).ravel(),
            }
        case "money is lost":
            return {"facts": changed(facts, np.s_[trump, :, card["R40"]], facts[trump, :, card["R40"]] & 4095).ravel()}
        case "the first duplicate captures":
            return {"facts": changed(facts, np.s_[trump, :, card["R40"]], facts[trump, :, card["R1"]]).ravel()}
    raise AssertionError(fault)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("follow", "anything follows"),
        ("follow", "money is lost"),
        ("follow", "no trump captures"),
        ("an animal is led last", "animals may be led"),
        ("the Tiger is a trump", "the Tiger does not follow"),
        ("the Tiger is a trump", "the Tiger is weak"),
        ("Bull after Bear", "the first animal decides"),
        ("Bear after Bull", "the first animal decides"),
        ("Bull after Bear", "the Bull does nothing"),
        ("the color after the Bull", "a color is not fixed"),
        ("the color after the Bull", "the Tiger fixes trumps"),
        ("trumps wait", "trumps need not wait"),
        ("the later duplicate", "the first duplicate captures"),
    ],
)
def test_a_wrong_table_is_caught(name: str, fault: str) -> None:
    assert not agree(NAMED[name], **wrong(name, fault))


def test_money_is_discarded_after_all_number_cards_and_an_animal_never() -> None:
    first, last = (
        {card for number, card in enumerate(mam.PACK) if mask >> number & 1}
        for mask in tabulate._list_discardable(mam.PACK, get_edition("make-a-million-1935").nest)
    )
    assert first == {card for card in mam.PACK if card.is_number_card}
    assert last == {card for card in mam.PACK if card.money}
