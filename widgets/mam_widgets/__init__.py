"""Widgets for the games of `mam`: each is one call.

>>> import mam_widgets as mw
>>> table = mw.specimen()
>>> table.round.phase
'auction'
"""

from collections.abc import Sequence
from pathlib import Path

import mam
from mam.datafiles import data_folder
from mam_widgets.stepper import Stepper
from mam_widgets.walk import Walk


def replay(record: mam.Record | str | Path, *, bottom: str = "S", open_hands: bool = True) -> Stepper:
    """A record (or the file of one) on the table, at its first moment.

    `bottom` is the seat at the lower edge; `open_hands` shows all four hands. Raises RecordError with the place of the
    fault, OSError when the file cannot be opened, ValueError for a seat that does not exist.
    """
    if not isinstance(record, mam.Record):
        record = mam.read_record(record)
    _check_seat(bottom, record.deal.seats)
    return Stepper(Walk(record, bottom=bottom, open_hands=open_hands, given=len(record.moves)))


def _check_seat(seat: str, seats: Sequence[str]) -> None:
    if seat not in seats:
        raise ValueError(f"no seat {seat!r}: the seats are {' '.join(seats)}")


def specimen() -> Stepper:
    """The specimen hand that the 1935 Supplement prints, on the table."""
    record = mam.read_record(data_folder() / "records" / "specimen.toml")
    return Stepper(Walk(record, given=len(record.moves), printed=True))


def deal(
    seed: int | str,
    *,
    you: str | None = None,
    edition: str | None = None,
    dealer: str | None = None,
    open_hands: bool = True,
) -> Stepper:
    """A fresh round on the table, from a seed or a deal code, to be played card by card.

    Without `you` all hands lie open and you move for everybody. With a seat as `you`, you see what that seat sees and
    the others play with no aim, any legal card. Raises ValueError for an unknown seat or edition, NotationError for a
    text that is not a deal code.

    >>> deal(7, you="S", dealer="S").round.turn
    'S'
    """
    if isinstance(seed, str):
        coded, dealt = mam.parse_code(seed)
        if dealer is not None or edition not in (None, coded):
            raise ValueError("a deal code says itself who deals, and in which edition: leave those out")
        round, number = mam.start(coded, 0, deal=dealt), 0
        title = f"Deal {seed}"
    else:
        round, number = mam.start(edition or mam.list_editions()[0], seed, dealer=dealer), seed
        title = f"Deal number {seed}"
    if you is not None:
        _check_seat(you, round.rules.seats)
    record = mam.Record.of(round, title=title)
    return Stepper(Walk(record, you=you, bottom=you or "S", open_hands=open_hands, seed=number))


__all__ = ["Stepper", "Walk", "deal", "replay", "specimen"]
