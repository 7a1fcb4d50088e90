"""Voting to open the nest (the 2004 "widow"): it is shown only if all players agree (R04-WID-5, D-X17)."""

from collections.abc import Iterator

from mam.games.state import S, State, replace
from mam.rules.dealing import find_next_seat
from mam.rules.moves import Vote
from mam.rules.rulings import Reason

MOVES = (Vote,)
DUTY = "vote on the {nest}"


def begin(state: S) -> S:
    """Give the bidder the first vote."""
    return replace(state, turn=state.bidder)


def why_not(state: State, vote: Vote) -> Reason | None:
    """Return None: both votes are always legal."""
    return None


def candidates(state: State) -> Iterator[Vote]:
    """Yield yes and no."""
    yield from (Vote(True), Vote(False))


def apply(state: S, vote: Vote) -> S:
    """Record the vote; a "no" ends the voting."""
    assert state.turn is not None
    votes = (*state.votes, (state.turn, vote.yes))
    is_settled = not vote.yes or len(votes) == len(state.rules.persons)
    return replace(state, votes=votes, turn=None if is_settled else find_next_seat(state.rules.persons, state.turn))


def is_open(state: State) -> bool:
    """Return whether everybody voted to see the nest."""
    return len(state.votes) == len(state.rules.persons) and all(yes for _, yes in state.votes)


def reasons(state: State, vote: Vote, next_state: State) -> Iterator[Reason]:
    """Yield what the vote decides."""
    nest = state.rules.nest.word
    if not vote.yes:
        yield Reason("open-nest", f"{state.name} votes no: only the bidder sees the {nest}.")
    elif is_open(next_state):
        yield Reason("open-nest", f"Everyone has voted yes: everybody sees the {nest}.")
    else:
        yield Reason("open-nest", f"{state.name} votes yes. Everybody sees the {nest} only if all agree.")


def turn_topic(state: State) -> str:
    """Return the topic of the vote."""
    return "open-nest"
