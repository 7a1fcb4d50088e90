"""Card Anagrams, the word game with letter cards."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from mam.rules.editions.millionaire import LETTER_PACK
from mam.rules.editions.ruleset import GameName, Option, RuleSet
from mam.rules.editions.seating import list_letters, list_names, make_player_options
from mam.rules.scoring import ScoringRules

_USUAL, _MAX_PLAYERS = 4, 10  # players; with more than ten, our pack leaves each player too few cards


def _deal_size(players: int) -> int:
    """Return how many cards each player gets: as many as go around evenly (D-A13)."""
    return len(LETTER_PACK) // players


@dataclass(frozen=True, kw_only=True)
class AnagramsRules(RuleSet):
    """The rules of Card Anagrams: the letters that start a word, and two questions that the leaflet leaves open.

    `keep_order`: the letters of a word stay in order (D-A02). `on_their_word`: a player who passes or starts a word is
    believed to have no letter that fits, and a full round of passes ends the game (D-A04, D-A05, D-A09).
    """

    game: GameName = "anagrams"
    starters: str = "AIO"
    keep_order: bool = False
    on_their_word: bool = False


_CITES = {
    # dealing and turns
    "dealt": "RCA-2",
    "not-now": "D-G27",
    "not-held": "D-G27",
    "turn": "RCA-4",
    # words
    "start": "RCA-3",
    "starter": "D-A07",
    "add": "RCA-4",
    "any-line": "D-A03",
    "inside": "RCA-6",
    "re-ordered": "D-A02",
    "twice": "D-A12",
    "line": "RCA-13",
    "drops": "RCA-4",
    "one-letter": "RCA-5",
    "abbreviation": "RCA-10",
    "no-word": "D-A11",
    # new words and passing
    "new-word": "RCA-7",
    "new-word-able": "D-A04",
    "pass": "RCA-8",
    "pass-able": "D-A05",
    "no-starter": "D-A06",
    "empty-hand": "D-A08",
    # the end
    "ends": "RCA-11",
    "all-passed": "D-A09",
    "fewest": "RCA-12",
    "fewest-level": "D-A10",
    "win": "RCA-12",
    "win-higher": "RCA-12",
    "level": "D-A10",
}

EDITION = AnagramsRules(
    id="anagrams",
    name_parts=("Card Anagrams", "the word game of 1934"),
    short_name="Card Anagrams",
    letter="G",
    seats=list_letters(_USUAL),
    seat_names=list_names(list_letters(_USUAL)),
    kind="a word game with letter cards",
    goal="make words and get rid of cards; the fewest cards left win",
    goal_rules=("RCA-11", "RCA-12"),
    pack=LETTER_PACK,
    hand_size=_deal_size(_USUAL),
    scoring=ScoringRules(target=1, tie="joint", money=False),
    rulebook=("anagrams", "readings-anagrams"),
    documents=("anagrams",),
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(
        {
            **make_player_options(range(2, _MAX_PLAYERS + 1), "D-A13", _USUAL, hand_size=_deal_size),
            "keep-order": Option(
                "D-A02",
                "the old letters of a word stay in their order",
                lambda rules: replace(rules, keep_order=True),
            ),
            "table-style": Option(
                "D-A04",
                "players are taken at their word that they have no letter that fits",
                lambda rules: replace(rules, on_their_word=True),
                allows=("new-word-able", "pass-able"),
            ),
        }
    ),
)
