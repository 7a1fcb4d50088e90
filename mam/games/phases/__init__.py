"""The phases of a round of tricks, one file each: what may be done in it, why not, and what it brings about.

A phase is a module with the same eight names: `MOVES` (the kinds of move), `AWAITED` (what must be done, in words), `begin(state)`,
`why_not(state, move)`, `candidates(state)`, `apply(state, move)`, `reasons(state, move, after)`, and the topic
`turn_topic(state)` of the rule that says whose turn it is. A state without a turn has finished its phase.
"""

from types import ModuleType

from mam.games.phases import auction, called, exchange, nest, play, sealed, trump, vote

PHASES: dict[str, ModuleType] = {
    "auction": auction,
    "sealed": sealed,
    "vote": vote,
    "nest": nest,
    "trump": trump,
    "called": called,
    "exchange": exchange,
    "play": play,
}
