"""Choosing a discard and a trump: the choices on the list, what is certain about each, what comes of them. No browser."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import pandas as pd

from mam.analysis import outcomes
from mam.analysis.advice import list_alternatives
from mam.analysis.explanations import explain_alternative
from mam.analysis.outcomes import Outcomes, describe_alternative
from mam.analysis.trials import Alternative, GoTo
from mam.engine import Unsupported
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import Card, NoTrump, Trump, counted, money_in, without
from mam.rules.dealing import derive_seed
from mam.rules.moves import Discard, Move, NameTrump
from mam.rules.nest import is_forced
from mam.rules.rulings import Ruling
from mam.text.notation import parse_move
from mam_widgets.discard.deals import NestDeal

MOST = 8  # choices on the list
_READABLE = (12, 36, 100)  # worlds, batch after batch, where the readable rules play on
_COMPILED = (250, 1000, 4000, 16000)
_SEARCHED = 2000  # worlds in which the advice is found; others than those in which it is compared
_FEW = 12  # the same where the readable rules play on
_GLANCE = 8  # rounds played at first, so that figures come at once


@dataclass(frozen=True)
class Desk:
    """A bidder's choices: the list of those made, which of them is called one's own, and the one being made.

    `draft` are the moves made so far; `chosen` cards that lie ready to be discarded; `refused` the move tried last, with its
    ruling. Every change gives another desk.
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
        round = self.dealt.view.round
        for move in self.draft:
            assert not isinstance(move, GoTo)  # a discard and a trump, never a plan
            round = round._apply(move)
        return round

    @property
    def done(self) -> bool:
        """Whether the choice is whole: cards are out, and trump is named."""
        return bool(self.draft) and self.round.phase not in ("nest", "trump")

    def say(self, text: str) -> "Desk":
        """Put cards out, or name trump. A refused move changes nothing, and its ruling is kept.

        Raises NotationError for a text that says no move, ValueError when the list is full or a choice is whole already.
        """
        if self.done:
            raise ValueError("This choice is complete. Make another choice, or undo.")
        move = parse_move(text)
        if ruling := self.round.why_not(move):
            return replace(self, refused=(move, ruling))
        made = replace(self, draft=(*self.draft, move), chosen=(), refused=None)
        return made.add_choice(made.draft) if made.done else made

    def add_choice(self, choice: Alternative) -> "Desk":
        """The choice on the list; the first one there is one's own."""
        if choice not in self.choices and len(self.choices) >= MOST:
            raise ValueError(f"{MOST} choices are on the list already: remove one first.")
        choices = tuple(dict.fromkeys((*self.choices, choice)))
        return replace(self, choices=choices, baseline=self.baseline or choice)

    def restart(self) -> "Desk":
        """All cards in hand, to start a new choice."""
        return replace(self, draft=(), chosen=(), refused=None)

    def load(self, index: int) -> "Desk":
        """All cards in hand, those of a choice lying ready to be discarded."""
        return replace(self.restart(), chosen=discard_of(self._get_choice(index)))

    def remove(self, index: int) -> "Desk":
        """The list without a choice; if it was one's own, the first of the others is."""
        gone = self._get_choice(index)
        left = tuple(choice for choice in self.choices if choice != gone)
        own = next(iter(left), None) if self.baseline == gone else self.baseline
        kept = self.restart() if self.done and self.draft == gone else self
        return replace(kept, choices=left, baseline=own, refused=None)

    def set_baseline(self, index: int) -> "Desk":
        """A choice of the list called one's own: the others are compared with it."""
        return replace(self, baseline=self._get_choice(index), refused=None)

    def _get_choice(self, index: int) -> Alternative:
        if not 0 <= index < len(self.choices):
            raise ValueError(f"There is no choice number {index + 1} on the list.")
        return self.choices[index]


def discard_of(choice: Alternative) -> tuple[Card, ...]:
    """The cards that a choice discards."""
    return next((move.cards for move in choice if isinstance(move, Discard)), ())


def trump_of(dealt: NestDeal, choice: Alternative) -> Trump | None:
    """The trump of a choice: the one it names, or the one that was bid."""
    return next((move.color for move in choice if isinstance(move, NameTrump)), dealt.trump)


def describe_choice(dealt: NestDeal, choice: Alternative) -> str:
    """A choice in words.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> describe_choice(dealt, (parse_move("discard G1 G2 B2"), parse_move("trump R")))
    'B2 G2 G1 out, Red trump'
    """
    out = " ".join(card.code for card in discard_of(choice))
    trump = trump_of(dealt, choice)
    return f"{out} out" if trump is None else f"{out} out, {trump.word}{'' if isinstance(trump, NoTrump) else ' trump'}"


# Certain, whatever the others hold


def list_certain(dealt: NestDeal, choice: Alternative) -> list[str]:
    """What a choice brings for certain: the money discarded, the colors that are gone, the trumps that are left.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> list_certain(dealt, (parse_move("discard G1 G2 B2"), parse_move("trump R")))[1:]
    ['No Green is left in your hand.', '6 trumps are left: R40 R30 R15 R11 R10 TIGER, with $95,000.']
    """
    hand, out = dealt.view.hand, discard_of(choice)
    left = without(hand, out)
    return [
        _money_out(dealt, out),
        *_lost_colors(dealt, hand, left),
        *_trumps_left(dealt, left, trump_of(dealt, choice)),
    ]


def _money_out(dealt: NestDeal, out: Sequence[Card]) -> str:
    if not is_forced(out):
        return f"No money goes into the {dealt.rules.nest.word}."
    shows = "all of it is" if dealt.rules.nest.shows == "all" else "the money is"
    return f"{format_amount(money_in(out))} goes into the {dealt.rules.nest.word}, and {shows} shown."


def _lost_colors(dealt: NestDeal, hand: Sequence[Card], left: Sequence[Card]) -> list[str]:
    """The colors of the pack that the hand has none of any more, or never had."""
    said = []
    for color in dict.fromkeys(card.color for card in dealt.rules.pack if card.color):
        if not any(card.color == color for card in left):
            had = any(card.color == color for card in hand)
            said.append(f"No {color.word} is left in your hand." if had else f"You never had any {color.word}.")
    return said


def _trumps_left(dealt: NestDeal, left: Sequence[Card], trump: Trump | None) -> list[str]:
    if trump is None:
        return [_trumps_to_be(dealt, left)]
    if isinstance(trump, NoTrump):
        return [f"There are no trumps: {trump.word}."]
    held = [card for card in left if tricks.color_of(card, trump) == trump]
    if not held:
        return [f"No trump is left: nothing in your hand is {trump.word}."]
    cards, money = " ".join(card.code for card in held), money_in(held)
    is_are = "is" if len(held) == 1 else "are"
    return [
        f"{counted(len(held), 'trump')} {is_are} left: {cards}, {'with ' + format_amount(money) if money else 'without money'}."
    ]


def _trumps_to_be(dealt: NestDeal, left: Sequence[Card]) -> str:
    """How many trumps there would be with each color."""
    colors = dict.fromkeys(card.color for card in dealt.rules.pack if card.color)
    counts = [f"{sum(tricks.color_of(card, color) == color for card in left)} in {color.word}" for color in colors]
    return f"Trumps you would have: {', '.join(counts)}."


def describe_difference(dealt: NestDeal, choice: Alternative, baseline: Alternative) -> str:
    """In words how a choice differs from the baseline.

    >>> from mam_widgets.discard.deals import open_nest
    >>> dealt = open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> baseline = (parse_move("discard G1 G2 B2"), parse_move("trump R"))
    >>> describe_difference(dealt, (parse_move("discard G1 G2 Y7"), parse_move("trump B")), baseline)
    'Y7 out instead of B2; Black trump, not Red'
    """
    mine, theirs = Counter(discard_of(baseline)), Counter(discard_of(choice))
    out = " ".join(card.code for card in (theirs - mine).elements())
    kept = " ".join(card.code for card in (mine - theirs).elements())
    parts = [f"{out} out instead of {kept}"] if out else []
    before, now = trump_of(dealt, baseline), trump_of(dealt, choice)
    if before != now and before is not None and now is not None:
        parts.append(f"{now.word}{'' if isinstance(now, NoTrump) else ' trump'}, not {before.word}")
    return "; ".join(parts) or "the same"


# What comes of them


@dataclass(frozen=True, eq=False)
class Figures:
    """What was found of the choices in the same worlds. `target` is the number of worlds aimed at (0 at the
    first look), `advised` the choice that
    came out best in other worlds; `searched` says in words what it was the best of."""

    found: Outcomes
    target: int = 0
    advised: Alternative | None = None
    searched: str = ""

    def table(self, own: Alternative) -> pd.DataFrame:
        """One row for each choice: `alternative`, the gain it is expected to bring (own score less the average of the others')
        as `estimate` with its standard `error`, the paired `difference` to one's own choice with `difference_standard_error`, how
        often the bid is `made`, the `money` captured (thousands of dollars), `n` worlds, and `reason`.
        """
        found = self.found
        mine = found.values[found.alternatives.index(own)]
        rows = []
        for values, choice, made, money in zip(
            found.values, found.alternatives, found.columns["made"], found.columns["money"], strict=True
        ):
            off = values - mine
            row = {
                "alternative": describe_alternative(choice),
                "estimate": float(values.mean()),
                "standard_error": _error(values),
                "difference": float(off.mean()),
                "difference_standard_error": _error(off),
                "made": float(made.mean()),
                "money": float(money.mean()),
                "n": found.n,
            }
            rows.append(row | {"reason": explain_alternative(found.view, choice, row)})
        return pd.DataFrame(rows)


def _error(values: "pd.Series[float]") -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("inf")


def compare_choices(desk: Desk, seed: int, known: Figures | None = None) -> Iterator[Figures]:
    """Figures in growing batches: at once a few worlds by the readable rules, then the advice, and the choices compared by
    the compiled rules where they can hold them. What is `known` of this hand's advice is not looked for again. Raises
    ValueError when there is no choice to compare.
    """
    check_comparable(desk)
    view, choices = desk.dealt.view, desk.choices
    worlds = derive_seed(seed, "worlds of the discards")
    if known is None or known.advised is None:
        few = max(2, _GLANCE // len(choices))
        yield Figures(outcomes.compare(view, choices, seed=worlds, n=few, finish=rulebook_player))
    compiled = can_compile(view.round)
    if known is None or known.advised is None:
        advised, searched = find_advice(desk.dealt, seed, compiled)
    else:
        advised, searched = known.advised, known.searched
    sizes = _COMPILED if compiled else _READABLE
    tried = dict.fromkeys((*choices, advised))
    for size in sizes:
        yield Figures(outcomes.compare(view, tried, seed=worlds, n=size), sizes[-1], advised, searched)


def check_comparable(desk: Desk) -> None:
    """Raise ValueError while there is no choice to compare."""
    if desk.baseline is None:
        raise ValueError("Choose a discard and trump first.")


def can_compile(round: TrickRound) -> bool:
    """Whether the compiled rules can play this round on."""
    try:
        from mam.engine.rollouts.continuation import Rollout

        Rollout(round, round.bidder)
    except (Unsupported, ImportError):
        return False
    return True


def find_advice(dealt: NestDeal, seed: int, compiled: bool) -> tuple[Alternative, str]:
    """The best of the discards worth trying, and of how many it was: in worlds in which nothing else is compared, so
    that luck in choosing it does not look like merit."""
    view, candidates = dealt.view, list_alternatives(dealt.view)
    if dealt.trump is not None:
        candidates = tuple(dict.fromkeys(choice[:1] for choice in candidates))
    if not compiled:
        candidates = _shorten(dealt, candidates)
    size = _SEARCHED if compiled else _FEW
    found = outcomes.compare(view, candidates, seed=derive_seed(seed, "worlds of the advice"), n=size)
    searched = f"the best of {counted(len(candidates), 'choice')} worth trying, from {size:,} other simulated deals"
    return found.best, searched


def _shorten(dealt: NestDeal, candidates: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """The first few for each trump: the rulebook player's own comes first."""
    by_trump: dict[Trump | None, list[Alternative]] = {}
    for choice in candidates:
        by_trump.setdefault(trump_of(dealt, choice), []).append(choice)
    return tuple(choice for group in by_trump.values() for choice in group[:4])
