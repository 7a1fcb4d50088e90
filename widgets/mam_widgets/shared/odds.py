"""What a person knows of the unseen cards, as a part of the scene: a grid of cards against places with probabilities."""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from typing import Any

from mam.analysis.probability.model import ContradictoryView
from mam.analysis.unseen_cards import CardOdds, card_odds
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import Card
from mam.rules.dealing import list_seats_from
from mam.support.estimates import Estimate
from mam.support.messages import capitalize
from mam.support.steps import in_steps, yield_result
from mam_widgets.shared.background import BackgroundTask, works_in_steps
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.odds_schema import Odds, OddsCard, OddsCell, OddsPlace, OddsRow

_CACHE_SIZE = 3  # the current moment, the previous and the next
_EXACT = "Exact: every deal consistent with the cards and voids shown so far is equally likely."


Question = tuple[View[Any], bool]  # of whose view, and whether the calls count


class OddsTab:
    """The Odds tab of a widget: whether it is open, and whether the calls count. Nothing is computed while it is closed.

    Where work keeps clicks waiting, odds from simulated deals are computed in the background: `refresh` shows them when they are
    there, and `fault` says why they are not.
    """

    def __init__(self, refresh: Callable[[], None], fault: Callable[[str], None]) -> None:
        self.is_open = self.listen = False
        self._latest: deque[tuple[Question, Odds]] = deque(maxlen=_CACHE_SIZE)
        self._refresh = refresh
        self._background = BackgroundTask(fault=fault)
        self._awaited: Question | None = None  # what is computed in the background, or could not be

    @on_message("odds")
    def open(self, is_on: bool, listen: bool = False) -> None:
        """Open or close the tab; with `listen`, weight the deals by the calls."""
        self.is_open, self.listen, self._awaited = is_on, listen, None
        self._background.cancel()

    def show(self, view: View[Any], *, is_current: bool = True) -> Odds | None:
        """Return the odds of this view if the tab is open, or None until they are there.

        A view that is not the current one is drawn ahead: nothing is computed in the background for it.
        """
        if not self.is_open:
            return None
        question = (view, self.listen)
        for earlier, odds in self._latest:
            if earlier == question:
                return odds
        if not (self.listen and works_in_steps()):
            return self._keep(question, make_odds(view, listen=self.listen))
        if is_current and self._awaited != question:
            self._awaited = question
            self._background.run(lambda: self._compute(question), lambda odds: self._take(question, odds))
        return None

    def wait(self) -> None:
        """Wait until the odds are there: for scripts."""
        self._background.wait()

    def _compute(self, question: Question) -> Iterator[Odds | None]:
        view, listen = question
        return yield_result(make_odds.in_steps(view, listen=listen))

    def _take(self, question: Question, odds: Odds) -> None:
        self._keep(question, odds)
        self._awaited = None
        self._refresh()

    def _keep(self, question: Question, odds: Odds) -> Odds:
        self._latest.append((question, odds))
        return odds


@in_steps
def make_odds(view: View[Any], *, listen: bool = False, seed: int = 1) -> Generator[None, None, Odds]:
    """Return the probability of each place for each unseen card, colors together, hands in turn order from the person's left.

    With `listen`, the deals are weighted by the other players' calls. A letter game has no grid: its sentence says why.
    """
    round = view.round
    if not isinstance(round, TrickRound):
        return _empty("In a letter game, the unseen cards depend on the moves in ways that mam can't count.")
    try:
        odds = yield from card_odds.in_steps(view, listen=listen, seed=seed)
    except ContradictoryView:
        return _empty("No deal fits the cards played so far: somebody has misplayed.")
    if not odds.cards:
        return _empty("You can see every card.")
    places = _list_places(view, odds)
    return {
        "places": places,
        "rows": _list_rows(odds, [odds.places.index(place["id"]) for place in places]),
        "viewer": round.rules.seat_names.get(view.person or "", ""),
        "sentence": _describe(odds),
        "is_sampled": odds.is_simulated,
    }


def _empty(sentence: str) -> Odds:
    return {"places": [], "rows": [], "viewer": "", "sentence": sentence, "is_sampled": False}


def _describe(odds: CardOdds) -> str:
    calls = f" {capitalize(odds.calls)}." if odds.calls else ""
    if not odds.is_simulated:
        return f"{_EXACT}{calls}"
    points = f"{100 * odds.margin:.1f} percentage points"
    return f"Based on {odds.n:,} simulated deals.{calls} ± is the 95% margin of error, at most {points}."


def _list_places(view: View[TrickRound], odds: CardOdds) -> list[OddsPlace]:
    round = view.round
    order = round.turn_order
    seats = [*list_seats_from(order, view.person)] if view.person in order else [*order]
    names = {seat: round.rules.seat_names[seat] for seat in (*seats, *round.rules.seats)}
    nest = round.rules.nest.word if round.discarded is None else "discards"
    names |= {"nest": nest.capitalize(), "stock": "Stock"}
    sizes = dict(zip(odds.places, odds.sizes, strict=True))
    return [{"id": place, "name": name, "size": sizes[place]} for place, name in names.items() if place in sizes]


def _list_rows(odds: CardOdds, order: list[int]) -> list[OddsRow]:
    """Return the cards by color, in the order of a hand, with the cells in this order of places."""
    copies = Counter(odds.cards)
    row_of = dict(zip(odds.cards, odds.rows, strict=True))
    rows: dict[str, OddsRow] = {}
    for card in copies:
        cells = [_make_cell(row_of[card][index]) for index in order]
        entry: OddsCard = {"code": card.code, "copies": copies[card], "cells": cells}
        _row_of(rows, card)["cards"].append(entry)
    return list(rows.values())


def _row_of(rows: dict[str, OddsRow], card: Card) -> OddsRow:
    color = card.color.value if card.color else ""
    name = card.color.word if card.color else "Animals"
    return rows.setdefault(color, {"color": color, "name": name, "cards": []})


def _make_cell(chance: Fraction | Estimate) -> OddsCell:
    probability = float(chance)
    cell: OddsCell = {"text": _format_percent(chance), "probability": probability}
    if isinstance(chance, Estimate) and chance.margin:
        cell["margin"] = f"± {max(100 * chance.margin, 1):.0f}%"
    return cell


def _format_percent(chance: Fraction | Estimate) -> str:
    """Return a percentage that is 0% or 100% only where that is certain."""
    probability = float(chance)
    certain = not chance.margin if isinstance(chance, Estimate) else chance in (0, 1)
    if certain or 0.005 <= probability <= 0.995:
        return f"{probability:.0%}"
    return "<1%" if probability < 0.5 else ">99%"
