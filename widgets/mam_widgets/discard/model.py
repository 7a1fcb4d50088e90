"""Choosing a discard and a trump: the choices on the list, what is certain about each, what comes of them. No browser."""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import pandas as pd

from mam.analysis.advice import list_alternatives
from mam.analysis.alternatives import Alternative, GoTo, describe_alternative
from mam.analysis.explanations import explain_alternative
from mam.analysis.outcomes import Outcomes, compare, estimate_mean
from mam.engine import Unsupported
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import Card, Color, NoTrump, Suit, Trump, format_count, money_in, remove_cards
from mam.rules.dealing import derive_seed
from mam.rules.moves import Discard, Move, NameTrump
from mam.rules.nest import is_forced
from mam.rules.rulings import Ruling
from mam.text.notation import parse_move
from mam_widgets.discard.deals import NestDeal

MAX_CHOICES = 8  # choices on the list
_READABLE = (4, 12, 36, 100)  # worlds, batch after batch, where the readable rules play on
_WORLD_COUNTS = (250, 1000, 4000, 16000)
_ENOUGH = 16  # times the usual number of worlds: more would change nothing
_SEARCH_WORLDS = (200, 2000)  # worlds in which the advice is found, first of all candidates, then of the best of them
_BEST = 12  # so many candidates
_FEW = (12, 12)  # the same worlds where the readable rules play on


@dataclass(frozen=True)
class Desk:
    """A bidder's choices: the list of them, which of them is the baseline, and the one being made.

    `draft` are the moves made so far; `chosen` the cards that lie ready to be discarded; `refused` the move tried last, with
    its ruling. Every change gives another desk.
    """

    dealt: NestDeal
    choices: tuple[Alternative, ...] = ()
    baseline: Alternative | None = None
    draft: Alternative = ()
    chosen: tuple[Card, ...] = ()
    refused: tuple[Move, Ruling] | None = field(default=None, compare=False)

    @cached_property
    def round(self) -> TrickRound:
        """The round as the bidder sees it once the draft is made."""
        return self._play(self.draft)

    def _play(self, moves: Alternative) -> TrickRound:
        round = self.dealt.view.round
        for move in moves:
            assert not isinstance(move, GoTo)  # a discard and a trump, never a plan
            round = round._apply(move)
        return round

    @property
    def is_complete(self) -> bool:
        """Whether the choice has its cards and its trump."""
        return bool(self.draft) and self.round.phase not in ("nest", "trump")

    def play(self, text: str) -> "Desk":
        """Discard cards, which begins a choice, or name trump. A refused move changes nothing, and its ruling is kept.

        Raises NotationError for a text that is no move, ValueError when the list is full.
        """
        move = parse_move(text)
        draft = () if isinstance(move, Discard) else self.draft
        if ruling := self._play(draft).why_not(move):
            return replace(self, refused=(move, ruling))
        chosen = move.cards if isinstance(move, Discard) else self.chosen
        desk = replace(self, draft=(*draft, move), chosen=chosen, refused=None)
        return desk.add_choice(desk.draft) if desk.is_complete else desk

    def add_choice(self, choice: Alternative) -> "Desk":
        """Put a choice on the list; the first one there is the baseline. Raises ValueError when the list is full."""
        if choice not in self.choices and len(self.choices) >= MAX_CHOICES:
            raise ValueError(f"The list is full: {MAX_CHOICES} choices. Remove one first.")
        choices = tuple(dict.fromkeys((*self.choices, choice)))
        return replace(self, choices=choices, baseline=self.baseline or choice)

    def load(self, index: int) -> "Desk":
        """Let the cards of a choice lie ready to be discarded. Raises ValueError for a number that is not on the list."""
        return replace(self, draft=(), chosen=discard_of(self._get_choice(index)), refused=None)

    def remove(self, index: int) -> "Desk":
        """Take a choice off the list; if it was the baseline, the first of the others is. Raises ValueError as `load` does."""
        removed = self._get_choice(index)
        choices = tuple(choice for choice in self.choices if choice != removed)
        baseline = next(iter(choices), None) if self.baseline == removed else self.baseline
        return replace(self, choices=choices, baseline=baseline, refused=None)

    def set_baseline(self, index: int) -> "Desk":
        """Compare the others with this choice of the list. Raises ValueError as `load` does."""
        return replace(self, baseline=self._get_choice(index), refused=None)

    def _get_choice(self, index: int) -> Alternative:
        if not 0 <= index < len(self.choices):
            raise ValueError(f"There is no choice number {index + 1} on the list.")
        return self.choices[index]


def discard_of(choice: Alternative) -> tuple[Card, ...]:
    """Return the cards that a choice discards."""
    return next((move.cards for move in choice if isinstance(move, Discard)), ())


def trump_of(dealt: NestDeal, choice: Alternative) -> Trump | None:
    """Return the trump of a choice: the one it names, or the one that was bid."""
    return next((move.color for move in choice if isinstance(move, NameTrump)), dealt.trump)


def list_codes(choice: Alternative) -> str:
    """Return the cards that a choice discards, in notation."""
    return " ".join(card.code for card in discard_of(choice))


def describe_trump(trump: Trump) -> str:
    """Return a trump in words.

    >>> from mam.text.notation import parse_trump
    >>> describe_trump(parse_trump("R")), describe_trump(parse_trump("NC"))
    ('Red trump', 'No Color')
    """
    return trump.word if isinstance(trump, NoTrump) else f"{trump.word} trump"


def describe_choice(dealt: NestDeal, choice: Alternative) -> str:
    """Return a choice in words.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> describe_choice(dealt, (parse_move("discard G1 G2 B2"), parse_move("trump R")))
    'B2 G2 G1, Red trump'
    """
    trump = trump_of(dealt, choice)
    return list_codes(choice) if trump is None else f"{list_codes(choice)}, {describe_trump(trump)}"


# Certain, whatever the others hold


def list_certain(dealt: NestDeal, choice: Alternative) -> list[str]:
    """Return what a choice brings for certain: the money discarded, the void colors, the trumps that are left.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> list_certain(dealt, (parse_move("discard G1 G2 B2"), parse_move("trump R")))[1:]
    ['You are void in Green.', 'You keep 6 trumps: R40 R30 R15 R11 R10 TIGER, with $95,000.']
    """
    discarded, left = discard_of(choice), hand_after(dealt, choice)
    void = [f"You are void in {color.word}." for color in list_voids(dealt, choice)]
    return [_money_discarded(dealt, discarded), *void, _describe_trumps(dealt, left, trump_of(dealt, choice))]


def hand_after(dealt: NestDeal, choice: Alternative) -> tuple[Card, ...]:
    """Return the hand after the discard."""
    return remove_cards(dealt.view.hand, discard_of(choice))


def list_voids(dealt: NestDeal, choice: Alternative) -> list[Color | Suit]:
    """Return the colors of the pack that the hand has no card of after the discard."""
    left = {card.color for card in hand_after(dealt, choice)}
    return [
        color for color in dict.fromkeys(card.color for card in dealt.rules.pack if card.color) if color not in left
    ]


def list_trumps(dealt: NestDeal, choice: Alternative) -> list[Card]:
    """Return the trumps in the hand after the discard; none before trump is named."""
    trump = trump_of(dealt, choice)
    if trump is None or isinstance(trump, NoTrump):
        return []
    return [card for card in hand_after(dealt, choice) if tricks.find_color(card, trump) == trump]


def _money_discarded(dealt: NestDeal, discarded: Sequence[Card]) -> str:
    if not is_forced(discarded):
        return "You discard no money."
    visible = "all your discards are" if dealt.rules.nest.shows == "all" else "the money is"
    return f"You discard {format_amount(money_in(discarded))}; {visible} shown."


def _describe_trumps(dealt: NestDeal, left: Sequence[Card], trump: Trump | None) -> str:
    if trump is None:  # how many there would be with each color
        colors = dict.fromkeys(card.color for card in dealt.rules.pack if card.color)
        counts = [
            f"{sum(tricks.find_color(card, color) == color for card in left)} in {color.word}" for color in colors
        ]
        return f"Trumps you would hold: {', '.join(counts)}."
    if isinstance(trump, NoTrump):
        return f"There are no trumps: {trump.word}."
    trumps_left = [card for card in left if tricks.find_color(card, trump) == trump]
    if not trumps_left:
        return f"You keep no trump: you have no {trump.word}."
    money = money_in(trumps_left)
    value = f"with {format_amount(money)}" if money else "without money"
    return (
        f"You keep {format_count(len(trumps_left), 'trump')}: {' '.join(card.code for card in trumps_left)}, {value}."
    )


def describe_difference(dealt: NestDeal, choice: Alternative, baseline: Alternative) -> str:
    """Return in words how a choice differs from the baseline.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> baseline = (parse_move("discard G1 G2 B2"), parse_move("trump R"))
    >>> describe_difference(dealt, (parse_move("discard G1 G2 Y7"), parse_move("trump B")), baseline)
    'discards Y7, not B2; Black trump, not Red'
    """
    discarded, spared = compare_discards(choice, baseline)
    parts = [f"discards {discarded}, not {spared}"] if discarded else []
    baseline_trump, trump = trump_of(dealt, baseline), trump_of(dealt, choice)
    if baseline_trump != trump and baseline_trump is not None and trump is not None:
        parts.append(f"{describe_trump(trump)}, not {baseline_trump.word}")
    return "; ".join(parts) or "the same"


def compare_discards(choice: Alternative, baseline: Alternative) -> tuple[str, str]:
    """Return the cards that only this choice discards, and those that only the baseline does."""
    discarded, baseline_discarded = Counter(discard_of(choice)), Counter(discard_of(baseline))
    return (
        " ".join(card.code for card in (discarded - baseline_discarded).elements()),
        " ".join(card.code for card in (baseline_discarded - discarded).elements()),
    )


# What comes of them


@dataclass(frozen=True, eq=False)
class Figures:
    """What the choices bring in the same worlds. `target` is the number of worlds aimed at, `advised` the choice that did
    best in other worlds; `searched` says in words what it was the best of."""

    outcomes: Outcomes
    target: int
    advised: Alternative | None = None
    searched: str = ""

    def covers(self, choices: Sequence[Alternative]) -> bool:
        """Return whether there are figures of every one of these choices."""
        return set(choices) <= {*self.outcomes.alternatives}

    @property
    def is_done(self) -> bool:
        """Whether all worlds aimed at were played, and the advice is known."""
        return self.outcomes.n >= self.target and self.advised is not None

    def table(self, baseline: Alternative) -> pd.DataFrame:
        """Return one row for each choice: `alternative`, the gain it is expected to bring (your side's score minus the mean
        score of the others) as `estimate` with its `standard_error`, the paired `difference` to the baseline with
        `difference_standard_error`, how often the bid is `made`, the `money` captured (thousands of dollars), `n` worlds, and
        `reason`.
        """
        outcomes = self.outcomes
        base = outcomes.values[outcomes.alternatives.index(baseline)]
        rows = []
        for values, choice, makes_bid, money in zip(
            outcomes.values, outcomes.alternatives, outcomes.columns["made"], outcomes.columns["money"], strict=True
        ):
            gain, difference = estimate_mean(values), estimate_mean(values - base)
            row = {
                "alternative": describe_alternative(choice),
                "estimate": gain.mean,
                "standard_error": gain.standard_error,
                "difference": difference.mean,
                "difference_standard_error": difference.standard_error,
                "made": float(makes_bid.mean()),
                "money": float(money.mean()),
                "n": outcomes.n,
            }
            rows.append(row | {"reason": explain_alternative(outcomes.view, choice, row)})
        return pd.DataFrame(rows)


def compare_choices(desk: Desk, seed: int, earlier: Figures | None = None) -> Iterator[Figures]:
    """Yield figures in growing batches: first of the choices, then, once it is found, of the advice too.

    Where `earlier` figures are of this hand, its advice is not looked for again, and if they cover every choice the same
    simulation goes on: to the end, or to four times as many worlds. Raises ValueError when there is no choice to compare.
    """
    return (figures for figures in compare_choices_in_steps(desk, seed, earlier) if figures is not None)


def compare_choices_in_steps(desk: Desk, seed: int, earlier: Figures | None = None) -> Iterator[Figures | None]:
    """The same in short steps: a None stands between two of them, where there are no figures yet."""
    check_comparable(desk)
    view, choices = desk.dealt.view, desk.choices
    worlds = derive_seed(seed, "worlds of the discards")
    compiled = yield from _prepare(view.round)
    sizes, target, covered = _plan(desk, earlier, _WORLD_COUNTS if compiled else _READABLE)
    if earlier is None or earlier.advised is None:
        if not covered:
            yield Figures((yield from compare.in_steps(view, choices, seed=worlds, n=sizes[0])), target)
        advised, searched = yield from find_advice(desk.dealt, seed, compiled)
    else:
        advised, searched = earlier.advised, earlier.searched
    compared = dict.fromkeys((*choices, advised))
    for size in sizes:
        outcomes = yield from compare.in_steps(view, compared, seed=worlds, n=size)
        yield Figures(outcomes, target, advised, searched)


def _plan(desk: Desk, earlier: Figures | None, sizes: Sequence[int]) -> tuple[list[int], int, bool]:
    """Return the numbers of worlds to simulate, the last of them, and whether the earlier figures cover every choice."""
    if earlier is None:
        return [*sizes], sizes[-1], False
    count = earlier.outcomes.n
    covered = earlier.covers(desk.choices)
    if covered and earlier.is_done:
        return [2 * count, 4 * count], 4 * count, True
    target = max(earlier.target, count)
    larger = [size for size in sizes if size > count] if covered else [size for size in sizes[-2:] if size < target]
    return [*dict.fromkeys((*larger, target))], target, covered


def check_comparable(desk: Desk) -> None:
    """Raise ValueError while there is no choice to compare."""
    if desk.baseline is None:
        raise ValueError("Choose a discard and trump first.")


def has_enough(figures: Figures) -> bool:
    """Return whether more simulated deals would change nothing."""
    sizes = _WORLD_COUNTS if can_compile(figures.outcomes.view.round) else _READABLE
    return figures.is_done and figures.outcomes.n >= _ENOUGH * sizes[-1]


def can_compile(round: Round) -> bool:
    """Return whether the compiled rules can play this round on."""
    assert isinstance(round, TrickRound)
    try:
        from mam.engine.rollouts.continuation import Rollout

        Rollout(round, round.bidder)
    except (Unsupported, ImportError):
        return False
    return True


def _prepare(round: TrickRound) -> Generator[None, None, bool]:
    """Make in short steps what the compiled rules need, and return whether they can play this round on."""
    try:
        from mam.engine.rollouts.continuation import prepare

        yield from prepare(round.rules, "rulebook")
    except (Unsupported, ImportError):
        return False
    return can_compile(round)


def find_advice(dealt: NestDeal, seed: int, compiled: bool) -> Generator[None, None, tuple[Alternative, str]]:
    """Return the best of the discards worth trying, and of how many it was the best.

    It is found in worlds in which nothing else is compared, so that luck in choosing it does not look like merit: a few for
    every candidate, then many for the best of them.
    """
    view, candidates = dealt.view, list_alternatives(dealt.view)
    if not compiled:
        candidates = _shorten(dealt, candidates)
    worlds = derive_seed(seed, "worlds of the advice")
    few_worlds, many_worlds = _SEARCH_WORLDS if compiled else _FEW
    outcomes = yield from compare.in_steps(view, candidates, seed=worlds, n=few_worlds)
    if many_worlds > few_worlds and len(candidates) > _BEST:
        order = (-outcomes.values.mean(axis=1)).argsort(kind="stable")
        best = [candidates[index] for index in order[:_BEST]]
        outcomes = yield from compare.in_steps(view, best, seed=worlds, n=many_worlds)
    searched = f"the best of {format_count(len(candidates), 'choice')} worth trying, from {many_worlds:,} other simulated deals"
    return outcomes.best, searched


def _shorten(dealt: NestDeal, candidates: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """Return the first few for each trump: the rulebook player's choice comes first."""
    by_trump: dict[Trump | None, list[Alternative]] = {}
    for choice in candidates:
        by_trump.setdefault(trump_of(dealt, choice), []).append(choice)
    return tuple(choice for group in by_trump.values() for choice in group[:4])
