"""The records of the library, for tests that are not about their bids.

A record that the rules refuse is reported once, by `test_every_record_is_a_finished_round` in tests/contract; other tests skip it.
"""

import pytest
from specimen_records import PRINTED_RECORD, specimen_text

from mam.records import Record, RecordError, parse_record

RECORDS = PRINTED_RECORD.parent
NAMES = sorted(path.stem for path in RECORDS.glob("*.toml"))


def golden_text(name: str) -> str:
    """The text of a record that the rules allow; the specimen hand opens with their lowest bid."""
    text = specimen_text() if name == PRINTED_RECORD.stem else (RECORDS / f"{name}.toml").read_text("utf-8")
    try:
        parse_record(text, name)
    except RecordError as error:
        pytest.skip(f"{name}: {error}")
    return text


def read_golden(name: str) -> Record:
    return parse_record(golden_text(name), f"{name}.toml")
