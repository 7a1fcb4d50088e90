"""The printed specimen hand as a record that opens with the lowest bid of the rules, for tests that are not about the bid of 175."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bids import opening

from mam.records import Record, parse_record, read_record
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


def _read_record(path: Path) -> Record:
    return specimen_record() if path.name == PRINTED_RECORD.name else read_record(path)


@pytest.fixture(autouse=True, scope="session")
def specimen_in_studies() -> Iterator[None]:
    """Let the cases of the specimen hand open with the lowest bid, so that every case can be read whatever it is."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("mam.studies.read", "mam.library.situations.setting"):
            patch.setattr(f"{module}.read_record", _read_record)
        yield
