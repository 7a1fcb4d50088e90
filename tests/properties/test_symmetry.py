"""No colour is above another (R35-PACK-2): exchange them and the whole round is the same with other names."""

from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from strategies import rounds

import mam
from mam.cards import Card, Colour, sort_hand
from mam.moves import Discard, Move, NameTrump, Play
from mam.round import Round

Exchange = dict[Colour, Colour]
_CARDS = {card.code: card for card in mam.PACK}


def turned_card(card: Card, to: Exchange) -> Card:
    return card if card.colour is None else _CARDS[f"{to[card.colour].value}{card.rank}"]


def turned_move(move: Move, to: Exchange) -> Move:
    match move:
        case Play():
            return Play(turned_card(move.card, to))
        case Discard():
            return Discard(turned_card(card, to) for card in move.cards)
        case NameTrump():
            return NameTrump(to[move.colour])
    return move


def turned(round: Round, to: Exchange) -> Round:
    deal = round.deal
    hands = tuple(tuple(turned_card(card, to) for card in hand) for hand in deal.hands)
    nest = tuple(turned_card(card, to) for card in deal.nest)
    rules = replace(round.rules, pack=sort_hand(turned_card(card, to) for card in round.rules.pack))
    return Round(
        rules, mam.Deal(deal.seats, deal.dealer, hands, nest), tuple(turned_move(move, to) for move in round.history)
    )


@given(rounds(), st.sampled_from(list(permutations(Colour))))
def test_R35_PACK_2_exchanging_the_colours_changes_nothing_else(round: Round, order: tuple[Colour, ...]) -> None:
    to = dict(zip(Colour, order, strict=True))
    other = turned(round, to)
    assert (other.phase, other.turn, other.bidder, other.bid) == (round.phase, round.turn, round.bidder, round.bid)
    assert set(other.moves()) == {turned_move(move, to) for move in round.moves()}
    assert other.captured == round.captured
    assert [(trick.winner, trick.worth) for trick in other.tricks] == [
        (trick.winner, trick.worth) for trick in round.tricks
    ]
    assert (other.result is None) == (round.result is None)
    if round.result and other.result and round.trump:
        assert other.result.trump == to[round.trump]
        assert (other.result.captured, other.result.scores) == (round.result.captured, round.result.scores)
        assert (other.result.nested, other.result.bull_gain, other.result.bear_loss) == (
            round.result.nested,
            round.result.bull_gain,
            round.result.bear_loss,
        )


@given(rounds())
def test_exchanging_twice_is_the_round_itself(round: Round) -> None:
    to = dict(zip(Colour, (Colour.GREEN, Colour.RED, Colour.YELLOW, Colour.BLACK), strict=True))
    back = {there: here for here, there in to.items()}
    assert turned(turned(round, to), back) == round
