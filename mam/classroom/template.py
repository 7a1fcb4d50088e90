"""How an exercise is written: one text whose rows are its hints, slips and solution, and the values that belong to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from mam.classroom.answers import Answer, Cards, Choice, Choices, GivenData, Results
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw

__all__ = [
    "DOLLARS", "Answer", "Cards", "Chance", "Choice", "Choices", "Draw", "Number", "Results", "SlipValues", "Variant",
    "ask", "ask_chance", "ask_function", "ask_number", "exercise", "list_reasons", "read_rows",
]  # fmt: skip

Exact = Fraction | int
Value = Fraction | float
# The values of slips by name: None if this variant has no such slip, a pair with its sentence if the number of slips varies.
SlipValues = Mapping[str, Value | tuple[Value, str] | None]

_ROW = "Nudge|Hint|Solution|Slip [a-z0-9-]+"  # how a row begins


@dataclass
class Rows:
    """The texts of a variant. `slips` are the sentences by name; `nudge` is for a wrong answer that no slip explains."""

    statement: str = ""
    nudge: str = ""
    hints: list[str] = field(default_factory=list)
    slips: dict[str, str] = field(default_factory=dict)
    solution: str = ""

    def match(self, values: SlipValues) -> list[Slip]:
        """Return the slips that this variant has, in the order of their values.

        Raises ValueError for a value without a sentence, and for a sentence without a value.
        """
        sentences = self.slips | {name: value[1] for name, value in values.items() if isinstance(value, tuple)}
        if unmatched := sorted(values.keys() ^ sentences.keys()):
            raise ValueError(f"each slip needs a value and a row “Slip name: …” in the text: {', '.join(unmatched)}")
        numbers = {name: value[0] if isinstance(value, tuple) else value for name, value in values.items()}
        return [Slip(name, number, sentences[name]) for name, number in numbers.items() if number is not None]

    def make_variant(self, answer: Answer, given: GivenData) -> Variant:
        return Variant(self.statement, answer, tuple(self.hints), self.solution, given)


def read_rows(text: str) -> Rows:
    """Return the rows of an indented text: the statement, then rows that begin with Nudge, Hint, Slip and its name, or Solution.

    A row may have further lines. Only a line with the indentation of the text begins a row, so a table that was put into it does not.

    >>> rows = read_rows('''
    ...     How many cards are in the pack?
    ...
    ...     Nudge: Do not forget the animals.
    ...     Hint: Four colors have 13 cards each.
    ...     Slip no-animals: There are 3 animals too.
    ...     Solution: 4 × 13 + 3 = 55.
    ... ''')
    >>> rows.statement, rows.slips, rows.solution
    ('How many cards are in the pack?', {'no-animals': 'There are 3 animals too.'}, '4 × 13 + 3 = 55.')
    """
    indent = re.match(r"\n*( *)", text)[1]  # type: ignore[index]  # it always matches
    statement, *parts = re.split(rf"^{indent}({_ROW}):(?: |$)", text, flags=re.MULTILINE)
    rows = Rows(_unindent(statement, indent))
    for name, section in zip(parts[::2], parts[1::2], strict=True):
        content = _unindent(section, indent)
        if name == "Hint":
            rows.hints.append(content)
        elif name == "Nudge":
            rows.nudge = content
        elif name == "Solution":
            rows.solution = content
        elif (slip := name.removeprefix("Slip ")) in rows.slips:
            raise ValueError(f"two rows are named {name}: give each slip a name of its own")
        else:
            rows.slips[slip] = content
    return rows


def _unindent(section: str, indent: str) -> str:
    return "\n".join(line.removeprefix(indent) for line in section.split("\n")).strip("\n ")


def ask_number(
    text: str, value: Exact, slips: SlipValues, given: GivenData, *, within: Exact = 0, rounded: bool = False
) -> Variant:
    """Make a variant whose answer is a number; `within` and `rounded` are those of `Number`."""
    rows = read_rows(text)
    return rows.make_variant(Number(value, rows.match(slips), rows.nudge, within=within, rounded=rounded), given)


def ask_chance(text: str, value: Fraction, slips: SlipValues, given: GivenData) -> Variant:
    """Make a variant whose answer is a probability."""
    rows = read_rows(text)
    return rows.make_variant(Chance(value, rows.match(slips), rows.nudge), given)


def ask(text: str, answer: Answer, given: GivenData) -> Variant:
    """Make a variant whose answer needs no row of the text. Options to choose from follow the statement, and are given."""
    rows = read_rows(text)
    if isinstance(answer, Choice | Choices):
        rows.statement += f"\n\n{list_options(answer.options)}"
        given = {**given, "options": list(answer.options)}
    if isinstance(answer, Cards):
        answer = replace(answer, codes=tuple(given.get("hand") or given.get("open") or ()))
    return rows.make_variant(answer, given)


def ask_function(text: str, cases: Sequence[str], solve: Callable[[str], object]) -> Variant:
    """Make a variant that asks for a function, with the first case as an example and the other cases to compute.

    The solution in the text ends with a program.
    """
    rows, (example, *hidden_cases) = read_rows(text), cases
    result, first = f"{solve(example)}", hidden_cases[0]
    case_list = "\n".join(f"- `{case}`" for case in hidden_cases)
    rows.statement += f" For `{example}` the result is `{result}`.\n\nThe {len(hidden_cases)} cases to compute, each a text:\n\n{case_list}"
    rows.solution += f"\n\nFor the first case, `{first}`, it gives `{solve(first)}`."
    answer = Results(tuple(f"{solve(case)}" for case in hidden_cases), tuple(hidden_cases), rows.nudge)
    return rows.make_variant(answer, {"cases": hidden_cases, "example": example, "result": result})


def list_options(options: Sequence[str]) -> str:
    """Return options as a list with letters, in Markdown.

    >>> print(list_options(["North", "East"]))
    - (a) North
    - (b) East
    """
    return "\n".join(f"- ({letter}) {option}" for letter, option in zip("abcdefghijklmnop", options, strict=False))


def list_reasons(answer: Choices, yes: str = "yes", no: str = "no") -> str:
    """Return for each option whether it belongs, and why, as a list in Markdown."""
    return "\n".join(
        f"- {option}: {yes if option in answer.right else no}. {answer.reasons[option]}" for option in answer.options
    )
