"""The words of Card Anagrams: whether letters make one, and which letter makes another word of it.

The list is `data/words/english.txt.gz`; `docs/make_words.py` says where it comes from and what counts as a word. Nothing
is read before the first question. Letters may be given in any case; words come back in lower case.
"""

import gzip
import string
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from mam.support.data_files import find_data_folder


@cache
def _words() -> frozenset[str]:
    packed = (find_data_folder() / "words" / "english.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode("ascii").split())


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset((find_data_folder() / "words" / "abbreviations.txt").read_text("ascii").split())


@cache
def _by_letters() -> Mapping[str, tuple[str, ...]]:
    """The words under their letters in alphabetical order: all anagrams of one another stand together."""
    found: dict[str, list[str]] = {}
    for word in sorted(_words()):
        found.setdefault("".join(sorted(word)), []).append(word)
    return MappingProxyType({letters: tuple(words) for letters, words in found.items()})


def is_word(text: str) -> bool:
    """Whether the letters, in this order, are a word of the list: names and plurals are (RCA-9), abbreviations are not.

    >>> [word for word in ("MANLY", "cats", "Boston", "etc", "NY", "A") if is_word(word)]
    ['MANLY', 'cats', 'Boston']
    """
    return text.lower() in _words()


def is_abbreviation(text: str) -> bool:
    """Whether the letters are known as an abbreviation and are no word besides (RCA-10).

    >>> is_abbreviation("Co"), is_abbreviation("N.Y."), is_abbreviation("an"), is_abbreviation("xq")
    (True, True, False, False)
    """
    return text.lower().replace(".", "") in _abbreviations()


def words_of(letters: str) -> tuple[str, ...]:
    """All words made of exactly these letters, in alphabetical order.

    >>> words_of("LEAST")
    ('least', 'slate', 'stael', 'stale', 'steal', 'tales', 'teals', 'tesla')
    """
    return _by_letters().get("".join(sorted(letters.lower())), ())


def keeps_order(old: str, new: str) -> bool:
    """Whether the old letters stand in the new word in their old order (D-A02's narrower reading).

    >>> keeps_order("many", "manly"), keeps_order("no", "one")
    (True, False)
    """
    rest = iter(new.lower())
    return all(letter in rest for letter in old.lower())


def extended(old: str, letter: str, keep_order: bool = False) -> tuple[str, ...]:
    """The words that one more letter makes of these, in any order or with the old ones in theirs.

    >>> extended("MANLY", "I"), extended("NO", "T"), extended("NO", "T", keep_order=True)
    (('mainly',), ('not', 'ton'), ('not',))
    """
    return tuple(word for word in words_of(old + letter) if not keep_order or keeps_order(old, word))


@cache
def extending_letters(old: str, keep_order: bool = False) -> Mapping[str, tuple[str, ...]]:
    """Each letter (A to Z, a capital) that makes a new word of these, with the words it makes.

    >>> dict(extending_letters("MAINLY")), dict(extending_letters("MAINLY", keep_order=True))
    ({'O': ('alimony',), 'R': ('marilyn',)}, {})
    """
    made = ((letter, extended(old, letter, keep_order)) for letter in string.ascii_uppercase)
    return MappingProxyType({letter: words for letter, words in made if words})
