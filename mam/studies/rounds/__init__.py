"""A live round: a person's decisions, coached or not, against rulebook players, as plain data for a page."""

from mam.studies.rounds.live_round import LiveRound, complete_round
from mam.studies.rounds.opening import open_round

__all__ = ["LiveRound", "complete_round", "open_round"]
