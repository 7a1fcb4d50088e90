"""A bid, a discard or a trump that was found, as a file of a problem without its sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mam.rules.amounts import format_amount
from mam.rules.moves import Bid
from mam.scenes.move_words import name_cards
from mam.studies.problems.price_search import PricedCandidate
from mam.support.toml import write_string, write_strings
from mam.text.notation import parse_cards


def write_priced_draft(candidate: PricedCandidate, problem_id: str) -> str:
    """Return the file of a candidate: its position, prices and certificate, and empty sentences."""
    return "\n".join(_list_lines(candidate, problem_id)) + "\n"


def _list_lines(candidate: PricedCandidate, problem_id: str) -> Iterator[str]:
    decision, prices, ask = candidate.decision, candidate.prices, candidate.ask
    yield from (
        "format = 1",
        'shelf = "problems"',
        f"id = {write_string(problem_id)}",
        'title = ""',
        f"edition = {write_string(decision.lay_out().rules.full_id)}",
        f"level = {candidate.level}",
        f"tags = {write_strings(candidate.themes)}",
        'moral = ""',
        "",
        "[[chapter]]",
        'id = "play"',
        f"goal = {write_string(_write_goal(candidate))}",
    )
    if decision.discarded:
        yield f"given = {write_string(f'You discarded {name_cards(parse_cards(decision.discarded))}.')}"
    yield from ("", "[chapter.position]", f"hands = {write_string(f'S {decision.hand}')}")
    yield f"dealer = {write_string(decision.dealer)}"
    if decision.calls:
        yield f"calls = {write_string(', '.join(decision.calls))}"
    if decision.nest:
        yield f"nest = {write_string(decision.nest)}"
    if decision.discarded:
        yield f"discarded = {write_string(decision.discarded)}"
    yield from ("", "[[chapter.stop]]", f"ask = {write_string(ask)}")
    if ask != "trump":
        order = sorted(prices) if ask == "discard" else sorted(prices, key=lambda answer: answer != "pass")
        yield f"choices = {write_strings(order)}"
    wrong = ", ".join(f'{write_string(answer)} = ""' for answer, price in prices.items() if price.is_wrong)
    pairs = ", ".join(f"{write_string(answer)} = [{price.cost}, {price.margin}]" for answer, price in prices.items())
    yield from (
        f"right = {write_strings(answer for answer, price in prices.items() if price.is_right)}",
        f"prices = {{ {pairs} }}",
        f"wrong = {{ {wrong} }}",
        'hints = ["", "", ""]',
        'why = ""',
        "",
        "[chapter.certificate]",
        *(f"{name} = {write_string(answer)}" for name, answer in candidate.players.items()),
        f"found = {write_string(f'{ask}, round {candidate.round}, step {candidate.step}')}",
        "",
        "[[chapter.plan]]",
        'say = ["", "", ""]',
    )


def _write_goal(candidate: PricedCandidate) -> str:
    round = candidate.decision.lay_out()
    if candidate.ask != "bid":
        question = "What do you discard?" if candidate.ask == "discard" else "Which color do you name?"
        return f"{question} You bid {format_amount(round.bid or 0)}."
    bids = [(seat, call.amount) for seat, call in round.calls if isinstance(call, Bid)]
    if not bids:
        return "You are the dealer and open the auction. How high?"
    seat, amount = bids[-1]
    partner = ", your partner," if round.side_of(seat) == round.side_of("S") else ""
    least = min(int(answer) for answer in candidate.prices if answer != "pass")
    name = round.rules.seat_names[seat]
    return f"{name}{partner} bid {format_amount(amount)}. Do you bid {format_amount(least)}?"
