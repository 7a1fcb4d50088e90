"""Seats of larger tables, and the options that set the number of players."""

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from mam.rules.editions.ruleset import Option


def list_letters(players: int) -> tuple[str, ...]:
    """Return seats called A, B, C … clockwise."""
    return tuple(ascii_uppercase[:players])


def list_names(seats: tuple[str, ...], **labels: str) -> Mapping[str, str]:
    """Return a name for each seat: its letter, unless a name is given."""
    return MappingProxyType({seat: labels.get(seat, seat) for seat in seats})


def make_player_options(counts: range, rule_id: str, usual: int, **facts: Any) -> dict[str, Option]:
    """Return an option for each number of players but the usual one; `facts` maps a field to its value for each number."""

    def make_option(players: int) -> Option:
        seats = list_letters(players)

        def change(rules: Any) -> Any:
            values = {name: compute(players) for name, compute in facts.items()}
            return replace(
                rules, seats=seats, seat_names=list_names(seats), letter=f"{rules.letter}{players}", **values
            )

        return Option(rule_id, f"{players} players", change, group="players")

    return {f"{players}-players": make_option(players) for players in counts if players != usual}
