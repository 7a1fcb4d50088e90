"""The facts in which editions differ: what each says in words, where it says so, and which conflict of the documents it is.

Which facts there are, with the words of every answer, stands in `data/rules/settings.toml`, the conflicts in
`data/rules/conflicts.toml`; here values are filled in.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from mam.rules.amounts import format_amount
from mam.rules.auction import BidRange
from mam.rules.cards import BULL, LETTERS, PACK, TIGER, Card, format_cards
from mam.rules.editions import RuleSet, get_edition
from mam.rules.editions.ruleset import Option
from mam.rules.rulings import Ruling, ruling
from mam.support.data_files import find_data_folder
from mam.support.kinds import list_keys
from mam.support.messages import quote
from mam.support.numbers import spell_number
from mam.support.toml import DataError, Document

# Names of an edition and its seats, which are not rules. Options are compared separately.
NAMES = frozenset(
    "id name_parts short_name letter seat_names side_names cites misplay.cites rulebook documents options chosen game kind goal goal_rules".split()
)

_MISSING = object()  # in place of a fact that a game does not have


@dataclass(frozen=True)
class Conflict:
    """Where the documents disagree: in what, what each says, by which rules, and what mam does about it."""

    id: str
    topic: str
    kind: Literal["setting", "note"]
    words: str
    texts: Mapping[str, str] = field(hash=False)
    rules: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True)
class Setting:
    """One question that editions answer differently; see `data/rules/settings.toml` for what its parts mean."""

    key: str
    topic: str
    conflict: str
    fields: tuple[str, ...]
    values: Mapping[str, str] = field(hash=False)
    answers: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    needs: str = ""
    whole: str = ""
    rules: tuple[tuple[str, ...], ...] = ()

    def applies(self, rules: RuleSet) -> bool:
        """Return whether the question makes sense in this game: it has this phase and this fact."""
        if self.needs and self.needs not in getattr(rules, "phases", ()):
            return False
        return _find_fact(rules, self.fields[0]) is not _MISSING

    def say(self, rules: RuleSet) -> str:
        """Return the answer of these rules, in a few words."""
        if self.values:
            return self.values[_write(_find_fact(rules, self.fields[0]))]
        text = next(answer["text"] for answer in self.answers if _holds(answer, rules))
        return re.sub(r"\{([\w.]+)(:amount)?\}", lambda place: _fill(rules, place[1], bool(place[2])), text)

    def sources(self, rules: RuleSet) -> tuple[Ruling, ...]:
        """Return the rulings behind the answer: those of the option chosen for it, or those of the nearest document."""
        if self.fields[0] == "misplay" and isinstance(getattr(rules, "misplay", None), str):
            return (rules.ruling(rules.misplay),)  # type: ignore[attr-defined]
        edition = get_edition(rules.id)
        options = [rules.options[name] for name in rules.chosen]
        if rule_ids := [option.rule_id for option in options if self.is_changed_by(edition, option)]:
            return tuple(map(rules.ruling, dict.fromkeys(rule_ids)))
        conflict = all_conflicts().get(self.conflict)
        edition_rules = conflict.rules.get(rules.id) if conflict else None
        groups = [edition_rules] if edition_rules else [*(conflict.rules.values() if conflict else ()), *self.rules]
        return tuple(map(rules.ruling, _choose_nearest([group for group in groups if group], rules)))

    def is_changed_by(self, rules: RuleSet, option: Option) -> bool:
        """Return whether this option changes the answer of these rules."""
        changed_rules = switch_on(rules, option)
        return changed_rules is not None and self.differs(rules, changed_rules)

    def differs(self, a: RuleSet, b: RuleSet) -> bool:
        """Return whether the question makes sense in both games, and the answers differ."""
        return self.applies(a) and self.applies(b) and self.say(a) != self.say(b)

    def list_covered_fields(self, a: RuleSet, b: RuleSet) -> tuple[str, ...]:
        """Return the fields of the rules that a row on this question covers, when these two are compared."""
        if not self.whole:
            return self.fields
        parts = [[name for name in list_facts(rules) if name.startswith(f"{self.whole}.")] for rules in (a, b)]
        has_phase = [self.whole in getattr(rules, "phases", ()) for rules in (a, b)]
        only_one = has_phase[0] != has_phase[1] or bool(parts[0]) != bool(parts[1])
        return tuple(dict.fromkeys([*self.fields, *parts[0], *parts[1]])) if only_one else self.fields


def switch_on(rules: RuleSet, option: Option) -> RuleSet | None:
    """Return the rules with an option switched on; None if it does not fit the number of players (D-V01)."""
    try:
        changed_rules: RuleSet = option.change(rules)
    except ValueError:
        return None
    return changed_rules


def _choose_nearest(groups: Sequence[Sequence[str]], rules: RuleSet) -> Sequence[str]:
    """Return the group of rule ids from the last document of the rulebook that has one.

    The documents that a document builds on come before it.

    What mam reads into all documents of Make-a-Million alike counts only where none of them speaks.
    """
    books = ["readings", *(book for book in rules.rulebook if book != "readings")]
    known_groups = [group for group in groups if ruling(group[0]).book in books]
    return max(known_groups, key=lambda group: books.index(ruling(group[0]).book), default=())


def _find_fact(rules: RuleSet, path: str) -> Any:
    """Return the fact with this path, as `list_facts` has it, or _MISSING."""
    fact: Any = rules
    for name in path.split("."):
        fact = getattr(fact, name, _MISSING)
    if path == "misplay" and fact is not _MISSING:
        return _describe_misplay(fact)
    return fact


def _describe_misplay(misplay: Any) -> str:
    """Return whether misplays are settled by penalties or, as a ruling says, refused."""
    return "refused" if isinstance(misplay, str) else "settled"


def list_facts(rules: RuleSet) -> dict[str, Any]:
    """Return every fact of the rules by its path, like `auction.opens`, without mere names.

    >>> list_facts(get_edition("make-a-million-1935"))["scoring.target"]
    1000
    """
    return dict(_flatten(rules, ""))


def _flatten(value: Any, before: str) -> Iterator[tuple[str, Any]]:
    for fact in fields(value):
        path, item = before + fact.name, getattr(value, fact.name)
        if path in NAMES:
            continue
        if path == "misplay":  # either the penalties, or the ruling that there are none
            yield path, _describe_misplay(item)
        if is_dataclass(item):
            yield from _flatten(item, path + ".")
        elif path != "misplay":
            yield path, item


@cache
def all_settings() -> tuple[Setting, ...]:
    """Return every setting, in the order of a round."""
    document, settings = read_data("settings.toml"), []
    keys = list_keys(Setting)
    keys |= {key: keys[key]._replace(is_needed=False) for key in ("topic", "conflict", "values")}
    for path, values in document.read_list("setting", keys, "key"):
        conflict = values.get("conflict", "")
        if not values.get("topic"):
            if conflict not in all_conflicts():
                raise document.fail(
                    (path, "conflict"),
                    f"{values['key']}: no conflict has the id {quote(conflict)}, and topic is missing",
                )
            values["topic"] = all_conflicts()[conflict].topic
        if not values.get("values") and [*values.get("answers", ({},))[-1]] != ["text"]:
            raise document.fail(
                (path, "answers"), f"{values['key']}: the last answer must be a text without conditions"
            )
        settings.append(Setting(**{"conflict": "", "values": {}} | values))
    return tuple(settings)


@cache
def all_conflicts() -> Mapping[str, Conflict]:
    """Return every conflict of the documents by its id."""
    entries = read_data("conflicts.toml").read_list("conflict", list_keys(Conflict))
    return {values["id"]: Conflict(**values) for _, values in entries}


def read_data(name: str) -> Document:
    """Return a file of `data/rules`."""
    path = find_data_folder() / "rules" / name
    return Document(path.read_text("utf-8"), name, DataError)


def find_text(conflict: Conflict, rules: RuleSet) -> tuple[str, tuple[Ruling, ...]]:
    """Return what the document nearest to these rules says in a conflict, and by which rules; "" if none says anything."""
    books = list(rules.rulebook)

    def place(edition: str) -> int:
        rule_ids = conflict.rules.get(edition, ())
        book = ruling(rule_ids[0]).book if rule_ids else edition
        return books.index(book) if book in books else -1

    edition = rules.id if rules.id in conflict.texts else max(conflict.texts, key=place)
    if edition != rules.id and place(edition) < 0:
        return "", ()
    return conflict.texts[edition], tuple(map(rules.ruling, conflict.rules.get(edition, ())))


VALUES: dict[str, Callable[[Any], Any]] = {
    "side_names": lambda rules: " against ".join(rules.side_names[side] for side in rules.sides),
    "first_dealer.name": lambda rules: rules.seat_names[rules.first_dealer],
    "starters.list": lambda rules: ", ".join(rules.starters),
    "auction.opening": lambda rules: BidRange(rules.auction.min_opening, rules.auction.max_opening).describe(
        rules.auction
    ),
    "tricks.two_bulls": lambda rules: rules.tricks.bull_factor**2,
    "pack.bulls": lambda rules: rules.pack.count(BULL),
    "pack.tigers": lambda rules: rules.pack.count(TIGER),
    "pack.copies": lambda rules: _count_copies(rules.pack),
    "pack.kind": lambda rules: _classify_pack(rules.pack),
    "pack.lowest": lambda rules: str(min(card.rank for card in rules.pack)),
    "pack.missing": lambda rules: _list_missing(rules.pack),
}


def _count_copies(pack: Sequence[Card]) -> int:
    return max(Counter(pack).values())


def _classify_pack(pack: Sequence[Card]) -> str:
    if set(pack) <= set(LETTERS):
        return "letters"
    return "colors" if set(pack) & set(PACK) else "suits"


def _list_missing(pack: Sequence[Card]) -> str:
    """Return the cards by which a pack is smaller than one pack or two of Make-a-Million."""
    counts, copies = Counter(pack), _count_copies(pack)
    return format_cards([card for card in PACK for _ in range(copies - counts[card])])


def _find_value(rules: RuleSet, name: str) -> Any:
    return VALUES[name](rules) if name in VALUES else _find_fact(rules, name)


def _write(value: Any) -> str:
    """Return a value as `settings.toml` writes it: true, false and none as words."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _holds(answer: Mapping[str, Any], rules: RuleSet) -> bool:
    """Return whether all conditions of an answer hold."""
    return all(_is_met(_find_value(rules, name), condition) for name, condition in answer.items() if name != "text")


def _is_met(value: Any, condition: Any) -> bool:
    if isinstance(value, tuple):
        return len(value) == condition if isinstance(condition, int) else condition in value
    return _write(value) == _write(condition)


def _fill(rules: RuleSet, name: str, is_amount: bool) -> str:
    """Return a value in words, for the place of its name in an answer."""
    value = _find_value(rules, name)
    if is_amount:
        unit = getattr(rules, name.split(".")[0])
        return str(getattr(unit, "format_amount", format_amount)(value))
    if isinstance(value, tuple):
        value = len(value)
    return spell_number(value) if isinstance(value, int) else str(value)
