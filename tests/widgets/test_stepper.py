"""The widget without a browser: a comm that records what is sent, and messages put into it."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm
from specimen_records import specimen_record

import mam

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

from mam_widgets.shared import jupyter as module  # noqa: E402
from mam_widgets.stepper.model import Walk  # noqa: E402
from mam_widgets.stepper.widget import Stepper  # noqa: E402

RECORD = specimen_record()


class Recording(BaseComm):
    """A comm to a browser that is not there: it keeps what was sent."""

    sent: list[dict[str, Any]]

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        self.__dict__.setdefault("sent", []).append(json.loads(json.dumps({"type": msg_type, "data": data or {}})))

    def scenes(self) -> list[dict[str, Any]]:
        """The scenes sent since the last time."""
        states = [message["data"].get("state", {}) for message in self.sent]
        self.sent.clear()
        return [state["scene"] for state in states if "scene" in state]


@pytest.fixture(autouse=True)
def recording(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", lambda *a, **k: Recording(*a, **k))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str], str | None]]:
    """What the notebook is asked to show: whether anew or in place of something, the bundle, its display id."""
    messages: list[tuple[str, dict[str, str], str | None]] = []
    monkeypatch.setattr(
        module, "display", lambda data, raw, display_id=None: messages.append(("new", data, display_id))
    )
    monkeypatch.setattr(
        module, "update_display", lambda data, raw, display_id=None: messages.append(("again", data, display_id))
    )
    return messages


@pytest.fixture
def table() -> Iterator[Stepper]:
    stepper = mw.specimen()
    stepper.comm.scenes()
    yield stepper
    stepper.close()


def send(table: Stepper, content: Any) -> list[dict[str, Any]]:
    """A message from the browser; gives the scenes that it answers with."""
    table.comm.handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    scenes: list[dict[str, Any]] = table.comm.scenes()
    return scenes


@pytest.mark.parametrize(
    "message",
    [
        {"do": "go_to_step", "step": 31},
        {"do": "move", "move": "bid 190"},
        {"do": "move", "move": "pass"},
        {"do": "as_recorded"},
        {"do": "as_recorded_all"},
        {"do": "random_move"},
        {"do": "bottom", "seat": "N"},
        {"do": "all_hands", "is_on": False},
    ],
)
def test_a_message_is_answered_with_one_scene(table: Stepper, message: dict[str, Any]) -> None:
    (scene,) = send(table, message)
    assert scene == table.scene == json.loads(json.dumps(table._make_scene()))


def test_a_step_asked_for_twice_is_answered_twice(table: Stepper) -> None:
    """The browser asks again where the first answer was lost with the connection."""
    for _ in range(2):
        (scene,) = send(table, {"do": "go_to_step", "step": 31})
        assert scene["stepper"]["step"] == 31


def test_the_same_refusal_twice_is_answered_with_what_it_says(table: Stepper) -> None:
    (scene,) = send(table, {"do": "move", "move": "pass"})
    assert scene["ruling"]["kind"] == "stop"
    send(table, {"do": "move", "move": "pass"})
    assert table.scene["ruling"]["kind"] == "stop"


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        [],
        {},
        {"do": "fly"},
        {"do": "go_to_step", "step": "x"},
        {"do": "go_to_step", "step": None},
        {"do": "move", "move": {}},
    ],
)
def test_an_odd_message_becomes_a_sentence(table: Stepper, message: Any) -> None:
    before = table.scene
    (scene,) = send(table, message)
    assert scene["ruling"]["kind"] == "stop" and scene["ruling"]["head"] and scene["ruling"]["text"]
    assert scene["live"].startswith(scene["ruling"]["head"].rstrip("."))
    assert {**scene, "ruling": 0, "live": 0} == {**before, "ruling": 0, "live": 0}
    (scene,) = send(table, {"do": "go_to_step", "step": 1})  # and the table goes on
    assert scene["stepper"]["step"] == 1


def test_the_browser_cannot_set_the_scene(table: Stepper) -> None:
    """Python owns every fact: a scene that comes back from the page moves nothing."""
    forged = {**table.scene, "title": "forged"}
    data = {"method": "update", "state": {"scene": forged}, "buffer_paths": []}
    table.comm.handle_msg({"content": {"data": data}, "buffers": []})
    send(table, {"do": "go_to_step", "step": 1})
    assert table.scene["title"] == RECORD.title and table.record == RECORD


def test_a_scene_is_small_at_every_step(table: Stepper) -> None:
    for step in range(66):
        for scene in send(table, {"do": "go_to_step", "step": step}):
            assert len(json.dumps(scene)) < 40_000, step


def test_go_moves_the_table_and_gives_it_back(table: Stepper) -> None:
    assert table.go(11) is table and table.round.phase == "nest"
    assert len(table.comm.scenes()) == 1
    assert table.go(-1).scene["stepper"]["step"] == 0
    assert table.go(999).round.is_over


def test_what_was_tried_is_in_the_record(table: Stepper) -> None:
    send(table, {"do": "move", "move": "bid 190"})
    assert [str(branch.moves[0]) for branch in table.record.branches] == ["bid 190"]
    assert table.round.calls[-1] == ("S", mam.Bid(190))


def test_tables_do_not_share_their_name_or_their_place() -> None:
    tables = [mw.specimen() for _ in range(20)]
    assert len({table.uid for table in tables}) == 20
    tables[0].go(10)
    assert tables[1].scene["stepper"]["step"] == 0
    for table in tables:
        table.close()


# The static copy


def test_a_table_is_shown_as_two_outputs_and_its_still_picture_follows(table: Stepper, shown: Any) -> None:
    table._ipython_display_()
    (_, live, none), (_, copy, name) = shown
    assert "application/vnd.jupyter.widget-view+json" in live and none is None
    assert set(copy) == {"text/html", "text/plain"} and name
    send(table, {"do": "go_to_step", "step": 23})
    how, copy, name_shown = shown[-1]
    assert (how, name_shown, len(shown)) == ("again", name, 3)
    assert "Trick 3" in copy["text/plain"] and "BEAR" in html.unescape(copy["text/html"])


def test_no_still_picture_is_sent_for_a_table_that_was_never_shown(table: Stepper, shown: Any) -> None:
    send(table, {"do": "go_to_step", "step": 23})
    assert not shown


def test_a_message_that_fails_leaves_the_still_picture(table: Stepper, shown: Any) -> None:
    table._ipython_display_()
    send(table, {"do": "fly"})
    assert len(shown) == 2


def test_names_and_titles_are_escaped_in_the_still_picture() -> None:
    evil = "\"><script>alert(1)</script><img src=x onerror='alert(2)'>"
    record = replace(RECORD, title=evil, players={"N": evil, "S": evil})
    table = Stepper(Walk(record, step=24))
    page = table.draw_static()["text/html"]
    assert "<script" not in page and re.findall(r"<(\w+)", page) == ["div", "img", "details", "summary", "pre"]
    (picture,) = re.findall(r"<img [^>]*>", page)
    assert re.sub(r'"[^"]*"', "", picture) == "<img alt= style= src=>"
    table.close()


# The three ways to a table


def test_a_record_is_replayed_from_a_file_or_as_it_is(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    mam.write_record(RECORD, path)
    for source in (path, str(path), RECORD):
        table = mw.replay(source, bottom="N")
        assert table.record == RECORD and table.scene["seats"][0]["seat"] == "N"
        assert "As recorded" in table.scene["tools"]["record_calls"]["text"]
        table.close()
    with pytest.raises(OSError, match="nowhere"):
        mw.replay(tmp_path / "nowhere.toml")
    path.write_text("format = 1", "utf-8")
    with pytest.raises(mam.RecordError, match=r"mine\.toml"):
        mw.replay(path)


def test_a_seed_a_code_and_faults_of_a_deal() -> None:
    table = mw.deal(7, dealer="S")
    code = mam.encode_deal(table.round.deal, "make-a-million-1935")
    assert mw.deal(code).round == table.round
    for wrong in ({"you": "Q"}, {"edition": "none"}, {"dealer": "Q"}):
        with pytest.raises(ValueError, match=r"seat|edition"):
            mw.deal(7, **wrong)
    with pytest.raises(mam.NotationError):
        mw.deal("ME-not-a-code")


def test_a_bottom_that_is_no_seat_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="seat"):
        mw.replay(RECORD, bottom="Q")


def test_one_script_holds_all_and_asks_for_nothing() -> None:
    script, style = Stepper._esm, Stepper._css
    for text in (str(script), str(style)):
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
        assert "@import" not in text and not re.search(r"^\s*import\s", text, re.M)
