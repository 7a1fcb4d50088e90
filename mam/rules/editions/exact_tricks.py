"""The variation in which each player bids an exact number of tricks; hands get smaller from deal to deal."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.cards import PACK, format_count
from mam.rules.editions.make_a_million_2004 import CITES as MAKE_A_MILLION
from mam.rules.editions.ruleset import Option, TrickGameRules
from mam.rules.editions.seating import list_letters, list_names, make_player_options
from mam.rules.scoring import ScoringRules
from mam.rules.tricks import TrickRules

_UNDEALT = 4  # cards at least left undealt: three may be animals, and one must set trump


def find_largest_hand(players: int) -> int:
    """Return the number of cards in each hand of the first deal (D-V01).

    >>> [find_largest_hand(players) for players in (2, 4, 10)]
    [25, 12, 5]
    """
    return (len(PACK) - _UNDEALT) // players


_CITES = {
    name: MAKE_A_MILLION[name]
    for name in (
        "not-now", "not-held", "play-turn", "capture", "winner-leads", "follow", "free", "bull-play", "bull-last",
        "bear-play", "bear-last", "animal-lead", "animal-lead-two", "tiger-before-animal", "no-color-yet",
        "color-after-animal", "tiger-captures", "tiger-sets-color", "tiger-lead", "tiger-forced", "tiger-choice",
    )
} | {
    "dealt": "REX-2",
    "trump": "REX-3",
    "sealed": "REX-4",
    "bid-tricks": "D-V06",
    "first-lead": "REX-6",
    "lead": "REX-5",
    "animal-no-effect": "D-V05",
    "capture-no-trump": "D-V03",
    "exact": "REX-8",
    "exact-zero": "D-V07",
    "not-exact": "REX-9",
    "no-winner": "D-V04",
    "tiger-no-trump": "D-V03",
    "win": "REX-10",
    "win-higher": "REX-10",
    "level": "D-V10",
    "counting": "REX-8",
}  # fmt: skip


def _make_hand_option(size: int) -> Option:
    def change(rules: TrickGameRules) -> TrickGameRules:
        maximum = find_largest_hand(len(rules.seats))
        if size > maximum:
            raise ValueError(f"{len(rules.seats)} players get at most {maximum} cards each, not {size} (D-V01)")
        return replace(rules, hand_size=size)

    return Option("D-V01", f"the first deal has {format_count(size, 'card')} in each hand", change, group="hands")


_OPTIONS = make_player_options(range(2, 11), "REX-1", 4, hand_size=find_largest_hand) | {
    f"hands-of-{size}": _make_hand_option(size) for size in range(1, find_largest_hand(2))
}
_SEATS = list_letters(4)

EDITION = TrickGameRules(
    id="exact-tricks",
    name_parts=("Exact tricks", "the variation of the 2004 article", "two to ten players"),
    short_name="exact tricks",
    letter="X",
    seats=_SEATS,
    seat_names=list_names(_SEATS),
    pack=PACK,
    hand_size=find_largest_hand(4),
    phases=("sealed", "play"),
    alliance="alone",
    first_lead="left of dealer",
    turns_trump=True,
    shrinks_by=1,
    tricks=TrickRules(tiger_sets_color=True, counts="tricks"),
    scoring=ScoringRules(target=None, tie="joint", method="exact", money=False),
    documents=("article-2004",),
    rulebook=("readings", "make-a-million-2004", "readings-2004", "exact-tricks", "readings-exact"),
    misplay="D-R19",
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)
