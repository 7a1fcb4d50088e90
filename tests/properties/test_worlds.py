"""Worlds: full deals that agree with all that a view shows, and replay legally."""

from collections import Counter
from itertools import islice
from random import Random

import few_cards
import oracle
import pytest
import walks
from hypothesis import given
from hypothesis import strategies as st
from positions import SEATS, position, specimen
from strategies import rounds, walk
from tables import play

import mam
from mam.games.registry import make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Color
from mam.rules.moves import BidTricks, Play

people = st.sampled_from(SEATS)


def some_worlds(round: TrickRound, person: str, number: int = 3, seed: int = 1) -> list[TrickRound]:
    return list(islice(mam.worlds(mam.view(round, person), Random(seed)), number))


@given(rounds(), people)
def test_the_view_of_a_world_is_the_view(round: TrickRound, person: str) -> None:
    view = mam.view(round, person)
    for world in some_worlds(round, person):
        assert mam.view(world, person) == view
        assert world.hands[person] == round.hands[person] and world.deal[person] == round.deal[person]


@given(rounds(), people)
def test_a_world_replays_legally_from_its_deal(round: TrickRound, person: str) -> None:
    for world in some_worlds(round, person):
        assert UNSEEN not in (
            *world.deal.cards,
            *(world.discarded or ()),
            *(card for hand in world.hands.values() for card in hand),
        )
        assert sorted(world.deal.cards, key=mam.PACK.index) == sorted(world.rules.pack, key=mam.PACK.index)
        replayed = TrickRound(world.rules, world.deal, world.history)  # raises IllegalMove if a card was refused
        assert (
            replayed == world
            and replayed.hands == world.hands
            and replayed.tricks == world.tricks
            and replayed.turn == world.turn
        )
        assert replayed.legal_moves == world.legal_moves


@given(rounds("any", "rich", min_progress=0.3), people)
def test_a_world_keeps_the_discards_legal(round: TrickRound, person: str) -> None:
    for world in some_worlds(round, person):
        if world.discarded is None or world.bidder is None:
            continue
        sixteen = [card.code for card in (*world.deal[world.bidder], *world.deal.nest)]
        assert frozenset(card.code for card in world.discarded) in oracle.discards(sixteen)
        if round.discarded and any(card.money for card in round.discarded):
            assert world.discarded == round.discarded
        elif person != round.bidder:
            assert all(card.is_number_card for card in world.discarded)


@given(rounds("any", min_progress=0.5), people)
def test_a_world_keeps_the_voids_proven(round: TrickRound, person: str) -> None:
    without: dict[str, set[str]] = {seat: set() for seat in SEATS}
    for trick in round.tricks:
        table = [card.code for card in trick.cards]
        for place, (seat, card) in enumerate(trick.plays):
            color = oracle.color_to_follow(table[:place], round.trump.value if round.trump else "")
            if color and card.color != Color(color) and not (card.code == "TIGER" and round.trump == Color(color)):
                without[seat].add(color)
    for world in some_worlds(round, person):
        for seat in SEATS:
            colors = {card.color.value for card in world.hands[seat] if card.color}
            assert not colors & without[seat]
            if round.trump and round.trump.value in without[seat]:
                assert mam.rules.cards.TIGER not in world.hands[seat]


def test_an_animal_lead_proves_that_nothing_else_is_left() -> None:
    round = position("N BULL BEAR | E R40 Y3 | S R2 Y1 | W Y40 B5", trump="B", lead="N")
    assert {world.hands["N"] for world in some_worlds(round, "E", 100)} != {round.hands["N"]}
    led = play(round, "BULL")
    for person in "ESW":
        assert {world.hands["N"] for world in some_worlds(led, person, 100)} == {led.hands["N"]}


def test_worlds_differ_and_cover_what_is_unseen() -> None:
    view = mam.view(specimen(), "N")
    drawn = list(islice(mam.worlds(view, Random(2)), 200))
    assert len({world.deal for world in drawn}) == 200
    for place in ("E", "S", "W"):
        assert {card for world in drawn for card in world.deal[place]} == set(view.round.unaccounted)
    assert {card for world in drawn for card in world.deal.nest} == set(view.round.unaccounted)


def test_the_same_seed_gives_the_same_worlds() -> None:
    round = walk(5, "any", "S", 0.6)
    assert (
        some_worlds(round, "N", 5, seed=9) == some_worlds(round, "N", 5, seed=9) != some_worlds(round, "N", 5, seed=10)
    )


def test_one_who_sees_all_knows_the_only_world() -> None:
    round = walk(5, "any", "S", 0.6)
    assert next(mam.worlds(mam.view(round, None), Random(1))) == round


@pytest.mark.parametrize("kind", ["any", "rich", "small"])
def test_playing_on_in_a_world_never_gets_stuck(kind: str) -> None:
    for seed in range(12):
        round = walk(seed, kind, SEATS[seed % 4], 0.5)
        world = some_worlds(round, SEATS[seed // 4 % 4], 1, seed)[0]
        rng = Random(seed)
        while not world.is_over:
            moves = world.legal_moves
            assert moves
            world = world.play(
                moves[-1]
                if world.phase == "auction" and mam.Pass() not in moves
                else moves[0]
                if rng.random() < 0.5
                else moves[-1]
            )
        assert sum(world.captured.values()) >= 0


def test_an_impossible_view_is_refused() -> None:
    round = position("N R1 R9 | E R2 R8 | S R3 R7 | W R4 R11", trump="B", lead="N")
    hidden = mam.view(play(round, "R1, R2, R3, R4"), "N").round
    wrong = hidden._apply(Play(mam.PACK[20]))  # a Yellow from a pack that has none
    with pytest.raises(ValueError, match=r"no deal is consistent|not in the hand"):
        next(mam.worlds(mam.View("N", wrong), Random(1)))


# Every game with every option


def check_worlds(round: Round, person: str, number: int, seed: int) -> None:
    """Worlds look like the round to this person, nothing in them is hidden, and every move of theirs is legal."""
    view = mam.view(round, person)
    assert mam.view(view.round, person) == view
    for world in islice(mam.worlds(view, Random(seed)), number):
        assert mam.view(world, person) == view
        assert Counter(world.deal.cards) == Counter(world.rules.pack)
        assert UNSEEN not in (card for hand in world.hands.values() for card in hand)
        assert BidTricks(None) not in world.history
        replayed = make_round(
            world.rules, world.deal, world.history, world.carry
        )  # raises IllegalMove if one was refused
        assert replayed == world and replayed.hands == world.hands and replayed.turn == world.turn
        if isinstance(world, TrickRound):
            assert UNSEEN not in (*world.nest, *(world.discarded or ()))
            assert (world.deal.blind_draw is not None) == world.rules.blind_draw
        if world.phase == "play":
            assert walks.choose_move(world, Random(seed), 0.5)  # it goes on


def stop(way: list[Round], rng: Random) -> Round:
    return way[int(rng.random() * len(way))]


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(4, 9)
def test_worlds_of_any_round(edition: str) -> None:
    """One walk for each option, stopped in two places, each looked at by two persons."""
    for number, combo in enumerate(combo for combo in (*walks.ALL, *few_cards.ALL_GAMES) if combo[0] == edition):
        rng, way = Random(number), list(walks.walk(combo, number))
        for round in (stop(way, rng), stop(way, rng)):
            persons = round.rules.persons
            check_worlds(round, persons[int(rng.random() * len(persons))], 1, number)


@pytest.mark.parametrize("combo", few_cards.GAMES, ids=walks.name_of)
@pytest.mark.sample(12, 3)
def test_worlds_of_any_round_of_few_cards(combo: walks.Combo) -> None:
    for seed in range(3):
        rng, way = Random(seed), list(few_cards.walk(few_cards.small_round(combo, seed, 1 + seed), seed))
        for round in (stop(way, rng), stop(way, rng), way[-1]):
            check_worlds(round, round.rules.persons[int(rng.random() * len(round.rules.persons))], 2, seed)


@pytest.mark.long
@pytest.mark.parametrize("combo", [*walks.ALL, *few_cards.ALL_GAMES], ids=walks.name_of)
def test_worlds_of_many_rounds(combo: walks.Combo) -> None:
    for seed in range(100, 112):
        rng = Random(seed)
        ways = [list(walks.walk(combo, seed))]
        if few_cards.is_game(combo):
            ways += [list(few_cards.walk(few_cards.small_round(combo, seed, 1 + size), seed)) for size in range(5)]
        for way in ways:
            for round in (stop(way, rng), stop(way, rng), stop(way, rng), way[-1]):
                for person in round.rules.persons:
                    check_worlds(round, person, 1, seed)


@pytest.mark.parametrize("edition", mam.list_editions())
def test_one_who_sees_all_knows_the_only_world_of_any_game(edition: str) -> None:
    way = list(walks.walk((edition, ()), 4))
    for round in (way[0], way[len(way) // 2], way[-1]):
        assert next(mam.worlds(mam.view(round, None), Random(1))) == round


def test_worlds_are_drawn_with_a_generator_of_numbers() -> None:
    with pytest.raises(TypeError, match="Random"):
        next(mam.worlds(mam.view(specimen(), "N"), 1))  # type: ignore[arg-type]
