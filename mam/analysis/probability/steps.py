"""A counting argument as data: steps with a label, a formula, a value and a reason, and the text that they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

NamePlace = Callable[[str], str]  # how a place is called: a seat by its letter or by its name


@dataclass(frozen=True)
class CountingStep:
    """A step of a counting argument: `formula` gives `value`, for what `label` names; `reason` says why, in words.

    Each may be empty. A "row" is one of several alike, a "sentence" stands alone, a "result" sums up those before it.

    >>> str(CountingStep("5", formula="C(13,5) × C(42,8) / C(55,13)", value="10.47%"))
    '5: C(13,5) × C(42,8) / C(55,13) = 10.47%'
    """

    label: str = ""
    reason: str = ""
    formula: str = ""
    value: str = ""
    kind: Literal["row", "sentence", "result"] = "row"

    @property
    def text(self) -> str:
        """The step in one line, without the period of a sentence."""
        equation = " = ".join(filter(None, (self.formula, self.value)))
        if self.kind == "result":
            return f"{self.label} {': '.join(filter(None, (equation, self.reason)))}"
        return ": ".join(filter(None, (self.label, self.reason, equation)))

    def __str__(self) -> str:
        return self.text if self.kind == "row" else f"{self.text}."


@dataclass(frozen=True)
class Explanation:
    """Why an answer is what it is: what was asked, which deals are possible and counted (the `model`), and the steps."""

    question: str
    possible_deals: str
    model: str
    steps: list[CountingStep]

    def __str__(self) -> str:
        return "\n".join([self.question, f"Model: {self.model}", *map(str, self.steps)])
