"""Fit the probabilities of calls and cards by which worlds are weighted, and measure what they say about unseen cards.

python tools/fit_inference.py ROUNDS --seed 1

At moments of rounds that different players played, worlds are drawn for the person to move. A weighting is better if it favors the
true deal more: its information is the logarithm of the true deal's weight over the mean weight, averaged over the moments (0: no
information).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import numpy as np

import mam
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.rollouts.call_model import find_deviations
from mam.engine.rollouts.club_hand_tables import measure_club_deviations
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.inference import measure_effective_size, mix_callers, mix_card_players
from mam.engine.rollouts.worlds import draw_masks
from mam.engine.tables.search_tree import SURPRISE_UNIT
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on
from mam.rules.dealing import derive_seed

WORLDS = 200
TEMPERATURE = 1400.0  # of the club player's scores
CALLS = (*product((5.0, 8.0, 12.0), (40.0, 60.0, 90.0), (0.2, 0.4, 0.8)), (1e9, 1e9, 1.0))
CARDS = (*product((0.06, 0.15, 0.25), (2.5, 3.15, 4.0), (0.3, 0.5, 0.7)), None)  # None: cards say nothing


def collect(
    edition: str, players: Sequence[str], rounds: int, seed: int
) -> Iterator[list[tuple[np.ndarray, np.ndarray]]]:
    """Yield for each moment how surprising calls and cards are in every setting: in the true deal, then in the worlds drawn."""
    weights = find_hand_weights(edition)
    assert weights is not None, "the club player has learned no bids there: tools/train_club_hands.py"
    for number in range(rounds):
        rng = Random(derive_seed(seed, "fit", number))
        start = mam.start(edition, seed=rng.getrandbits(32))
        persons = start.rules.persons
        player = get_player(players[number % len(players)])
        end = play_on(
            start, dict.fromkeys(persons, player), {person: Random(rng.getrandbits(32)) for person in persons}
        )
        moments = [
            round
            for round in (end.at(n) for n in range(len(end.history)))
            if isinstance(round, TrickRound) and round.phase == "play" and round.actor
        ]
        for round in rng.sample(moments, min(4, len(moments))):
            person = round.actor or ""
            seen_round = mam.view(round, person).round
            cards = list_mask_cards(round.rules)
            true_masks = draw_masks(round, cards, 1, 1)
            drawn_masks = draw_masks(seen_round, cards, WORLDS, rng.getrandbits(32))
            played = sum(seat != person for trick in (*round.tricks, round.trick) if trick for seat, _ in trick.plays)
            rows = []
            for masks in (true_masks, drawn_masks):
                by_rulebook = find_deviations(seen_round, person, masks)
                by_club = measure_club_deviations(seen_round, weights, person, masks)
                calls = [mix_callers(by_rulebook, by_club, *setting) for setting in CALLS]
                rulebook_cards, club_cards = (
                    Rollout(seen_round, person, policy=policy).measure_surprise(
                        masks, person, TEMPERATURE, SURPRISE_UNIT
                    )
                    / SURPRISE_UNIT
                    for policy in ("rulebook", "club")
                )
                surprises = [
                    mix_card_players(rulebook_cards.astype(np.int64), club_cards, played, *setting)
                    if setting
                    else np.zeros(len(masks))
                    for setting in CARDS
                ]
                rows.append((np.array(calls), np.array(surprises)))
            yield rows


def main() -> None:
    """Print the information of each setting: of `mix_callers` for calls, and of `mix_card_players` for cards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="make-a-million-1935")
    parser.add_argument("--players", default="rulebook,club,club,expert")
    arguments = parser.parse_args()
    start_time = time.process_time()
    moments = list(collect(arguments.edition, arguments.players.split(","), arguments.rounds, arguments.seed))
    print(f"{len(moments)} moments, {time.process_time() - start_time:.0f} s")
    results = []
    for (row, call), (index, card) in product(enumerate(CALLS), enumerate(CARDS)):
        information, sizes = [], []
        for (true_calls, true_cards), (calls, cards) in moments:
            weights = np.exp(-(calls[row] + cards[index]))
            truth = np.exp(-(true_calls[row] + true_cards[index]))[0]
            information.append(
                np.log(max(truth, 1e-30)) - np.log(max((weights.sum() + truth) / (len(weights) + 1), 1e-30))
            )
            sizes.append(measure_effective_size(np.maximum(weights, 1e-30)) / len(weights))
        standard_error = np.std(information) / len(information) ** 0.5
        results.append((np.mean(information), standard_error, call, card, np.mean(sizes)))
    for mean, standard_error, call, card, size in sorted(results, reverse=True)[:12]:
        print(f"calls {call}, cards {card}: {mean:.3f} (SE {standard_error:.3f}), effective size {size:.2f}")
    for mean, standard_error, call, card, size in results:
        if call[0] == 1e9 or card is None:
            print(f"  calls {call}, cards {card}: {mean:.3f} (SE {standard_error:.3f}), effective size {size:.2f}")


if __name__ == "__main__":
    main()
