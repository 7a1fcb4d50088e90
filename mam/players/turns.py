"""Players take their turns: one move, or a round to its end or to any moment before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TypeVar

from mam.games.round import Round
from mam.games.views import View, view
from mam.rules.moves import Move
from mam.support.messages import quote
from mam.text.deal_codes import encode_deal
from mam.text.notation import NotationError

AnyRound = TypeVar("AnyRound", bound=Round)
Player = Callable[[View[Round], Random], Move]


def play_on(
    round: AnyRound,
    players: Mapping[str, Player],
    rngs: Mapping[str, Random],
    until: Callable[[AnyRound], bool] = lambda round: False,
) -> AnyRound:
    """Return the round after these players, one for each person, have played it to its end, or until `until` is true of it.

    A player is asked only where there is a choice, with its view and its own random generator. Raises ValueError for a move
    that is not legal, saying which player wanted what in which deal and position; a player's own error gets that as a note.

    >>> import mam
    >>> from mam.players import rulebook_player
    >>> round = mam.start("make-a-million-1935", seed=7)
    >>> played = play_on(round, dict.fromkeys("NESW", rulebook_player), {seat: Random(1) for seat in "NESW"})
    >>> played.result.note
    'E 215 set'
    """
    while not round.is_over and not until(round):
        round = play_move(round, players, rngs)
    return round


def play_move(round: AnyRound, players: Mapping[str, Player], rngs: Mapping[str, Random]) -> AnyRound:
    """Return the round after one more move by the player whose turn it is; raises as `play_on` does."""
    return round._apply(find_only_move(round) or _ask(round, players, rngs))


def find_only_move(round: Round) -> Move | None:
    """Return the only legal move, or None if there is a choice.

    >>> import mam
    >>> find_only_move(mam.start("make-a-million-1935", seed=7)) is None
    True
    """
    moves = [*islice(round.legal_moves, 2)]
    return moves[0] if len(moves) == 1 else None


def _ask(round: Round, players: Mapping[str, Player], rngs: Mapping[str, Random]) -> Move:
    person = round.actor
    assert person is not None
    try:
        move = players[person](view(round, person), rngs[person])
    except Exception as error:
        error.add_note(f"{get_player_name(players[person])} had to move {_describe_position(round)}")
        raise
    if not isinstance(move, Move):
        raise ValueError(
            f"{get_player_name(players[person])} answered with {quote(move)}, which is not a move, {_describe_position(round)}"
        )
    if ruling := round.why_not(move):
        raise ValueError(
            f"{get_player_name(players[person])} wanted “{move}”, which is not legal: “{ruling.reason}” It was {_describe_position(round)}"
        )
    return move


def _describe_position(round: Round) -> str:
    """Describe whose turn it was in which position, so that the mistake can be found."""
    deal = ""
    with suppress(NotationError):  # positions of few cards have no code
        deal = f" of deal {encode_deal(round.deal, round.rules.full_id)}"
    return f"for {round.actor} after {len(round.history)} moves{deal}: {round!r}"


def get_player_name(player: str | Player) -> str:
    """Return a player's name: its `name`, or else that of the function.

    >>> from mam.players import rulebook_player
    >>> get_player_name(rulebook_player)
    'rulebook'
    """
    if isinstance(player, str):
        return player
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return str(name).removesuffix("_player")
