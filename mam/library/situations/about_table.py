"""Questions about the table: how many sit down, on which sides, who deals, and who may see the nest."""

from random import Random

from mam.games.match import Match
from mam.games.registry import find_rules
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.situations.questions import Plain, find_trick_round, register_question
from mam.library.situations.setting import Facts, Game
from mam.misplay import Table
from mam.rules.dealing import derive_seed, draw_for_deal


def _current_round(game: Game) -> Round:
    """Return the round being played; of a match the one dealt last."""
    return game.round if isinstance(game, Match | Table) else game


@register_question("players", "how many may sit down, of {numbers}")
def _players(game: Game, facts: Facts) -> Plain:
    edition, allowed = _current_round(game).rules.id, []
    for number in facts["numbers"]:
        try:
            find_rules(edition, players=number)
        except ValueError:
            continue
        allowed.append(number)
    return allowed


@register_question("seating", "the side of each seat, going left")
def _seating(game: Game, facts: Facts) -> Plain:
    """Return the sides, as far as everybody knows them; a player without a partner is a side alone.

    Of a match, it is the round dealt last.
    """
    round = _current_round(game)
    if not isinstance(round, TrickRound):
        raise ValueError(f"{round.rules.id} has no sides")
    return [round.side_of(seat) for seat in round.turn_order]


@register_question("draw", "the cards drawn for the first deal with seed {seed}")
def _draw(game: Game, facts: Facts) -> Plain:
    rules = _current_round(game).rules
    _, dealer = draw_for_deal(rules.pack, rules.persons, Random(derive_seed(facts["seed"], "dealer")))
    return [f"{seat} {card.code}" for seat, card in dealer]


@register_question("dealer", "who deals")
def _dealer(game: Game, facts: Facts) -> Plain:
    return _current_round(game).deal.dealer


@register_question("next dealer", "who deals the next round")
def _next_dealer(game: Game, facts: Facts) -> Plain:
    return _current_round(game).next_dealer


@register_question("nest seen", "the cards of the nest, as {by} sees them")
def _nest_seen(game: Game, facts: Facts) -> Plain:
    """Return the nest as a person sees it, as it was dealt, before the discard."""
    return [card.code for card in view(find_trick_round(game, facts), facts["by"]).round.deal.nest]
