"""A session at a real table: a wrong card lies, is noticed or not, is paid for and corrected, and is saved and undone."""

from collections.abc import Iterable
from random import Random

import pytest
from tables import card, position

import mam
from mam.games.match import Match
from mam.misplay import TableRound, replay_table
from mam.players import random_player
from mam.rules.moves import Move
from mam.sessions import RealTable, Session, SessionError, why_no_real_table
from mam.sessions.real_table import find_claim
from mam.sessions.session import NO_REVIEW

FOUR = "make-a-million-1935"
MISPLAY_GAMES = [FOUR, "make-a-million-1935-three", "make-a-million-1935-two", "manhattan"]
# North leads, East is the second to play and has Red and Green: G1 on R40 is a revoke.
HANDS = "N R40 R30 R15 R11 R10 | E G1 R5 R4 G2 G3 | S R9 R8 R7 Y1 Y2 | W R3 R2 R1 Y3 Y4"


def seated(you: str, hands: str = HANDS, bidder: str = "W", *, notice: int = 0, misplays: int = 0) -> Session:
    """You at a real table with a few cards, before the first lead."""
    round = position(FOUR, hands, bidder=bidder, trump="B")
    opponents = {person: "rulebook" for person in round.rules.persons if person != you}
    session = Session(Match(round.rules, 7, round.at(0)), you, opponents)
    session.sit_at_real_table(RealTable(notice, misplays))
    session._take(replay_table(round.rules, round.deal, [*map(str, round.history)]))
    return session


def lay(session: Session, cards: str) -> Session:
    """These cards are laid in turn, yours by you."""
    for code in cards.split():
        assert session.table is not None
        if session.to_move and session.round.actor == session.you:
            session.play(f"play {code}")
        else:
            session._take(session.table.lay(card(code)))
    return session


def ids(rulings: Iterable[mam.Ruling]) -> list[str]:
    return [ruling.id for ruling in rulings]


def ends(session: Session) -> list[str]:
    assert session.table is not None
    return [misplay.end for misplay in session.table.misplays]


# Your own wrong card


def test_R35_MIS_1_a_wrong_card_lies_until_an_opponent_notices() -> None:
    session = lay(seated("E"), "R40")
    assert session.why_not("play G1") is None and session.view.why_not(mam.Play(card("G1"))) is not None
    session.play("play G1")
    assert session.actor == "S" and ends(session) == [""] and session.totals == {"N-S": 0, "E-W": 0}


def test_R35_MIS_2_noticed_at_once_it_is_put_right_and_costs_nothing() -> None:
    session = lay(seated("E", notice=100), "R40 G1")
    assert session.actor == "S" and not session.to_move
    assert session.step() is None and session.table is not None
    assert ids(session.table.rulings) == ["D-R17", "R35-MIS-1", "R35-MIS-2", "D-R05"]
    assert session.to_move and ends(session) == ["corrected"] and session.table.adjustments["E-W"] == 0
    ruling = session.why_not("play G2")
    assert ruling is not None and ruling.id == "R35-PLAY-5"
    session.play("play R4")
    assert session.actor == "S" and session.round.trick.cards == (card("R40"), card("R4"))  # type: ignore[attr-defined]


def test_R35_MIS_3_noticed_in_the_next_trick_it_costs_fifty() -> None:
    session = lay(seated("E"), "R40 G1 R9 R3 R30")
    session.real_table = RealTable(notice=100)
    session.step()
    assert session.table is not None and session.table.adjustments == {"N-S": 0, "E-W": -50}
    assert ends(session) == ["corrected"] and session.to_move


def test_R35_MIS_5_noticed_later_the_opponents_choose_to_stop_or_to_play_on() -> None:
    session = lay(seated("E", notice=0), "R40 G1 R9 R3 R30 G2 R8 R2 R15")
    session.real_table = RealTable(notice=100)
    session.step()
    assert session.round.phase == "choice" and session.choices == () and session.actor in ("N", "S")
    with pytest.raises(mam.IllegalMove, match="You have no say"):
        session.choose("stop")
    session.step()  # the bid of 175 is already lost: they play on
    assert session.round.phase == "amends" and session.to_move and session.table is not None
    assert session.table.adjustments == {"N-S": 100, "E-W": 0}
    ruling = session.why_not("play G3")
    assert ruling is not None and ruling.instead == (mam.Play(card("R5")), mam.Play(card("R4")))
    session.play("play R5")
    assert session.round.tricks[0].cards[1] == card("R5") and session.round.turn == "E"  # type: ignore[attr-defined]


def test_R35_MIS_6_a_bidder_who_has_not_made_the_bid_stops_the_round() -> None:
    hands = "N R40 R30 R15 R11 R10 | E R9 R8 R7 Y1 Y2 | S G1 R5 R4 G2 G3 | W R3 R2 R1 Y3 Y4"
    session = lay(seated("S", hands), "R40 R9 G1 R3 R30 R8 G2 R2 R15")
    session.real_table = RealTable(100)
    session.step()
    session.step()
    assert session.round.is_over and session.totals == {"N-S": 0, "E-W": 100} and ends(session)[0] == "stopped"


def test_a_color_that_shows_up_is_always_noticed() -> None:
    session = lay(seated("E", notice=0), "R40 G1 R9 R3 R30")
    assert session.actor == "E"  # nobody has noticed, and nobody will by chance
    session.play("play R5")
    assert session.actor == "S" and session.step() is None
    assert ends(session) == ["corrected"] and session.table is not None and session.table.adjustments["E-W"] == -50


def test_D_R17_you_may_point_out_your_own_card_in_time() -> None:
    session = lay(seated("E", notice=0), "R40 G1 R9")
    rulings = session.claim(1, "E")
    assert ids(rulings) == ["D-R17", "R35-MIS-1", "R35-MIS-2", "D-R05"]
    assert session.to_move and session.table is not None and session.table.adjustments["E-W"] == 0


def test_R35_MIS_8_a_wrong_discard_costs_a_hundred_and_is_put_right() -> None:
    session = Session.start(FOUR, seed=159, seat="S")
    while session.round.phase != "nest":
        session.play("bid 300") if session.to_move else session.step()
    session.sit_at_real_table(RealTable(notice=100))
    hand = session.view.hand
    wrong = mam.Discard([card for card in hand if card.money][:3])
    right = session.view.legal_moves[0]
    assert session.why_not(wrong) is None
    session.play(wrong)
    assert not session.to_move
    session.step()
    assert session.table is not None and ids(session.table.rulings)[1] == "R35-MIS-8"
    assert session.table.adjustments == {"N-S": -100, "E-W": 0} and session.round.phase == "nest" and session.to_move
    assert session.why_not(wrong) is not None
    session.play(right)
    assert session.round.phase == "trump"


def discard_money() -> Session:
    """You are the bidder and discard three money cards, which nobody notices."""
    session = Session.start(FOUR, seed=159, seat="S")
    while session.round.phase != "nest":
        session.play("bid 300") if session.to_move else session.step()
    session.sit_at_real_table(RealTable(notice=0))
    session.play(mam.Discard([card for card in session.view.hand if card.money][:3]))
    return session


def test_D_R15_a_wrong_discard_found_at_the_end_stays_and_is_paid() -> None:
    session = discard_money()
    while session.actor is not None:
        session.play(session.round.legal_moves[0]) if session.to_move else session.step()
    session.real_table = RealTable(notice=100)
    session.step()
    assert ends(session) == ["paid"] and session.round.phase == "count"
    session.step()
    assert isinstance(session.round, TableRound) and session.round.result is not None
    assert session.round.result.adjustments == {"N-S": -100, "E-W": 0}
    assert session.totals["N-S"] == session.round.result.scores["N-S"] - 100


def noticed(session: Session) -> int:
    """In how many of 400 matches the opponents notice at a chance of a half."""
    assert session.table is not None
    return sum(find_claim(session.table, session.you, RealTable(50), seed) is not None for seed in range(400))


def test_the_chance_to_notice_is_drawn_again_in_each_trick() -> None:
    session = lay(seated("E", "N R40 R30 Y1 | E G1 G3 R5 | S R9 R8 Y2 | W R3 R2 Y3"), "R40 G1")
    assert 170 < noticed(session) < 230  # 1/2
    lay(session, "R9 R3 R30")
    assert 280 < noticed(session) < 320  # 3/4
    lay(session, "G3 R8 R2 Y1")
    assert noticed(session) > 375  # G3 is a second wrong card: 31/32


def test_a_wrong_discard_has_its_chances_before_the_first_lead_and_at_the_end() -> None:
    session = discard_money()
    assert 170 < noticed(session) < 230
    while session.actor is not None:
        assert 170 < noticed(session) < 230
        session.play(session.round.legal_moves[0]) if session.to_move else session.step()
    assert 280 < noticed(session) < 320


# A wrong card of the opponents


def test_R35_MIS_2_you_claim_against_an_opponent() -> None:
    session = lay(seated("S", notice=100), "R40 G1")
    assert session.to_move  # what your opponents do wrong is for you to claim, not for your partner
    assert ids(session.claim(1, "E"))[:3] == ["D-R17", "R35-MIS-1", "R35-MIS-2"]
    assert session.actor == "E" and ends(session) == ["corrected"]
    assert isinstance(session.step(), mam.Play)


def test_R35_MIS_6_you_stop_the_round_and_it_enters_the_match() -> None:
    session = lay(seated("S"), "R40 G1 R9 R3 R30 G2 R8 R2 R15")
    session.claim(1)
    assert session.choices == ("stop", "play on") and session.to_move
    assert ids(session.choose("stop"))[0] == "R35-MIS-6"
    assert session.round.is_over and session.totals == {"N-S": 170, "E-W": 0}
    assert session.next_round().history == () and session.number == 2


def test_R35_MIS_7_you_play_on_and_the_wrong_card_is_replaced() -> None:
    session = lay(seated("S"), "R40 G1 R9 R3 R30 G2 R8 R2 R15")
    session.claim(1)
    session.choose("play on")
    assert session.round.phase == "amends" and session.actor == "E"  # R5 or R4
    session.step()
    assert session.round.tricks[0].cards[1] == card("R4")  # type: ignore[attr-defined]
    assert session.table is not None and session.table.adjustments == {"N-S": 100, "E-W": 0}


def test_a_wrong_claim_gets_a_reason_and_changes_nothing() -> None:
    session = lay(seated("S"), "R40 R5")
    before = session.round
    rulings = session.claim(1, "E")
    assert rulings[-1].reason == "East's card in trick 1 was right. There is nothing to correct and nothing to pay."
    assert session.round is before
    with pytest.raises(mam.IllegalMove, match="only trick 1 has been started"):
        session.claim(3)


def test_D_R04_after_the_score_there_is_no_remedy() -> None:
    session = lay(seated("S", "N R40 R30 | E G1 R5 | S R1 R2 | W R8 R9"), "R40 G1 R1 R8 R30 R5 R2 R9")
    assert session.round.phase == "count" and session.actor is None and not session.round.is_over
    with pytest.raises(ValueError, match="All cards have been played"):
        session.play("play R1")
    session.step()
    assert session.round.is_over and isinstance(session.round, TableRound)
    totals = session.totals
    assert ids(session.claim(1))[-1] == "D-R04" and session.totals == totals


def test_D_R03_until_the_score_the_last_trick_but_one_can_be_claimed() -> None:
    session = lay(seated("S", "N R40 R30 | E G1 R5 | S R1 R2 | W R8 R9"), "R40 G1 R1 R8 R30 R5 R2 R9")
    assert "D-R03" in ids(session.claim(1)) and session.actor == "E"


def test_other_players_misplay_by_chance_and_the_same_match_replays() -> None:
    def play(misplays: int) -> Session:
        session = Session.start(FOUR, seed=11)
        session.sit_at_real_table(RealTable(50, misplays))
        while session.actor is not None:
            if session.to_move:
                session.play(random_player(session.view, Random(len(session.round.history))))
            else:
                session.step()
        return session

    often, same_rate, never = play(40), play(40), play(0)
    assert often.table is not None and never.table is not None
    assert often.dumps() == same_rate.dumps() and {item.seat for item in often.table.misplays} & {"E", "W"}
    assert never.table.misplays == ()


# What is kept of it


def wrong_card(session: Session) -> Move | None:
    return next((move for move in session._sit_down().legal_moves if session.view.why_not(move)), None)


def at_wrong_card(notice: int = 100) -> Session:
    """Your turn in a whole match, with a card that you may not play."""
    session = Session.start(FOUR, seed=159)
    session.sit_at_real_table(RealTable(notice))
    while not (session.to_move and session.round.phase == "play" and wrong_card(session)):
        if session.to_move:
            session.play(random_player(session.view, Random(len(session.round.history))))
        else:
            session.step()
    return session


def test_undo_takes_back_a_wrong_card_with_what_followed() -> None:
    session = at_wrong_card()
    before, saved = session.round, session.dumps()
    wrong = wrong_card(session)
    assert wrong is not None
    session.play(wrong)
    session.step()
    assert session.to_move and ends(session) == ["corrected"]
    session.undo()
    assert session.round == before and session.dumps() == saved and session.why_not(wrong) is None


def test_undo_takes_back_a_claim_and_a_choice() -> None:
    session = lay(seated("S"), "R40 G1 R9 R3 R30 G2 R8 R2 R15")
    laid = session.round
    session.claim(1)
    session.choose("stop")
    session.undo()
    assert session.choices == ("stop", "play on") and session.totals == {"N-S": 0, "E-W": 0}
    session.undo()
    assert session.round == laid and session.choices == ()


def test_a_round_with_a_misplay_is_saved_and_loaded_at_every_moment() -> None:
    session = at_wrong_card()
    wrong = wrong_card(session)
    assert wrong is not None
    session.play(wrong)
    text = session.dumps()
    assert "[real_table]\nnotice = 100\nmisplays = 0\n" in text and "events = " in text
    loaded = Session.loads(text)
    assert loaded.round == session.round and loaded.actor == session.actor and loaded.real_table == RealTable(100)
    for _ in range(2):
        session.step()
        loaded.step() if loaded.actor != "S" else None
        if session.to_move:
            break
    assert loaded.dumps() == session.dumps()
    loaded.undo()
    assert loaded.why_not(wrong) is None


def test_a_round_without_a_misplay_is_an_ordinary_one() -> None:
    session = at_wrong_card()
    while session.actor is not None:
        session.play(session.view.legal_moves[0]) if session.to_move else session.step()
    assert session.is_table_open
    session.step()
    assert type(session.round) is mam.TrickRound and session.round.is_over and session.decision_count
    assert "moves = " in session.dumps() and "events" not in session.dumps()
    assert session.record().moves
    loaded = Session.loads(session.dumps())
    assert loaded.match == session.match and loaded.real_table == RealTable(100)


def test_a_round_with_a_misplay_has_a_record_but_no_review() -> None:
    session = at_wrong_card()
    wrong = wrong_card(session)
    assert wrong is not None
    session.play(wrong)
    with pytest.raises(ValueError, match="once the round is over"):
        session.record()
    while not session.round.is_over:
        session.play(session.round.legal_moves[0]) if session.to_move else session.step()
    assert session.record().allows_misplays and f"{wrong}" in session.record().events
    with pytest.raises(ValueError, match=NO_REVIEW):
        session.review()


def test_a_real_table_that_is_left_refuses_wrong_cards_again() -> None:
    session = at_wrong_card()
    wrong = wrong_card(session)
    assert wrong is not None
    session.sit_at_real_table(None)
    assert session.why_not(wrong) is not None and type(session.round) is mam.TrickRound
    with pytest.raises(ValueError, match="Nothing can be claimed here"):
        session.claim(1)


# Where it is


@pytest.mark.parametrize("edition", mam.list_editions())
def test_a_real_table_is_for_games_with_rules_of_misplay(edition: str) -> None:
    session = Session.start(edition, seed=1)
    ruling = why_no_real_table(session.rules)
    assert (ruling is None) == (edition in MISPLAY_GAMES)
    if ruling:
        with pytest.raises(mam.IllegalMove) as caught:
            session.sit_at_real_table(RealTable())
        assert caught.value.ruling == ruling and session.real_table is None


@pytest.mark.parametrize("edition", MISPLAY_GAMES)
def test_whole_rounds_with_wrong_cards_of_everybody(edition: str) -> None:
    session, rng = Session.start(edition, seed=3), Random(3)
    session.sit_at_real_table(RealTable(25, 10))
    while not session.round.is_over:
        if session.choices:
            session.choose(rng.choice(session.choices))
        elif session.to_move:
            wrong = wrong_card(session) if session.round.phase in ("play", "nest") and rng.random() < 0.3 else None
            legal = session.round.legal_moves
            is_lawful = session.round.phase not in ("amends",)
            session.play(
                wrong
                if wrong and session.why_not(wrong) is None
                else random_player(session.view, rng)
                if is_lawful
                else legal[0]
            )
        else:
            session.step()
        if rng.random() < 0.1:
            loaded = Session.loads(session.dumps())
            assert (loaded.round, loaded.actor, loaded.dumps()) == (session.round, session.actor, session.dumps())
    assert session.totals == session.match.totals


@pytest.mark.parametrize("line", ["notice = 101\nmisplays = 0", "notice = 50\nmisplays = -1", "notice = 5\nluck = 3"])
def test_a_file_with_wrong_chances_is_refused(line: str) -> None:
    text = Session.start(FOUR, seed=1).dumps().replace("[[round]]", f"[real_table]\n{line}\n\n[[round]]")
    with pytest.raises(SessionError, match="line"):
        Session.loads(text)


def test_a_file_cannot_put_a_game_without_misplay_at_a_real_table() -> None:
    text = Session.start("sweven", seed=1).dumps().replace("[[round]]", "[real_table]\nnotice = 50\n\n[[round]]", 1)
    with pytest.raises(SessionError, match="a wrong card is refused"):
        Session.loads(text)
