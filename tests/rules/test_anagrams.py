"""Card Anagrams: RCA-1 to RCA-13, D-A01 to D-A13, cases B85 to B88. The word list itself is in test_words."""

import pickle
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from letter_tables import assert_legal, assert_refused, because, cards, check_chances, deal, legal, play

import mam
from mam.games.anagrams import Anagrams
from mam.rules.cards import LETTERS, UNSEEN, Card, format_cards
from mam.rules.dealing import Deal, deal_round
from mam.rules.editions.anagrams import EDITION
from mam.rules.editions.millionaire import LETTER_PACK
from mam.rules.moves import Bid, Extend, Lay, Move, Pass

PLAYERS = {"2-players": 2, "3-players": 3, "": 4, "7-players": 7, "10-players": 10}
STYLES = [(), ("keep-order",), ("table-style",)]


def start(seed: int, *options: str) -> Anagrams:
    rules = EDITION.with_options([option for option in options if option])
    dealer = rules.seats[seed % len(rules.seats)]
    return Anagrams(rules, deal_round(rules.pack, rules.seats, dealer, 0, Random(seed), hand_size=rules.hand_size))


def table(*hands: str, stock: str = "", dealer: str = "", options: tuple[str, ...] = ()) -> Anagrams:
    round = deal("anagrams", *hands, stock=stock, dealer=dealer, options=options)
    assert isinstance(round, Anagrams)
    return round


def walk(seed: int, *options: str, moves: int = 10_000) -> Anagrams:
    """A game played at random, to the end or for so many moves."""
    round, rng = start(seed, *options), Random(seed)
    while not round.is_over and len(round.history) < moves:
        round = round.play(rng.choice(round.legal_moves))
    return round


# The table


@pytest.mark.parametrize(("option", "players"), PLAYERS.items())
def test_RCA_1_two_players_or_more(option: str, players: int) -> None:
    assert len(start(1, option).rules.seats) == players


@pytest.mark.parametrize("players", [0, 1, 11])
def test_RCA_1_other_numbers_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="10-players"):
        mam.get_edition("anagrams", [f"{players}-players"])


@pytest.mark.parametrize(("option", "players"), PLAYERS.items())
def test_RCA_2_equal_hands_the_rest_is_not_used(option: str, players: int) -> None:
    round = start(3, option)
    hand_size = len(LETTER_PACK) // players  # D-A13
    assert {len(hand) for hand in round.deal.hands} == {hand_size} and len(round.deal.stock) == len(
        LETTER_PACK
    ) - hand_size * players
    assert all(set(round.seen_by(seat).deal.stock) <= {UNSEEN} for seat in round.rules.seats)
    wrong = replace(round.deal, hands=(round.deal.hands[0][1:], *round.deal.hands[1:]))
    with pytest.raises(ValueError, match=f"has {hand_size - 1} cards, not {hand_size}"):
        Anagrams(round.rules, wrong)


def test_D_A13_as_many_as_go_round_evenly() -> None:
    assert table("AX", "NX", stock="Z").deal.stock == cards("Z")
    with pytest.raises(ValueError, match="2 cards left over would go round once more"):
        table("AX", "NX", stock="ZZ")


def test_D_A01_pack_and_words_are_parameters_of_ours() -> None:
    assert EDITION.pack == LETTER_PACK and Card("Y") in EDITION.pack
    with pytest.raises(ValueError, match="not in this pack: Z"):
        Anagrams(table("AX", "NX").rules, Deal(("A", "B"), "B", (cards("AX"), cards("NZ"))))


# Beginning


@pytest.mark.parametrize("letter", "AIO")
def test_RCA_3_the_first_card_is_a_i_or_o(letter: str) -> None:  # B86
    after = assert_legal(table("AIOX", "NTFS"), f"lay {letter}", "RCA-3", "D-A07")
    assert after.lines == (letter,) and after.turn == "B"


def test_RCA_3_no_other_letter_begins() -> None:  # B86
    round = table("ANEU", "NTFS")
    for letter in "NEUX":
        assert_refused(round, f"lay {letter}", "RCA-3", "only A, I or O starts one")
    assert_refused(round, "lay O", "D-G27", "You don't hold O.")
    assert_refused(round, "lay ??", "RCA-3", "hidden card")


def test_RCA_3_the_neighbor_on_the_dealers_left_begins() -> None:
    round = table("ANX", "AXX", "IXX", dealer="A")
    assert round.turn == "B"
    assert_refused(round, "lay A", "RCA-3", "It is B's turn, not yours.", seat="A")


def test_D_A06_whoever_has_no_starter_passes_and_the_next_begins() -> None:
    round = table("NTX", "NAX", "XXX")
    assert legal(round) == ["pass"]
    after = assert_legal(round, "pass", "D-A06")
    assert_legal(after, "lay A", "RCA-3")
    assert_refused(
        after,
        "pass",
        "D-A05",
        "You can't pass: you hold a letter that starts a new word. You can do that only with the option table-style.",
    )


def test_D_A06_when_nobody_can_begin_the_game_is_over() -> None:
    round = play(table("NTX", "NXX", "XXX"), "pass, pass")
    assert because(round, "pass")["D-A06"] == "C has no A, I or O and passes."
    finished = assert_legal(round, "pass", "D-A06", "D-A09", "D-A10")
    assert finished.is_over and finished.result is not None and finished.result.fewest == ("A", "B", "C")


# Extending


CHAIN = "lay A, word 1 AN, word 1 ANY, word 1 MANY, word 1 MANLY"


def chain(**facts: str) -> Anagrams:
    """The printed example: six players, each with the letter that comes next."""
    return table("AZ", "NT", "YZ", "MZ", "LZ", "IO", stock="ZZ", **facts)  # type: ignore[arg-type]


def test_RCA_4_the_printed_chain() -> None:  # B85
    round = chain()
    for text, line in zip(CHAIN.split(", "), ("A", "AN", "ANY", "MANY", "MANLY"), strict=True):
        round = play(round, text)
        assert round.lines == (line,)
    assert round.turn == "F"
    after = assert_legal(round, "word 1 MAINLY", "RCA-4", "RCA-6")
    assert after.lines == ("MAINLY",) and format_cards(after.hands["F"]) == "O"
    assert not after.is_over  # O makes it ALIMONY


def test_RCA_4_adds_a_letter_from_the_hand() -> None:
    round = play(table("AXX", "NTX", "YXX"), "lay A")
    after = assert_legal(round, "word 1 AN", "RCA-4")
    assert format_cards(after.hands["B"]) == "T X" and after.turn == "C"
    assert_refused(round, "word 1 AM", "D-G27", "You don't hold M, and it is not on line 1.")
    twice = play(table("AQ", "NQ", "TQ"), "lay A, word 1 AN")
    assert_refused(twice, "word 1 NAN", "D-G27", "You don't hold N, and line 1 has no other.")
    assert_refused(round, "word 1 AN", "RCA-4", "It is B's turn, not yours.", seat="A")


def test_RCA_4_all_letters_of_the_line_are_used() -> None:
    round = play(table("AXX", "NTX", "YOX"), "lay A, word 1 AN")
    assert_refused(round, "word 1 NO", "RCA-4", "leaves out A of AN")
    assert_refused(round, "word 1 A", "RCA-4", "leaves out N")
    assert play(round, "word 1 any") == play(round, "word 1 ANY")  # however it is typed


def test_RCA_5_one_letter_a_turn() -> None:  # B88
    round = play(table("AXX", "NTX", "YMX"), "lay A, word 1 AN")
    assert_refused(round, "word 1 MANY", "RCA-5", "adds M Y to AN", "exactly one letter")
    assert_refused(round, "word 1 NA", "RCA-5", "adds no letter")
    assert assert_legal(round, "word 1 ANY").turn == "A"


def test_RCA_6_the_letter_goes_anywhere() -> None:
    round = play(table("AXX", "NTX", "MDX"), "lay A, word 1 AN")
    assert set(because(round, "word 1 AND")) == {"RCA-4"}
    round = play(table("AXX", "TSX", "CIX", "HXX"), "lay A, word 1 AT, word 1 CAT")
    assert "RCA-6" in because(round, "word 1 CHAT")
    assert because(round, "word 1 CHAT")["RCA-6"] == "H is added inside the word."


def test_D_A02_old_letters_may_change_their_order() -> None:
    round = play(table("OXX", "NTX", "EXX"), "lay O, word 1 NO")
    after = assert_legal(round, "word 1 ONE", "RCA-4", "D-A02")
    assert after.lines == ("ONE",)
    assert {"word 1 ONE", "word 1 EON", "word 1 NEO"} <= set(legal(round))


def test_D_A02_switch_they_keep_their_order() -> None:
    round = play(table("OXX", "NTX", "EXX", options=("keep-order",)), "lay O, word 1 NO")
    assert_refused(round, "word 1 ONE", "D-A02", "ONE changes the order of the letters of NO, so you can't make it.")
    assert legal(round) == ["word 1 NEO", "word 1 NOE"]
    stuck = play(table("OXX", "NTX", "IXX", "CXX", options=("keep-order",)), "lay O, word 1 NO")
    assert assert_legal(stuck, "lay I", "RCA-7").lines == ("NO", "I")


def test_D_A03_any_line_may_be_extended() -> None:
    round = play(table("AEQ", "QQO", "TNQ"), "lay A, lay O")
    assert round.lines == ("A", "O")
    for text in ("word 1 AT", "word 1 AN", "word 2 ON", "word 2 TO"):
        assert_legal(round, text, "RCA-4", "D-A03")
    assert play(round, "word 2 ON").lines == ("A", "ON")


def test_RCA_13_words_run_across_on_their_line() -> None:  # B88
    round = play(table("AEQ", "QQO", "TNQ"), "lay A, lay O")
    for line in (0, 3, -1):
        assert_refused(round, f"word {line} AT", "RCA-13", "run across", "the lines are 1 to 2")
    assert_refused(
        round, "word 2 AO", "D-G27", "You don't hold A, and it is not on line 2."
    )  # the A above is no part of line 2
    assert_refused(
        table("ANX", "XXX"),
        "word 1 AN",
        "RCA-13",
        "There is no word on line 1: words run across, and no word is there yet.",
    )


# What is a word


@pytest.mark.parametrize(("hand", "word"), [("DX", "DI"), ("SX", "IS")])
def test_RCA_9_names_and_plurals(hand: str, word: str) -> None:  # B87
    assert_legal(play(table("IX", hand, "XN"), "lay I"), f"word 1 {word}", "RCA-4")


def test_RCA_9_a_city_and_a_plural_of_more_letters() -> None:
    round = play(table("AXXX", "TSXX", "CXXX", "SXXX"), "lay A, word 1 AT, word 1 CAT")
    assert_legal(round, "word 1 CATS", "RCA-4")
    round = play(table("OMXX", "RXXX", "EXXX"), "lay O, word 1 OR, word 1 ORE")
    assert_legal(round, "word 1 ROME", "RCA-4")


def test_RCA_10_no_abbreviations() -> None:  # B87
    round = play(table("OXX", "CNX"), "lay O")
    assert_refused(round, "word 1 CO", "RCA-10", "CO is an abbreviation")
    assert_legal(round, "word 1 ON")


def test_D_A11_the_word_list_decides() -> None:
    round = play(table("OXX", "CNX"), "lay O")
    assert_refused(round, "word 1 OC", "RCA-10")
    assert_refused(play(table("AXX", "QNX"), "lay A"), "word 1 QA", "RCA-10")
    assert_refused(play(table("AXX", "ZNX"), "lay A"), "word 1 AZ", "RCA-10")
    assert_refused(play(table("OXX", "QNX"), "lay O"), "word 1 QO", "D-A11", "QO is not in the word list")


def test_D_A07_a_starter_alone_is_no_word_to_make() -> None:
    round = play(table("AOX", "NXX"), "lay A")
    assert_refused(round, "word 1 O", "RCA-4")
    assert_refused(round, "word 1 A", "RCA-5")


def test_D_A12_the_same_word_twice() -> None:
    two = play(table("ANX", "AXX", "XXN", "NXX", options=("table-style",)), "lay A, lay A, word 1 AN")
    assert assert_legal(two, "word 2 AN", "D-A12").lines == ("AN", "AN")
    assert "D-A12" not in because(table("ANX", "NXX"), "lay A")


# New words and passing


@pytest.mark.parametrize(("first", "letter"), ["OA", "AI", "AO"])
def test_RCA_7_who_cannot_extend_begins_a_new_word(first: str, letter: str) -> None:  # B86
    round = play(table(f"{first}QE", f"QV{letter}", "QEN"), f"lay {first}")
    after = assert_legal(round, f"lay {letter}", "RCA-7", "D-A07")
    assert after.lines == (first, letter)


def test_RCA_7_only_with_a_i_or_o() -> None:
    assert_refused(
        play(table("OXE", "QVA", "XXE"), "lay O"),
        "lay Q",
        "RCA-7",
        "You can't start a word with Q: only A, I or O starts one.",
    )
    assert_refused(play(table("OXE", "QVA", "XXE"), "lay O"), "lay O", "D-G27")


def test_D_A04_no_new_word_while_able_to_extend() -> None:
    round = play(table("OXE", "NAE", "XXE"), "lay O")
    assert_refused(
        round,
        "lay A",
        "D-A04",
        "You can't start a word: you hold a letter that extends one on the table. You can do that only with the option table-style.",
    )
    assert_legal(round, "word 1 ON")


def test_D_A04_switch_on_the_players_word() -> None:
    round = play(table("OXE", "NAE", "XXE", options=("table-style",)), "lay O")
    assert assert_legal(round, "lay A", "RCA-7").lines == ("O", "A")


def test_RCA_8_who_can_do_neither_passes() -> None:
    round = play(table("OXE", "QVE", "XXE"), "lay O")
    assert legal(round) == ["pass"]
    assert assert_legal(round, "pass", "RCA-8").turn == "C"


def test_D_A05_no_pass_while_able() -> None:
    assert_refused(play(table("OXE", "NQE", "XXE"), "lay O"), "pass", "D-A05", "extends a word on the table")
    assert_refused(
        play(table("OXE", "QVA", "XXE"), "lay O"),
        "pass",
        "D-A05",
        "You can't pass: you hold a letter that starts a new word. You can do that only with the option table-style.",
    )
    assert_refused(
        table("OXE", "QVA", "XXE"),
        "pass",
        "D-A05",
        "You can't pass: you hold a letter that starts a new word. You can do that only with the option table-style.",
    )


def test_D_A05_switch_on_the_players_word() -> None:
    round = play(table("OXE", "NAE", "XXE", options=("table-style",)), "lay O")
    assert assert_legal(round, "pass", "RCA-8").turn == "C"


def test_D_A05_a_refusal_does_not_tell_what_could_be_played() -> None:
    verdict = assert_refused(play(table("OXE", "NQE", "XXE"), "lay O"), "pass", "D-A05")
    assert not verdict.instead and verdict.reason.startswith("You can't pass: you hold a letter that extends a word")
    assert "ON" not in verdict.reason and "NO" not in verdict.reason


def test_D_A08_an_empty_hand_passes_and_the_game_goes_on() -> None:
    round = table("A", "N", "Y", "T")
    after = assert_legal(round, "lay A", "D-A08")
    assert not after.is_over and not after.hands["A"]
    round = play(table("AX", "NQ", "YT", "TM", "MZ", options=()), "lay A, word 1 AN, word 1 ANY")
    assert not round.is_over
    two = play(table("A", "N", "T", "S", options=("table-style",)), "lay A, word 1 AN, pass, pass")
    assert legal(two) == ["pass"] and "D-A08" in because(two, "pass")


# The end


def test_RCA_11_play_ends_when_nobody_can_extend_a_word() -> None:
    round = play(table("AX", "NQ", "YQ"), "lay A, word 1 AN")
    finished = assert_legal(round, "word 1 ANY", "RCA-11")
    assert finished.is_over and finished.turn is None and finished.legal_moves == ()
    for text in ("word 1 MANY", "lay A", "pass"):
        assert_refused(finished, text, "D-G27", "the game is over")
    going = play(table("AX", "NQ", "YM"), "lay A, word 1 AN, word 1 ANY")
    assert not going.is_over  # C still holds the M of MANY


def test_D_A09_it_ends_though_somebody_could_begin_a_new_word() -> None:
    assert play(table("AI", "NQ", "YQ"), "lay A, word 1 AN, word 1 ANY").is_over


def test_D_A09_table_style_ends_with_a_round_of_passes() -> None:
    round = play(table("AX", "NQ", "YQ", options=("table-style",)), "lay A, word 1 AN, word 1 ANY, pass, pass")
    assert not round.is_over
    assert assert_legal(round, "pass", "D-A09", "D-A10").is_over
    broken = play(
        table("AX", "NQ", "YM", options=("table-style",)), "lay A, word 1 AN, word 1 ANY, pass, pass, word 1 MANY"
    )
    assert broken.passes == 0 and not play(broken, "pass, pass").is_over and play(broken, "pass, pass, pass").is_over


def test_RCA_12_fewest_cards_win() -> None:
    round = play(table("AXX", "NQQ", "XQQ", "YMQ"), "lay A, word 1 AN, pass")
    round = play(round, "word 1 ANY")
    assert not round.is_over
    finished = assert_legal(play(round, "pass, pass, pass"), "word 1 MANY", "RCA-11", "RCA-12")
    assert finished.result is not None and finished.result.fewest == ("D",)
    assert finished.result.scores == {"A": 0, "B": 0, "C": 0, "D": 1} and finished.result.left == {
        "A": 2,
        "B": 2,
        "C": 3,
        "D": 1,
    }
    assert finished.result.note == "left A 2 B 2 C 3 D 1" and finished.is_final


def test_D_A10_those_who_tie_win_together() -> None:
    finished = assert_legal(play(table("AX", "NQ", "QQ"), "lay A"), "word 1 AN", "D-A10")
    assert finished.result is not None and finished.result.fewest == ("A", "B")
    assert finished.result.scores == {"A": 1, "B": 1, "C": 0}
    before = play(table("AX", "NQ", "QQ"), "lay A")
    assert because(before, "word 1 AN")["D-A10"] == "A and B have 1 card each and win together."


def test_RCA_12_one_game_is_the_match() -> None:
    match, rng = mam.start_match("anagrams", seed=5, players=3), Random(5)
    while not match.is_over:
        match = match.play(rng.choice(match.legal_moves))
    assert len(match.finished) == 1 and match.round.result is not None
    assert match.result == getattr(match.round.result, "fewest", None)


# Views and worlds


@pytest.mark.parametrize("options", STYLES)
def test_RCA_2_a_view_shows_own_cards_and_the_table(options: tuple[str, ...]) -> None:
    for seed in range(5):
        round = walk(seed, *options, moves=6 * seed)
        for person in round.rules.seats:
            view_round = round.seen_by(person)
            assert view_round.hands[person] == round.hands[person] and view_round.deal[person] == round.deal[person]
            assert (view_round.turn, view_round.phase, view_round.lines, view_round.passes) == (
                round.turn,
                round.phase,
                round.lines,
                round.passes,
            )
            for seat, hand in view_round.hands.items():
                assert len(hand) == len(round.hands[seat])
                assert seat == person or round.is_over or set(hand) <= {UNSEEN}
            assert (
                Anagrams(view_round.rules, view_round.deal, view_round.history)
                == view_round
                == view_round.seen_by(person)
            )
            assert person != round.turn or view_round.legal_moves == round.legal_moves


def test_D_A09_at_the_end_the_hands_lie_open() -> None:
    finished = walk(1)
    view_round = finished.seen_by("A")
    assert view_round.is_over and view_round.hands == finished.hands and view_round.result == finished.result
    assert Anagrams(
        view_round.rules, view_round.deal, view_round.history
    ).is_over  # the moves and the open hands show it


@pytest.mark.parametrize("options", [*STYLES, ("2-players",), ("10-players",)])
def test_D_A01_worlds_agree_with_the_view(options: tuple[str, ...]) -> None:
    for seed in range(6):
        round = walk(seed, *options, moves=5 * seed)
        for person in round.rules.seats[:3]:
            view_round = round.seen_by(person)
            for world in islice(view_round._draw_worlds(Random(seed)), 3):
                assert UNSEEN not in world.deal.cards and world.seen_by(person) == view_round
                assert Anagrams(world.rules, world.deal, world.history) == world and world.is_over == round.is_over
                assert sorted(map(str, world.deal.cards)) == sorted(map(str, world.rules.pack))
    assert next(round._draw_worlds(Random(1))) == round


@pytest.mark.parametrize(
    ("hands", "stock", "moves", "person", "options"),
    [
        (("AMQ", "NYI", "QXZ"), "TE", "lay A", "A", ()),
        (("AMQ", "NYI", "QXZ"), "TE", "lay A, word 1 AN", "A", ()),
        (("AMQ", "NYI", "QXZ"), "TE", "lay A, word 1 AN, pass", "A", ()),
        (("AMQ", "NYI", "QXZ"), "TE", "lay A, word 1 AN, pass", "B", ()),
        (("AMQ", "NYI", "QXZ"), "TE", "lay A, word 1 AN, pass", "B", ("table-style",)),
        (("AMQ", "NYI", "QXZ"), "TE", "lay A, word 1 AN, pass, word 1 MAN", "C", ()),
        (("AQ", "NQ", "YX"), "Z", "lay A, word 1 AN", "A", ()),  # it goes on, so the Y is not left over
    ],
)
@pytest.mark.sample(1, 0)
def test_D_A01_worlds_are_drawn_as_often_as_they_are_dealt(
    hands: tuple[str, ...], stock: str, moves: str, person: str, options: tuple[str, ...]
) -> None:
    check_chances(play(table(*hands, stock=stock, options=options), moves), person)


def everything(round: Anagrams) -> list[Move]:
    words = [word for line in round.lines for letter in "AEINSTXQ" for word in (line + letter, letter + line)]
    moves = [move for move in round.legal_moves if isinstance(move, Extend)]
    lines = range(len(round.lines) + 2)
    return [*dict.fromkeys([Pass(), *map(Lay, LETTERS), *moves, *(Extend(n, w) for n in lines for w in words)])]


@pytest.mark.parametrize("options", STYLES)
@pytest.mark.parametrize("seed", range(4))
def test_RCA_4_moves_is_what_why_not_lets_through(seed: int, options: tuple[str, ...]) -> None:
    round = walk(seed, *options, moves=5 * seed)
    for view_round in (round, *(round.seen_by(seat) for seat in round.rules.seats)):
        tried = everything(view_round)
        assert {move for move in tried if view_round.why_not(move) is None} == set(view_round.legal_moves)
    for move in tried:
        verdict = view_round.why_not(move)
        assert verdict is None or verdict.reason
    verdict = round.why_not(Bid(170))
    assert verdict is not None and verdict.id == "D-G27"


def test_every_topic_of_the_edition_gets_that_feedbackmewhere() -> None:
    topics = set()
    for seed in range(12):
        round, rng = start(seed), Random(seed)
        while not round.is_over:
            topics |= {reason.topic for move in everything(round) if (reason := round._reason_against(move))}
            move = rng.choice(round.legal_moves)
            after = round._apply(move)
            topics |= {reason.topic for reason in round._reasons_for(move, after)}
            round = after
    assert set(EDITION.cites) - topics <= {
        "dealt",  # said by a table that shows the deal
        *("win", "win-higher", "level"),  # said by the match
        # rare, each with a position above
        *("not-now", "turn", "drops", "no-starter", "all-passed", "empty-hand", "twice", "fewest", "fewest-level"),
    }


def test_a_round_prints_and_travels() -> None:
    round = walk(3, moves=6)
    unpickled = pickle.loads(pickle.dumps(round))
    assert unpickled == round and unpickled.hands == round.hands and unpickled.lines == round.lines
    assert [str(move) for move in (Lay(Card("A")), Extend(1, "MANY"), Pass())] == ["lay A", "word 1 MANY", "pass"]
    typed = play(table("AX", "NQ", "YM"), "lay A").play(Extend(1, "an"))
    assert typed == play(table("AX", "NQ", "YM"), "lay A, word 1 AN")
