"""Rare deals of “some player …”: drawn player by player, all equally likely."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import mam
from mam.analysis.constrained_deals import Deals
from mam.analysis.probability.conditions import card_count
from mam.analysis.probability.counting import Work
from mam.analysis.probability.drawing import Drawing, UnionDrawing
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.model import Model
from mam.games.registry import find_rules
from mam.rules.cards import Card
from mam.rules.dealing import Deal
from mam.support.steps import take_all

EDITION = "make-a-million-1935"


def count_cards(hand: Iterable[Card], color: str) -> int:
    return sum(card.code[0] == color and card.code[1:].isdigit() for card in hand)


def is_wanted(hand: Iterable[Card], least: int) -> bool:
    return count_cards(hand, "R") >= least and count_cards(hand, "B") >= 3


def test_a_deal_that_is_in_several_cases_is_as_likely_as_any_other() -> None:
    """Where two players hold four Reds, the deal is in two cases: without a correction it comes twice as often."""
    setting = Deals(find_rules(EDITION), (), 1, None).setting
    (case,) = Model(setting).cases
    drawings = []
    for seat in setting.rules.seats:
        drawing = Drawing(case, Goal(setting.resolve(setting.read(card_count(seat, "red") >= 4))), Work(10**7))
        take_all(drawing.count())
        drawings.append(drawing)

    def count(lying: Mapping[str, Sequence[Card]]) -> int:
        return sum(count_cards(lying[seat], "R") >= 4 for seat in setting.rules.seats)

    union, rng = UnionDrawing(drawings, count, 1), Random(5)
    held = [count(union.draw(rng)) for _ in range(4000)]
    chances = mam.chances(EDITION)
    exact = chances.chance("at least two players red >= 4").exact / chances.chance("some player red >= 4").exact
    assert min(held) == 1
    assert abs(sum(holders > 1 for holders in held) / len(held) - float(exact)) < 0.03  # four standard errors
    single = chances.chance("N red >= 4").exact
    assert union.chance == 4 * single


def test_rare_deals_of_some_player_are_drawn_at_once() -> None:
    found = mam.deals(EDITION, "some player (red >= 9 and black >= 3)", seed=1)
    assert isinstance(found, Deals) and isinstance(found.drawing, UnionDrawing)
    for number in range(3):
        deal = found.deal(number)
        assert isinstance(deal, Deal)
        assert any(is_wanted(hand, 9) for hand in deal.hands)


def test_exactly_one_player_is_checked_as_well() -> None:
    found = mam.deals(EDITION, "exactly one player (red >= 8 and black >= 3)", seed=2)
    assert isinstance(found, Deals)
    for number in range(3):
        assert sum(is_wanted(hand, 8) for hand in found.deal(number).hands) == 1
