"""No color is above another (R35-PACK-2): exchange them and the whole round is the same with other names."""

from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from strategies import rounds

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, Color, sort_hand
from mam.rules.moves import Discard, Move, NameTrump, Play

Exchange = dict[Color, Color]
_CARDS = {card.code: card for card in mam.PACK}


def turned_card(card: Card, to: Exchange) -> Card:
    return card if card.color is None else _CARDS[f"{to[card.color].value}{card.rank}"]


def turned_move(move: Move, to: Exchange) -> Move:
    match move:
        case Play():
            return Play(turned_card(move.card, to))
        case Discard():
            return Discard(turned_card(card, to) for card in move.cards)
        case NameTrump():
            return NameTrump(to[move.color])
    return move


def turned(round: TrickRound, to: Exchange) -> TrickRound:
    deal = round.deal
    hands = tuple(tuple(turned_card(card, to) for card in hand) for hand in deal.hands)
    nest = tuple(turned_card(card, to) for card in deal.nest)
    rules = replace(round.rules, pack=sort_hand(turned_card(card, to) for card in round.rules.pack))
    return TrickRound(
        rules, mam.Deal(deal.seats, deal.dealer, hands, nest), tuple(turned_move(move, to) for move in round.history)
    )


@given(rounds(), st.sampled_from(list(permutations(Color))))
def test_R35_PACK_2_exchanging_the_colors_changes_nothing_else(round: TrickRound, order: tuple[Color, ...]) -> None:
    to = dict(zip(Color, order, strict=True))
    turned_round = turned(round, to)
    assert (turned_round.phase, turned_round.turn, turned_round.bidder, turned_round.bid) == (
        round.phase,
        round.turn,
        round.bidder,
        round.bid,
    )
    assert set(turned_round.legal_moves) == {turned_move(move, to) for move in round.legal_moves}
    assert turned_round.captured == round.captured
    assert [(trick.winner, trick.value) for trick in turned_round.tricks] == [
        (trick.winner, trick.value) for trick in round.tricks
    ]
    assert (turned_round.result is None) == (round.result is None)
    if round.result and turned_round.result and round.trump:
        assert turned_round.result.trump == to[round.trump]
        assert (turned_round.result.captured, turned_round.result.scores) == (
            round.result.captured,
            round.result.scores,
        )
        assert (turned_round.result.nested, turned_round.result.bull_gain, turned_round.result.bear_loss) == (
            round.result.nested,
            round.result.bull_gain,
            round.result.bear_loss,
        )


@given(rounds())
def test_exchanging_twice_is_the_round_itself(round: TrickRound) -> None:
    to = dict(zip(Color, (Color.GREEN, Color.RED, Color.YELLOW, Color.BLACK), strict=True))
    back = {target: source for source, target in to.items()}
    assert turned(turned(round, to), back) == round
