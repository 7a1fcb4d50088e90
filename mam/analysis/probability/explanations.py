"""Explain an answer: the counting argument, in a few lines that a student can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, Protocol

from mam.analysis.probability.answers import one_in, percent
from mam.analysis.probability.conditions import AllOf, Condition, Holds, Limit, ResolvedCondition, Sum, limits_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.inclusion_exclusion import MAX_WORK, list_terms
from mam.analysis.probability.model import Model, NotCounted
from mam.games.sampling.counting import Kind
from mam.rules.cards import Card, format_cards, format_count

_PRODUCT_LINE = "Together"
_CASES = 6  # how many cases are listed
_WORK = 20_000_000  # for listing them: a fraction of a second


class Counts(Protocol):
    """What an explanation needs from whoever counted."""

    @property
    def condition(self) -> Condition | None:
        """What is given."""

    @property
    def possible_deals(self) -> Model:
        """How the unseen cards may lie."""

    @property
    def model(self) -> str:
        """Which deals are counted, and how they are weighted."""

    def cases_in_steps(self, goal: Goal, work: Work) -> Generator[None, None, Mapping[tuple[int, ...], Fraction]]:
        """Return the chance of each case, in short steps. Raises NotCounted if there are too many."""


def explain_chance_in_steps(
    counts: Counts, condition: Condition, event: ResolvedCondition, exact: Fraction
) -> Generator[None, None, str]:
    """Explain the chance of a condition, in short steps."""
    lines = [f"What is the probability that {condition}?", f"Model: {counts.model}"]
    if not exact and (reasons := list_gaps(event)):
        lines += [f"{reason[0].upper()}{reason[1:]}." for reason in reasons]
    elif is_open(counts):
        lines += (
            _steps(counts, condition, event)
            or _draws(counts, event)
            or _inclusion_exclusion(counts, event)
            or (yield from _open_cases(counts, event, exact))
        )
    else:
        lines += [*_possible_places(counts), *(yield from _cases(counts, event, exact))]
    if not lines[-1].startswith(_PRODUCT_LINE):
        value = f"{exact}: " if exact.denominator < 10**9 else ""
        lines.append(f"So {value}{percent(exact)}, {one_in(exact)}.")
    return "\n".join(lines)


def explain_distribution(counts: Counts, question: str, sums: tuple[Sum, ...], exact: Mapping[Any, Fraction]) -> str:
    """Explain a distribution."""
    lines = [f"What is the distribution of: {question}?", f"Model: {counts.model}"]
    numbers = _hypergeometric(counts, sums[0]) if is_open(counts) and len(sums) == 1 else None
    if numbers is None and not is_open(counts):
        lines += _possible_places(counts)
    likely = sorted(exact.items(), key=lambda pair: -pair[1])[:_CASES]
    for value, chance in likely:
        ways = _term(numbers, value - sums[0].seen_amount) if numbers and isinstance(value, int) else ""
        lines.append(f"{value}: {ways and ways + ' = '}{percent(chance)}")
    if len(exact) > len(likely):
        remaining_chance = 1 - sum((chance for _, chance in likely), Fraction(0))
        lines.append(f"{len(exact) - len(likely)} other values together: {percent(remaining_chance)}")
    return "\n".join(lines)


def is_open(counts: Counts) -> bool:
    """Return whether every unseen card may lie anywhere, and there is no given condition."""
    return counts.condition is None and counts.possible_deals.is_uniform


def list_gaps(event: ResolvedCondition) -> list[str]:
    """List why some limits are impossible: amounts that come in steps jump over them."""
    return list(dict.fromkeys(limit.gap for limit in limits_of(event) if limit.gap))


# Certain cards in certain places


def _steps(counts: Counts, condition: Condition, event: ResolvedCondition) -> list[str]:
    """Explain single cards in single places: how many of the places left are right for each card."""
    parts = condition.parts if isinstance(condition, AllOf) else (condition,)
    limits = limits_of(event)
    if not all(isinstance(part, Holds) for part in parts) or len(limits) != len(parts):
        return []
    rooms, lines, factors = dict(counts.possible_deals.cases[0].rooms), [], []
    unseen, placed = Counter(counts.possible_deals.unseen), set()
    for part, limit in zip(parts, limits, strict=True):
        cards = {card for _, card in limit.sum.worth}
        card = next(iter(cards), None)
        spots = [spot for spot, _ in limit.sum.worth if spot in rooms]
        if (
            limit.sum.seen_amount
            or len(cards) != 1
            or card is None
            or unseen[card] != 1
            or card in placed
            or len(spots) != 1
        ):
            return []
        (spot,) = spots
        placed.add(card)
        favorable, possible = rooms[spot], sum(rooms.values())
        (_, term), *_ = part.tally.terms  # type: ignore[attr-defined]
        lines.append(
            f"{card.words}: {favorable} of the {possible} places left are {_owner(term.place)}: {favorable}/{possible}"
        )
        factors.append((favorable, possible))
        rooms[spot] -= 1
    product = Fraction(1)
    for favorable, possible in factors:
        product *= Fraction(favorable, possible)
    if len(factors) > 1:
        fractions = " × ".join(f"{favorable}/{possible}" for favorable, possible in factors)
        lines.append(f"{_PRODUCT_LINE} {fractions} = {product}: {percent(product)}, {one_in(product)}.")
    return lines


def _owner(place: str) -> str:
    if place.lower().endswith(("face-down", "face down")):
        return f"{place} cards"
    return f"in the {place}" if place in ("nest", "dealt nest", "stock") else f"{place}'s"


# The number of cards of a class in a place


def _hypergeometric(counts: Counts, total: Sum) -> tuple[int, int, int] | None:
    """Return the size of a class, the number of other cards and the room, where a sum counts a class in some places; or None."""
    rooms = counts.possible_deals.cases[0].rooms
    spots = {spot for spot, _ in total.worth if spot in rooms}
    cards = {card for _, card in total.worth}
    if not total.worth or any(total.worth.get((spot, card)) != 1 for spot in spots for card in cards):
        return None
    unseen = counts.possible_deals.unseen
    count = sum(card in cards for card in unseen)
    return count, len(unseen) - count, sum(rooms[spot] for spot in spots)


def _term(numbers: tuple[int, int, int] | None, value: int) -> str:
    """Format the proportion of deals with this number of a class in a place, as a hypergeometric term."""
    assert numbers is not None
    count, remaining, room = numbers
    return f"C({count},{value}) × C({remaining},{room - value}) / C({count + remaining},{room})"


def _draws(counts: Counts, event: ResolvedCondition) -> list[str]:
    """Explain one class in one place: a term for each number that fits."""
    if not isinstance(event, Limit) or (numbers := _hypergeometric(counts, event.sum)) is None:
        return []
    count, remaining, room = numbers
    seen_amount = event.sum.seen_amount
    low = max(0, room - remaining, (event.minimum if event.minimum is not None else seen_amount) - seen_amount)
    high = min(count, room, (event.maximum if event.maximum is not None else seen_amount + room) - seen_amount)
    total = comb(count + remaining, room)
    lines = [
        f"{count} of the {count + remaining} unseen cards are of this kind and {remaining} are not; {room} of the {count + remaining} lie in this place.",
    ]
    terms = [
        (value, Fraction(comb(count, value) * comb(remaining, room - value), total)) for value in range(low, high + 1)
    ]
    for value, chance in sorted(terms, key=lambda term: -term[1])[:_CASES]:
        lines.append(f"{value + seen_amount}: {_term(numbers, value)} = {percent(chance)}")
    if len(terms) > _CASES:
        remaining_chance = sum(sorted((chance for _, chance in terms), reverse=True)[_CASES:], Fraction(0))
        lines.append(f"{len(terms) - _CASES} less likely numbers together: {percent(remaining_chance)}")
    return lines


# At least one of several


def _inclusion_exclusion(counts: Counts, event: ResolvedCondition) -> list[str]:
    """Explain by inclusion and exclusion: what is added and subtracted in turn."""
    try:
        terms = list_terms(counts.possible_deals.cases[0], event, Work(MAX_WORK))
    except NotCounted:
        return []
    if not terms:
        return []
    lines = ["By inclusion and exclusion: add the chance of each, subtract the chance of each two at once, and so on."]
    for term in terms:
        sign = "+" if term.size % 2 else "−"
        choice = "each alone" if term.size == 1 else f"{term.size} at once"
        chance = Fraction(term.ways, counts.possible_deals.total)
        lines.append(f"{sign} {choice} ({format_count(term.choices, 'case')}): {percent(chance)}")
    return lines


# Everything else


def _open_cases(counts: Counts, event: ResolvedCondition, exact: Fraction) -> Generator[None, None, list[str]]:
    rooms = [room for room in counts.possible_deals.cases[0].rooms.values() if room]
    factorials = " × ".join(f"{room}!" for room in rooms)
    lines = [
        f"The {sum(rooms)} unseen cards can lie in {sum(rooms)}! / ({factorials}) = {_big(counts.possible_deals.total)} ways."
    ]
    return [*lines, *(yield from _cases(counts, event, exact))]


def _possible_places(counts: Counts) -> Iterator[str]:
    """List where the unseen cards may lie."""
    try:
        cases = counts.possible_deals.cases
    except NotCounted:
        return
    for kind in cases[0].kinds:
        cards = [card for unit in kind.units for card in unit]
        yield f"{_format_few(cards)}: {' or '.join(_places_of(kind, tuple(cases[0].rooms)))}"
    rooms = ", ".join(f"{place} {room}" for place, room in cases[0].rooms.items() if room)
    yield f"Unseen cards in each place: {rooms}."
    if len(cases) > 1:
        yield f"The card drawn out of sight can be any of {len(cases)}: the ways of each are added."
    if cases[0].weights:
        yield "Each way has weight 1 over the number of discards that the bidder could choose from."


def _places_of(kind: Kind, order: tuple[str, ...]) -> tuple[str, ...]:
    spots = {place for choice in kind.choices for place in choice}
    return tuple(place for place in order if place in kind.elsewhere or place in spots)


def _format_few(cards: list[Card]) -> str:
    return format_cards(cards) if len(cards) <= 8 else f"{format_cards(cards[:6])} and {len(cards) - 6} more"


def _cases(counts: Counts, event: ResolvedCondition, exact: Fraction) -> Generator[None, None, list[str]]:
    """List the largest cases that make up the answer."""
    limits = limits_of(event)
    if not exact:
        return ["There is no such deal."]
    try:
        chances = yield from counts.cases_in_steps(Goal(event, tuple(limit.sum for limit in limits)), Work(_WORK))
    except NotCounted:
        return [f"Counted card by card, {percent(exact)} of all deals fit. There are too many cases to list."]
    names = [limit.words.split(" <= ")[0].split(" >= ")[0].split(" = ")[0] for limit in limits]
    cases = sorted(chances.items(), key=lambda pair: -pair[1])
    lines = [
        f"{', '.join(f'{name}: {value}' for name, value in dict(zip(names, values, strict=True)).items())}: {percent(chance)}"
        for values, chance in cases[:_CASES]
    ]
    if len(cases) > _CASES:
        remaining_chance = sum((chance for _, chance in cases[_CASES:]), Fraction(0))
        lines.append(f"{len(cases) - _CASES:,} other cases together: {percent(remaining_chance)}")
    return lines


def _big(number: int) -> str:
    """Format a large number like 4.53 × 10^29."""
    digits = str(number)
    return f"{number:,}" if len(digits) < 10 else f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"
