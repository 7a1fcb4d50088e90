"""A real table: wrong cards lie until somebody claims them; how attentive the opponents are, and what they choose."""

from dataclasses import dataclass
from random import Random

from mam.misplay import Misplay, Table
from mam.misplay.accounts import find_opponents, find_terms, list_innocent
from mam.rules.cards import Card
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet
from mam.rules.moves import Move, Play
from mam.rules.rulings import IllegalMove, Ruling
from mam.rules.tricks import find_color
from mam.support.messages import quote

PERCENT = 100


@dataclass(frozen=True)
class RealTable:
    """The settings of a real table, both in percent.

    `notice` is the chance that the opponents notice a wrong card of your side: it is drawn in the trick of that card and
    again in each later one, as long as the card lies. They surely notice once the same hand plays the color that it
    did not follow. A wrong discard has its chances before the first lead and after the last card. `misplays` is the
    chance that another player lays a wrong card when there is one in the hand. Raises ValueError for anything but a
    percentage.
    """

    notice: int = 50
    misplays: int = 0

    def __post_init__(self) -> None:
        for percentage in (self.notice, self.misplays):
            if not isinstance(percentage, int) or isinstance(percentage, bool) or not 0 <= percentage <= PERCENT:
                raise ValueError(f"a chance is a whole number of percent from 0 to 100, not {quote(percentage)}")


def why_no_real_table(rules: RuleSet) -> Ruling | None:
    """Return the ruling by which this game has no misplay, so a wrong card is refused; None where it can lie.

    >>> import mam
    >>> why_no_real_table(mam.get_edition("sweven")).id, why_no_real_table(mam.get_edition("manhattan"))
    ('D-W11', None)
    """
    try:
        find_terms(rules)
    except IllegalMove as refused:
        return refused.ruling
    return None


def find_claim(table: Table, you: str, settings: RealTable, seed: int) -> tuple[Misplay, str] | None:
    """Return the misplay that the opponents of its side have noticed and who claims it, or None.

    What your opponents do wrong is for you to claim. The same `seed` gives the same answer for the same table.
    """
    if table.pending or table.is_over:
        return None
    for misplay in table.misplays:
        opponents = list_innocent(table.round, misplay.seat)
        if misplay.end or you in opponents or (misplay.kind == "early lead" and misplay.window == 3):
            continue
        if _is_color_shown(table, misplay) or any(
            Random(derive_seed(seed, misplay.step, moment)).random() * PERCENT < settings.notice
            for moment in _list_moments(table, misplay)
        ):
            return misplay, opponents[0]
    return None


def _list_moments(table: Table, misplay: Misplay) -> list[object]:
    """Return the moments so far at which the opponents could notice: tricks, or for a discard both ends of the play."""
    if misplay.kind != "nest":
        return [*range(misplay.trick, misplay.tricks_led + 1)]
    return ["discard", *(["count"] if table.phase == "count" else [])]


def _is_color_shown(table: Table, misplay: Misplay) -> bool:
    """Return whether the offending hand has since played the color that it did not follow."""
    round = table.round
    if misplay.color is None or misplay.is_lifted:
        return False
    later_tricks = [trick for trick in (*round.tricks[misplay.trick :], round.trick) if trick]
    return any(
        seat == misplay.seat and card not in misplay.hidden and find_color(card, round.trump) == misplay.color
        for trick in later_tricks
        for seat, card in trick.plays
    )


def find_event(table: Table, settings: RealTable | None, seed: int) -> Table | None:
    """Return the table after what the next player does there apart from an ordinary move, or None.

    After the last card this is the score, after a late misplay the choice or the card put in place of the wrong one.
    """
    if table.phase == "count":
        return table.score()
    if table.phase == "choice":
        return table.choose(choose_remedy(table), table.choosers[0])
    if table.phase == "amends":
        return table.lay(choose_replacement(table))
    wrong_card = settings and find_wrong_card(table, settings, seed)
    return table.play(wrong_card) if wrong_card else None


def find_wrong_card(table: Table, settings: RealTable, seed: int) -> Move | None:
    """Return the wrong card that another player lays now, or None if that player takes care."""
    if table.phase != "play" or table.must_correct:
        return None
    rng = Random(derive_seed(seed, len(table.events)))
    if rng.random() * PERCENT >= settings.misplays:
        return None
    wrong_cards = [move for move in table.legal_moves if table.verdict(move)]
    return rng.choice(wrong_cards) if wrong_cards else None


def choose_remedy(table: Table) -> str:
    """Return what players choose after a late misplay: "play on" once the bid has gone their way, else "stop"."""
    round, misplay = table.round, table.pending
    assert misplay is not None and round.bidder is not None and round.bid is not None
    innocent = find_opponents(round, round.side_of(misplay.seat))
    bidding_side = round.side_of(round.bidder)
    if innocent == bidding_side:
        return "play on" if round.captured[bidding_side] >= round.bid else "stop"
    money = sum(card.money for card in round.rules.pack)
    return "play on" if round.captured[innocent] > money - round.bid else "stop"


def choose_replacement(table: Table) -> Card:
    """Return the card that a player puts in the place of a wrong one: the one worth the least money."""
    return min((move.card for move in table.legal_moves if isinstance(move, Play)), key=lambda card: card.money)
