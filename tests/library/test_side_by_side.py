"""One situation under several rules, and the readings that a switch turns to another: each with its verdicts."""

import pytest
from bids import opening
from rule_sets import ARTICLE, BULL_LED, LEAFLET, RULE_SETS
from specimen_records import specimen_record

import mam
from mam.games.trick_round import TrickRound
from mam.library.comparing.verdicts import Verdict
from mam.records import find_step
from mam.rules.rulings import all_rulings

# One situation under several rules


def test_the_same_card_is_ruled_under_three_readings() -> None:
    ruled = mam.rule_under(BULL_LED, [LEAFLET, f"{LEAFLET}+tiger-sets-color", ARTICLE], "Y2")
    assert [verdict.legal for verdict in ruled] == [True, False, False]
    assert [verdict.rulings[0].id for verdict in ruled] == ["R35-PLAY-5", "R35-PLAY-5", "R04-PLAY-3"]
    assert ruled.is_disputed and ruled.asked == "West plays Y2"
    assert "D-G19 (our reading; nearest: 1935 leaflet, page 6, Bear Card)" in str(ruled)
    assert "They differ." in str(ruled)
    assert not mam.rule_under(BULL_LED, [LEAFLET, "manhattan"], "Y2").is_disputed


def test_a_verdict_by_a_reading_says_that_it_is_ours() -> None:
    nobody_bids = {"hands": "N R2 | E R3 | S R4 | W R5", "bidder": "W", "until": "auction", "moves": "pass, pass, pass"}
    (verdict,) = mam.rule_under(nobody_bids, [ARTICLE], "pass")
    assert verdict.legal is False and verdict.rulings[0].kind == "reading" and "our reading" in verdict.source


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("who captures", ["North captures it, worth $170,000", "North captures it, worth $170,000"]),
        ("what is it worth?", ["$170,000", "$170,000"]),
        (
            "what is scored",
            [
                f"North-South $170,000, East-West −${opening(LEAFLET)},000",
                f"North-South −${opening(ARTICLE)},000, East-West $0",
            ],
        ),
        ("Who is next", ["nobody: the round is over", "nobody: the round is over"]),
    ],
)
def test_questions_about_a_trick_and_a_score(asked: str, expected: list[str]) -> None:
    """North leads to the only trick: in 1935 West has the bid then, in 2004 North."""
    trick = {"hands": "N R40 | E R30 | S BULL | W R15", "trump": "R", "lead": "N", "played": "R40 R30 BULL R15"}
    ruled = mam.rule_under(trick, [LEAFLET, ARTICLE], asked)
    assert [verdict.answer for verdict in ruled] == expected


def test_a_set_up_that_cannot_be_is_refused_with_its_ruling() -> None:
    named = {**BULL_LED, "trump": "NT+"}
    ruled = mam.rule_under(named, [LEAFLET, f"{ARTICLE}+no-trump", "six", "sweven", "millionaire"], "Y2")
    assert [verdict.possible for verdict in ruled] == [False, True, False, False, False]
    assert ruled[0].rulings[0].id == "R35-NEST-8"
    assert all(verdict.answer.startswith("impossible here: ") for verdict in ruled if not verdict.possible)
    assert ruled.is_disputed and "Not all of them reach this point." in str(ruled)
    too_much = mam.rule_under({**BULL_LED, "bid": 525}, [LEAFLET, f"{LEAFLET}+unlimited-bids"], "Y2")
    assert [verdict.possible for verdict in too_much] == [False, True]
    assert too_much[0].rulings[0].id == "D-G06" and too_much[0].rulings[0].kind == "reading"
    dummy = mam.rule_under(
        {**BULL_LED, "lead": "S", "played": ""}, [LEAFLET, "make-a-million-1935-two"], "what is legal"
    )
    assert [verdict.possible for verdict in dummy] == [True, True]
    dummy = mam.rule_under({**BULL_LED, "lead": "N", "played": ""}, ["make-a-million-1935-two"], "what is legal")
    assert not dummy[0].possible


def test_a_round_is_ruled_elsewhere_from_its_cards_or_its_calls() -> None:
    round = mam.make_position(LEAFLET, **BULL_LED)
    for given in (round, dict(BULL_LED)):
        assert [verdict.legal for verdict in mam.rule_under(given, [LEAFLET, ARTICLE], "play Y2")] == [True, False]
    dealt = mam.start(LEAFLET, seed=7, dealer="S").play(mam.Bid(200))
    for given in (dealt, repr(dealt)):
        ruled = mam.rule_under(given, [LEAFLET, ARTICLE, "manhattan", "sweven"], "who is next")
        assert [verdict.answer for verdict in ruled[:2]] == ["West, left of the dealer", "North, opposite the dealer"]
        assert [verdict.possible for verdict in ruled] == [True, True, False, False]
        assert ruled[2].rulings[0].id == "RMM-2"


@pytest.mark.parametrize("case", [case.id for case in mam.list_situations()])
def test_a_case_keeps_its_bidder_and_its_leader_under_every_edition(case: str) -> None:
    """And under its own edition it is ruled as it is."""
    try:
        round = mam.get_situation(case).game
    except (mam.IllegalMove, mam.RecordError):
        return  # test_situations tells of a set-up that its own rules refuse
    if not isinstance(round, TrickRound) or round.bidder is None:
        return  # a word game, or an auction
    editions = [round.rules.full_id, *mam.list_editions()]
    own, *verdicts = mam.rule_under(round, editions, "who is next")
    assert own.possible and isinstance(own.round, TrickRound)
    assert (own.round.turn, own.round.hands, own.round.bid) == (round.turn, round.hands, round.bid)
    assert own.round.captured == round.captured and own.round.trump == round.trump
    for verdict in (own, *verdicts):
        if not verdict.possible or "auction" not in verdict.rules.phases:  # type: ignore[attr-defined]
            continue
        assert isinstance(verdict.round, TrickRound) and verdict.round.bidder == round.bidder
        if round.played:
            assert verdict.round.history[-1] == round.history[-1]
            assert verdict.round.played == round.played and verdict.round.turn == round.turn


@pytest.mark.parametrize(
    ("case", "scores"),
    [("B16", [260, 50]), ("B17", [-210, 30]), ("B18", [210, 40]), ("B54", [55, 220]), ("B57", [55, -240])],
)
def test_a_score_does_not_depend_on_who_would_have_led(case: str, scores: list[int]) -> None:
    round = mam.get_situation(case).game
    assert isinstance(round, TrickRound)
    ruled = mam.rule_under(round, [LEAFLET, "manhattan", ARTICLE], "what is scored")
    assert not ruled.is_disputed and "They agree." in str(ruled)
    assert all(verdict.fact == dict(zip(("N-S", "E-W"), scores, strict=True)) for verdict in ruled)


def test_other_names_for_the_same_seats_are_no_dispute() -> None:
    round = mam.get_situation("B16").game
    assert isinstance(round, TrickRound)
    ruled = mam.rule_under(round, [LEAFLET, "make-a-million-1935-two"], "what is scored")
    assert ruled[0].answer == "North-South $260,000, East-West $50,000"
    assert ruled[1].answer == "North $260,000, East $50,000" and not ruled.is_disputed


def test_a_round_after_its_auction_keeps_its_bidder_before_the_first_lead() -> None:
    """B35: who leads to the specimen hand is the difference, and not who won its auction; and the bidder discards."""
    record = specimen_record()
    lead = record.rounds()[find_step(record, "trick 1 card 1") - 1]
    auction = record.rounds()[find_step(record, "discard") - 1]
    assert isinstance(lead, TrickRound) and isinstance(auction, TrickRound)
    assert (lead.phase, auction.phase) == ("play", "nest")
    ruled = mam.rule_under(lead, [LEAFLET, ARTICLE], "who is next")
    assert [verdict.answer for verdict in ruled] == ["East, left of the bidder", "North, the bidder"]
    move = str(auction.legal_moves[0])
    assert [verdict.legal for verdict in mam.rule_under(auction, [LEAFLET, ARTICLE], move)] == [True, True]


def test_faults_of_a_question_are_reported() -> None:
    with pytest.raises(ValueError, match=r"neither a question \(who is next, .*\) nor a move"):
        mam.rule_under(BULL_LED, [LEAFLET], "why")
    with pytest.raises(ValueError, match="a situation has no 'trumps'; it has: hands, trump, lead"):
        mam.rule_under({"trumps": "B"}, [LEAFLET], "Y2")
    with pytest.raises(ValueError, match="a situation names its hands"):
        mam.rule_under({"trump": "B"}, [LEAFLET], "Y2")
    with pytest.raises(ValueError, match="played must be text"):
        mam.rule_under({**BULL_LED, "played": ["BULL"]}, [LEAFLET], "Y2")
    with pytest.raises(ValueError, match="a situation must be a mapping like"):
        mam.rule_under(7, [LEAFLET], "Y2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a deal"):
        mam.rule_under(f"{LEAFLET} | N R40 | pass", [LEAFLET], "Y2")
    with pytest.raises(ValueError, match="no edition 'seven'"):
        mam.rule_under(BULL_LED, ["seven"], "Y2")
    with pytest.raises(ValueError, match="give the editions as a list"):
        mam.rule_under(BULL_LED, LEAFLET, "Y2")
    with pytest.raises(ValueError, match="at least one"):
        mam.rule_under(BULL_LED, [], "Y2")
    with pytest.raises(ValueError, match="no trick is complete"):
        mam.rule_under(BULL_LED, [LEAFLET], "who captures")
    with pytest.raises(ValueError, match="not over"):
        mam.rule_under(BULL_LED, [LEAFLET], "what is scored")


# Readings with a switch


def test_every_reading_with_a_switch_is_an_option() -> None:
    switches = {rule.id: rule.switch for rule in all_rulings().values() if rule.switch}
    offered = {(name, option.rule_id) for rules in RULE_SETS for name, option in rules.options.items()}
    assert {(switch, rule) for rule, switch in switches.items()} <= offered
    assert all(rule.question and rule.alternative for rule in all_rulings().values() if rule.switch)


def test_an_option_by_a_reading_is_named_by_that_reading() -> None:
    """Whoever reads the reading finds its switch; numbers of players and cards, and the mirror of a switch, are no such."""
    nameless = {
        (name, option.rule_id)
        for rules in RULE_SETS
        for name, option in rules.options.items()
        if all_rulings()[option.rule_id].kind == "reading" and all_rulings()[option.rule_id].switch != name
    }
    assert {name for name, _ in nameless if not name[0].isdigit() and not name.startswith("hands-of-")} == {
        "tiger-sets-no-color"
    }


def test_a_verdict_is_a_value() -> None:
    first, second = (mam.rule_under(BULL_LED, [LEAFLET], "Y2")[0] for _ in range(2))
    assert isinstance(first, Verdict) and first == second
    assert first != mam.rule_under(BULL_LED, [LEAFLET], "B5")[0]
