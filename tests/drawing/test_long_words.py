"""A word of 6,000 signs in a title, a name or a note: the work grows with its length, not with its square."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

import mam
from mam.cli.printouts import replay_lines
from mam.cli.printouts import wrap_lines as printed
from mam.drawing import table_svg, table_text
from mam.drawing.wrap import break_lines, shorten_line, text_width
from mam.library.comparing.sheets import format_text
from mam.records import Note, Record, format_record, parse_record
from mam.scenes import make_scene
from mam.sessions import Session

LONG, SHORT = 6000, 750
WORDS = {
    "narrow": "i",
    "wide": "W",
    "hyphens": "-",
    "ideographs": "漢",
    "emoji": "\U0001f43b",
    "accents": "e\u0301",
    "marks alone": "\u0301",
    "joined": "\U0001f469\u200d",
    "hyphenated": "a-",
    "ends of sentences": "a.",
}
# Under these keys a scene, a sheet and a record have what people write or read; under others codes, seats and numbers.
TEXTS = {
    "title", "text", "short", "head", "name", "label", "reason", "words", "source", "sentence", "roles", "badges", "effect", "tag", "winner_name",
    "heading", "live", "verdict", "note", "dealer", "outcome", "unit_words", "why", "remarks",
}  # fmt: skip

each_word = pytest.mark.parametrize("unit", WORDS.values(), ids=WORDS)


class TooMuch(Exception):
    """More lines of Python were run than there may be."""


def count_work(act: Callable[[], object], max_lines: int = sys.maxsize) -> int:
    """How many lines of Python run; stops at `max_lines`, so that a fault costs no minutes."""
    line_count = 0

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal line_count
        line_count += event == "line"
        if line_count > max_lines:
            raise TooMuch(f"more than {max_lines:,} lines were run, in {frame.f_code.co_name}")
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        act()
    finally:
        sys.settrace(before)
    return line_count


def check_work(act: Callable[[str], object], unit: str) -> None:
    """Eight times the length is at most ten times the work."""
    short = count_work(lambda: act(unit * (SHORT // len(unit))), 500_000)
    count_work(lambda: act(unit * (LONG // len(unit))), 10 * short)


def _lengthen(part: Any, word: str) -> Any:
    if isinstance(part, str):
        return part + word
    return [_lengthen(text, word) for text in part] if isinstance(part, list) else filled(part, word)


def filled(scene: Any, word: str) -> Any:
    """The same with the word added to every text."""
    if isinstance(scene, dict):
        return {
            key: _lengthen(part, word) if key in TEXTS and part else filled(part, word) for key, part in scene.items()
        }
    return [filled(part, word) for part in scene] if isinstance(scene, list) else scene


@each_word
@pytest.mark.parametrize("bold", [False, True])
def test_every_line_fits_and_no_letter_is_lost(unit: str, bold: bool) -> None:
    word = unit * 300
    lines = break_lines(f"one {word} two", 14, 60, bold)
    assert "".join(lines).replace(" ", "") == f"one{word}two"
    assert all(text_width(line, 14, bold) <= 60 for line in lines)
    short = shorten_line(word, 14, 60, bold)
    if short != word:  # marks alone have no width
        assert short.endswith("…") and text_width(short, 14, bold) <= 60 < text_width(
            word[: len(short)] + "…", 14, bold
        )


def test_a_mark_stays_on_its_letter() -> None:
    assert all(len(line) % 2 == 0 for line in break_lines("e\u0301" * 100, 14, 61))
    assert shorten_line("e\u0301" * 100, 14, 61).endswith("\u0301…")


@each_word
def test_wrapping_and_cutting_are_linear(unit: str) -> None:
    check_work(lambda word: break_lines(f"a {word} b", 14, 200), unit)
    check_work(lambda word: shorten_line(f"a {word} b", 14, 200), unit)
    check_work(lambda word: break_lines(f"{word} " * 3, 14, 1), unit)


@each_word
def test_printed_text_is_linear(unit: str) -> None:
    check_work(lambda word: printed("Question  ", word), unit)
    check_work(lambda word: format_text(["", word], [[[[word], ["a", word]]]], [7, 10]), unit)


def played() -> dict[str, Any]:
    """A scene with hands, calls, a ruling and a trick."""
    session = Session.start("make-a-million-1935", seed=7)
    while not session.to_move:
        session.step()
    scene: dict[str, Any] = make_scene(session.table_view, title="Round 1", bottom=session.you)
    scene["note"] = {"head": "What West thought", "text": "Nothing.", "source": "a letter"}
    return scene


@pytest.mark.parametrize("width", [320, 600, 960])
@pytest.mark.parametrize("unit", ["W", "漢", "e\u0301"])
@pytest.mark.sample(3, 6)
def test_a_drawn_table_is_linear(unit: str, width: int) -> None:
    scene = played()
    check_work(lambda word: table_svg(filled(scene, word), width=width), unit)


@pytest.mark.parametrize("width", [40, 88])
@pytest.mark.parametrize("unit", ["W", "漢", "e\u0301"])
@pytest.mark.sample(3, 4)
def test_a_printed_table_is_linear(unit: str, width: int) -> None:
    scene = played()
    check_work(lambda word: table_text(filled(scene, word), width=width), unit)


@pytest.mark.parametrize("unit", ["W", "-", "e\u0301"])
def test_a_record_is_linear(unit: str) -> None:
    """Written, read again and told."""
    round = mam.start("make-a-million-1935", seed=7)
    record = Record.from_round(round, title="The first")

    def tell(word: str) -> None:
        named = replace(record, title=word, source=word, players={"N": word}, notes=(Note(0, word, source=word),))
        assert parse_record(format_record(named)).title == word
        assert word in "\n".join(replay_lines(named))

    check_work(tell, unit)
