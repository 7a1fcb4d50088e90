"""A real table in the play widget, without a browser: the switch, wrong cards, claims, and what is said about them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import mam
from mam.players import random_player, rulebook_player

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from matches import can_do, find_main

from mam_widgets.match.widget import Play, play

Scene = dict[str, Any]


def ask(table: Play, do: str, **fields: Any) -> Scene:
    """Put a message of the browser in, and give back what is shown then."""
    table.handle_message({"do": do, **fields})
    return table.scene


def wrong_cards(table: Play) -> list[str]:
    """The cards of your hand that the rules refuse now."""
    session = table.session
    if not session.to_move or session.round.phase != "play":
        return []
    round = session.view.round
    assert isinstance(round, mam.TrickRound)
    return [card.code for card in round.playable(round.turn or "") if session.view.why_not(mam.Play(card))]


def at_wrong_card(notice: int = 100, **options: Any) -> Play:
    """Your turn at a real table, with cards that would be wrong."""
    table = play("make-a-million-1935", seed=160, **{"save": False, **options})
    ask(table, "real_table", is_on=True, notice=notice, misplays=0)
    while not wrong_cards(table):
        go_on(table)
    return table


def go_on(table: Play) -> None:
    session = table.session
    if session.to_move:
        ask(table, "move", move=str(rulebook_player(session.view, Random(1))))
    else:
        ask(table, "step")


def opponent_misplays(tricks: int) -> Play:
    """East has laid a wrong card, and this many tricks have been started since; it is your turn."""
    table = at_wrong_card(notice=0)
    session = table.session
    while True:
        laid = session._sit_down()
        wrong = [move for move in laid.legal_moves if laid.verdict(move)] if session.round.phase == "play" else []
        if session.actor == "E" and wrong:
            break
        go_on(table)
    session._take(laid.play(wrong[0]))
    while not (session.to_move and session.table and session.table.misplays[0].window > tricks):
        go_on(table)
    table._refresh()
    return table


def test_the_switch_is_off_and_a_wrong_card_is_refused() -> None:
    table = play("make-a-million-1935", seed=160, save=False)
    part = table.scene["session"]["real_table"]
    assert part == {"is_on": False, "is_real_round": False, "why_not": "", "notice": 50, "misplays": 0, "claims": []}


def test_a_game_without_misplay_says_why_it_has_no_real_table() -> None:
    table = play("sweven", players=3, seed=7, save=False)
    part = table.scene["session"]["real_table"]
    assert not part["is_on"] and part["why_not"].endswith("a wrong card is refused, so there is no misplay to settle.")
    scene = ask(table, "real_table", is_on=True)
    assert not scene["session"]["real_table"]["is_on"] and scene["ruling"]["kind"] == "stop"


def test_every_card_can_be_laid_and_nobody_says_which_is_wrong() -> None:
    table = at_wrong_card()
    scene = table.scene
    assert all(card["state"] == "legal" and card["why"] is None for card in scene["hand"]["cards"])
    assert scene["message"]["short"].endswith("was led.") and "Playable" not in scene["live"]
    assert scene["alternatives"] is None


def test_a_wrong_card_is_claimed_and_the_message_has_the_ruling() -> None:
    table = at_wrong_card()
    code = wrong_cards(table)[0]
    scene = ask(table, "move", move=f"play {code}")
    assert scene["ruling"]["kind"] == "info" and "It is right only without" in scene["ruling"]["text"]
    assert scene["session"]["auto"] == {"do": "step", "move": ""}
    scene = ask(table, "step")
    message, ruling = scene["message"], scene["ruling"]
    assert message["kind"] == "stop" and message["what"].endswith(f"claims your {code}.")
    assert message["why"].endswith("Play again: nothing is paid.")
    assert [cite["id"] for cite in ruling["cites"]] == ["R35-MIS-1", "R35-MIS-2", "D-R05", "D-R17"]
    assert {card["state"] for card in scene["hand"]["cards"]} == {"legal", "illegal"}
    assert "nothing is paid" in scene["live"]
    scene = ask(table, "move", move=f"play {code}")
    assert scene["ruling"]["kind"] == "stop" and scene["ruling"]["cites"][0]["id"] == "R35-PLAY-5"
    scene = ask(table, "undo")
    assert {card["state"] for card in scene["hand"]["cards"]} == {"legal"}


def test_a_claim_that_is_right() -> None:
    table = opponent_misplays(1)
    misplay = table.session.table.misplays[0]  # type: ignore[union-attr]
    claim = {"trick": misplay.trick, "seat": "E"}
    assert (
        claim.items()
        <= next(
            listed for listed in table.scene["session"]["real_table"]["claims"] if claim.items() <= listed.items()
        ).items()
    )
    scene = ask(table, "claim_misplay", **claim)
    assert scene["message"]["kind"] == "ok" and scene["message"]["what"].startswith("East’s ")
    assert "East-West pay $50,000" in scene["message"]["why"]
    assert "R35-MIS-3" in [cite["id"] for cite in scene["ruling"]["cites"]]
    second_claim = ask(table, "claim_misplay", **claim)
    assert second_claim["message"]["what"] == "Settled before."


def test_a_claim_that_is_wrong_says_why() -> None:
    table = opponent_misplays(1)
    scene = ask(table, "claim_misplay", trick=1, seat="N")
    assert scene["message"]["what"] == "No misplay." and scene["message"]["why"].endswith("was right.")
    assert scene["ruling"]["cites"][0]["id"] == "R35-MIS-1"
    scene = ask(table, "claim_misplay", trick=99, seat="N")
    assert "only tricks" in scene["ruling"]["text"]


def test_a_late_claim_leaves_you_the_choice() -> None:
    table = opponent_misplays(2)
    misplay = table.session.table.misplays[0]  # type: ignore[union-attr]
    scene = ask(table, "claim_misplay", trick=misplay.trick, seat="E")
    assert [option["move"] for option in scene["choices"]["options"]] == ["stop", "play on"]
    assert not can_do(scene, "hint") and scene["session"]["real_table"]["claims"] == []
    on = ask(table, "move", move="play on")
    assert on["choices"] is None and on["ruling"]["cites"][0]["id"] == "R35-MIS-7"
    ask(table, "undo")
    stopped = ask(table, "move", move="stop")
    assert stopped["count"]["is_stopped"] and stopped["session"]["is_over"]
    assert stopped["session"]["rounds"][-1]["why_not"].startswith("A round with a misplay is not reviewed")
    assert stopped["message"]["what"] == "North-South stop the round."
    assert any(row["kind"] == "round" for row in stopped["session"]["sheet"]["rows"])
    assert ask(table, "next_round")["session"]["real_table"]["is_real_round"]


def test_a_misplay_that_nobody_claimed_is_told_after_the_score() -> None:
    table = opponent_misplays(1)
    session = table.session
    while session.actor is not None:
        go_on(table)
    assert find_main(table.scene)["text"] == "Score round" and table.scene["session"]["auto"] is None
    assert table.scene["message"]["what"] == "All cards have been played."
    scene = ask(table, "step")
    assert "was a misplay that nobody claimed. The score stands." in scene["message"]["why"]
    assert scene["ruling"]["cites"][0]["id"] == "D-R04"


def test_the_real_table_is_saved_with_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    table = at_wrong_card(save=file)
    ask(table, "move", move=f"play {wrong_cards(table)[0]}")
    reopened = play("make-a-million-1935", seed=160, save=file)
    assert reopened.scene["session"]["real_table"] == table.scene["session"]["real_table"]
    assert reopened.session.actor == table.session.actor and not reopened.session.to_move
    assert ask(reopened, "step")["message"]["kind"] == "stop"
    ask(reopened, "record")
    assert "once the round is over" in reopened.scene["ruling"]["text"]


@pytest.mark.parametrize("edition", ["make-a-million-1935-three", "make-a-million-1935-two", "manhattan"])
def test_rounds_of_the_other_games_with_wrong_cards(edition: str) -> None:
    table, rng = play(edition, seed=4, save=False), Random(4)
    ask(table, "real_table", is_on=True, notice=30, misplays=20)
    session = table.session
    while not session.round.is_over:
        wrong = wrong_cards(table)
        if session.choices:
            ask(table, "move", move=rng.choice(session.choices))
        elif wrong and not table.session._sit_down().must_correct and rng.random() < 0.3:
            ask(table, "move", move=f"play {wrong[0]}")
        elif session.to_move:
            moves = session.round.legal_moves
            ask(
                table,
                "move",
                move=str(moves[0] if session.round.phase == "amends" else random_player(session.view, rng)),
            )
        else:
            ask(table, "step")
        scene = table.scene
        if scene["session"]["real_table"]["claims"] and rng.random() < 0.1:
            claim = rng.choice(scene["session"]["real_table"]["claims"])
            ask(table, "claim_misplay", trick=claim["trick"], seat=claim["seat"])
        assert scene["message"]["what"] and scene["live"] is not None
