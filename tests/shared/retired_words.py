"""Words that nobody should read any more, each with what to write instead: one list for lessons, exercises, widgets, refusals and guides.

`PATTERNS` holds regular expressions, which ignore case. They are narrow where a word also has an innocent use: "the share of the
deals" is a proportion, "share your answer" is not.
"""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator

_COLOR = r"(?:red|yellow|black|green)"
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)"

PATTERNS = {
    # the game
    r"colour|\bgrey\b|\bbehaviour|\banalyse|\bcentre\b": "American spelling",
    r"\bput(?:s|ting)? (?:\w+ cards )?out\b|\bput into the nest\b|\blay(?:s|ing)? away\b": "discard",
    r"\bpart(?:s|ing)? with (?:a|the|your|three|these) cards?\b": "discard",
    r"\bplain (?:number )?cards?\b": "number card",
    r"\b(?:highest|lowest|smallest|its|the card's) figures?\b|\bfigures? (?:on|of) (?:a|the) cards?\b": "rank",
    r"\bstanding bid\b|\bbid (?:now )?stands at\b|\bwhat stands\b": "high bid",
    rf"\b(?:is|are|be|was|were) without (?:a |any )?{_COLOR}\b|\black(?:s|ing)? {_COLOR}\b": "void in Green",
    rf"\bwithout a color\b|\bno {_COLOR} of (?:its|their|your|his|her) own\b": "void in a color",
    r"\bsluff": "play anything",
    r"\bcaptors?\b": "trick winner",
    r"\b(?:the|an) own (?:side|hand|cards?)\b": "your side, their own hand",
    r"\bsittings?\b": "match, session",
    r"\b(?:deal|dealt|begin|begun|begins|start|made|make) anew\b": "new deal, restart, again",
    r"\bleast (?:raise|opening|bid)\b|\bthe least (?:that )?(?:\w+ )?(?:may|can) bid\b": "minimum, lowest bid",
    r"\btwins?\b": "duplicate",
    r"\baimless|\bwithout (?:any|an) aim\b|\bwith no aim\b|\bnobody thinking\b": "random player",
    r"\bcareful beginners?\b": "rulebook player",
    r"\bsearching players?\b": "search player",
    # chance and statistics
    r"\bworlds?\b": "possible deals, simulated deals",
    r"\bso many\b": "the number, how many",
    rf"\bjust {_NUMBER}\b(?! (?:more|of))|\bjust (?:so|as) many\b": "exactly four",
    r"\bpoints? of a per ?cent\b": "percentage points",
    r"\d %(?= (?:of|in|is|are|or|and|for|to|sure|chance|margin|confidence)\b|[.,;:)*`”]|$)": "71%, without a space",
    r"\b(?:a|as a|in|which|the|what) shares? of (?:the |all |those |these )?"
    r"(?:deals|hands|rounds|cases|points|unseen|number|them|what|1)\b": "proportion",
    r"\baverage error\b": "standard error",
    r"\bright 95 times in 100\b|\b95 ?% sure\b": "95% confidence interval",
    r"\bdeals? (?:\w+ )?(?:that|which) agrees? with\b|\bagree with (?:the view|what)\b|\bSupposed:": "consistent with what you see",
    r"\bcomes? to it\b|\bdealt cards come\b": "simulation",
    r"\bdeals? to order\b": "constrained deals",
    r"\btried in the same\b": "paired comparison on the same deals",
    # the interface
    r"\blet the others play\b": "Next, To my turn, Auto-play opponents",
    r"\btake the last (?:step|call) back\b": "Undo",
    r"\bmay stay empty\b": "optional",
    r"\bnot right\b": "Wrong.",
    r"\blaborator(?:y|ies)\b": "lab",
    r"\bcall it mine\b": "Use as baseline",
    r"\bAdvised:|\bit bids on\b": "Recommended: bid …",
    r"\bbeing looked for\b": "Computing…",
    r"\bmoves that are possible instead\b": "What else is legal",
    r"\b(?:is|are|was|were|be) told\b": "say it to the person",
}
_COMPILED = {re.compile(pattern, re.IGNORECASE): instead for pattern, instead in PATTERNS.items()}


def find_retired(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """Return every retired phrase of a text with what to write instead, except the `allowed` phrases.

    >>> find_retired("Put out three cards, so many of them plain.")
    ['Put out: discard', 'so many: the number, how many']
    >>> find_retired("It is one of the worlds.", allowed=["worlds"])
    []
    """
    phrases = [(match[0], instead) for pattern, instead in _COMPILED.items() for match in pattern.finditer(text)]
    return [f"{phrase}: {instead}" for phrase, instead in phrases if phrase.lower() not in allowed]


def texts_in_code(source: str) -> Iterator[str]:
    """Yield the comments and the string literals of a program: what people read of it or on its output."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield token.string
