"""Reading situations from their files, one fault at a time named with its place."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from mam.library.situations.questions import list_questions
from mam.library.situations.setting import SORTS
from mam.library.situations.situation import KINDS, Check, Situation
from mam.rules.editions import get_edition
from mam.rules.rulings import all_rulings, ruling
from mam.support.data_files import find_data_folder

_WORDS = ("id", "kind", "title", "document", "section", "edition", "setup", "question", "answer")
_KEYS = {*_WORDS, "page", "options", "rules", "people", "check"}


class SituationError(ValueError):
    """A situation that cannot be used; the message names the file, the situation and the fault."""


@cache
def all_situations() -> Mapping[str, Situation]:
    """Every situation by its id, in the order of the ids."""
    found: dict[str, Situation] = {}
    for path in sorted((find_data_folder() / "situations").glob("*.toml")):
        for one in read_situations(path.read_text("utf-8"), path.name):
            if one.id in found:
                raise SituationError(f"{path.name}: the situation {one.id} stands twice in data/situations")
            found[one.id] = one
    return {name: found[name] for name in sorted(found)}


def list_situations(word: str = "", *, rule: str = "", edition: str = "") -> tuple[Situation, ...]:
    """The documented cases, all of them or those with this word, this rule's id, this edition (options make no difference).

    Raises KeyError for a rule and ValueError for an edition that there is not.

    >>> [one.id for one in list_situations("Tiger", edition="manhattan")]
    ['B45', 'B46']
    >>> [one.id for one in list_situations(rule="R35-QA-5")]
    ['B29']
    """
    rule_id = ruling(rule).id if rule else ""
    edition_id = get_edition(edition).id if edition else ""
    return tuple(
        one
        for one in all_situations().values()
        if (not rule_id or rule_id in one.rules)
        and (not edition_id or edition_id == one.edition)
        and word.casefold() in " ".join((one.id, one.title, one.setup, one.question, one.answer)).casefold()
    )


def get_situation(situation_id: str) -> Situation:
    """The documented case with this id. Raises KeyError naming the ids there are.

    >>> get_situation("B29").title
    'The Bear led as the last card'
    """
    known = all_situations()
    if situation_id not in known:
        first, *_, last = known
        raise KeyError(f"no situation has the id {situation_id!r}; there are {first} to {last}")
    return known[situation_id]


def read_situations(text: str, name: str = "situations") -> tuple[Situation, ...]:
    """The situations in a text. Raises SituationError naming the situation and its fault."""
    try:
        top = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SituationError(f"{name}: this is not valid TOML: {fault}") from None
    if strange := set(top) - {"situation"}:
        raise SituationError(f"{name}: unknown key {sorted(strange)[0]!r}; a file holds [[situation]] tables")
    return tuple(_read(entry, name) for entry in top.get("situation", []))


def _read(entry: dict[str, Any], name: str) -> Situation:
    where = f"{name}, {entry.get('id', 'a situation without id')}"

    def fail(fault: str) -> SituationError:
        return SituationError(f"{where}: {fault}")

    for key in _WORDS:
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise fail(f"{key} must be text")
    sorts = [key for key in entry if key in SORTS]
    if strange := set(entry) - _KEYS - set(SORTS):
        raise fail(f"unknown key {sorted(strange)[0]!r}")
    if len(sorts) != 1:
        raise fail(f"one set-up is needed, of the sort {', '.join(SORTS)}")
    if entry["kind"] not in KINDS:
        raise fail(f"kind must be one of {', '.join(KINDS)}")
    rules, options = tuple(entry.get("rules", ())), tuple(entry.get("options", ()))
    for rule_id in rules:
        if rule_id not in all_rulings():
            raise fail(f"no ruling has the id {rule_id!r}")
    try:
        get_edition(entry["edition"], options)
    except ValueError as error:
        raise fail(str(error)) from None
    checks = tuple(_read_check(one, fail) for one in entry.get("check", []))
    if not rules or not checks:
        raise fail("it names at least one rule and has at least one check")
    return Situation(
        **{key: entry[key] for key in _WORDS},
        page=entry.get("page", 0),
        rules=rules,
        options=options,
        people=entry.get("people", {}),
        of=sorts[0],
        table=entry[sorts[0]],
        checks=checks,
    )


def _read_check(entry: dict[str, Any], fail: Any) -> Check:
    """A check: the question, `expect`, perhaps `words` and other `set`tings; what is left over are the question's facts."""
    facts = dict(entry)
    asked = facts.pop("ask", None)
    if asked not in list_questions():
        raise fail(f"no question {asked!r}; there are: {', '.join(list_questions())}")
    if "expect" not in facts:
        raise fail(f"the check {asked!r} expects nothing")
    expected, words, setting = facts.pop("expect"), facts.pop("words", ""), facts.pop("set", {})
    return Check(asked, expected, facts, setting, words)
