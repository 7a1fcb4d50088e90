"""A round with every unseen card named: what lies where now, taken back to the deal, and played again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from mam.games.sampling.clues import DRAWN, NEST, PUT_OUT, STOCK, list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import TIGER, UNSEEN, Card, sort_hand
from mam.rules.dealing import Deal, shuffled
from mam.rules.moves import BidTricks, Discard, Exchange, Move

Held = Mapping[str, Sequence[Card]]


def fill(round: TrickRound, held: Held, drawn: Card | None, rng: Random) -> TrickRound:
    """The round in which these cards are held, in hands and elsewhere, where this one hides unseen cards.

    `drawn` is the card drawn for the Tiger if it has been played. Whatever the cards do not settle is chance: which of the
    bidder's came from the nest, in which order others lie, and a hidden number of tricks.
    """
    if round.exchanged:
        drawn = _the_drawn(round.exchanged[1], drawn, held)
    put_out = list(round.discarded or ())
    if UNSEEN in put_out:
        put_out = [*_seen(put_out), *held.get(PUT_OUT, ()), *([drawn] if drawn else [])]
    full = TrickRound(round.rules, _dealt(round, held, drawn, put_out, rng), carry=round.carry)
    for move in round.history:
        full = full._apply(_settled(full, move, put_out, drawn, rng))
    return full


def _the_drawn(shown: Card, played: Card | None, held: Held) -> Card:
    if shown != UNSEEN:
        return shown
    return played or held[DRAWN][0]


def _settled(full: TrickRound, move: Move, put_out: Sequence[Card], drawn: Card | None, rng: Random) -> Move:
    """The move with what it hides."""
    if isinstance(move, Discard):
        return Discard(put_out)
    if isinstance(move, Exchange):
        return Exchange(move.seat, drawn)
    if isinstance(move, BidTricks) and move.count is None:
        return BidTricks(int(rng.random() * (full.hand_size + 1)))
    return move


def _dealt(round: TrickRound, held: Held, drawn: Card | None, put_out: Sequence[Card], rng: Random) -> Deal:
    deal = round.deal
    nest = [*_seen(deal.nest), *held.get(NEST, ())]
    taken = round.discarded is not None or round.phase == "nest"
    hands = []
    for seat, hand in zip(deal.seats, deal.hands, strict=True):
        had = [*list_played(round, seat), *_seen(round.hands[seat]), *held.get(seat, ())]
        if round.exchanged and drawn and seat == round.exchanged[0]:  # it had the Tiger instead
            had = [*_less([*had, *held.get(DRAWN, ())], [drawn]), TIGER]
        if seat == round.bidder and taken:  # which of these came from the nest is anybody's guess
            own = shuffled(_less([*had, *put_out], [*_seen(hand), *nest]), rng)
            missing = len(deal.nest) - len(nest)
            nest += own[:missing]
            hands.append((*_seen(hand), *own[missing:]))
        else:
            hands.append((*_seen(hand), *_less(had, _seen(hand))))
    covers = [pair for seat, hand in zip(deal.seats, hands, strict=True) for pair in _covers(deal, seat, hand, rng)]
    stock = _named(deal.stock, shuffled(held.get(STOCK, ()), rng))
    return replace(
        deal,
        hands=tuple(hands),
        nest=tuple(nest),
        covers=tuple(covers),
        stock=stock,
        blind_draw=_lot(round, put_out, drawn, rng),
    )


def _covers(deal: Deal, seat: str, hand: Sequence[Card], rng: Random) -> list[tuple[Card, Card]]:
    """The pairs of a half-hidden hand, its unseen cards under any of the open ones."""
    pairs = [pair for pair in deal.covers if pair[0] in deal[seat]]
    loose = shuffled(_less(hand, _seen(deal[seat])), rng) if pairs else []
    return list(zip([over for over, _ in pairs], _named([below for _, below in pairs], loose), strict=True))


def _lot(round: TrickRound, put_out: Sequence[Card], drawn: Card | None, rng: Random) -> int | None:
    """Which card a blind draw brings: the one it brought, or any."""
    rules, blind_draw = round.rules, round.deal.blind_draw
    if blind_draw is not None or not rules.blind_draw:
        return blind_draw
    fit = [place for place, card in enumerate(sort_hand(put_out)) if card == drawn] or list(range(rules.nest.size))
    return fit[int(rng.random() * len(fit))]


def _seen(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != UNSEEN]


def _named(cards: Iterable[Card], unseen: Iterable[Card]) -> tuple[Card, ...]:
    """The cards, each unseen one replaced by the next of these."""
    names = iter(unseen)
    return tuple(next(names) if card == UNSEEN else card for card in cards)


def _less(cards: Iterable[Card], known: Iterable[Card]) -> list[Card]:
    left = list(cards)
    for card in known:
        if card not in left:
            raise ValueError(f"no deal is consistent with this view: {card.code} was dealt to a hand that had it not")
        left.remove(card)
    return left
