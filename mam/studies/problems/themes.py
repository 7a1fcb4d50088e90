"""What problems are about: a few themes, made of the tags of a study."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from mam.support.messages import quote

# The theme's name, and the tags that belong to it. A name tells what is asked, never the answer.
THEMES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "How high to bid?": frozenset({"bid"}),
        "What to discard?": frozenset({"nest"}),
        "Naming trump": frozenset({"trump"}),
        "Drawing trumps": frozenset({"draw-trumps", "dont-draw", "which-trump"}),
        "Trump it?": frozenset({"trump-it", "dont-trump"}),
        "How high to play?": frozenset({"how-high"}),
        "Take it?": frozenset({"take-it", "hold-up"}),
        "Give money?": frozenset({"give-money", "keep-money"}),
        "Which card to play?": frozenset({"which-card", "which-color", "discard"}),
        "Tiger": frozenset({"tiger", "tiger-now", "tiger-later"}),
        "Bull": frozenset({"bull", "bull-now", "bull-later"}),
        "Bear": frozenset({"bear", "bear-now", "bear-later"}),
        "Counting": frozenset({"counting", "sure-thing", "exact-bid"}),
        "Set them back": frozenset({"set-back"}),
    }
)


def list_themes(tags: Iterable[str]) -> list[str]:
    """Return the themes of a study with these tags, in the order of `THEMES`.

    >>> list_themes(["bear-now", "trump-it"])
    ['Trump it?', 'Bear']
    """
    distinct_tags = frozenset(tags)
    return [theme for theme, known in THEMES.items() if distinct_tags & known]


def find_theme(name: str) -> str:
    """Return the theme of a name, in capitals or not, with its question mark or without, or of a tag.

    Raises ValueError, listing the themes, for an unknown one.

    >>> find_theme("bull"), find_theme("drawing trumps"), find_theme("hold-up")
    ('Bull', 'Drawing trumps', 'Take it?')
    """
    name_start = name.strip().rstrip("?").lower()
    for theme, tags in THEMES.items():
        if name_start == theme.rstrip("?").lower() or name_start in tags:
            return theme
    raise ValueError(f"no theme {quote(name)}; the themes are {', '.join(THEMES)}")
