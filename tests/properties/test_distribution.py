"""`worlds` draws from the model it names. Every deal and discard that agrees with the view is listed here by trying all
of them with the oracle's rules, each weighing one over the number of legal discards; thousands of samples must agree.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import sqrt
from random import Random

import oracle
from positions import SEATS, position
from tables import play

import mam
from mam.games.trick_round import TrickRound

SAMPLES, FEWER = 2_000, 1_000
Outcome = tuple[tuple[str, ...], ...]  # the four hands as dealt, the nest, the discards


def codes(cards: tuple[mam.Card, ...] | list[str]) -> tuple[str, ...]:
    return tuple(sorted(card if isinstance(card, str) else card.code for card in cards))


def dealings(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to deal these cards to places of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        undealt = [card for card in cards if card not in first]
        for dealing in dealings(undealt, sizes[1:]):
            yield [first, *dealing]


def replays(round: TrickRound, hands: dict[str, list[str]]) -> bool:
    """Whether these hands (discard already out) could have played the cards of this round."""
    trump = round.trump.value if round.trump else ""
    left = {seat: list(hand) for seat, hand in hands.items()}
    for trick in (*round.tricks, round.trick):
        table: list[str] = []
        for seat, card in trick.plays if trick else ():
            if card.code not in left[seat] or card.code not in oracle.legal(left[seat], table, trump):
                return False
            left[seat].remove(card.code)
            table.append(card.code)
    return True


def model(round: TrickRound, person: str) -> dict[Outcome, Fraction]:
    """The chance of every full deal and discard, given all that this person has seen."""
    own_hand, bidder = list(codes(round.deal[person])), round.bidder
    other_seats = [seat for seat in SEATS if seat != person]
    played = {
        seat: [card.code for trick in (*round.tricks, round.trick) if trick for s, card in trick.plays if s == seat]
        for seat in SEATS
    }
    must = {seat: set(played[seat]) for seat in other_seats if seat != bidder}
    nest_seen = codes(round.deal.nest) if person == bidder else ()
    shown = codes(round.discarded) if round.discarded and any(card.money for card in round.discarded) else ()
    free = [card.code for card in round.rules.pack if card.code not in own_hand and card.code not in nest_seen]
    size = round.rules.hand_size
    sizes = [size, size, size] if nest_seen else [size, size, size, 3]
    weights: dict[Outcome, Fraction] = {}
    for dealt in dealings(free, sizes):
        hands = {person: own_hand, **{seat: list(cards) for seat, cards in zip(other_seats, dealt, strict=False)}}
        nest = list(nest_seen) or list(dealt[3])
        if any(not must[seat] <= set(hands[seat]) for seat in must):
            continue
        if bidder is None or round.discarded is None:
            weights[outcome(hands, nest, ())] = Fraction(1)
            continue
        if person == bidder:
            legal = [frozenset(codes(round.discarded))]
        else:
            sixteen = hands[bidder] + nest
            if not {*played[bidder], *shown} <= set(sixteen):
                continue
            legal = oracle.discards(sixteen)
        for cards in legal:
            money = any(oracle.money(card) for card in cards)
            if person != bidder and (codes(list(cards)) != shown if shown else money):
                continue
            after = {**hands, bidder: [card for card in hands[bidder] + nest if card not in cards]}
            if replays(round, after):
                weights[outcome(hands, nest, codes(list(cards)))] = Fraction(1, len(legal))
    total = sum(weights.values())
    return {event: weight / total for event, weight in weights.items()}


def outcome(hands: dict[str, list[str]], nest: list[str], out: tuple[str, ...]) -> Outcome:
    return (*(codes(hands[seat]) for seat in SEATS), codes(nest), out)


def agree(chances: dict[object, Fraction], counts: Counter[object], samples: int) -> None:
    """Every frequency within five standard errors, and nothing that cannot be."""
    assert set(counts) <= set(chances)
    for event, chance in chances.items():
        expected = float(chance) * samples
        if expected < 20:
            continue  # too rare for an error in the usual sense
        assert abs(counts[event] - expected) <= 5 * sqrt(expected * (1 - float(chance))) + 1e-6, (
            event,
            counts[event],
            expected,
        )


def gather(chances: dict[Outcome, Fraction], list_events: object) -> dict[object, Fraction]:
    distribution: dict[object, Fraction] = {}
    for dealing, chance in chances.items():
        for key in list_events(dealing):  # type: ignore[operator]
            distribution[key] = distribution.get(key, Fraction(0)) + chance
    return distribution


def places(dealing: Outcome) -> list[object]:
    """Each card with each place it lies in: in a hand as dealt, in the nest, or among the discards."""
    return [(place, card) for place, cards in enumerate(dealing) for card in cards]


def after_discard(dealing: Outcome) -> list[object]:
    """What the four hands and the nest hold after the discard, as one event."""
    hands, out = dealing[:4], dealing[5]
    return [(*(tuple(card for card in hand if card not in out) for hand in hands), out)]


def check(round: TrickRound, person: str, seed: int, min_count: int, max_count: int, samples: int = SAMPLES) -> None:
    chances = model(round, person)
    assert min_count <= len(chances) <= max_count, len(chances)
    assert (
        outcome(
            {seat: list(codes(round.deal[seat])) for seat in SEATS},
            list(codes(round.deal.nest)),
            codes(round.discarded or ()),
        )
        in chances
    )
    raw: Counter[Outcome] = Counter()
    for world in islice(mam.worlds(mam.view(round, person), Random(seed)), samples):
        raw[
            tuple(
                tuple([card.code for card in cards])
                for cards in (*world.deal.hands, world.deal.nest, world.discarded or ())
            )
        ] += 1
    drawn = {tuple(tuple(sorted(cards)) for cards in dealing): count for dealing, count in raw.items()}
    assert set(drawn) <= set(chances)
    for list_events in (places, after_discard, lambda dealing: [dealing]):
        counts: Counter[object] = Counter()
        for dealing, count in drawn.items():
            for key in list_events(dealing):
                counts[key] += count
        agree(gather(chances, list_events), counts, samples)


def test_before_the_auction_ends() -> None:
    round = position(
        "N R1 R9 | E R2 R8 | S TIGER BULL | W R40 R11", trump="B", lead="N", nest="Y1 Y2 BEAR", discards="Y1 Y2 R11"
    )
    check(TrickRound(round.rules, round.deal, round.history[:2]), "N", 1, 7560, 7560, FEWER)


def test_a_hidden_discard_weighs_the_bidders_plain_cards() -> None:
    round = position(
        "N Y1 R9 | E R2 R40 | S R3 B40 | W R15 R11", trump="B", lead="N", nest="Y40 B1 B2", discards="B1 B2 R11"
    )
    assert round.bidder == "W"
    check(play(round, "R9, R2, R3"), "N", 2, 100, 4000)


def test_a_void_bars_the_color() -> None:
    round = position("N Y1 R9 | E Y2 Y40 | S B3 R4 | W Y15 R11", trump="B", lead="N", played="Y1, Y2, R4, Y15")
    check(round, "N", 3, 100, 4000)


def test_trumps_led_and_not_followed_bar_the_tiger_too() -> None:
    round = position("N B1 B9 | E B2 B8 | S R3 Y40 | W B15 TIGER", trump="B", lead="N", played="B1, B2, R3, B15")
    check(round, "N", 4, 50, 4000, FEWER)


def test_a_bull_lead_proves_the_rest() -> None:
    round = position("N BULL BEAR | E R40 Y3 | S R2 Y1 | W Y40 B5", trump="B", lead="N")
    check(play(round, "BULL, R40"), "S", 5, 20, 4000)


def test_a_forced_discard_that_was_shown() -> None:
    round = position(
        "N R1 Y1 | E R2 Y2 | S R3 TIGER | W R40 R15",
        trump="R",
        lead="N",
        nest="R30 Y30 B30",
        discards="R30 Y30 B30",
        played="R1, R2, R3",
    )
    assert round.bidder == "W"
    check(round, "N", 6, 20, 4000)


def test_a_forced_discard_with_one_plain_card() -> None:
    round = position(
        "N R1 Y1 | E R2 Y2 | S R3 TIGER | W R40 R15",
        trump="R",
        lead="N",
        nest="R30 Y30 B3",
        discards="R30 Y30 B3",
        played="R1, R2",
    )
    check(round, "E", 7, 20, 4000, FEWER)


def test_the_bidder_knows_the_nest() -> None:
    round = position("N Y1 R9 B7 | E Y2 Y40 B9 | S B3 B40 R4 | W Y15 R11 R15", trump="B", lead="N", played="Y1, Y2")
    check(round, "W", 8, 50, 2000, FEWER)
