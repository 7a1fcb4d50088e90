"""The club player: what its features say in small positions, and that the readable player and the kernel choose alike."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from parity_tables import plan_of, rounds_of

import mam
from mam.engine import strategy
from mam.engine.club import moves, weights
from mam.engine.club.features import EARLY_SITUATIONS, FEATURES, SITUATIONS
from mam.engine.club.play import choose_card, describe_cards, list_chances_of_none
from mam.engine.club.sentences import PHRASES, describe_weights
from mam.engine.club.weights import MAX_WEIGHT, ClubWeights, DamagedWeights, find_weights
from mam.engine.rollouts import plan as planning
from mam.engine.rollouts.club_tables import make_club_tables
from mam.engine.rollouts.plan import Plan
from mam.engine.tables.build import tabulate
from mam.engine.tables.club_kernel import choose_by_weights
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.rules.cards import Card, number_cards
from mam.rules.moves import Bid, Discard, NameTrump, Pass, Play

EDITION = "make-a-million-1935"
LEARNED = sorted(edition for edition in mam.list_editions() if find_weights(edition))
TABLES = (
    EDITION, "make-a-million-1935-three", "make-a-million-2004+no-trump+trump-break", "manhattan", "six", "eight",
    "silent-six", "silent-eight", "exact-tricks", "sweven",
)  # fmt: skip

# Who leads, what was played, the situation, a card, and all its features that are not 0. Red is trump; W is the bidder and
# has discarded R8, R9, R11, which the others have not seen. Chances are in 64ths.
ANIMALS = "N G40 G1 | E G2 B1 | S Y40 BEAR | W Y1 BULL"
BEAR_LAST = "N G40 G1 | E G2 B1 | S G3 BULL | W Y1 BEAR"
TRUMPS = "N R40 R1 TIGER | E R2 R3 G1 | S G40 G2 G3 | W Y1 Y2 BULL"
VOIDS = "N G1 G30 Y40 R2 | E R1 R3 Y1 B2 | S G2 G40 B1 Y3 | W G3 G4 Y2 R4"
W_LEADS = "N G1 G30 Y2 R2 | E R1 R3 Y1 B2 | S G2 G40 B1 Y3 | W G3 G4 Y40 R4"
POSITIONS = {
    "the Bull doubles partner's money": (
        TRUMPS, "R1 R2 G40", "bidder's side, last, your side winning, neither", "BULL",
        {"expected money": 80, "side takes": 64, "Bull": 1, "Bull doubles": 40},
    ),
    "a number card on partner's trick leaves 40": (
        TRUMPS, "R1 R2 G40", "bidder's side, last, your side winning, neither", "Y2",
        {"expected money": 40, "side takes": 64, "rank": 1, "master": 1, "length": 2},
    ),
    "the Bear saves 40": (
        BEAR_LAST, "G40 G2 G3", "bidder's side, last, others winning, neither", "BEAR", {"Bear": 1, "Bear saves": 40},
    ),
    "an opponent's 40 is lost": (
        BEAR_LAST, "G40 G2 G3", "bidder's side, last, others winning, neither", "Y1",
        {"expected money": -40, "master": 1, "length": 1, "single": 1},
    ),
    # Only the Tiger beats the 40 of trumps; five other trumps are unseen: two of E, and the nest.
    "a master trump": (
        TRUMPS, "", "opponent leads", "R40",
        {"expected money": 40, "side takes": 64, "holds": 64, "money": 40, "rank": 6, "master": 1, "master trump": 1,
         "master's money": 40, "trump": 1, "trump, trumps unseen": 5, "trump, trumps held": 3, "length": 3,
         "color unseen": 5, "captures early": 3},
    ),
    "the Tiger": (
        TRUMPS, "", "opponent leads", "TIGER",
        {"side takes": 64, "holds": 64, "rank": 7, "master": 1, "master trump": 1, "trump": 1, "trump, trumps unseen": 5,
         "trump, trumps held": 3, "length": 3, "color unseen": 5, "money kept": 40, "captures early": 3, "Tiger": 1},
    ),
    # Seven cards are unseen: W has two of them. Partner holds the trick unless W has no green (5/7) and a trump (5/7).
    "money for a trick that partner may lose": (
        ANIMALS, "G40 G2", "opponents, between, your side winning, neither", "Y40",
        {"expected money": -2, "side takes": 31, "money": 40, "money risked": 20, "rank": 1, "master": 1,
         "master's money": 40, "length": 1, "single": 1, "color unseen": 1},
    ),
    "the Bear on such a trick": (
        ANIMALS, "G40 G2", "opponents, between, your side winning, neither", "BEAR", {"side takes": 31, "Bear": 1, "Bear saves": 20},
    ),
    # E has shown to be out of green.
    "an opponent who is void can trump": (
        VOIDS, "G1 R1 G2 G3 Y1 Y3 Y2 Y40", "opponent leads", "G30",
        {"expected money": -7, "side takes": 24, "holds": 3, "partner beats": 45, "money": 30, "money risked": 18, "rank": 4,
         "higher unseen": 1, "length": 1, "single": 1, "single, to trump": 1, "color unseen": 2, "money to fall": 15,
         "opponents trump": 1, "captures early": 2},
    ),
    "a partner who is void": (
        W_LEADS, "G1 R1 G2 G3 Y1 Y3 Y40 Y2", "bidder leads", "G4",
        {"side takes": 20, "holds": 1, "partner beats": 38, "rank": 3, "higher unseen": 2, "length": 1, "single": 1,
         "single, to trump": 1, "color unseen": 2, "money to fall": 22, "partners void": 1, "captures early": 2},
    ),
    "the bidder knows the discards": (
        W_LEADS, "G1 R1 G2 G3 Y1 Y3 Y40 Y2", "bidder leads", "R4",
        {"side takes": 64, "holds": 64, "rank": 3, "master": 1, "master trump": 1, "trump": 1, "trump, trumps unseen": 2,
         "trump, trumps held": 1, "length": 1, "single": 1, "color unseen": 2, "captures early": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_features_of_a_position(name: str) -> None:
    hands, played, situation, card, features = POSITIONS[name]
    round = mam.make_position(EDITION, hands, "R", "N", bid=200, played=played)
    named, rows = describe_cards(round, _list_choices(round))
    described = dict(zip(FEATURES, rows[mam.parse_card(card)], strict=True))
    assert named == f"late, {situation}"  # three cards in hand
    assert {feature: value for feature, value in described.items() if value} == features


def test_a_situation_is_late_with_seven_cards_in_hand() -> None:
    round = mam.start(EDITION, seed=1)
    situations = dict[int, str]()
    while not round.is_over:
        if round.phase == "play":
            situations[len(round.hands[round.turn])], _ = describe_cards(round, _list_choices(round))
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))
    assert {size for size, situation in situations.items() if situation.startswith("late, ")} == {*range(1, 8)}
    assert {*situations} == {*range(1, 14)}


def test_every_feature_counts_in_a_position() -> None:
    assert {feature for *_, features in POSITIONS.values() for feature in features} == {*FEATURES}


def test_chances_of_none_are_hypergeometric() -> None:
    assert list_chances_of_none(7, 2)[1:3] == (round(4096 * 5 / 7), round(4096 * 10 / 21))
    assert list_chances_of_none(5, 0)[5] == 4096


# The readable player and the kernel


def _list_choices(round: TrickRound) -> list[Card]:
    return [move.card for move in round.legal_moves if isinstance(move, Play)]


def _use(monkeypatch: pytest.MonkeyPatch, learned: ClubWeights) -> None:
    """Let the kernel and the readable player use these weights in every edition."""
    for module in (planning, moves):
        monkeypatch.setattr(module, "find_weights", lambda edition: learned)


def _draw_weights(seed: int) -> ClubWeights:
    rows = np.random.default_rng(seed).integers(-99, 100, (len(SITUATIONS), len(FEATURES))).tolist()
    return ClubWeights("drawn", tuple(map(tuple, rows)))


def _decisions(plan: Plan, rounds: int) -> Iterator[tuple[TrickRound, Card]]:
    """The decisions with a choice in rounds that the kernel played: what the person to move sees, and the card."""
    for number, (played, _, _) in rounds_of(plan, rounds):
        for round, move in played.steps(plan.spec, number):
            if isinstance(move, Play):
                view_round = mam.view(round, round.actor).round
                if len({*_list_choices(view_round)}) > 1:
                    yield view_round, move.card


def _check_choices(table: str, rounds: int, learned: ClubWeights) -> int:
    count = 0
    for view_round, card in _decisions(plan_of.__wrapped__(table, "club", seed=3), rounds):
        assert choose_card(view_round, learned) == card, repr(view_round)
        count += 1
    return count


@pytest.mark.parametrize("table", TABLES)
def test_the_kernel_chooses_as_the_readable_player_by_any_weights(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = _draw_weights(len(table))
    _use(monkeypatch, learned)
    assert _check_choices(table, 3, learned) > 30


@pytest.mark.parametrize("edition", LEARNED)
def test_the_kernel_chooses_as_the_readable_player(edition: str) -> None:
    learned = find_weights(edition)
    assert learned is not None
    assert _check_choices(edition, 3, learned) > 30


@pytest.mark.long
@pytest.mark.parametrize("edition", LEARNED)
def test_a_hundred_thousand_decisions(edition: str) -> None:
    learned = find_weights(edition)
    assert learned is not None
    rounds = 2450 if edition == EDITION else 100
    assert _check_choices(edition, rounds, learned) > (100_000 if edition == EDITION else 1_500)


@pytest.mark.parametrize("table", TABLES)
def test_stored_features_are_the_readable_ones(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What training stores is what the readable player describes, and the card chosen is the one they weigh most."""
    learned = _draw_weights(1)
    _use(monkeypatch, learned)
    plan = plan_of.__wrapped__(table, "club", seed=4)
    rules = plan.spec.rules
    club = make_club_tables(rules.pack, plan.trumps, tuple(tabulate(rules, trump) for trump in plan.trumps), learned)
    for view_round, card in _decisions(plan, 1):
        situation, rows = describe_cards(view_round, _list_choices(view_round))
        features = np.zeros((64, len(FEATURES)), np.int32)
        scores = np.zeros(64, np.int64)
        chosen, count, number = choose_by_weights(club, plan.game, *_as_numbers(plan, view_round), scores, features)
        assert (plan.cards[chosen], SITUATIONS[number], count) == (card, situation, len(rows))
        assert list(map(tuple, features[:count].tolist())) == list(rows.values())
        assert scores[:count].tolist() == (features[:count].astype(np.int64) @ np.array(learned.play[number])).tolist()


def test_both_copies_of_a_card_in_the_discard_are_known() -> None:
    """The bidder of a game with two packs who discards a pair counts neither card as unseen."""
    learned, plan = _draw_weights(1), plan_of.__wrapped__("eight", "rulebook", seed=4)
    rules = plan.spec.rules
    club = make_club_tables(rules.pack, plan.trumps, tuple(tabulate(rules, trump) for trump in plan.trumps), learned)
    round = mam.start("eight", seed=2).play(Bid(350))
    while round.phase == "auction":
        round = round.play(Pass())
    numbers = [card for card in round.hands[round.turn] if card.is_number_card]
    pair = next(card for card in numbers if numbers.count(card) > 1)
    single = next(card for card in numbers if card != pair)
    for move in (Discard((pair, pair, single)), NameTrump(single.color)):
        round = round.play(move)
    seen_round, features = mam.view(round, round.turn).round, np.zeros((64, len(FEATURES)), np.int32)
    scores = np.zeros(64, np.int64)
    choose_by_weights(club, plan.game, *_as_numbers(plan, seen_round), scores, features)
    _, rows = describe_cards(seen_round, _list_choices(seen_round))
    assert list(map(tuple, features[: len(rows)].tolist())) == list(rows.values())


def _as_numbers(plan: Plan, round: TrickRound) -> tuple[object, ...]:
    """What the kernel knows of the trick, worked out from the cards played."""
    game, rules = plan.game, plan.spec.rules
    assert round.trick is not None and round.turn is not None and round.trump is not None
    seats, number = round.turn_order, {card: n for n, card in enumerate(number_cards(rules.pack))}
    trump = plan.trumps.index(round.trump)
    no_color = trump << 9 | game.colors << 6
    hands, duplicates, void_cards = (np.zeros(len(seats), np.int64) for _ in range(3))
    p, played_cards, played_duplicates = seats.index(round.turn), 0, 0
    for card in round.hands[round.turn]:
        bit = 1 << number[card]
        duplicates[p] |= hands[p] & bit
        hands[p] |= bit
    context = best = total = state = 0
    winner, best_card = -1, -1
    for trick in (*round.tricks, round.trick):
        context = no_color + 64 + (64 if played_cards & int(game.broken[trump]) == 0 else 0)
        best, best_card, winner, total, state = 1, -1, -1, 0, 0
        for seat, card in trick.plays:
            n, q = number[card], seats.index(seat)
            follow, fact = int(game.legal[context >> 4]), int(game.facts[context | n])
            void_cards[q] |= follow if context < no_color and not follow >> n & 1 else 0
            played_cards, played_duplicates = played_cards | 1 << n, played_duplicates | played_cards & 1 << n
            if fact & 1023 >= best:
                best, best_card, winner = fact & 1023, n, q
            total += fact
            context = int(game.fixes[context | n]) if context >= no_color else context
            state = int(game.transitions[state << 6 | n])
    bidder = round.bidder or round.deal.dealer
    side = {seats.index(seat) for seat in strategy.find_known_side(round, round.turn)}
    legal = sum(1 << number[card] for card in {*_list_choices(round)})
    discards = (round.discarded or ()) if round.turn == bidder else ()
    discard = sum(1 << number[card] for card in {*discards})
    discard_duplicates = sum(1 << number[card] for card in {*discards} if discards.count(card) > 1)
    return (
        trump, legal, hands, duplicates, void_cards, played_cards, played_duplicates, discard, discard_duplicates, p, len(round.trick.cards), context, best, best_card,
        int(winner in side), total, state, sum(1 << q for q in side), round.turn == bidder, int(seats.index(bidder) in side),
    )  # fmt: skip


# The files


@pytest.mark.parametrize("edition", LEARNED)
def test_a_file_has_every_weight_in_range(edition: str) -> None:
    learned = find_weights(edition)
    assert learned is not None and len(learned.play) == len(SITUATIONS)
    assert all(len(row) == len(FEATURES) and all(abs(weight) <= MAX_WEIGHT for weight in row) for row in learned.play)


def test_tables_of_the_largest_weights_fit_into_32_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's tables have 32 bits for a card's share, in which the readable sum must fit too."""
    largest = ClubWeights("largest", ((MAX_WEIGHT,) * len(FEATURES),) * len(SITUATIONS))
    _use(monkeypatch, largest)
    club = plan_of.__wrapped__("make-a-million-1935", "club", seed=3).club
    assert club is not None
    for scores in (club.card_scores, club.master_scores):
        assert 0 < scores.max() < 1 << 31 and scores.min() > -(1 << 31)
    assert _check_choices(EDITION, 2, largest) > 30


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"rank" =', '"ranks" =', "the feature 'rank' is missing or unknown"),
        ('[play."bidder leads"]', '[play."bidder lead"]', "the situation 'bidder lead' is missing or unknown"),
        ('"rank" = ', '"rank" = 0.5 #', "'rank' in 'bidder leads' must be a whole number up to 100000, not 0.5"),
        ('"rank" = ', '"rank" = 100001 #', "'rank' in 'bidder leads' must be a whole number up to 100000, not 100001"),
        ("[made]", "[made", "line 3: this is not valid TOML: "),
    ],
)
def test_a_damaged_file_is_named(
    before: str, after: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = weights.find_path(EDITION).read_text("utf-8")
    assert before in text
    monkeypatch.setattr(weights, "find_data_folder", lambda: tmp_path)
    path = weights.find_path(EDITION)
    path.parent.mkdir()
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(DamagedWeights, match=f"^club-{EDITION}.toml") as caught:
        weights.read_weights(EDITION)
    assert message in str(caught.value)


def test_weights_are_written_as_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "find_data_folder", lambda: tmp_path)
    drawn = ClubWeights(EDITION, _draw_weights(2).play)
    early = drawn.play[: len(EARLY_SITUATIONS)]
    same_late = ClubWeights(EDITION, (*early, *early))
    for learned in (drawn, same_late):
        weights.write_weights(learned, ["a command"], ["iteration 1"])
        assert weights.read_weights(EDITION) == learned
        is_late = [situation.startswith("late, ") for situation in weights.read_file(EDITION)["play"]]
        assert sum(is_late) == (len(early) if learned == drawn else 0)
    assert weights.read_file(EDITION)["made"] == {"commands": ["a command"], "iterations": ["iteration 1"]}
    find_weights.cache_clear()


def test_an_option_is_played_with_the_weights_of_its_edition() -> None:
    assert find_weights(f"{EDITION}+short-game") == find_weights(EDITION) is not None


# The sentences


def test_every_feature_has_its_phrase() -> None:
    assert [*PHRASES] == [*FEATURES]


@pytest.mark.parametrize("edition", LEARNED)
def test_sentences_say_every_situation(edition: str) -> None:
    lines = [*describe_weights(edition)]
    learned = find_weights(edition)
    assert learned is not None
    early, late = learned.play[: len(EARLY_SITUATIONS)], learned.play[len(EARLY_SITUATIONS) :]
    assert sum(line.startswith("When ") for line in lines) == sum(map(any, early))
    has_late_weights = early != late
    assert sum(line.startswith("With 7 cards or fewer in hand, when ") for line in lines) == has_late_weights * len(
        late
    )
    assert edition == "sweven" or all(map(any, learned.play))
    leads = [line for line in describe_weights(edition, "leads") if "leads, a card scores" in line]
    assert leads == [line for line in lines if "leads, a card scores" in line]


def test_where_nothing_was_learned_it_says_so() -> None:
    with pytest.raises(ValueError, match="learned nothing for anagrams, so it plays like the rulebook player"):
        list(describe_weights("anagrams"))
