"""Positions of the leaflet of 1935 for tests: the printed deal, and rounds reached by real moves (see `tables`)."""

from dataclasses import replace

import oracle
import tables

import mam
from mam.games.trick_round import TrickRound
from mam.rules.dealing import find_next_seat, list_seats_from
from mam.text.notation import parse_deal, parse_hand

EDITION = "make-a-million-1935"
SEATS = ("N", "E", "S", "W")

# The deal printed in the Supplement, page 5.
SPECIMEN = (
    "dealer S | N R4 Y30 Y15 Y4 B40 B30 B10 B8 B7 B1 G30 G11 TIGER | E R15 R9 Y9 Y7 Y3 Y2 Y1 B15 G7 G5 G2 BULL BEAR"
    " | S R7 R5 R2 Y11 Y10 Y8 Y5 B9 G40 G10 G9 G4 G3 | W R40 R30 R11 R10 R8 R3 R1 B11 B5 B3 B2 G15 G1 | nest Y40 B4 G8"
)


def specimen(dealer: str = "S", options: tuple[str, ...] = ()) -> TrickRound:
    """The specimen deal at the start of its auction."""
    deal = replace(parse_deal(SPECIMEN), dealer=dealer)
    return mam.start(EDITION, options=options, deal=deal)


def deal_to(dealer: str, hand: str, nest: str, options: tuple[str, ...] = ()) -> TrickRound:
    """A round of the whole pack in which the dealer holds this hand; the others get the rest as it comes."""
    own_hand, out = parse_hand(hand), parse_hand(nest)
    undealt = [card for card in mam.PACK if card not in (*own_hand, *out)]
    other_seats = list_seats_from(SEATS, dealer)[1:]
    hands = {dealer: own_hand, **{seat: tuple(undealt[place::3]) for place, seat in enumerate(other_seats)}}
    deal = mam.Deal(SEATS, dealer, tuple(hands[seat] for seat in SEATS), out)
    return mam.start(EDITION, options=options, deal=deal)


def calls(bid: int = 0) -> str:
    """Calls that make the dealer the bidder at this amount, or at the lowest."""
    opening = f"bid {bid}" if bid else "open"
    return f"{opening}, pass, pass, pass" if bid <= 200 else f"open, raise, pass, pass, {bid}, pass"


def position(
    hands: str,
    *,
    trump: str,
    lead: str,
    played: str = "",
    bid: int = 0,
    nest: str = "",
    discards: str = "",
    options: tuple[str, ...] = (),
) -> TrickRound:
    """A round of few cards, `N R40 R1 | E … | S … | W …`, with this seat on lead, then these cards played.

    Its pack is just these cards and a nest; the bidder sits at the leader's right and puts the nest back unless `discards`
    says otherwise. So the round replays from its deal like any other.
    """
    bidder = list_seats_from(SEATS, lead)[-1]
    facts = {"nest": nest, "discards": discards, "options": options}
    return tables.position(EDITION, hands, bidder=bidder, trump=trump, bid=bid, played=played, **facts)


def round_of_tricks(tricks: str, *, trump: str, lead: str, bid: int = 0, until: int | None = None) -> TrickRound:
    """A round made of these tricks, "Y1 Y40 Y2 Y30 / R40 …", each in its order of play; `until` stops after so many cards."""
    cards_by_seat: dict[str, list[str]] = {seat: [] for seat in SEATS}
    leader = lead
    for trick in tricks.split("/"):
        cards = trick.split()
        order = list_seats_from(SEATS, leader)
        for seat, card in zip(order, cards, strict=True):
            cards_by_seat[seat].append(card)
        leader = order[oracle.winner_index(cards, trump)]
    hands = " | ".join(f"{seat} {' '.join(cards)}" for seat, cards in cards_by_seat.items())
    return position(hands, trump=trump, lead=lead, bid=bid, played=", ".join(tricks.replace("/", " ").split()[:until]))


def left_of(seat: str) -> str:
    return find_next_seat(SEATS, seat)
