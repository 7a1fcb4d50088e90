"""Whatever is wrong in a file of `data/`, the error names the file, the line and the entry, in words for whoever writes it."""

import re
import shutil
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from mam.drawing import tokens
from mam.engine.club import hand_weights, weights
from mam.games import dictionary
from mam.library import glossary
from mam.library.comparing import demonstrations, settings
from mam.library.situations import SituationError, read_situations
from mam.rules import rulings
from mam.support.data_files import find_data_folder
from mam.support.toml import DataError, PlacedError

DATA = find_data_folder()
RULES = sorted(path.stem for path in (DATA / "rules").glob("*.toml") if "[[rule]]" in path.read_text("utf-8"))
PYTHON_WORDS = (
    "__init__",
    "argument",
    "NoneType",
    "object has no",
    "not subscriptable",
    "unhashable",
    "Traceback",
    "'str'",
)
CACHED = (
    *(rulings._texts, rulings._documents, rulings._book, rulings._list_books, rulings.all_rulings, rulings._find),
    *(
        glossary.list_terms,
        settings.all_settings,
        settings.all_conflicts,
        demonstrations.all_positions,
        tokens.load_tokens,
        dictionary._read_words,
    ),
    *(weights.find_weights, hand_weights.find_hand_weights),
)
KEY = re.compile(r'^("?[\w -]+"?) = ', re.MULTILINE)
WRONG = {
    "a number": "17",
    "a text": '"???"',
    "a list of numbers": "[1, 2]",
    "a table": "{ x = 1 }",
    "true": "true",
    "a date": "1934-01-01",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the data that everything reads, and that a test may damage."""
    for name in ("rules", "players", "visual", "words", "situations"):
        shutil.copytree(DATA / name, tmp_path / name)
    shutil.copy(DATA / "glossary.toml", tmp_path)
    for module in (
        "mam.support.data_files",
        *(owner.__name__ for owner in (tokens, weights, hand_weights, dictionary, glossary, settings)),
    ):
        monkeypatch.setattr(f"{module}.find_data_folder", lambda: tmp_path)
    clear()
    yield tmp_path
    monkeypatch.undo()
    clear()


def clear() -> None:
    for function in CACHED:
        function.cache_clear()


def damage(text: str, pattern: re.Pattern[str] = KEY) -> Iterator[tuple[str, str, int]]:
    """Each first key of a name in a text, missing, misspelled, and of two wrong kinds, in turn: what was done, the text, the line."""
    seen, kinds = set(), cycle(WRONG.items())
    for match in pattern.finditer(text):
        if match[1] in seen:
            continue
        seen.add(match[1])
        start, end = match.start(), find_end(text, match.end())
        line = text.count("\n", 0, start) + 1
        yield f"{match[1]} missing", text[:start] + text[end:], line
        word = match[1].replace('"', "")
        yield f"{match[1]} misspelled", f'{text[:start]}"{word}x" = {text[match.end() :]}', line
        for kind, value in islice(kinds, 2):
            yield f"{match[1]} is {kind}", f"{text[: match.end()]}{value}{text[end:]}", line


def find_end(text: str, start: int) -> int:
    """Where the value that starts here ends: before the next line that is a key, a heading or empty."""
    following = re.compile(r'\n(?=\n|\[|#|("?[\w -]+"?) = )').search(text, start)
    return following.start() if following else len(text)


def check(path: Path, read: Callable[[], object], kind: type[PlacedError] = DataError) -> int:
    """Damage a file in every way; each is accepted, or refused with file and line. Returns how many were refused."""
    text, refused = path.read_text("utf-8"), 0
    for what, damaged, _ in damage(text):
        path.write_text(damaged, "utf-8")
        clear()
        try:
            read()
        except kind as error:
            refused += 1
            message = str(error)
            has_line = re.match(rf"{re.escape(path.name)}, line \d+: ", message)
            assert has_line or (what == "same_as missing" and message.startswith(path.name)), (what, message)
            assert not any(word in message for word in PYTHON_WORDS) and len(message) < 900, (what, message)
    path.write_text(text, "utf-8")
    return refused


@pytest.mark.parametrize("name", [*RULES, "documents"])
@pytest.mark.sample(1, 8)
def test_every_damaged_key_of_a_rules_file_is_named(name: str, folder: Path) -> None:
    assert check(folder / "rules" / f"{name}.toml", rulings.all_rulings) >= 12


def test_a_rule_without_its_section_is_named(folder: Path) -> None:
    path = folder / "rules" / "sweven.toml"
    text = path.read_text("utf-8")
    rule_id = re.search(r'id = "(.*)"', text)[1]  # type: ignore[index]
    path.write_text(re.sub(r"section = .*\n", "", text, count=1), "utf-8")
    line = text[: text.index("[[rule]]")].count("\n") + 1
    with pytest.raises(DataError, match=rf"^sweven\.toml, line {line}: {rule_id}: section is missing$"):
        rulings.ruling(rule_id)


def test_an_unknown_document_and_an_id_used_twice_are_named(folder: Path) -> None:
    path = folder / "rules" / "sweven.toml"
    text = path.read_text("utf-8")
    for change, words in (
        (lambda text: text.replace('document = "sweven"', 'document = "Sweven"', 1), "there is no document 'Sweven'; there are: leaflet-1935"),
        (lambda text: text + "\n" + text[text.index("[[rule]]") :], "the rule id RSW-1 appears twice"),
        (lambda text: text.replace('id = "RSW-1"', 'id = "R35-PLAY-5"', 1), "the rule id R35-PLAY-5 appears twice: it is in make-a-million-1935.toml too"),
    ):  # fmt: skip
        path.write_text(change(text), "utf-8")
        clear()
        with pytest.raises(DataError, match=words) as raised:
            rulings.all_rulings()
        assert str(raised.value).startswith("sweven.toml, line ")


@pytest.mark.parametrize("name", ["settings", "conflicts"])
def test_every_damaged_key_of_a_comparison_is_named(name: str, folder: Path) -> None:
    read = settings.all_settings if name == "settings" else settings.all_conflicts
    assert check(folder / "rules" / f"{name}.toml", read) >= 20


def test_every_damaged_key_of_the_glossary_is_named(folder: Path) -> None:
    assert check(folder / "glossary.toml", glossary.list_terms) >= 15


@pytest.mark.parametrize("path", sorted((DATA / "situations").glob("*.toml")), ids=lambda path: path.stem)
@pytest.mark.sample(1, 0)
def test_every_damaged_key_of_a_situation_is_named(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)

    def read() -> None:
        for situation in read_situations(copy.read_text("utf-8"), copy.name)[:1]:
            situation.run()

    assert check(copy, read, SituationError) >= 50


@pytest.mark.parametrize("edition", ["six", "manhattan"])
@pytest.mark.sample(1, 1)
def test_every_damaged_weight_is_named(edition: str, folder: Path) -> None:
    for path, read in (
        (weights.find_path(edition), weights.find_weights),
        (hand_weights.find_hand_path(edition), hand_weights.find_hand_weights),
    ):
        assert check(path, lambda read=read: read(edition), weights.DamagedWeights) >= 4  # type: ignore[misc]


def test_weights_that_lead_in_a_circle_are_named(folder: Path) -> None:
    weights.find_path("manhattan").write_text('same_as = "manhattan"\n', "utf-8")
    with pytest.raises(
        weights.DamagedWeights, match=r"^club-manhattan\.toml, line 1: same_as: 'manhattan' is not an edition with"
    ):
        weights.find_weights("manhattan")


def test_damaged_colors_and_words_are_named(folder: Path) -> None:
    path = folder / "visual" / "tokens.json"
    text = path.read_text("utf-8")
    for old, new, words in (
        ('"ink"', '"inks"', r"^tokens\.json: ink is missing$"),
        ("#B01C2A", "red", ""),
        ('"accent": "#0B57D0"', '"accent": "blue"', "theme / light / accent must be a color, like #1C1B1A, not 'blue'"),
        ('"accent": "#0B57D0"', '"accent": 3', "theme / light / accent must be text in quotes, not 3"),
        (text, "[]", "line 1: this must be an object"),
        (text, text[:-9], r"^tokens\.json, line \d+: this is not valid JSON"),
    ):
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        clear()
        tokens.palette.cache_clear()
        if words:
            with pytest.raises(DataError, match=words):
                tokens.palette("light")
    (folder / "words" / "english.txt.gz").write_bytes(b"\x1f\x8b\x08")
    with pytest.raises(DataError, match=r"^english\.txt\.gz: the list of words is damaged"):
        dictionary._read_words()
    path.write_text(text, "utf-8")
    tokens.palette.cache_clear()
