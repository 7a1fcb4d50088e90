"""Millionaire: RML-1 to RML-11, D-L01 to D-L13, cases B81 to B84."""

import pickle
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest
from letter_tables import assert_legal, assert_refused, because, cards, check_chances, deal, legal, play, small

import mam
from mam.games.millionaire import Millionaire
from mam.rules.cards import UNSEEN, format_cards
from mam.rules.dealing import Deal, deal_round
from mam.rules.editions.millionaire import EDITION, LETTER_PACK, MillionaireRules
from mam.rules.moves import Bid, Draw, Move, Pass, Play, Stop
from mam.rules.scoring import find_leaders

PLAYERS = {"3-players": 3, "": 4, "5-players": 5}


def rules(option: str = "") -> MillionaireRules:
    return EDITION.with_options([option] if option else [])


def start(seed: int, option: str = "") -> Millionaire:
    chosen = EDITION.with_options([option] if option else [])
    dealer = chosen.seats[seed % len(chosen.seats)]
    return Millionaire(
        chosen, deal_round(chosen.pack, chosen.seats, dealer, 0, Random(seed), hand_size=chosen.hand_size)
    )


def table(*hands: str, stock: str, **facts: object) -> Millionaire:
    facts.setdefault("word", "MILL")
    round = deal("millionaire", *hands, stock=stock, **facts)  # type: ignore[arg-type]
    assert isinstance(round, Millionaire)
    return round


def walk(seed: int, option: str = "", share: float = 1.0) -> Millionaire:
    """A round played at random, to the end or as far as this share of 40 moves."""
    round, rng = start(seed, option), Random(seed)
    while not round.is_over and len(round.history) < 40 * share + (share == 1) * 10_000:
        round = round.play(rng.choice(round.legal_moves))
    return round


# The table and the pack


@pytest.mark.parametrize(("option", "players"), PLAYERS.items())
def test_RML_1_three_four_or_five(option: str, players: int) -> None:
    assert len(rules(option).seats) == players


@pytest.mark.parametrize("players", [0, 1, 2, 6, 7, 10])
def test_D_L12_other_numbers_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=rf"3, 4 or 5 players .*not {players} \(D-L12\)"):
        mam.get_edition("millionaire", [f"{players}-players"])


@pytest.mark.parametrize(("option", "dealt"), [("3-players", 24), ("", 28), ("5-players", 35)])
def test_RML_2_eight_each_for_three_seven_for_more(option: str, dealt: int) -> None:  # B82
    round = start(1, option)
    hand_size = 8 if option == "3-players" else 7
    assert {len(hand) for hand in round.deal.hands} == {hand_size} and hand_size * len(round.rules.seats) == dealt
    wrong = replace(round.deal, hands=(round.deal.hands[0][1:], *round.deal.hands[1:]))
    with pytest.raises(ValueError, match=f"has {hand_size - 1} cards, not {hand_size}"):
        Millionaire(round.rules, wrong)


@pytest.mark.parametrize("option", PLAYERS)
def test_RML_3_the_rest_is_a_face_down_pile(option: str) -> None:
    round = start(2, option)
    dealt = round.rules.hand_size * len(round.rules.seats)
    assert len(round.stock) == len(LETTER_PACK) - dealt
    assert sorted(map(str, round.deal.cards)) == sorted(map(str, LETTER_PACK))
    for seat in round.rules.seats:
        assert set(round.seen_by(seat).stock) == {UNSEEN}
    with pytest.raises(ValueError, match="not the 66 of the pack"):
        Millionaire(round.rules, replace(round.deal, stock=round.deal.stock[1:]))


def test_D_L01_the_pack_is_ours_and_a_parameter() -> None:
    letter_counts = Counter(card.code for card in LETTER_PACK)
    assert len(LETTER_PACK) == 66 and len(letter_counts) == 26 and min(letter_counts.values()) == 2
    assert len(LETTER_PACK) > 5 * 7 and letter_counts["I"] >= 3 and letter_counts["Y"] >= 1
    assert all(letter_counts[letter] >= count for letter, count in Counter("MILLIONAIRE").items())
    swapped = small(rules(), "MIL", "LIO", "NAI", stock="REX")
    round = Millionaire(
        swapped, Deal(("A", "B", "C"), "C", tuple(map(cards, ("MIL", "LIO", "NAI"))), stock=cards("REX"))
    )  # type: ignore[arg-type]
    assert play(round, "M, I, L, stop, L, I, O, stop, N, A, I, stop, draw, R, stop, draw, stop").needed == mam.Card("E")


def test_D_L01_a_pack_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot spell MILL: too few of L"):
        table("MI", "LX", stock="X")
    with pytest.raises(ValueError, match="no stock is left"):
        table("MI", "LL", stock="")
    with pytest.raises(ValueError, match="M is dealt twice"):
        Millionaire(
            small(EDITION, "MI", "LL", stock="X", word="MILL"),
            Deal(("A", "B"), "B", (cards("MM"), cards("LL")), stock=cards("X")),
        )


# Spelling


def test_RML_4_the_letters_of_millionaire() -> None:  # B81
    assert EDITION.word == "MILLIONAIRE" and len(EDITION.word) == 11
    assert Counter(EDITION.word) == {"I": 3, "L": 2, "M": 1, "O": 1, "N": 1, "A": 1, "R": 1, "E": 1}


def test_RML_4_strictly_in_order() -> None:
    round = table("MILX", "ILLX", stock="XX")
    for letter in "ILX":
        assert_refused(round, letter, "RML-4", f"You can't play {letter}: the letter M comes next in MILL.")
    round = assert_legal(round, "M", "RML-5")
    assert_refused(round, "L", "RML-4", "I comes next")
    assert_refused(round, "M", "RML-4")
    round = play(round, "stop")
    assert_legal(round, "I", "RML-4")


def test_RML_4_a_letter_that_is_not_held() -> None:
    assert_refused(table("MXX", "ILL", stock="XX"), "??", "D-G27", "Name the letter to play: a card is played face up.")
    assert_refused(play(table("MXX", "ILL", stock="XX"), "M"), "I", "D-G27", "You don't hold the letter I.")


def test_RML_5_the_neighbor_on_the_dealers_left_begins() -> None:
    round = table("MIX", "MLL", "XXX", stock="XX", dealer="A")
    assert round.turn == "B" and assert_legal(round, "M", "RML-5").turn == "B"
    assert_refused(round, "M", "RML-5", "It is B's turn, not yours.", seat="A")
    assert because(round, "M")["RML-5"] == "B sits at the dealer's left and begins with the letter M."


def test_RML_5_without_an_m_another_begins() -> None:
    round = play(table("XXX", "MIL", stock="LX"), "draw, stop")
    assert round.turn == "B" and "RML-4" in because(round, "M")


def test_RML_6_going_on_in_the_same_turn() -> None:
    round = play(table("MILX", "LXXX", stock="XX"), "M")
    round = assert_legal(round, "I", "RML-6")
    round = assert_legal(round, "L", "RML-6")
    assert round.turn == "A" and format_cards(round.hands["A"]) == "X"
    assert legal(round) == ["stop"] and assert_legal(round, "stop", "D-L04").turn == "B"


def test_RML_7_whoever_lacks_the_letter_draws_one() -> None:
    round = table("XXX", "MIL", stock="LX")
    assert legal(round) == ["draw"]
    after = assert_legal(round, "draw", "RML-7")
    assert format_cards(after.hands["A"]) == "L X X X" and format_cards(after.stock) == "X" and after.turn == "A"


def test_RML_7_a_drawn_letter_that_fits_is_played_and_others_after_it() -> None:
    round = table("ILX", "XXX", stock="MLX")
    after = assert_legal(round, "draw", "RML-7", "D-L04")
    assert after.turn == "A" and legal(after) == ["M", "stop"]
    assert legal(play(after, "M")) == ["I", "stop"]
    assert legal(play(after, "M, I, L")) == ["stop"]


def test_RML_7_nothing_but_a_letter_or_a_draw_begins_a_turn() -> None:
    round = table("XXX", "MIL", stock="LX")
    assert_refused(
        round,
        "stop",
        "RML-7",
        "You can't stop: you have done nothing in this turn, so you must draw.",
        "You can't stop: you have done nothing in this turn, so you must draw.",
    )
    assert_refused(round, "pass", "RML-7", "You can't pass: you don't hold the letter M, so you must draw.")


def test_RML_8_a_drawn_letter_that_does_not_fit_ends_the_turn() -> None:
    drew = play(table("XXX", "XIL", "MLX", stock="LXM"), "draw")
    assert legal(drew) == ["stop"]
    assert_refused(drew, "L", "RML-4", "You can't play L: the letter M comes next in MILL.")
    assert_refused(drew, "pass", "RML-8", "You can't pass: you have drawn a card, so end your turn with “stop”.")
    round = assert_legal(drew, "stop", "RML-8")
    assert round.turn == "B" and round.draws == ("A",)
    assert_refused(round, "draw", "RML-8", "It is B's turn, not yours.", seat="A")
    # It does not fit now, but may later.
    later = play(round, "draw, stop, M, stop, draw")
    assert later.needed == mam.Card("I") and format_cards(later.hands["A"]) == "L M X X X"


def test_RML_9_the_last_letter_ends_the_round() -> None:
    round = play(table("MILX", "LXXX", stock="XX"), "M, I, L, stop")
    assert not round.is_over and round.result is None
    finished = assert_legal(round, "L", "RML-9")
    assert finished.is_over and finished.turn is None and finished.needed is None and finished.legal_moves == ()
    assert [card.code for _, card in finished.spelled] == list("MILL")
    for text in ("X", "draw", "stop", "pass"):
        assert_refused(finished, text, "D-G27", "the round is over")


def test_RML_9_other_moves_have_to_wait() -> None:
    verdict = start(1).why_not(Bid(170))
    assert (
        verdict is not None
        and verdict.id == "D-G27"
        and "There is no “bid 170” in this game: play a letter, draw, stop or pass." in verdict.reason
    )
    with pytest.raises(TypeError, match="a move is"):
        start(1).why_not("draw")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat 'X'"):
        start(1).why_not(Draw(), "X")


# The turn: readings


def test_D_L02_with_the_pile_used_up_the_turn_passes_without_a_draw() -> None:
    round = play(table("XXX", "XXX", "MIL", stock="L", dealer="C"), "draw, stop")
    assert not round.stock and legal(round) == ["pass"]
    assert_refused(round, "draw", "D-L02", "You can't draw: the stock is used up, so you must pass.")
    assert_refused(round, "stop", "RML-7", "You can't stop: you have done nothing in this turn, so you must pass.")
    assert assert_legal(round, "pass", "D-L02").turn == "C"


def test_D_L02_a_needed_letter_comes_before_the_pass() -> None:
    round = play(table("XXX", "XXX", "MIL", stock="L", dealer="C"), "draw, stop, pass")
    assert_refused(round, "pass", "D-L04", "You hold the letter M, which comes next, so you must play it.")
    assert_refused(
        play(round, "M"), "pass", "D-L04", "You can't pass: you have played a letter, so end your turn with “stop”."
    )


@pytest.mark.parametrize("option", PLAYERS)
def test_D_L03_no_round_gets_stuck(option: str) -> None:
    for seed in range(15):
        assert walk(seed, option).is_over


def test_D_L03_not_even_without_a_pile() -> None:
    for seed in range(30):
        rng = Random(seed)
        letters = rng.sample("MILLIONAIREXXXXX", 16)
        hands = ["".join(letters[index : index + 5]) for index in (0, 5, 10)]
        round = table(*hands, stock=letters[15], word="MILLIONAIRE")
        for _ in range(200):
            if round.is_over:
                break
            round = round.play(rng.choice(round.legal_moves))
        assert round.is_over


def test_D_L04_a_needed_letter_must_be_played() -> None:
    round = table("MIX", "LLX", stock="XX")
    assert legal(round) == ["M"]
    for text in ("draw", "stop", "pass"):
        assert_refused(round, text, "D-L04", "You hold the letter M, which comes next, so you must play it.")


def test_D_L04_going_on_is_optional() -> None:
    round = play(table("MIX", "LLX", stock="XX"), "M")
    assert legal(round) == ["I", "stop"]
    stopped = assert_legal(round, "stop", "D-L04")
    assert stopped.turn == "B" and mam.Card("I") in stopped.hands["A"]
    assert legal(play(stopped, "draw, stop")) == ["I"]  # but it must be played when the turn comes round


def test_D_L04_a_letter_just_drawn_may_be_kept_until_the_next_turn() -> None:
    round = play(table("XXX", "IXX", "LXX", stock="MXXL"), "draw")
    stopped = assert_legal(round, "stop", "D-L04")
    assert stopped.turn == "B" and format_cards(stopped.hands["A"]) == "M X X X"
    next_turn = play(stopped, "draw, stop, draw, stop")
    assert next_turn.turn == "A" and legal(next_turn) == ["M"]
    assert_refused(next_turn, "stop", "D-L04", "You hold the letter M, which comes next, so you must play it.")
    assert "D-L04" not in because(next_turn, "M")


def test_D_L05_no_draw_after_a_letter_was_played() -> None:
    round = play(table("MXX", "ILL", stock="IX"), "M")
    assert_refused(round, "draw", "D-L05", "You can't draw: you have played a letter in this turn.")
    assert legal(round) == ["stop"]


def test_D_L06_one_draw_a_turn() -> None:
    round = play(table("XXX", "ILL", stock="MX"), "draw")
    assert round.turn == "A"
    assert_refused(round, "draw", "D-L06", "You can't draw again: you may draw only one card in a turn.")
    assert_legal(round, "M")


def test_D_L08_an_empty_hand_does_not_end_the_round() -> None:
    round = play(table("M", "L", "X", stock="IXXXL"), "")
    out = assert_legal(round, "M", "D-L08")
    assert not out.hands["A"] and not out.is_over and legal(out) == ["stop"]
    next_turn = play(out, "stop, draw, I, L, stop, draw, stop, draw, stop")
    assert next_turn.turn == "B" and format_cards(next_turn.hands["A"]) == "X"  # he drew when his turn came


def test_D_L09_who_plays_the_last_letter_has_not_won_by_that() -> None:
    round = play(table("MIL", "XXX", "LXX", stock="XXX"), "M, I, L, stop, draw, stop")
    finished = assert_legal(round, "L", "RML-9", "D-L09", "RML-10")
    assert finished.result is not None and finished.result.fewest == ("A",) and finished.result.scores["C"] == 0
    assert not {"D-L08", "D-L09"} & set(because(play(table("MILL", "XXXX", stock="X"), "M, I, L"), "L"))


def test_D_L11_the_deal_moves_left() -> None:
    assert table("MI", "LL", "XX", stock="X", dealer="A").next_dealer == "B"
    assert table("MI", "LL", "XX", stock="X", dealer="C").next_dealer == "A"


def test_D_L13_any_copy_serves() -> None:
    round = play(table("MIILLL", "XXXXXX", stock="X"), "M")
    assert legal(round) == ["I", "stop"]  # two copies, one move
    after = assert_legal(play(round, "I"), "L", "D-L13")
    assert format_cards(after.hands["A"]) == "I L L" and because(play(round, "I"), "L")["D-L13"].startswith(
        "MILL has the letter L twice: any of them will do."
    )
    assert "D-L13" not in because(table("MILL", "XXXX", stock="X"), "M")


# The score


def scored(**facts: object) -> Millionaire:
    """Cards left at the end: A 1, B 4, C 6, D 3."""
    round = table("MILX", "XXXX", "XXXX", "IOXX", stock="XXLXX", dealer="B", word="MILLIO", **facts)
    return play(round, "draw, stop, draw, stop, M, I, L, stop, draw, L, stop, draw, stop, I, O")


def test_RML_10_the_fewest_score_what_the_others_hold() -> None:  # B83
    result = scored().result
    assert result is not None and result.left == {"A": 1, "B": 4, "C": 6, "D": 3}
    assert result.scores == {"A": 13, "B": 0, "C": 0, "D": 0} and result.fewest == ("A",)
    assert result.note == "left A 1 B 4 C 6 D 3"


def tied(*options: str) -> Millionaire:
    return play(table("MIX", "LLX", "XXX", stock="X", options=options), "M, I, stop, L")


def test_D_L07_each_of_those_who_tie_scores_all_the_others_hold() -> None:
    finished = assert_legal(tied(), "L", "D-L07")
    assert finished.result is not None and finished.result.fewest == ("A", "B")
    assert finished.result.scores == {"A": 4, "B": 4, "C": 0}
    assert because(tied(), "L")["D-L07"].startswith("A and B have 1 card each, and each scores 4 points")


def test_D_L07_switch_nobody_scores() -> None:
    finished = assert_legal(tied("tie-scores-nothing"), "L", "D-L07")
    assert finished.result is not None and finished.result.scores == {"A": 0, "B": 0, "C": 0}
    alone = scored(options=("tie-scores-nothing",)).result
    assert alone is not None and alone.scores["A"] == 13


def test_RML_11_first_to_75() -> None:  # B84
    assert find_leaders({"A": 74, "B": 60, "C": 0}, EDITION.scoring) == ()
    assert find_leaders({"A": 75, "B": 60, "C": 0}, EDITION.scoring) == ("A",)


def test_D_L10_the_higher_total_past_75() -> None:
    assert find_leaders({"A": 80, "B": 76, "C": 0}, EDITION.scoring) == ("A",)


@pytest.mark.parametrize("option", PLAYERS)
def test_RML_11_a_match_is_played_to_75(option: str) -> None:
    match, rng = mam.start_match("millionaire", seed=4, options=[option] if option else []), Random(4)
    while not match.is_over:
        assert max(match.totals.values()) < 75
        match = match.play(rng.choice(match.legal_moves))
    assert match.result is not None and max(match.totals.values()) >= 75
    assert {match.totals[seat] for seat in match.result} == {max(match.totals.values())}
    dealers = [round.deal.dealer for round in match.finished]
    seats = match.rules.seats
    assert all(
        seats[(seats.index(dealer) + 1) % len(seats)] == next_dealer for dealer, next_dealer in pairwise(dealers)
    )  # D-L11


# Views and worlds


@pytest.mark.parametrize("option", PLAYERS)
def test_RML_3_a_view_shows_own_cards_and_what_was_played(option: str) -> None:
    for seed in range(6):
        round = walk(seed, option, share=0.5 + (seed % 2) * 0.5)
        for person in round.rules.seats:
            view_round = round.seen_by(person)
            assert view_round.hands[person] == round.hands[person] and view_round.deal[person] == round.deal[person]
            assert (view_round.turn, view_round.phase, view_round.needed) == (round.turn, round.phase, round.needed)
            assert (view_round.spelled, view_round.draws, view_round.going) == (round.spelled, round.draws, round.going)
            assert {seat: len(hand) for seat, hand in view_round.hands.items()} == {
                seat: len(hand) for seat, hand in round.hands.items()
            }
            assert {card for seat, hand in view_round.hands.items() if seat != person for card in hand} <= {UNSEEN}
            assert set(view_round.stock) <= {UNSEEN} and view_round.result == round.result
            assert (
                Millionaire(view_round.rules, view_round.deal, view_round.history)
                == view_round
                == view_round.seen_by(person)
            )
            assert person != round.turn or view_round.legal_moves == round.legal_moves


def test_RML_7_a_drawn_card_is_known_to_who_drew_it_alone() -> None:
    round = play(table("XXX", "XIL", "XLX", stock="ZMX", dealer="C"), "draw, stop, draw")
    piles = {seat: format_cards(round.seen_by(seat).deal.stock) for seat in "ABC"}
    assert piles == {"A": "Z ?? ??", "B": "?? M ??", "C": "?? ?? ??"}
    assert legal(round) == ["M", "stop"] == legal(round.seen_by("B"))
    played = play(round, "M").seen_by("C")
    assert format_cards(played.deal.stock) == "?? ?? ??" and played.spelled == (("B", mam.Card("M")),)


def test_RML_7_why_of_a_draw_tells_nothing_of_a_hidden_pile() -> None:
    round = table("XXX", "XIL", "XLX", stock="MLX", dealer="C")
    assert set(because(round.seen_by("A"), "draw")) == {"RML-7"}
    assert "D-L04" in because(round, "draw")
    drew = play(round, "draw")
    assert set(because(drew.seen_by("A"), "stop")) == {"D-L04"} and set(because(drew.seen_by("B"), "stop")) == {"RML-8"}


def test_D_L04_who_keeps_a_letter_drawn_tells_nothing() -> None:
    round = table("XXX", "LLX", "XZI", stock="MXX", dealer="C")
    two = Millionaire(round.rules, replace(round.deal, stock=cards("XMX")))
    assert play(round, "draw, stop").seen_by("B") == play(two, "draw, stop").seen_by("B")
    assert play(round, "draw, stop").seen_by("A") != play(two, "draw, stop").seen_by("A")


def test_D_L04_who_stops_tells_nothing() -> None:
    round = table("MIX", "LLX", "XZX", stock="IXX", dealer="C")
    two = Millionaire(round.rules, replace(round.deal, hands=tuple(map(cards, ("MZX", "LLX", "XIX")))))
    assert play(round, "M, stop").seen_by("B") == play(two, "M, stop").seen_by("B")


@pytest.mark.parametrize("option", PLAYERS)
def test_D_L01_worlds_agree_with_the_view(option: str) -> None:
    for seed in range(8):
        round = walk(seed, option, share=seed / 7)
        for person in round.rules.seats[:3]:
            view_round = round.seen_by(person)
            for world in islice(view_round._draw_worlds(Random(seed)), 3):
                assert UNSEEN not in world.deal.cards and world.seen_by(person) == view_round
                assert Millionaire(world.rules, world.deal, world.history) == world  # each move is legal there
                assert sorted(map(str, world.deal.cards)) == sorted(map(str, world.rules.pack))
    assert next(round._draw_worlds(Random(1))) == round  # who sees all knows the only world


@pytest.mark.parametrize(
    ("hands", "stock", "word", "moves", "person"),
    [
        (("MX", "IL", "LO"), "XIZ", "MILL", "", "A"),
        (("XX", "LM", "IL"), "ZLI", "MILL", "draw, stop, M, stop, I", "C"),
        (("XX", "LO", "IM"), "ZIL", "MILL", "draw, stop, draw, stop, M, stop", "A"),
        (("XX", "LO", "IM"), "ZIL", "MILL", "draw, stop, draw, stop, M, stop, draw, stop", "C"),
        (("XI", "ZO", "LM"), "LXLI", "MILLI", "draw, stop, draw, stop, M, stop, I, stop, draw, L, stop, L, stop", "B"),
        (("XX", "LZ", "OI"), "MXIL", "MILL", "draw, stop, draw, stop, draw, stop, M, stop", "B"),
        (("XX", "LZ", "OI"), "MXIML", "MILL", "draw, stop, draw, stop, draw, stop, M, stop, draw, stop, I", "C"),
        (("IX", "ZL", "OM"), "LXL", "MILL", "draw, stop, draw, stop, M, stop, I, stop", "C"),
    ],
)
@pytest.mark.sample(1, 7)
def test_D_L01_worlds_are_drawn_as_often_as_they_are_dealt(
    hands: tuple[str, ...], stock: str, word: str, moves: str, person: str
) -> None:
    check_chances(play(table(*hands, stock=stock, word=word, dealer="C"), moves), person)


def test_D_L02_a_pass_shows_that_the_letter_is_lacking() -> None:
    round = play(table("MIX", "XZZ", "LLX", stock="Z"), "M, I, stop, draw, stop, L, stop")
    assert {format_cards(world.hands["A"]) for world in islice(round.seen_by("B")._draw_worlds(Random(1)), 50)} == {
        "L",
        "X",
    }
    passed = play(round, "pass").seen_by("B")
    assert {format_cards(world.hands["A"]) for world in islice(passed._draw_worlds(Random(1)), 50)} == {"X"}


@pytest.mark.parametrize(
    ("hands", "stock", "moves"), [(("L?", "??"), "??", "L, stop"), (("??", "??"), "L?", "draw, L, stop")]
)
def test_D_L01_worlds_of_a_deal_seen_in_part(hands: tuple[str, ...], stock: str, moves: str) -> None:
    rules = small(EDITION, "LX", "YI", stock="LZ", word="LIL")
    partial_round = play(Millionaire(rules, Deal(("A", "B"), "B", tuple(map(cards, hands)), stock=cards(stock))), moves)
    first = {format_cards(world.deal["A"]) for world in islice(partial_round._draw_worlds(Random(1)), 300)}
    if hands[0] == "L?":  # the L that was played is the one that was seen
        assert first == {"I L", "L L", "L X", "L Y", "L Z"}
    else:  # so it was drawn, and A had none before
        assert first == {"I X", "I Y", "I Z", "X Y", "X Z", "Y Z"}


def test_D_L01_a_view_that_contradicts_itself_is_refused() -> None:
    view_round = play(table("XX", "LX", "IM", stock="ZLX", dealer="C", word="MIL"), "draw").seen_by("C")
    wrong = view_round._apply(Play(mam.Card("M")))  # C holds the only M
    with pytest.raises(ValueError, match=r"no deal is consistent|not in the hand"):
        next(wrong._draw_worlds(Random(1)))


# One verdict, everywhere


def everything() -> list[Move]:
    return [Draw(), Stop(), Pass(), *(Play(card) for card in mam.rules.cards.LETTERS), Play(UNSEEN)]


@pytest.mark.parametrize("seed", range(12))
def test_RML_4_moves_is_what_why_not_lets_through(seed: int) -> None:
    round = walk(seed, share=seed / 11)
    for view_round in (round, *(round.seen_by(seat) for seat in round.rules.seats)):
        assert {move for move in everything() if view_round.why_not(move) is None} == set(view_round.legal_moves)
    for move in everything():
        if verdict := round.why_not(move):
            assert verdict.reason and verdict.instead == round.legal_moves


def test_every_topic_of_the_edition_gets_that_feedbackmewhere() -> None:
    topics = set()
    for seed in range(12):
        round = start(seed)
        rng = Random(seed)
        while not round.is_over:
            topics |= {reason.topic for move in everything() if (reason := round._reason_against(move))}
            move = rng.choice(round.legal_moves)
            after = round._apply(move)
            topics |= {reason.topic for reason in round._reasons_for(move, after)}
            round = after
    assert set(EDITION.cites) - topics <= {
        "dealt",  # said by a table that shows the deal
        *("win", "win-higher", "level"),  # said by the match
        *(
            "not-now",
            "turn",
            "no-pile",
            "empty-hand",
            "fewest-level",
            "last-letter",
        ),  # rare, each with a position above
    }


def test_a_round_prints_and_travels() -> None:
    round = walk(3, share=0.5)
    unpickled = pickle.loads(pickle.dumps(round))
    assert unpickled == round and unpickled.hands == round.hands and unpickled.turn == round.turn
    assert repr(table("MI", "LL", stock="X")).startswith("millionaire | dealer B | A I M | B L L | nest | stock X")
    assert [str(move) for move in (Draw(), Stop(), Pass(), Play(mam.Card("M")))] == ["draw", "stop", "pass", "play M"]


@pytest.mark.parametrize("edition", ["millionaire", "anagrams"])
def test_a_game_of_letters_is_dealt_without_a_nest(edition: str) -> None:
    deal = mam.start(edition, seed=1).deal
    assert deal.stock and mam.start(edition, deal=deal).deal == deal
    with pytest.raises(ValueError, match="cards in hands and left over"):
        mam.start(edition, deal=replace(deal, nest=deal.stock[:1], stock=deal.stock[1:]))
    with pytest.raises(ValueError, match="cards in hands and left over"):
        mam.start(edition, deal=replace(deal, stock=deal.stock[1:]))


def test_an_empty_hand_is_told_of_just_when_it_is_empty() -> None:
    round, sentences = mam.start("millionaire", seed=3), set()
    while not round.is_over:
        move, after = round.legal_moves[0], round.play(round.legal_moves[0])
        if isinstance(move, mam.Play):
            is_said = any("has no cards left" in ruling.reason for ruling in round.why(move))
            assert is_said == (not after.hands[round.turn] and not after.is_over)
            sentences.add(is_said)
        round = after
    assert False in sentences
