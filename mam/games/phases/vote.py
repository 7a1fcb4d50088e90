"""Voting to open the nest (the 2004 "widow"): only if all agree is it shown to everybody (R04-WID-5, D-X17)."""

from collections.abc import Iterator

from mam.games.state import S, State, replace
from mam.rules.dealing import next_seat
from mam.rules.moves import Vote
from mam.rules.rulings import Reason

MOVES = (Vote,)
AWAITED = "vote on the {nest} first"


def begin(state: S) -> S:
    """The bidder votes first."""
    return replace(state, turn=state.bidder)


def why_not(state: State, vote: Vote) -> Reason | None:
    """Either vote is free."""
    return None


def candidates(state: State) -> Iterator[Vote]:
    """Yes and no."""
    yield from (Vote(True), Vote(False))


def apply(state: S, vote: Vote) -> S:
    """One "no" settles it."""
    assert state.turn is not None
    votes = (*state.votes, (state.turn, vote.yes))
    done = not vote.yes or len(votes) == len(state.rules.persons)
    return replace(state, votes=votes, turn=None if done else next_seat(state.rules.persons, state.turn))


def is_open(state: State) -> bool:
    """Whether everybody voted to see the nest."""
    return len(state.votes) == len(state.rules.persons) and all(yes for _, yes in state.votes)


def reasons(state: State, vote: Vote, done: State) -> Iterator[Reason]:
    """What the vote decides."""
    nest = state.rules.nest.word
    if not vote.yes:
        yield Reason("open-nest", f"{state.name} votes no: only the bidder sees the {nest}.")
    elif is_open(done):
        yield Reason("open-nest", f"All have voted yes: everybody sees the {nest}.")
    else:
        yield Reason("open-nest", f"{state.name} votes yes. Everybody sees the {nest} only if all agree.")


def turn_topic(state: State) -> str:
    """The vote goes round."""
    return "open-nest"
