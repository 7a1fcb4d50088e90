"""Rounds to ask about: real deals with an auction or without, played on by any legal cards, so that every position can arise."""

from collections.abc import Mapping, Sequence
from itertools import islice

from mam.classroom.variants import Draw
from mam.games.registry import start
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import PACK, Card
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.moves import Bid, Pass

CODES = "(`R40` is the Red $40,000, `B7` the Black 7)"
NUMBER_CARDS = tuple(card for card in PACK if card.is_number_card)
MONEY_CARDS = tuple(card for card in PACK if card.money)
DEFAULT_EDITION = "make-a-million-1935"  # the edition of exercises that name no other


def get_trick_game(edition: str = DEFAULT_EDITION) -> TrickGameRules:
    """Return the rules of an edition that is played in tricks.

    >>> get_trick_game().tricks.counts
    'money'
    """
    rules = get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    return rules


def list_openings() -> range:
    """Return the amounts with which the dealer may open.

    >>> 200 in list_openings(), 202 in list_openings(), 205 in list_openings()
    (True, False, False)
    """
    rules = get_trick_game().auction
    assert rules.max_opening is not None
    return range(rules.min_opening, rules.max_opening + 1, rules.step)


def begin_round(draw: Draw, edition: str = DEFAULT_EDITION, **setup: object) -> TrickRound:
    """Return a newly dealt round; `setup` goes to `mam.start`."""
    round = start(edition, draw.seed(), **setup)  # type: ignore[arg-type]
    assert isinstance(round, TrickRound)
    return round


def hold_auction(draw: Draw, round: TrickRound) -> TrickRound:
    """Return the round after an auction as people bid: small raises, and most players pass soon."""
    while round.phase == "auction":
        bids = list(islice((move for move in round.legal_moves if isinstance(move, Bid)), 5))
        passes = Pass() in round.legal_moves
        pick = Pass() if passes and (not bids or draw.below(2)) else draw.one_of(bids)
        round = round.play(pick)
    return round


def play_on(draw: Draw, round: TrickRound, tricks: int = 0) -> TrickRound:
    """Play on with random legal cards, to the end or until this many tricks are taken."""
    while not round.is_over and not (tricks and len(round.tricks) == tricks):
        round = round.play(draw.one_of(round.legal_moves))
    return round


def play_round(draw: Draw, edition: str = DEFAULT_EDITION, **setup: object) -> TrickRound:
    """Return a whole round: an auction as people bid, then random legal moves; `setup` goes to `mam.start`.

    >>> from mam.classroom.variants import make_draw
    >>> play_round(make_draw("ann", "an example", 1)).is_over
    True
    """
    return play_on(draw, hold_auction(draw, begin_round(draw, edition, **setup)))


def describe_plays(plays: Sequence[tuple[str, Card]], names: Mapping[str, str]) -> str:
    """Describe who plays what, in words and codes.

    >>> from mam.rules.cards import PACK
    >>> describe_plays([("N", PACK[0])], {"N": "North"})
    'North plays Red 40 (`R40`)'
    """
    return ", ".join(f"{names[seat]} plays {card.words} (`{card.code}`)" for seat, card in plays)


def deal_hand(draw: Draw, seat: str | None = None, edition: str = DEFAULT_EDITION) -> View[Round]:
    """Return what a person sees of a new deal before the auction: one hand.

    The person is the dealer, who is random if you name no seat.

    >>> from mam.classroom.variants import make_draw
    >>> len(deal_hand(make_draw("ann", "an example", 1), "S").hand)
    13
    """
    round = begin_round(draw, edition, dealer=seat)
    return view(round, round.deal.dealer)


def draw_sixteen(draw: Draw, number_cards: int) -> list[Card]:
    """Draw the cards of a bidder who has picked up the nest, this many of them number cards."""
    special_cards = [card for card in PACK if not card.is_number_card]
    return [*draw.some_of(NUMBER_CARDS, number_cards), *draw.some_of(special_cards, 16 - number_cards)]
