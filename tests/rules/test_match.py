"""Matches: R35-DEAL-2, R35-SCORE-6, R35-WIN, D-G24 to D-G26, situations B20 to B22."""

import copy
import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from positions import EDITION, SEATS, left_of, round_of_tricks
from tables import assert_refused
from test_scoring import BOTH_SIDES_CAPTURE

import mam
from mam.games.match import Match, start_match
from mam.games.registry import deal_for
from mam.misplay import Table
from mam.records import format_record, parse_record
from mam.rules.dealing import derive_seed
from mam.rules.moves import Misdeal
from mam.sessions import Session
from mam.text.notation import parse_move


def match(north_south: int, east_west: int, *, bid: int = 200, options: tuple[str, ...] = (), until: int = 19) -> Match:
    """A match with these totals, its round all but over: North-South (who bid) will have taken 200, East-West 140."""
    round = round_of_tricks(BOTH_SIDES_CAPTURE, trump="Y", lead="E", bid=bid, until=until)
    rules = mam.get_edition(EDITION, options)
    return Match(rules, 5, round, carried={"N-S": north_south, "E-W": east_west})


def after(*totals: int, bid: int = 200, options: tuple[str, ...] = ()) -> Match:
    return match(*totals, bid=bid, options=options).play(parse_move("B10"))


def ids(played: Match) -> list[str]:
    return [ruling.id for ruling in played.why_ended()]


def through(played: Match, rng: Random) -> Match:
    """The match after the current round, played at random; the opening bid wins."""
    rounds = len(played.finished)
    while not played.is_over and len(played.finished) == rounds:
        moves = played.legal_moves
        played = played.play(mam.Pass() if mam.Pass() in moves else rng.choice(moves))
    return played


def test_R35_DEAL_2_the_deal_moves_left() -> None:
    rng = Random(1)
    for dealer in SEATS:
        played = start_match(EDITION, 3, dealer=dealer)
        for _ in range(5):
            assert played.round.deal.dealer == played.turn == dealer and played.next_dealer == left_of(dealer)
            played, dealer = through(played, rng), left_of(dealer)
    assert after(0, 0).round.deal.dealer == left_of("N")


def test_R35_DEAL_1_the_first_dealer_is_drawn() -> None:
    dealers = {seed: start_match(EDITION, seed).round.deal.dealer for seed in range(30)}
    assert set(dealers.values()) == set(SEATS)
    assert all(mam.start(EDITION, seed).deal.dealer == dealer for seed, dealer in dealers.items())


def test_the_deals_of_a_match_depend_on_its_seed_alone() -> None:
    first, second = (through(through(start_match(EDITION, 3), Random(seed)), Random(seed)) for seed in (1, 2))
    deals = [[round.deal for round in (*played.finished, played.round)] for played in (first, second)]
    assert deals[0] == deals[1] and len(set(deals[0])) == 3
    assert deals[0][0] != start_match(EDITION, 4).round.deal


GOLDEN = (
    "dealer W | N R30 R11 R10 R7 R2 R1 B10 B4 G40 G10 G4 G3 BEAR | E Y30 Y15 Y11 Y10 Y9 Y5 Y1 B15 B9 B3 G30 G11 G5"
    " | S R9 R8 R4 Y40 Y3 Y2 B40 B11 B8 B2 G8 TIGER BULL | W R40 R5 R3 Y7 Y4 B30 B7 B5 B1 G15 G9 G7 G1 | nest R15 Y8 G2",
    "dealer N | N R11 R10 R5 R2 R1 Y5 Y3 B9 G30 G8 G4 G2 G1 | E R40 R4 Y15 Y1 B40 B10 B2 B1 G40 G15 G11 G5 BULL"
    " | S R15 Y40 Y11 Y10 Y7 Y4 B11 B5 B3 G10 G3 TIGER BEAR | W R30 R9 R8 R7 Y30 Y9 Y8 Y2 B30 B8 B7 B4 G7"
    " | nest R3 B15 G9",
)


def dealt(played: Match, number: int) -> mam.Deal:
    """The deal of this seed for the round with this number, by whoever deals."""
    return deal_for(played.rules, played.round.deal.dealer, Random(derive_seed(played.seed, "round", number)))


def test_the_deal_of_a_round_is_that_of_the_seed_and_its_number_after_a_misdeal_a_pass_out_and_a_play() -> None:
    played = start_match("make-a-million-2004", 99, options=("misdeal", "redeal-if-all-pass"))
    assert played.round.deal == dealt(played, 0)
    played = played.play(Misdeal())
    assert played.round.deal == dealt(played, 1) and repr(played.round.deal) == GOLDEN[0]
    for _ in range(4):
        played = played.play(mam.Pass())
    assert played.round.deal == dealt(played, 2) and repr(played.round.deal) == GOLDEN[1]
    played = through(played.play(mam.Bid(200)), Random(1))
    assert played.finished[-1].tricks and played.round.deal == dealt(played, 3)
    assert [round.result.note for round in played.finished[:2]] == ["misdeal", "passed out"]


def test_R35_SCORE_6_totals_go_below_zero_and_recover() -> None:
    played = after(0, 0, bid=205)
    assert played.totals == {"N-S": -205, "E-W": 140}
    assert after(-205, 140).totals == {"N-S": -5, "E-W": 280}
    assert after(50, 0, bid=205).totals == {"N-S": -155, "E-W": 140}


def test_R35_WIN_1_exactly_a_million_wins() -> None:  # B20
    played = after(800, 0)
    assert played.is_over and played.result == ("N-S",) and played.totals == {"N-S": 1000, "E-W": 140}
    assert (
        ids(played) == ["R35-WIN-1"] and "North-South reach $1,000,000 with $1,000,000" in played.why_ended()[0].reason
    )
    assert (played.phase, played.turn, played.actor, played.legal_moves) == ("over", None, None, ())
    assert len(played.finished) == 1 and played.round == played.finished[-1]
    assert played.why_not(mam.Pass()) is not None
    with pytest.raises(mam.IllegalMove):
        played.play(mam.Bid(175))


def test_R35_WIN_1_five_thousand_short_does_not() -> None:
    played = after(795, 0)
    assert not played.is_over and played.result is None and played.why_ended() == ()
    assert played.phase == played.round.phase == "auction" and played.turn == played.round.deal.dealer == left_of("N")


def test_R35_WIN_1_the_other_side() -> None:
    played = after(0, 860)
    assert played.result == ("E-W",) and ids(played) == ["R35-WIN-1"]


def test_R35_WIN_2_both_past_a_million() -> None:  # B21
    played = after(860, 940)
    assert played.totals == {"N-S": 1060, "E-W": 1080}
    assert played.result == ("E-W",) and ids(played) == ["R35-WIN-2"]
    assert after(880, 935).result == ("N-S",)


def test_R35_WIN_3_the_short_game() -> None:  # B22
    assert after(300, 350, options=("short-game",)).result == ("N-S",)
    played = after(295, 355, options=("short-game",))
    assert played.totals == {"N-S": 495, "E-W": 495} and not played.is_over
    assert not after(300, 350).is_over
    assert "$500,000" in after(300, 350, options=("short-game",)).why_ended()[0].reason


def test_D_G24_play_on_when_level_at_a_million() -> None:
    played = after(800, 860)
    assert played.totals == {"N-S": 1000, "E-W": 1000} and not played.is_over and ids(played) == ["D-G24"]
    assert "another round is played" in played.why_ended()[0].reason
    on = through(played, Random(4))
    assert on.is_over and on.result is not None and len(on.result) == 1 and len(on.finished) == 2
    assert after(795, 855).why_ended() == ()  # level below a million is nothing special


def test_D_G24_a_draw_as_an_option() -> None:
    played = after(800, 860, options=("draw-at-a-tie",))
    assert played.is_over and played.result == ("N-S", "E-W") and ids(played) == ["D-G24"]
    assert "North-South and East-West are tied at $1,000,000: the match is a draw." in played.why_ended()[0].reason
    assert after(795, 855, options=("draw-at-a-tie",)).result is None
    assert after(805, 860, options=("draw-at-a-tie",)).result == ("N-S",)


def test_D_G25_no_end_in_mid_round() -> None:
    for until in (4, 8, 19):
        played = match(990, 0, until=until)
        assert not played.is_over and played.result is None and played.totals["N-S"] == 990
    assert not start_match(EDITION, 1, carried={"N-S": 1200}).is_over


def test_D_G26_past_a_million_but_set_back() -> None:
    played = after(900, 0, bid=205)  # 900 + 200 would do, but the bid of 205 fails
    assert not played.is_over and played.totals == {"N-S": 695, "E-W": 140}
    assert after(1200, 0, bid=205).totals["N-S"] == 995 and not after(1200, 0, bid=205).is_over
    both_past_million = after(900, 870, bid=205)
    assert both_past_million.result == ("E-W",)


def test_a_match_refuses_what_its_round_refuses() -> None:
    played = match(0, 0)
    for text, rule_id in (("B9", "D-G27"), ("pass", "D-G27"), ("bid 200", "R35-BID-11")):
        assert_refused(played.round, text, rule_id)
        assert played.why_not(parse_move(text)) == played.round.why_not(parse_move(text))
        with pytest.raises(mam.IllegalMove):
            played.play(parse_move(text))
    assert played.why_not(parse_move("B10"), "E") is not None
    assert played.why_not(parse_move("B10"), "N") is None
    assert played.legal_moves == played.round.legal_moves and played.actor == played.turn == played.round.turn


def test_a_match_starts_with_what_it_is_given() -> None:
    played = start_match(EDITION, 7, carried={"E-W": -50})
    assert played.totals == {"N-S": 0, "E-W": -50}
    with pytest.raises(ValueError, match="no side X"):
        start_match(EDITION, 7, carried={"X": 1})
    with pytest.raises(ValueError, match="no seat 'X'"):
        start_match(EDITION, 7, dealer="X")


def test_the_score_sheet() -> None:
    assert mam.make_sheet(after(800, 0)).text().splitlines() == [
        "Make-a-Million, 1935 rules, four players: the score in thousands of dollars",
        "round  dealer  bid                             N-S         E-W",
        "before                                         800           0",
        "1      North   North 200 Yellow made    +200  1000  +140   140",
        "total                                         1000         140",
        "N-S win.",
        "North-South reach $1,000,000 with $1,000,000 and win.",
    ]
    text = mam.make_sheet(after(0, 0)).text()
    assert "North 205 Yellow set" in mam.make_sheet(after(0, 0, bid=205)).text() and "before" not in text


@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end(seed: int) -> None:
    rng, played = Random(seed), start_match(EDITION, seed, carried={"N-S": 600, "E-W": 600})
    while not played.is_over and len(played.finished) < 80:
        played = through(played, rng)
    assert played.is_over and max(played.totals.values()) >= 1000
    assert played.totals == {
        side: 600 + sum(round.result.scores[side] for round in played.finished if round.result)
        for side in played.totals
    }


def test_a_seed_is_a_whole_number_not_below_zero() -> None:
    for wrong, error in ((None, TypeError), (1.5, TypeError), (True, TypeError), ("x", TypeError), (-5, ValueError)):
        with pytest.raises(error, match="seed"):
            mam.start("make-a-million-1935", wrong)
        with pytest.raises(error, match="seed"):
            mam.start_match("make-a-million-1935", wrong)


def test_what_was_scored_does_not_change() -> None:
    match = mam.start_match("make-a-million-1935", 1, carried={"N-S": 20})
    with pytest.raises(TypeError, match="can't be changed"):
        match.carried["N-S"] = 990
    assert match.totals == {"N-S": 20, "E-W": 0}
    assert match.why(match.legal_moves[0]) == match.round.why(match.legal_moves[0])


# Deals that are given


def test_a_match_takes_a_given_deal() -> None:
    given = mam.start(EDITION, seed=3, dealer="E").deal
    match = mam.start_match(EDITION, 7, deal=given)
    assert match.round.deal == given and match.round.turn == "E"
    plain = mam.start_match(EDITION, 7, dealer="E")
    assert plain.round.deal != given and plain.with_deal(given) == match
    for wrong, words in (
        (lambda: mam.start_match(EDITION, 7, deal=given, dealer="E"), "a deal has its own dealer"),
        (lambda: mam.start_match(EDITION, 7, dealer="N").with_deal(given), "^N deals this round, not E$"),
        (lambda: match.play(mam.Bid(200)).with_deal(given), "^moves have been made"),
        (lambda: mam.start_match("six", 7, deal=given), "no seat 'E'"),
    ):
        with pytest.raises(ValueError, match=words):
            wrong()
    with pytest.raises(TypeError, match="a match takes a Deal"):
        match.with_deal("dealer E")  # type: ignore[arg-type]


def test_later_rounds_follow_from_the_seed_all_the_same() -> None:
    match = mam.start_match("exact-tricks", 5)
    other_match = match.with_deal(mam.start("exact-tricks", 9, dealer=match.round.deal.dealer).deal)
    assert other_match.round.deal != match.round.deal
    ends = []
    for each_match in (match, other_match):
        while not each_match.finished:
            each_match = each_match.play(each_match.legal_moves[0])
        ends.append(each_match)
    assert ends[0].round.deal == ends[1].round.deal
    with pytest.raises(ValueError, match="in this round each hand has 11 cards"):
        ends[0].with_deal(mam.start("exact-tricks", 9, dealer=ends[0].round.deal.dealer).deal)


@pytest.mark.parametrize("edition", mam.list_editions())
def test_the_rest_is_dealt(edition: str) -> None:
    rules = mam.get_edition(edition)
    whole = mam.start(edition, seed=2).deal
    seat = rules.seats[0]
    text = f"{seat} {mam.format_cards(whole[seat])}" + (f" | nest {mam.format_cards(whole.nest)}" if whole.nest else "")
    deals = [mam.deal_rest(edition, text, seed, dealer=whole.dealer) for seed in (1, 1, 2)]
    for deal in deals:
        assert deal[seat] == whole[seat] and deal.nest == whole.nest
        assert mam.rules.cards.sort_hand(deal.cards) == mam.rules.cards.sort_hand(rules.pack)
        assert mam.start(edition, deal=deal).deal == deal
    assert deals[0] == deals[1] != deals[2]
    partial_deal = mam.deal_rest(edition, {seat: mam.format_cards(whole[seat][:2])}, 4)
    assert not Counter(whole[seat][:2]) - Counter(partial_deal[seat]) and len(partial_deal[seat]) == len(whole[seat])


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("Q R40", "no place 'Q' for cards: there are N, E, S, W, nest"),
        ("nest R1 R2 R3 R4", "nest has room for 3 cards, not for 4"),
        ("N R40 | S R40", "R40 is named twice; the pack has 1"),
        ("N SA", "not in the pack of make-a-million-1935: SA"),
        ("N R40 ??", "leave out unseen cards"),
        ("N R40 | N R30", "seat N has two hands"),
    ],
)
def test_what_cannot_be_dealt_is_named(hands: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        mam.deal_rest(EDITION, hands, 1)


def test_a_match_goes_on_from_a_table() -> None:
    table = mam.replay_table(mam.get_edition(EDITION), mam.start(EDITION, seed=3, dealer="E").deal, ["bid 200"])
    totals = table.settle({"N-S": 320, "E-W": 180})
    assert mam.start_match(EDITION, 8, dealer="S", carried=totals).totals == totals


# A round from a table


def laid_wrong(moment: Table) -> Table:
    """The table after the first revoke that comes: a card of another color by a hand that could follow."""
    while True:
        wrong = [
            move
            for move in moment.legal_moves
            if moment.round.trick and moment.round.trick.plays and moment.verdict(move) is not None
        ]
        if wrong:
            return moment.play(wrong[-1])
        moment = moment.play(moment.round.legal_moves[0])


def in_play(played: Match) -> Table:
    """A table of the current round before the first lead; the dealer's left opens."""
    table = Table(played.round)  # type: ignore[arg-type]
    while table.phase != "play":
        passing = mam.Pass() if table.phase == "auction" and table.round.bid is not None else table.round.legal_moves[0]
        table = table.play(passing)
    return table


def on(moment: Table, tricks: int = 99) -> Table:
    """The table after legal cards, up to so many tricks."""
    while moment.turn and len(moment.round.tricks) < tricks:
        moment = moment.play(moment.round.legal_moves[0])
    return moment


def late_claim(played: Match) -> Table:
    """A table at which a revoke is found when the innocent side may choose: after the second trick that follows."""
    moment = laid_wrong(in_play(played))
    trick = len(moment.round.tricks) + bool(moment.round.trick and moment.round.trick.plays)
    return on(moment, trick + 2).claim(trick)


@pytest.mark.parametrize("edition", ["make-a-million-1935", "make-a-million-1935-two", "manhattan"])
@pytest.mark.parametrize("choice", ["nobody claims", "nest", "stop", "play on"])
def test_R35_MIS_the_result_of_a_table_is_a_round_of_the_match(edition: str, choice: str) -> None:
    start = start_match(edition, 11, carried=dict.fromkeys(mam.get_edition(edition).accounts, 10))
    if choice == "nobody claims":
        moment = on(laid_wrong(in_play(start))).score()
    elif choice == "nest":
        moment = Table(start.round)  # type: ignore[arg-type]
        while moment.phase != "nest":
            moment = moment.play(mam.Pass() if moment.round.bid is not None else moment.round.legal_moves[0])
        wrong = next(move for move in moment.legal_moves if moment.verdict(move) is not None)
        moment = on(moment.play(wrong).claim("nest")).score()
    else:
        moment = late_claim(start)
        assert moment.phase == "choice"
        moment = moment.choose(choice)
        moment = moment if moment.is_over else on(moment).score()
    assert moment.result is not None
    played = start.with_table(moment)
    assert played.totals == moment.settle(start.totals)
    assert any(moment.result.adjustments.values()) == (choice in ("nest", "play on"))
    assert not played.is_over and played.round.deal.dealer == start.next_dealer == played.finished[0].next_dealer
    assert played.round.deal == through(start, Random(3)).round.deal  # it follows from the seed
    (finished_round,) = played.finished
    assert (
        finished_round.is_over
        and finished_round.result == moment.result
        and finished_round.legal_moves == ()
        and finished_round.seen_by("N") == moment.seen_by("N")
    )
    assert finished_round.result.is_bid_made == (
        not moment.result.stopped and moment.result.captured[moment.result.side or ""] >= (moment.result.bid or 0)
    )
    unpickled = pickle.loads(pickle.dumps(played))
    assert unpickled == played and unpickled.totals == played.totals and hash(unpickled) == hash(played)
    assert copy.deepcopy(played) == played
    sheet = mam.make_sheet(played)
    assert sheet.totals == played.totals
    rows = [row for row in sheet.rows if row.kind == "adjustment"]
    assert [dict(row.scores) for row in rows] == (
        [dict(moment.result.adjustments)] if choice in ("nest", "play on") else []
    )
    (row,) = [row for row in sheet.rows if row.kind == "round"]
    assert dict(row.scores) == dict(moment.result.scores) and row.outcome == (
        "stopped" if choice == "stop" else "made" if moment.result.is_bid_made else "set"
    )
    through(played, Random(1))
    record = mam.Record.from_round(finished_round, title="At a table")
    assert record.allows_misplays and record.events == moment.events
    assert parse_record(format_record(record)) == record
    session = Session(
        replace(played, carried={}), "N", {seat: "rulebook" for seat in finished_round.rules.persons if seat != "N"}
    )
    assert session.number == 2
    loaded = Session.loads(session.dumps())
    assert loaded.match == session.match and loaded.dumps() == session.dumps() and loaded.earlier_view is None
    loaded.play_to_your_turn()


@pytest.mark.parametrize("reaches_target", [False, True])
def test_R35_WIN_a_table_can_end_the_match_by_what_misplay_brings(reaches_target: bool) -> None:
    start = start_match(EDITION, 11)
    table = late_claim(start).choose("play on")
    table = on(table).score()
    assert table.result is not None
    gain = max(table.result.gains, key=lambda name: table.result.adjustments[name])  # type: ignore[union-attr]
    premium = table.result.adjustments[gain]
    assert premium == 100
    just = 1000 - table.result.gains[gain]
    played = start_match(EDITION, 11, carried={gain: just - (0 if reaches_target else 5)}).with_table(table)
    assert played.totals[gain] == (1000 if reaches_target else 995) and played.is_over == reaches_target
    assert (ids(played) != []) == reaches_target and played.legal_moves == (
        () if reaches_target else played.round.legal_moves
    )
    assert mam.make_sheet(played).winners == ((gain,) if reaches_target else ())
    if reaches_target:
        assert played.next_dealer == left_of(start.round.deal.dealer) and played.phase == "over"
        session = Session(played, "N", {})
        assert session.dumps().count("[[round]]") == 1


def test_a_table_that_does_not_fit_is_refused() -> None:
    start = start_match(EDITION, 11, dealer="S")
    scored_table = on(in_play(start)).score()
    assert start.with_table(scored_table).totals == scored_table.settle({})
    with pytest.raises(TypeError, match=r"^a match takes a table, like mam.Table\(match.round\), not "):
        start.with_table(scored_table.round)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^this table has not been scored: play to the last card"):
        start.with_table(on(in_play(start)))
    with pytest.raises(
        ValueError, match=r"^the match is played by make-a-million-1935\+\S+, the table by make-a-million-1935$"
    ):
        start_match(EDITION, 11, dealer="S", options=["unlimited-bids"]).with_table(scored_table)
    with pytest.raises(ValueError, match=r"^W deals this round, and S dealt at the table$"):
        start_match(EDITION, 11, dealer="W").with_table(scored_table)
    match = start_match(EDITION, 12, dealer="S")
    with pytest.raises(
        ValueError, match=r"^the table has other cards than this round: begin it with mam.Table\(match.round\)"
    ):
        match.with_table(scored_table)
    assert match.with_deal(scored_table.round.deal).with_table(scored_table).totals == scored_table.settle({})
    with pytest.raises(
        ValueError, match=r"^moves have been made in this round of the match itself: no table can take its place$"
    ):
        start.play(mam.Bid(200)).with_table(scored_table)
    ended = start_match(EDITION, 11, dealer="S", carried={"N-S": 1500}).with_table(scored_table)
    assert ended.is_over
    with pytest.raises(ValueError, match=r"^the match is over: no table can take its place$"):
        ended.with_table(scored_table)
