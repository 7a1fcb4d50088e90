"""Rounds to ask about: whole deals and positions of few cards that any game of tricks can come to."""

from collections.abc import Sequence
from random import Random
from typing import Any

from mam.games.registry import deal_for
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.auction import min_bid
from mam.rules.cards import BULL, Card, Color, Trump
from mam.rules.dealing import opposite, seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, BidTricks, Move, Pass, Vote
from mam.text.positions import make_position

SEED = 7  # where the cards do not matter, those of this deal are taken
# What is done in a phase that is not asked about.
QUIET: dict[str, Move] = {"vote": Vote(False), "sealed": BidTricks(0)}


def deal_whole(rules: TrickGameRules) -> TrickRound:
    """A whole deal before its first call, the last person dealing."""
    return TrickRound(rules, deal_for(rules, rules.persons[-1], Random(SEED)))


def least(round: TrickRound, color: Trump = Color.RED) -> Bid:
    """The least bid that may be made now, on this color where one has to be named."""
    rules = round.rules.auction
    return Bid(min_bid(round.calls, rules), color if rules.speaks_color else None)


def first_legal(round: Round) -> Move:
    """The first move that may be made, in the order in which people look at them."""
    return next(iter(round.legal_moves))


def bid_by(round: TrickRound, bidder: str | None = None) -> TrickRound:
    """The auction played so that only this person bids; the dealer, if none is named."""
    while round.phase == "auction":
        bids = round.turn == (bidder or round.deal.dealer)
        call = least(round) if bids else Pass()
        round = round.play(call if call in round.legal_moves else least(round))
    return round


def play_on(round: TrickRound, until: str) -> TrickRound:
    """The round played on, by the first legal move each time, to the beginning of this phase or to its end."""
    while round.phase not in (until, "over"):
        round = round.play(QUIET.get(round.phase) or first_legal(round))
    return round


def has_animals(rules: TrickGameRules) -> bool:
    """Whether it is played with the cards of Make-a-Million."""
    return BULL in rules.pack


def has_card(rules: TrickGameRules, code: str) -> bool:
    """Whether the pack has this card."""
    return Card(code) in rules.pack


def find_card(rules: TrickGameRules, code: str) -> Card:
    """The card of this pack with this code."""
    return next(card for card in rules.pack if card.code == code)


def find_leader(rules: TrickGameRules) -> str:
    """The first person who can lead to the first trick while everybody stays in their seats."""
    for seat in rules.persons:
        right = rules.seats[rules.seats.index(seat) - 1]
        if rules.first_lead != "left of bidder":
            return seat
        if right in rules.persons and (not rules.reseat or opposite(rules.seats, right) in rules.dummies):
            return seat
    raise ValueError(f"nobody leads first from an own hand in {rules.id}")


def deal_few(rules: TrickGameRules, hands: Sequence[str], first: str) -> dict[str, str]:
    """Few cards for all: these hands in turn, the last one to the last seat, and plain cards to those between.

    At a smaller table the last hands are left out.
    """
    order = seats_from(rules.seats, first)
    dealt = [*hands[:-1], *fill(rules, hands), hands[-1]] if len(order) >= len(hands) else hands
    return dict(zip(order, dealt, strict=False))


def fill(rules: TrickGameRules, hands: Sequence[str]) -> list[str]:
    """Hands of plain cards for the other seats, in colors that are neither trump nor asked for in our positions."""
    size, used = len(hands[0].split()), " ".join(hands).split()
    plain = [card for card in reversed(rules.pack) if card.is_plain and card.code not in used]
    codes = list(dict.fromkeys(card.code for card in plain if card.code[0] not in "BYSH"))
    return [" ".join(codes[at * size : at * size + size]) for at in range(len(rules.seats) - len(hands))]


def lead_few(rules: TrickGameRules, hands: Sequence[str], trump: str, played: str = "", **more: Any) -> TrickRound:
    """A position in which these hands are held from the leader on, and these cards have been played."""
    lead = find_leader(rules)
    return make_position(rules.full_id, deal_few(rules, hands, lead), trump, lead, played=played, **more)


def one_trick(rules: TrickGameRules, **more: Any) -> TrickRound:
    """A round of a single trick that the leader takes; the last hand has the same card where there are two."""
    if not has_animals(rules):
        return play_on(lead_few(rules, ["SA", "SK", "SQ", "SJ"][: len(rules.seats)], "S", **more), "over")
    last = "R40" if rules.pack.count(Card("R40")) > 1 else "R10"
    hands = ["R40", "R30", "R15", last] if len(rules.seats) > 3 else ["R40", "R30", "R15"][: len(rules.seats)]
    return play_on(lead_few(rules, hands, "R", **more), "over")
