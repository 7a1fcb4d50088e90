"""The amounts that a board may speak of: what lies on the table, what is captured, bid and scored, and what follows from these."""

from collections.abc import Iterable
from itertools import combinations

from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, money_in
from mam.studies.answers import Judgment
from mam.studies.facts import score_sides
from mam.studies.predicates import Line
from mam.studies.study import Setup


def list_amounts(judgment: Judgment) -> set[int]:
    """Return every amount that a sentence of this stop may state, in thousands of dollars."""
    return _list_stated(judgment) | _list_scored(judgment) | _list_played(judgment)


def _list_stated(judgment: Judgment) -> set[int]:
    """Return the amounts that the rules and the position state."""
    chapter, round, setup = judgment.chapter, judgment.round, judgment.chapter.setup or Setup()
    rules = round.rules
    amounts = {card.money for card in rules.pack}
    if not any(trick.partition(":")[2] for trick in setup.tricks):
        color = money_in(card for card in rules.pack if card.color == rules.pack[0].color)
        auction = rules.auction
        stated = (auction.min_opening, auction.max_opening, auction.min_raise, rules.scoring.target)
        amounts |= {color, money_in(rules.pack), *(amount for amount in stated if amount is not None)}
    bids = [call.amount for _, call in round.calls if hasattr(call, "amount")]
    amounts |= {*bids, *(bid + rules.auction.min_raise for bid in bids[-1:])}
    amounts |= {int(choice) for choice in judgment.stop.choices if choice.removeprefix("-").isdecimal()}
    amounts |= {int(choice) - bids[-1] for choice in judgment.stop.choices if bids and choice.isdecimal()}
    target = rules.scoring.target or 0
    amounts |= {*setup.captured.values(), *setup.totals.values(), *(target - total for total in setup.totals.values())}
    money_cards = [card for card in round.hands.get(chapter.you, ()) if card.money]
    return amounts | _list_sums(money_cards, 3)


def _list_scored(judgment: Judgment) -> set[int]:
    """Return what follows from the bid, captures and totals of a position."""
    round, setup = judgment.round, judgment.chapter.setup or Setup()
    if round.bid is None:
        return set()
    amounts = {round.bid, *(round.bid - amount for amount in setup.captured.values())}
    if round.result is not None:
        amounts |= {*round.result.scores.values(), *score_sides(judgment.chapter, round).values()}
    return amounts


def _list_played(judgment: Judgment) -> set[int]:
    """Return what lies in tricks, with every sum of their cards, and what the sides then have."""
    ends = [answer.end for answer in judgment.answers.values() if answer.end is not None]
    amounts: set[int] = set()
    for round in (judgment.round, *ends):
        for trick in [*round.tricks, *([round.trick] if round.trick else [])]:
            amounts |= {trick.value} | _list_sums(trick.cards, len(trick.cards))
        amounts |= _list_captured(judgment, round)
    return amounts


def _list_captured(judgment: Judgment, round: TrickRound) -> set[int]:
    line = Line(round, len(judgment.round.tricks), judgment.chapter.you, judgment.chapter.our_side)
    return {line.count_money("we"), line.count_money("they")}


def _list_sums(cards: Iterable[Card], most: int) -> set[int]:
    cards = list(cards)
    return {money_in(part) for size in range(1, most + 1) for part in combinations(cards, size)}
