"""Exercises that ask for a function, all in the same form."""

from collections.abc import Callable, Sequence

from mam.classroom.answers import Results
from mam.classroom.registry import Variant

# The beginning of several worked solutions.
READ_CARD = """def read(code):
    \"\"\"Return the color and the rank of a card; no color and 0 for an animal.\"\"\"
    return (code[0], int(code[1:])) if code[1:].isdigit() else ("", 0)
"""


def function_variant(
    ask: str,
    cases: Sequence[str],
    solve: Callable[[str], object],
    hints: tuple[str, ...],
    code: str,
    nudge: str = "",
    explanation: str = "",
) -> Variant:
    """Make a variant that asks for a function, with the first case as an example and the other cases to compute.

    `code` is the worked solution, a Python program; `explanation` comes before it.
    """
    example, *hidden_cases = cases
    case_list = "\n".join(f"- `{case}`" for case in hidden_cases)
    return Variant(
        f"{ask} For `{example}` the result is `{solve(example)}`.\n\nThe {len(hidden_cases)} cases to compute, each a text:\n\n{case_list}",
        Results(tuple(f"{solve(case)}" for case in hidden_cases), tuple(hidden_cases), nudge),
        hints,
        f"{explanation}\n\n```python\n{code.strip()}\n```\n\nFor the first case, `{hidden_cases[0]}`, it gives `{solve(hidden_cases[0])}`.".strip(),
        {"cases": hidden_cases, "example": example, "result": f"{solve(example)}"},
    )
