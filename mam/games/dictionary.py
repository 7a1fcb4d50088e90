"""The words of Card Anagrams: whether letters make a word, and which letter extends a word.

The list is `data/words/english.txt.gz`; `tools/make_words.py` says where it comes from and what counts as a word. It is
read when first needed. Letters may be in any case; words are returned in lower case.
"""

import gzip
import string
import zlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from mam.support.data_files import find_data_folder
from mam.support.toml import DataError


@cache
def _read_words() -> frozenset[str]:
    path = find_data_folder() / "words" / "english.txt.gz"
    data = path.read_bytes()
    try:
        return frozenset(gzip.decompress(data).decode("ascii").split())
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise DataError(path.name, 0, "the list of words is damaged: install mam again") from None


@cache
def _read_abbreviations() -> frozenset[str]:
    return frozenset((find_data_folder() / "words" / "abbreviations.txt").read_text("ascii").split())


@cache
def _list_by_size() -> Mapping[int, list[str]]:
    words_by_size: dict[int, list[str]] = {}
    for word in _read_words():
        words_by_size.setdefault(len(word), []).append(word)
    return words_by_size


@cache
def _group_by_letters(size: int) -> Mapping[str, tuple[str, ...]]:
    """Return the words of this many letters by their letters in alphabetical order, so that anagrams are together.

    All words at once would take a browser a fifth of a second, during which it answers no click.
    """
    groups: dict[str, list[str]] = {}
    for word in sorted(_list_by_size().get(size, ())):
        groups.setdefault("".join(sorted(word)), []).append(word)
    return MappingProxyType({letters: tuple(words) for letters, words in groups.items()})


def is_word(text: str) -> bool:
    """Return whether the text is in the word list: names and plurals are (RCA-9), abbreviations are not.

    >>> [word for word in ("MANLY", "cats", "Boston", "etc", "NY", "A") if is_word(word)]
    ['MANLY', 'cats', 'Boston']
    """
    return text.lower() in _read_words()


def is_abbreviation(text: str) -> bool:
    """Return whether the text is an abbreviation and not also a word (RCA-10).

    >>> is_abbreviation("Co"), is_abbreviation("N.Y."), is_abbreviation("an"), is_abbreviation("xq")
    (True, True, False, False)
    """
    return text.lower().replace(".", "") in _read_abbreviations()


def find_words(letters: str) -> tuple[str, ...]:
    """Return all words made of exactly these letters, in alphabetical order.

    >>> find_words("LEAST")
    ('least', 'slate', 'stael', 'stale', 'steal', 'tales', 'teals', 'tesla')
    """
    return _group_by_letters(len(letters)).get("".join(sorted(letters.lower())), ())


def keeps_order(old: str, new: str) -> bool:
    """Return whether the old letters keep their order in the new word (the narrower reading of D-A02).

    >>> keeps_order("many", "manly"), keeps_order("no", "one")
    (True, False)
    """
    letters = iter(new.lower())
    return all(letter in letters for letter in old.lower())


def find_extended_words(old: str, letter: str, keep_order: bool = False) -> tuple[str, ...]:
    """Return the words that these letters and one more letter make, in any order or with the old order kept.

    >>> find_extended_words("MANLY", "I"), find_extended_words("NO", "T"), find_extended_words("NO", "T", keep_order=True)
    (('mainly',), ('not', 'ton'), ('not',))
    """
    return tuple(word for word in find_words(old + letter) if not keep_order or keeps_order(old, word))


@cache
def find_extending_letters(old: str, keep_order: bool = False) -> Mapping[str, tuple[str, ...]]:
    """Return each letter (A to Z, a capital) that makes a new word of these letters, with the words.

    >>> dict(find_extending_letters("MAINLY")), dict(find_extending_letters("MAINLY", keep_order=True))
    ({'O': ('alimony',), 'R': ('marilyn',)}, {})
    """
    extensions = ((letter, find_extended_words(old, letter, keep_order)) for letter in string.ascii_uppercase)
    return MappingProxyType({letter: words for letter, words in extensions if words})
