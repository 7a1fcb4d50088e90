"""Search rounds of club players for problems: decisions in which exactly one card is sure of the goal and a good player misses it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mam.engine import Unsupported
from mam.engine.belief.belief import Belief, Layout, find_belief, find_edition
from mam.engine.belief.guarantee import Searcher, find_guarantee
from mam.engine.rollouts.playouts import play_out
from mam.engine.solver.solution import solve
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players import get_player
from mam.rules.cards import BEAR, BULL, TIGER, Card
from mam.rules.moves import Play
from mam.rules.tricks import find_color
from mam.studies.problems.problem import MIN_CHOICES, MIN_GAP, MIN_LAYOUTS, find_listed
from mam.support.messages import quote
from mam.support.steps import take_all

# What you see: both hands of the bidder's side; the bidder's alone; a defender's and the open one.
KINDS = ("open", "alone", "defend")
MAX_LAYOUTS = 1_500
_PLAYERS = ("club", "rulebook")
_NODES = 3_000_000  # a decision that takes more is left out
_BATCH = 50  # rounds that are played at once: always all of them, so that a number names a round for good


@dataclass(frozen=True)
class Candidate:
    """A decision that makes a problem: what the person knows, what is sure after each card, and the card that a player chooses.

    `sure` and `goal` are what the counted side takes from the position on, in thousands of dollars; `works` is in how many layouts
    each card can reach the goal with open cards, and `players` says which players find the right card. `round` and `step` tell where it was found.
    """

    kind: str
    belief: Belief
    sure: Mapping[Card, int]
    best: Card
    tempting: Card
    goal: int
    works: Mapping[Card, int]
    players: Mapping[str, bool]
    round: int
    step: int

    @cached_property
    def layouts(self) -> list[Layout]:
        """Return all layouts that fit."""
        return list(self.belief.list_layouts())

    @property
    def themes(self) -> tuple[str, ...]:
        """Return what the decision is about, by its two cards."""
        return name_themes(self.belief, self.best, self.tempting)


def search_rounds(kind: str, tricks: int, first: int, count: int) -> Iterator[Candidate | int]:
    """Search rounds number `first` on, with this many tricks left: yield candidates, and after each round its number.

    Rounds are counted from 1, and the same number is always the same round. Raises ValueError for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"no kind {quote(kind)}: the kinds are {', '.join(KINDS)}")
    for number in range(first, first + count):
        place = (number - 1) % _BATCH
        if number == first or not place:
            played = play_out(
                find_edition(has_open_partner=kind != "alone"), _BATCH, seed=number - place, policy="club", threads=1
            )
        yield from _search_round(kind, played.round(place), tricks, number)
        yield number


def _search_round(kind: str, whole: TrickRound, tricks: int, number: int) -> Iterator[Candidate]:
    for step in range(len(whole.history) - 4 * tricks, len(whole.history) - 4 * (tricks - 1)):
        round = whole.at(step)
        is_bidders = round.actor == round.bidder
        if round.phase != "play" or round.actor is None or is_bidders == (kind == "defend"):
            continue
        if round.trump is None or round.trump not in {card.color for card in round.rules.pack}:
            continue  # without a trump
        if (candidate := _examine(kind, view(round, round.actor), number, step)) is not None:
            yield candidate
            return  # the next decision of a round is much the same


def _examine(kind: str, seen: View[TrickRound], number: int, step: int) -> Candidate | None:
    """Return the candidate of a decision, or None."""
    try:
        belief = find_belief(seen)
    except Unsupported:
        return None
    if len(belief.cards_to_play) < MIN_CHOICES or not MIN_LAYOUTS <= belief.count_layouts() <= MAX_LAYOUTS:
        return None
    searcher = Searcher(belief)
    cards = searcher.list_cards(belief)
    if len(cards) < MIN_CHOICES or (sure := find_sure(searcher, belief)) is None:
        return None
    best, *others = sorted(cards, key=lambda card: -sure[card] if belief.is_yours else sure[card])
    if abs(sure[best] - sure[others[0]]) < MIN_GAP:
        return None
    moves = {name: get_player(name)(seen, Random(1)) for name in _PLAYERS}
    chosen = {name: find_listed(move.card, cards) for name, move in moves.items() if isinstance(move, Play)}
    tempting = next((card for card in chosen.values() if card is not None and card != best), None)
    if tempting is None:
        return None
    players = {name: card == best for name, card in chosen.items()}
    if (found := _choose_goal(belief, sure, best, tempting)) is None:
        return None
    goal, works = found
    return Candidate(kind, belief, sure, best, tempting, goal, works, players, number, step)


def find_sure(searcher: Searcher, belief: Belief) -> dict[Card, int] | None:
    """Return what the counted side surely takes from the position on after each listed card, in thousands of dollars; None where that takes too long."""
    guarantee = take_all(find_guarantee(belief, searcher=searcher, nodes=_NODES))
    if guarantee.stopped:
        return None
    captured = belief.round.captured[belief.side]
    return {card: guarantee.moves[card][0] - captured for card in searcher.list_cards(belief)}


def _choose_goal(
    belief: Belief, sure: Mapping[Card, int], best: Card, tempting: Card
) -> tuple[int, dict[Card, int]] | None:
    """Return the goal that only the best card is sure of and the tempting card reaches in most layouts, but not in all."""
    captured = belief.round.captured[belief.side]
    rows = [
        {card: low - captured for card, (low, _) in solve(belief.deal(layout), moves=True).moves.items()}
        for layout in belief.list_layouts()
    ]
    edges = sorted({money for row in rows for money in row.values()} | set(sure.values()))
    others = [money for card, money in sure.items() if card != best]
    options = []
    for goal in edges:  # the counted side takes it after the best card alone; in defense, all but the best give it away
        is_sure = max(others) < goal <= sure[best] if belief.is_yours else sure[best] < goal <= min(others)
        if not is_sure:
            continue
        works = {card: sum((row[card] >= goal) == belief.is_yours for row in rows) for card in sure}
        if works[tempting] < len(rows):
            options.append((works[tempting], goal, works))
    if not options:
        return None
    _, goal, works = max(options, key=lambda option: option[:2])
    return goal, works


def name_themes(belief: Belief, best: Card, tempting: Card) -> tuple[str, ...]:
    """Return what a decision is about: the animal that is played or kept, then what the two cards do to the trick."""
    themes = [f"{animal.code.lower()}-now" for animal in (TIGER, BULL, BEAR) if best == animal]
    themes += [f"{animal.code.lower()}-later" for animal in (TIGER, BULL, BEAR) if tempting == animal]
    trick = belief.round.trick
    name = _name_follow(belief, best, tempting) if trick and trick.cards else _name_lead(belief, best, tempting)
    return (*themes, name)


def _name_lead(belief: Belief, best: Card, tempting: Card) -> str:
    trump = belief.round.trump
    match find_color(best, trump) == trump, find_color(tempting, trump) == trump:
        case True, False:
            return "draw-trumps"
        case False, True:
            return "dont-draw"
        case True, True:
            return "which-trump"
        case _:
            return "which-color" if best.color != tempting.color else "which-card"


def _name_follow(belief: Belief, best: Card, tempting: Card) -> str:
    trump = belief.round.trump
    best_takes, tempting_takes = _takes(belief, best), _takes(belief, tempting)
    if tempting_takes and not best_takes:
        return "dont-trump" if find_color(tempting, trump) == trump else "hold-up"
    if best_takes and not tempting_takes:
        return "trump-it" if find_color(best, trump) == trump else "take-it"
    if best_takes:
        return "how-high"
    if best.color != tempting.color:
        return "discard"
    return "give-money" if best.money > tempting.money else "keep-money"


def _takes(belief: Belief, card: Card) -> bool:
    """Return whether a card is winning its trick when it is played."""
    after = belief.play(card).round
    if after.trick and after.trick.cards:
        return after.current_winner == belief.round.turn
    return bool(after.tricks) and after.tricks[-1].winner == belief.round.turn
