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


def replay(record: mam.Record | str | Path, *, bottom: str | None = None, open_hands: bool = True) -> Stepper:
    """A record of any game (or the file of one) on the table, at its first moment.

    `bottom` is the seat at the lower edge (South, or the first seat, unless you say); `open_hands` shows all hands.
    Raises RecordError with the place of the fault, OSError when the file cannot be opened, ValueError for a seat that
    does not exist.
    """
    if not isinstance(record, mam.Record):
        record = mam.read_record(record)
    if bottom is not None:
        _check_seat(bottom, record.deal.seats)
    return Stepper(Walk(record, bottom=bottom or "S", open_hands=open_hands, given=len(record.moves)))


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
    players: int | None = None,
    options: Sequence[str] = (),
    dealer: str | None = None,
    open_hands: bool = True,
) -> Stepper:
    """A fresh round of any edition on the table, from a seed or a deal code, to be played move by move.

    Without `you` all hands lie open and you move for everybody. With a seat as `you`, you see what that seat sees and
    the others play with no aim, any legal move. `players` says how many sit down where the edition leaves that open,
    `options` switches on what it offers. Raises ValueError for an unknown seat, edition, option or number of players,
    NotationError for a text that is not a deal code.

    >>> deal(7, you="S", dealer="S").round.turn
    'S'
    >>> len(deal(7, edition="sweven", players=3).round.hands)
    3
    """
    if isinstance(seed, str):
        round, number, title = _from_code(seed, edition, players, options, dealer), 0, f"Deal {seed}"
    else:
        name = edition or mam.list_editions()[0]
        round, number = mam.start(name, seed, dealer=dealer, options=options, players=players), seed
        title = f"Deal number {seed}"
    if you is not None:
        _check_seat(you, round.rules.persons)
    record = mam.Record.of(round, title=title)
    return Stepper(Walk(record, you=you, bottom=you or "S", open_hands=open_hands, seed=number))


def _from_code(
    code: str, edition: str | None, players: int | None, options: Sequence[str], dealer: str | None
) -> mam.Game:
    """The round of a deal code; what the code says itself is not said a second time."""
    coded, dealt = mam.parse_code(code)
    if dealer is not None or players is not None or edition not in (None, coded, coded.split("+")[0]):
        raise ValueError("a deal code says itself who deals to how many, and in which edition: leave those out")
    return mam.start(coded, deal=dealt, options=options)


__all__ = ["Stepper", "Walk", "deal", "replay", "specimen"]
