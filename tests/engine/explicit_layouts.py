"""What is sure, by explicit layouts and the readable rules: slow, and sharing nothing with the search but the list of layouts."""

from mam.engine.belief.belief import Belief
from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, BULL, Card
from mam.rules.moves import Play


def find_sure_money(belief: Belief) -> int:
    """Return what the counted side surely takes (or is surely kept to) in the whole round, in thousands of dollars."""
    return _find_value([belief.deal(layout) for layout in belief.list_layouts()], belief, -1, 10_000)


def _find_value(rounds: list[TrickRound], belief: Belief, low: int, high: int) -> int:
    """All these rounds look alike to the person: one card for all where the person plays, the worst of all elsewhere."""
    first, is_yours = rounds[0], belief.is_yours
    if first.is_over:
        return (min if is_yours else max)(round.captured[belief.side] for round in rounds)
    rounds_by_card: dict[Card, list[TrickRound]] = {}
    for round in rounds:
        for card in list_replies(round, belief):
            rounds_by_card.setdefault(card, []).append(round.play(Play(card)))
    wants_much = (first.turn in belief.seats) == is_yours
    values = []
    for group in rounds_by_card.values():
        values.append(_find_value(group, belief, low, high))
        low, high = (max(low, values[-1]), high) if wants_much else (low, min(high, values[-1]))
        if low >= high:
            break
    return max(values) if wants_much else min(values)


def list_replies(round: TrickRound, belief: Belief) -> list[Card]:
    """Return the legal cards, without those that no partner plays whose hand is hidden."""
    cards = [move.card for move in round.legal_moves if isinstance(move, Play)]
    seat, winner = round.turn or "", round.current_winner
    is_partner = seat in belief.possible and round.side_of(seat) == round.side_of(belief.you)
    if not is_partner or winner is None or len(round.hands[seat]) == 1:
        return cards
    spoiler = BEAR if round.side_of(winner) == round.side_of(seat) else BULL
    return [card for card in cards if card != spoiler]


def can_reach(rounds: list[TrickRound], belief: Belief, amount: int) -> bool:
    """Whether the counted side takes at least an amount (thousands of dollars in the whole round) however the cards lie; its opponents: whether it can't be kept below."""
    first, is_yours = rounds[0], belief.is_yours
    if first.is_over:
        return (all if is_yours else any)(round.captured[belief.side] >= amount for round in rounds)
    rounds_by_card: dict[Card, list[TrickRound]] = {}
    for round in rounds:
        for card in list_replies(round, belief):
            rounds_by_card.setdefault(card, []).append(round.play(Play(card)))
    groups = (can_reach(group, belief, amount) for group in rounds_by_card.values())
    return any(groups) if (first.turn in belief.seats) == is_yours else all(groups)
