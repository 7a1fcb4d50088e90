"""Faults of grammar that generated sentences can have, found by pattern."""

import re
from collections.abc import Iterator

_NOUNS = "card|point|trick|round|letter|player|deal|word|number card"
_FAULTS = {
    "no capital at the start": r"(?:^|(?<=[.!?] ))(?!mam\b)[a-z]",
    "two spaces or commas": r"  |,,|, ,|\.\.(?!\.)| [,.;:!?]",
    "no full stop at the end": r"[^.!?”…]$|[^.!?…]”$",
    "one of several": rf"\b1 (?:{_NOUNS})s\b",
    "several of one": rf"\b(?:0|[2-9]|[1-9]\d+) (?:{_NOUNS})\b",
    "and … and": r"\b[\w$,\d-]+ and [\w$,\d-]+ and [\w$-]+",
    "a before a vowel": r"\ba (?!one\b|unanimous|use)[aeiou]",
    "an before a consonant": r"\b[Aa]n (?![aeiouAEIOU]|hour|8|11|18|[FHLMNRSX]\b)",
    "a word twice": r"\b([a-z]+) \1\b",
    "a suit for a card": r"highest (?:Clubs|Hearts|Spades|Diamonds)",
    "a name with a comma": r"no trump, Tiger",
    "a side is several": r"(?:North-South|East-West|[A-Z](?:, [A-Z])*,? and (?:[A-Z]|Dummy)) (?:is|has|scores|wins|reaches|was|captures)\b",
    "a person is one": r"(?:^|[.:;] )(?:North|South|East|West|[A-Z]) (?:are|have|score|win|reach|pass|play|lead|hold)\b",
    "a value of Python": r"\bNone\b|\bTrue\b|\bFalse\b|[{}<>]|\(\)",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _FAULTS.items()}


def find_grammar_faults(sentence: str) -> Iterator[str]:
    """Name each fault of this sentence, or of several in a row, with the words in question."""
    quoted = re.sub(r"“[^”]*”", "“…”", sentence)  # what people type, and headings
    for name, pattern in _PATTERNS.items():
        if match := pattern.search(sentence if name == "no full stop at the end" else quoted):
            yield f"{name}: {match[0]!r} in {sentence!r}"
