"""Track what is still open in a question while cards are placed: the sums so far, settled as early as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mam.analysis.probability.constraints import Leaf, Limit, Pattern, Range, ResolvedCondition, Several, Sum, leaves_of

YES, NO, IDLE = "yes", "no", "idle"  # a limit that is met or broken whatever follows; one that no longer matters
CERTAINTY = "won"  # in the place of every limit: the condition is true whatever follows
_FAR = 10**9  # larger than any sum
State = int | str
Key = tuple[State, ...]
Tree = int | tuple[Several, tuple["Tree", ...]]  # a limit or pattern is the place of its first sum in a key


@dataclass(frozen=True)
class Goal:
    """A condition (None: none), and target sums whose values are counted."""

    condition: ResolvedCondition | None = None
    targets: tuple[Sum, ...] = ()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The limits and patterns in the condition."""
        return leaves_of(self.condition) if self.condition is not None else ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        """Every sum to track: those of the limits and patterns, then the targets."""
        return (*(term for leaf in self.leaves for term in leaf.sums), *self.targets)


class Ledger:
    """The keys of a goal: for each sum of the condition its value so far or its state, then the target sums.

    `upcoming` has the minimum and the maximum that the next cards can still add to each sum.
    """

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.width = sum(len(leaf.sums) for leaf in goal.leaves)
        self.first = [
            start for start, leaf in _locate(goal) for _ in leaf.sums
        ]  # for each sum the first one of its leaf
        self.edges = [
            (
                start,
                -_FAR if leaf.minimum is None else leaf.minimum,
                _FAR if leaf.maximum is None else leaf.maximum,
            )
            for start, leaf in _locate(goal)
            if isinstance(leaf, Limit)
        ]
        self.patterns = [(start, leaf) for start, leaf in _locate(goal) if isinstance(leaf, Pattern)]
        starts = iter([start for start, _ in _locate(goal)])
        self.tree = _number_leaves(goal.condition, starts) if goal.condition is not None else None
        self.is_conjunction = isinstance(self.tree, int) or (
            self.tree is not None and self.tree[0].is_all and all(isinstance(part, int) for part in self.tree[1])
        )
        self.won: Key = (CERTAINTY,) * self.width

    def start(self, upcoming: Sequence[Range]) -> Key | None:
        """Return the key before any card is placed; None if the condition cannot come true."""
        return self.settle(tuple(term.seen_amount for term in self.goal.sums), upcoming)

    def settle(self, key: Key, upcoming: Sequence[Range]) -> Key | None:
        """Replace the sums of settled limits in a key by their state; None once the condition cannot come true."""
        count = self.width
        if self.tree is None or key[:count] == self.won:
            return key
        states = self._judge(key, upcoming)
        if self.is_conjunction:  # the usual case: nothing but "and"
            if NO in states:
                return None
            return (*states, *key[count:]) if states.count(YES) < count else (*self.won, *key[count:])
        truth, live = _truth(self.tree, states)
        if truth is False:
            return None
        if truth:
            return (*self.won, *key[count:])
        states_that_matter = (
            s if not isinstance(s, int) or first in live else IDLE for s, first in zip(states, self.first, strict=True)
        )
        return (*states_that_matter, *key[count:])

    def _judge(self, key: Key, upcoming: Sequence[Range]) -> list[State]:
        """Return the state of each limit and pattern, given what the upcoming cards can add."""
        states = list(key[: self.width])
        for index, minimum, maximum in self.edges:
            state = states[index]
            if isinstance(state, int):
                low, high = upcoming[index]
                low, high = low + state, high + state
                if high < minimum or low > maximum:
                    states[index] = NO
                elif low >= minimum and high <= maximum:
                    states[index] = YES
        for start, pattern in self.patterns:
            end = start + len(pattern.sums)
            lengths = [state for state in states[start:end] if isinstance(state, int)]
            if lengths:
                ranges = [
                    (low + length, high + length)
                    for (low, high), length in zip(upcoming[start:end], lengths, strict=True)
                ]
                truth = pattern.judge(iter(ranges))
                if truth is not None:
                    states[start:end] = [YES if truth else NO] * len(lengths)
        return states

    def values(self, key: Key) -> tuple[int, ...]:
        """Return the values of the target sums in a final key."""
        return tuple(value for value in key[self.width :] if isinstance(value, int))


def add(key: Key, amounts: tuple[int, ...]) -> Key:
    """Add the amounts to the sums of a key that are still open."""
    if len(key) == 1:
        (state,) = key
        return (state + amounts[0],) if isinstance(state, int) else key
    if len(key) == 2:  # by far the most questions have one sum or two
        first, second = key
        return (
            first + amounts[0] if isinstance(first, int) else first,
            second + amounts[1] if isinstance(second, int) else second,
        )
    # A list is made much faster than a generator is run, and this is most of the time that counting takes.
    return tuple(
        [state + amount if isinstance(state, int) else state for state, amount in zip(key, amounts, strict=True)]
    )


def _locate(goal: Goal) -> list[tuple[int, Leaf]]:
    """Return each limit and pattern with the place of its first sum."""
    located, start = list[tuple[int, Leaf]](), 0
    for leaf in goal.leaves:
        located.append((start, leaf))
        start += len(leaf.sums)
    return located


def _number_leaves(condition: ResolvedCondition, starts: Iterator[int]) -> Tree:
    if isinstance(condition, Several):
        return condition, tuple(_number_leaves(part, starts) for part in condition.parts)
    return next(starts)


def _truth(tree: Tree, states: Sequence[State]) -> tuple[bool | None, frozenset[int]]:
    """Return the truth of a condition (None: not settled), and the limits and patterns on which it still depends."""
    if isinstance(tree, int):
        state = states[tree]
        return (state == YES, frozenset()) if state in (YES, NO) else (None, frozenset((tree,)))
    several, parts = tree
    results = [_truth(part, states) for part in parts]
    truth = several.decide([truth for truth, _ in results])
    if truth is not None:
        return truth, frozenset()
    return None, frozenset[int]().union(*(open_leaves for part_truth, open_leaves in results if part_truth is None))
