"""Beginning a round of any game: the one table of games, dealing, and `start`."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random

from mam.games.round import Round
from mam.rules.dealing import Deal, check_seed, deal_round, derive_seed, draw_for_deal
from mam.rules.editions import RuleSet, get_edition, list_editions, split_edition
from mam.rules.moves import Move
from mam.rules.scoring import Carry

# Where the rounds of each game are; read when one is first asked for.
_GAMES: Mapping[str, tuple[str, str]] = {
    "tricks": ("mam.games.trick_round", "TrickRound"),
    "millionaire": ("mam.games.millionaire", "Millionaire"),
    "anagrams": ("mam.games.anagrams", "Anagrams"),
}


@cache
def _find_game(name: str) -> type[Round]:
    module, kind = _GAMES[name]
    found: type[Round] = getattr(import_module(module), kind)
    return found


def make_round(rules: RuleSet, deal: Deal, history: Sequence[Move] = (), carry: Carry = Carry()) -> Round:
    """A round of the game these rules belong to. Raises ValueError when the deal does not fit them."""
    return _find_game(rules.game)(rules, deal, tuple(history), carry)


def deal_for(rules: RuleSet, dealer: str, rng: Random, hand_size: int | None = None) -> Deal:
    """Shuffle and deal as these rules say; a shrinking hand has its size named."""
    return deal_round(
        rules.pack,
        rules.seats,
        dealer,
        rules.nest_size,
        rng,
        hand_size=hand_size or rules.hand_size,
        half_hidden=rules.half_hidden_seats,
        blind_draw=rules.blind_draw,
    )


def find_dealer(rules: RuleSet, seed: int, dealer: str | None) -> str:
    """The dealer named, or the one the draw finds. Raises ValueError for a seat that does not deal."""
    if dealer is None:
        drawn, _ = draw_for_deal(rules.pack, rules.persons, Random(derive_seed(seed, "dealer")))
        return rules.first_dealer or drawn
    if dealer not in rules.persons:
        raise ValueError(f"no seat {dealer!r} to deal: the seats are {' '.join(rules.persons)}")
    return dealer


def find_rules(edition: str, options: Sequence[str] = (), players: int | None = None) -> RuleSet:
    """The rules of an edition with options, for this number of players where the edition leaves that open.

    Raises ValueError naming what there is, also when edition or options name another number.

    >>> len(find_rules("sweven", players=6).seats)
    6
    """
    if players is None:
        return get_edition(edition, options)
    usual = get_edition(split_edition(edition)[0])
    check_players(usual, players)
    seated = () if players == len(usual.persons) else (f"{players}-players",)
    rules = get_edition(edition, (*seated, *options))
    if len(rules.persons) != players:
        raise ValueError(f"{rules.full_id} is for {len(rules.persons)} players, not {players}")
    return rules


def check_players(rules: RuleSet, players: object) -> None:
    """Raise TypeError or ValueError unless the edition can be played by this number of players."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise TypeError(f"a number of players is a whole number, like 4, not {players!r}")
    counts = sorted(
        [len(rules.persons), *(int(name.split("-")[0]) for name in rules.options if name.endswith("-players"))]
    )
    if players not in counts:
        there = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        raise ValueError(f"{rules.id} is for {there} players, not {players}{_advise(rules, players)}")


def list_fitting(rules: RuleSet, players: int) -> tuple[str, ...]:
    """The editions of the same kind of game for this number of players: those of the same documents, or else of others.

    >>> list_fitting(get_edition("make-a-million-2004"), 6), list_fitting(get_edition("make-a-million-1935"), 3)
    (('six', 'silent-six'), ('make-a-million-1935-three',))
    """
    others = (get_edition(name) for name in list_editions())
    fitting = {
        one.id: {*one.rulebook}
        for one in others
        if (players == len(one.persons) or f"{players}-players" in one.options)
        and (one.game, one.scoring.method) == (rules.game, rules.scoring.method)
    }
    own = {*rules.rulebook}
    return tuple(name for name, book in fitting.items() if book <= own or book >= own) or tuple(fitting)


def _advise(rules: RuleSet, players: int) -> str:
    """Where so many can play instead, or the ruling by which they cannot."""
    if fitting := list_fitting(rules, players):
        return f": start {' or '.join(fitting)} for {players}"
    if "players" not in rules.cites:
        return ""
    ruling = rules.ruling(rules.cites["players"])
    said = re.sub(r"^(Yes|No)[.,] ", "", ruling.words).removesuffix(".")
    return f": {said} ({ruling.id}, {ruling.source})"


def start(
    edition: str,
    seed: int | None = None,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    deal: Deal | None = None,
    players: int | None = None,
) -> Round:
    """A round of this edition, dealt with this seed, or with the deal given. The same seed gives the same cards for ever.

    `players` chooses how many sit down where the edition leaves that open. The dealer is drawn as the rules say unless
    one is named. Raises ValueError for an unknown edition, option, seat or number of players, and for a seed or a dealer
    beside a deal, which has its own.

    >>> start("make-a-million-1935", seed=7, dealer="N").turn
    'N'
    """
    rules = find_rules(edition, options, players)
    if deal is not None:
        if (seed, dealer) != (None, None):
            raise ValueError("a deal has its own cards and dealer: leave seed and dealer out")
        return make_round(rules, deal)
    seed = check_seed(seed)
    dealer = find_dealer(rules, seed, dealer)
    return make_round(rules, deal_for(rules, dealer, Random(seed)))
