"""Words that nobody should read any more, each with what to write instead, and the texts that people read: one list for all of them.

`PATTERNS` holds regular expressions, which ignore case. They are narrow where a word also has an innocent use: "the share of the
deals" is a proportion, "share your answer" is not. British spellings have a test of their own, tests/project/test_spelling.py.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

_COLOR = r"(?:red|yellow|black|green)"
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)"

PATTERNS = {
    # the game
    rf"\bfollow(?:s|ed|ing)? suit\b|\bsuits? (?:that was )?led\b|\btrump suits?\b|\b{_COLOR} suits?\b": "color",
    r"\bput(?:s|ting)? (?:\w+ cards? )?out\b|\bput into the nest\b|\blay(?:s|ing)? away\b": "discard",
    r"\b(?:money|cards?|it|they|one) (?:(?:may|can|must|has to|have to) )?go(?:es)? out\b(?! of)": "discard",
    r"\b(?:to |you |may |can |must )part(?:s|ed|ing)? with\b": "discard",
    r"\bplain (?:number )?cards?\b": "number card",
    r"\bcounter cards?\b|\bcounters? (?:in|of) (?:the|a) (?:trick|nest|hand)\b": "money card",
    r"\b(?:highest|lowest|smallest|the card's) figures?\b|\bfigures? (?:on|of) (?:a|the) cards?\b": "rank",
    r"\b(?:drawing|draw|nest) piles?\b|\b(?:in|from|of) the pile\b|(?-i:\bPile[: ])": "stock, nest",
    r"\bthe lots?\b": "stock",
    r"\bstanding bid\b|\bbid (?:now )?stands at\b|\bwhat stands\b(?! (?:beside|between|below|on|in)\b)": "high bid",
    r"\bdeclarers?\b|\bholder of the (?:bid|auction|contract)\b|\bholds the (?:high |standing )?bid\b": "bidder",
    rf"\b(?:is|are|be|was|were) without (?:a |any )?{_COLOR}\b|\black(?:s|ing)? {_COLOR}\b": "void in Green",
    rf"\bno {_COLOR} of (?:its|their|your|his|her) own\b": "void in a color",
    r"\bsluff": "play anything",
    r"\bcaptors?\b|\bcaptures[- ]so[- ]far\b": "trick winner",
    r"\b(?:the|an) own (?:side|hand|cards?)\b|\bown side\b": "your side, their own hand",
    r"(?<!empty )\bchairs?\b": "seat",
    r"\bsittings?\b": "match, session",
    r"\banew\b": "new deal, restart, again",
    r"\bleast (?:raise|opening|bid)\b|\bthe least (?:that )?(?:\w+ )?(?:may|can) bid\b": "minimum, lowest bid",
    r"\bmost (?:opening|raise)\b|\bthe most (?:that )?(?:\w+ )?(?:may|can) bid\b": "maximum, highest bid",
    r"\btwins?\b": "duplicate",
    r"\b(?:both|two|several|second|other|another|any|many) cop(?:y|ies)\b(?! of (?:the|this|that|a) (?:file|notebook|folder))"
    r"|\bcop(?:y|ies) of (?:a|the same|each|this|that) card\b": "duplicate",
    r"\baimless|\bwithout (?:any|an) aim\b|\bwith no aim\b|\bnobody thinking\b": "random player",
    r"\bcareful beginners?\b|\bbeginners? plays?\b": "rulebook player",
    r"\bsearching(?: players?\b|: )": "expert player",
    r"\bstrength of (?:the )?(?:players?|opponents?)\b|\bthe others play as\b": "skill level",
    # chance and statistics
    r"\bworlds?\b": "possible deals, simulated deals",
    r"\bhow likely\b": "probability, chance",
    rf"\bjust {_NUMBER}\b(?! (?:more|of))|\bjust (?:so|as) many\b": "exactly four",
    r"\b(?:a|as a|in|which|the|what|observed|expected) shares?\b": "proportion",
    r"\baverage error\b": "standard error",
    r"\bright 95 times in 100\b|\blies 95 times in 100\b|\b95 ?% sure\b": "95% confidence interval",
    r"\berror bars?\b": "95% confidence interval",
    r"\bpoints? of a per ?cent\b": "percentage points",
    r"\d %(?= (?:of|in|is|are|or|and|for|to|sure|chance|margin|confidence)\b|[.,;:)*`”]|$)": "71%, without a space",
    r"\btried (?:in|on) (?:the same |dealt |simulated |these )?(?:deals|cards)\b|\bdeals (?:are |were |have been )?tried\b|\btried in the same\b": "simulate",
    r"\bcards (?:that )?come to it\b|\bdealt cards come\b": "simulation",
    r"\b(?:that|which|they|deals?|moves?|must|do|does) agrees? with (?:a|the|what|that|everything|your|one's)\b": "consistent with what you see",
    r"\bsupposed\b(?! to\b)": "assumed, consistent with what you see",
    r"\bdeals? to order\b": "constrained deals",
    # the interface
    r"\blet the others (?:play|move)\b|\bplay by themselves\b": "Next, To my turn, Auto-play opponents",
    r"\btake (?:the|your) last (?:step|call|move) back\b": "Undo",
    r"\b(?:match|session|game|guesses|quiz|it) (?:is|was|are) kept (?:in|as)\b|\bkept only as long\b": "save",
    r"\bmay stay empty\b": "optional",
    r"\bnot right\b": "Wrong.",
    r"(?-i:^Keys\b|\bKeys:)": "Shortcuts",
    r"(?-i:\bAt the bottom\b)": "View from",
    r"\blaborator(?:y|ies)\b": "lab",
    r"\bcall it mine\b|\buse this hand\b": "Use this deal, Use as baseline",
    r"\bAdvised:|\bit bids on\b": "Recommended: bid …",
    r"\bbeing looked for\b": "Computing…",
    r"\bmoves that are possible instead\b": "What else is legal",
    # code, where its words reach a text
    r"\b(?:is|are|was|were|be|been) told\b(?! apart)|\btold (?:in|of|as|below|above)\b|\btells? of\b": "say it to the person",
    r"\bledger\b|\bthe felt\b": "scores, table",
    r"\bfinishers?\b": "rollout, evaluator",
    # principle 2, and the sentences before and after
    r"\bso many\b(?! more)": "the number, how many",
    r"\bof which\b": "say it the short way",
    r"\bsuch as\b": "like, for example",
    r"\blaid open\b": "face up",
    r"\bowes? (?:a|the) (?:discard|call|card|bid|trump)\b": "you must … first",
    r"\bevery single\b": "all, every",
    r"\bthe menus say\b": "Ask",
}
SUITS = frozenset(("follow suit", "suit led", "trump suit"))  # phrases that are right in a game with suits
_COMPILED = {re.compile(pattern, re.IGNORECASE | re.MULTILINE): instead for pattern, instead in PATTERNS.items()}


def find_retired(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """Return every retired phrase of a text with what to write instead, except the `allowed` phrases.

    >>> find_retired("Put out three cards, so many of them plain.")
    ['Put out: discard', 'so many: the number, how many']
    >>> find_retired("It is one of the worlds.", allowed=["worlds"])
    []
    """
    return [f"{phrase}: {instead}" for phrase, instead in _find_phrases(text) if phrase.lower() not in allowed]


@cache  # the same sentence stands in many scenes
def _find_phrases(text: str) -> list[tuple[str, str]]:
    return [(match[0], instead) for pattern, instead in _COMPILED.items() for match in pattern.finditer(text)]


# The texts


def is_read(text: str) -> bool:
    """Return whether a text is for people: a phrase or a label, not a name of the code."""
    return " " in text.strip() or text[:1].isupper()


def texts_in_code(source: str) -> Iterator[str]:
    """Yield the comments and the string literals of a program: what people read of it or on its output."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield token.string


def docstrings(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the docstrings of the module with these nodes, and of its public names, without their examples and the code they quote."""
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            is_public = not getattr(node, "name", "").startswith("_")
            yield _without_code(text) if is_public else ""


def messages(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield the string literals of the module with these nodes that people may read, with "…" for each value put into them.

    Docstrings, texts that seed random numbers and names are left out.
    """
    skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "derive_seed":
            skipped |= set(map(id, node.args))
        if isinstance(node, ast.JoinedStr):
            skipped |= set(map(id, node.values))
    for node in nodes:
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            text = node.value
        if is_read(text):
            yield _without_code(text)


def texts_in_script(source: str) -> Iterator[str]:
    """Yield the string and template literals of a file of JavaScript that hold more than a name."""
    for match in re.finditer(r"//[^\n]*|\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`", source):
        if text := match[1] or match[2] or match[3]:
            yield re.sub(r"\$\{[^}]*\}", "…", text)


def prose(page: str) -> str:
    """Return the words of a page of Markdown: no code in the text, no line that a program reads."""
    return _without_code(re.sub(r"\]\([^)]*\)", "]", page))


def texts_in_data(value: Any) -> Iterator[str]:
    """Yield every text for people in a document of TOML or a scene."""
    if isinstance(value, str):
        if is_read(value):
            yield _without_code(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_in_data(part)


def _without_code(text: str) -> str:
    text = re.sub(r"(?m)^ *(?:>>>|\.\.\.)(?: .*)?$", "", text)
    return " ".join(re.sub(r"`[^`\n]*`|\b(?:mam|mw|np|pd)\.\w+(?:\.\w+)*", "…", text).split())
