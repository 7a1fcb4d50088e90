"""Start a round of any game: the table of games, dealing, and `start`."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from mam.games.position import Position
from mam.games.round import Round
from mam.rules.dealing import Deal, check_seed, deal_round, derive_seed, draw_for_deal
from mam.rules.editions import RuleSet, TrickGameRules, get_edition, list_editions, split_edition
from mam.rules.moves import Move
from mam.rules.scoring import Carry
from mam.support.messages import quote

# The class of each game's rounds, imported when first needed.
_GAMES: Mapping[str, tuple[str, str]] = {
    "tricks": ("mam.games.trick_round", "TrickRound"),
    "millionaire": ("mam.games.millionaire", "Millionaire"),
    "anagrams": ("mam.games.anagrams", "Anagrams"),
}


@cache
def _find_game(name: str) -> type[Round]:
    module, kind = _GAMES[name]
    game: type[Round] = getattr(import_module(module), kind)
    return game


def make_round(
    rules: RuleSet,
    deal: Deal,
    history: Sequence[Move] = (),
    carry: Carry = Carry(),
    *,
    position: Position | None = None,
) -> Round:
    """Return a round of the game that these rules are for. Raises ValueError if the deal or the position does not fit them."""
    game: Any = _find_game(rules.game)
    if position is None:
        round: Round = game(rules, deal, tuple(history), carry)
    elif isinstance(rules, TrickGameRules):
        round = game(rules, deal, tuple(history), carry, position=position)
    else:
        raise ValueError(f"{rules.id} is not played in tricks: its rounds begin with the deal")
    return round


def deal_for(rules: RuleSet, dealer: str, rng: Random, hand_size: int | None = None) -> Deal:
    """Shuffle and deal by these rules; `hand_size` overrides the size of a hand that shrinks."""
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
    """Return the given dealer, or the one drawn. Raises ValueError for a seat that does not deal."""
    if dealer is None:
        winner, _ = draw_for_deal(rules.pack, rules.persons, Random(derive_seed(seed, "dealer")))
        return rules.first_dealer or winner
    if dealer not in rules.persons:
        raise ValueError(f"no seat {quote(dealer)} to deal: the seats are {' '.join(rules.persons)}")
    return dealer


def find_rules(edition: str, options: Sequence[str] = (), players: int | None = None) -> RuleSet:
    """Return the rules of an edition with options, for this number of players where the edition allows several.

    Raises ValueError with the known names, and if edition or options are for another number of players.

    >>> len(find_rules("sweven", players=6).seats)
    6
    """
    if players is None:
        return get_edition(edition, options)
    base = get_edition(split_edition(edition)[0])
    check_players(base, players)
    player_options = () if players == len(base.persons) else (f"{players}-players",)
    rules = get_edition(edition, (*player_options, *options))
    if len(rules.persons) != players:
        raise ValueError(f"{rules.full_id} is for {len(rules.persons)} players, not {players}")
    return rules


def check_players(rules: RuleSet, players: object) -> None:
    """Raise TypeError or ValueError unless the edition is for this number of players."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise TypeError(f"a number of players is a whole number, like 4, not {quote(players)}")
    counts = sorted(
        [len(rules.persons), *(int(name.split("-")[0]) for name in rules.options if name.endswith("-players"))]
    )
    if players not in counts:
        range_text = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        raise ValueError(f"{rules.id} is for {range_text} players, not {players}{_advise(rules, players)}")


def list_fitting(rules: RuleSet, players: int) -> tuple[str, ...]:
    """Return editions of the same kind of game for this number of players, from the same documents if possible.

    >>> list_fitting(get_edition("make-a-million-2004"), 6), list_fitting(get_edition("make-a-million-1935"), 3)
    (('six', 'silent-six'), ('make-a-million-1935-three',))
    """
    editions = (get_edition(name) for name in list_editions())
    books = {
        other_rules.id: {*other_rules.rulebook}
        for other_rules in editions
        if (players == len(other_rules.persons) or f"{players}-players" in other_rules.options)
        and (other_rules.game, other_rules.scoring.method) == (rules.game, rules.scoring.method)
    }
    own_books = {*rules.rulebook}
    return tuple(name for name, book in books.items() if book <= own_books or book >= own_books) or tuple(books)


def _advise(rules: RuleSet, players: int) -> str:
    """Return which editions this number can play instead, or the ruling against it."""
    if editions := list_fitting(rules, players):
        return f": start {' or '.join(editions)} for {players}"
    if "players" not in rules.cites:
        return ""
    ruling = rules.ruling(rules.cites["players"])
    return f". {ruling.words} ({ruling.id}, {ruling.source})"


def start(
    edition: str,
    seed: int | None = None,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    deal: Deal | None = None,
    players: int | None = None,
) -> Round:
    """Start a round of this edition, dealt from this seed or with the given deal. The same seed always gives the same cards.

    `players` is the number of players where the edition allows several. The dealer is drawn by the rules unless given.
    Raises ValueError for an unknown edition, option, seat or number of players, and for a seed or a dealer together with a
    deal, which has its own dealer.

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
