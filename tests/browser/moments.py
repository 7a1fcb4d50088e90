"""A match brought to a moment: your first decision in a phase, or the end of the round."""

from random import Random

from mam.players import rulebook_player
from mam_widgets.match.widget import Play, play


def play_to(phase: str, edition: str | None = None, *, seed: int = 159, skip: int = 0) -> Play:
    """A match in which you are to decide in this phase; "over": whose first round is over. `skip` decisions are passed by."""
    table = play(edition, seed=seed, save=False, auto_play=False, skill_level="rulebook")
    session = table.session
    while not (phase == "over" and session.round.is_over):
        if session.to_move:
            if session.round.phase == phase:
                skip -= 1
                if skip < 0:
                    break
            try:
                move = rulebook_player(session.table_view, Random(seed))
            except ValueError:  # a game for which the rulebook has no player
                move = session.table_view.legal_moves[0]
            session.play(move)
        elif session.round.is_over:
            session.next_round()
        else:
            session.step()
    table._refresh()
    return table
