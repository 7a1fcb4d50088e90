"""Rulings: each rule by its id, in our words, with its source.

The texts are in `data/rules`. The code of a rule names a *topic*; an edition says which rule id that topic has in its
documents, so that no rule's code depends on an edition.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mam.rules.choices import check_choices
from mam.rules.moves import CallCards, Discard, Move
from mam.support.messages import quote

if TYPE_CHECKING:
    from mam.support.toml import Document

Kind = Literal["rule", "aim", "advice", "etiquette", "reading"]


class Reason(NamedTuple):
    """Why a move is refused, or what follows from it: a topic that an edition cites, and what it says about this position.

    `what` alone is a sentence, or ends with a colon and `why` goes on; they become `Ruling.verdict` and `Ruling.cause`. `further`
    are the topics of other rules that the reason rests on; an edition without a rule on one of them leaves it out.

    >>> Reason("pass", "You can't bid again:", "you passed, so you are out of this auction.").sentence
    "You can't bid again: you passed, so you are out of this auction."
    """

    topic: str
    what: str
    why: str = ""
    further: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Return both parts as people read them."""
        return f"{self.what} {self.why}".rstrip()

    def resting_on(self, *topics: str) -> "Reason":
        """Return this reason with the topics of other rules that it rests on too."""
        return self._replace(further=(*self.further, *topics))


# A refusal speaks to the player who tries the move, as "You"; a hand that another player plays goes by its name.
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


def conjugate(subject: str, verb: str) -> str:
    """Return a subject with its verb: you, or the seat of this name.

    >>> conjugate(YOU, "hold"), conjugate("Dummy", "hold"), conjugate("Dummy", "don't hold")
    ('You hold', 'Dummy holds', "Dummy doesn't hold")
    """
    if subject == YOU:
        return f"{subject} {verb}"
    first, *object_words = verb.split()
    return " ".join((subject, _THIRD.get(first, f"{first}s"), *object_words))


def lower_subject(subject: str) -> str:
    """Return a subject for the middle of a sentence.

    >>> lower_subject(YOU), lower_subject("Dummy")
    ('you', 'Dummy')
    """
    return "you" if subject == YOU else subject


def lower_with_verb(subject: str, verb: str) -> str:
    """Return a subject with its verb, for the middle of a sentence.

    >>> lower_with_verb(YOU, "hold"), lower_with_verb("Dummy", "hold")
    ('you hold', 'Dummy holds')
    """
    text = conjugate(subject, verb)
    return f"{text[0].lower()}{text[1:]}" if subject == YOU else text


def format_possessive(subject: str) -> str:
    """Return the possessive of a subject, for the middle of a sentence.

    >>> format_possessive(YOU), format_possessive("Dummy")
    ('your', "Dummy's")
    """
    return "your" if subject == YOU else f"{subject}'s"


@dataclass(frozen=True, repr=False)
class Ruling:
    """A rule as it applies: its id, words and source, and for a move the reason and the legal alternatives.

    `kind` is "rule", "aim", "advice", "etiquette" or "reading": how mam answers an open question, with the `alternative`
    and the `switch` that chooses it. `option` is that switch if it is on. `replaces` lists rules of earlier documents that
    this rule replaces. `derived` marks what the documents imply without saying it, `qa` what they answer to a `question`.
    `book` is the data file. `verdict`, `cause` (together the `reason`), `instead` (legal moves) and `further_rulings` (other rules
    behind the verdict) are empty unless the rule was applied to a position.

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
    verdict: str = ""
    cause: str = ""
    instead: tuple[Move, ...] = ()
    further_rulings: tuple["Ruling", ...] = ()

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def reason(self) -> str:
        """Return what was decided and why, as people read it; empty unless the rule was applied to a position."""
        return f"{self.verdict} {self.cause}".strip()

    @property
    def source(self) -> str:
        """Return document, page and section, as people cite them; a reading is marked as ours."""
        page = f", page {self.page}" if self.page else ""
        place = f"{_documents()[self.document]['name']}{page}, {self.section}"
        return f"mam's reading; nearest: {place}" if self.kind == "reading" else place

    @property
    def other_reading(self) -> str:
        """Return the other way to read an open question, and whether an option chose it; empty for a rule.

        >>> ruling("D-G28").other_reading
        'Other reading: The bidder could have to hold a card of that color.'
        """
        if not self.alternative:
            return ""
        head = f"The option {self.option} chooses the other reading" if self.option else "Other reading"
        return f"{head}: {self.alternative}"

    def __repr__(self) -> str:
        return f"Ruling {self.id}: {self.reason or self.title}"

    def __str__(self) -> str:
        lines = [self.reason or self.title]
        lines += [f"{rule.id} ({rule.source}): {rule.words}" for rule in (self, *self.further_rulings)]
        if self.alternative:
            lines.append(self.other_reading)
        if self.instead:
            lines.append("Legal instead: " + list_moves(self.instead))
        return "\n".join(lines)


def list_moves(moves: Sequence[Move], limit: int = 16) -> str:
    """Return moves as a short text; long lists are cut, and many sets of cards are shown by one example.

    >>> from mam.rules.moves import Bid
    >>> list_moves([Bid(175), Bid(180), Bid(185)], limit=2)
    'bid 175, bid 180 and 1 more'
    >>> from mam.rules.cards import PACK
    >>> list_moves([Discard([card]) for card in PACK[3:9]])
    'discard R11 or 5 other sets'
    """
    if 3 < len(moves) > limit // 4 and all(isinstance(move, Discard | CallCards) for move in moves):
        return f"{moves[0]} or {len(moves) - 1} other sets"
    text = ", ".join(str(move) for move in moves[:limit])
    return f"{text} and {len(moves) - limit} more" if len(moves) > limit else text


class IllegalMove(ValueError):
    """A move was refused; `ruling` says by which rule, why, and what is legal instead."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (self.ruling,)  # so that a process pool can pass it on


# The data files are read when a rule is first needed. Parsing is slow, so only files that mention the rule are parsed.


@cache
def _texts() -> dict[str, str]:
    """Return the text of each data file by name, in order of names."""
    from mam.support.data_files import find_data_folder

    return {path.stem: path.read_text("utf-8") for path in sorted((find_data_folder() / "rules").glob("*.toml"))}


def _parse(name: str) -> "Document":
    """Return a data file. Raises DataError with the line of a fault."""
    from mam.support.toml import DataError, Document

    return Document(_texts()[name], f"{name}.toml", DataError)


@cache
def _documents() -> dict[str, dict[str, Any]]:
    from mam.support.kinds import Key

    document = _parse("documents")
    texts = ("title", "publisher", "copyright", "note", "author", "url", "date")
    keys = {"name": Key(str, True), "year": Key(int), **dict.fromkeys(texts, Key())}
    return {name: document.read_table(name, keys, name) for name in document.top}


def list_documents() -> tuple[str, ...]:
    """List the names of the documents that rules are cited from."""
    return tuple(_documents())


class _Book(NamedTuple):
    """What one data file holds: its rulings by id, and the readings that other documents leave open too, by id and document."""

    rulings: dict[str, Ruling]
    versions: dict[str, dict[str, Ruling]]


@cache
def _book(name: str) -> _Book:
    """Return what one data file holds. Raises DataError with the line and the rule of a fault."""
    from mam.support.kinds import Key, list_keys

    document, book = _parse(name), _Book({}, {})
    # What a file gives of a rule, and of its version for another document; the rest comes with a position.
    keys = list_keys(Ruling, "option", "book", "verdict", "cause", "instead", "further_rulings")
    version_keys = {
        name: key._replace(is_needed=name == "document") for name, key in keys.items() if name not in ("id", "kind")
    }
    keys["version"] = Key(tuple[Any, ...])
    for path, values in document.read_list("rule", keys):
        values.pop("version", None)
        rule = Ruling(**values, book=name)
        _check_document(document, path, rule.id, rule.document)
        if rule.id in book.rulings:
            raise document.fail((path, "id"), f"the rule id {rule.id} appears twice")
        book.rulings[rule.id] = rule
        book.versions[rule.id] = {}
        for place, version in document.entries((*path, "version"), version_keys):
            _check_document(document, place, rule.id, version["document"])
            # `page` and `also` belong to the first document only.
            book.versions[rule.id][version["document"]] = replace(rule, **{"page": 0, "also": (), **version})
    return book


def _check_document(document: "Document", path: tuple[Any, ...], rule_id: str, name: str) -> None:
    if name not in _documents():
        raise document.fail(
            (path, "document"), f"{rule_id}: there is no document {quote(name)}; there are: {', '.join(_documents())}"
        )


@cache
def _list_books() -> tuple[str, ...]:
    """Return the names of the data files with rules, in order."""
    return tuple(name for name, text in _texts().items() if "[[rule]]" in text)


def read_in_steps() -> Iterator[None]:
    """Read the data files one by one, in short steps, so that then no rule has to wait for its file."""
    _documents()
    for name in _list_books():
        yield
        _book(name)


def find_ruling_for(rule: Ruling, documents: Sequence[str]) -> Ruling | None:
    """Return a ruling as cited from these documents, or None if none of them has the rule or leaves the question open.

    >>> print(find_ruling_for(ruling("D-G17"), ["article-2004"]).source)
    mam's reading; nearest: article on the 2004 edition, Playing
    """
    if rule.document in documents:
        return rule
    versions = _book(rule.book).versions.get(rule.id, {})
    return next((versions[name] for name in documents if name in versions), None)


@cache
def all_rulings() -> dict[str, Ruling]:
    """Return every ruling by id, in the order of the data files.

    Raises DataError, with file and line, for a faulty data file or a duplicate id.
    """
    rulings: dict[str, Ruling] = {}
    for name in _list_books():
        for number, rule in enumerate(_book(name).rulings.values()):
            if other := rulings.get(rule.id):
                place = (("rule", number), "id")
                raise _parse(name).fail(place, f"the rule id {rule.id} appears twice: it is in {other.book}.toml too")
            rulings[rule.id] = rule
    return rulings


@cache
def _find(rule_id: str) -> Ruling:
    for name in _list_books():
        if rule_id in _texts()[name] and rule_id in _book(name).rulings:
            return _book(name).rulings[rule_id]
    stem = rule_id.rsplit("-", 1)[0]
    similar = [key for key in all_rulings() if stem and key.startswith(stem)] or sorted(all_rulings())[:3]
    raise KeyError(f"no ruling has the id {quote(rule_id)}; near it: {', '.join(similar)}")


def ruling(rule_id: str) -> Ruling:
    """Return the ruling with this id.

    Raises KeyError with similar ids for an unknown id, TypeError for anything but text.

    >>> ruling("R35-BB-1").title
    'Bull and Bear together'
    """
    if not isinstance(rule_id, str):
        raise TypeError(f"a ruling is named by its id, like 'R35-PLAY-5', not {quote(rule_id)}")
    return _find(rule_id)
