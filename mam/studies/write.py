"""Write a study of a record: a file to put questions into."""

from collections.abc import Iterator
from dataclasses import replace

from mam.records import Record, format_record, name_step
from mam.support.toml import write_string, write_strings

_TABLES = ("[players]", "[carry]", "[deal]", "[round]")


def format_study(record: Record, study_id: str) -> str:
    """Return the study of a record as text, which `parse_study` reads. Raises ValueError for a record with misplays.

    >>> import mam
    >>> record = mam.Record.from_round(mam.start("make-a-million-1935", seed=7), title="An opening")
    >>> print("\\n".join(format_study(record, "opening").splitlines()[:5]))
    format = 1
    shelf = "hands"
    id = "opening"
    title = "An opening"
    edition = "make-a-million-1935"
    """
    if record.allows_misplays:
        raise ValueError("a record of a round with misplays can't become a study: its events are not moves")
    lines = [
        "format = 1",
        'shelf = "hands"',
        f"id = {write_string(study_id)}",
        f"title = {write_string(record.title or study_id)}",
    ]
    lines.append(f"edition = {write_string(record.edition)}")
    lines += [f"options = {write_strings(record.options)}"] if record.options else []
    lines += [f"source = {write_string(record.source)}"] if record.source else []
    lines += [f"intro = {write_string(record.comment)}"] if record.comment else []
    return "\n".join([*lines, "", "[[chapter]]", 'id = "round"', *list_tables(record), *_list_stops(record)]) + "\n"


def list_tables(record: Record) -> Iterator[str]:
    """Yield the deal and the round as a record writes them, as tables of the chapter."""
    bare = replace(record, title="", source="", comment="", notes=(), branches=())
    lines = format_record(bare).splitlines()
    start = next(number for number, line in enumerate(lines) if line in _TABLES)
    yield ""
    yield from (f"[chapter.{line[1:]}" if line in _TABLES else line for line in lines[start:])


def _list_stops(record: Record) -> Iterator[str]:
    for note in record.notes:
        yield from ("", "[[chapter.stop]]", f"at = {write_string(name_step(record, note.step))}")
        yield from ([f"you = {write_string(note.seat)}"] if note.seat else [])
        yield f"text = {write_string(note.text)}"
        yield from ([f"source = {write_string(note.source)}"] if note.source else [])
    for branch in record.branches:
        yield from ("", "[[chapter.variation]]", f"if = {write_string(branch.name)}")
        yield f"at = {write_string(name_step(record, branch.step))}"
        yield f"moves = {write_strings(map(str, branch.moves))}"
