"""Seats of tables larger than four, and the options that choose how many sit down."""

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from mam.rules.editions.ruleset import Option


def letters(players: int) -> tuple[str, ...]:
    """Seats called A, B, C … clockwise."""
    return tuple(ascii_uppercase[:players])


def names_of(seats: tuple[str, ...], **others: str) -> Mapping[str, str]:
    """Seats that are called by their letter, others by a name."""
    return MappingProxyType({seat: others.get(seat, seat) for seat in seats})


def player_options(counts: range, rule_id: str, usual: int, **facts: Any) -> dict[str, Option]:
    """One option for each number of players but the usual one; `facts` maps a field to what it is for that number."""

    def seated(players: int) -> Option:
        seats = letters(players)

        def change(rules: Any) -> Any:
            own = {name: find(players) for name, find in facts.items()}
            return replace(rules, seats=seats, seat_names=names_of(seats), letter=f"{rules.letter}{players}", **own)

        return Option(rule_id, f"{players} players", change, group="players")

    return {f"{players}-players": seated(players) for players in counts if players != usual}
