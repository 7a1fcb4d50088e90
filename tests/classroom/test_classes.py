"""Class lists and class keys: what is read, and what is refused with its line."""

import os
import re
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mam.classroom.classes import ClassError, find_name_fault, parse_class, read_class
from mam.classroom.keys import KeyFault, make_assignment_key, make_fingerprint, make_key, make_token, read_key

TOML = """format = 1
name = "Statistics"

[[student]]
id = "ann"
name = "Ann Smith"

[[student]]
id = "bob@school.org"
"""


def test_toml() -> None:
    roster = parse_class(TOML, "class.toml")
    assert roster.name == "Statistics"
    assert [(student.id, student.name) for student in roster.students] == [
        ("ann", "Ann Smith"),
        ("bob@school.org", "bob@school.org"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "id,name\nann,Ann Smith\nbob,Jones\n",
        "Name;ID\nAnn Smith;ann\n\nJones;bob\n",
        'id,name\r\nann,"Ann Smith"\r\nbob,Jones\r\n',
        " id , name \n ann , Ann   Smith\nbob,Jones",
    ],
)
def test_csv(text: str, tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text(text, "utf-8-sig", newline="")
    roster = read_class(tmp_path / "club.csv")
    assert roster.name == "club"
    assert [(student.id, student.name) for student in roster.students] == [("ann", "Ann Smith"), ("bob", "Jones")]


@pytest.mark.parametrize(
    ("text", "file", "message"),
    [
        ("id,name\nann,A\nANN,B\n", "c.csv", "line 3: the id 'ANN' is listed twice: line 2 has 'ann'"),
        ("id,name\nann,A\n../x,B\n", "c.csv", "line 3: the id '../x' must have only letters"),
        ("id,name\nnul.txt,A\n", "c.csv", "line 2: the id 'nul.txt' is a name that Windows reserves"),
        ("id,name\n,A\n", "c.csv", "line 2: the id '' has 0 characters"),
        ("ann,A\n", "c.csv", "line 1: the first line must be id,name"),
        ("id,name\nann,A,x\n", "c.csv", "line 2: 3 values"),
        ('id,name\n"ann,A\n', "c.csv", "not valid CSV"),
        ("id,name\n", "c.csv", "no student"),
        ("", "c.csv", "line 1: the first line"),
        ("", "c.toml", "no student"),
        (TOML.replace("bob@school.org", "ann."), "c.toml", "line 9: the id 'ann.' must have only letters"),
        (TOML.replace("bob@school.org", "Ann"), "c.toml", "line 9: the id 'Ann' is listed twice: line 5"),
        (TOML.replace('id = "bob', 'nick = "bob'), "c.toml", "line 9: unknown key 'nick'"),
        (TOML.replace('id = "ann"', "id = 7"), "c.toml", "line 5: id must be text"),
        (TOML.replace("format = 1", "format = 3"), "c.toml", "line 1: this mam reads format 2"),
        ("[[student]\n", "c.toml", "line 1: this is not valid TOML"),
    ],
)
def test_a_fault_is_reported_with_its_line(text: str, file: str, message: str) -> None:
    with pytest.raises(ClassError, match=re.escape(message)):
        parse_class(text, file)


@given(st.text(max_size=80), st.sampled_from(["c.csv", "c.toml"]))
def test_any_text_is_read_or_refused(text: str, file: str) -> None:
    try:
        roster = parse_class(text, file)
    except ClassError:
        return
    assert all(not find_name_fault(student.id) and student.name.isprintable() for student in roster.students)


def test_names_that_files_cannot_have() -> None:
    for name in (
        "",
        "a/b",
        "a\\b",
        "..",
        ".ann",
        "ann.",
        "ann ",
        "con",
        "COM1",
        "lpt9.json",
        "zoë",
        "a\nb",
        "a" * 61,
        "-x",
        "a:b",
    ):
        assert find_name_fault(name), name
    for name in ("ann", "Ann-2", "a.b", "ann@school.org", "1", "context", "com", "a+b_c"):
        assert not find_name_fault(name), name


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = make_key(tmp_path / "class.key")
    assert len(key) == 32 and read_key(tmp_path / "class.key") == key
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "class.key").stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        make_key(tmp_path / "class.key")
    assert make_key(tmp_path / "other.key") != key


def test_a_key_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "class.key"
    make_key(place)
    whole = place.read_bytes()
    place.write_bytes(whole[:-10])
    with pytest.raises(KeyFault, match="damaged: it has 55 of the 64 characters of a key"):
        read_key(place)
    for content in (b"", b"secret", bytes(500), whole.replace(b"mam class key 1", b"mam class key 2"), whole + b"zz\n"):
        place.write_bytes(content)
        with pytest.raises(KeyFault, match=r"class\.key is not a class key"):
            read_key(place)
    place.write_bytes(whole.replace(b"\n", b"\r\n"))
    assert len(read_key(place)) == 32


def test_tokens_and_fingerprints_differ_and_hold_no_key() -> None:
    key, second_key = bytes(32), bytes([1]) * 32
    codes = {
        make_token(a, name, student, practice)
        for a in (key, second_key)
        for name in ("homework-1", "homework-2")
        for student in ("ann", "bob")
        for practice in (False, True)
    }
    assert len(codes) == 16 and all(re.fullmatch("[0-9a-f]{32}", code) for code in codes)
    assert make_fingerprint(key) != make_fingerprint(second_key)
    assert (
        len(
            {
                key,
                make_assignment_key(key, "homework-1"),
                make_assignment_key(key, "homework-2"),
                make_assignment_key(second_key, "homework-1"),
            }
        )
        == 4
    )


def test_a_key_is_there_only_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is on the disk before it has its name, and a failure leaves nothing."""
    place, actions = tmp_path / "class.key", []
    sync, link = os.fsync, os.link

    def cut(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", cut)
        with pytest.raises(OSError, match=r"No space left on device: '.*class\.key'"):
            make_key(place)
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(os, "fsync", lambda handle: (actions.append(place.exists()), sync(handle))[1])
    monkeypatch.setattr(os, "link", lambda *names: (actions.append("named"), link(*names))[1])
    key = make_key(place)
    assert actions == [False, "named", True]  # the file, its name, and then the folder
    assert read_key(place) == key and [path.name for path in tmp_path.iterdir()] == ["class.key"]


def test_two_keys_at_the_same_moment_are_never_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, link = tmp_path / "class.key", os.link
    first = "mam class key 1 (keep it)\n" + "0" * 64 + "\n"

    def late(old: Path, new: Path) -> None:
        place.write_text(first)  # somebody else was quicker
        link(old, new)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FileExistsError):
        make_key(place)
    assert place.read_text() == first


def test_a_disk_without_links_keeps_a_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    key = make_key(tmp_path / "class.key")
    assert read_key(tmp_path / "class.key") == key
    with pytest.raises(FileExistsError):
        make_key(tmp_path / "class.key")
