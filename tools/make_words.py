"""Make the word list of Card Anagrams, `data/words/`, from SCOWL's lists of English words.

    python tools/make_words.py FOLDER

FOLDER holds SCOWL's files: install Debian's package `scowl` (made with version 2020.12.07; `dpkg -L scowl` names the
folder). SCOWL is what the English dictionaries of hunspell are made from. It is read here rather than such a
dictionary because it still says which entries are abbreviations; a dictionary mixes them with the words. It lists
plurals and other endings as entries of their own, so no affix file is needed. The same lists give the same files.

A word of the game is

a. an entry of SCOWL's words, English with American or British spelling, up to size 60, the largest that its maker trusts
   to hold no wrong word;
b. an entry of its capitalized words or of its proper names, in any spelling, up to size 70: names of people and places are
   allowed (RCA-9), and lists of names have fewer slips. A name with accents stands without them (Zurich). Cities stand
   as SCOWL knows them: Calcutta and Kiev, but not Kolkata and Kyiv; a few large ones it does not have (Shenzhen);
c. one of `GIVEN_NAMES`, the given names that SCOWL counts as abbreviations only, or has above that size.

Plurals are in (RCA-9). To keep abbreviations out (RCA-10), an entry is refused

1. when it stands only in SCOWL's list of abbreviations (etc, Mrs, corp, NYC);
2. when it has a capital letter after the first, unless it is a name like McDonald or DeKalb (IBM, iOS);
3. when it has no vowel, unless it is one of `NO_VOWEL` (Hz, pwn);
4. when it has two letters, unless it is one of `TWO_LETTERS`, reviewed one by one (Md, Np, Cs);
5. when it is one of `REFUSED_WORDS`, abbreviations that SCOWL counts among words and names (Jan, Btu).

What is a word as well as short for something stays in, as any player would have it: mar, wed, miss, Penn, Al.

Entries with anything but the letters a to z (it's, café, 1st) are no words of the game either: no card has them.
"""

import argparse
import gzip
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

TO = Path(__file__).resolve().parent.parent / "data" / "words"
SPELLINGS = ("english", "american", "british")
VARIANTS = ("variant_1", "variant_2")  # of names: Rebecca is one
LARGEST, LARGEST_NAME, LARGEST_ABBREVIATION = 60, 70, 70
LONGEST = 20  # letters; what is longer is never laid

# Al, Di, Ed, Jo, Ty and Wu are people, Ra a god, Ur a city, Ob and Po rivers.
TWO_LETTERS = frozenset(
    "ad ah al am an as at ax be bi by di do ed eh em en er ex fa go ha he hi ho id if in is it jo la lo ma me mi "
    "mu my no nu ob of oh oi om on or ow ox pa pi po ra re sh so ta ti to ty uh um up ur us we wu xi ya ye yo".split()
)
# Given names that are abbreviations in SCOWL (Sam is a missile there) or that it has late.
GIVEN_NAMES = frozenset(
    "art bart dan del ida jed jess josh jud ken lev liz mac matt pat phil ray ron sam sol tom vic geoff ollie wes zoey".split()
)
NO_VOWEL = frozenset("brr hmm nth psst sh shh".split())
# Short for months, and for things that nobody spells out.
REFUSED_WORDS = frozenset("apr aug btu btus dec emfs feb jan mig mons nov oct secs sept".split())
# Said by the rules themselves, or common, and not in SCOWL's list of abbreviations in these letters.
COMMON_ABBREVIATIONS = frozenset("co ny jan feb mr mrs ms dr jr sr inc ltd corp etc usa nyc".split())


def read(folder: Path, category: str, largest: int, spellings: Sequence[str] = SPELLINGS) -> Iterator[str]:
    """The entries of one of SCOWL's categories, in these spellings, up to a size; raises SystemExit where there are none."""
    files = [
        path
        for spelling in spellings
        for path in sorted(folder.glob(f"{spelling}-{category}.*"))
        if int(path.suffix[1:]) <= largest
    ]
    if not files:
        raise SystemExit(f"{folder} holds no SCOWL list of {category}: install scowl, see the head of this file")
    for path in files:
        yield from path.read_text("utf-8").split()


def strip_accents(name: str) -> str:
    """A name in the letters that cards have.

    >>> strip_accents("Zürich")
    'Zurich'
    """
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


def is_kept(entry: str) -> bool:
    """Whether an entry of SCOWL's words and names is a word of the game: rules 2 to 5 above."""
    word = entry.lower()
    if not re.fullmatch(r"[A-Z]?[a-z]+|(Ma?c|De|Di|Du|Fitz|La)[A-Z][a-z]{2,}", entry) or len(word) > LONGEST:
        return False
    if not re.search("[aeiouy]", word) and word not in NO_VOWEL:
        return False
    if len(word) < 3 and word not in TWO_LETTERS:
        return False
    return word not in REFUSED_WORDS


def main(folder: Path) -> None:
    """Write the words, packed, and the abbreviations that are no words, for the refusal to name them."""
    abbreviations = set(read(folder, "abbreviations", LARGEST_ABBREVIATION))
    entries = {*read(folder, "words", LARGEST)}
    for category in ("upper", "proper-names"):
        entries |= {*map(strip_accents, read(folder, category, LARGEST_NAME, SPELLINGS + VARIANTS))}
    words = sorted({entry.lower() for entry in entries if is_kept(entry)} | GIVEN_NAMES)
    short = (
        {entry.lower() for entry in abbreviations if re.fullmatch("[A-Za-z]{2,}", entry)}
        | COMMON_ABBREVIATIONS
        | REFUSED_WORDS
    )
    # mtime=0: the same words give the same bytes.
    TO.joinpath("english.txt.gz").write_bytes(gzip.compress("\n".join([*words, ""]).encode("ascii"), 9, mtime=0))
    TO.joinpath("abbreviations.txt").write_text("\n".join([*sorted(short - set(words)), ""]), "ascii")
    print(f"{len(words)} words, {len(short - set(words))} abbreviations")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the lists of SCOWL")
    main(parser.parse_args().folder)
