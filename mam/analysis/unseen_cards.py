"""Where each unseen card may be: the probability of every place for every card, from one count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from mam.analysis.probability.calculator import describe_model
from mam.analysis.probability.marginals import count_marginals
from mam.analysis.probability.model import Model, NotCounted
from mam.analysis.probability.setting import Setting
from mam.engine import Unsupported
from mam.games.sampling.counting import ELSEWHERE
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, sort_hand
from mam.rules.dealing import check_seed
from mam.support.estimates import Estimate
from mam.support.messages import quote
from mam.support.steps import in_steps

if TYPE_CHECKING:
    from mam.engine.rollouts.worlds import Masks

Row = tuple[Fraction | Estimate, ...]
_CARDS_IN_STEP = 10  # whose places are counted in one short step


@dataclass(frozen=True, eq=False)
class CardOdds:
    """The probability of every place for every unseen card.

    `cards` are the unseen cards in the order of a hand; where two duplicates are unseen, both are listed. `places` are seats,
    "nest" (after the discard: the discards) and "stock", each with unseen cards, whose number is in `sizes`. `rows` has for each
    card its probability in each place: exact fractions, or estimates with standard errors from `n` simulated deals (0: exact).
    A row adds up to 1, a column to the size of its place. `model` says which deals are possible, `calls` what `listen` made of the
    calls.
    """

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    model: str
    calls: str = ""
    n: int = 0

    @property
    def is_simulated(self) -> bool:
        """Whether the probabilities are estimates from simulated deals."""
        return self.n > 0

    @property
    def margin(self) -> float:
        """The largest 95% margin of error of all cells: 0 if they are exact."""
        return max((cell.margin for row in self.rows for cell in row if isinstance(cell, Estimate)), default=0.0)

    def __getitem__(self, key: tuple[str | Card, str]) -> Fraction | Estimate:
        """Return the probability that a card is in a place; of duplicates, that a given one of them is.

        Raises KeyError for a card that is not unseen, and for a place without unseen cards.
        """
        card, place = key
        code = card.code if isinstance(card, Card) else card
        codes = [card.code for card in self.cards]
        if code not in codes:
            raise KeyError(f"{code} is not an unseen card here")
        if place not in self.places:
            raise KeyError(f"{quote(place)} has no unseen cards: use one of {', '.join(self.places)}")
        return self.rows[codes.index(code)][self.places.index(place)]

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each card: its code, and its probability in each place as a number."""
        return [
            {"card": card.code, **dict(zip(self.places, map(float, row), strict=True))}
            for card, row in zip(self.cards, self.rows, strict=True)
        ]

    def __repr__(self) -> str:
        how = f"{self.n:,} simulated deals" if self.n else "exact"
        return f"odds of {len(self.cards)} unseen cards in {' '.join(self.places) or 'no place'} ({how})"


@in_steps
def card_odds(
    view: View[Any], *, listen: bool = False, n: int = 10_000, seed: int = 1
) -> Generator[None, None, CardOdds]:
    """Return the probability of every place for every card that a view leaves unseen, from one count.

    Every deal consistent with the view is equally likely, as in `mam.chances` and `mam.worlds`. With `listen`, `n`
    deals are simulated, each weighted by the probability of the others' calls, discard and cards in it. Where the others have
    done nothing to listen to, the answer is exact all the same, and `model` says so. If there are too many cases to count, as may happen with six or eight players, the answer
    is simulated without `listen` too.

    Raises TypeError for anything but a view, ValueError for a game of letters and for a view that contradicts itself.

    >>> import mam
    >>> hands = "N B1 B9 | E R2 G40 | S R5 Y9 | W R40 Y4"
    >>> round = mam.make_position("make-a-million-1935", hands, trump="Green", lead="W", played="R40 B1", bidder="S", bid=200)
    >>> odds = card_odds(mam.view(round, "S"))
    >>> odds.places, odds.sizes
    (('N', 'E', 'W'), (1, 2, 1))
    >>> odds["R2", "E"], [float(chance) for chance in odds.rows[0]]
    (Fraction(2, 3), [0.0, 0.6666666666666666, 0.3333333333333333])
    """
    setting = _check(view)
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"the number of deals is a whole number, 1 or more, not {quote(n)}")
    seed, calls = check_seed(seed), ""
    if listen:
        masks, calls = yield from _listen(setting, n, seed)
        if masks is not None:
            return (yield from _estimate_in_steps(setting, masks, calls))
    try:
        return _count(setting, calls)
    except NotCounted:
        from mam.engine.rollouts.continuation import list_mask_cards
        from mam.engine.rollouts.worlds import draw_masks

        assert setting.round is not None
        masks = draw_masks(setting.round, list_mask_cards(setting.round.rules), n, seed)
        return (yield from _estimate_in_steps(setting, masks, calls))


def _check(view: object) -> Setting:
    if not isinstance(view, View):
        raise TypeError(
            f"card odds are about what one person can know: take a view, like mam.view(round, 'N'), not {quote(view)}"
        )
    if not isinstance(view.round, TrickRound):
        raise ValueError(
            f"{view.round.rules.name} has no card odds: what is played in a game of letters ties the cards together in ways "
            "that are not counted"
        )
    return Setting(view.round.rules, view)


def _list_places(setting: Setting) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the places with unseen cards, and how many are in each."""
    round = setting.round
    assert round is not None
    sizes = {seat: round.hands[seat].count(UNSEEN) for seat in round.rules.seats}
    sizes |= {"nest": round.nest.count(UNSEEN), "stock": round.deal.stock.count(UNSEEN)}
    sizes = {place: size for place, size in sizes.items() if size}
    return tuple(sizes), tuple(sizes.values())


# Counted


def _count(setting: Setting, calls: str) -> CardOdds:
    """Count all deals. Raises NotCounted if there are too many cases."""
    assert setting.round is not None
    marginals = count_marginals(Model(setting))
    places, sizes = _list_places(setting)
    spots = [setting.place(place).spots for place in places]
    row_of: dict[Card, Row] = {}
    for card, counts in marginals.items():
        total = sum(counts.values())
        row_of[card] = tuple(Fraction(sum(counts.get(spot, 0) for spot in place), total) for place in spots)
    cards = sort_hand(setting.round.unaccounted)
    return CardOdds(cards, places, sizes, tuple(row_of[card] for card in cards), _describe(setting, calls), calls)


def _describe(setting: Setting, calls: str) -> str:
    return f"{describe_model(setting, None)}{calls and '; '}{calls}."


# Simulated


def _listen(setting: Setting, n: int, seed: int) -> Generator[None, None, tuple[Masks | None, str]]:
    """Return simulated deals, as often as what the others did makes them likely, or None, and what was made of that."""
    round = setting.round
    assert round is not None and setting.view is not None
    person = setting.view.person
    try:
        from mam.analysis.trials import LISTENING
        from mam.engine.rollouts.continuation import list_mask_cards, prepare
        from mam.engine.rollouts.inference import has_evidence
        from mam.engine.rollouts.listener import Listener
        from mam.engine.rollouts.worlds import MaskDrawer

        if not round.unaccounted or person is None or not has_evidence(round, person):
            return None, "the others have made no calls and played no cards"
        yield
        for policy in ("rulebook", "club"):
            yield from prepare(round.rules, policy)
        listener = Listener(round, person, MaskDrawer(round, list_mask_cards(round.rules)), seed)
        yield
        yield from listener.prepare()
    except (Unsupported, ImportError):
        return None, "calls and cards are not considered in this game"
    yield
    masks = yield from listener.draw_in_steps(n, seed)
    yield
    return masks, LISTENING


def _estimate_in_steps(setting: Setting, masks: Masks, calls: str) -> Generator[None, None, CardOdds]:
    """Return the proportion of these deals in which a card is in a place."""
    import numpy as np

    from mam.engine.rollouts.worlds import list_known_cards

    round = setting.round
    assert round is not None
    places, sizes = _list_places(setting)
    unseen = Counter(round.unaccounted)
    known_cards = list_known_cards(round)[:-1]
    names = (*round.rules.seats, "nest")
    yield
    possible = _list_possible(setting, places)
    row_of: dict[Card, Row] = {}
    for index, (card, copies) in enumerate(unseen.items()):
        if index % _CARDS_IN_STEP == 0:
            yield
        counts = masks.count(card) - np.array([cards.count(card) for cards in known_cards])
        odds = dict(zip(names, (counts / copies).T, strict=True))
        odds["stock"] = 1 - sum(odds.values())
        row_of[card] = tuple(_estimate_cell(odds[place], {place} & possible[card], possible[card]) for place in places)
    cards = sort_hand(round.unaccounted)
    rows = tuple(row_of[card] for card in cards)
    return CardOdds(cards, places, sizes, rows, _describe(setting, calls), calls, len(masks))


def _estimate_cell(shares: Any, places: set[str], possible: set[str]) -> Estimate:
    """Return the mean of a card's share in a place over all deals; its standard error is 0 only where the place is certain.

    If all deals are alike, that does not prove it: the standard error then counts one more deal that differs.
    """
    n = len(shares)
    is_certain = not places or places == possible
    return Estimate(float(shares.mean()), 0.0 if is_certain else float(shares.std()) / sqrt(n) or 1 / n, n)


def _list_possible(setting: Setting, places: Sequence[str]) -> dict[Card, set[str]]:
    """Return for each unseen card the places where no rule and no play rules it out."""
    place_of = {spot: place for place in places for spot in setting.place(place).spots}
    possible: dict[Card, set[str]] = {}
    for case in Model(setting).cases:
        for kind in case.kinds:
            spots = {spot for choice in kind.choices for spot in choice if spot != ELSEWHERE} | kind.elsewhere
            for card, *_ in kind.units:
                possible.setdefault(card, set()).update(place_of[spot] for spot in spots)
    return possible
