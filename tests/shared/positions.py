"""Positions for tests: real rounds reached by real moves, and checks of a verdict from every side.

Moves are texts, several of them with commas between: "open, pass, pass, pass" or "R40, R3, BULL, R1".
"""

from dataclasses import replace

import oracle
from bids import spell_bid
from verdicts import check_legal, check_refused

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import sort_hand
from mam.rules.dealing import find_next_seat, list_seats_from
from mam.rules.moves import Move
from mam.rules.rulings import Ruling
from mam.text.notation import parse_deal, parse_hand, parse_move

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


def play(round: TrickRound, moves: str) -> TrickRound:
    """The round after these moves, each checked by the engine."""
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(parse_move(spell_bid(round, text)))
    return round


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
    hands_by_seat = {part.split()[0]: parse_hand(part.strip()[1:]) for part in hands.split("|")}
    dealt = [card for seat in SEATS for card in hands_by_seat[seat]]
    plain = [card for card in mam.PACK if card.is_number_card and card not in dealt]
    took = parse_hand(nest) if nest else tuple(plain[:3])
    rules = replace(
        mam.get_edition(EDITION, options), pack=sort_hand([*dealt, *took]), hand_size=len(hands_by_seat[lead])
    )
    bidder = list_seats_from(SEATS, lead)[-1]
    round = TrickRound(rules, mam.Deal(SEATS, bidder, tuple(hands_by_seat[seat] for seat in SEATS), took))
    return play(
        round, f"{calls(bid)}, discard {discards or mam.rules.cards.format_cards(took)}, trump {trump}, {played}"
    )


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


def legal_cards(round: TrickRound) -> str:
    """The cards that may be played, or the moves where none is a card."""
    return " ".join(str(move).removeprefix("play ") for move in round.legal_moves)


def assert_legal(round: TrickRound, text: str, *rule_ids: str) -> TrickRound:
    """The move is legal from every side, and these rules are among those it cites; gives the round after it."""
    move = parse_move(spell_bid(round, text))
    assert check_legal(round, move, rule_ids)
    return round.play(move)


def assert_refused(round: TrickRound, text: str | Move, rule_id: str, *words: str, seat: str | None = None) -> Ruling:
    """The move is illegal from every side, by this rule, with these words in the reason."""
    verdict = check_refused(
        round, parse_move(spell_bid(round, text)) if isinstance(text, str) else text, rule_id, words, seat
    )
    assert verdict.instead == (round.legal_moves if seat in (None, round.turn) else ())
    return verdict


def cited_rules(round: TrickRound, text: str) -> dict[str, str]:
    """What a legal move cites: rule ids with the sentence on this position."""
    return {ruling.id: ruling.reason for ruling in round.why(parse_move(spell_bid(round, text)))}


def left_of(seat: str) -> str:
    return find_next_seat(SEATS, seat)
