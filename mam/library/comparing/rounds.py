"""Make rounds to ask about: whole deals and positions of few cards, for any game of tricks."""

from collections.abc import Sequence
from random import Random
from typing import Any

from mam.games.registry import deal_for
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.auction import find_min_bid
from mam.rules.cards import BULL, Card, Color, Trump
from mam.rules.dealing import find_opposite_seat, list_seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, BidTricks, Move, Pass, Vote
from mam.text.positions import make_position

SEED = 7  # of the deal to use where the cards do not matter
# The move in a phase that the question is not about.
DEFAULT_MOVES: dict[str, Move] = {"vote": Vote(False), "sealed": BidTricks(0)}


def deal_whole(rules: TrickGameRules) -> TrickRound:
    """Deal a whole pack, with the last person as dealer, before the first call."""
    return TrickRound(rules, deal_for(rules, rules.persons[-1], Random(SEED)))


def make_min_bid(round: TrickRound, color: Trump = Color.RED) -> Bid:
    """Return the minimum bid now, on this color if bids name one."""
    rules = round.rules.auction
    return Bid(find_min_bid(round.calls, rules), color if rules.speaks_color else None)


def find_legal_move(round: Round) -> Move:
    """Return the first legal move, in the order in which people look at them."""
    return next(iter(round.legal_moves))


def play_auction(round: TrickRound, bidder: str | None = None) -> TrickRound:
    """Play the auction so that only this person bids; the dealer, if you name nobody."""
    while round.phase == "auction":
        bids = round.turn == (bidder or round.deal.dealer)
        call = make_min_bid(round) if bids else Pass()
        round = round.play(call if call in round.legal_moves else make_min_bid(round))
    return round


def play_on(round: TrickRound, phase: str) -> TrickRound:
    """Play on, with the first legal move each time, to the start of this phase or the end of the round."""
    while round.phase not in (phase, "over"):
        round = round.play(DEFAULT_MOVES.get(round.phase) or find_legal_move(round))
    return round


def has_animals(rules: TrickGameRules) -> bool:
    """Say whether the pack has the animals of Make-a-Million."""
    return BULL in rules.pack


def has_card(rules: TrickGameRules, code: str) -> bool:
    """Say whether the pack has this card."""
    return Card(code) in rules.pack


def find_card(rules: TrickGameRules, code: str) -> Card:
    """Return the card of this pack with this code."""
    return next(card for card in rules.pack if card.code == code)


def find_leader(rules: TrickGameRules) -> str:
    """Return the first person who can lead to the first trick without any change of seats."""
    for seat in rules.persons:
        right = rules.seats[rules.seats.index(seat) - 1]
        if rules.first_lead != "left of bidder":
            return seat
        if right in rules.persons and (not rules.reseat or find_opposite_seat(rules.seats, right) in rules.dummies):
            return seat
    raise ValueError(f"nobody leads first from their own hand in {rules.id}")


def deal_few(rules: TrickGameRules, hands: Sequence[str], first: str) -> dict[str, str]:
    """Return hands of few cards: these in turn, the last one to the last seat, and number cards to those between.

    With fewer players the last hands are left out.
    """
    order = list_seats_from(rules.seats, first)
    dealt_hands = [*hands[:-1], *fill_hands(rules, hands), hands[-1]] if len(order) >= len(hands) else hands
    return dict(zip(order, dealt_hands, strict=False))


def fill_hands(rules: TrickGameRules, hands: Sequence[str]) -> list[str]:
    """Return hands of number cards for the other seats, in colors that are neither trump nor led in our positions."""
    size, used_codes = len(hands[0].split()), " ".join(hands).split()
    plain = [card for card in reversed(rules.pack) if card.is_number_card and card.code not in used_codes]
    codes = list(dict.fromkeys(card.code for card in plain if card.code[0] not in "BYSH"))
    return [" ".join(codes[index * size : index * size + size]) for index in range(len(rules.seats) - len(hands))]


def lead_few(rules: TrickGameRules, hands: Sequence[str], trump: str, played: str = "", **setup: Any) -> TrickRound:
    """Set up a position with these hands, from the leader on, and play these cards."""
    lead = find_leader(rules)
    return make_position(rules.full_id, deal_few(rules, hands, lead), trump, lead, played=played, **setup)


def play_one_trick(rules: TrickGameRules, **setup: Any) -> TrickRound:
    """Play a round of a single trick that the leader takes; the last hand has the duplicate if there is one."""
    if not has_animals(rules):
        return play_on(lead_few(rules, ["SA", "SK", "SQ", "SJ"][: len(rules.seats)], "S", **setup), "over")
    last = "R40" if rules.pack.count(Card("R40")) > 1 else "R10"
    hands = ["R40", "R30", "R15", last] if len(rules.seats) > 3 else ["R40", "R30", "R15"][: len(rules.seats)]
    return play_on(lead_few(rules, hands, "R", **setup), "over")
