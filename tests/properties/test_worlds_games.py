"""Worlds of every game are drawn from the model they name: all worlds of a view are listed by trying everything, and
thousands of draws must agree with their chances.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random

import few_cards
import pytest
import tables
import walks

import mam
from mam.analysis.probability import chances
from mam.games.trick_round import TrickRound
from mam.rules.dealing import shuffle
from mam.rules.moves import BidTricks

SAMPLES = 500


def check(round: TrickRound, person: str, worlds: int | None, samples: int = SAMPLES) -> dict[TrickRound, Fraction]:
    """The chances of all worlds (so many); many draws agree with them, and with what they mean for each card's places."""
    return check_view(mam.view(round, person), round, worlds, samples)


def check_view(
    view: mam.View[TrickRound], round: TrickRound, worlds: int | None, samples: int = SAMPLES
) -> dict[TrickRound, Fraction]:
    possible = few_cards.all_worlds(view)
    assert round in possible and len(possible) == (worlds or len(possible))
    drawn = Counter(islice(mam.worlds(view, Random(1)), samples))
    agree(possible, drawn, samples)
    agree(share(possible, lies), share(drawn, lies), samples)
    return possible


def agree(chances: Mapping[object, Fraction], counts: Mapping[object, int], samples: int) -> None:
    """Each lies within five standard errors, and all of them together are not farther off than chance is."""
    assert set(counts) <= set(chances)
    distance = 0.0
    for event, chance in chances.items():
        expected = float(chance) * samples
        deviation = counts.get(event, 0) - expected
        assert abs(deviation) <= 5 * sqrt(expected * (1 - float(chance))) + 2, (event, deviation, expected)
        distance += deviation * deviation / expected
    assert distance <= len(chances) + 6 * sqrt(2 * len(chances)), (distance, len(chances))


def share(
    worlds: Mapping[TrickRound, Fraction | int], list_events: Callable[[TrickRound], set[object]]
) -> dict[object, Fraction]:
    distribution: dict[object, Fraction] = {}
    for world, count in worlds.items():
        for key in list_events(world):
            distribution[key] = distribution.get(key, Fraction(0)) + count
    return distribution


def lies(world: TrickRound) -> set[object]:
    """Each card with each place it was dealt to, and what was hidden of the moves."""
    places = {(seat, card) for seat in world.rules.seats for card in world.deal[seat]}
    return {*places, *((move, world.deal.blind_draw) for move in world.history if not isinstance(move, mam.Play))}


def replay_from_deal(round: TrickRound, moves: str, **facts: object) -> TrickRound:
    """The deal by somewhat other rules, then these moves."""
    return tables.play(TrickRound(replace(round.rules, **facts), round.deal), moves)  # type: ignore[arg-type]


PASSES = "pass, pass, pass, pass, pass"
AGREED = ", ".join(["vote yes"] * 6)


# Two packs: copies of a card are cards of their own


@pytest.mark.parametrize(("person", "worlds"), [("X", 282), ("A", 60)])
def test_two_packs(person: str, worlds: int) -> None:
    round = tables.position(
        "six", "A R40 R11 | X R40 Y2 | B Y2 B3 | Y B3 R7 | C G4 G40 | Z B8 Y7",
        bidder="A", trump="R", nest="Y4", discards="Y4", played="R11, R40, Y2, R7, G4, Y7",
    )  # fmt: skip
    possible = check(round, person, worlds)
    assert any(world.hands["B"] == world.hands["Y"] == tables.cards("B3") for world in possible)


def test_a_nest_seen_by_all_stays_with_the_bidder() -> None:
    round = tables.deal_hands(
        "six", "A Y4 | X R40 | B Y8 | Y B3 | C G4 | Z B8", dealer="Z", nest="Y30 Y4", options=["open-widow"]
    )
    round = tables.play(round, f"open, {PASSES}, {AGREED}, discard Y4 Y4, trump R")
    view_round = mam.view(round, "X").round
    assert view_round.hands["A"] == tables.cards("Y30") and view_round.deal.nest == tables.cards("Y30 Y4")
    for world in check(round, "X", 120):
        assert mam.parse_card("Y30") in world.hands["A"]


@pytest.mark.parametrize(
    ("nest", "out", "played", "worlds"),
    [("R9 Y3", "Y4 Y3", "R9, R40, B3, R7, G4, R5", 576), ("Y30 Y3", "Y4 Y3", "Y30, Y2, Y8, R7, G4, R5", 51)],
)
def test_a_card_played_may_be_the_copy_seen_in_the_nest_or_the_other(
    nest: str, out: str, played: str, worlds: int
) -> None:
    bidder_hand = "A Y4 Y30" if "Y30" in nest else "A Y4 R9"
    hands = f"{bidder_hand} | X R40 Y2 | B Y8 B3 | Y B3 R7 | C G4 G30 | Z B8 R5"
    round = tables.deal_hands("six", hands, dealer="Z", nest=nest, options=["open-widow"])
    round = tables.play(round, f"open, {PASSES}, {AGREED}, discard {out}, trump R, {played}")
    check(round, "X", worlds)


# A bidder of whom some cards are known, though nobody saw what was discarded


def test_a_known_number_card_stays_with_the_bidder_or_is_discarded() -> None:
    round = tables.position(
        "make-a-million-1935", "N R40 Y1 | E Y15 R9 | S Y4 B7 | W R8 Y3",
        bidder="W", trump="B", nest="G1", discards="R8", played="Y1, Y15, Y4, Y3",
    )  # fmt: skip
    view = few_cards.with_known_cards(mam.view(round, "N"), "W", tables.cards("R8"))
    card = tables.card("R8")
    assert view.round.hands["W"].count(mam.UNSEEN) == 1 and card in view.round.unaccounted
    worlds = check_view(view, round, 24)
    odds = chances(view)
    assert odds.holds("E", card).exact == odds.holds("S", card).exact == 0
    for place in ("W", "nest"):
        assert odds.holds(place, card).exact == sum(
            chance
            for world, chance in worlds.items()
            if card in (world.nest if place == "nest" else world.hands[place])
        )
    for world in islice(mam.worlds(view, Random(2)), 200):
        assert card in world.deal["W"]


@pytest.mark.parametrize("combo", [combo for combo in few_cards.GAMES if not combo[1]], ids=walks.name_of)
@pytest.mark.sample(1, 8)
def test_known_cards_of_the_bidder_in_any_game(combo: walks.Combo) -> None:
    for seed in range(12):
        rng = Random(seed)
        way = few_cards.walk(few_cards.small_round(combo, seed, 1 + seed % 3), seed)
        rounds = [round for round in way if round.discarded is not None and not round.is_over]
        if not rounds:
            continue
        round = rounds[int(rng.random() * len(rounds))]
        bidder = round.bidder or ""
        view = mam.view(round, next(person for person in round.rules.persons if person != bidder))
        if {*view.round.deal[bidder]} != {mam.UNSEEN}:
            continue  # it lies open
        known_cards = shuffle(round.deal[bidder], rng)[: 1 + int(rng.random() * round.hand_size)]
        view = few_cards.with_known_cards(view, bidder, known_cards)
        if few_cards.has_few_deals(view, 200):
            check_view(view, round, None)


# A half-hidden dummy: only its open cards prove anything


def test_D_H07_what_lies_face_down_is_not_barred() -> None:
    round = tables.position(
        "make-a-million-1935-two", "N R40 R3 Y1 | E R15 R2 Y9 | S B8/Y7 B4 | W R9/R11 TIGER",
        bidder="N", trump="B", nest="G1 G2", played="R15, B4, R9, R3",
    )  # fmt: skip
    for person, worlds in (("N", 3), ("E", 180)):
        pairs = {pair for world in check(round, person, worlds) for pair in world.deal.covers}
        below_colors = {below.color for upper, below in pairs if upper.code == "B8"}
        assert mam.Color.RED in below_colors  # that hand did not follow Red, and may have one all the same


# Dummy and the exposed partner


@pytest.mark.parametrize(("person", "worlds"), [("A", 3), ("C", 216)])
def test_R35_3P_5_dummy_lies_open(person: str, worlds: int) -> None:
    round = tables.position(
        "make-a-million-1935-three", "A R40 R1 | B TIGER Y9 | C G40 Y2 | D Y40 Y1",
        bidder="A", trump="R", nest="B1 B2", played="Y2",
    )  # fmt: skip
    for world in check(round, person, worlds):
        assert world.deal["D"] == round.deal["D"]


# The Tiger's exchange: where it was, what was drawn, and which card that was


@pytest.mark.parametrize(
    ("hands", "nest", "played", "worlds"),
    [
        ("N R40 Y2 | E Y4 G2 | S TIGER Y7 | W Y9 B4", "R3 R4", "Y4, Y7, Y9, Y2", "N 2 E 24 S 108"),
        ("N R40 Y2 | E TIGER Y4 | S G2 Y7 | W Y9 B4", "R3 R4", "R3, Y7, Y9, R40", "N 2 W 72"),
        ("N R40 Y2 | E TIGER Y4 | S G2 Y7 | W Y9 B4", "R3 R4", "Y4, Y7, Y9, Y2", "N 2 E 24 W 36"),
        ("N TIGER Y2 | E Y4 G2 | S B8 Y7 | W Y9 B4", "R3 R4", "Y4, Y7, Y9, Y2", "N 2 E 72"),
        ("N TIGER Y2 B40 | E Y4 G2 G7 | S B8 Y7 G9 | W Y9 B4 R9", "R3 R4", "Y4, Y7, Y9, Y2, R9, R3, G2, B8", "E 100 W 80"),
        (
            "N R40 Y2 G5 | E TIGER Y4 G2 | S R9 Y7 G3 | W R8 B4 G4", "R4 B7",
            "Y4, Y7, B4, Y2, R9, R8, R40, G2", "N 1 W 70",
        ),
        ("N TIGER Y30 | E Y4 G2 | S B8 Y7 | W Y9 B4", "R30 R40", "Y4, Y7, Y9, Y30", "N 2 E 12"),
        ("N BULL Y30 | E Y4 TIGER | S B8 Y7 | W Y9 B4", "R30 R40", "Y4, Y7, Y9, Y30", "N 2 W 12"),
    ],
    ids=[
        "partner", "drawn card played", "drawn card held", "bidder", "bidder who played it", "void of what was discarded",
        "bidder, money discarded", "money discarded",
    ],
)  # fmt: skip
@pytest.mark.sample(2, 2)
def test_RMM_7_the_exchange(hands: str, nest: str, played: str, worlds: str) -> None:
    round = tables.position(
        "manhattan", hands, bidder="N", trump="NC", nest=nest, discards=nest, blind_draw=1, played=played
    )
    assert round.exchanged is not None
    words = worlds.split()
    for person, number in zip(words[::2], words[1::2], strict=True):
        for world in check(round, person, int(number)):
            seat, drawn = world.exchanged or ("", mam.UNSEEN)
            assert (
                seat == round.exchanged[0] and world.discarded and drawn == world.discarded[world.deal.blind_draw or 0]
            )


def test_RMM_7_a_hand_that_lies_open_tells_what_it_drew() -> None:
    round = tables.position(
        "manhattan", "N R40 Y2 | E Y4 G2 | S TIGER Y7 | W Y9 B4",
        bidder="N", trump="NC", nest="R3 R4", discards="R3 R4", blind_draw=1, played="Y4",
    )  # fmt: skip
    before = TrickRound(round.rules, round.deal, round.history[:-1])
    for person in "NEW":
        assert mam.view(before, person).round.exchanged == ("S", mam.UNSEEN)
        view_round = mam.view(round, person).round
        assert view_round.exchanged == ("S", mam.parse_card("R3")) and view_round.hands["S"] == round.hands["S"]


# Silent partners


def test_RSP_7_the_bidder_has_no_duplicate_of_a_called_card() -> None:
    round = tables.deal_hands(
        "silent-six", "A R40 Y8 | X Y3 Y2 | B Y8 B3 | Y B3 R40 | C G4 G30 | Z B8 R5", dealer="Z", nest="Y4"
    )
    round = replay_from_deal(round, f"open, {PASSES}, discard Y4, trump R, call Y8, R40, Y3, Y8, R40, G4, R5", called=1)
    for world in check(round, "X", 144):
        assert world.hands["A"] == tables.cards("Y8") and tables.card("Y8") not in (world.discarded or ())


@pytest.mark.parametrize(
    ("hands", "nest", "out", "played", "worlds"),
    [
        ("A R7 R7 | X R40 Y2 | B Y8 B3 | Y B3 R11 | C G4 R15 | Z B8 R5", "B8", "B8", "R7, R40, B3, R11, R15, R5", 168),
        ("A Y8 | X R40 | B G4 | Y B3 | C G4 | Z B3", "Y8 Y3", "Y8 Y3", "", 324),
        ("A TIGER | X R40 | B Y8 | Y B3 | C G4 | Z B3", "Y8", "Y8", "", 132),
    ],
    ids=["a pair", "a duplicate discarded", "an animal"],
)  # fmt: skip
def test_D_S05_who_calls_too_few_has_nothing_else_to_call(
    hands: str, nest: str, out: str, played: str, worlds: int
) -> None:
    round = tables.deal_hands("silent-six", hands, dealer="Z", nest=nest)
    round = tables.play(round, f"open, {PASSES}, discard {out}, trump G, call, {played}")
    check(round, "X", worlds)


# 2004: discarded money is shown, number cards are not; what else play and calls prove


@pytest.mark.parametrize("person", ["E", "N"])
def test_R04_WID_2_the_plain_cards_of_a_forced_discard_stay_hidden(person: str) -> None:
    round = tables.position(
        "make-a-million-2004", "N R1 Y1 | E R2 Y2 | S R3 TIGER | W R40 B5",
        bidder="W", trump="R", nest="R30 Y30 B3", discards="R30 B5 B3", played="R40, R1, R2, R3",
    )  # fmt: skip
    for world in check(round, person, 80):
        had = [*world.deal["W"], *world.deal.nest]
        assert world.discarded and [card for card in had if card.is_number_card] == [
            card for card in world.discarded if card.is_number_card
        ]


@pytest.mark.parametrize(("person", "worlds"), [("E", 80), ("N", 40)])
def test_R04_OPT_3_a_trump_led_too_early_proves_that_there_was_nothing_else(person: str, worlds: int) -> None:
    round = tables.position(
        "make-a-million-2004", "N R1 Y1 | E Y2 B9 | S R3 TIGER | W R40 R5", options=["trump-break"],
        bidder="W", trump="R", nest="G30 Y30 B3", discards="G30 Y30 B3", played="R40, R1, Y2, R3",
    )  # fmt: skip
    for world in check(round, person, worlds):
        assert all(card.color == mam.Color.RED or card == tables.card("TIGER") for card in world.hands["W"])


def test_R04_OPT_1_a_misdeal_shows_its_hand_and_other_calls_prove_nothing() -> None:
    round = tables.deal_hands(
        "make-a-million-2004", "N R40 Y1 | E R2 Y2 | S R3 TIGER | W R30 B5",
        dealer="W", nest="R1 B4", options=["misdeal"],
    )  # fmt: skip
    round = tables.play(round, "open, misdeal")
    possible = check(round, "W", 90)
    assert {world.deal["E"] for world in possible} == {round.deal["E"]}
    assert any(mam.money_in(world.deal["N"]) == 0 for world in possible)


# What is not dealt, and bids that are not shown yet


def test_REX_4_numbers_of_tricks_not_shown_yet_are_any() -> None:
    round = tables.deal_hands("exact-tricks", "A R40 | B TIGER | C Y2", dealer="C", stock="BEAR B1 B40 G1", players=3)
    round = tables.play(round, "tricks 1, tricks 0")
    possible = check(round, "C", 4 * 3 * 2 * 4)
    assert {move for world in possible for move in world.history} == {BidTricks(0), BidTricks(1)}
    for world in check(tables.play(round, "tricks 0, R40"), "C", 6):
        assert world.deal.stock[:2] == tables.cards("BEAR B1") and world.history == (*round.history, *world.history[2:])


def test_RSW_6_the_cards_left_over_may_be_anything_in_any_order() -> None:
    round = tables.deal_hands("sweven", "A SA SK | B SQ HA", dealer="A", stock="SJ HK HQ", players=2)
    check(tables.play(round, "open, pass, trump H, SQ, SA"), "A", 24)


# Any game, any moment


def try_any(combo: walks.Combo, seeds: range, size: int, largest: int) -> int:
    """How many of these rounds, stopped anywhere, were small enough to be checked."""
    tried = 0
    for seed in seeds:
        way = list(few_cards.walk(few_cards.small_round(combo, seed, size), seed))
        round = way[int(Random(seed).random() * len(way))]
        person = round.rules.persons[seed % len(round.rules.persons)]
        view = mam.view(round, person)
        if 0 < view.round.deal.cards.count(mam.UNSEEN) <= 8 and few_cards.has_few_deals(view, largest):
            check(round, person, None)
            tried += 1
    return tried


@pytest.mark.parametrize("combo", [combo for combo in few_cards.GAMES if not combo[1]], ids=walks.name_of)
@pytest.mark.sample(2, 6)
def test_any_round_of_few_cards(combo: walks.Combo) -> None:
    try_any(combo, range(2), 1, 40)


@pytest.mark.long
@pytest.mark.parametrize("combo", few_cards.GAMES, ids=walks.name_of)
def test_many_rounds_of_few_cards(combo: walks.Combo) -> None:
    few = len(walks.rules_of(combo).seats) <= 4
    assert sum(
        try_any(combo, range(100 * size, 100 * size + 40), size, 1500) for size in ((1, 2, 3) if few else (1, 2))
    )


def test_silent_partner_a_bidder_who_called_few_may_have_had_an_animal() -> None:
    """The Bear has a duplicate in the pack and yet can't be called, so playing it does not contradict a short call."""
    hands = {"A": "BEAR R40 R40", "X": "B3 Y2 Y3", "B": "R4 Y4 Y7", "Y": "R9 Y8 BEAR", "C": "R7 R8 G9", "Z": "R2 G3 G4"}
    played = "R40 B3 R4 R9 R7 R2 Y2 Y4 Y8 R8 G3 BEAR"
    round = mam.make_position("silent-six", hands, "Black", "A", called_cards="", played=played)
    assert isinstance(round, TrickRound) and round.called == ()
    for person in round.rules.persons:
        assert mam.UNSEEN not in next(mam.worlds(mam.view(round, person), Random(1))).deal["A"]
