"""A table as lines of text and back: what was laid, claimed, chosen and scored, one event a line."""

import re
from collections.abc import Sequence

from mam.games.trick_round import TrickRound
from mam.misplay.table import Table
from mam.rules.dealing import Deal
from mam.rules.editions.ruleset import TrickGameRules
from mam.text.notation import NotationError, parse_move, quote


class EventError(ValueError):
    """A line that cannot have happened at a table; `number` counts the lines from 1, `fault` says what is wrong."""

    def __init__(self, number: int, line: str, fault: str) -> None:
        super().__init__(number, line, fault)
        self.number, self.line, self.fault = number, line, fault

    def __str__(self) -> str:
        return f"event {self.number} ({quote(self.line)}): {self.fault}"


def follow(table: Table, line: str) -> Table:
    """The table after the event that a line tells: a move in its notation, a claim, a choice, or the score.

    Raises NotationError for a line that says none of these, IllegalMove for what cannot be done now, and ValueError for a
    seat that is not there.
    """
    words = line.split()
    match words:
        case ["stop"] | ["play", "on"]:
            return table.choose(" ".join(words))
        case ["score"]:
            return table.score()
        case ["claim", "nest", *rest]:
            return table.claim("nest", *_read_seats(rest, line))
        case ["claim", "trick", number, *rest] if re.fullmatch(r"\d{1,4}", number, re.ASCII):
            return table.claim(int(number), *_read_seats(rest, line))
        case ["claim", *_]:
            raise NotationError(
                f"{quote(line)} is not a claim: write claim nest, claim trick 3, or claim trick 3 W by N"
            )
    return table.play(parse_move(line))


def _read_seats(words: Sequence[str], line: str) -> tuple[str | None, str | None]:
    """Whose card a claim is about and who makes it, as far as it says."""
    match words:
        case []:
            return None, None
        case ["by", by]:
            return None, by
        case [seat]:
            return seat, None
        case [seat, "by", by]:
            return seat, by
    raise NotationError(f"{quote(line)} is not a claim: a seat may follow, and by with the seat that claims")


def replay_table(rules: TrickGameRules, deal: Deal, events: Sequence[str]) -> Table:
    """The table that these lines lead to from this deal.

    Raises EventError with the number of the line that cannot have happened, and as `Table` and `TrickRound` do.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> replay_table(round.rules, round.deal, ["bid 200", "pass"]).turn
    'N'
    """
    table = Table(TrickRound(rules, deal))
    for number, line in enumerate(events, 1):
        try:
            table = follow(table, line)
        except ValueError as error:
            raise EventError(number, line, str(error)) from error
    return table
