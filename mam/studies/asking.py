"""Ask the engine what a case says of it: whether every expected answer is given, and if not, which one differs."""

from collections.abc import Callable, Iterable

from mam.library.situations import Check, Finding
from mam.library.situations.questions import ask
from mam.library.situations.setting import Game
from mam.rules.rulings import IllegalMove

_ABOUT_MOVES = ("playable", "legal", "refused by")  # asked of what may be played, before any further move


def find_answers(checks: Iterable[Check], game: Game | Callable[[], Game]) -> tuple[Finding, ...]:
    """Return the engine's answer to each check; a position that the rules refuse answers with the refusal.

    Raises ValueError where a question can't be asked of this game.
    """
    make = game if callable(game) else lambda: game
    findings = []
    for check in checks:
        try:
            answer, rulings = ask(check.question, check.facts, make)
        except IllegalMove:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, AssertionError) as error:
            # What is asked is data, whose mistakes show here: a missing key, a number in place of a text.
            why = str(error) if isinstance(error, ValueError) else "a key is missing, or a value is of another kind"
            raise ValueError(f"{check.question!r} can't be asked here: {why}") from error
        findings.append(Finding(check, answer, rulings))
    return tuple(findings)


def split_checks(checks: Iterable[Check]) -> tuple[list[Check], list[Check]]:
    """Return the checks of what may be played at a moment, and those of what comes of it."""
    checks = list(checks)
    return (
        [check for check in checks if check.question in _ABOUT_MOVES],
        [check for check in checks if check.question not in _ABOUT_MOVES],
    )


def find_difference(findings: Iterable[Finding]) -> str:
    """Return in words the first answer that is not as expected, or "" if all are."""
    return next((str(finding) for finding in findings if not finding.passed), "")


def holds(checks: Iterable[Check], game: Game | Callable[[], Game]) -> bool:
    """Return whether the engine gives every one of these answers; one that can't be asked is not given."""
    try:
        return all(finding.passed for finding in find_answers(checks, game))
    except ValueError:
        return False
