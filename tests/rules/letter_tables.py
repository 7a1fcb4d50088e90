"""Positions for the two games of letters: small packs dealt by hand, and checks of a verdict from every side."""

from collections import Counter
from dataclasses import replace
from itertools import islice, permutations
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import TypeVar

import pytest

import mam
from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.registry import make_round
from mam.games.round import Round
from mam.rules.cards import UNSEEN, Card, sort_hand
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet, get_edition
from mam.rules.moves import Draw, Extend, Lay, Move, Pass, Play, Stop

R = TypeVar("R", bound=RuleSet)
G = TypeVar("G", bound=Round)


def cards(letters: str) -> tuple[Card, ...]:
    """One card for each letter; a question mark is an unseen one."""
    return tuple(Card("??") if letter == "?" else Card(letter) for letter in letters if letter != " ")


def small(rules: R, *hands: str, stock: str = "", **facts: object) -> R:
    """The rules for a table at which just these cards are in play."""
    seats = tuple("ABCDEFGHIJ"[: len(hands)])
    pack = sort_hand(cards("".join(hands) + stock))
    names = MappingProxyType({seat: seat for seat in seats})
    return replace(rules, seats=seats, seat_names=names, pack=pack, hand_size=len(cards(hands[0])), **facts)  # type: ignore[arg-type]


def deal(
    edition: str, *hands: str, stock: str = "", dealer: str = "", options: tuple[str, ...] = (), **facts: object
) -> Round:
    """A round in which A, B, C … hold these letters, and A begins unless another dealer is named."""
    rules = small(get_edition(edition, options), *hands, stock=stock, **facts)
    dealt = Deal(rules.seats, dealer or rules.seats[-1], tuple(map(cards, hands)), stock=cards(stock))
    return make_round(rules, dealt)


def move(text: str) -> Move:
    """A move of these games from its notation; a letter alone is played."""
    match text.split():
        case ["draw"]:
            return Draw()
        case ["stop"]:
            return Stop()
        case ["pass"]:
            return Pass()
        case ["lay", letter]:
            return Lay(Card(letter))
        case ["word", line, word]:
            return Extend(int(line), word)
        case [letter]:
            return Play(Card(letter))
    raise ValueError(text)


def play(round: G, moves: str) -> G:
    """The round after these moves, commas between, each checked by the engine."""
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(move(text))
    return round


def legal(round: Round) -> list[str]:
    return [str(each).removeprefix("play ") for each in round.legal_moves]


def assert_legal(round: G, text: str, *rule_ids: str) -> G:
    """The move is legal from every side, and these rules are among those it cites; gives the round after it."""
    made = move(text)
    assert round.why_not(made) is None and round.why_not(made, round.turn) is None
    assert made in round.legal_moves
    cited = [ruling.id for ruling in round.why(made)]
    assert set(rule_ids) <= set(cited), cited
    return round.play(made)


def assert_refused(round: Round, text: str, rule_id: str, *phrases: str, seat: str | None = None) -> mam.Ruling:
    """The move is illegal from every side, by this rule, with these words in the reason."""
    made = move(text)
    verdict = round.why_not(made, seat)
    assert verdict is not None, f"{made} was accepted"
    assert verdict.id == rule_id, verdict
    for words in phrases:
        assert words in verdict.reason
    if seat in (None, round.turn):
        assert made not in round.legal_moves
    with pytest.raises(mam.IllegalMove) as caught:
        round.play(made, seat)
    assert caught.value.ruling == verdict
    return verdict


def because(round: Round, text: str) -> dict[str, str]:
    """What a legal move cites: rule ids with the sentence on this position."""
    return {ruling.id: ruling.reason for ruling in round.why(move(text))}


# How often each world is drawn


def check_chances(round: Anagrams | Millionaire, person: str) -> None:
    """The worlds of this person's view are drawn as often as there are ways to deal them."""
    seen = round.seen_by(person)
    chances = count_worlds(seen, person)
    assert round.deal in chances and len(chances) > 1
    samples, total = 4_000, sum(chances.values())
    drawn = Counter(world.deal for world in islice(seen._draw_worlds(Random(5)), samples))
    assert set(drawn) <= set(chances)
    for dealt, ways in chances.items():
        expected = samples * ways / total
        if expected >= 20:
            assert abs(drawn[dealt] - expected) <= 5 * sqrt(expected), (dealt, drawn[dealt], expected)


def count_worlds(seen: Anagrams | Millionaire, person: str) -> dict[Deal, int]:
    """Every full deal that agrees with this view, with the number of ways to place its cards: by trying all of them."""
    known = Counter(card for card in seen.deal.cards if card != UNSEEN)
    loose = list((Counter(seen.rules.pack) - known).elements())
    counts: Counter[Deal] = Counter()
    for order in set(permutations(loose)):  # each stands for equally many ways
        given = iter(order)
        hands = tuple(tuple(next(given) if c == UNSEEN else c for c in hand) for hand in seen.deal.hands)
        stock = tuple(next(given) if card == UNSEEN else card for card in seen.deal.stock)
        counts[replace(seen.deal, hands=hands, stock=stock)] += 1
    return {each: ways for each, ways in counts.items() if agrees(seen, each, person)}


def agrees(seen: Anagrams | Millionaire, dealt: Deal, person: str) -> bool:
    """Whether the same moves are legal with these cards and look the same to this person."""
    try:
        return type(seen)(seen.rules, dealt, seen.history).seen_by(person) == seen  # type: ignore[arg-type]
    except mam.IllegalMove:
        return False
