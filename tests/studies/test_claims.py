"""What the checks know of the sentences of problems and hands: each kind of claim, true and false."""

import pytest

import mam
from mam.studies.checks import hand_claims, problem_claims
from mam.studies.checks.line_claims import Lines, list_line_claims
from mam.studies.checks.problem_claims import Facts
from mam.studies.checks.trick_claims import list_trick_claims
from mam.studies.checks.trick_endings import OpenTrick
from mam.studies.hand import judge_hand
from mam.studies.problems.problem import find_problem


def find_facts(name: str) -> Facts:
    problem = find_problem(mam.get_study(name).chapters[0])
    certificate = problem.chapter.extra["certificate"]
    layouts = list(problem.belief.list_layouts())
    right = problem.stop.right
    return Facts(problem.belief, "S", layouts, right, certificate["sure"], certificate["reaches"])


# Problem 12: Black is trump; West Y7, North Y1 and East Y30 lie there, and you play last; eight cards are out.
@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Four trumps are out.", "Three trumps are out."),
        ("Only one Green is out.", "Two Greens are out."),
        ("No Red is out.", "No Green is out."),
        ("No Red and no other Green is out.", "No other Black is out."),
        ("The Black 11, 10, 8 and 1 are out.", "The Black 11, 9 and 8 are out."),
        ("Only the Green 15 is out.", "Only the Black 11 is out."),
        ("You play last.", "East plays last."),
        ("North plays after West.", "North plays after East."),
        ("You see North's Tiger.", "You fear West's Tiger."),
        ("East's 30 is high.", "East's 40 is high."),
        ("East's Yellow 15 may come.", "East's Red 15 may come."),
        ("$155,000 is sure.", "$120,000 is sure."),
        ("Only $120,000 is sure.", "Only $155,000 is sure."),
        ("With the Black 40, it works in 51 of 70 layouts.", "With the Black 40, it works in 45 of 70 layouts."),
        ("If you play the Red 5, it works in 45 of 70 layouts.", "If you play the Red 5, it works in no layout."),
    ],
)
def test_each_claim_of_a_problem_is_compared(true: str, false: str) -> None:
    facts = find_facts("p12")
    assert [claim.fault for claim in problem_claims.list_claims(true, facts)] == [""]
    (claim,) = problem_claims.list_claims(false, facts)
    assert claim.fault


@pytest.mark.parametrize(
    "text",
    ["Then no trump is out.", "If three trumps are out, wait.", "East leads, and North plays last.", "Who plays last?"],
)
def test_what_comes_later_is_not_compared(text: str) -> None:
    assert list(problem_claims.list_claims(text, find_facts("p12"))) == []


@pytest.mark.parametrize(
    ("place", "answer", "true", "false"),
    [
        ("discard", "B9 B2 B1", "No Black is left.", "No Red is left."),
        ("discard", "R1 Y8 B9", "Red 2 stays.", "Red 1 stays."),
        ("discard", "R1 Y8 B9", "Both Blacks stay.", "Both Yellows stay."),
        ("trick 3 card 3", "Y8", "Your only Yellow goes.", "Your only Green goes."),
        ("trick 8 card 1", "R1", "Six tricks are left.", "Five tricks are left."),
        ("trick 8 card 1", "G15", "Only the Tiger beats it.", "Only the Green 40 beats it."),
        ("trick 8 card 1", "G15", "Only the Tiger beats your 10.", "Only the 40 and the Tiger beat your 10."),
        ("trick 8 card 1", "G15", "The Tiger is out: it takes your 10.", "Red 5 is out: it takes your 10."),
        ("trick 8 card 1", "G15", "One trump is out.", "No trump is out."),
    ],
)
def test_each_claim_of_a_hand_is_compared(place: str, answer: str, true: str, false: str) -> None:
    judgment = next(found for found in judge_hand(mam.get_study("h03").chapters[0]) if found.stop.at == place)
    count = len(list(hand_claims.list_claims(judgment)))
    for text, is_true in ((true, True), (false, False)):
        claims = list(hand_claims.list_claims(judgment, [(answer, text)]))[count:]
        assert claims and all(not claim.fault for claim in claims) == is_true, text


# What is said of the trick on the table, after one first card
@pytest.mark.parametrize(
    ("name", "first", "true", "false"),
    [
        ("p27", "TIGER", "You take this trick.", "East takes this trick."),
        ("p27", "B15", "East takes it.", "You take it."),
        ("p42", "R8", "You take $15,000.", "You take $25,000."),
        ("p42", "R8", "You take $15,000 at most.", "You take $10,000 at most."),
        ("p61", "B11", "The Black 40 takes it.", "Your 11 takes it."),
        ("p61", "TIGER", "The Tiger takes the 40.", "West's 40 takes it."),
        ("p61", "B11", "West must play the Black 40.", "West must play the Green 15."),
        ("p41", "B3", "East must follow Green.", "East must play a trump."),
        ("p40", "R11", "The Tiger beats Red 11.", "The Red 10 beats Red 11."),
        ("p40", "R11", "Only the Tiger beats Red 11.", "Only the Red 10 beats Red 11."),
        ("p61", "TIGER", "Nothing beats the Tiger.", "Nothing beats your 11."),
        ("p129", "Y10", "West has the Tiger and the Bull.", "West has the Tiger and the Yellow 15."),
        ("p93", "BEAR", "This is bad: this trick is worth nothing.", "This is bad: this trick is worth $10,000."),
        ("p62", "TIGER", "$25,000 is on this trick.", "$15,000 is on this trick."),
        ("p57", "Y15", "No money lies here.", "$10,000 is on the table."),
        ("p62", "B8", "North is winning.", "West is winning."),
        ("p16", "Y7", "East may play the Bear.", "East can't play the Bear."),
        ("p16", "Y7", "The Bear can fall.", "The Bear can't fall."),
        ("p62", "Y15", "West can trump.", "West can't trump."),
        ("p85", "B30", "East has three cards.", "East has two cards."),
        ("p85", "B30", "Only two unseen cards are not Red.", "Only three unseen cards are not Red."),
        (
            "p11",
            "BULL",
            "If East has the Bear, the trick is worth nothing.",
            "If East has the Bear, West takes this trick.",
        ),
        ("p41", "B3", "With the Red 10, East takes it.", "With the Red 10, you take it."),
    ],
)
def test_each_claim_of_the_trick_is_held_against_every_layout(name: str, first: str, true: str, false: str) -> None:
    trick = OpenTrick(find_problem(mam.get_study(name).chapters[0]).belief, "S")
    for text, is_true in ((true, True), (false, False)):
        claims = list(list_trick_claims(text, trick, [first]))
        assert claims and all(not claim.fault for claim in claims) == is_true, (text, claims)


@pytest.mark.parametrize("text", ["Then East takes it.", "If you trump, East takes it.", "Does East take it?"])
def test_what_is_said_of_later_tricks_is_not_held_against_this_one(text: str) -> None:
    trick = OpenTrick(find_problem(mam.get_study("p27").chapters[0]).belief, "S")
    assert list(list_trick_claims(text, trick, ["TIGER"])) == []


# What is said of the tricks to come
@pytest.mark.parametrize(
    ("name", "first", "true", "false"),
    [
        ("p38", "Y4", "All four tricks are yours.", "All three tricks are yours."),
        ("p38", "Y4", "You win all tricks.", "You win all three tricks."),
        ("p26", "BEAR", "Your Yellow 8 and Yellow 5 win the other two tricks.", "All three tricks are yours."),
        ("p32", "Y1", "Your 15 and the Tiger win the rest.", "Your 15 and North's 10 win the rest."),
        ("p67", "R15", "Later the Red 11 may take your 10.", "Later the Red 11 may take your 15."),
        ("p67", "R15", "Later your 10 may be lost.", "Later your Red 15 may be lost."),
        ("p16", "Y10", "Later the Bear may spoil the 15.", "Later the Bear may double the 15."),
    ],
)
def test_each_claim_of_later_tricks_is_compared_with_lines(name: str, first: str, true: str, false: str) -> None:
    problem = find_problem(mam.get_study(name).chapters[0])
    lines = Lines(problem, OpenTrick(problem.belief, "S"))
    for text, is_true in ((true, True), (false, False)):
        claims = list(list_line_claims(text, lines, [first], is_wrong=first not in problem.stop.right))
        assert claims and all(not claim.fault for claim in claims) == is_true, (text, claims)
