"""Silent Partner for eight: the bidder calls three cards."""

from mam.rules.editions.eight import EDITION as EIGHT
from mam.rules.editions.silent import make_silent_game

EDITION = make_silent_game(
    EIGHT,
    called=3,
    id="silent-eight",
    name_parts=("Silent Partner", "eight players", "two packs"),
    short_name="Silent Partner, eight",
    letter="K",
)
