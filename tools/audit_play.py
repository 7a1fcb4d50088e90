"""What the leaflets say of play, or change in it: the first lead, an open partner, the Bull and the Bear, the rare hands."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import comb
from random import Random
from typing import Final

import numpy as np
import pandas as pd
from audit_bidding import GAME, LATER
from audit_figures import Array, Deals, Figure, mean, rules_of, spread

import mam
from mam.analysis.numbered_rounds import deal_number, run_numbers
from mam.analysis.probability import chances
from mam.engine import strategy
from mam.engine.rollouts.worlds import Masks
from mam.games.registry import make_round
from mam.games.trick_round import TrickRound
from mam.players import play_on, rulebook_player
from mam.players.expert import ExpertPlayer
from mam.rules.cards import BEAR, BULL, Card
from mam.rules.dealing import derive_seed, shuffle
from mam.rules.editions import TrickGameRules
from mam.support.data_files import find_data_folder

POLICIES = ("rulebook", "club")
METHOD = {policy: f"the same deals and bidders; {policy} players play" for policy in POLICIES}
RICHEST = {policy: f"rounds of {policy} players, richest hand bids" for policy in POLICIES}
HOLDERS = ("bidder", "left of bidder", "partner", "right of bidder", "nest")
LEFT: Final = "left of bidder"
BIDDER: Final = "bidder"


# The first lead


def first_lead(rounds: int, endings: int, seed: int, workers: int) -> Iterator[Figure]:
    """What the bidder's side takes more if the bidder leads first instead of the left neighbor."""
    rules = rules_of(GAME)
    for policy in POLICIES:
        yield from _compare_rules("lead", rules, replace(rules, first_lead=BIDDER), rounds, seed, policy)
    exact = np.array([*run_numbers(partial(_solve_both, seed), endings, workers)])
    how = "hands of 7 cards, all open, both sides at their best (solved exactly)"
    yield mean("lead", "solved: money", exact, "thousand dollars", how)
    yield mean("lead", "solved: other value", (exact != 0).astype(float), "share", how)


def _compare_rules(
    claim: str, first: TrickGameRules, second: TrickGameRules, rounds: int, seed: int, policy: str
) -> Iterator[Figure]:
    """What the bidder's side takes more, and how much more often it makes the bid, by the second rules than by the first."""
    extra_money, bids_made = [], []
    for deals in spread(first, rounds, seed, policy):
        bidders, bids = deals.bid()
        by_first = deals.count_taken(bidders)
        by_second = Deals(second, deals.dealer, len(bids), seed, deals.masks, policy).count_taken(bidders)
        extra_money.append(by_second - by_first)
        bids_made.append((by_second >= bids).astype(float) - (by_first >= bids))
    yield mean(claim, f"{policy}: money", np.concatenate(extra_money), "thousand dollars", METHOD[policy])
    yield mean(claim, f"{policy}: bid made", np.concatenate(bids_made), "share", METHOD[policy])


def _meet(round: TrickRound) -> bool:
    """Whether Bull and Bear fell to the same trick."""
    return any({BULL, BEAR} <= {*trick.cards} for trick in round.tricks)


def _solve_both(seed: int, number: int) -> int:
    """What the bidder's side takes more by leading itself, of seven cards each; the richest hand is the bidder's."""
    rules = rules_of(GAME)
    cards = shuffle(rules.pack, Random(derive_seed(seed, "endings", number)))
    hands = {seat: cards[7 * index : 7 * index + 7] for index, seat in enumerate(rules.seats)}
    worth = {(seat, trump): strategy.estimate_hand(hand, trump) for seat, hand in hands.items() for trump in mam.Color}
    bidder, trump = max(worth, key=worth.__getitem__)
    text = " | ".join(f"{seat} {' '.join(map(str, hand))}" for seat, hand in hands.items())
    left, later = (mam.solve(mam.make_position(edition, text, trump, bidder=bidder)).value for edition in (GAME, LATER))
    assert left is not None and later is not None
    return later - left


def open_partner(searched: int, seed: int, workers: int) -> Iterator[Figure]:
    """What the bidder's side takes more in Manhattan because partner's hand lies open and the bidder plays it.

    Of expert players: rulebook and club players do not use what they see of it.
    """
    rules = rules_of("manhattan")
    play_both = partial(_play_both, replace(rules, exposed=""), rules, seed)
    hidden, exposed, bids = np.array([*run_numbers(play_both, searched, workers)]).T
    how = "the same deals and rulebook auctions; expert players play, 40 sampled deals a card"
    yield mean("open partner", "expert: money", exposed - hidden, "thousand dollars", how)
    bids_made = (exposed >= bids).astype(float) - (hidden >= bids)
    yield mean("open partner", "expert: bid made", bids_made, "share", how)


def _play_both(first: TrickGameRules, second: TrickGameRules, seed: int, number: int) -> tuple[int, int, int]:
    """A deal played under both rules after the same beginning: what the bidder's side takes by each, and the bid."""
    persons = first.persons
    dealt = deal_number(first, seed, "played", number)
    rngs = {person: Random(0) for person in persons}
    first_lead = play_on(dealt, dict.fromkeys(persons, rulebook_player), rngs, lambda round: round.phase == "play")
    captures = []
    for rules in (first, second):
        start = make_round(rules, dealt.deal, first_lead.history)
        rngs = {person: Random(derive_seed(seed, "chances", number, person)) for person in persons}
        end = play_on(start, dict.fromkeys(persons, ExpertPlayer(worlds=40)), rngs)
        assert isinstance(end, TrickRound) and end.bidder is not None
        captures.append(end.captured[end.side_of(end.bidder)])
    assert isinstance(first_lead, TrickRound) and first_lead.bid is not None
    return captures[0], captures[1], first_lead.bid


# Bull and Bear


def animals(rounds: int, replayed: int, seed: int) -> tuple[list[Figure], pd.DataFrame]:
    """What the bidder's side takes by who was dealt the Bull, or the Bear: the card is put into every place in turn."""
    rules = rules_of(GAME)
    rows, figures = [], []
    for policy in POLICIES:
        for animal in (BULL, BEAR):
            parts = [_by_holder(deals, animal) for deals in spread(rules, rounds, seed, policy)]
            taken, is_made = (np.concatenate([part[index] for part in parts]) for index in (0, 1))
            opponents_taken = taken[:, [1, 3]].mean(axis=1)
            for number, holder in enumerate(HOLDERS):
                money = mean("", "", taken[:, number], "", "")
                difference = mean("", "", taken[:, number] - opponents_taken, "", "")
                rows.append(
                    (
                        policy,
                        str(animal),
                        holder,
                        money.estimate,
                        money.standard_error,
                        difference.estimate,
                        difference.standard_error,
                        float(is_made[:, number].mean()),
                        money.n,
                    )
                )
        played = mam.play_out(GAME, replayed, seed=seed, policy=policy, threads=1)
        met = [float(_meet(played.round(row))) for row in range(replayed)]
        figures.append(mean("animals", f"{policy}: one trick", met, "share", RICHEST[policy]))
    columns = ["players", "card", "holder", "taken", "taken_standard_error", "against_opponents", "standard_error"]
    return figures, pd.DataFrame(rows, columns=[*columns, "made", "n"])


def _by_holder(deals: Deals, animal: Card) -> tuple[Array, Array]:
    """For deals in which every place has a number card to give for it: the money, and whether the bid was made, by holder."""
    bidders, bids = deals.bid()
    seats, numbers = (
        len(deals.rules.seats),
        np.int64(sum(1 << n for n, card in enumerate(deals.masks.cards) if card.is_number_card)),
    )
    rows = ((deals.masks.contents & numbers) != 0).all(axis=1)
    bidders, bids, masks = bidders[rows], bids[rows], deals.masks[rows]
    captures = []
    for index in range(len(HOLDERS)):
        places = np.full(len(bidders), seats) if index == seats else (bidders + index) % seats
        moved_masks = _move(masks, animal, places, numbers)
        captures.append(
            Deals(deals.rules, deals.dealer, len(moved_masks), 0, moved_masks, deals.policy).count_taken(bidders)
        )
    money = np.array(captures).T
    return money, money >= bids[:, None]


def _move(masks: Masks, animal: Card, places: Array, numbers: np.int64) -> Masks:
    """The same deals with this card in these places, for a number card that goes where it was."""
    contents, rows = masks.contents.copy(), np.arange(len(places))
    bit = np.int64(1) << masks.cards.index(animal)
    previous_places = np.argmax((contents & bit) != 0, axis=1)
    exchangeable_cards = contents[rows, places] & numbers
    exchanged_card = exchangeable_cards & -exchangeable_cards  # the first of them
    is_there = previous_places == places
    swap = np.where(is_there, 0, bit | exchanged_card)
    contents[rows, previous_places] ^= swap
    contents[rows, places] ^= swap
    return Masks(masks.cards, contents, masks.duplicates)


# What is counted


def count_pack(rounds: int, seed: int) -> Iterator[Figure]:
    """Chances that follow from the pack alone, and the most that a round can bring."""
    exact = "counted exactly"
    ways = sum(comb(32, n) * comb(23, 16 - n) for n in range(3))  # 32 of the 55 cards are number cards
    yield Figure("short of number cards", "16 random cards", ways / comb(55, 16), 0, 0, "share", exact)
    for policy in POLICIES:
        nested = mam.play_out(GAME, rounds, seed=seed, policy=policy, threads=1).nested > 0
        yield mean("short of number cards", f"{policy} bidders", nested.astype(float), "share", RICHEST[policy])
    odds = chances(LATER)
    yield Figure("misdeal", "one hand", float(odds.chance("money N <= 15")), 0, 0, "share", exact)
    deals = Deals(rules_of(LATER), "N", rounds, seed)
    money = np.array([card.money for card in deals.masks.cards])
    poorest_hands = (deals.masks.counts()[:, :4] * money).sum(axis=2).min(axis=1)
    yield mean("misdeal", "any of four hands", (poorest_hands <= 15).astype(float), "share", "random deals")
    yield Figure("silent partner", "six players: one holds both", 16 / 84, 0, 0, "share", exact)
    yield Figure("silent partner", "eight players: fewer than three", 1 - 78 / 90 * 65 / 89, 0, 0, "share", exact)
    for name in ("four", "six", "eight"):
        record = mam.read_record(find_data_folder() / "records" / f"most-money-{name}.toml")
        end = record.rounds()[-1]
        assert isinstance(end, TrickRound)
        highest = float(max(end.captured.values()))
        yield Figure(
            "highest",
            f"{name} players",
            highest,
            0,
            0,
            "thousand dollars",
            "a round that shows it, judged by the rules",
        )
