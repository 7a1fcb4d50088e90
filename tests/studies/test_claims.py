"""What the checks know of the sentences of problems and hands: each kind of claim, true and false."""

import pytest

import mam
from mam.studies.checks import hand_claims, problem_claims
from mam.studies.checks.problem_claims import Facts
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
