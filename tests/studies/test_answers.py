"""`mam.studies.answers`: every answer is judged by the rules and by the study, and played on."""

import pytest
from tables import position

from mam.studies import parse_study
from mam.studies.answers import Judgment, judge_chapter
from mam.studies.facts import find_fact
from mam.studies.predicates import Line, parse_test, passes_discard
from mam.studies.setting import set_up
from mam.studies.study import Chapter
from mam.support.data_files import find_data_folder
from mam.text.notation import parse_cards

HEAD = 'format = 1\nshelf = "learn"\nid = "x"\ntitle = "X"\nedition = "make-a-million-1935"\n[[chapter]]\nid = "a"\n'


def make_chapter(position: str, *stops: str) -> Chapter:
    tables = "".join(f"[[chapter.stop]]\n{stop}\n" for stop in stops)
    return parse_study(f"{HEAD}position = {{ {position} }}\n{tables}").chapters[0]


def judge(position: str, *stops: str) -> list[Judgment]:
    return judge_chapter(make_chapter(position, *stops))


def ask_card(position: str, test: str, right: str, more: str = "") -> dict[str, tuple[str, bool | None]]:
    """Return the verdict of each card, and what the test says of it."""
    codes = ", ".join(f'"{code}"' for code in right.split())
    (judgment,) = judge(position, f'ask = "card"\ntest = "{test}"\nright = [{codes}]\n{more}')
    return {answer.text: (answer.verdict, answer.passes) for answer in judgment.answers.values()}


def test_an_answer_is_right_wrong_or_illegal_with_its_rule() -> None:
    (judgment,) = judge('trump = "B", trick = "W: G2 G9 G4", hands = "S G30 G1 R40"', 'ask = "card"\nright = ["G30"]')
    assert {answer.text: answer.verdict for answer in judgment.answers.values()} == {
        "G30": "right",
        "G1": "wrong",
        "R40": "illegal",
    }
    ruling = judgment.answers["R40"].ruling
    assert ruling is not None and (ruling.id, ruling.reason) == (
        "R35-PLAY-5",
        "You must follow Green: you still hold G30 and G1.",
    )


def test_a_stop_with_a_moment_stands_there_wherever_the_one_before_leads() -> None:
    whole_deal, _ = (find_data_folder() / "studies" / "hands" / "h07.toml").read_text("utf-8").split("# Prices are")
    stops = ('at = "trick 1 card 3"\nright = ["B8"]', 'at = "trick 3 card 4"\nright = ["R1"]')
    text = whole_deal.replace('"hands"', '"learn"') + "".join(
        f'[[chapter.stop]]\nask = "card"\n{stop}\n' for stop in stops
    )
    games = [judgment.round for judgment in judge_chapter(parse_study(text).chapters[0])]
    assert [len(game.played) for game in games] == [3, 12]


@pytest.mark.parametrize(
    ("test", "passing"),
    [
        ("legal", "R1 Y30 BULL"),
        ("we take", "R1 Y30 BULL"),
        ("you take", ""),
        ("they take", ""),
        ("N takes", "R1 Y30 BULL"),
        ("E takes", ""),
        ("we get 80", "Y30 BULL"),
        ("we get 101", ""),
        ("they get 0", "R1 Y30 BULL"),
        ("worth 100", "BULL"),
        ("keep BULL", "R1 Y30"),
        ("keep BULL Y30", "R1"),
        ("we take and keep R1", "Y30 BULL"),
        ("we take 1", "R1 Y30 BULL"),
        ("we take 2", ""),
        ("you take all", ""),
    ],
)
def test_predicates(test: str, passing: str) -> None:
    found = ask_card('trump = "B", trick = "W: G2 G40 G10", hands = "S R1 Y30 BULL"', test, "BULL")
    assert {text for text, (_, passes) in found.items() if passes} == set(passing.split())


def test_a_trick_that_nobody_takes_is_nobodys() -> None:
    """In the exact game Bull against Bear: the line after it as side A sees it."""
    round = position("exact-tricks", "A BULL | B BEAR", dealer="B", players=2, stock="R1", played="BULL, BEAR")
    line = Line(round, 0, "A", ("A",))
    assert [parse_test(test, "AB")[0](line) for test in ("you take", "we take", "they take", "B takes")] == [False] * 4


def test_money_captured_before_counts() -> None:
    position = 'trump = "B", trick = "W: R2 R4 R5", hands = "S R40 R1", captured = { we = 185, they = 170 }'
    assert ask_card(position, "we get 230", "R40") == {"R40": ("right", True), "R1": ("wrong", False)}


@pytest.mark.parametrize("test", ["you takes", "we take many", "they get", "keep", "worth it", "take", "void R"])
def test_an_unknown_test_is_refused(test: str) -> None:
    with pytest.raises(ValueError, match="is no test of a card: write you take"):
        parse_test(test, "NESW")


def test_tests_of_a_discard() -> None:
    hand, cards = parse_cards("R7 R3 R2 Y40 B5 B4"), parse_cards("R7 R3 R2")
    assert passes_discard("void R", cards, hand) and not passes_discard("void B", cards, hand)
    assert passes_discard("worth 0 and keep B5", cards, hand) and not passes_discard("worth 5", cards, hand)
    with pytest.raises(ValueError, match="is no test of a discard"):
        passes_discard("you take", cards, hand)


# Playing on


def test_an_unknown_hand_follows_with_its_lowest_number_card() -> None:
    (judgment,) = judge('trump = "B", trick = "N: R9 R11", hands = "S R40 R30"', 'ask = "card"\nright = ["R40"]')
    end = judgment.answers["R40"].end
    assert end is not None and end.tricks[-1].cards == parse_cards("R9 R11 R40 R1")


def test_a_reply_that_is_named_is_played() -> None:
    (judgment,) = judge(
        'trick = "N: R9 R11", hands = "S R40 R30"',
        'ask = "card"\nright = ["R40"]\nthen = { R40 = "W R4", other = "W R5" }',
    )
    ends = [judgment.answers[code].end for code in ("R40", "R30")]
    assert [end.tricks[-1].cards[-1].code for end in ends if end] == ["R4", "R5"]


def test_a_reply_that_the_seat_cannot_make_is_refused() -> None:
    with pytest.raises(ValueError, match=r"West can't reply R40: You don't hold the Red 40|West can't reply R40"):
        judge('trick = "N: R9 R11", hands = "S R40 R30"', 'ask = "card"\nright = ["R40"]\nthen = "W R40"')


def test_a_known_opponent_replies_with_what_defeats_the_test() -> None:
    position = 'trump = "R", trick = "N: G40 G2", hands = "S Y9 BULL | W Y4 R1", open = "W"'
    assert ask_card(position, "they get 40", "Y9") == {"Y9": ("right", True), "BULL": ("wrong", False)}


def test_a_known_partner_helps() -> None:
    position = 'trump = "B", trick = "S:", hands = "S Y3 G5 | W Y9 G7 | N Y40 Y1 | E Y30 G9", open = "W N E"'
    assert ask_card(position, "N takes", "Y3") == {"Y3": ("right", True), "G5": ("wrong", False)}


def test_the_board_is_played_to_its_end_where_the_study_says_so() -> None:
    position = 'trump = "B", trick = "S:", hands = "S B30 TIGER | W R9 R8 | N Y2 Y1 | E R7 B40", open = "W N E"'
    assert ask_card(position, "you take all", "TIGER", 'until = "end"') == {
        "B30": ("wrong", False),
        "TIGER": ("right", True),
    }


def test_the_next_stop_begins_at_your_next_turn_after_the_first_right_answer() -> None:
    position = (
        'trump = "B", trick = "W: R2 R9 R4", hands = "S R11 R3 Y40 | W Y5 G4 | N Y1 G2 | E Y30 G9", open = "W N E"'
    )
    first, second = judge(
        position, 'ask = "card"\nright = ["R11"]', 'ask = "card"\ntext = "Lead."\nright = ["R3", "Y40"]'
    )
    assert first.round.tricks == () and len(second.round.tricks) == 1 and second.round.turn == "S"
    assert set(second.answers) == {"R3", "Y40"}


def test_the_others_play_between_two_stops() -> None:
    position = 'trump = "B", trick = "S:", hands = "S R40 Y3 | W R5 G4 | N R1 G2 | E R30 G9", open = "W N E"'
    _, second = judge(position, 'ask = "card"\nright = ["R40"]', 'ask = "card"\ntext = "Go on."\nright = ["Y3"]')
    assert len(second.round.tricks) == 1 and second.round.turn == "S"


# Other questions


def test_calls_are_judged_by_the_rules() -> None:
    stop = 'ask = "bid"\nchoices = ["pass", "195", "200", "202"]\nright = ["pass", "200"]\ntest = "legal"'
    (judgment,) = judge('dealer = "E", calls = "E 190"', stop)
    assert {answer.text: (answer.verdict, answer.passes) for answer in judgment.answers.values()} == {
        "pass": ("right", True), "195": ("illegal", False), "200": ("right", True), "202": ("illegal", False),
    }  # fmt: skip


def test_discards_are_judged_each() -> None:
    stop = 'ask = "discard"\nright = ["Y3 G9 B8"]\ntest = "legal"\ncount = 1\nwrong = { "Y3 G5 B8" = "Money." }'
    (judgment,) = judge('bid = "S 200", hands = "S R40 R15 Y10 Y3 G9", nest = "B8 G5 R30"', stop)
    assert len(judgment.answers) == 56 and [answer.text for answer in judgment.list_answers("right")] == ["Y3 B8 G9"]
    assert judgment.answers["Y3 B8 G5"].sentence == "Money." and judgment.answers["Y3 B8 G5"].verdict == "illegal"


def test_a_sentence_may_be_for_every_discard_with_a_card() -> None:
    stop = 'ask = "discard"\nright = ["Y9 Y7 Y2"]\ntest = "void Y"\nwrong = { G4 = "Not Green.", other = "No." }'
    (judgment,) = judge('bid = "S 220", hands = "S Y9 Y2 B40 B30 B8 G10 G4", nest = "R40 R11 Y7"', stop)
    assert judgment.answers["R11 B8 G4"].sentence == "Not Green." and judgment.answers["R11 Y2 B8"].sentence == "No."


def test_the_colors_to_name_are_those_of_the_rules() -> None:
    position = 'bid = "S 200", hands = "S R40 R9", nest = "B1 B2 B3", discarded = "B1 B2 B3"'
    (judgment,) = judge(position, 'ask = "trump"\nright = ["R"]\nwrong = { other = "No." }')
    assert {text: answer.verdict for text, answer in judgment.answers.items()} == {
        "R": "right",
        "Y": "wrong",
        "B": "wrong",
        "G": "wrong",
    }


SCORED = 'bid = "S 220", captured = { we = 215, they = 185 }, totals = { we = 790, they = 815 }'


@pytest.mark.parametrize(
    ("position", "fact", "answer"),
    [
        ('trump = "B", trick = "N: Y30 B1 Y40 BULL"', "winner", "E"),
        ('trump = "B", trick = "N: Y30 B1 Y40 BULL"', "next leader", "E"),
        ('trump = "B", trick = "N: Y30 B1 Y40 BULL"', "value", "140"),
        ('trump = "B", trick = "N: Y30 B1 Y40 BULL"', "money", "70"),
        ('trump = "B", trick = "E:"', "last", "N"),
        ('trump = "B", bid = "E 220"', "first leader", "S"),
        ('trick = "N: Y8 Y30", hands = "S Y15 Y3 R40"', "legal", "2"),
        ('trump = "B", trick = "S:", hands = "S B40 TIGER R1"', "trumps", "14"),
        ('trump = "B", trick = "S:", hands = "S B40 TIGER R1"', "trumps held", "2"),
        ('dealer = "S"', "hand size", "13"),
        ('dealer = "S"', "pack", "400"),
        ('dealer = "W"', "next dealer", "N"),
        ('dealer = "W", calls = "W 200"', "to call", "N"),
        ('dealer = "W", calls = "W 200, N 210"', "high bid", "210"),
        ('dealer = "S", calls = "S 200, W pass, N pass, E pass"', "bidder", "S"),
        (SCORED, "score we", "-220"),
        (SCORED, "score they", "185"),
        (SCORED, "total we", "570"),
        (SCORED, "total they", "1000"),
        (SCORED, "short", "5"),
        (SCORED, "match", "East-West"),
        (SCORED.replace("815", "814"), "match", "Nobody yet"),
        (SCORED.replace("we = 215", "we = 225"), "match", "Your side"),
    ],
)
def test_facts_are_what_the_engine_says(position: str, fact: str, answer: str) -> None:
    chapter = make_chapter(position, 'ask = "choice"\nright = ["x"]')
    assert find_fact(chapter, set_up(chapter), fact) == answer


def test_a_fact_that_the_position_does_not_give_is_refused() -> None:
    chapter = make_chapter('trick = "S:", hands = "S R40"', 'ask = "choice"\nright = ["x"]')
    for fact, fault in (
        ("winner", "no trick is complete"),
        ("score we", "a score needs the bid"),
        ("weather", "no fact 'weather'"),
    ):
        with pytest.raises(ValueError, match=fault):
            find_fact(chapter, set_up(chapter), fact)


@pytest.mark.parametrize(
    ("position", "stop", "fault"),
    [
        ('trick = "W: R2", hands = "S R40"', 'ask = "card"\nright = ["R40"]', "it is North's turn, not South's"),
        ('trick = "S:", hands = "S R40"', 'ask = "bid"\nchoices = ["175"]\nright = ["175"]', "the round is in the phase 'play'"),
        ('trick = "S:", hands = "S R40"', 'ask = "card"\nright = ["R30"]', "right: 'R30' is no answer here; the answers are R40"),
        ('trick = "S:", hands = "S R40 ?"', 'ask = "card"\nright = ["R40"]', "your own hand must be complete"),
        ('trick = "N: R1 R2 R3 R4"', 'ask = "seat"\nright = ["N"]', "needs “is”"),
        ('trick = "N: R1 R2 R3 R4"', 'ask = "choice"\nchoices = ["a"]\nright = ["a"]', "or the rules that it follows from"),
        ('trick = "N: R5 R2 R3 R4"', 'ask = "amount"\nis = "value"\nchoices = [0, 9]\nright = [9]', "value is '5', which is no choice here: 0, 9"),
        ('bid = "S 200", hands = "S R9 R4", nest = "G8 G4 B2"', 'ask = "discard"\nright = ["R9 R4 R3"]', "names R3, which you don't hold"),
        ('trick = "S:", hands = "S R40", open = "Q"', 'ask = "card"\nright = ["R40"]', "open names the seats N E S W, not Q"),
        ('trick = "N: R1 R1"', 'ask = "card"\nright = ["R40"]', "R1 is named twice"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(position: str, stop: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        judge(position, stop)
