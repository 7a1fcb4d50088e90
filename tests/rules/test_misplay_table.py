"""The table: what it refuses, its events as text, what a person sees, and its score."""

import pickle

import pytest
from misplay_tables import FOUR, MANHATTAN, THREE, TWO, four, lay, legal_cards, lenient, play_out, revoke, roles
from tables import card, cards, position

import mam
from mam.misplay import EventError, Table, apply_event, replay_table
from mam.text.notation import NotationError

LATE = "N R11 R10 R9 Y1 | E G1 R40 R8 Y2 | S R4 R7 Y4 R3 | W R5 R2 R1 Y8"


def turned_over() -> Table:
    """A table at which the first trick went to another hand after a correction."""
    return lay(four(LATE), "R11 G1 R4 R5 R10 R8 R7 R2 R9").claim(1).choose("play on")


def test_a_table_starts_like_a_round() -> None:
    round = mam.start(FOUR, seed=3, dealer="E")
    table = Table(round)  # type: ignore[arg-type]
    assert (
        table.round == round
        and table.events == ()
        and table.misplays == ()
        and not table.is_over
        and table.result is None
    )
    assert table.legal_moves == round.legal_moves and table.turn == table.actor == "E" and table.phase == "auction"
    assert table.adjustments == {"N-S": 0, "E-W": 0} and table.choosers == ()


def test_calls_and_trump_follow_the_rules() -> None:
    round = mam.start(FOUR, seed=3, dealer="E")
    table = Table(round)  # type: ignore[arg-type]
    for wrong in (mam.Pass(), mam.Bid(170), mam.Play(round.hands["E"][0]), mam.Discard(round.hands["E"][:3])):
        assert table.why_not(wrong) == round.why_not(wrong) is not None
        with pytest.raises(mam.IllegalMove) as caught:
            table.play(wrong)
        assert caught.value.ruling == table.why_not(wrong)
    assert table.why_not(mam.Bid(200)) is None and table.why_not(mam.Bid(200), "E") is None
    assert table.why_not(mam.Bid(200), "S") == round.why_not(mam.Bid(200), "S") is not None
    with pytest.raises(mam.IllegalMove, match=r"^You can't do “score” now: there are still cards to play\."):
        table.score()
    with pytest.raises(mam.IllegalMove, match=r"^You can't claim a wrong discard: nobody has discarded yet\."):
        table.claim("nest")


def test_a_card_must_be_in_hand_and_in_turn_here_too() -> None:
    table = lay(roles(FOUR, "W", "E")[0], "R40")
    assert legal_cards(table) == "R5 R4 G3 G2 G1" == " ".join(card.code for card in table.round.hands["E"])
    for code, seat, rule_id in (("R40", None, "D-G27"), ("R9", None, "D-G27"), ("R9", "S", "R35-PLAY-3")):
        verdict = table.why_not(mam.Play(card(code)), seat)
        assert verdict is not None and verdict.id == rule_id
        assert verdict.instead == (table.legal_moves if seat is None else ())
    for code in ("R5", "G1"):
        assert table.why_not(mam.Play(card(code)), "E") is None
        out_of_turn = table.why_not(mam.Play(card(code)), "W")
        assert out_of_turn is not None and out_of_turn.reason == "It is East's turn, not yours."
        with pytest.raises(mam.IllegalMove, match="It is East's turn"):
            table.lay(card(code), "W")
    for move in (mam.NameTrump(mam.Color.RED), mam.Pass(), mam.Discard(cards("R5 G1 G2"))):
        verdict, strict = table.why_not(move), table.verdict(move)
        assert verdict is not None and strict is not None and verdict.reason == strict.reason
    with pytest.raises(ValueError, match="no seat 'Q'"):
        table.why_not(mam.Play(card("R5")), "Q")
    with pytest.raises(TypeError, match="a move is"):
        table.why_not("R5")  # type: ignore[arg-type]


def test_a_covered_card_cannot_be_played() -> None:
    table = revoke(1, TWO, "N", "S")
    assert legal_cards(table) == "R5 R4 G1"
    verdict = table.why_not(mam.Play(card("G2")))
    assert verdict is not None and verdict.id == "R2H-12"


def test_exactly_three_cards_of_the_hand_are_discarded() -> None:
    round = position(FOUR, "N R40 R30 | E R5 R4 | S R1 R2 | W TIGER Y5", bidder="W", trump="B", nest="Y1 Y2 Y3")
    moment = replay_table(round.rules, round.deal, list(map(str, round.history[:4])))
    assert moment.phase == "nest" and set(moment.legal_moves) > set(moment.round.legal_moves)
    for wrong in ("Y1 Y2", "Y1 Y2 Y3 Y5", "Y1 Y2 R40", "Y1 Y1 Y2"):
        verdict = moment.why_not(mam.Discard(cards(wrong)))
        assert verdict is not None and verdict.id in {"R35-NEST-2", "D-G27"}
    assert moment.why_not(mam.Play(card("Y5"))) is not None and moment.why_not(mam.NameTrump(mam.Color.RED)) is not None
    assert moment.why_not(mam.Discard(cards("Y5 TIGER Y1")), "N") is not None
    for right in moment.legal_moves:
        assert moment.why_not(right) is None and moment.why_not(right, "W") is None
    assert len(moment.legal_moves) == 10 and len(set(moment.legal_moves)) == 10


def test_nothing_can_be_played_when_the_round_is_over() -> None:
    table = revoke(9).claim(1).choose("stop")
    verdict = table.why_not(table.round.legal_moves[0])
    assert verdict is not None and verdict.id == "D-G27" and verdict.instead == ()
    assert verdict.reason == f"You can't do “{table.round.legal_moves[0]}” now: the round has been scored."
    assert table.verdict(table.round.legal_moves[0]) == verdict
    for act, action in ((lambda: table.choose("stop"), "stop"), (table.score, "score")):
        with pytest.raises(mam.IllegalMove, match=rf"^You can't do “{action}” now: the round has been scored\."):
            act()  # type: ignore[operator]
    count = lay(roles(FOUR, "W", "E")[0], "R40 R5 R9 R3 R30 R4 R8 R2 R15 G1 R7 R1 R11 G2 Y1 Y3 R10 G3 Y2 Y4")
    assert count.phase == "count" and count.why_not(mam.Play(card("R5"))) is not None
    assert count.verdict(mam.Play(card("R5"))) == count.why_not(mam.Play(card("R5")))


def test_settle_adds_to_the_totals_of_each_account() -> None:
    table = revoke(5, THREE, "B", "A").claim(1)
    assert table.settle({"A": 100, "B": 7}) == {"A": 50, "B": 7, "C": -50}
    end = play_out(lay(table, "R5 R3"))
    assert end.result is not None and end.result.scores == {"A": 100, "B": -200, "C": 100}
    assert end.settle({"A": 100, "B": 7}) == {"A": 150, "B": -193, "C": 50}
    with pytest.raises(ValueError, match=r"^no account D, N-S: there are A, B, C$"):
        table.settle({"N-S": 1, "D": 2, "A": 3})
    with pytest.raises(TypeError, match="can't be changed"):
        end.result.adjustments["A"] = 0  # type: ignore[index]
    with pytest.raises(TypeError, match="can't be changed"):
        end.result.captured["A-C"] = 0  # type: ignore[index]


# Events as text


EVENTS = (
    "bid 200", "pass", "pass", "pass", "discard G8 G7 G4", "trump B", "play R11", "play G1", "claim trick 1 by S",
    "play R8", "play R4", "play Y8", "claim trick 1 W", "play R5", "play R10", "play R40", "play Y4", "play R2",
    "play R1", "play R9", "play Y2", "claim nest", "play R3", "score",
)  # fmt: skip


def test_events_are_replayed() -> None:
    round = position(FOUR, LATE, bidder="W", trump="B", nest="G8 G7 G4")
    moment = replay_table(round.rules, round.deal, EVENTS[:12])
    assert [(misplay.seat, misplay.trick, misplay.end) for misplay in moment.misplays] == [
        ("E", 1, "corrected"),
        ("W", 1, ""),
    ]
    assert moment.events == EVENTS[:12] and moment.phase == "play"


@pytest.mark.parametrize("count", [2, 4, 5, 8, 9])
@pytest.mark.parametrize(("edition", "bidder", "offender"), [(FOUR, "W", "E"), (THREE, "B", "A"), (TWO, "N", "S")])
def test_events_lead_to_the_same_table(edition: str, bidder: str, offender: str, count: int) -> None:
    table = revoke(count, edition, bidder, offender)
    if not table.misplays:
        return
    steps = [table, table.claim(1, by=bidder), table.claim(1, offender)]
    if count == 9:
        steps += [steps[-1].choose("stop"), steps[-1].choose("play on"), play_out(steps[-1].choose("play on"))]
    for step in steps:
        replayed = replay_table(step.rules, step.round.deal, step.events)
        for name in (
            "round",
            "events",
            "misplays",
            "rulings",
            "charges",
            "set_aside",
            "leaders",
            "pending",
            "must_correct",
            "result",
        ):
            assert getattr(replayed, name) == getattr(step, name), name
        assert replayed == step == pickle.loads(pickle.dumps(step)) and hash(replayed) == hash(step)
        assert replayed.round.hands == step.round.hands and replayed.phase == step.phase and replayed.turn == step.turn


def test_tables_with_different_events_differ() -> None:
    table = revoke(5)
    assert table != table.claim(2) and table != revoke(6) and table.claim(1) != table.claim(1, "E")
    assert table.claim(2).round == table.round


def test_a_table_prints_its_events() -> None:
    moment = lenient(mam.TrickRound(mam.get_edition(THREE, ["offender-pays"]), mam.start(THREE, seed=2).deal))  # type: ignore[arg-type]
    moment = moment.play(mam.Bid(200))
    assert repr(moment) == f"table | {THREE}+offender-pays | {moment.round.deal!r} | bid 200"
    assert repr(moment.play(mam.Pass())).endswith(" | bid 200, pass")


def test_spaces_and_case_do_not_matter() -> None:
    table = revoke(5)
    for line, event in (
        ("claim trick 1", "claim trick 1"),
        ("  claim  trick 01 ", "claim trick 1"),
        ("claim trick 1 E", "claim trick 1 E"),
        ("claim trick 1 by W", "claim trick 1 by W"),
        ("claim trick 1 E by W", "claim trick 1 E by W"),
        ("claim nest by W", "claim nest by W"),
        ("r5", "play R5"),
    ):
        next_table = apply_event(table.claim(1) if line == "r5" else table, line)
        assert next_table.events[-1] == event
    late = revoke(9).claim(1)
    assert apply_event(late, "play on") == late.choose("play on") and apply_event(late, " stop ") == late.choose("stop")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("claim", "'claim' is not a claim: write claim nest, claim trick 3, or claim trick 3 W by N"),
        ("claim trick", "'claim trick' is not a claim: write claim nest"),
        ("claim trick two", "'claim trick two' is not a claim: write claim nest"),
        ("claim trick ²", "'claim trick ²' is not a claim: write claim nest"),
        (
            "claim trick 1 E W",
            "'claim trick 1 E W' is not a claim: after the trick or nest write the seat, by and the seat that claims, or both",
        ),
        ("claim nest by", "nobody sits|no seat 'by'"),
        ("jump", "'jump' is not a move"),
    ],
)
def test_malformed_events_are_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        apply_event(revoke(5), line)
    assert isinstance(caught.value, NotationError) or line == "claim nest by"


def test_a_claim_of_a_trick_far_too_high_is_refused() -> None:
    with pytest.raises(mam.IllegalMove, match=r"^You can't claim a misplay in trick 9999"):
        apply_event(revoke(5), "claim trick 9999")
    for number in (
        "10001",
        "99999999999999999999",
        "١",
    ):  # more digits than any trick has, and digits of another script
        with pytest.raises(NotationError, match=f"^'claim trick {number}' is not a claim: write claim nest"):
            apply_event(revoke(5), f"claim trick {number}")


def test_the_impossible_event_is_named() -> None:
    table = revoke(5)
    events = [*table.events, "claim trick 7", "play R5"]
    with pytest.raises(EventError) as caught:
        replay_table(table.rules, table.round.deal, events)
    number = len(table.events) + 1
    assert (caught.value.number, caught.value.line) == (number, "claim trick 7")
    assert str(caught.value).startswith(f"event {number} ('claim trick 7'): You can't claim a misplay in trick 7")
    assert caught.value.fault.startswith("You can't claim a misplay in trick 7") and isinstance(
        caught.value.__cause__, mam.IllegalMove
    )
    unpickled = pickle.loads(pickle.dumps(caught.value))
    assert (unpickled.number, unpickled.line, str(unpickled)) == (number, "claim trick 7", str(caught.value))
    with pytest.raises(EventError, match=r"^event 1 \('hop'\): 'hop' is not a move"):
        replay_table(table.rules, table.round.deal, ["hop"])


def test_a_table_needs_every_card() -> None:
    round = mam.start(FOUR, seed=3, dealer="E")
    with pytest.raises(ValueError, match=r"^a table needs every card of the deal"):
        Table(mam.view(round, "N").round)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cards"):
        replay_table(mam.get_edition(TWO), round.deal, [])  # type: ignore[arg-type]


def test_a_table_starts_with_a_deal_of_a_trick_game_with_misplay() -> None:
    round = mam.start(FOUR, seed=3, dealer="E")
    with pytest.raises(ValueError, match=r"^a table starts with the deal, .* use mam\.misplay\.replay_table"):
        Table(round.play(mam.Bid(200)))  # type: ignore[arg-type]
    for edition in ("anagrams", "millionaire", "sweven"):
        with pytest.raises(mam.IllegalMove, match="a wrong card is refused, so there is no misplay"):
            Table(mam.start(edition, 7))  # type: ignore[arg-type]
    for wrong in (mam.start_match(FOUR, 3), round.deal, None):
        with pytest.raises(TypeError, match=r"^make a table from a round"):
            Table(wrong)  # type: ignore[arg-type]
    letters = mam.start("anagrams", 7)
    with pytest.raises(TypeError, match="anagrams is not a game of tricks"):
        replay_table(letters.rules, letters.deal, [])  # type: ignore[arg-type]


def test_a_table_keeps_every_move_when_it_is_pickled() -> None:
    table = Table(mam.start(FOUR, seed=3, dealer="E")).play(mam.Bid(200))  # type: ignore[arg-type]
    assert table.events == ("bid 200",) and pickle.loads(pickle.dumps(table)) == table
    assert pickle.loads(pickle.dumps(table)).round.history == (mam.Bid(200),)


# What a person sees


def test_an_unknown_seat_sees_nothing() -> None:
    table = revoke(5)
    for source in (table, table.round):
        with pytest.raises(ValueError, match="no seat 'x': the seats are N E S W"):
            source.seen_by("x")


def test_a_person_sees_the_cards_on_the_table_and_no_more() -> None:
    table = revoke(6)
    assert table.seen_by(None) is table.round
    for person in "NESW":
        view_round = table.seen_by(person)
        assert view_round == mam.view(table.round, person).round
        assert view_round.hands[person] == table.round.hands[person]
        other_cards = {card for seat in "NESW" if seat != person for card in view_round.hands[seat]}
        assert (
            other_cards == {mam.UNSEEN}
            and view_round.tricks == table.round.tricks
            and view_round.trick == table.round.trick
        )


def test_a_person_sees_a_trick_that_changed_hands() -> None:
    moment = turned_over()
    for person in "NESW":
        view_round = moment.seen_by(person)
        assert (
            view_round.tricks == moment.round.tricks
            and view_round.trick == moment.round.trick
            and view_round.turn == moment.turn
        )
        assert view_round.hands[person] == moment.round.hands[person] and view_round.captured == moment.round.captured


@pytest.mark.parametrize("edition", [FOUR, MANHATTAN])
def test_a_wrong_nest_lies_face_down(edition: str) -> None:
    round = position(edition, "N R40 R30 | E R5 R4 | S R1 R2 | W Y4 Y5", bidder="W", trump="B", nest="Y1 Y2 Y3")
    table = replay_table(round.rules, round.deal, list(map(str, round.history[:4]))).discard(cards("Y5 Y1 Y2"))
    if edition == FOUR:
        table = table.play(mam.NameTrump(mam.Color.BLACK))
    table = lay(table, "R40 R5 R1 Y3")
    hidden = (mam.UNSEEN,) * 3
    for trick_end in (table, lay(table, "R30 R4 R2 Y4")):
        assert trick_end.seen_by("W").discarded == cards("Y5 Y2 Y1")
        for person in "NES":
            assert trick_end.seen_by(person).discarded == hidden
            discards = trick_end.claim("nest").seen_by(person).discarded
            assert discards == cards("Y5 Y2 Y1")  # money among them is shown, as in a forced discard
    scored = lay(table, "R30 R4 R2 Y4").score()
    assert scored.seen_by("N").discarded == cards("Y5 Y2 Y1")


def test_a_right_nest_lies_face_down_and_a_forced_one_open() -> None:
    plain = four("N R40 | E R5 | S R1 | W R2", nest="Y1 Y2 Y3")
    assert plain.seen_by("N").discarded == (mam.UNSEEN,) * 3 and plain.seen_by("W").discarded == cards("Y3 Y2 Y1")
    hands = "N R40 R15 | E R5 G1 | S R1 R2 | W R30 R10"
    forced = four(hands, nest="Y1 Y40 Y30", discards="Y1 Y40 Y30")
    assert forced.misplays == () and forced.seen_by("N").discarded == cards("Y40 Y30 Y1")
    revoked = lay(forced, "R40 G1")
    assert len(revoked.misplays) == 1 and revoked.seen_by("N").discarded == cards("Y40 Y30 Y1")
