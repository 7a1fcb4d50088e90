"""Exercises on scores, matches and misplay, worked out again from what they give."""

import re

import oracle
import pytest
from cases import check_each

from mam.classroom import get_exercise
from mam.classroom.quantities import Number

STUDENTS = [f"student {number}" for number in range(15)]

pytestmark = pytest.mark.parametrize("student", STUDENTS)


def test_set_back(student: str) -> None:
    variant = get_exercise("set-back").variant(student)
    given = variant.given
    took = sum(map(oracle.trick_value, given["tricks"]))
    after = given["before"] + (took if took >= given["bid"] else -given["bid"])
    assert isinstance(variant.answer, Number) and variant.answer.value == after


@check_each("slug", ["set-back", "three-hands", "silent-partners", "whole-round"])
def test_slips_speak_of_the_bid_of_this_round(student: str, slug: str) -> None:
    """Nothing is explained by a bid that was made to a student whose bid was missed, nor the other way around."""
    variant = get_exercise(slug).variant(student)
    is_made = any(words in variant.solution for words in ("is made", "makes the bid", "enough for", "R35-SCORE-3"))
    assert isinstance(variant.answer, Number) and variant.answer.slips
    for slip in variant.answer.slips:
        if is_made:
            assert not re.search(r"less than the bid|A set-back costs", slip.why), slip
        else:
            assert not re.search(r"is enough|makes its bid scores everything|scores the money captured", slip.why), slip


def test_match_score(student: str) -> None:
    variant = get_exercise("match-score").variant(student)
    our_total, their_total = variant.given["start"]["N-S"], variant.given["start"]["E-W"]
    for row in variant.given["rounds"][:-1]:  # at least one is beyond the end of the match
        entered = {
            side: -row["bid"] if side == row["bidder"] and money < row["bid"] else money
            for side, money in row["captured"].items()
        }
        our_total, their_total = our_total + entered["N-S"], their_total + entered["E-W"]
        if max(our_total, their_total) >= 1000 and our_total != their_total:
            break
    else:
        pytest.fail("nobody wins")
    assert isinstance(variant.answer, Number) and variant.answer.value == our_total - their_total
    assert f"{'North-South' if our_total > their_total else 'East-West'} win with round" in variant.solution


def test_misplay_verdict(student: str) -> None:
    """The price by when it was found; of a stopped round also what the innocent side has captured."""
    variant = get_exercise("misplay-verdict").variant(student)
    given, text = variant.given, variant.statement
    before, kind = given["totals"][given["side"]], given["found"]
    guilty = re.search(r"In trick \d+ (\w+) played|(\w+), the bidder,", text)
    assert guilty
    offender = (guilty[1] or guilty[2])[0]
    assert (offender in given["side"]) == (kind in ("next trick", "nest")) or kind == "at once"
    taken = 0
    for winner, worth in re.findall(r"captured by (\w+), worth \$([\d,]+)", text):
        taken += int(worth.replace(",", "")) // 1000 if winner[0] in given["side"] else 0
    change = {"at once": 0, "next trick": -50, "nest": -100, "play on": 100, "stop": 100 + taken}[kind]
    assert isinstance(variant.answer, Number) and variant.answer.value == before + change


def test_the_tricks_of_a_misplay_are_counted_rightly(student: str) -> None:
    variant = get_exercise("misplay-verdict").variant(student)
    worths = [int(match.replace(",", "")) // 1000 for match in re.findall(r"worth \$([\d,]+)", variant.statement)]
    complete = [trick for trick in variant.given["tricks"] if len(trick) == 4]
    assert worths == list(map(oracle.trick_value, complete))


def test_whole_round(student: str) -> None:
    """The leader is left of the last to bid; then each captor leads, by the oracle."""
    variant = get_exercise("whole-round").variant(student)
    calls = re.findall(r"(\w+) \$([\d,]+)000", variant.given["calls"])
    bidder, bid = calls[-1][0][0], int(calls[-1][1].rstrip(","))
    leader, took = ("NESW".index(bidder) + 1) % 4, {"NS": 0, "EW": 0}
    assert len({card for trick in variant.given["tricks"] for card in trick}) == 52
    for trick in variant.given["tricks"]:
        leader = (leader + oracle.winner_index(trick, variant.given["trump"][0])) % 4
        took["NS" if leader % 2 == 0 else "EW"] += oracle.trick_value(trick)
    entered = {side: -bid if bidder in side and money < bid else money for side, money in took.items()}
    assert isinstance(variant.answer, Number) and variant.answer.value == entered["NS"] - entered["EW"]
