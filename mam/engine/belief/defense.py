"""The defense that adapts: it holds a belief, never a layout, until every card is played."""

from __future__ import annotations

from mam.engine.belief.belief import Belief
from mam.engine.belief.guarantee import Searcher, find_guarantee
from mam.rules.cards import Card
from mam.support.steps import take_all


def choose_reply(searcher: Searcher, belief: Belief, amount: int) -> Card:
    """Return the card of a seat that you don't play, by your goal for the counted side (`Searcher.can_reach`).

    If after some cards you can't reach the goal any more, it is one of these; and of those left the one that leaves most layouts.
    So a wrong card of yours always fails, right ones never do, and nothing that was seen is taken back. Of two that are as good, the one
    with less money, and then the lower one. Raises ValueError at a seat of yours.

    >>> import mam
    >>> from mam.engine.belief.belief import find_belief
    >>> round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2 R40")
    >>> belief = find_belief(mam.view(round, "S"))
    >>> choose_reply(Searcher(belief), belief, 115)
    B3
    """
    if belief.round.turn in belief.seats:
        raise ValueError(f"{belief.round.name}'s cards are yours to play")
    after = {card: belief.play(card) for card in searcher.list_cards(belief)}
    best_first = sorted(after, key=lambda card: (-after[card].count_layouts(), card.money, card.rank))
    beating = (
        card for card in best_first if not searcher.can_reach(after[card], amount)
    )  # the search ends with the first
    return next(beating, best_first[0])


def choose_surest(searcher: Searcher, belief: Belief) -> Card:
    """Return the card of a seat of yours that is sure of most; of equal ones that with less money, and then the lower one.

    Raises ValueError at a seat that you don't play.
    """
    if belief.round.turn not in belief.seats:
        raise ValueError(f"{belief.round.name}'s cards are not yours to play")
    if len(belief.cards_to_play) == 1:
        return belief.cards_to_play[0]
    guarantee = take_all(find_guarantee(belief, searcher=searcher))
    return min(guarantee.best, key=lambda card: (card.money, card.rank))
