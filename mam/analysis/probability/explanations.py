"""Explain an answer: the counting argument, in a few steps that a student can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Any, Protocol

from mam.analysis.probability.answers import one_in, percent
from mam.analysis.probability.conditions import Condition, Holds
from mam.analysis.probability.constraints import Limit, Pattern, ResolvedCondition, Several, Sum, leaves_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.inclusion_exclusion import MAX_WORK, list_terms
from mam.analysis.probability.model import Model, NotCounted
from mam.analysis.probability.steps import CountingStep, Explanation, NamePlace
from mam.rules.cards import Card, format_cards, format_count
from mam.support.messages import capitalize

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
    def name(self) -> NamePlace:
        """How a place is called."""

    def explain(self, question: str, steps: list[CountingStep]) -> Explanation:
        """Return an explanation with these steps."""

    def cases_in_steps(self, goal: Goal, work: Work) -> Generator[None, None, Mapping[tuple[int, ...], Fraction]]:
        """Return the chance of each case, in short steps. Raises NotCounted if there are too many."""


def explain_chance_in_steps(
    counts: Counts, condition: Condition, event: ResolvedCondition, exact: Fraction
) -> Generator[None, None, Explanation]:
    """Explain the chance of a condition, in short steps."""
    steps = yield from _argue(counts, event, exact)
    if steps[-1].kind != "result":
        steps.append(_conclude(exact))
    return counts.explain(f"What is the probability that {condition}?", steps)


def explain_distribution(
    counts: Counts, question: str, sums: tuple[Sum, ...], exact: Mapping[Any, Fraction]
) -> Explanation:
    """Explain a distribution."""
    is_anywhere = is_open(counts)
    numbers = _hypergeometric(counts, sums[0]) if is_anywhere and len(sums) == 1 else None

    def make_row(value: Any, chance: str) -> CountingStep:
        term = _term(numbers, value - sums[0].seen_amount) if numbers and isinstance(value, int) else ""
        return CountingStep(f"{_name_value(value, counts.name)}", formula=term, value=chance)

    places = [] if is_anywhere else _possible_places(counts)
    steps = [*places, *_list_largest(exact, make_row, "other values")]
    return counts.explain(f"What is the distribution of: {question}?", steps)


def is_open(counts: Counts) -> bool:
    """Return whether every unseen card may lie anywhere, and there is no given condition."""
    return counts.condition is None and counts.possible_deals.is_uniform


def list_gaps(event: ResolvedCondition, name: NamePlace = str) -> list[str]:
    """List why some limits are impossible: amounts that come in steps jump over them."""
    return list(dict.fromkeys(gap for leaf in leaves_of(event) if (gap := leaf.describe_gap(name))))


def _argue(counts: Counts, event: ResolvedCondition, exact: Fraction) -> Generator[None, None, list[CountingStep]]:
    """Return the argument that is easiest to follow, in short steps."""
    if not exact and (gaps := list_gaps(event, counts.name)):
        return [_say(capitalize(gap)) for gap in gaps]
    if not is_open(counts):
        return [*_possible_places(counts), *(yield from _cases(counts, event, exact))]
    if (
        steps := _certain_places(counts, event)
        or _draws(counts, event)
        or _shapes(counts, event)
        or _inclusion_exclusion(counts, event)
    ):
        return steps
    return [_count_deals(counts), *(yield from _cases(counts, event, exact))]


def _say(sentence: str) -> CountingStep:
    return CountingStep(reason=sentence, kind="sentence")


def _conclude(exact: Fraction, formula: str = "") -> CountingStep:
    """Return the result, as a fraction unless that is too long to read."""
    reason = f"{percent(exact)}, {one_in(exact)}"
    if not formula and exact.denominator >= 10**9:
        return CountingStep("So", value=reason, kind="result")
    return CountingStep("Together" if formula else "So", reason, formula, f"{exact}", "result")


def _list_largest(
    chances: Mapping[Any, Fraction], make_row: Callable[[Any, str], CountingStep], rest: str
) -> list[CountingStep]:
    """Return a row for each of the most likely values, and one for all the others."""
    pairs = sorted(chances.items(), key=lambda pair: -pair[1])
    rows = [make_row(value, percent(chance)) for value, chance in pairs[:_CASES]]
    if further_pairs := pairs[_CASES:]:
        chance = sum((chance for _, chance in further_pairs), Fraction(0))
        rows.append(CountingStep(reason=f"{len(further_pairs):,} {rest} together", value=percent(chance)))
    return rows


# Certain cards in certain places


def _certain_places(counts: Counts, event: ResolvedCondition) -> list[CountingStep]:
    """Explain single cards in single places: how many of the places left are right for each card."""
    limits = event.parts if isinstance(event, Several) and event.is_all else (event,)
    rooms, steps, product = dict(counts.possible_deals.cases[0].rooms), list[CountingStep](), Fraction(1)
    unseen = Counter(counts.possible_deals.unseen)
    for limit in limits:
        if not isinstance(limit, Limit) or not isinstance(limit.condition, Holds) or limit.sum.seen_amount:
            return []
        cards = {card for _, card in limit.sum.worth}
        spots = [spot for spot, _ in limit.sum.worth if spot in rooms]
        if len(cards) != 1 or len(spots) != 1:
            return []
        (card,), (spot,) = cards, spots
        if unseen.pop(card, 0) != 1:
            return []
        favorable, possible = rooms[spot], sum(rooms.values())
        reason = f"{favorable} of the {possible} places left are {_owner(limit.condition.term.place, counts.name)}"
        steps.append(CountingStep(card.words, reason, value=f"{favorable}/{possible}"))
        product *= Fraction(favorable, possible)
        rooms[spot] -= 1
    if len(steps) > 1:
        steps.append(_conclude(product, " × ".join(step.value for step in steps)))
    return steps


def _owner(place: str, name: NamePlace) -> str:
    if place.lower().endswith(("face-down", "face down")):
        return f"{name(place)} cards"
    return f"in the {place}" if place in ("nest", "dealt nest", "stock") else f"{name(place)}'s"


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


def _term(numbers: tuple[int, int, int], value: int) -> str:
    """Format the proportion of deals with this number of a class in a place, as a hypergeometric term."""
    count, remaining, room = numbers
    return f"C({count},{value}) × C({remaining},{room - value}) / C({count + remaining},{room})"


def _draws(counts: Counts, event: ResolvedCondition) -> list[CountingStep]:
    """Explain one class in one place: a term for each number that fits."""
    if not isinstance(event, Limit) or (numbers := _hypergeometric(counts, event.sum)) is None:
        return []
    count, remaining, room = numbers
    seen_amount = event.sum.seen_amount
    low = max(0, room - remaining, (event.minimum if event.minimum is not None else seen_amount) - seen_amount)
    high = min(count, room, (event.maximum if event.maximum is not None else seen_amount + room) - seen_amount)
    total = count + remaining
    ways = comb(total, room)
    terms = {
        value: Fraction(comb(count, value) * comb(remaining, room - value), ways) for value in range(low, high + 1)
    }

    def make_row(value: int, chance: str) -> CountingStep:
        return CountingStep(f"{value + seen_amount}", formula=_term(numbers, value), value=chance)

    kinds = f"{count} of the {total} unseen cards are of this kind and {remaining} are not"
    in_place = f"{room} of the {total} lie in this place"
    return [_say(f"{kinds}; {in_place}"), *_list_largest(terms, make_row, "less likely numbers")]


# The lengths of all colors in a place


def _shapes(counts: Counts, event: ResolvedCondition) -> list[CountingStep]:
    """Explain the lengths of the colors in one place: a term for each shape, times the orders of the colors that fit."""
    if not isinstance(event, Pattern) or any(term.seen_amount for term in event.sums):
        return []
    rooms = counts.possible_deals.cases[0].rooms
    room = sum(rooms[spot] for spot in event.sums[0].by_spot if spot in rooms)
    unseen = counts.possible_deals.unseen
    sizes = [sum(card in {card for _, card in term.worth} for card in unseen) for term in event.sums]
    further, total = len(unseen) - sum(sizes), comb(len(unseen), room)
    orders: Counter[tuple[tuple[int, int], ...]] = Counter()
    for lengths in _list_lengths(sizes, room - further, room):
        if event.judge(iter([(length, length) for length in lengths])):
            orders[tuple(sorted(zip(lengths, sizes, strict=True), reverse=True))] += 1

    def choices(shape: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        extra = room - sum(length for length, _ in shape)
        return [*((size, length) for length, size in shape), *([(further, extra)] if further else [])]

    chances = {
        shape: Fraction(times * prod(comb(size, taken) for size, taken in choices(shape)), total)
        for shape, times in orders.items()
    }

    def make_row(shape: tuple[tuple[int, int], ...], chance: str) -> CountingStep:
        name = "-".join(str(length) for length, _ in shape)
        times = f"{format_count(orders[shape], 'order')} × " if orders[shape] > 1 else ""
        formula = " × ".join(f"C({size},{taken})" for size, taken in choices(shape))
        return CountingStep(name, formula=f"{times}{formula} / C({len(unseen)},{room})", value=chance)

    return _list_largest(chances, make_row, "less likely shapes")


def _list_lengths(sizes: Sequence[int], minimum: int, maximum: int) -> Iterator[tuple[int, ...]]:
    """Yield every number of cards of each color, together from a minimum to a maximum."""
    if not sizes:
        if minimum <= 0 <= maximum:
            yield ()
        return
    size, *later_sizes = sizes
    for length in range(max(0, minimum - sum(later_sizes)), min(size, maximum) + 1):
        for lengths in _list_lengths(later_sizes, minimum - length, maximum - length):
            yield (length, *lengths)


# At least one of several


def _inclusion_exclusion(counts: Counts, event: ResolvedCondition) -> list[CountingStep]:
    """Explain by inclusion and exclusion: what is added and subtracted in turn."""
    try:
        terms = list_terms(counts.possible_deals.cases[0], event, Work(MAX_WORK))
    except NotCounted:
        return []
    if not terms:
        return []
    if len(terms) == 1:
        return [_say("Counted hand by hand: the cards of each color or kind that the hands can have, all at once")]
    steps = [
        _say("By inclusion and exclusion: add the chance of each, subtract the chance of each two at once, and so on")
    ]
    for term in terms:
        choice = {0: "every deal", 1: "each alone"}.get(term.size, f"{term.size} at once")
        times = f"{abs(term.times)} × " if abs(term.times) > 1 else ""
        reason = f"{'+' if term.times > 0 else '−'} {times}{choice} ({format_count(term.choices, 'case')})"
        steps.append(CountingStep(reason=reason, value=percent(Fraction(term.ways, counts.possible_deals.total))))
    return steps


# Everything else


def _count_deals(counts: Counts) -> CountingStep:
    rooms = [room for room in counts.possible_deals.cases[0].rooms.values() if room]
    factorials = " × ".join(f"{room}!" for room in rooms)
    return CountingStep(
        formula=f"The {sum(rooms)} unseen cards can lie in {sum(rooms)}! / ({factorials})",
        value=f"{_format_big(counts.possible_deals.total)} ways",
        kind="sentence",
    )


def _possible_places(counts: Counts) -> Iterator[CountingStep]:
    """List where the unseen cards may lie."""
    try:
        cases = counts.possible_deals.cases
    except NotCounted:
        return
    for kind in cases[0].kinds:
        cards = [card for unit in kind.units for card in unit]
        spots = {*kind.elsewhere, *(place for choice in kind.choices for place in choice)}
        places = [counts.name(place) for place in cases[0].rooms if place in spots]
        yield CountingStep(_format_few(cards), " or ".join(places))
    rooms = ", ".join(f"{counts.name(place)} {room}" for place, room in cases[0].rooms.items() if room)
    yield CountingStep(reason="Unseen cards in each place", value=rooms, kind="sentence")
    if len(cases) > 1:
        yield _say(f"The card drawn out of sight can be any of {len(cases)}: the ways of each are added")
    if cases[0].weights:
        yield _say("Each way has weight 1 over the number of discards that the bidder could choose from")


def _format_few(cards: list[Card]) -> str:
    return format_cards(cards) if len(cards) <= 8 else f"{format_cards(cards[:6])} and {len(cards) - 6} more"


def _cases(counts: Counts, event: ResolvedCondition, exact: Fraction) -> Generator[None, None, list[CountingStep]]:
    """List the largest cases that make up the answer."""
    if not exact:
        return [_say("There is no such deal")]
    sums = {
        subject: term
        for leaf in leaves_of(event)
        for subject, term in zip(leaf.describe_subjects(counts.name), leaf.sums, strict=True)
    }
    try:
        chances = yield from counts.cases_in_steps(Goal(event, tuple(sums.values())), Work(_WORK))
    except NotCounted:
        return [_say(f"Counted card by card, {percent(exact)} of all deals fit. There are too many cases to list")]

    def make_row(values: tuple[int, ...], chance: str) -> CountingStep:
        (name, amount), *further_amounts = dict(zip(sums, map(str, values), strict=True)).items()
        if not further_amounts:
            return CountingStep(name, amount, value=chance)
        return CountingStep(reason=", ".join(map(": ".join, [(name, amount), *further_amounts])), value=chance)

    return _list_largest(chances, make_row, "other cases")


def _name_value(value: object, name: NamePlace) -> object:
    """Return a value of a distribution, its places called by `name`."""
    if isinstance(value, tuple):
        return tuple(_name_value(part, name) for part in value)
    return name(value) if isinstance(value, str) else value


def _format_big(number: int) -> str:
    """Format a large number like 4.53 × 10^29."""
    digits = str(number)
    return f"{number:,}" if len(digits) < 10 else f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"
