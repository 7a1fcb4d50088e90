"""Players at a table: a round played to its end, or to any moment before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TypeVar

from mam.games.round import Round
from mam.games.views import View, view
from mam.rules.moves import Move
from mam.text.deal_codes import deal_code
from mam.text.notation import NotationError

G = TypeVar("G", bound=Round)
Player = Callable[[View[Round], Random], Move]


def play_on(
    round: G,
    players: Mapping[str, Player],
    chances: Mapping[str, Random],
    until: Callable[[G], bool] = lambda round: False,
) -> G:
    """The round as these players, one for each person, play it to its end, or until this is true of it.

    Each is asked with its view and the `Random` of its chair, and only where it has a choice. Raises ValueError for a move
    that is not legal, saying who wanted what in which deal and position; an error of a player's own gets that as a note.

    >>> import mam
    >>> from mam.players import rulebook_player
    >>> round = mam.start("make-a-million-1935", seed=7)
    >>> played = play_on(round, dict.fromkeys("NESW", rulebook_player), {seat: Random(1) for seat in "NESW"})
    >>> played.result.note
    'E 215 set'
    """
    while not round.over and not until(round):
        round = play_move(round, players, chances)
    return round


def play_move(round: G, players: Mapping[str, Player], chances: Mapping[str, Random]) -> G:
    """The round after one more move, as the player whose turn it is makes it; raises as `play_on` does."""
    return round._apply(find_only_move(round) or _ask(round, players, chances))


def find_only_move(round: Round) -> Move | None:
    """The one legal move there is, or None where there is a choice.

    >>> import mam
    >>> find_only_move(mam.start("make-a-million-1935", seed=7)) is None
    True
    """
    first = [*islice((move for move in round.candidates() if round.reason_against(move) is None), 2)]
    return first[0] if len(first) == 1 else None


def _ask(round: Round, players: Mapping[str, Player], chances: Mapping[str, Random]) -> Move:
    person = round.actor
    assert person is not None
    try:
        move = players[person](view(round, person), chances[person])
    except Exception as fault:
        fault.add_note(f"{get_player_name(players[person])} was to move {_spot(round)}")
        raise
    if not isinstance(move, Move):
        raise ValueError(f"{get_player_name(players[person])} answered with {move!r}, which is no move, {_spot(round)}")
    if ruling := round.why_not(move):
        raise ValueError(
            f"{get_player_name(players[person])} wanted “{move}”, which is refused: “{ruling.because}” It was {_spot(round)}"
        )
    return move


def _spot(round: Round) -> str:
    """Where that was, for whoever looks for the mistake."""
    deal = ""
    with suppress(NotationError):  # positions of few cards have no code
        deal = f" of deal {deal_code(round.deal, round.rules.full_id)}"
    return f"for {round.actor} after {len(round.history)} moves{deal}: {round!r}"


def get_player_name(player: str | Player) -> str:
    """What a player is called: its `name`, or that of the function.

    >>> from mam.players import rulebook_player
    >>> get_player_name(rulebook_player)
    'rulebook'
    """
    if isinstance(player, str):
        return player
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return str(name).removesuffix("_player")
