"""The words of a record file: its format, its keys, and under which key each phase of a round is written."""

from typing import NamedTuple

from mam.support.kinds import Key

FORMAT = 2
MAX_BYTES = 200_000

KEYS = {
    "": {
        *("format", "edition", "options", "allows_misplays", "title", "source", "comment"),
        *("players", "carry", "deal", "round", "note", "branch"),
    },
    "carry": {"account", "barred"},
}
NOTE = {"at": Key(str, True), "text": Key(str, True), "seat": Key(), "source": Key()}
BRANCH = {"at": Key(str, True), "moves": Key(tuple[str, ...]), "name": Key()}

# Keys that format 1 named differently: (table, key) and the present key.
RENAMED_KEYS = {
    ("", "lenient"): "allows_misplays",
    ("deal", "pile"): "stock",
    ("deal", "lot"): "blind_draw",
    ("round", "call"): "called_cards",
}


class PhaseKey(NamedTuple):
    """How a phase is written: its key in [round], the verb of its moves, which a record leaves out, and an example.

    Only a phase in which every person speaks has an `example`: its moves are a list, each after its seat.
    """

    key: str
    verb: str
    example: str = ""


PHASE_KEYS = {
    "auction": PhaseKey("auction", "bid", "an amount or pass"),
    "sealed": PhaseKey("bids", "tricks", "a number of tricks"),
    "vote": PhaseKey("votes", "vote", "yes or no"),
    "nest": PhaseKey("discard", "discard"),
    "trump": PhaseKey("trump", "trump"),
    "called": PhaseKey("called_cards", "call"),
    "exchange": PhaseKey("exchange", "exchange"),
    "play": PhaseKey("tricks", "play"),
}
