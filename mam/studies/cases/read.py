"""Read what a documented case adds to a chapter; every fault is reported with its line."""

from collections.abc import Iterator, Mapping
from typing import Any

from mam.library.situations import Check
from mam.library.situations.reading import read_check
from mam.rules.editions import get_edition
from mam.rules.rulings import list_documents
from mam.studies.case import FORMS, KINDS, Case, Count, OtherEdition, Reading, WhatIf
from mam.support.messages import quote
from mam.support.toml import Document

_KEYS = {
    "count": {"text", "is"},
    "variation": {"if", "set", "then", "is", "answer"},
    "under": {"edition", "options", "set", "is", "same"},
    "reading": {"name", "words", "why", "options", "rules", "deal", "set", "then", "is", "misplay", "events"},
}


def read_case(part: Document, edition: str, options: tuple[str, ...]) -> Case:
    """Return the case that a chapter tells. Raises the document's error naming the line of a fault."""
    kind, document = part.string("", "class", required=True), part.string("", "document", required=True)
    if kind not in KINDS:
        raise part.fail(("", "class"), f"a case is one of {', '.join(KINDS)}, not {quote(kind)}")
    if document not in list_documents():
        raise part.fail(("", "document"), f"no document {quote(document)}: there are {', '.join(list_documents())}")
    forms = [key for key in FORMS if key in part.top]
    if len(forms) != 1:
        raise part.fail(("", (forms or [""])[-1]), f"a case is set up in one form: {', '.join(FORMS)}")
    people = part.table("people")
    with part.at("", "people"):
        if unknown := [seat for seat in people if seat not in get_edition(edition, options).seats]:
            raise ValueError(f"no seat {quote(unknown[0])}")
    return Case(
        kind=kind,
        edition=edition,
        options=options,
        document=document,
        page=part.integer("", "page", 0, least=0),
        section=part.string("", "section"),
        rules=tuple(part.strings("", "rules")),
        setup=part.string("", "setup", required=True),
        question=part.string("", "question", required=True),
        answer=part.string("", "answer", required=True),
        form=forms[0],
        facts=_read_facts(part, forms[0]),
        people={seat: str(name) for seat, name in people.items()},
        start=part.string("", "from"),
        steps=tuple(part.strings("", "steps")) if "steps" in part.top else None,
        counts=tuple(
            Count(entry.string("", "text", required=True), read_checks(entry), entry.lines)
            for entry in _read_entries(part, "count")
        ),
        variations=tuple(map(_read_variation, _read_entries(part, "variation"))),
        editions=tuple(map(_read_edition, _read_entries(part, "under"))),
        readings=tuple(map(_read_reading, _read_entries(part, "reading"))),
    )


def _read_facts(part: Document, form: str) -> Mapping[str, Any]:
    if form != "record":
        return dict(part.table(form))
    return {"name": part.string("", "record")} | ({"to": part.string("", "to")} if "to" in part.top else {})


def _read_entries(part: Document, name: str) -> Iterator[Document]:
    """Yield the tables of a list, with their keys checked."""
    for number, _ in enumerate(part.tables(name)):
        entry = part.part(name, number)
        entry.check_keys(_KEYS[name])
        yield entry


def read_checks(part: Document) -> tuple[Check, ...]:
    """Return what the engine is asked, and the answers it must give: the list `is` of a table."""
    entries = part.top.get("is")
    if not isinstance(entries, list) or not entries:
        raise part.fail(("", "is"), 'say what the engine must answer: is = [{ ask = "winner", expect = "W" }]')
    return read_facts(part, "is", entries)


def read_facts(part: Document, key: str, entries: Any) -> tuple[Check, ...]:
    """Return these entries, which stand at this key, as checks."""
    if not isinstance(entries, list):
        raise part.fail(("", key), f'{key} must be lists of tables like {{ ask = "winner", expect = "W" }}')
    return tuple(read_check(entry, lambda fault, _key="": part.fail(("", key), fault)) for entry in entries)


def _read_variation(entry: Document) -> WhatIf:
    return WhatIf(
        text=entry.string("", "if", required=True),
        answer=entry.string("", "answer", required=True),
        checks=read_checks(entry),
        changes=dict(entry.table("set")),
        moves=tuple(entry.strings("", "then")),
        lines=entry.lines,
    )


def _read_edition(entry: Document) -> OtherEdition:
    edition, options = entry.string("", "edition", required=True), tuple(entry.strings("", "options"))
    with entry.at("", "options" if options else "edition"):
        get_edition(edition, options)
    return OtherEdition(
        edition, options, read_checks(entry), entry.boolean("", "same"), dict(entry.table("set")), entry.lines
    )


def _read_reading(entry: Document) -> Reading:
    misplay = entry.string("", "misplay")
    if misplay:
        with entry.at("", "misplay"):
            get_edition(misplay)
    return Reading(
        name=entry.string("", "name", required=True),
        words=entry.string("", "words", required=True),
        why=entry.string("", "why"),
        checks=read_checks(entry),
        options=tuple(entry.strings("", "options")) if "options" in entry.top else None,
        rules=dict(entry.table("rules")),
        deal=dict(entry.table("deal")),
        changes=dict(entry.table("set")),
        moves=tuple(entry.strings("", "then")),
        misplay=misplay,
        events=tuple(entry.strings("", "events")),
        lines=entry.lines,
    )
