"""How the rulebook player decides, as numbers: a rating for each card in each situation, and an estimate of a hand.

Follow low; take money cheaply; feed a partner who is winning; the Bull on your side's tricks, the Bear on theirs; lead high
number cards. Each rule rates one card by itself, so the compiled engine can ask for all ratings beforehand and hold them as
tables; `choose_card` and its like choose by the same numbers on a readable round, and only by what the person to move may
know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mam.games.phases import trump as naming
from mam.games.phases.called import why_not_called
from mam.games.trick_round import TrickRound
from mam.rules import nest, tricks
from mam.rules.auction import Calls, find_high_bid, may_call_again
from mam.rules.cards import BEAR, BULL, TIGER, Card, NoTrump, Suit, Trump, money_in, sort_hand
from mam.rules.editions import TrickGameRules
from mam.rules.moves import BidTricks, CallCards, Discard, Exchange, Move, NameTrump, Play, Vote

PLACES = ("lead", "middle", "last")
WINNERS = ("nobody", "our side", "opponents")
EFFECTS = ("nothing", "multiplied", "wiped out")


@dataclass(frozen=True)
class Situation:
    """What a card is rated by: who is still to come, who is winning the trick, what lies in it.

    `place` is one of PLACES; `winner` says who is winning the trick (one of WINNERS); `money` whether any money (or points)
    lies in it; `effect` what the animals in it do to that (one of EFFECTS); `captures` whether this card would capture.
    """

    place: str
    winner: str
    money: bool
    effect: str
    captures: bool
    trump: Trump | None


def rate_play(card: Card, situation: Situation) -> int:
    """Return the rating of a play: the legal card with the highest rating is played.

    >>> from mam.rules.cards import PACK, Color
    >>> situation = Situation("last", "our side", money=True, effect="nothing", captures=False, trump=Color.BLACK)
    >>> max(PACK, key=lambda card: rate_play(card, situation))
    BULL
    """
    if card in (BULL, BEAR):
        return _rate_animal(card, situation)
    if situation.place == "lead":
        return _rate_lead(card, situation.trump)
    if situation.effect != "wiped out":
        if situation.winner == "our side":
            return 100 + card.money - _cost(card, situation.trump)  # feed a partner, keep what captures
        if situation.captures and situation.place == "last":
            gain = 2 * card.money + (60 if situation.money else 0)  # nobody can take it back
            return 100 + gain - _cost(card, situation.trump)
        if situation.captures and situation.money:
            return 150 - _cost(card, situation.trump)  # take money cheaply
    return 50 - 2 * card.money - _cost(card, situation.trump)  # follow low


def _rate_animal(card: Card, situation: Situation) -> int:
    """Rate the Bull high on money for your side, the Bear on money for the opponents; otherwise save them."""
    target = "our side" if card == BULL else "opponents"
    if situation.place == "lead" or situation.winner != target or not situation.money:
        return -100 if situation.winner != "nobody" else -60
    return 300 if situation.place == "last" else 170


def _rate_lead(card: Card, trump: Trump | None) -> int:
    """Rate a high number card first, then the 40 of a side color, then low trumps; money last."""
    if card.is_number_card:
        return card.rank + (20 if card.color == trump else 60)
    return (50 if card.rank == 40 and card.color != trump else 0) - card.money - _cost(card, trump)


def _cost(card: Card, trump: Trump | None) -> int:
    """Return what it costs to give up a card: its rank, and more for a trump."""
    return 100 if card == TIGER else card.rank + (30 if card.color == trump else 0)


def estimate_card(card: Card, trump: Trump) -> int:
    """Return what a card is worth to the bidder who names this trump, in thousands of dollars (in Sweven, tenths of a point).

    >>> from mam.rules.cards import PACK, Color
    >>> sum(estimate_card(card, Color.RED) for card in PACK[:13])
    179
    """
    if card in (TIGER, BULL, BEAR):
        return {TIGER: 30, BULL: 20, BEAR: 10}[card]
    is_highest = card.rank == 14 if isinstance(card.color, Suit) else card.rank == 40
    if card.color == trump:
        return 12 + card.money // 4
    return 25 if is_highest else 8 if card.rank == 30 else 0


def rate_discard(card: Card, length: int, trump: Trump) -> int:
    """Return the rating of a card as a discard from a hand with `length` cards of its color.

    The lowest card of the shortest side color comes first.
    """
    return (0 if card.color == trump else 2000) - 50 * length - card.money - card.rank


def rate_called(card: Card, trump: Trump) -> int:
    """Return the rating of a card to call (a partner holds its duplicate): the strongest first."""
    return card.rank + (100 if card.color == trump else 0)


# Calls


def find_fixed_side(rules: TrickGameRules, seat: str) -> frozenset[str]:
    """Return who is known to play with a seat before the auction is over, the seat included."""
    return next((frozenset(side) for side in rules.sides.values() if seat in side), frozenset((seat,)))


def has_won_auction(rules: TrickGameRules, calls: Calls, seat: str) -> bool:
    """Return whether a seat's side has the high bid, and no opponent may call again.

    Then a player passes: another bid would only make the same side promise more.

    >>> from mam.rules.editions import get_edition
    >>> from mam.rules.moves import Bid, Pass
    >>> calls = [("N", Bid(175)), ("E", Pass()), ("S", Bid(185)), ("W", Pass())]
    >>> has_won_auction(get_edition("make-a-million-1935"), calls, "N"), has_won_auction(get_edition("manhattan"), calls, "N")
    (True, False)
    """
    high, side = find_high_bid(calls), find_fixed_side(rules, seat)
    opponents = [person for person in rules.persons if person not in side]
    return (
        high is not None
        and high[0] in side
        and not any(may_call_again(person, calls, rules.auction) for person in opponents)
    )


# On a readable round


def choose_move(round: TrickRound, trump: Trump | None = None) -> Move:
    """Return the move after the auction for the seat whose turn it is, whose hand must be seen; `trump` if it is decided."""
    assert round.turn is not None
    hand = round.hands[round.turn]
    match round.phase:
        case "sealed":
            return BidTricks(sum(estimate_card(card, round.trump or NoTrump.TIGER_HIGH) >= 20 for card in hand))
        case "vote":
            return Vote(False)  # what is in the nest helps the bidder, who sees it anyway
        case "nest":
            return Discard(choose_discard(hand, round.rules.nest, trump or plan_trump(round)))
        case "trump":
            return NameTrump(trump or plan_trump(round))
        case "called":
            return CallCards(choose_called(round))
        case "exchange":
            return Exchange()
    return Play(choose_card(round))


def choose_card(round: TrickRound) -> Card:
    """Return the card for the seat whose turn it is, whose hand must be seen; of equals the first in a sorted hand."""
    assert round.trick is not None and round.turn is not None
    rules, seats, table, trump = round.rules.tricks, round.trick.seats, round.trick.cards, round.trump
    place = "lead" if not table else "last" if len(table) == len(seats) - 1 else "middle"
    winning_place = tricks.find_winner(table, trump, rules)
    winner = "nobody"
    if winning_place is not None:
        winner = "our side" if seats[winning_place] in find_known_side(round, round.turn) else "opponents"
    counted = table if rules.counts != "tricks" else ()
    money, effect = any(card.money for card in counted), name_effect(tricks.find_multiplier(counted, rules))

    def rate(card: Card) -> int:
        captures = tricks.find_winner((*table, card), trump, rules) == len(table)
        return rate_play(card, Situation(place, winner, money, effect, captures, trump))

    return max(sort_hand(move.card for move in round.legal_moves if isinstance(move, Play)), key=rate)


def name_effect(multiplier: int) -> str:
    """Return what the animals do to a trick's money, from its multiplier.

    >>> name_effect(0), name_effect(1), name_effect(4)
    ('wiped out', 'nothing', 'multiplied')
    """
    return EFFECTS[0] if multiplier == 1 else EFFECTS[1] if multiplier else EFFECTS[2]


def find_known_side(round: TrickRound, seat: str) -> frozenset[str]:
    """Return who plays with this seat, as far as its player knows.

    A silent partner knows the bidder, and everybody knows the partners who have shown themselves.
    """
    if round.rules.alliance != "called":
        return frozenset(round.sides[round.side_of(seat)])
    called = round.called or ()
    is_partner = seat in round.partners or any(card in called for card in round.hands[seat])
    if round.bidder is not None and (seat == round.bidder or is_partner):
        return frozenset((seat, round.bidder, *round.partners))
    return frozenset((seat,))


def choose_discard(hand: Sequence[Card], rules: nest.NestRules, trump: Trump) -> tuple[Card, ...]:
    """Return the cards to discard: the lowest number cards of the shortest side colors, money only when they run short."""
    discardable = [card for card in sort_hand(hand) if nest.why_not_discard_card(card, hand, rules, "") is None]

    def order(card: Card) -> tuple[bool, int]:
        length = sum(hand_card.color == card.color for hand_card in hand)
        return not card.is_number_card, -rate_discard(card, length, trump)

    return tuple(sorted(discardable, key=order)[: rules.size])


def estimate_hand(hand: Sequence[Card], trump: Trump) -> int:
    """Return what a hand is worth to the bidder who names this trump."""
    return sum(estimate_card(card, trump) for card in hand)


def find_bid_limit(estimate: int, rules: TrickGameRules) -> int:
    """Return the highest bid on a hand with this estimate, in thousands of dollars (in Sweven, points).

    In games for money a quarter of the pack's money is added, which partner and nest are likely to bring.
    """
    return estimate + money_in(rules.pack) // 4 if rules.auction.money else estimate // 10 - 2


def choose_trump(round: TrickRound, hand: Sequence[Card]) -> Trump:
    """Return the best trump color for a hand; the rulebook player never plays without trump."""
    colors = (move.color for move in naming.candidates(round) if not isinstance(move.color, NoTrump))
    return max(colors, key=lambda color: estimate_hand(hand, color))


def plan_trump(round: TrickRound) -> Trump:
    """Return the trump if it is decided, else the best color for all cards that the bidder has had in hand."""
    assert round.bidder is not None
    if round.trump is not None and (round.rules.trump_bound or isinstance(round.trump, NoTrump)):
        return round.trump
    return choose_trump(round, (*round.hands[round.bidder], *(round.discarded or ())))


def choose_called(round: TrickRound) -> tuple[Card, ...]:
    """Return the strongest of the cards that may be called."""
    assert round.turn is not None and round.trump is not None
    trump, hand = round.trump, dict.fromkeys(sort_hand(round.hands[round.turn]))
    eligible = [card for card in hand if why_not_called(round, card) is None]
    return tuple(sorted(eligible, key=lambda card: -rate_called(card, trump))[: round.rules.called])
