"""The word list of Card Anagrams: RCA-9, RCA-10, D-A01, D-A02, D-A11, cases B85 and B87."""

import gzip
import importlib.util
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mam.games import dictionary
from mam.games.dictionary import (
    find_extended_words,
    find_extending_letters,
    find_words,
    is_abbreviation,
    is_word,
    keeps_order,
)
from mam.support.data_files import find_data_folder

WORDS = gzip.decompress((find_data_folder() / "words" / "english.txt.gz").read_bytes()).decode("ascii").split("\n")
ABBREVIATIONS = (find_data_folder() / "words" / "abbreviations.txt").read_text("ascii").split("\n")
CHAIN = ("an", "any", "many", "manly", "mainly")


@pytest.mark.parametrize("word", CHAIN)
def test_RCA_4_the_printed_chain_is_made_of_words(word: str) -> None:  # B85
    assert is_word(word) and is_word(word.upper()) and not is_abbreviation(word)


@pytest.mark.parametrize(
    "name", "john mary alice ed mcdonald paris london boston chicago rome france germany po".split()
)
def test_RCA_9_names_of_people_cities_and_countries_are_words(name: str) -> None:  # B87
    assert is_word(name)


@pytest.mark.parametrize("word", "cats boxes children mice ladies men buses is ones".split())
def test_RCA_9_plurals_are_words(word: str) -> None:  # B87
    assert is_word(word)


@pytest.mark.parametrize("short", "co ny nj mr mrs ms dr jr inc ltd corp dept usa nyc etc jan feb apr ibm vs".split())
def test_RCA_10_abbreviations_are_no_words(short: str) -> None:  # B87
    assert not is_word(short)


@pytest.mark.parametrize("short", "Co CO N.Y. ny Mr etc. usa jan".split())
def test_RCA_10_the_usual_abbreviations_are_known_as_such(short: str) -> None:
    assert is_abbreviation(short)


@pytest.mark.parametrize("word", "mar wed miss pat al sun".split())
def test_RCA_10_what_is_a_word_besides_is_no_abbreviation(word: str) -> None:
    assert is_word(word) and not is_abbreviation(word)


@pytest.mark.parametrize("letter", "AIO")
def test_D_A07_a_single_letter_is_no_word_of_the_list(letter: str) -> None:
    assert not is_word(letter)


ROOT = Path(__file__).resolve().parents[2]


def test_D_A11_what_is_not_in_the_list_is_neither() -> None:
    for text in ("", "xq", "mnaly", "it's", "two words", "café", "ＡＮ", "1st"):
        assert not is_word(text) and not is_abbreviation(text)


def test_D_A01_the_list_is_one_word_a_line_in_order_and_of_card_letters_only() -> None:
    assert WORDS[-1] == ABBREVIATIONS[-1] == ""
    for lines in (WORDS[:-1], ABBREVIATIONS[:-1]):
        assert lines == sorted(set(lines))
        assert all(line.isascii() and line.isalpha() and line.islower() and len(line) >= 2 for line in lines)
    assert not set(WORDS[:-1]) & set(ABBREVIATIONS[:-1])
    assert 80_000 < len(WORDS) < 100_000


def test_D_A01_the_list_comes_with_the_notice_of_its_source() -> None:
    notice = (find_data_folder() / "words" / "LICENSE.txt").read_text("utf-8")
    for owner in ("Kevin Atkinson", "Princeton University", "Geoff Kuenning"):
        assert owner in notice
    assert "both that copyright notice and this permission notice appear" in notice


def test_D_A01_nothing_is_read_before_a_word_is_asked_for() -> None:
    code = "import mam.games.dictionary as w; assert not w._read_words.cache_info().misses; w.is_word('an'); print(w._read_words.cache_info())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0 and "misses=1" in run.stdout, run.stderr


def test_D_A01_words_are_sorted_only_for_the_length_that_is_asked_for() -> None:
    dictionary._group_by_letters.cache_clear()
    assert find_extending_letters.__wrapped__("AN")["Y"] == ("any", "nay")
    assert dictionary._group_by_letters.cache_info().misses == 1
    groups = [dictionary._group_by_letters(size) for size in range(max(map(len, WORDS)) + 1)]
    assert sorted(word for group in groups for words in group.values() for word in words) == WORDS[:-1]


def test_RCA_6_the_new_letter_goes_anywhere() -> None:
    assert find_words("tca") == ("act", "cat")
    assert find_extended_words("AN", "Y") == ("any", "nay") and find_extended_words("any", "m") == ("many", "myna")
    assert find_extended_words("MANY", "L") == ("lyman", "manly") and find_extended_words("MANLY", "I") == ("mainly",)
    assert find_extended_words("AN", "Q") == ()


def test_RCA_4_which_letters_make_a_word() -> None:
    letters = find_extending_letters("AN")
    assert letters["Y"] == ("any", "nay") and letters["T"] == ("ant", "nat", "tan") and "Q" not in letters
    assert list(letters) == sorted(letters)
    assert find_extending_letters("zzzz") == {}


def test_D_A02_old_letters_in_their_order() -> None:
    assert find_extended_words("ON", "E") == ("eon", "neo", "noe", "one")
    assert find_extended_words("ON", "E", keep_order=True) == ("eon", "one")
    assert (
        "E" in find_extending_letters("NO", keep_order=True)
        and "neo" in find_extending_letters("NO", keep_order=True)["E"]
    )
    for old, new in pairwise(CHAIN):  # the printed chain keeps it and cannot settle the question
        assert keeps_order(old, new)
    assert not keeps_order("no", "one") and keeps_order("no", "NOE")


def test_D_A01_the_script_says_what_it_needs(tmp_path: Path) -> None:
    script = Path(__file__).resolve().parents[2] / "tools" / "make_words.py"
    run = subprocess.run([sys.executable, str(script), str(tmp_path)], capture_output=True, text=True)
    assert run.returncode != 0 and "scowl" in run.stderr


NAMES = (
    "Sam Dan Ida Phil Vic Liam Rebecca Zach Wes Geoff Emma Noah Olivia Ken Liz Pat Tom "
    "Zurich Siena Linz Luxor Metz Graz Galway Boston Paris Oslo Geneva Peru Kenya Ghent"
).split()


@pytest.mark.parametrize("name", NAMES)
def test_RCA_9_names_of_people_and_places_are_words(name: str) -> None:
    assert is_word(name) and not is_abbreviation(name)


@pytest.mark.parametrize("short", "Co NY Jan Mrs etc corp NYC Sgt Blvd Eliz Thurs Wyo Calif".split())
def test_RCA_10_abbreviations_are_not(short: str) -> None:
    assert not is_word(short)


def test_RCA_9_the_list_keeps_the_rule_it_states() -> None:
    """Every word is made by the rule in the head of tools/make_words.py, as far as the word alone shows it."""
    spec = importlib.util.spec_from_file_location("make_words", ROOT / "tools" / "make_words.py")
    assert spec is not None and spec.loader is not None
    rule = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rule)
    listed = gzip.decompress((ROOT / "data" / "words" / "english.txt.gz").read_bytes()).decode("ascii").split()
    short = (ROOT / "data" / "words" / "abbreviations.txt").read_text("ascii").split()
    assert listed == sorted(set(listed)) and not set(listed) & set(short)
    assert [word for word in listed if not rule.is_kept(word) and word not in rule.GIVEN_NAMES] == []
    assert set(listed) >= rule.GIVEN_NAMES and set(short) >= rule.REFUSED_WORDS and set(listed) >= rule.TWO_LETTERS
    assert rule.strip_accents("Zürich") == "Zurich" and rule.is_kept("Zurich") and not rule.is_kept("Zürich")
    assert "size 70" in rule.__doc__ and (rule.LARGEST, rule.LARGEST_NAME) == (60, 70)
