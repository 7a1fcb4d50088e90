"""Track what is still open in a question while cards are placed: the sums so far, settled as early as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mam.analysis.probability.conditions import Limit, ResolvedCondition, Sum, limits_of

YES, NO, IDLE = "yes", "no", "idle"  # a limit that is met or broken whatever follows; one that no longer matters
WON = "won"  # in the place of every limit: the condition is true whatever follows
_FAR = 10**9  # larger than any sum
State = int | str
Key = tuple[State, ...]
Range = tuple[int, int]
Tree = int | tuple[str, tuple["Tree", ...]]


@dataclass(frozen=True)
class Goal:
    """A condition (None: none), and target sums whose values are counted."""

    condition: ResolvedCondition | None = None
    targets: tuple[Sum, ...] = ()

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The limits in the condition."""
        return limits_of(self.condition) if self.condition is not None else ()

    @property
    def sums(self) -> tuple[Sum, ...]:
        """Every sum to track: one for each limit, then the targets."""
        return (*(limit.sum for limit in self.limits), *self.targets)


class Ledger:
    """The keys of a goal: for each limit the sum so far or its state, then the target sums.

    `upcoming` has the minimum and the maximum that the next cards can still add to each sum.
    """

    def __init__(self, goal: Goal) -> None:
        self.goal, self.limits = goal, goal.limits
        counter = iter(range(len(self.limits)))
        self.tree = _number_limits(goal.condition, counter) if goal.condition is not None else None
        self.is_conjunction = isinstance(self.tree, int) or (
            self.tree is not None and self.tree[0] == "and" and all(isinstance(part, int) for part in self.tree[1])
        )
        self.edges = [
            (-_FAR if limit.minimum is None else limit.minimum, _FAR if limit.maximum is None else limit.maximum)
            for limit in self.limits
        ]
        self.won: Key = (WON,) * len(self.limits)

    def start(self, upcoming: Sequence[Range]) -> Key | None:
        """Return the key before any card is placed; None if the condition cannot come true."""
        return self.settle(tuple(term.seen_amount for term in self.goal.sums), upcoming)

    def settle(self, key: Key, upcoming: Sequence[Range]) -> Key | None:
        """Replace the sums of settled limits in a key by their state; None once the condition cannot come true."""
        count = len(self.limits)
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
        states_that_matter = (s if not isinstance(s, int) or index in live else IDLE for index, s in enumerate(states))
        return (*states_that_matter, *key[count:])

    def _judge(self, key: Key, upcoming: Sequence[Range]) -> list[State]:
        """Return the state of each limit, given what the upcoming cards can add."""
        states = list(key[: len(self.edges)])
        for index, (minimum, maximum) in enumerate(self.edges):
            state = states[index]
            if isinstance(state, int):
                low, high = upcoming[index]
                low, high = low + state, high + state
                if high < minimum or low > maximum:
                    states[index] = NO
                elif low >= minimum and high <= maximum:
                    states[index] = YES
        return states

    def values(self, key: Key) -> tuple[int, ...]:
        """Return the values of the target sums in a final key."""
        return tuple(value for value in key[len(self.limits) :] if isinstance(value, int))


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


def _number_limits(condition: ResolvedCondition, counter: object) -> Tree:
    if isinstance(condition, Limit):
        return next(counter)  # type: ignore[call-overload, no-any-return]
    return condition[0], tuple(_number_limits(part, counter) for part in condition[1])


def _truth(tree: Tree, states: Sequence[State]) -> tuple[bool | None, frozenset[int]]:
    """Return the truth of a condition (None: not settled), and the limits on which it still depends."""
    if isinstance(tree, int):
        state = states[tree]
        return (state == YES, frozenset()) if state in (YES, NO) else (None, frozenset((tree,)))
    word, parts = tree
    results = [_truth(part, states) for part in parts]
    live = frozenset[int]().union(*(open_limits for truth, open_limits in results if truth is None))
    truths = [truth for truth, _ in results]
    if word == "not":
        return (None if truths[0] is None else not truths[0]), live
    deciding_truth = word == "or"  # one part with this truth decides
    if deciding_truth in truths:
        return deciding_truth, frozenset()
    return (None, live) if None in truths else (not deciding_truth, frozenset())
