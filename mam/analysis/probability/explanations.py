"""The counting argument behind an answer, in a few lines that a student can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from mam.analysis.probability.answers import one_in, percent
from mam.analysis.probability.conditions import All, Condition, Holds, Limit, Sum, Understood, limits_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.inclusion_exclusion import MOST_WORK, list_terms
from mam.analysis.probability.model import NotCounted
from mam.games.sampling.counting import Kind
from mam.rules.cards import Card, counted, format_cards

if TYPE_CHECKING:
    from mam.analysis.probability.answering import Answering

_TOGETHER = "Together"
_CASES = 6  # how many cases are listed
_WORK = 20_000_000  # for listing them, a part of a second


def explain_chance(odds: Answering, condition: Condition, event: Understood, exact: Fraction) -> str:
    """Why a condition is as likely as that."""
    lines = [f"How likely is it that {condition}?", f"Model: {odds.model}"]
    if not exact and (reasons := list_missed(event)):
        lines += [f"{reason[0].upper()}{reason[1:]}." for reason in reasons]
    elif is_open(odds):
        lines += (
            _steps(odds, condition, event)
            or _draws(odds, event)
            or _at_once(odds, event)
            or _open_cases(odds, event, exact)
        )
    else:
        lines += [*_prospects(odds), *_cases(odds, event, exact)]
    if not lines[-1].startswith(_TOGETHER):
        value = f"{exact}: " if exact.denominator < 10**9 else ""
        lines.append(f"So {value}{percent(exact)}, {one_in(exact)}.")
    return "\n".join(lines)


def explain_distribution(odds: Answering, question: str, sums: tuple[Sum, ...], exact: Mapping[Any, Fraction]) -> str:
    """Why something is distributed like that."""
    lines = [f"What is the distribution of: {question}?", f"Model: {odds.model}"]
    drawn = _drawn(odds, sums[0]) if is_open(odds) and len(sums) == 1 else None
    if drawn is None and not is_open(odds):
        lines += _prospects(odds)
    likely = sorted(exact.items(), key=lambda pair: -pair[1])[:_CASES]
    for value, chance in likely:
        ways = _spelled(drawn, value - sums[0].seen) if drawn and isinstance(value, int) else ""
        lines.append(f"{value}: {ways and ways + ' = '}{percent(chance)}")
    if len(exact) > len(likely):
        rest = 1 - sum((chance for _, chance in likely), Fraction(0))
        lines.append(f"{len(exact) - len(likely)} other values together: {percent(rest)}")
    return "\n".join(lines)


def is_open(odds: Answering) -> bool:
    """Whether every unseen card may lie anywhere, and nothing is given."""
    return odds.condition is None and odds.counted.is_uniform


def list_missed(event: Understood) -> list[str]:
    """Which limits no deal can be within, each with the reason, where what is counted comes in steps."""
    return list(dict.fromkeys(limit.missed for limit in limits_of(event) if limit.missed))


# Certain cards in certain places


def _steps(odds: Answering, condition: Condition, event: Understood) -> list[str]:
    """Card after card: how many of the places that are left would do."""
    parts = condition.parts if isinstance(condition, All) else (condition,)
    limits = limits_of(event)
    if not all(isinstance(part, Holds) for part in parts) or len(limits) != len(parts):
        return []
    rooms, lines, factors = dict(odds.counted.cases[0].rooms), [], []
    unseen, placed = Counter(odds.counted.unseen), set()
    for part, limit in zip(parts, limits, strict=True):
        cards = {card for _, card in limit.sum.worth}
        card = next(iter(cards), None)
        spots = [spot for spot, _ in limit.sum.worth if spot in rooms]
        if limit.sum.seen or len(cards) != 1 or card is None or unseen[card] != 1 or card in placed or len(spots) != 1:
            return []
        (spot,) = spots
        placed.add(card)
        here, there = rooms[spot], sum(rooms.values())
        (_, term), *_ = part.tally.terms  # type: ignore[attr-defined]
        lines.append(
            f"{card.words}: {here} of the {there} places that are left are {_owner(term.place)}: {here}/{there}"
        )
        factors.append((here, there))
        rooms[spot] -= 1
    product = Fraction(1)
    for here, there in factors:
        product *= Fraction(here, there)
    if len(factors) > 1:
        shown = " × ".join(f"{here}/{there}" for here, there in factors)
        lines.append(f"{_TOGETHER} {shown} = {product}: {percent(product)}, {one_in(product)}.")
    return lines


def _owner(place: str) -> str:
    if place.lower().endswith(("face-down", "face down")):
        return f"{place} cards"
    return f"in the {place}" if place in ("nest", "dealt nest", "pile") else f"{place}'s"


# So many of a class in a place


def _drawn(odds: Answering, one: Sum) -> tuple[int, int, int] | None:
    """Cards of a class counted in some places: how many there are of it, how many others, and the room; or None."""
    rooms = odds.counted.cases[0].rooms
    spots = {spot for spot, _ in one.worth if spot in rooms}
    cards = {card for _, card in one.worth}
    if not one.worth or any(one.worth.get((spot, card)) != 1 for spot in spots for card in cards):
        return None
    unseen = odds.counted.unseen
    count = sum(card in cards for card in unseen)
    return count, len(unseen) - count, sum(rooms[spot] for spot in spots)


def _spelled(drawn: tuple[int, int, int] | None, value: int) -> str:
    """The share of deals with so many of a class in a place, as a hypergeometric term."""
    assert drawn is not None
    count, others, room = drawn
    return f"C({count},{value}) × C({others},{room - value}) / C({count + others},{room})"


def _draws(odds: Answering, event: Understood) -> list[str]:
    """One class in one place: a term for each number that fits."""
    if not isinstance(event, Limit) or (drawn := _drawn(odds, event.sum)) is None:
        return []
    count, others, room = drawn
    seen = event.sum.seen
    low = max(0, room - others, (event.least if event.least is not None else seen) - seen)
    high = min(count, room, (event.most if event.most is not None else seen + room) - seen)
    total = comb(count + others, room)
    lines = [
        f"{room} of the {count + others} unseen cards lie there. Of all {count + others}, {count} are such cards and {others} are not.",
    ]
    terms = [
        (value, Fraction(comb(count, value) * comb(others, room - value), total)) for value in range(low, high + 1)
    ]
    for value, chance in sorted(terms, key=lambda term: -term[1])[:_CASES]:
        lines.append(f"{value + seen}: {_spelled(drawn, value)} = {percent(chance)}")
    if len(terms) > _CASES:
        rest = sum(sorted((chance for _, chance in terms), reverse=True)[_CASES:], Fraction(0))
        lines.append(f"{len(terms) - _CASES} rarer numbers together: {percent(rest)}")
    return lines


# At least one of several


def _at_once(odds: Answering, event: Understood) -> list[str]:
    """Inclusion and exclusion: what is added and subtracted in turn."""
    try:
        terms = list_terms(odds.counted.cases[0], event, Work(MOST_WORK))
    except NotCounted:
        return []
    if not terms:
        return []
    lines = ["By inclusion and exclusion: add the chances of each, subtract those of each two at once, and so on."]
    for term in terms:
        sign = "+" if term.size % 2 else "−"
        what = "each alone" if term.size == 1 else f"{term.size} at once"
        share = Fraction(term.ways, odds.counted.total)
        lines.append(f"{sign} {what} ({counted(term.choices, 'case')}): {percent(share)}")
    return lines


# Everything else


def _open_cases(odds: Answering, event: Understood, exact: Fraction) -> list[str]:
    rooms = [room for room in odds.counted.cases[0].rooms.values() if room]
    shown = " × ".join(f"{room}!" for room in rooms)
    lines = [f"The {sum(rooms)} unseen cards can lie in {sum(rooms)}! / ({shown}) = {_big(odds.counted.total)} ways."]
    return [*lines, *_cases(odds, event, exact)]


def _prospects(odds: Answering) -> Iterator[str]:
    """What is known of the unseen cards."""
    try:
        cases = odds.counted.cases
    except NotCounted:
        return
    for kind in cases[0].kinds:
        cards = [card for unit in kind.units for card in unit]
        yield f"{_few(cards)}: {' or '.join(_places_of(kind, tuple(cases[0].rooms)))}"
    rooms = ", ".join(f"{place} {room}" for place, room in cases[0].rooms.items() if room)
    yield f"Unseen cards in each place: {rooms}."
    if len(cases) > 1:
        yield f"The card that was drawn out of sight can be one of {len(cases)}; the ways of each are added."
    if cases[0].weights:
        yield "Each way counts one over the number of discards that the bidder could choose from."


def _places_of(kind: Kind, order: tuple[str, ...]) -> tuple[str, ...]:
    named = {place for choice in kind.choices for place in choice}
    return tuple(place for place in order if place in kind.elsewhere or place in named)


def _few(cards: list[Card]) -> str:
    return format_cards(cards) if len(cards) <= 8 else f"{format_cards(cards[:6])} and {len(cards) - 6} more"


def _cases(odds: Answering, event: Understood, exact: Fraction) -> list[str]:
    """The largest cases that make up the answer."""
    limits = limits_of(event)
    if not exact:
        return ["No way is left."]
    try:
        counts = odds.cases(Goal(event, tuple(limit.sum for limit in limits)), Work(_WORK))
    except NotCounted:
        return [f"Counted card by card, {percent(exact)} of all ways agree; they are too many to list cases."]
    names = [limit.words.split(" <= ")[0].split(" >= ")[0].split(" = ")[0] for limit in limits]
    cases = sorted(counts.items(), key=lambda pair: -pair[1])
    lines = [
        f"{', '.join(f'{name}: {value}' for name, value in dict(zip(names, values, strict=True)).items())}: {percent(chance)}"
        for values, chance in cases[:_CASES]
    ]
    if len(cases) > _CASES:
        rest = sum((chance for _, chance in cases[_CASES:]), Fraction(0))
        lines.append(f"{len(cases) - _CASES:,} other cases together: {percent(rest)}")
    return lines


def _big(number: int) -> str:
    """A large number as people write it: 4.53 × 10^29."""
    digits = str(number)
    return f"{number:,}" if len(digits) < 10 else f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"
