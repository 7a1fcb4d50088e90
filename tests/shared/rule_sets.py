"""Every edition and every option by itself, one situation to compare them in, and what each of two answers must keep to."""

from collections.abc import Iterator

from mam.library.comparing.demonstrations import Demonstration
from mam.rules.editions import RuleSet, get_edition, list_editions

LEAFLET, ARTICLE = "make-a-million-1935", "make-a-million-2004"
BULL_LED = {
    "hands": "N BULL BEAR | E TIGER R2 | S Y7 R3 | W B5 Y2",
    "trump": "B",
    "lead": "N",
    "bid": 200,
    "played": "BULL TIGER Y7",
}


def every_rule_set() -> Iterator[RuleSet]:
    """Each edition, and each with one option; of the many sizes of a hand two will do."""
    for name in list_editions():
        rules = get_edition(name)
        yield rules
        for option in rules.options:
            if not option.startswith("hands-of-") or option in ("hands-of-1", "hands-of-3"):
                yield get_edition(name, [option])


RULE_SETS = tuple(every_rule_set())


def check_demonstration(shown: Demonstration) -> None:
    """The two answers differ, and a move that was tried is judged as the round in the demonstration judges it."""
    first, second = shown.verdicts
    assert first.answer != second.answer
    for verdict in shown.verdicts:
        assert verdict.position and verdict.asked and verdict.round is not None
        if verdict.legal is not None:
            assert verdict.answer.startswith("legal" if verdict.legal else "refused")
            assert verdict.rulings[0].reason in verdict.answer
