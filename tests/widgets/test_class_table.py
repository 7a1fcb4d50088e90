"""A class table without a browser: what is offered, the hand-in under a name, the link of a page, the file of a notebook, the terminal."""

import io
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from cases import check_each
from matches import find_action, find_main, send
from stages import class_table

import mam_widgets as mw
from mam.class_tables import make_class_table, pack_class_table
from mam.class_tables.hand_ins import parse_hand_in, replay_hand_in, split_text
from mam.class_tables.starts import find_id, find_start
from mam.cli.terminal import Terminal
from mam.sessions import Session, SessionError
from mam_widgets.shared.host import Host
from mam_widgets.site.links import LinkError
from mam_widgets.site.live import LivePage

pytestmark = pytest.mark.usefixtures("folder")


def start() -> Session:
    return find_start(class_table().session)


def test_the_table_says_what_it_is_and_offers_no_help() -> None:
    scene = class_table().scene
    assert scene["heading"]["title"] == "Period 3" and scene["heading"]["subtitle"].startswith("Class table")
    assert scene["message"]["what"] == "Your class plays on from here, and every move stands."
    assert not find_action(scene, "hint") and not find_action(scene, "undo")
    assert [level["name"] for level in scene["session"]["skill_levels"]] == ["rulebook"]
    assert scene["session"]["real_table"]["why_not"] and scene["session"]["hand_in"] is None


@check_each(
    "do, fields",
    [
        ("undo", {}),
        ("act", {"action": "hint"}),
        ("skill_level", {"name": "random"}),
        ("real_table", {"is_on": True}),
        ("next_round", {}),
    ],
)
def test_what_is_refused_is_refused_to_a_message_too(do: str, fields: dict[str, Any]) -> None:
    for table in (class_table(), class_table(is_over=True)):
        before = table.session.dumps()
        scene = send(table, do, **fields)
        assert table.session.dumps() == before and scene["ruling"]["kind"] == "stop"


def test_a_round_is_handed_in_under_a_name() -> None:
    table = class_table(is_over=True)
    assert find_main(table.scene)["do"] == {"act": "handIn"}
    assert find_action(table.scene, "copy-hand-in")["why_not"] == "Make the text first."
    assert next(tab["id"] for tab in table.scene["tabs"] if tab["is_forward"]) == "hand-in"
    hand_in = send(table, "hand_in", name="  ")["session"]["hand_in"]
    assert hand_in["fault"] == "Type your name first, like Ann Lee." and not hand_in["text"]
    hand_in = send(table, "hand_in", name="Zoë <b>")["session"]["hand_in"]
    assert hand_in["text"] == table.hand_in("Zoë <b>") and not hand_in["fault"]
    assert hand_in["file"] == "zoë-b-class-table.txt"
    assert not find_action(table.scene, "copy-hand-in")["why_not"]
    assert find_action(table.scene, "make-hand-in")["text"] == "Make it again"
    (piece,) = split_text(hand_in["text"])
    assert replay_hand_in(start(), parse_hand_in(piece)).dumps() == table.session.dumps()


def test_before_the_end_there_is_nothing_to_hand_in() -> None:
    table = class_table()
    send(table, "hand_in", name="Ann")
    assert table.scene["session"]["hand_in"] is None
    with pytest.raises(ValueError, match="when the round is over"):
        table.hand_in("Ann")


def test_the_review_leads_back_to_the_hand_in_and_practice_does_not_count() -> None:
    table = class_table(is_over=True)
    before = table.hand_in("Ann")
    table._playing.reviews()
    table._refresh()
    assert find_main(table.scene)["id"] == "hand-in"
    send(table, "try_again")
    while not table._playing.session.round.is_over:
        session = table._playing.session
        send(table, "move", move=str(session.view.legal_moves[0])) if session.to_move else send(table, "step")
    assert table.scene["session"]["stage"] == "practice" and table.hand_in("Ann") == before


# A notebook


def test_a_cell_goes_on_with_the_round(tmp_path: Path) -> None:
    start().save(tmp_path / "p3.toml")
    first = mw.class_table(tmp_path / "p3.toml", auto_play=False)
    send(first, "move", move="pass")
    again = mw.class_table(f"class={pack_class_table(start())}", auto_play=False)
    assert again.session.dumps() == first.session.dumps() != start().dumps()
    assert not mw.class_table(tmp_path / "p3.toml", save=False).session.can_undo
    (tmp_path / "mam-saves").mkdir(exist_ok=True)
    assert first.file is not None
    first.file.write_text(Session.start(seed=7).dumps())
    with pytest.raises(SessionError, match="holds another match"):
        mw.class_table(tmp_path / "p3.toml")


# A page


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> tuple[LivePage, dict[str, str]]:
    monkeypatch.setattr(Host, "connect", lambda _widget, _send: None, raising=False)
    saves: dict[str, str] = {}
    return LivePage(lambda _name, _value: None, lambda name, text, _title: saves.update({name: text})), saves


def test_a_link_opens_the_table_and_goes_on_with_what_is_saved(page: tuple[LivePage, dict[str, str]]) -> None:
    live, saves = page
    link = f"class={pack_class_table(start())}"
    name = live.name_save("play", link, [])
    assert name == f"class-{find_id(start())}.toml"
    live.open("play", link, name)
    assert live.widget.session.dumps() == start().dumps() and live.link() == link == live.address()
    live.handle('{"do": "move", "move": "pass"}')
    played = live.widget.session.dumps()
    assert saves[name] == played != start().dumps()
    live.open("play", link, live.name_save("play", link, [name]), saves[name])
    assert live.widget.session.dumps() == played
    live.open("play", f"match={name}", name, saves[name])
    assert live.widget.session.class_table and live.link() == link


@check_each("link", ["class=abc", "class=%3Cscript%3E", "class=eJw", f"class={'A' * 5000}"])
def test_a_damaged_link_is_a_sentence(link: str) -> None:
    live = LivePage(lambda _name, _value: None)
    with pytest.raises(LinkError, match=r"copy the whole link|can't be opened"):
        live.name_save("play", link, [])


def test_a_link_with_a_match_of_somebodys_own_opens_no_class_table() -> None:
    from mam.class_tables.starts import _BASE
    from mam.support.packing import pack

    link = f"class={pack(Session.start(seed=7).dumps(), _BASE)}"
    with pytest.raises(LinkError, match="not a class table"):
        LivePage(lambda _name, _value: None).name_save("play", link, [])


# A terminal


def test_it_is_handed_in_from_a_terminal_too() -> None:
    out = io.StringIO()
    table = class_table(is_over=True)
    Terminal(table.session, input, out).execute("hand-in Ann Lee")
    assert out.getvalue().strip() == table.hand_in("Ann Lee")
    for command, words in (
        ("hand-in", "Type your name"),
        ("next", "hand it in"),
        ("deal", "one round"),
    ):
        out = io.StringIO()
        Terminal(class_table(is_over=True).session, input, out).execute(command)
        assert words in " ".join(out.getvalue().split())


def test_another_level_changes_the_table() -> None:
    assert find_id(start()) != find_id(make_class_table("Period 3", seed=16, skill_level="random"))
