"""What a step of a Build notebook is: the right function or value, the cases it is tried on, and typical mistakes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mam.support.messages import quote

Case = tuple[Any, ...]  # the arguments of one call


@dataclass(frozen=True)
class Slip:
    """A typical mistake: a function that makes it, and what to say to whoever made it."""

    solve: Callable[..., object]
    why: str


@dataclass(frozen=True)
class Step:
    """What a reader fills in: the right function, the cases it is tried on, and typical mistakes. A value is one case without arguments."""

    id: str
    solve: Callable[..., object]
    cases: tuple[Case, ...]
    slips: tuple[Slip, ...] = ()

    @property
    def is_value(self) -> bool:
        """Whether a value is asked for, not a function."""
        return self.cases == ((),)


known_steps: dict[str, Step] = {}
"""The steps by their ids, in the order of the notebooks."""


def step(
    cases: Sequence[Case] = ((),), slips: Mapping[str, Callable[..., object]] | None = None
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Register a function as a step, whose id is its name with hyphens. `slips` has what to say to each typical mistake."""

    def register(solve: Callable[..., object]) -> Callable[..., object]:
        id = solve.__name__.replace("_", "-")
        if id in known_steps:
            raise ValueError(f"step {quote(id)}: another step has this id, so choose another name")
        mistakes = tuple(Slip(wrong, why) for why, wrong in (slips or {}).items())
        known_steps[id] = Step(id, solve, tuple(cases), mistakes)
        return solve

    return register
