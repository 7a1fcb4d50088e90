"""Every position of `data/perft`, played out in every way by mam and by the oracle, with the figures of its file."""

from random import Random

import pytest
from cases import check_each
from oracle_tables import legal_discards
from perft_positions import FOLDER, Position, hands_in_play, list_rules_met, read_discards, read_positions
from tables import card

import mam
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.moves import Discard
from mam.rules.nest import NestRules, list_discards, why_not_discard
from mam.rules.rulings import all_rulings

POSITIONS = read_positions()
WALKS = 40  # random lines from a position on which the rules it guards have to be met
LABELS = [f"{position.edition}, {position.name}" for position in POSITIONS]


@pytest.mark.parametrize("position", POSITIONS, ids=LABELS)
def test_perft(position: Position) -> None:
    counted = position.count_tree()
    assert counted == position.count_by_oracle()
    assert counted == position.figures


def longest_line(round: Round, position: Position) -> int:
    if round.phase != "auction" if position.until else round.is_over:
        return 0
    return 1 + max(longest_line(round._apply(move), position) for move in round.legal_moves)


@check_each("position", POSITIONS)
def test_the_facts_beside_the_figures_are_true(position: Position) -> None:
    round = position.round()
    assert longest_line(round, position) == position.depth
    if isinstance(round, TrickRound) and not position.until:
        assert (round.bidder or "", round.bid or 0) == (position.bidder, position.bid)
        assert str(round.trump.value if round.trump else "") == position.trump
        assert list(position.scores) == list(round.rules.accounts)
        assert round.turn == position.turn_order[0]
        if round.phase == "play":
            dealt = {seat: sorted(card.code for card in hand) for seat, hand in round.hands.items()}
            assert dealt == {seat: sorted(hand) for seat, hand in hands_in_play(position).items()}
            index = round.turn_order.index(position.turn_order[0])
            assert "".join((*round.turn_order[index:], *round.turn_order[:index])) == position.turn_order


@check_each("position", POSITIONS)
def test_the_rules_that_it_guards_are_met(position: Position) -> None:
    """Each is cited for a legal move or a refused one on some line from this position."""
    assert position.guards and set(position.guards) <= set(all_rulings())
    missing = set(position.guards)
    for seed in range(WALKS):
        missing -= set(list_rules_met(position.round(), Random(seed)))
        if not missing:
            break
    assert not missing


def test_no_two_positions_share_a_name() -> None:
    assert len(set(LABELS)) == len(LABELS) > 90


def test_every_file_is_read() -> None:
    assert sum(len(read_positions(path.stem)) for path in FOLDER.glob("*.toml")) == len(POSITIONS)
    assert all(read_positions(path.stem) for path in FOLDER.glob("*.toml") if path.stem != "discards")


@pytest.mark.parametrize("entry", read_discards(), ids=lambda entry: entry["name"])
def test_every_discard(entry: dict[str, object]) -> None:
    codes = str(entry["hand"]).split()
    cards, rules = tuple(map(card, codes)), NestRules(size=int(str(entry["size"])))
    legal = [chosen for chosen in list_discards(cards, rules) if why_not_discard(chosen, cards, rules, "") is None]
    counted = {tuple(sorted(card.code for card in chosen)) for chosen in legal}
    assert counted == legal_discards(codes, rules.size)
    assert len({Discard(chosen) for chosen in legal}) == len(counted) == entry["count"]
    assert mam.UNSEEN not in cards
