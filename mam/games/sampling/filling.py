"""Fill the unseen cards of a round: from where the cards are now, back to the deal, and replayed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from mam.games.sampling.clues import DISCARDS, NEST, STOCK, TIGER_DRAW, list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import TIGER, UNSEEN, Card, sort_hand
from mam.rules.dealing import Deal, shuffle
from mam.rules.moves import BidTricks, Discard, Exchange, Move

Placement = Mapping[str, Sequence[Card]]


def fill(round: TrickRound, placement: Placement, drawn_card: Card | None, rng: Random) -> TrickRound:
    """Return the round with these cards in place of its unseen ones, in hands and elsewhere.

    `drawn_card` is the card drawn for the Tiger if it has been played. What the cards do not determine is random: which of the
    bidder's cards came from the nest, the order of the stock, and a hidden number of tricks.
    """
    if round.exchanged:
        drawn_card = _find_drawn_card(round.exchanged[1], drawn_card, placement)
    discards = list(round.discarded or ())
    if UNSEEN in discards:
        discards = [*_list_visible(discards), *placement.get(DISCARDS, ()), *([drawn_card] if drawn_card else [])]
    world = round._begin_again(_make_deal(round, placement, drawn_card, discards, rng))
    for move in round.history:
        world = world._apply(_reveal_move(world, move, discards, drawn_card, rng))
    return world


def _find_drawn_card(visible_card: Card, played_card: Card | None, placement: Placement) -> Card:
    if visible_card != UNSEEN:
        return visible_card
    return played_card or placement[TIGER_DRAW][0]


def _reveal_move(world: TrickRound, move: Move, discards: Sequence[Card], drawn_card: Card | None, rng: Random) -> Move:
    """Return the move with its hidden cards filled in."""
    if isinstance(move, Discard):
        return Discard(discards)
    if isinstance(move, Exchange):
        return Exchange(move.seat, drawn_card)
    if isinstance(move, BidTricks) and move.count is None:
        return BidTricks(int(rng.random() * (world.hand_size + 1)))
    return move


def _make_deal(
    round: TrickRound, placement: Placement, drawn_card: Card | None, discards: Sequence[Card], rng: Random
) -> Deal:
    deal = round.deal
    nest = [*_list_visible(deal.nest), *placement.get(NEST, ())]
    is_nest_taken = round.discarded is not None or round.phase == "nest"
    hands = []
    for seat, hand in zip(deal.seats, deal.hands, strict=True):
        dealt_cards = [*list_played(round, seat), *_list_visible(round.hands[seat]), *placement.get(seat, ())]
        if round.exchanged and drawn_card and seat == round.exchanged[0]:  # this hand was dealt the Tiger instead
            dealt_cards = [*_remove([*dealt_cards, *placement.get(TIGER_DRAW, ())], [drawn_card]), TIGER]
        if seat == round.bidder and is_nest_taken:  # choose at random which cards came from the nest
            loose = shuffle(_remove([*dealt_cards, *discards], [*_list_visible(hand), *nest]), rng)
            missing = len(deal.nest) - len(nest)
            nest += loose[:missing]
            hands.append((*_list_visible(hand), *loose[missing:]))
        else:
            hands.append((*_list_visible(hand), *_remove(dealt_cards, _list_visible(hand))))
    covers = [
        pair for seat, hand in zip(deal.seats, hands, strict=True) for pair in _make_covers(deal, seat, hand, rng)
    ]
    stock = _fill_unseen(deal.stock, shuffle(placement.get(STOCK, ()), rng))
    return replace(
        deal,
        hands=tuple(hands),
        nest=tuple(nest),
        covers=tuple(covers),
        stock=stock,
        blind_draw=_draw_blind(round, discards, drawn_card, rng),
    )


def _make_covers(deal: Deal, seat: str, hand: Sequence[Card], rng: Random) -> list[tuple[Card, Card]]:
    """Return the pairs of a half-hidden hand, with its unseen cards under any of the open ones."""
    pairs = [pair for pair in deal.covers if pair[0] in deal[seat]]
    loose = shuffle(_remove(hand, _list_visible(deal[seat])), rng) if pairs else []
    return list(zip([top for top, _ in pairs], _fill_unseen([bottom for _, bottom in pairs], loose), strict=True))


def _draw_blind(round: TrickRound, discards: Sequence[Card], drawn_card: Card | None, rng: Random) -> int | None:
    """Return the index of the card that a blind draw brings: the drawn card, or any."""
    rules, blind_draw = round.rules, round.deal.blind_draw
    if blind_draw is not None or not rules.blind_draw:
        return blind_draw
    indices = [index for index, card in enumerate(sort_hand(discards)) if card == drawn_card]
    indices = indices or list(range(rules.nest.size))
    return indices[int(rng.random() * len(indices))]


def _list_visible(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != UNSEEN]


def _fill_unseen(cards: Iterable[Card], replacements: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards with each unseen one replaced by the next of these."""
    supply = iter(replacements)
    return tuple(next(supply) if card == UNSEEN else card for card in cards)


def _remove(cards: Iterable[Card], known_cards: Iterable[Card]) -> list[Card]:
    remaining = list(cards)
    for card in known_cards:
        if card not in remaining:
            raise ValueError(f"no deal is consistent with this view: {card.code} was dealt to a hand that had it not")
        remaining.remove(card)
    return remaining
