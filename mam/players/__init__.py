"""Players: functions of a view, which never shows a hidden card, and a random generator; they return a move.

`PLAYERS` lists them by name. `rulebook_player` plays every game, with the players in `exact.py` and `letters.py` for theirs.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from mam.players.random import random_player
from mam.players.rulebook import rulebook_player
from mam.players.turns import Player, find_only_move, get_player_name, play_move, play_on
from mam.support.messages import quote

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

# The name of each player, which is its module, and the player in it; imported when it is first asked for.
PLAYERS: Mapping[str, str] = MappingProxyType(
    {"random": "random_player", "rulebook": "rulebook_player", "club": "club_player", "expert": "expert_player"}
)


def get_player(name: str | Player) -> Player:
    """Return the player of this name, or the player itself if it is not a name.

    Raises ValueError, listing the names, for an unknown one, and TypeError for what is neither a name nor a player.

    >>> get_player("random") is random_player
    True
    """
    if callable(name):
        return name
    if not isinstance(name, str):
        raise TypeError(
            f"a player must be a name, like 'rulebook', or a function of a view and a Random, not {quote(name)}"
        )
    if name not in PLAYERS:
        raise ValueError(f"no player {quote(name)}; choose one of {', '.join(PLAYERS)}")
    player: Player = getattr(import_module(f"mam.players.{name}"), PLAYERS[name])
    return player
