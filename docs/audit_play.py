"""What the leaflets say of play, or change in it: the first lead, an open partner, the Bull and the Bear, the rare hands."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import comb
from random import Random

import numpy as np
import pandas as pd
from audit_bidding import GAME, LATER
from audit_figures import Array, Deals, Figure, mean, rules_of, spread

import mam
from mam.analysis.numbered_rounds import deal_number, run_numbers
from mam.analysis.outcomes import compare
from mam.analysis.probability import chances
from mam.engine import strategy
from mam.engine.rollouts.worlds import Masks
from mam.games.registry import make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players import play_on, rulebook_player
from mam.rules.cards import BEAR, BULL, Card
from mam.rules.dealing import Deal, derive_seed, seats_from, shuffled
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Move
from mam.support.data_files import find_data_folder

POLICY = "the same deals and bidders, all by the rulebook policy"
SAMPLER = "the same rulebook auctions, then all cards by a player that tries each in 60 sampled deals"
HOLDERS = ("bidder", "left of bidder", "partner", "right of bidder", "nest")
LEFT, BIDDER = "left of bidder", "bidder"


# The first lead


def first_lead(rounds: int, sampled: int, endings: int, seed: int, workers: int) -> Iterator[Figure]:
    """What the bidder's side takes more if the bidder leads first instead of the left neighbor."""
    rules = rules_of(GAME)
    own_lead = replace(rules, first_lead=BIDDER)
    more, bids_made = [], []
    for deals in spread(rules, rounds, seed):
        bidders, bids = deals.bid()
        own_lead_deals = Deals(own_lead, deals.dealer, len(bids), seed, deals.masks)
        first, second = deals.taken(bidders), own_lead_deals.taken(bidders)
        more.append(second - first)
        bids_made.append((second >= bids).astype(float) - (first >= bids))
    yield mean("lead", "rulebook: money", np.concatenate(more), "thousand dollars", POLICY)
    yield mean("lead", "rulebook: bid made", np.concatenate(bids_made), "share", POLICY)
    played = np.array([*run_numbers(partial(_play_both, rules, own_lead, seed), sampled, workers)])
    yield from _paired("lead", played)
    yield mean("animals", "sampling: one trick", played[:, 3], "share", SAMPLER)
    exact = np.array([*run_numbers(partial(_solve_both, seed), endings, workers)])
    how = "hands of 7 cards, all open, both sides at their best (solved exactly)"
    yield mean("lead", "solved: money", exact, "thousand dollars", how)
    yield mean("lead", "solved: other value", (exact != 0).astype(float), "share", how)


def _paired(claim: str, played: Array) -> Iterator[Figure]:
    """From rows of: money by the first rules, by the second, the bid."""
    first, second, bids = played[:, 0], played[:, 1], played[:, 2]
    yield mean(claim, "sampling: money", second - first, "thousand dollars", SAMPLER)
    yield mean(claim, "sampling: bid made", (second >= bids).astype(float) - (first >= bids), "share", SAMPLER)


def _sample(view: View[Round], rng: Random) -> Move:
    """The card that is best on average in sampled deals that the rulebook policy plays to their end."""
    move = compare(view, n=60, seed=int(rng.random() * 2**62)).best[0]
    assert isinstance(move, Move)
    return move


def _play_both(first: TrickGameRules, second: TrickGameRules, seed: int, number: int) -> tuple[int, int, int, bool]:
    """A deal played under both rules after the same beginning: what the bidder's side takes, the bid, whether both animals
    met (under the first rules).
    """
    persons = first.persons
    dealt = deal_number(first, seed, "played", number)
    chances_of = {person: Random(0) for person in persons}
    first_lead = play_on(
        dealt, dict.fromkeys(persons, rulebook_player), chances_of, lambda round: round.phase == "play"
    )
    taken, met = [], False
    for rules in (first, second):
        start = make_round(rules, dealt.deal, first_lead.history)
        chances_of = {person: Random(derive_seed(seed, "chances", number, person)) for person in persons}
        end = play_on(start, dict.fromkeys(persons, _sample), chances_of)
        assert isinstance(end, TrickRound) and end.bidder is not None
        taken.append(end.captured[end.side_of(end.bidder)])
        met = met or (rules is first and _meet(end))
    assert isinstance(first_lead, TrickRound) and first_lead.bid is not None
    return taken[0], taken[1], first_lead.bid, met


def _meet(round: TrickRound) -> bool:
    """Whether Bull and Bear fell to the same trick."""
    return any({BULL, BEAR} <= {*trick.cards} for trick in round.tricks)


def _solve_both(seed: int, number: int) -> int:
    """What the bidder's side takes more by leading itself, of seven cards each; the richest hand is the bidder's."""
    rules = rules_of(GAME)
    cards = shuffled(rules.pack, Random(derive_seed(seed, "endings", number)))
    hands = {seat: cards[7 * index : 7 * index + 7] for index, seat in enumerate(rules.seats)}
    worth = {(seat, trump): strategy.estimate_hand(hand, trump) for seat, hand in hands.items() for trump in mam.Color}
    bidder, trump = max(worth, key=worth.__getitem__)
    text = " | ".join(f"{seat} {' '.join(map(str, hand))}" for seat, hand in hands.items())
    left, later = (mam.solve(mam.make_position(edition, text, trump, bidder=bidder)).value for edition in (GAME, LATER))
    assert left is not None and later is not None
    return later - left


def open_partner(sampled: int, seed: int, workers: int) -> Iterator[Figure]:
    """What the bidder's side takes more in Manhattan because partner's hand lies open and the bidder plays it."""
    rules = rules_of("manhattan")
    played = np.array([*run_numbers(partial(_play_both, replace(rules, exposed=""), rules, seed), sampled, workers)])
    yield from _paired("open partner", played)


# Bull and Bear


def animals(rounds: int, sampled: int, replayed: int, seed: int, workers: int) -> tuple[list[Figure], pd.DataFrame]:
    """What the bidder's side takes by who was dealt the Bull, or the Bear: the card is put into every place in turn."""
    rules = rules_of(GAME)
    rows = []
    for animal in (BULL, BEAR):
        parts = [_by_holder(deals, animal) for deals in spread(rules, rounds, seed)]
        taken, is_made = (np.concatenate([part[index] for part in parts]) for index in (0, 1))
        opponents = taken[:, [1, 3]].mean(axis=1)
        for number, holder in enumerate(HOLDERS):
            money, off = (mean("", "", values, "", "") for values in (taken[:, number], taken[:, number] - opponents))
            share = float(is_made[:, number].mean())
            rows.append(
                (
                    str(animal),
                    holder,
                    money.estimate,
                    money.standard_error,
                    off.estimate,
                    off.standard_error,
                    share,
                    money.n,
                )
            )
    columns = ["card", "holder", "taken", "taken_standard_error", "against_opponents", "standard_error", "made", "n"]
    played = mam.play_out(GAME, replayed, seed=seed, policy="rulebook", threads=1)
    met = [float(_meet(played.round(row))) for row in range(replayed)]
    figures = [mean("animals", "rulebook: one trick", met, "share", "rounds by the rulebook policy, richest hand bids")]
    taken = np.array([*run_numbers(partial(_hold_bull, seed), sampled, workers)])
    opponents = taken[:, [1, 3]].mean(axis=1)
    for number, holder in enumerate(HOLDERS[:4]):
        figures.append(mean("bull", holder, taken[:, number] - opponents, "thousand dollars", SAMPLER))
    return figures, pd.DataFrame(rows, columns=columns)


def _hold_bull(seed: int, number: int) -> list[int]:
    """What the bidder's side takes with the Bull in each hand in turn, from the bidder's on."""
    rules = rules_of(GAME)
    dealt, persons = deal_number(rules, seed, "bull", number), rules.persons
    assert isinstance(dealt, TrickRound)
    players, still = dict.fromkeys(persons, rulebook_player), {person: Random(0) for person in persons}
    bid = play_on(dealt, players, still, lambda round: round.phase != "auction")
    taken = []
    for holder in seats_from(rules.seats, bid.bidder or ""):
        moved = make_round(rules, _give_bull(dealt.deal, holder), bid.history)
        first_lead = play_on(moved, players, still, lambda round: round.phase == "play")
        chances_of = {person: Random(derive_seed(seed, "chances", number, person)) for person in persons}
        end = play_on(first_lead, dict.fromkeys(persons, _sample), chances_of)
        assert isinstance(end, TrickRound)
        taken.append(end.captured[end.side_of(end.bidder or "")])
    return taken


def _give_bull(deal: Deal, holder: str) -> Deal:
    """The deal with the Bull in this hand, for its lowest number card."""
    if BULL in deal[holder]:
        return deal
    plain = min((card for card in deal[holder] if card.is_plain), key=lambda card: card.rank)
    swapped = {BULL: plain, plain: BULL}
    hands = tuple(tuple(swapped.get(card, card) for card in hand) for hand in deal.hands)
    return replace(deal, hands=hands, nest=tuple(swapped.get(card, card) for card in deal.nest))


def _by_holder(deals: Deals, animal: Card) -> tuple[Array, Array]:
    """For deals in which every place has a number card to give for it: the money, and whether the bid was made, by holder."""
    bidders, bids = deals.bid()
    seats, plain = (
        len(deals.rules.seats),
        np.int64(sum(1 << n for n, card in enumerate(deals.masks.cards) if card.is_plain)),
    )
    rows = ((deals.masks.held & plain) != 0).all(axis=1)
    bidders, bids, masks = bidders[rows], bids[rows], deals.masks[rows]
    taken = []
    for index in range(len(HOLDERS)):
        places = np.full(len(bidders), seats) if index == seats else (bidders + index) % seats
        moved = _move(masks, animal, places, plain)
        taken.append(Deals(deals.rules, deals.dealer, len(moved), 0, moved).taken(bidders))
    money = np.array(taken).T
    return money, money >= bids[:, None]


def _move(masks: Masks, animal: Card, places: Array, plain: np.int64) -> Masks:
    """The same deals with this card in these places, for a number card that goes where it was."""
    held, rows = masks.held.copy(), np.arange(len(places))
    bit = np.int64(1) << masks.cards.index(animal)
    bull_holder = np.argmax((held & bit) != 0, axis=1)
    plain_cards = held[rows, places] & plain
    given = plain_cards & -plain_cards  # the first of them
    stays = bull_holder == places
    swap = np.where(stays, 0, bit | given)
    held[rows, bull_holder] ^= swap
    held[rows, places] ^= swap
    return Masks(masks.cards, held, masks.duplicates)


# What is counted


def counted(rounds: int, seed: int) -> Iterator[Figure]:
    """Chances that follow from the pack alone, and the most that a round can bring."""
    exact = "counted exactly"
    ways = sum(comb(32, plain) * comb(23, 16 - plain) for plain in range(3))  # 32 of the 55 cards are plain
    yield Figure("short of number cards", "16 random cards", ways / comb(55, 16), 0, 0, "share", exact)
    nested = mam.play_out(GAME, rounds, seed=seed, policy="rulebook", threads=1).nested > 0
    how = "rounds by the rulebook policy, richest hand bids"
    yield mean("short of number cards", "rulebook bidders", nested.astype(float), "share", how)
    odds = chances(LATER)
    yield Figure("misdeal", "one hand", float(odds.chance("money N <= 15")), 0, 0, "share", exact)
    deals = Deals(rules_of(LATER), "N", rounds, seed)
    money = np.array([card.money for card in deals.masks.cards])
    least = (deals.masks.counts()[:, :4] * money).sum(axis=2).min(axis=1)
    yield mean("misdeal", "any of four hands", (least <= 15).astype(float), "share", "random deals")
    yield Figure("silent partner", "six players: one holds both", 16 / 84, 0, 0, "share", exact)
    yield Figure("silent partner", "eight players: fewer than three", 1 - 78 / 90 * 65 / 89, 0, 0, "share", exact)
    for name in ("four", "six", "eight"):
        record = mam.read_record(find_data_folder() / "records" / f"most-money-{name}.toml")
        end = record.rounds()[-1]
        assert isinstance(end, TrickRound)
        most = float(max(end.captured.values()))
        yield Figure(
            "highest", f"{name} players", most, 0, 0, "thousand dollars", "a round that shows it, judged by the rules"
        )
