"""Silent Partner for six: the bidder calls two cards."""

from mam.rules.editions.silent import make_silent_game
from mam.rules.editions.six import EDITION as SIX

EDITION = make_silent_game(
    SIX,
    called=2,
    id="silent-six",
    name_parts=("Silent Partner", "six players", "two packs"),
    short_name="Silent Partner, six",
    letter="Q",
)
