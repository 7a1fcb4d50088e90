"""Players: strategies that get a view, never a hidden card, and answer with a move.

`PLAYERS` lists them by name. Each is one file; `rulebook_player` asks those for exact bids and for letters in their games.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from mam.players.random import random_player
from mam.players.rulebook import rulebook_player
from mam.players.turns import Player, find_only_move, get_player_name, play_move, play_on

__all__ = [
    "PLAYERS",
    "Player",
    "find_only_move",
    "get_player",
    "get_player_name",
    "play_move",
    "play_on",
    "random_player",
    "rulebook_player",
]

# The name of each player, which is its module, and the player in it; read when it is asked for.
PLAYERS: Mapping[str, str] = MappingProxyType(
    {"random": "random_player", "rulebook": "rulebook_player", "search": "search_player"}
)


def get_player(name: str | Player) -> Player:
    """The player of this name; what is a player already is given back.

    Raises ValueError naming the players there are, TypeError for what is neither a name nor a player.

    >>> get_player("random") is random_player
    True
    """
    if callable(name):
        return name
    if not isinstance(name, str):
        raise TypeError(f"a player is a name, like 'rulebook', or a function of a view and a Random, not {name!r}")
    if name not in PLAYERS:
        raise ValueError(f"no player {name!r}: there are {', '.join(PLAYERS)}")
    found: Player = getattr(import_module(f"mam.players.{name}"), PLAYERS[name])
    return found
