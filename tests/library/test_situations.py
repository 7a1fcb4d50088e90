"""The documented cases: all of them are there, every one is run, and none can pass by itself."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cases import check_each

import mam
from mam.games.match import Match
from mam.games.millionaire import Millionaire
from mam.library.situations import Check, Finding, Situation, SituationError, read_situations
from mam.library.situations.questions import list_questions
from mam.library.situations.situation import KINDS, format_value
from mam.rules import auction, nest, scoring, tricks

DATA = Path(mam.__file__).parent.parent / "data"


def list_texts() -> dict[str, tuple[str, str]]:
    """The text of each situation and the file that it stands in, by its id."""
    texts = {}
    for path in sorted((DATA / "situations").glob("*.toml")):
        for text in re.split(r"^(?=\[\[situation\]\])", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            texts[tomllib.loads(text)["situation"][0]["id"]] = text, path.name
    return dict(sorted(texts.items()))


TEXTS = list_texts()
one_situation = pytest.mark.parametrize("situation_id", TEXTS)
each_situation = check_each("situation_id", list(TEXTS))


@cache
def read_one(situation_id: str) -> Situation:
    """A situation, read alone: a fault in another one is a fault of that one's tests."""
    (situation,) = read_situations(*TEXTS[situation_id])
    return situation


def test_every_documented_case_is_there() -> None:
    assert list(TEXTS) == [f"B{number:02}" for number in range(1, 89)]
    assert mam.list_situations() == tuple(map(read_one, TEXTS))


def test_how_many_there_are_of_each_kind() -> None:
    kinds = [read_one(situation_id).kind for situation_id in TEXTS]
    assert [kinds.count(kind) for kind in KINDS] == [21, 5, 55, 7]


@each_situation
def test_the_library_answers_as_the_documents_do(situation_id: str) -> None:
    situation = read_one(situation_id)
    findings = situation.run()
    assert findings
    for finding in findings:
        assert finding.passed, str(finding)
        assert finding.rulings and all(ruling.words for ruling in finding.rulings)


@each_situation
def test_a_situation_tells_where_it_comes_from(situation_id: str) -> None:
    situation = read_one(situation_id)
    documents = tomllib.loads((DATA / "rules" / "documents.toml").read_text("utf-8"))
    assert situation.document in documents and documents[situation.document]["name"] in situation.source
    assert bool(situation.page) == (situation.document in ("leaflet-1935", "supplement-1935"))
    assert set(situation.rules) <= set(mam.all_rulings())
    assert any(document in mam.ruling(situation.rules[0]).document for document in documents)
    assert situation.edition in mam.list_editions() and situation.kind in KINDS
    assert situation.question.endswith("?") and situation.answer.endswith(".") and situation.setup.endswith(".")
    assert set(situation.people) in (set(), set(mam.get_edition(situation.edition, situation.options).seats))


# None passes by itself


def wrong(value: Any) -> Any:
    """Another answer of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 5
    if isinstance(value, str):
        return f"{value}?"
    if isinstance(value, list):
        return [wrong(value[0]), *value[1:]] if value else ["R40"]
    first = next(iter(value))
    return {**value, first: wrong(value[first])}


@each_situation
def test_a_wrong_expectation_fails(situation_id: str) -> None:
    situation = read_one(situation_id)
    if not passes(situation):
        return  # test_the_library_answers_as_the_documents_do tells of it
    for check in situation.checks:
        (finding,) = replace(situation, checks=(replace(check, expected=wrong(check.expected)),)).run()
        assert not finding.passed and "as expected" in str(finding)


def test_every_question_is_asked_somewhere() -> None:
    asked = {check.question for situation in mam.list_situations() for check in situation.checks}
    assert asked == set(list_questions())


def passes(situation: Situation) -> bool:
    try:
        return all(finding.passed for finding in situation.run())
    except (KeyError, ValueError, AssertionError):  # rules that are broken may come to nothing
        return False


def failing(ids: str) -> list[str]:
    return [name for name in ids.split() if not passes(read_one(name))]


BROKEN: list[tuple[object, str, Callable[..., Any], str]] = [
    (tricks, "find_multiplier", lambda cards, rules: 1, "B13 B14 B15 B16 B19 B26 B28 B29 B55 B56 B60 B66 B67 B68"),
    (tricks, "find_strength", lambda card, led, trump: card.rank, "B26 B28 B60"),
    (tricks, "find_led_color", lambda cards, trump, rules: cards[0].color, "B29 B60"),
    (tricks, "why_not_play", lambda *_, **__: None, "B13 B25 B61"),
    (scoring, "score", lambda bid, side, captured: dict(captured), "B17 B57 B50"),
    (scoring, "score_persons", lambda bid, bidder, captured, sides, rules: dict.fromkeys("ABCDXYZ", 0), "B38 B39 B69"),
    (scoring, "score_exact", lambda bids, took: dict(took), "B71"),
    (scoring, "find_leaders", lambda totals, rules, final=False: (), "B20 B21 B22 B58 B79 B84"),
    (auction, "_why_not_open", lambda amount, amounts, rules: None, "B06 B41 B43 B64 B76"),
    (auction, "_why_not_misdeal", lambda rules, caller, hand, spoken: None, "B59"),
    (
        auction,
        "find_bid_range",
        lambda calls, rules, seats=4: auction.BidRange(200, rules.max_bid, rules.step),
        "B06 B43",
    ),
    (nest, "why_not_discard_card", lambda card, hand, rules, bidder: None, "B23 B34"),
    (nest, "show_discard", lambda cards, rules: (mam.UNSEEN,) * len(cards), "B23"),
]


@pytest.mark.parametrize(
    ("module", "name", "otherwise", "ids"), BROKEN, ids=[f"{module.__name__}.{name}" for module, name, _, _ in BROKEN]
)
def test_a_broken_rule_shows(
    module: object, name: str, otherwise: Callable[..., Any], ids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, otherwise)
    assert failing(ids) == ids.split()


def test_a_set_up_that_the_rules_refuse_is_an_answer() -> None:
    situation = replace(read_one("B29"), table={**read_one("B29").table, "played": "BEAR Y5"})
    (first, *_) = situation.run()
    assert not first.passed and str(first.answer).startswith("refused: “You don't hold")
    assert first.rulings[0].id == "D-G27"


def test_an_answer_of_another_type_does_not_pass() -> None:
    assert Finding(Check("made", True), True, ()).passed
    assert not Finding(Check("made", True), 1, ()).passed


# Finding and playing them


def test_situations_are_found_by_word_rule_and_edition() -> None:
    assert [situation.id for situation in mam.list_situations("tiger", edition="make-a-million-2004")] == ["B60", "B61"]
    assert [situation.id for situation in mam.list_situations(rule="RSW-24")] == ["B80"]
    assert {situation.edition for situation in mam.list_situations(edition="sweven")} == {"sweven"}
    assert mam.list_situations("no such word") == ()
    assert len(mam.list_situations("BULL")) > 5
    assert mam.list_situations(edition="six+misdeal") == mam.list_situations(edition="six") != ()
    with pytest.raises(ValueError, match="no edition 'x'"):
        mam.list_situations(edition="x")
    with pytest.raises(KeyError, match="no ruling has the id 'R99'"):
        mam.list_situations(rule="R99")
    assert mam.get_situation("B29") == read_one("B29")
    with pytest.raises(KeyError, match="no situation 'B99': choose one of B01 to B88"):
        mam.get_situation("B99")


def test_the_position_can_be_looked_at_and_played_on() -> None:
    round = mam.get_situation("B25").game
    assert isinstance(round, mam.TrickRound) and round.turn == "E"
    assert round.play(mam.parse_move("TIGER")).turn == "S"
    match = mam.get_situation("B79").game
    assert isinstance(match, Match) and match.result == ("A",)
    word = mam.get_situation("B83").game
    assert isinstance(word, Millionaire) and word.is_over


def test_situations_are_values() -> None:
    assert len({*mam.list_situations(), *mam.list_situations()}) == 88
    assert replace(read_one("B29")) == read_one("B29") != replace(read_one("B29"), title="Another")


def test_values_as_people_read_them() -> None:
    assert format_value({"A": [1, True], "B": []}) == "A 1, yes, B none"


# Showing them


class Balance(HTMLParser):
    """Checks that every element is closed in its turn, and keeps what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def parsed(html: str) -> Balance:
    balance = Balance()
    balance.feed(html)
    balance.close()
    assert not balance.open
    return balance


@one_situation
@pytest.mark.sample(24, 73)
def test_a_situation_is_shown_in_all_three_ways(situation_id: str) -> None:
    situation = read_one(situation_id)
    if not passes(situation):
        return  # the test of its answer tells
    text = situation.text()
    for words in (situation.title, situation.setup, situation.question, situation.answer, situation.source):
        assert words in text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)
    root = ElementTree.fromstring(situation.svg())
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.attrib["width"] == "960"
    page = parsed(situation.html())
    assert page.tags >= {"section", "h3", "svg", "ul"} and not page.tags & {
        "script",
        "style",
        "link",
        "iframe",
        "img",
    }
    assert situation.answer in page.words and situation.title in page.words
    for name, value in page.attributes:
        assert not name.startswith("on") and (name == "xmlns" or "//" not in value), (name, value)


def test_pictures_have_themes_and_widths() -> None:
    assert read_one("B13").svg(theme="dark") != read_one("B13").svg()
    assert 'width="480"' in read_one("B13").svg(width=480)
    assert read_one("B13")._repr_html_() == read_one("B13").html()
    assert "mathjax_ignore" in read_one("B13").html().splitlines()[0]  # amounts of money are no formulas


def test_text_is_escaped() -> None:
    evil = "<script>alert('&')</script>"
    words = {name: f"{evil} {name}." for name in ("title", "section", "setup", "question", "answer")}
    people = {seat: f"<b>{seat}" for seat in "NESW"}
    checks = tuple(replace(check, words=evil) for check in read_one("B13").checks)
    situation = replace(read_one("B13"), **words, people=people, checks=checks)  # type: ignore[arg-type]
    html = situation.html()
    assert "<script" not in html and "<b>" not in html and "&lt;script&gt;" in html
    assert parsed(html).words.count("<script>") >= 6
    ElementTree.fromstring(situation.svg())
    assert evil in situation.text()


def test_a_finding_that_fails_is_reported() -> None:
    first = replace(read_one("B13").checks[0], expected="N")
    situation = replace(read_one("B13"), checks=(first,))
    assert "NOT who takes the trick: W, not N as expected" in situation.text()
    assert "Not as expected: who takes the trick: W, not N as expected" in situation.html()


# Reading them

GOOD = """
[[situation]]
id = "X1"
kind = "number"
title = "A title"
document = "leaflet-1935"
section = "Bidding"
rules = ["R35-BID-2"]
edition = "make-a-million-1935"
setup = "South opens with $200,000."
question = "May West say 210?"
answer = "Yes."
deal = { seed = 1, dealer = "S", moves = ["S 200"] }
check = [{ ask = "amounts", expect = 63 }]
"""


def test_a_situation_is_read_from_text() -> None:
    (situation,) = read_situations(GOOD)
    assert situation.run()[0].passed and situation.form == "deal"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "X1"', "id = 1", "mine.toml, line 3: id must be text"),
        ('"number"', '"riddle"', "X1: kind must be one of .worked example.,"),
        ("R35-BID-2", "R35-BID-99", "X1: no rule has the id 'R35-BID-99'"),
        ("make-a-million-1935", "tarot", "X1: no edition 'tarot'"),
        ("deal =", "dael =", "X1: unknown key 'dael'"),
        ("deal = { seed", "position = {}\ndeal = { seed", "X1: give one set-up"),
        ('"amounts"', '"amount"', "X1: no question 'amount'; there are: cards"),
        ("expect", "expects", "X1: the check 'amounts' has no answer to expect"),
        ('check = [{ ask = "amounts", expect = 63 }]', "", "X1: name at least one rule and give at least one check"),
        ("title =", "title", "this is not valid TOML"),
        ("[[situation]]", "[[case]]", "unknown key 'case'"),
    ],
)
def test_a_fault_is_named(old: str, new: str, words: str) -> None:
    with pytest.raises(SituationError, match=words):
        read_situations(GOOD.replace(old, new, 1), "mine.toml")


def test_an_unknown_question_or_set_up_is_an_error() -> None:
    with pytest.raises(ValueError, match="no question 'nothing'"):
        replace(read_one("B13"), checks=(Check("nothing", 1),)).run()
    with pytest.raises(ValueError, match="no set-up in the form 'nothing'"):
        _ = replace(read_one("B13"), form="nothing").game


def test_the_color_and_the_order_of_a_trick_are_known_before_its_last_card() -> None:
    case = mam.get_situation("B29")
    for count, color in enumerate(("none", "none", "Y", "Y"), 1):
        played = " ".join("BEAR BULL Y5 B15".split()[:count])
        check = Check("led", "Y", setting={"played": played})
        assert case.find(check).answer == color, played
    check = Check("order", [], setting={"played": "BEAR"})
    assert case.find(check).answer == ["S", "W", "N", "E"]
