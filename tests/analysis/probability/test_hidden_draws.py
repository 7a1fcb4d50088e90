"""A card drawn for the Tiger out of sight is one of several cases, and these are weighed on one scale."""

import few_cards
from probability_rounds import late_position

import mam
from mam.analysis.probability import chances
from mam.games.sampling.clues import Clues, list_draws


def test_the_weights_of_all_draws_are_on_one_scale() -> None:
    round = late_position()
    assert round.bidder == "N" and round.exchanged is not None and round.exchanged[0] == "N"
    view = mam.view(round, "E")
    cases = [Clues(view.round, drawn) for drawn in list_draws(view.round)]
    cases = [case for case in cases if case.table().total]
    assert len(cases) > 1
    # One legal discard in n, for a bidder who had n number cards: n times the weight is the same in every case.
    played = len(round.tricks)
    scales = set()
    for case in cases:
        known_cards = 1 + played - (case.drawn is not None)
        scales |= {(known_cards + unseen_copies) * weight for unseen_copies, weight in enumerate(case.table().weights)}
    assert len(scales) == 1
    assert all(case.table().weights for case in cases)


def test_chances_after_a_hidden_draw_are_those_of_all_worlds() -> None:
    view = mam.view(late_position(), "E")
    worlds, odds = few_cards.all_worlds(view), chances(view)
    for card in view.round.unaccounted:
        for place in ("N", "S", "nest"):
            wanted = sum(
                weight
                for world, weight in worlds.items()
                if card in (world.nest if place == "nest" else world.hands[place])
            )
            assert odds.holds(place, card).exact == wanted, (card, place)
