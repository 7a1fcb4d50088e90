"""A text twice as long takes twice the work to read, not four times: work is counted in calls, and by the signs a pattern reads.

Timing would depend on the machine. A hostile text that took hours is read in a process with a limit of processor time.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import mam
from mam.records import format_record, parse_record
from mam.support import toml_lines
from mam.support.kinds import Key
from mam.support.messages import format_message
from mam.support.toml import Document, PlacedError
from mam.text.notation import parse_deal, parse_move

RECORD = format_record(mam.Record.from_round(mam.start("make-a-million-1935", 7).play(mam.Bid(200)), title="A round"))


def count_work(function: Callable[[str], Any], text: str) -> int:
    """How many calls, of Python and of C, a function makes."""
    count = 0

    def add(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(add)
    try:
        function(text)
    except ValueError:
        pass
    finally:
        sys.setprofile(None)
    return count


def lines_of(text: str) -> None:
    document = Document(text, "x.toml", PlacedError)
    for number in range(len(document.top.get("note", []))):
        document.line(("note", number), "at")


READERS: dict[str, tuple[Callable[[str], Any], Callable[[int], str]]] = {
    "letters": (lambda text: Document(text, "x", PlacedError), lambda n: "a" * n),
    "notes": (lambda text: parse_record(text, "x"), lambda n: RECORD + "\n[[note]]\nat = 'deal'\ntext = 'x'\n" * (n // 8)),
    "branches": (lambda text: parse_record(text, "x"), lambda n: RECORD + "\n[[branch]]\nat = 'deal'\nmoves = ['bid 175']\n" * (n // 8)),
    "lines of notes": (lines_of, lambda n: "[[note]]\nat = 'deal'\n" * n),
    "unknown keys": (lambda text: parse_record(text, "x"), lambda n: RECORD + "".join(f"\nx{i} = 1" for i in range(n))),
    "cards": (mam.parse_hand, lambda n: "R40 " * n),
    "deal": (parse_deal, lambda n: "dealer N | " + "N R40 | " * n),
    "deal code": (mam.decode_deal, lambda n: "MS-" + "A" * n),
    "move": (parse_move, lambda n: "discard " + "R40 " * n),
    "chance": (mam.chances("make-a-million-1935").chance, lambda n: "N red >= 5 and " * n),
    "position": (lambda text: mam.make_position("make-a-million-1935", text, "B", "N"), lambda n: "N " + "R40 " * n),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    read, make = READERS[name]
    count_work(read, make(8))  # what is computed once and remembered
    small, large = (count_work(read, make(number)) for number in (400, 800))
    assert large < 2.3 * small + 60, (small, large)


# Every text, valid or not, is read by patterns that take each sign exactly once and never give one back.
HOSTILE = {
    "letters": lambda n: "a" * n,
    "dots": lambda n: "a." * n,
    "lone dots and blanks": lambda n: ". " * n,
    "blanks": lambda n: " " * n + "!",
    "lines": lambda n: "\n" * n + "!",
    "open quotes": lambda n: '"\\' * n,
    "open long quotes": lambda n: '"""\\' * n,
    "open literals": lambda n: "'''" + "''x" * n,
    "curly quotes": lambda n: "“" * n,
    "apostrophes": lambda n: "'\\" * n,
    "brackets": lambda n: "[" * n,
    "comments": lambda n: "#" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_patterns_of_toml_read_each_sign_once(name: str) -> None:
    text = HOSTILE[name](300)
    assert "".join(match[0] for match in toml_lines._TOKEN.finditer(text)) == text


CODE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
import mam
from mam.records import parse_record
from mam.support.messages import format_message
texts = eval(sys.stdin.read(), {})
for text in texts:
    for read in (parse_record, mam.decode_deal, mam.parse_move, mam.parse_deal, mam.parse_hand, mam.parse_round, format_message,
                 mam.chances("make-a-million-1935").chance):
        try:
            read(text)
        except ValueError as error:
            assert len(str(error)) < 5000
print("read")
"""


@pytest.mark.skipif(os.name == "nt", reason="a limit of processor time")
def test_hostile_texts_of_two_hundred_thousand_signs_are_read() -> None:
    texts = [make(190_000 // len(make(1))) for make in HOSTILE.values()]
    run = subprocess.run([sys.executable, "-c", CODE], input=repr(texts), capture_output=True, text=True)
    assert run.stdout == "read\n", run.stderr[-500:] or f"stopped by signal {-run.returncode}"


def test_a_message_is_cut_before_it_is_searched() -> None:
    assert len(format_message("“" * 1_000_000)) <= 2001


def test_the_line_of_every_kind_of_place() -> None:
    text = """# a comment = with "quotes"
title = 'x' # [deal]
comment = \"\"\"
[round]
moves = 3
\"\"\"
deal.dealer = "N"
players = { N = "Ann", S = "Bo" }
[round]
"tricks" = [
    "a", # one, "two"
    "b",
]
[[note]]
at = "deal"
[[note]]
text = "t"
"""
    document = Document(text, "x.toml", PlacedError)
    for place, line in (
        (("", "title"), 2), (("", "comment"), 3), (("deal", "dealer"), 7), (("players", "S"), 8), (("round", "tricks"), 10),
        (("round", "tricks", 1), 12), ((("note", 0), "at"), 15), ((("note", 1), ""), 16), ((("note", 1), "text"), 17),
        (("", "note"), 14), (("", "round"), 9), (("", "nothing"), 0), (("round", "nothing"), 9), ((("note", 1), "at"), 16),
    ):  # fmt: skip
        assert document.line(*place) == line, place  # type: ignore[arg-type]


def test_a_key_of_many_parts_is_named_with_its_line() -> None:
    with pytest.raises(PlacedError, match=r"^x, line 2: a key has more than sixteen parts$"):
        Document("a = 1\n" + ".".join("b" * 30) + " = 1", "x", PlacedError)


def test_tables_nested_deeper_have_their_keys_checked_and_their_lines_named() -> None:
    text = """\
[[chapter]]
title = "one"
[[chapter]]
title = "two"
[[chapter.stop]]
at = 3
[[chapter.stop]]
at = 12
trump = "R"
stops = []
"""
    document = Document(text, "x.toml", PlacedError)
    keys = {"at": Key(int, True, 0, 9), "trump": Key(), "stops": Key(tuple[str, ...])}
    assert [document.line(("chapter", 1, "stop", number), "at") for number in (0, 1)] == [6, 8]
    assert document.read_table(("chapter", 1, "stop", 0), keys) == {"at": 3}
    for path, known, fault in (
        (("chapter", 1, "stop", 1), keys, "line 8: at must be from 0 to 9, not 12"),
        (("chapter", 1, "stop", 1), {"at": Key(int)}, "line 9: unknown key 'trump'; known here: at"),
        (("chapter", 1, "stop", 1), {**keys, "trump": Key(int)}, "line 8: at must be from 0 to 9, not 12"),
        (("chapter", 0), {"title": Key(), "text": Key(str, True)}, "line 1: text is missing"),
    ):
        with pytest.raises(PlacedError, match=f"^x.toml, {fault}$"):
            document.read_table(path, known)
    with pytest.raises(PlacedError, match=r"^x.toml, line 10: stops must be a table, written \[stops\]$"):
        document.table(("chapter", 1, "stop", 1, "stops"))
    with pytest.raises(PlacedError, match=r"^x\.toml, line 9: trump must be a list of tables"):
        document.tables(("chapter", 1, "stop", 1, "trump"))
    assert document.tables(("chapter", 0, "stop")) == []
