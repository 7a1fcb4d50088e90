"""`mam case`: print a documented case, step by step with its rulings, or find cases by a word, a rule or an edition."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from mam.cli.printouts import wrap_lines
from mam.rules.amounts import format_amount
from mam.rules.editions import TrickGameRules, get_edition
from mam.studies.cases.tree import make_case_board
from mam.studies.library import get_case, list_cases
from mam.studies.schema import (
    BoardTable,
    BoardTree,
    CaseAsked,
    CaseEdition,
    CaseStep,
    CaseStory,
    FactShown,
    Question,
    RuleCited,
    Step,
)
from mam.support.messages import capitalize, quote

_FEW = 8  # right answers that are listed


def add_options(parser: ArgumentParser) -> None:
    """Add what `mam case` takes."""
    parser.add_argument("case", nargs="?", metavar="ID", help="a case, like B26, or an open question, like D-G19")
    parser.add_argument(
        "--list", nargs="?", const="", metavar="WORD", dest="word", help="list the cases with this word"
    )
    parser.add_argument("--rule", default="", metavar="RULE", help="list only the cases about this rule")
    parser.add_argument("--edition", default="", metavar="EDITION", help="list only the cases of this edition")
    parser.set_defaults(command=print_case)


def print_case(arguments: Namespace) -> None:
    """Print one case, or list those that are asked for. Raises ValueError where none is."""
    if arguments.case and arguments.word is None:
        try:
            chapter = get_case(arguments.case)
        except KeyError:
            raise ValueError(f"no case {quote(arguments.case)}; “mam case --list” lists them all") from None
        print("\n".join(format_case(make_case_board(chapter))))
        return
    if arguments.case:
        raise ValueError(f"name a case, like {arguments.case}, or list cases, but not both")
    cases = list_cases(arguments.word or "", rule=arguments.rule, edition=arguments.edition)
    if not cases:
        request = " ".join(filter(None, (arguments.word, arguments.rule, arguments.edition)))
        raise ValueError(f"no case is about {quote(request)}; “mam case --list” lists them all")
    longest = max(len(chapter.id) for chapter in cases)
    for chapter in cases:
        print(f"{chapter.id:<{longest}}  {chapter.title}")


def format_case(board: BoardTree) -> Iterator[str]:
    """Yield a case as text: the story, what is asked, each step with its rulings, the answer, and what would change it."""
    asked, story = board["case"]["asked"], board["case"]["story"]
    yield f"{board['id']}  {story['title']} ({asked['kind']}; {asked['edition_name']})"
    yield ""
    yield from wrap_lines("", asked["setup"])
    yield from _format_table(asked["table"], asked)
    yield from wrap_lines("Question  ", asked["question"])
    for step in board["steps"]:
        yield from _format_question(step["question"])
    if story["steps"]:
        yield from ("", "Step by step")
        yield from _format_steps(story["steps"], asked["edition"])
    yield from ("", *wrap_lines("Answer    ", story["answer"]))
    for step in board["steps"]:
        yield from wrap_lines("Right     ", _list_right(step))
    yield from wrap_lines("Printed   ", asked["source"])
    for rule in story["rules"]:
        yield from wrap_lines("Rule      ", _format_rule(rule))
    yield from _format_changes(story)


def _list_right(step: Step) -> str:
    question, right = step["question"], step["answers"]["right"]
    if question["ask"] == "amount" and question.get("is_typed"):
        return format_amount(int(right[0]))
    labels = {choice["answer"]: choice["label"] for choice in question["choices"]}
    many = f"; and {len(right) - _FEW} more" if len(right) > _FEW else ""
    return "; ".join(labels.get(answer, answer) for answer in right[:_FEW]) + many


def _format_changes(case: CaseStory) -> Iterator[str]:
    for count in case["counts"]:
        yield from wrap_lines("Count     ", f"{count['text']}: {_join_facts(count['facts'])}")
    if case["variations"]:
        yield from ("", "And if …")
    for variation in case["variations"]:
        yield from wrap_lines(
            "  ", f"{_ask_variation(variation['text'])} {variation['answer']} [{_join_facts(variation['facts'])}]"
        )
    if case["editions"]:
        yield from ("", "Under other rules")
    for edition in case["editions"]:
        yield from wrap_lines("  ", _format_edition(edition))
    if case["readings"]:
        yield from ("", "Two readings")
    for reading in case["readings"]:
        yield from wrap_lines("  ", f"{reading['name']}: {reading['text']} [{_join_facts(reading['facts'])}]")
        yield from wrap_lines("    Why: ", reading["why"]) if reading["why"] else ()
    if case["readings"]:
        yield from wrap_lines("  ", f"They differ first at: {case['readings'][0]['parting']}.")


def _ask_variation(text: str) -> str:
    return f"{capitalize(text).rstrip('?')}?"


def _format_edition(edition: CaseEdition) -> str:
    answer = "the same" if edition["same"] else "another answer"
    place = f", from {edition['parting']} on" if edition["parting"] else ""
    return f"{edition['name']}: {answer}{place} [{_join_facts(edition['facts'])}]"


def _join_facts(facts: Iterable[FactShown]) -> str:
    return "; ".join(f"{fact['text']}: {fact['answer']}" for fact in facts)


def _format_rule(rule: RuleCited) -> str:
    return f"{rule['rule']}: {rule['text']} [{rule['source']}]"


def _format_table(table: BoardTable, case: CaseAsked) -> Iterator[str]:
    """Yield the hands that are known, what lies on the table, and what was bid."""
    if case["table"]["totals"]:
        yield from wrap_lines(
            "Totals    ", ", ".join(f"{side} {total}" for side, total in case["table"]["totals"].items())
        )
    for seat, hand in table["hands"].items():
        if any(card != "??" for card in hand):
            yield from wrap_lines(f"{case['seats'][seat]:<9} ", " ".join(hand))
    if table["trump"]:
        yield f"Trump     {table['trump']}"
    rules = get_edition(case["edition"])
    if (bid := table["bid"]) and isinstance(rules, TrickGameRules):
        amount = f", {rules.auction.format_amount(bid['amount'])}" if bid["amount"] else ""
        yield f"Bid       {case['seats'][bid['seat']]}{amount}"
    if words := table.get("words"):
        yield f"Words     {' '.join(words)}"


def _format_question(question: Question) -> Iterator[str]:
    yield from wrap_lines("Guess     ", question["text"])
    for choice in question["choices"]:
        yield from wrap_lines("          - ", choice["label"])


def _format_steps(steps: Iterable[CaseStep], edition: str) -> Iterator[str]:
    rules = get_edition(edition)
    for step in steps:
        wrong = " (a wrong card)" if step["is_wrong"] else ""
        yield "  " + f"{step['seat']} {step['text']}{wrong}".lstrip()
        for rule in step["rules"]:
            yield from wrap_lines("      ", _format_rule(rule))
        if (trick := step.get("trick")) and isinstance(rules, TrickGameRules):
            taker = rules.seat_names.get(trick["winner"], "Nobody")
            yield f"      {taker} takes the trick: {format_amount(trick['value'], rules.tricks.counts)}."
