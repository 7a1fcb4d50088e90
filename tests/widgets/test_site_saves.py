"""What a page of the site saves, and what it says of a save, a link or a file that it cannot read: Python's part, without a browser."""

import json
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from specimen_records import specimen_record

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

import mam
from mam.records import format_record
from mam.sessions import Session
from mam.studies.problems.decisions import find_decisions
from mam.studies.read import parse_study
from mam_widgets.shared.host import Host
from mam_widgets.site.links import LinkError, pack
from mam_widgets.site.live import LivePage
from mam_widgets.site.on_page import FileError, SaveError

CODE = "MN-0N30J-8Y64G-AHYFH-YQRER-S9XHX"
# Words of Python, JavaScript and TOML that nobody should have to read.
MACHINE = re.compile(
    r"literal|codec|Traceback|NoneType|object|Error\b|undefined|expected|delimiter|base 10|__\w+__ ", re.IGNORECASE
)


@pytest.fixture(autouse=True)
def on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where anywidget is installed, it carries a widget: here a page does, which takes what is sent."""
    monkeypatch.setattr(Host, "connect", lambda _widget, _send: None, raising=False)


@dataclass
class Browser:
    """A page with what a browser keeps for it: saves by name, the newest last, the files it was given, and the problems."""

    saves: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    problems: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page = LivePage(
            lambda _name, _value: None,
            self.save,
            lambda name, text: self.files.update({name: text}),
            lambda text: self.problems.extend(json.loads(text)),
        )

    def save(self, name: str, text: str, title: str) -> None:
        self.saves.pop(name, None)
        if text:
            assert title
            self.saves[name] = text

    def open(self, kind: str = "play", link: str = "", *, is_new: bool = False) -> Any:
        name = self.page.name_save(kind, link, [*reversed(self.saves)])
        self.page.open(kind, link, name, self.saves.get(name), is_new)
        return self.page.widget

    def play(self) -> None:
        """Make a move: the first that is legal, or let the others play."""
        session = self.page.widget.session
        self.do("move", move=str(session.view.legal_moves[0])) if session.to_move else self.do("step")

    def do(self, kind: str, **fields: Any) -> None:
        self.page.handle(json.dumps({"do": kind, **fields}))


def make_record() -> mam.Record:
    return specimen_record()


# Matches


def test_a_match_is_saved_once_it_goes_on_and_the_next_visit_goes_on_with_it() -> None:
    browser = Browser()
    browser.open()
    assert browser.saves == {}
    browser.play()
    (name,) = browser.saves
    text = browser.page.widget.session.dumps()
    assert browser.saves[name] == text
    assert browser.open().session.dumps() == text and browser.page.save_name() == name


@pytest.mark.parametrize("link", [f"deal={CODE}", "seed=7", "seed=0"])
def test_a_link_has_a_match_of_its_own_and_the_one_in_progress_stays(link: str) -> None:
    browser = Browser()
    browser.open()
    browser.play()
    own = {**browser.saves}
    browser.open("play", link)
    browser.play()
    assert {**browser.saves, **own} == browser.saves and len(browser.saves) == 2
    other = browser.page.widget.session.dumps()
    assert browser.open().session.dumps() == next(iter(own.values())), (
        "the page itself goes on with the person's own match"
    )
    assert browser.open("play", link).session.dumps() == other, "and the link with its own"
    assert browser.page.address() == link


def test_practice_hands_the_browser_problems_with_all_their_answers() -> None:
    browser = Browser()
    widget = browser.open("play", "seed=6")
    club = mam.players.get_player("club")
    while not widget.session.round.is_over:
        session = widget.session
        browser.do("move", move=str(club(session.view, Random(1)))) if session.to_move else browser.do("to_turn")
    browser.do("review")
    browser.do("stop_review")
    assert browser.page.needs_packages(json.dumps({"do": "practice_this"}))
    browser.do("practice_this")
    widget.wait()
    decisions = list(find_decisions(widget.session.round, widget.session.you, "round 1"))
    assert [problem["stage"]["id"] for problem in browser.problems] == [decision.study.id for decision in decisions]
    assert [problem["isMistake"] for problem in browser.problems] == [decision.is_mistake for decision in decisions]
    assert all(browser.page.file_needs_packages(problem["text"]) for problem in browser.problems)
    assert not browser.page.file_needs_packages('shelf = "learn"')
    assert decisions and "look under Your decisions" in widget.scene["message"]["what"]
    for problem in browser.problems:
        assert problem["stage"]["group"] == "Your decisions"
        assert parse_study(problem["text"], "decision").id == problem["tree"]["id"] == problem["stage"]["id"]


def test_one_deal_written_in_two_ways_is_one_match() -> None:
    browser = Browser()
    names = [browser.page.name_save("play", f"deal={code}", []) for code in (CODE, CODE.lower())]
    assert names[0] == names[1]


def test_a_new_match_takes_a_name_of_its_own_and_undo_gives_it_back() -> None:
    browser = Browser()
    browser.open("play", f"deal={CODE}")
    browser.play()
    before = {**browser.saves}
    browser.do("begin", seat="S", skill_level="rulebook", seed="3")
    assert len(browser.saves) == 2 and before.items() <= browser.saves.items()
    assert browser.page.address() == "", "the address no longer names the deal that is not shown"
    browser.do("undo")
    assert browser.saves == before and browser.page.address() == f"deal={CODE}"
    browser.do("begin", seat="no seat", skill_level="rulebook")
    assert browser.saves == before and browser.page.address() == f"deal={CODE}"


def test_each_file_that_is_opened_has_a_match_of_its_own() -> None:
    browser = Browser()
    browser.open()
    browser.play()
    texts = [Session.start(seed=seed).dumps() for seed in (1, 2, 3)]
    for text in texts:
        assert browser.page.load("mine.toml", text) == "play"
    assert len(browser.saves) == 4 and {*texts} <= {*browser.saves.values()}
    assert browser.open().session.dumps() == texts[-1]


def test_a_match_that_is_not_shown_any_more_saves_nothing() -> None:
    browser = Browser()
    old = browser.open()
    browser.open("play", "seed=3")
    old.handle_message({"do": "move", "move": "pass"})
    assert browser.saves == {}
    browser.play()
    assert len(browser.saves) == 1
    browser.page.close()
    before = {**browser.saves}
    browser.page.widget.handle_message({"do": "to_turn"})
    assert browser.saves == before


def test_a_record_of_a_match_becomes_a_file_of_the_person() -> None:
    browser = Browser()
    browser.open()
    browser.do("record")
    ((name, text),) = browser.files.items()
    assert name.endswith(".toml") and "edition" in text
    assert f"your downloads as {name}" in browser.page.widget.scene["live"]


def test_where_nothing_is_saved_the_match_says_so() -> None:
    browser = Browser()
    table = browser.open()
    assert table.scene["session"]["save_status"] == "Saved in this browser after every move."
    browser.page.report_trouble("Not saved. No room.")
    assert table.scene["session"]["save_status"] == "Not saved. No room."
    browser.page.report_trouble("")
    assert table.scene["session"]["save_status"] == "Saved in this browser after every move."


# What cannot be read

BAD_MATCHES = [
    "",
    "\n",
    "garbage",
    "session = 99\n",
    "sitting = 1\n",
    "[[[",
    "\x00\x01",
    "{}",
    "null",
    "5",
    'format = 2\nedition = "six"\n',
    "session = 2\nedition = 5\n",
    'session = 2\nedition = "manhattan"\nseed = 7\nyou = "S"\nhints = 0\n[[round]]\nmoves = ["pass", "R40"]\n',
    "session = " + "9" * 5000,
    "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r = 1",
    "session = 2\nx = " + "[" * 3000,
    "�PNG\r\n",
]


@pytest.mark.parametrize("text", BAD_MATCHES, ids=lambda text: repr(text[:20]))
@pytest.mark.parametrize("link", ["", f"deal={CODE}", "seed=7"])
def test_a_match_that_cannot_be_read_is_said_and_stays(text: str, link: str) -> None:
    browser = Browser()
    name = browser.page.name_save("play", link, [])
    browser.saves[name] = text
    with pytest.raises(SaveError) as raised:
        browser.open("play", link)
    sentence = str(raised.value)
    assert sentence.startswith("Your saved match can't be read: ") and sentence.endswith(".") and len(sentence) < 400
    assert not MACHINE.search(sentence) and "record" not in sentence
    assert browser.saves == {name: text}


def test_a_new_match_is_dealt_at_random_and_saved_at_once() -> None:
    browser = Browser()
    browser.page.open("play", "", "match-00000000.toml", None, True)
    assert [*browser.saves] == ["match-00000000.toml"]
    seed = browser.page.widget.session.match.seed
    browser.page.open("play", "", "match-00000001.toml", None, True)
    assert browser.page.widget.session.match.seed != seed


@pytest.mark.parametrize(
    ("kind", "link", "words"),
    [
        ("play", "seed=abc", "A seed is a whole number, like 7, not “abc”."),
        ("play", "seed=-1", "not “-1”"),
        ("play", "seed=٣", "not “٣”"),
        ("play", "seed=1_000", "not “1_000”"),
        ("play", "seed=" + "9" * 5000, "…”"),
        ("play", "seed=", "copy the whole link"),
        ("play", "seed=1&seed=2", "twice"),
        ("play", "__proto__", "Nothing on this page is called “__proto__”."),
        ("play", "constructor", "“constructor”"),
        ("play", "nonsense", "“nonsense”"),
        ("play", "<b>x</b>", "“<b>x</b>”"),
        ("play", "%E0%A4%A", "is called"),
        ("play", "&&", "“&&”"),
        ("play", "deal=", "copy the whole link"),
        ("play", "deal=MN-0", "The deal in this link can't be read"),
        ("play", f"deal={CODE}&seed=3", "not both"),
        ("play", "match=nobody.toml", "not saved in this browser"),
        ("play", "match=../etc/passwd", "not saved in this browser"),
        ("play", "x" * 100_000, "…”"),
        ("stepper", "record=abc", "not complete"),
        ("stepper", "record=%00", "not complete"),
        ("stepper", f"record={pack('nonsense')}", "The record in this link can't be read"),
        ("stepper", f"record={pack(Session.start(seed=1).dumps())}", "can't be read"),
        ("stepper", "step=abc", "A step is a whole number"),
        ("stepper", "step=-1", "A step is a whole number"),
        ("stepper", "branch=9", "no what-if 9"),
        ("stepper", "under=nowhere", "can't be shown under “nowhere”"),
        ("stepper", "now=abc", "not complete"),
        ("stepper", "deal=abc", "The deal in this link can't be read"),
        ("bidding", "nonsense", "“nonsense”"),
        ("bidding", "hand=R40", "“hand”"),
        ("discard", "deal=abc", "“deal”"),
        ("probability", "toString", "“toString”"),
    ],
    ids=lambda value: value[:20],
)
def test_an_address_that_cannot_be_opened_is_a_plain_sentence(kind: str, link: str, words: str) -> None:
    browser = Browser()
    with pytest.raises(LinkError) as raised:
        browser.open(kind, link)
    sentence = str(raised.value)
    assert words in sentence and len(sentence) < 300 and "\n" not in sentence
    assert not MACHINE.search(sentence.replace("__proto__", ""))
    assert browser.saves == {}


@pytest.mark.parametrize(
    "text", [*BAD_MATCHES, "[deal]\n", 'edition = "six"\n', '{"format": 1}'], ids=lambda text: repr(text[:20])
)
def test_a_file_that_cannot_be_opened_leaves_all_as_it_was(text: str) -> None:
    browser = Browser()
    browser.open()
    browser.play()
    before = {**browser.saves}
    with pytest.raises(FileError) as raised:
        browser.page.load("my <file>.toml", text)
    sentence = str(raised.value)
    assert sentence.startswith("“my <file>.toml” can't be opened: ") and not MACHINE.search(sentence)
    browser.do("to_turn")
    assert [*browser.saves] == [*before] and browser.saves != before, "the match goes on, and is still saved"


def test_a_file_names_the_page_that_it_is_for() -> None:
    browser = Browser()
    browser.open("discard")
    with pytest.raises(FileError, match="holds a match: open it on the Play page"):
        browser.page.load("match.toml", Session.start(seed=1).dumps(), ["discard"])
    with pytest.raises(FileError, match="holds a record: open it on the Play page"):
        browser.page.load("record.toml", format_record(make_record()), ["discard"])


# The place in a record


def reopen(browser: Browser) -> Any:
    """What a reload shows: the address as it stands now."""
    return Browser().open("stepper", browser.page.address())


@pytest.mark.parametrize("link", ["", f"record={pack(format_record(make_record()))}", f"deal={CODE}"])
def test_a_reload_stays_at_the_place_and_keeps_what_was_tried(link: str) -> None:
    browser = Browser()
    stepper = browser.open("stepper", link)
    assert browser.page.address() == link
    steps = [0] if link.startswith("deal") else [40, 20]
    for step in steps:
        browser.do("back")
        browser.do("go_to_step", step=step)
        assert reopen(browser).scene["stepper"]["step"] == step
        for _ in range(3):
            browser.do("random_move")
        again = reopen(browser)
        assert again.record == stepper.record and again.scene["stepper"]["step"] == step + 3
        assert again.scene["stepper"]["branch"] == stepper.scene["stepper"]["branch"]
        assert browser.page.address().startswith(link), "what was opened stays what was opened"
        assert browser.page.link().startswith(link or "record=")
    browser.do("undo")
    assert reopen(browser).record == stepper.record
    assert Browser().open("stepper", browser.page.link()).record == stepper.record


def test_a_reload_stays_in_another_edition() -> None:
    browser = Browser()
    stepper = browser.open("stepper")
    browser.do("go_to_step", step=20)
    browser.do("edition", edition="manhattan")
    again = reopen(browser)
    assert again.round == stepper.round and again.round.rules.id == "manhattan"
    again.handle_message({"do": "edition", "edition": "make-a-million-1935"})
    assert again.record == make_record()


def test_a_lab_has_the_address_of_its_page() -> None:
    browser = Browser()
    for kind in ("probability", "discard"):
        browser.open(kind)
        assert browser.page.address() == browser.page.link() == ""
