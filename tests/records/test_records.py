"""Records: what is written is read back, and what is wrong is said once, with its place."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from bids import opening
from cases import check_each
from hypothesis import given
from hypothesis import strategies as st
from specimen_records import specimen_record

import mam
from mam.records import (
    Branch,
    Note,
    Record,
    RecordError,
    format_record,
    name_step,
    parse_record,
    read_record,
    write_record,
)
from mam.support.data_files import find_data_folder

EDITION = "make-a-million-1935"

# The deal, auction, nest, discard and trump of the Supplement's specimen; the play is made up.
OPENING = opening(EDITION)
TEXT = """\
# A record written by hand.
format = 2
edition = "make-a-million-1935"
title = "By hand"

[players]
N = "Nora"

[deal]
dealer = "S"
N = "R4 Y30 Y15 Y4 B40 B30 B10 B8 B7 B1 G30 G11 TIGER"
E = "R15 R9 Y9 Y7 Y3 Y2 Y1 B15 G7 G5 G2 BULL BEAR"
S = "R7 R5 R2 Y11 Y10 Y8 Y5 B9 G40 G10 G9 G4 G3"
W = "R40 R30 R11 R10 R8 R3 R1 B11 B5 B3 B2 G15 G1"
nest = "Y40 B4 G8"

[round]
auction = [
    "S OPENING", "W 200",  # "in a comment"
    "N 210", "E pass", "S 220",
    "W 230", "N 240", "S pass", "W 250", "N 260", "W pass",
]
discard = "G8 R4 Y4"
trump = "black"
tricks = [
    "E: R9 R2 R40 B1",
    "N: TIGER B15 B9 B2",
    "N: B40 BEAR G3 B3",
    "N: B30 Y1 R5",
]

[[note]]
at = "call 1"
seat = "S"
text = "Help is hoped for."

[[note]]
at = "trick 2 card 4"
text = '''
Two
lines'''

[[branch]]
at = "call 9"
name = "North gives up"
moves = ["pass", "discard R3 R1 B2", "trump R"]
""".replace("OPENING", str(OPENING))


def error(text: str) -> RecordError:
    """The one error that a text gives; its message begins with the name and the line."""
    with pytest.raises(RecordError) as caught:
        parse_record(text, "x.toml")
    fault = caught.value
    place = f"x.toml, line {fault.line}: " if fault.line else "x.toml: "
    assert str(fault) == place + fault.fault
    assert fault.fault
    assert 0 <= fault.line <= len(text.splitlines()) + 1
    return fault


def line_of(text: str, piece: str) -> int:
    assert text.count(piece) == 1, piece
    return text[: text.index(piece)].count("\n") + 1


def edited(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


def play_on(round: mam.TrickRound, rng: Random, steps: int) -> mam.TrickRound:
    for _ in range(steps):
        legal = round.legal_moves
        if not legal:  # over, or a bidder whose cards are unseen owes a discard
            break
        round = round.play(rng.choice(legal))
    return round


# What is written is read back


def test_a_record_written_by_hand() -> None:
    record = parse_record(TEXT)
    assert record.title == "By hand"
    assert dict(record.players) == {"N": "Nora"}
    assert [note.step for note in record.notes] == [1, 21]
    assert record.notes[1].text == "Two\nlines"
    assert record.branches[0].step == 9
    assert record.branch_rounds(0)[-1].bidder == "W"
    assert record.rounds()[-1].bid == 260
    assert parse_record(format_record(record)) == record


@check_each("seed", range(25))
def test_random_rounds_round_trip(seed: int) -> None:
    rng = Random(seed)
    options = rng.sample(["short-game", "unlimited-bids", "tiger-sets-color", "draw-at-a-tie"], rng.randrange(3))
    round = mam.start(EDITION, seed, options=options)
    while round.phase == "auction":  # short auctions, so that most records get to the play
        quick = [move for move in round.legal_moves if rng.random() < 0.1 or move == mam.Pass()]
        round = round.play(rng.choice(quick or round.legal_moves))
    round = play_on(round, rng, rng.choice((0, 1, 2, 3, 9, 30, 60)))
    for person in (None, *"NESW"):
        record = Record.from_round(mam.view(round, person).round, title=f"Seen by {person}")
        step = rng.randrange(len(record.moves) + 1)
        branch = tuple(play_on(record.rounds()[step], rng, 4).history[step:])
        record = Record.from_round(
            record.rounds()[-1],
            notes=(Note(step, "Here.", "N", "ours"), Note(0, "At the deal.")),
            branches=(Branch(step, branch, "What if"), Branch(0, ())),
        )
        text = format_record(record)
        assert parse_record(text) == record
        assert format_record(parse_record(text)) == text


STRANGE = [
    '"quotes"', "'single'", '"""three"""', "back\\slash", "\\", "two\nlines", "\nbegins", "ends\n", "\r\n", "\ttab",
    "\x00\x07\x1b\x7f", "\u0085\u2028", "🐅🐂🐻", "<script>alert(1)</script>", "[deal]", "# no comment", "=", " ", "a" * 5000,
    'ends in "', '\n"', "𝔘 é ё 中", "\ufeff",
]  # fmt: skip


def with_texts(text: str) -> Record:
    round = mam.start(EDITION, seed=3, dealer="S").play(mam.Bid(OPENING))
    return Record.from_round(
        round,
        title=text,
        source=text,
        comment=text,
        players=dict.fromkeys("NESW", text),
        notes=(Note(1, text or "…", "E", text), Note(0, text or "…")),
        branches=(Branch(1, (mam.Pass(),), text),),
    )


@pytest.mark.parametrize("text", STRANGE)
def test_strange_texts_round_trip(text: str, tmp_path: Path) -> None:
    record = with_texts(text)
    assert parse_record(format_record(record)) == record
    write_record(record, tmp_path / "strange.toml")
    assert read_record(tmp_path / "strange.toml") == record


@given(st.text())
def test_any_text_round_trips(text: str) -> None:
    assert parse_record(format_record(with_texts(text))) == with_texts(text)


@given(st.text())
def test_any_text_is_a_record_or_gives_one_error(text: str) -> None:
    error(text)


def test_an_empty_note_round_trips() -> None:
    record = Record.from_round(mam.start(EDITION, seed=3), notes=(Note(0, ""),))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("step", [-1, 2, 9])
def test_a_note_or_a_branch_has_its_moment(step: int) -> None:
    round = mam.start(EDITION, seed=3).play(mam.Bid(200))
    for story in ({"notes": (Note(step, "x"),)}, {"branches": (Branch(step, ()),)}):
        with pytest.raises(ValueError, match=f"^no step {step}: the moments of this record are 0 to 1$"):
            Record.from_round(round, **story)
    with pytest.raises(ValueError, match=f"^no step {step}: "):
        name_step(Record.from_round(round), step)


@pytest.mark.parametrize("amount", [525, 9_995, 10_000, 25_000, 1_000_000_000])
def test_unlimited_bids_round_trip(amount: int) -> None:
    round = mam.start(EDITION, seed=3, dealer="S", options=["unlimited-bids"]).play(mam.Bid(200)).play(mam.Bid(amount))
    assert parse_record(format_record(Record.from_round(round))).moves == round.history
    assert mam.parse_round(repr(round)) == round


def test_windows_line_ends_and_a_byte_order_mark_are_harmless(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert read_record(path) == parse_record(TEXT)
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert read_record(path) == parse_record(TEXT)


# What is wrong is said once, with its place: text to replace, its replacement, what the error says.
# The line expected is the replacement's.

FAULTS = {
    "wrong card": ("R40 R30 R11 R10", "R40 R30 R11 R6", "R6"),
    "nonsense for a card": ("B2 G15 G1", "B2 G15 QUEEN", "QUEEN"),
    "54 cards": ('nest = "Y40 B4 G8"', 'nest = "Y40 B4"', "2 cards"),
    "56 cards": ('nest = "Y40 B4 G8"', 'nest = "Y40 B4 G8 ??"', "4 cards"),
    "a card twice in a hand": ("R15 R9 Y9 Y7", "R15 R15 Y9 Y7", "twice"),
    "a card in two hands": ("B9 G40 G10", "B40 G40 G10", "B40 is dealt twice"),
    "a dealer who is nobody": ('dealer = "S"', 'dealer = "Q"', "'Q'"),
    "bid out of turn": ('"N 210", "E pass"', '"E 210", "E pass"', "R35-BID-3"),
    "bid too low": ('"N 210", "E pass"', '"N 205", "E pass"', "R35-BID-5"),
    "bid in odd thousands": ('"N 210", "E pass"', '"N 212", "E pass"', "R35-BID-6"),
    "opening pass": (f'"S {OPENING}", "W 200",', '"S pass", "W 200",', "R35-BID-1"),
    "a call by nobody": ('"N 210", "E pass"', '"Q 210", "E pass"', "Q 210"),
    "a call that says nothing": ('"N 210", "E pass"', '"N", "E pass"', "''"),
    "money discarded": ('"G8 R4 Y4"', '"G8 R4 Y40"', "R35-NEST-3"),
    "four cards discarded": ('"G8 R4 Y4"', '"G8 R4 Y4 B1"', "R35-NEST-2"),
    "a card discarded twice": ('"G8 R4 Y4"', '"G8 R4 R4"', "R35-NEST-2"),
    "no such color": ('trump = "black"', 'trump = "blue"', "'blue'"),
    "revoke": ("E: R9 R2 R40 B1", "E: R9 R2 G15 B1", "R35-PLAY-5"),
    "a card not held": ("E: R9 R2 R40 B1", "E: R9 R2 R40 Y3", "D-G27"),
    "wrong leader": ("N: TIGER B15 B9 B2", "W: TIGER B15 B9 B2", "R35-PLAY-8"),
    "a trick of five": ("N: TIGER B15 B9 B2", "N: TIGER B15 B9 B2 B5", "5"),
    "a trick of none": ("N: TIGER B15 B9 B2", "N:  ", "leader"),
    "unknown key": ('title = "By hand"', 'titel = "By hand"', "titel"),
    "unknown key in the deal": ('dealer = "S"', 'dealer = "S"\nX = "??"', "'X'"),
    "unknown key in the round": ('trump = "black"', 'trumps = "black"', "trumps"),
    "unknown key in a note": ('seat = "S"', 'seats = "S"', "seats"),
    "unknown key in a branch": ('name = "North gives up"', 'names = "North gives up"', "names"),
    "unknown table": ("[players]", "[people]", "people"),
    "a player who has no seat": ('N = "Nora"', 'Q = "Nora"', "'Q'"),
    "unknown edition": (f'"{EDITION}"', '"make-a-million-1834"', "1834"),
    "unknown option": ('title = "By hand"', 'options = ["fast"]', "'fast'"),
    "unknown format": ("format = 2", "format = 3", "format 3 is unknown"),
    "an impossible moment": ('at = "call 1"', 'at = "call 99"', "call 99"),
    "a moment in a trick not played": ('at = "trick 2 card 4"', 'at = "trick 9 card 1"', "trick 9"),
    "a branch at an impossible moment": ('at = "call 9"', 'at = "later"', "later"),
    "a note about nobody": ('seat = "S"', 'seat = "Q"', "'Q'"),
    "a branch with an illegal move": ('["pass", "discard R3', '["bid 240", "discard R3', "R35-BID-5"),
    "a branch with no move": ('["pass", "discard R3', '["hum", "discard R3', "'hum'"),
    "bad TOML": ('title = "By hand"', 'title = "By hand', "TOML"),
    "a key twice": ('title = "By hand"', 'title = "By hand"\nformat = 2', "TOML"),
}


# A line of format 1, the same line today, and a record that has it.
OLD_KEYS = [
    ("lenient = true", "allows_misplays = true", "six"),
    ("pile = ", "stock = ", "exact-tricks"),
    ("lot = ", "blind_draw = ", "manhattan"),
    ("call = ", "called_cards = ", "silent-six"),
]


def with_key(key: str, name: str) -> str:
    """A record that has this key."""
    if name == "six":
        deal = mam.start("six", seed=3).deal
        return format_record(Record(deal, edition="six", allows_misplays=True, events=("A bid 350",)))
    text = (find_data_folder() / "records" / f"{name}.toml").read_text("utf-8")
    assert f"\n{key}" in text
    return text


@pytest.mark.parametrize(("old", "new", "name"), OLD_KEYS)
@pytest.mark.parametrize("number", [1, 2])
def test_a_key_of_format_1_is_named_with_its_line_and_its_name_of_today(
    old: str, new: str, name: str, number: int
) -> None:
    text = with_key(new, name).replace(f"\n{new}", f"\n{old}").replace("format = 2", f"format = {number}")
    fault, line = error(text), text[: text.index(f"\n{old}") + 1].count("\n") + 1
    keys = old.partition(" ")[0], new.partition(" ")[0]
    assert f"{keys[0]} → {keys[1]} (line {line})" in fault.fault
    assert fault.line == (1 if number == 1 else line)
    assert ("write format = 2" in fault.fault) == (number == 1)


def test_an_old_record_without_an_old_key_needs_another_number_only() -> None:
    fault = error(edited("format = 2", "format = 1"))
    assert fault.fault == "mam reads format 2, not 1: write format = 2" and fault.line == 2
    parse_record(TEXT)


@check_each("name", FAULTS)
def test_a_fault_is_reported_with_its_line(name: str) -> None:
    old, new, fault_text = FAULTS[name]
    text = edited(old, new)
    fault = error(text)
    assert any(part in fault.fault for part in fault_text.split("|"))
    assert fault.line == line_of(text, new) + new.count("\n")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('edition = "make-a-million-1935"\n', "", 0),
        ('dealer = "S"\n', "", 9),
        ('nest = "Y40 B4 G8"\n', "", 9),
        ('text = "Help is hoped for."\n', "", 32),
        ('at = "call 9"\n', "", 43),
        (TEXT[TEXT.index("[deal]") : TEXT.index("[round]")], "", 0),
    ],
)
def test_what_is_missing_is_reported_at_its_table(old: str, new: str, line: int) -> None:
    fault = error(edited(old, new))
    assert "missing" in fault.fault
    assert fault.line == line


KEYS = [line for line in TEXT.splitlines() if " = " in line and "[\n" not in line and not line.endswith("= [")]
WRONG = ["17", "1.5", "inf", "true", "1935-01-01", "[]", "[1]", '["a", 1]', "{}", "{a = 1}", "[[[]]]", '""']


@check_each("wrong", WRONG)
@check_each("key", ["format", "edition", "title", "N =", "dealer", "nest", "discard", "trump", "at", "seat"])
def test_wrong_types_are_reported_with_their_line(key: str, wrong: str) -> None:
    """A value of the wrong type, or an empty text where one is needed, is refused at its line."""
    lines = TEXT.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(key))
    if lines[place].startswith("text = '''"):
        return
    lines[place] = f"{key.removesuffix(' =')} = {wrong}"
    text = "\n".join(lines)
    if wrong == '""' and key in ("title", "N =", "seat"):
        parse_record(text)
        return
    fault = error(text)
    assert fault.line == place + 1


@check_each("wrong", WRONG)
@check_each("table", ["players", "deal", "round", "note", "branch"])
def test_a_table_may_be_anything_and_only_one_error_follows(table: str, wrong: str) -> None:
    head = TEXT[: TEXT.index("[players]")]
    text = f"{head}{table} = {wrong}\n"
    if table != "deal":
        text += TEXT[TEXT.index("[deal]") : TEXT.index("[round]")]
    try:
        record = parse_record(text, "x.toml")
    except RecordError:
        error(text)
    else:
        assert wrong in ("[]", "{}", '["a", 1]') and record.moves == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "\x00",
        "format = 1\x00",
        "a = " + "[" * 50_000,
        "a = " + "{a = " * 10_000,
        "a" + ".a" * 2_000 + " = 1",
        "[" + "a." * 2_000 + "a]",
        "format = " + "9" * 5_000,
        "format = 1e99999",
        "format = 9999999999999999999999",
        "options = [" + '"short-game",' * 20_000 + "]",
        "[[note]]\n" * 5_000,
        "[[deal]]\n",
        "[round.tricks]\n",
        "deal.dealer.S = 1",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_hostile_texts_give_one_error(text: str) -> None:
    error(text)
    error(TEXT.split("[players]")[0] + text)


def test_html_in_a_name_is_kept_as_it_is() -> None:
    name = '<img src=x onerror="alert(1)">'
    record = parse_record(edited('N = "Nora"', f"N = '{name}'"))
    assert record.players["N"] == name
    assert parse_record(format_record(record)) == record


# Files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x" * 10_000_000, "10,000,000 bytes"),
        (b"", "edition is missing"),
        (b"edition = \"\xff\xfe\"", "UTF-8"),
        (b"\x00\x01\x02", "TOML"),
        ("édition".encode("utf-16"), "UTF-8"),
    ],
)  # fmt: skip
def test_files_that_are_no_records(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=message) as caught:
        read_record(path)
    assert caught.value.name == "file.toml"


def test_a_missing_file_and_a_directory_are_the_systems_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none.toml")
    with pytest.raises(OSError):  # noqa: PT011  (its kind differs between systems)
        read_record(tmp_path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_file_is_not_read_to_its_end() -> None:
    code = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
import mam
try:
    mam.read_record("/dev/zero")
except mam.RecordError as error:
    print("refused:", error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "refused: zero" in run.stdout


def stop(*arguments: object, **options: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "break_it",
    [
        lambda patch: patch.setattr(os, "replace", stop),
        lambda patch: patch.setattr("mam.records.write.format_record", stop),
    ],
)
def test_a_failed_write_leaves_the_old_file(
    break_it: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.toml"
    write_record(parse_record(TEXT), path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        break_it(patch)
        with pytest.raises(KeyboardInterrupt):
            write_record(Record.from_round(mam.start(EDITION, seed=1)), path)
    assert path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["kept.toml"]


def test_a_text_that_is_no_unicode_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.toml"
    write_record(parse_record(TEXT), path)
    with pytest.raises(ValueError, match="surrogate"):
        write_record(Record.from_round(mam.start(EDITION, seed=1), title="\ud800"), path)
    assert read_record(path) == parse_record(TEXT)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_saved_record_can_be_read_by_others_as_any_new_file(tmp_path: Path) -> None:
    write_record(parse_record(TEXT), tmp_path / "record.toml")
    (tmp_path / "any").write_text("")
    assert (tmp_path / "record.toml").stat().st_mode == (tmp_path / "any").stat().st_mode


# Two thousand slips of the pen


def mutated(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    place, end = rng.randrange(len(text)), rng.randrange(len(text))
    row = rng.randrange(len(lines))
    match rng.randrange(8):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place] + rng.choice("\"'[]{}=#,.:\\\n RYBG?0123456789é\x00") + text[place:]
        case 2:
            return text[:place] + rng.choice("\"'[]{}=#,.:\\\n RYBG?0123456789é\x00") + text[place + 1 :]
        case 3:
            return "".join(lines[:row] + lines[row + 1 :])
        case 4:
            return "".join(lines[: row + 1] + lines[row:])
        case 5:
            lines[row], lines[place % len(lines)] = lines[place % len(lines)], lines[row]
            return "".join(lines)
        case 6:
            return text[: min(place, end)] + text[max(place, end) :]
        case _:
            words = text.split(" ")
            first, second = rng.randrange(len(words)), rng.randrange(len(words))
            words[first], words[second] = words[second], words[first]
            return " ".join(words)


def test_slips_of_the_pen_give_one_error_or_another_record() -> None:
    rng = Random(1935)
    good = 0
    for _ in range(1_000):
        text = mutated(TEXT, rng)
        if rng.random() < 0.3:
            text = mutated(text, rng) if text else text
        try:
            record = parse_record(text)
        except RecordError:
            error(text)
        else:
            good += 1
            assert parse_record(format_record(record)) == record
    assert 25 < good < 500


SPECIMEN = specimen_record()


def test_a_line_is_right_below_a_text_that_looks_like_toml() -> None:
    text = (
        format_record(SPECIMEN)
        + '\n[[note]]\nat = "deal"\ntext = """\n[[note]]\nat = "call 99"\n"""\n\n[[note]]\nat = "call 99"\ntext = "x"\n'
    )
    with pytest.raises(RecordError) as caught:
        parse_record(text, "x.toml")
    assert caught.value.line == text.count("\n") - 1 and "not in this record" in caught.value.fault


def test_what_people_write_by_hand_is_read() -> None:
    text = format_record(SPECIMEN)
    text = (
        text.replace(f'"S {OPENING}"', f'"s  {OPENING}"')
        .replace('dealer = "S"', 'dealer = "s"')
        .replace('"E: R9 R2', '"e: r9, r2,')
    )
    text = text.replace('discard = "R4 Y4 G8"', 'discard = "g8, R4, y4"').replace('at = "call 1"', 'at = "Call  1"')
    assert parse_record(text) == SPECIMEN
