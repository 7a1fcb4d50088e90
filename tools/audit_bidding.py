"""What the leaflets say of bidding: where auctions end, and where a beginner should stop."""

from collections.abc import Iterator
from functools import partial
from random import Random

import numpy as np
import pandas as pd
from audit_figures import Deals, Figure, mean, rules_of, spread

from mam.analysis.auctions import play_auctions
from mam.analysis.numbered_rounds import deal_number, run_numbers
from mam.games.trick_round import TrickRound
from mam.players import play_on
from mam.players.expert import ExpertPlayer
from mam.rules.auction import find_high_bid
from mam.rules.dealing import derive_seed

GAME, LATER = "make-a-million-1935", "make-a-million-2004"
CAPS = (175, 190, 200, 210, 220, 240, 260, 280, 300)
STRENGTHS = {
    "any hand": (0, 999),
    "weak": (0, 184),
    "fair": (185, 214),
    "strong": (215, 244),
    "very strong": (245, 999),
}
METHOD = {policy: f"the {policy} players' auction and play" for policy in ("rulebook", "club")}


def where_bids_end(rounds: int, searched: int, seed: int, workers: int) -> Iterator[Figure]:
    """The winning bid of rulebook players in two editions, of club players, and of expert players."""
    for policy, year, edition in (("rulebook", 1935, GAME), ("rulebook", 2004, LATER), ("club", 1935, GAME)):
        name, method = f"{policy} {year}", METHOD[policy]
        table = play_auctions(edition, rounds, seed=seed, policy=policy)
        yield from _ends(name, table["bid"].to_numpy(), method)
        yield mean("bids", f"{name}: bid made", table["made"].astype(float), "share", method)
        yield mean("bids", f"{name}: taken", table["taken"].astype(float), "thousand dollars", method)
        for amount in (220, 240, 260):
            enough = (table["taken"] >= amount).astype(float)
            yield mean("bids", f"{name}: takes {amount} or more", enough, "share", method)
        yield mean("highest", f"{name}: over 400", (table["taken"] > 400).astype(float), "share", method)
        highest = float(table["taken"].max())
        yield Figure("highest", f"{name}: the most seen", highest, 0, rounds, "thousand dollars", method)
    bids = np.array([*run_numbers(partial(_search_auction, seed), searched, workers)])
    yield from _ends("expert", bids, "expert players bid, 100 sampled deals a call")


def _ends(name: str, bids: np.ndarray, method: str) -> Iterator[Figure]:
    yield mean("bids", f"{name}: mean", bids, "thousand dollars", method)
    yield mean("bids", f"{name}: 220 to 260", ((bids >= 220) & (bids <= 260)).astype(float), "share", method)
    yield mean("bids", f"{name}: below 220", (bids < 220).astype(float), "share", method)
    yield mean("bids", f"{name}: above 260", (bids > 260).astype(float), "share", method)


def _search_auction(seed: int, number: int) -> int:
    dealt = deal_number(rules_of(GAME), seed, "searched", number)
    assert isinstance(dealt, TrickRound)
    players, persons = ExpertPlayer(worlds=100), dealt.rules.persons
    chances = {person: Random(derive_seed(seed, "chances", number, person)) for person in persons}
    round = play_on(dealt, dict.fromkeys(persons, players), chances, lambda round: round.phase != "auction")
    standing = find_high_bid(round.calls)
    assert standing is not None
    return standing[1].amount


def beginner(rounds: int, seed: int) -> pd.DataFrame:
    """What one person gains by going to an amount; all others bid like rulebook players, and all play like club players.

    `rule` is "goes" (on any hand, against passing) or "stops" (as far as the rulebook player, but no further, against no stop).
    """
    rules, person = rules_of(GAME), "W"
    parts = []
    for deals in spread(rules, rounds, seed, "club"):
        own_reach = deals.reach[:, rules.seats.index(person)].copy()
        passed, free = (_gains(deals, person, limits) for limits in (np.zeros_like(own_reach), own_reach))
        for cap in CAPS:
            goes = _gains(deals, person, np.full_like(own_reach, cap)) - passed
            stops = _gains(deals, person, np.minimum(own_reach, cap)) - free
            parts.append(pd.DataFrame({"amount": cap, "limit": own_reach, "goes": goes, "stops": stops}))
    table = pd.concat(parts)
    rows = []
    for strength, (low, high) in STRENGTHS.items():
        class_rows = table[table["limit"].between(low, high)]
        for rule in ("goes", "stops"):
            for cap, values in class_rows.groupby("amount")[rule]:
                standard_error = float(values.std(ddof=1) / np.sqrt(len(values)))
                rows.append((rule, strength, cap, float(values.mean()), standard_error, len(values)))
    return pd.DataFrame(rows, columns=["rule", "hand", "amount", "gain", "standard_error", "n"])


def _gains(deals: Deals, person: str, limits: np.ndarray) -> np.ndarray:
    """What the person's side gains in each deal by bidding up to these limits."""
    reach = deals.reach.copy()
    reach[:, deals.rules.seats.index(person)] = limits
    return deals.gains(*deals.bid(reach), person)
