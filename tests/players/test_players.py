"""The players by name, the small players of the small games, and how players are asked at a table."""

from random import Random

import pytest

import mam
from mam.games.anagrams import Anagrams
from mam.players import PLAYERS, get_player, get_player_name, play_on, random_player, rulebook_player
from mam.players.exact import exact_player, expect_tricks, find_beaten_fraction
from mam.players.letters import anagrams_player, count_fitting, millionaire_player
from mam.players.turns import find_only_move, play_move
from mam.rules.moves import Extend, Lay, Play, Stop


def seated(round, *players):
    persons = round.rules.persons
    chances = {person: Random(place) for place, person in enumerate(persons)}
    return {person: players[place % len(players)] for place, person in enumerate(persons)}, chances


# By name


def test_names_lead_to_players():
    assert get_player("random") is random_player and get_player("rulebook") is rulebook_player
    assert get_player(exact_player) is exact_player
    assert {"random", "rulebook"} <= {*PLAYERS}


def test_unknown_names_say_what_there_is():
    with pytest.raises(ValueError, match="no player 'clever'; choose one of random, rulebook"):
        get_player("clever")
    with pytest.raises(TypeError, match="a player must be a name, like 'rulebook'"):
        get_player(7)  # type: ignore[arg-type]


def test_a_player_is_called_by_its_name_or_its_function():
    class Patient:
        name = "patient"

        def __call__(self, view, rng):
            return random_player(view, rng)

    class Plain:
        def __call__(self, view, rng):
            return random_player(view, rng)

    assert [*map(get_player_name, (random_player, Patient(), Plain()))] == ["random", "patient", "Plain"]


# At a table


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.parametrize("names", [("rulebook",), ("random", "rulebook"), ("rulebook", "random")])
@pytest.mark.sample(13, 21)
def test_every_edition_is_played_to_its_end(edition, names):
    for seed in (1, 2):
        round = mam.start(edition, seed)
        finished = play_on(round, *seated(round, *map(get_player, names)))
        assert finished.is_over and finished.result is not None and finished.deal == round.deal
        parsed = mam.parse_round(repr(finished))  # every move is legal once more
        assert parsed == finished


def test_a_round_stops_after_the_steps_asked_for():
    round = mam.start("make-a-million-1935", 7)
    stopped = play_on(round, *seated(round, rulebook_player), lambda state: len(state.tricks) == 4)
    assert len(stopped.tricks) == 4 and not stopped.trick.cards


def test_only_where_there_is_a_choice_is_a_player_asked():
    asked = []

    def noted(view, rng):
        asked.append(view)
        return rulebook_player(view, rng)

    round = mam.start("make-a-million-1935", 7)
    play_on(round, *seated(round, noted))
    assert asked and all(len(view.legal_moves) > 1 for view in asked)
    assert all(view.person == view.round.actor for view in asked)


def test_the_only_move():
    round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    leader = round.turn
    assert find_only_move(round) is None
    after = round.play(Play(mam.parse_card("R30"))) if leader == "E" else round.play(round.legal_moves[0])
    assert find_only_move(after) == after.legal_moves[0] and len(after.legal_moves) == 1
    assert play_move(after, {}, {}).history[-1] == after.legal_moves[0]  # nobody is asked


def test_an_illegal_move_is_reported_with_who_and_where():
    def reckless(view, rng):
        return mam.Bid(170)

    round = mam.start("make-a-million-1935", seed=7, dealer="S")
    code = mam.encode_deal(round.deal, "make-a-million-1935")
    with pytest.raises(
        ValueError, match="reckless wanted “bid 170”, which is not legal: “You can't open with"
    ) as caught:
        play_on(round, *seated(round, reckless))
    assert f"for S after 0 moves of deal {code}: {round!r}" in str(caught.value)


def test_what_is_no_move_is_reported():
    round = mam.start("make-a-million-1935", seed=7, dealer="S")
    with pytest.raises(ValueError, match="<lambda> answered with 'pass', which is not a move, for S after 0 moves"):
        play_on(round, *seated(round, lambda view, rng: "pass"))


def test_a_players_own_error_says_where_it_was():
    def broken(view, rng):
        return {}["nothing"]

    round = mam.start("make-a-million-1935", seed=7, dealer="S")
    with pytest.raises(KeyError) as caught:
        play_on(round, *seated(round, broken))
    assert caught.value.__notes__[0].startswith("broken had to move for S after 0 moves of deal MS-")


# Exact tricks


def test_the_chance_of_a_card_to_be_the_best():
    pack = mam.PACK
    chances = [find_beaten_fraction(card, pack, mam.Color.RED) for card in pack]
    by_code = dict(zip((card.code for card in pack), chances, strict=True))
    assert by_code["TIGER"] > by_code["R40"] > by_code["R1"] > by_code["B40"] == by_code["G40"] > by_code["B1"]
    assert by_code["BULL"] == by_code["BEAR"] == 0
    assert by_code["B1"] == 2 / 55  # Bull and Bear only
    # all hands together are worth about as many tricks as there are
    assert 55 / 4 - 2 < sum(chance**3 for chance in chances) < 55 / 4


def test_a_better_hand_bids_more():
    round = mam.start("exact-tricks", 7)
    best = [card for card in mam.PACK if card.rank == 40 or card.color == round.trump][:12]
    poor = [card for card in mam.PACK if 0 < card.rank < 3 and card.color != round.trump]
    assert expect_tricks(round, poor) == 0 < expect_tricks(round, best[:6]) <= expect_tricks(round, best)


def ask_exact(round):
    return exact_player(mam.view(round, round.actor), Random(1))


def test_who_misses_tricks_takes_one_and_who_has_them_ducks():
    hands = "A TIGER R40 Y40 G2 | B R2 B5 Y2 G40 | C BULL B40 Y1 G1 | D R1 B1 Y3 G3"
    wanting = mam.make_position("exact-tricks", hands, "R", "A", tricks_bid={"A": 2})
    assert ask_exact(wanting) == Play(mam.parse_card("R40"))  # sure to take, and weaker than the Tiger
    content = mam.make_position("exact-tricks", hands, "R", "A", tricks_bid={"A": 0})
    assert ask_exact(content) == Play(mam.parse_card("G2"))


def test_the_last_to_play_takes_cheaply_or_throws_its_strongest_loser():
    hand = "A G2 Y1 | B G5 Y2 | C G1 Y3 | D G40 G30"
    last = mam.make_position("exact-tricks", hand, "R", "A", tricks_bid={"D": 1}, played="G2 G5 G1")
    assert ask_exact(last) == Play(mam.parse_card("G30"))
    above = "A G40 Y1 | B G5 Y2 | C G1 Y3 | D G30 G2"
    ducking = mam.make_position("exact-tricks", above, "R", "A", tricks_bid={"D": 0}, played="G40 G5 G1")
    assert ask_exact(ducking) == Play(mam.parse_card("G30"))


def test_whoever_has_too_many_goes_on_taking():
    hand = "A G1 Y1 R1 | B G5 Y2 R2 | C G2 Y3 R3 | D G30 Y30 R40"
    too_many = mam.make_position("exact-tricks", hand, "R", "A", tricks_bid={"D": 0}, played="G1 G5 G2 G30")
    assert too_many.turn == "D" and ask_exact(too_many) == Play(mam.parse_card("R40"))


def test_exact_waits_for_its_turn():
    round = mam.start("exact-tricks", 7, dealer="D")
    with pytest.raises(ValueError, match="it is not C's turn: A is to move"):
        exact_player(mam.view(round, "C"), Random(1))


# Letters


@pytest.mark.parametrize(("player", "edition"), [(millionaire_player, "millionaire"), (anagrams_player, "anagrams")])
def test_the_players_of_letters_wait_for_their_turn(player, edition):
    round = mam.start(edition, 7, dealer="D")
    with pytest.raises(ValueError, match="it is not C's turn: A is to move"):
        player(mam.view(round, "C"), Random(1))


@pytest.mark.parametrize("seed", range(4))
def test_the_millionaire_player_plays_every_letter_that_fits(seed):
    round = mam.start("millionaire", seed)
    finished = play_on(round, *seated(round, rulebook_player))
    for state, seat, move in finished._yield_steps():
        assert isinstance(move, Play) == (state.needed in state.hands[seat])
        assert isinstance(move, Stop) <= (state.needed not in state.hands[seat])


@pytest.mark.parametrize("options", [(), ("table-style",), ("keep-order",)])
def test_the_anagrams_player_extends_when_it_can_and_leaves_little(options):
    round = mam.start("anagrams", 3, options=options)
    choices = 0
    for state, seat, move in play_on(round, *seated(round, rulebook_player))._yield_steps():
        view_round = mam.view(state, seat).round
        assert isinstance(view_round, Anagrams)
        able = [move for move in view_round.legal_moves if isinstance(move, Extend)] or [
            move for move in view_round.legal_moves if isinstance(move, Lay)
        ]
        if able:
            left = {move: count_fitting(view_round._apply(move)) for move in able}
            assert left[move] == min(left.values())
            choices += len({*left.values()}) > 1
    assert choices
