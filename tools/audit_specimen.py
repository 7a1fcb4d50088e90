"""The specimen deal of the 1935 Supplement: what each person could know at the bids it comments on."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random

import numpy as np
import pandas as pd
from audit_figures import Array, Figure

import mam
from mam.engine.rollouts.call_model import find_deviations
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.evaluation import Evaluator
from mam.engine.rollouts.scores import find_advantage, score_results
from mam.engine.rollouts.worlds import MaskDrawer
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on
from mam.rules.auction import find_high_bid
from mam.support.data_files import find_data_folder

BOLDER = 45  # how far beyond the rulebook player's limit these people bid, about
HEARD = {"nothing": None, "rulebook players": 0, "bolder players": BOLDER}
_TRIES = 25  # worlds drawn for each that is kept: those that depart least from the calls


@dataclass(frozen=True)
class Moment:
    """This number of moves made; who speaks, with which trump in mind; the amounts looked at; what the leaflet says."""

    name: str
    step: int
    person: str
    trump: str
    amounts: tuple[int, ...]
    leaflet: str


MOMENTS = (
    Moment("South opens", 0, "S", "G", (175, 200, 220, 240), "bid up to 200"),
    Moment("East speaks", 3, "E", "Y", (220,), "passes"),
    Moment("South again", 4, "S", "G", (220,), "220 is not wholly justified"),
    Moment("West's last bid", 8, "W", "R", (250, 260, 280), "250 is the limit"),
    Moment("North's last bid", 9, "N", "B", (260, 280, 300), "260 or more"),
)


def _final() -> TrickRound:
    last = mam.read_record(find_data_folder() / "records" / "specimen.toml").rounds()[-1]
    assert isinstance(last, TrickRound)
    return last


def specimen(worlds: int, seed: int) -> pd.DataFrame:
    """The chance of making each amount, and what having the bid for it gains against leaving it to whoever holds it.

    South, who must open, is asked instead what going to the amount gains against 175 and no more. Gains are in thousands of dollars.
    """
    last, rows = _final(), []
    for moment in MOMENTS:
        round = mam.view(last.at(moment.step), moment.person).round
        for heard, boldness in HEARD.items():
            if boldness is not None and moment.step == 0:
                continue  # nobody has called yet
            evaluator = _make_evaluator(round, moment.person, worlds, seed, boldness)
            for amount in moment.amounts:
                bids_made, gain = _try_amount(evaluator, moment, amount)
                chance = bids_made.mean()
                mean_gain, standard_error = gain.mean(), gain.std(ddof=1) / sqrt(worlds)
                chance_standard_error = sqrt(chance * (1 - chance) / worlds)
                rows.append(
                    (
                        moment.name,
                        heard,
                        amount,
                        chance,
                        chance_standard_error,
                        mean_gain,
                        standard_error,
                        worlds,
                        moment.leaflet,
                    )
                )
    columns = ["moment", "heard", "amount", "chance", "chance_standard_error", "gain", "standard_error", "n", "leaflet"]
    return pd.DataFrame(rows, columns=columns)


def _make_evaluator(round: TrickRound, person: str, worlds: int, seed: int, boldness: int | None) -> Evaluator:
    """Worlds as the person may think them, those in which the calls are the likeliest."""
    tries = 1 if boldness is None else _TRIES
    masks = MaskDrawer(round, list_mask_cards(round.rules)).draw(tries * worlds, seed)
    if boldness is not None:
        masks = masks[np.argsort(find_deviations(round, person, masks, boldness), kind="stable")[:worlds]]
    return Evaluator(round, person, masks, "club", seed)


def _try_amount(evaluator: Evaluator, moment: Moment, amount: int) -> tuple[Array, Array]:
    """Whether the amount is made in each world, and what it gains."""
    round, person, trump = evaluator.round, moment.person, mam.Color(moment.trump)
    end = evaluator.run_as_bidder(person, trump)
    is_made = end.captured >= amount
    highest = find_high_bid(round.calls)
    if highest is None:
        return is_made, evaluator.find_gains_of_bidding_to(amount, trump) - evaluator.find_gains_of_bidding_to(
            moment.amounts[0], trump
        )
    holder, bid = highest
    advantage = find_advantage(round, score_results(round, end, person, amount), person)
    return is_made, advantage - find_advantage(
        round, score_results(round, evaluator.run_as_bidder(holder), holder, bid.amount), person
    )


def play_specimen() -> Iterator[Figure]:
    """What the players make of the specimen deal: after the printed nest and trump, and if West had had the bid."""
    last = _final()
    start = next(last.at(step) for step in range(len(last.history)) if last.at(step).phase == "play")
    bid = last.at(9)
    for policy in ("rulebook", "club"):
        how = f"the printed cards, played by {policy} players"
        end = play_on(start, dict.fromkeys("NESW", get_player(policy)), {seat: Random(1) for seat in "NESW"})
        name = f"{policy}: North-South take with North's bid"
        yield Figure("specimen", name, end.captured["N-S"], 0, 1, "thousand dollars", how)
        evaluator = Evaluator(bid, "W", MaskDrawer(bid, list_mask_cards(bid.rules)).draw(1, 1), policy)
        west = evaluator.run_as_bidder("W", mam.Color.RED)
        money = int((west.money * west.allies).sum())
        yield Figure("specimen", f"{policy}: East-West take with West's bid, Red", money, 0, 1, "thousand dollars", how)
