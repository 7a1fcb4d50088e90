"""Millionaire, the spelling game with letter cards, and the pack of letters, which Card Anagrams uses too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

from mam.rules.cards import LETTERS, Card
from mam.rules.editions.ruleset import GameName, Option, RuleSet
from mam.rules.editions.seating import list_letters, list_names, make_player_options
from mam.rules.scoring import ScoringRules

# The printed pack is not known: these numbers are ours (D-L01). Every letter is there twice, common English letters more
# often, so that both games of the leaflet can be played with it, and Millionaire for five leaves a stock of 31.
_LETTER_COUNTS = {"E": 5, "A": 4, "I": 4, "O": 4, "N": 3, "R": 3, "S": 3, "T": 3, "L": 3}
LETTER_PACK: tuple[Card, ...] = tuple(card for card in LETTERS for _ in range(_LETTER_COUNTS.get(card.code, 2)))
_USUAL = 4  # players, unless an option says otherwise


@dataclass(frozen=True, kw_only=True)
class MillionaireRules(RuleSet):
    """The rules of Millionaire: the `word` to spell, and whether players who tie for the fewest cards all score (D-L07)."""

    game: GameName = "millionaire"
    word: str = "MILLIONAIRE"
    tied_score: bool = True

    def with_options(self, names: Sequence[str]) -> Self:
        """Return this edition with options switched on.

        Raises ValueError for an unknown option; for a number of players, with the numbers that the leaflet allows.
        """
        for name in names:
            match = re.fullmatch(r"(\d+)-players", name)
            if match and name not in self.options:
                raise ValueError(f"Millionaire is for 3, 4 or 5 players (4 unless you say), not {match[1]} (D-L12)")
        return super().with_options(names)


_CITES = {
    # dealing and turns
    "dealt": "RML-2",
    "not-now": "D-G27",
    "not-held": "D-G27",
    "start": "RML-5",
    "turn": "RML-8",
    # letters
    "letter": "RML-4",
    "go-on": "RML-6",
    "any-of-them": "D-L13",
    "must-play": "D-L04",
    "stop": "D-L04",
    "keep": "D-L04",
    "stop-early": "RML-7",
    "empty-hand": "D-L08",
    # drawing
    "draw": "RML-7",
    "fits": "RML-7",
    "no-fit": "RML-8",
    "draw-played": "D-L05",
    "draw-again": "D-L06",
    "no-pile": "D-L02",
    "pass-early": "RML-7",
    # the score
    "complete": "RML-9",
    "last-letter": "D-L09",
    "fewest": "RML-10",
    "fewest-level": "D-L07",
    "win": "RML-11",
    "win-higher": "D-L10",
    "level": "D-L10",
}

EDITION = MillionaireRules(
    id="millionaire",
    name_parts=("Millionaire", "the spelling game of 1934"),
    short_name="Millionaire",
    letter="L",
    seats=list_letters(_USUAL),
    seat_names=list_names(list_letters(_USUAL)),
    kind="a spelling game with letter cards",
    goal="spell MILLIONAIRE together; the player with the fewest cards left scores the others'",
    goal_rules=("RML-9", "RML-10"),
    pack=LETTER_PACK,
    hand_size=7,
    scoring=ScoringRules(target=75, tie="joint", money=False),
    rulebook=("millionaire", "readings-millionaire"),
    documents=("millionaire",),
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(
        {
            **make_player_options(range(3, 6), "RML-2", _USUAL, hand_size=lambda players: 8 if players == 3 else 7),
            "tie-scores-nothing": Option(
                "D-L07",
                "nobody scores when several have the fewest cards",
                lambda rules: replace(rules, tied_score=False),
            ),
        }
    ),
)
