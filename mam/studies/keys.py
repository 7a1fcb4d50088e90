"""The keys of a study file: those of every shelf, and those that a shelf of its own adds."""

from collections.abc import Mapping

Keys = Mapping[str, frozenset[str]]


def _list(words: str) -> frozenset[str]:
    return frozenset(words.split())


COMMON: Keys = {
    "": _list("format shelf id title edition options level tags teaches source intro moral pass hide chapter"),
    "chapter": _list(
        "id title goal you position letters record deal round carry players rules moral given coach edition options stop variation"
    ),
    "position": _list(
        "hands trick tricks line trump open bid captured totals dealer calls nest discarded lead called until stock tricks_bid carry"
    ),
    "letters": _list("hands lead stock moves"),
    "stop": _list("at ask you text choices right count test is margin until then wrong hints why source"),
    "variation": _list("if text at moves then answer"),
}

_SHELVES: Mapping[str, Keys] = {
    "rules": {
        "chapter": _list(
            "class document page section people setup question answer from to steps tags level match table count under reading"
        ),
        "position": _list("blind_draw"),
        "stop": _list("judged set"),
        "variation": _list("set is"),
    },
    "problems": {
        "chapter": _list("plays certificate layout plan"),
        "position": _list("unseen void"),
        "stop": _list("prices"),
    },
    "hands": {"stop": _list("prices sure")},
}
SHELVES = ("learn", "hands", "problems", "rules")


def list_keys(kind: str, shelf: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of this kind of table that every shelf has, and those that this shelf adds.

    >>> sorted(list_keys("stop", "hands")[1])
    ['prices', 'sure']
    """
    return COMMON[kind], _SHELVES.get(shelf, {}).get(kind, frozenset())
