"""Rulings: each rule by its id, in our words, with the place in the documents it comes from.

The texts live in `data/rules`. A clause names a *topic*; an edition says which rule id that topic has in its
documents, so that no clause knows an edition.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from mam.rules.choices import check_choices
from mam.rules.moves import CallCards, Discard, Move

Kind = Literal["rule", "aim", "advice", "etiquette", "reading"]


class Reason(NamedTuple):
    """Why a move is refused or what it brings about: a topic that an edition cites, and a sentence on this position."""

    topic: str
    because: str


class DoubleReason(Reason):
    """A reason that rests on another rule too: `second` is its topic."""

    second: str

    @classmethod
    def of(cls, reason: Reason, second: str) -> "DoubleReason":
        """This reason, resting on the rule of a second topic as well."""
        made = cls(*reason)
        made.second = second
        return made


# Whoever tries a move is spoken to; a hand that somebody else plays, and everybody in an account of what was done, is named.
YOU = "You"
_THIRD = {
    "have": "has",
    "do": "does",
    "don't": "doesn't",
    "are": "is",
    "can": "can",
    "can't": "can't",
    "must": "must",
    "may": "may",
}


def with_verb(who: str, verb: str) -> str:
    """Somebody and what they do: you, or the seat of this name.

    >>> with_verb(YOU, "hold"), with_verb("Dummy", "hold"), with_verb("Dummy", "don't hold")
    ('You hold', 'Dummy holds', "Dummy doesn't hold")
    """
    if who == YOU:
        return f"{who} {verb}"
    first, *rest = verb.split()
    return " ".join((who, _THIRD.get(first, f"{first}s"), *rest))


def mid(who: str) -> str:
    """Somebody in the middle of a sentence.

    >>> mid(YOU), mid("Dummy")
    ('you', 'Dummy')
    """
    return "you" if who == YOU else who


def mid_verb(who: str, verb: str) -> str:
    """Somebody and what they do, in the middle of a sentence.

    >>> mid_verb(YOU, "hold"), mid_verb("Dummy", "hold")
    ('you hold', 'Dummy holds')
    """
    said = with_verb(who, verb)
    return f"{said[0].lower()}{said[1:]}" if who == YOU else said


def whose(who: str) -> str:
    """What belongs to somebody, in the middle of a sentence.

    >>> whose(YOU), whose("Dummy")
    ('your', "Dummy's")
    """
    return "your" if who == YOU else f"{who}'s"


@dataclass(frozen=True, repr=False)
class Ruling:
    """One rule as it applies: its id, its words, its source and, where it judged a move, the reason and the way out.

    `kind` is "rule", "aim", "advice", "etiquette" or "reading" (an open question as mam settles it, with its
    `alternative`, and the `switch` that chooses this). `replaces` names rules of the documents it builds on that do not hold
    beside it; `option` is the switch where it has been thrown. `derived` marks what the documents imply without saying it, `qa` what they answer to a `question`. `book`
    is the data file it stands in. `because`, `instead` and `beside`, the other rules that it rested on in this case, are
    empty for a rule that was merely looked up.

    >>> print(ruling("R35-PLAY-5").source)
    1935 leaflet, page 5, Playing
    """

    id: str
    kind: Kind
    title: str
    words: str
    document: str
    section: str
    page: int = 0
    question: str = ""
    alternative: str = ""
    why: str = ""
    switch: str = ""
    option: str = ""
    replaces: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    derived: bool = False
    qa: bool = False
    book: str = ""
    because: str = ""
    instead: tuple[Move, ...] = ()
    beside: tuple["Ruling", ...] = ()

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def source(self) -> str:
        """Document, page and section, as a person cites them; a reading says that it is ours."""
        page = f", page {self.page}" if self.page else ""
        place = f"{_documents()[self.document]['name']}{page}, {self.section}"
        return f"mam's reading; nearest: {place}" if self.kind == "reading" else place

    @property
    def other_reading(self) -> str:
        """The other way to read an open question, and whether an option has chosen it; nothing for a rule.

        >>> ruling("D-G28").other_reading
        'Other reading: The bidder could be held to a color in the hand.'
        """
        if not self.alternative:
            return ""
        head = f"The option {self.option} chooses the other reading" if self.option else "Other reading"
        return f"{head}: {self.alternative}"

    def __repr__(self) -> str:
        return f"Ruling {self.id}: {self.because or self.title}"

    def __str__(self) -> str:
        lines = [self.because or self.title]
        lines += [f"{one.id} ({one.source}): {one.words}" for one in (self, *self.beside)]
        if self.alternative:
            lines.append(self.other_reading)
        if self.instead:
            lines.append("Legal instead: " + list_moves(self.instead))
        return "\n".join(lines)


def list_moves(moves: Sequence[Move], most: int = 16) -> str:
    """Moves as a short text; a long list is cut and counted, and of more sets of cards than three one is the example.

    >>> from mam.rules.moves import Bid
    >>> list_moves([Bid(175), Bid(180), Bid(185)], most=2)
    'bid 175, bid 180 and 1 more'
    >>> from mam.rules.cards import PACK
    >>> list_moves([Discard([card]) for card in PACK[3:9]])
    'discard R11 or 5 other sets'
    """
    if 3 < len(moves) > most // 4 and all(isinstance(move, Discard | CallCards) for move in moves):
        return f"{moves[0]} or {len(moves) - 1} other sets"
    shown = ", ".join(str(move) for move in moves[:most])
    return f"{shown} and {len(moves) - most} more" if len(moves) > most else shown


class IllegalMove(ValueError):
    """A move was refused; `ruling` says by which rule, why, and what is legal instead."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (self.ruling,)  # so that it survives a process pool


# The data files are read when a rule is first needed. Parsing is what takes time, so only files that mention the rule are parsed.


@cache
def _texts() -> dict[str, str]:
    """The text of each data file, by its name and in the order of names."""
    from mam.support.data_files import find_data_folder

    return {path.stem: path.read_text("utf-8") for path in sorted((find_data_folder() / "rules").glob("*.toml"))}


def _parse(name: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(_texts()[name])


@cache
def _documents() -> dict[str, dict[str, Any]]:
    return _parse("documents")


@cache
def _book(name: str) -> dict[str, Ruling]:
    """The rulings of one data file by their ids. Raises ValueError when an id stands twice."""
    found: dict[str, Ruling] = {}
    for entry in _parse(name).get("rule", []):
        _add(found, Ruling(**_values({key: v for key, v in entry.items() if key != "version"}), book=name))
    return found


def _values(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


@cache
def _versions(name: str) -> dict[str, dict[str, Ruling]]:
    """The readings of one data file that other documents leave open too: by their ids, each as those documents have it."""
    entries = [entry for entry in _parse(name).get("rule", []) if "version" in entry]
    return {
        entry["id"]: {one["document"]: _version(name, entry["id"], one) for one in entry["version"]}
        for entry in entries
    }


def _version(name: str, rule_id: str, entry: dict[str, Any]) -> Ruling:
    # Pages and further places are those of the first document.
    return replace(_book(name)[rule_id], **{"page": 0, "also": (), **_values(entry)})


def ruling_for(one: Ruling, documents: Sequence[str]) -> Ruling | None:
    """A ruling as it is cited from these documents, or None if none of them has the rule or leaves the question open.

    >>> print(ruling_for(ruling("D-G17"), ["article-2004"]).source)
    mam's reading; nearest: article on the 2004 edition, Playing
    """
    if one.document in documents:
        return one
    versions = _versions(one.book).get(one.id, {})
    return next((versions[name] for name in documents if name in versions), None)


def _add(found: dict[str, Ruling], one: Ruling) -> None:
    if one.id in found:
        raise ValueError(f"{one.book}.toml: the rule id {one.id} stands twice in data/rules")
    found[one.id] = one


@cache
def all_rulings() -> dict[str, Ruling]:
    """Every ruling by its id, in the order of the data files.

    Raises ValueError when an id stands twice.
    """
    found: dict[str, Ruling] = {}
    for name in _texts():
        for one in _book(name).values():
            _add(found, one)
    return found


@cache
def _find(rule_id: str) -> Ruling:
    for name, text in _texts().items():
        if rule_id in text and rule_id in _book(name):
            return _book(name)[rule_id]
    stem = rule_id.rsplit("-", 1)[0]
    near = [known for known in all_rulings() if stem and known.startswith(stem)] or sorted(all_rulings())[:3]
    raise KeyError(f"no ruling has the id {rule_id!r}; near it: {', '.join(near)}")


def ruling(rule_id: str, because: str = "", instead: Sequence[Move] = ()) -> Ruling:
    """The ruling with this id, applied to a position if a reason is given.

    Raises KeyError with the nearest ids when there is none, TypeError for what is not text.

    >>> ruling("R35-BB-1").title
    'Bull and Bear together'
    """
    if not isinstance(rule_id, str):
        raise TypeError(f"a ruling is named by its id, like 'R35-PLAY-5', not {rule_id!r}")
    one = _find(rule_id)
    return replace(one, because=because, instead=tuple(instead)) if because or instead else one
