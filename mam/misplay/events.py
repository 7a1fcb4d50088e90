"""Replay a table from lines of text: what was laid, claimed, chosen and scored, one event a line."""

import copyreg
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mam.games.trick_round import TrickRound
from mam.misplay.table import Table
from mam.rules.dealing import Deal
from mam.rules.editions.ruleset import TrickGameRules
from mam.support.messages import quote
from mam.text.notation import NotationError, parse_move


class EventError(ValueError):
    """An event that cannot have happened at a table; `number` counts the lines from 1, `fault` says what is wrong."""

    def __init__(self, number: int, line: str, fault: str) -> None:
        super().__init__(number, line, fault)
        self.number, self.line, self.fault = number, line, fault

    def __str__(self) -> str:
        return f"event {self.number} ({quote(self.line)}): {self.fault}"


class Claim(NamedTuple):
    """A claim: in which trick, or in the nest, whose card, and who claims it; None for a seat that it leaves out."""

    trick: int | str
    seat: str | None = None
    by: str | None = None


def parse_claim(line: str) -> Claim | None:
    """Return the claim in a line of a table, or None if the line is another event.

    Raises NotationError for a claim that is not well formed.

    >>> parse_claim("claim trick 3 W by N"), parse_claim("play R40")
    (Claim(trick=3, seat='W', by='N'), None)
    """
    match line.split():
        case ["claim", "nest", *rest]:
            return Claim("nest", *_read_seats(rest, line))
        case ["claim", "trick", number, *rest] if re.fullmatch(r"\d{1,4}", number, re.ASCII):
            return Claim(int(number), *_read_seats(rest, line))
        case ["claim", *_]:
            raise NotationError(
                f"{quote(line)} is not a claim: write claim nest, claim trick 3, or claim trick 3 W by N"
            )
    return None


def apply_event(table: Table, line: str) -> Table:
    """Return the table after the event in a line: a move in its notation, a claim, a choice, or the score.

    Raises NotationError for any other line, IllegalMove for what cannot be done now, and ValueError for an unknown seat.
    """
    words = line.split()
    match words:
        case ["stop"] | ["play", "on"]:
            return table.choose(" ".join(words))
        case ["score"]:
            return table.score()
    claim = parse_claim(line)
    return table.claim(*claim) if claim else table.play(parse_move(line))


def _read_seats(words: Sequence[str], line: str) -> tuple[str | None, str | None]:
    """Return whose card a claim is about and who makes it; None for each that it does not say."""
    match words:
        case []:
            return None, None
        case ["by", by]:
            return None, by
        case [seat]:
            return seat, None
        case [seat, "by", by]:
            return seat, by
    raise NotationError(
        f"{quote(line)} is not a claim: after the trick or nest write the seat, by and the seat that claims, or both"
    )


def replay_table(rules: TrickGameRules, deal: Deal, events: Sequence[str]) -> Table:
    """Return the table that these events lead to from this deal.

    Raises EventError with the number of the event that cannot have happened, and as `Table` and `TrickRound` do.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> replay_table(round.rules, round.deal, ["bid 200", "pass"]).turn
    'N'
    """
    table = Table(TrickRound(rules, deal))
    for number, line in enumerate(events, 1):
        try:
            table = apply_event(table, line)
        except ValueError as error:
            raise EventError(number, line, str(error)) from error
    return table


def _reduce_table(table: Table) -> tuple[Callable[..., Table], tuple[Any, ...]]:
    """Pickle a table as its events, by which it is replayed."""
    return replay_table, (table.rules, table.round.deal, table.events)


copyreg.pickle(Table, _reduce_table)  # here, because the table module cannot import this one
