"""The printed specimen hand as a record that opens with the lowest bid of the rules, for tests that are not about the bid of 175."""

from pathlib import Path

from bids import opening

from mam.records import Record, parse_record
from mam.support.data_files import find_data_folder

PRINTED_RECORD = find_data_folder() / "records" / "specimen.toml"


def specimen_text() -> str:
    """The text of the printed record, with the minimum opening bid for its first call."""
    printed = PRINTED_RECORD.read_text("utf-8")
    assert printed.count('"S 175"') == 1
    return printed.replace('"S 175"', f'"S {opening("make-a-million-1935")}"')


def specimen_record() -> Record:
    return parse_record(specimen_text(), PRINTED_RECORD.name)


def write_specimen(folder: Path) -> Path:
    """A file of this record in the folder."""
    path = folder / PRINTED_RECORD.name
    path.write_text(specimen_text(), "utf-8")
    return path
