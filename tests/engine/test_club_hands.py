"""The club player before the play: its calls, discards and trump; the readable rules and the kernel choose the same."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from bids import opening

import mam
from mam.engine.club import bidding, hand_sentences, hand_weights, hands
from mam.engine.club.hand_weights import (
    BID_FEATURES,
    HAND_FEATURES,
    find_hand_weights,
    parse_hand_weights,
    read_hand_file,
)
from mam.engine.club.moves import choose_move
from mam.engine.club.weights import DamagedWeights
from mam.games.registry import deal_for, make_round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players import get_player, rulebook_player
from mam.players.club import club_player, list_learned
from mam.rules.cards import Card, Color, NoTrump
from mam.rules.dealing import Deal
from mam.rules.editions import get_edition
from mam.rules.moves import Bid, Discard, NameTrump, Pass

EDITION = "make-a-million-1935"
RULES = get_edition(EDITION)
OPENING = opening(EDITION)
WEIGHTS = find_hand_weights(EDITION)
LEARNED = [edition for edition in mam.list_editions() if find_hand_weights(edition)]
COLORS = hands.list_colors(RULES)
STRONG = "R40 R30 R15 R11 R10 R9 R8 Y40 Y30 B40 TIGER BULL G40"
LONG = "R40 R30 R15 R11 R10 R9 R8 R7 R5 TIGER BULL Y1 B2"
WEAK = "R1 R2 R3 Y1 Y2 Y4 B1 B2 B4 B7 G1 G2 G4"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def prospect(hand: str, calls=(), seat="N"):
    return bidding.find_prospect(RULES, cards(hand), calls, seat, WEIGHTS)


def auction(seed: int, *calls) -> TrickRound:
    round = mam.start(EDITION, seed=seed, dealer="S")
    for call in calls:
        round = round.play(call)
    return round


def with_hand(text: str, *calls) -> TrickRound:
    """Return a round in which the next to call has this hand, after these calls."""
    round = auction(1, *calls)
    return replace(round, hands={**round.hands, round.turn: cards(text)})


# Hands


def test_a_strong_hand_is_worth_more_than_a_weak_one():
    strong, weak = prospect(STRONG), prospect(WEAK)
    assert strong.trump == Color.RED
    assert strong.by_hand - weak.by_hand > 100


def test_a_lone_low_card_is_discarded_to_make_a_void():
    hand = cards("R40 R30 R15 R11 R10 R9 R8 R7 Y40 Y30 Y8 B9 B4 G2 TIGER BULL")
    chosen = hands.choose_discard(hand, 3, COLORS, WEIGHTS.after_discard, COLORS)
    assert {*chosen} == {*cards("B4 B9 G2")}


def test_of_a_color_the_lowest_cards_are_discarded():
    hand = cards("R40 R30 R15 R11 R10 R9 R8 R7 R5 Y40 Y30 Y11 Y9 Y8 Y7 TIGER")
    assert {*hands.choose_discard(hand, 3, (Color.RED,), WEIGHTS.after_discard, COLORS)} == {*cards("Y7 Y8 Y9")}


def test_money_goes_only_when_number_cards_run_short():
    hand = cards("R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 B30 B15 B10 B5 B1")
    round = nest_round(hand)
    move = hands.choose_move(round, WEIGHTS)
    assert round.why_not(move) is None
    assert Card("B1") in move.cards


def nest_round(hand: tuple[Card, ...]) -> TrickRound:
    round = auction(1, Bid(OPENING), Pass(), Pass(), Pass())
    return replace(round, hands={**round.hands, round.turn: hand})


def test_trump_is_the_one_that_the_discard_was_planned_for():
    for seed in range(12):
        round = auction(seed, Bid(OPENING), Pass(), Pass(), Pass())
        round = round.play(choose_move(round))
        hand = round.hands[round.turn]
        trump = choose_move(round)
        assert trump == NameTrump(hands.rank_trumps(hand, COLORS, WEIGHTS.after_discard, COLORS)[0])


def test_a_trump_that_is_decided_is_kept_to():
    round = auction(3, Bid(OPENING), Pass(), Pass(), Pass())
    assert isinstance(choose_move(round, Color.GREEN), Discard)
    after = round.play(choose_move(round, Color.GREEN))
    assert choose_move(after, Color.GREEN) == NameTrump(Color.GREEN)


# Calls


def test_it_passes_a_weak_hand_and_bids_a_strong_one():
    calls = (Bid(200),)
    assert bidding.choose_call(with_hand(WEAK, *calls), WEIGHTS) == Pass()
    assert isinstance(bidding.choose_call(with_hand(LONG, *calls), WEIGHTS), Bid)


def test_it_opens_when_it_must():
    assert isinstance(bidding.choose_call(with_hand(WEAK), WEIGHTS), Bid)


def test_it_bids_higher_on_a_strong_hand():
    def limit(text: str) -> int:
        for bid in range(200, 520, 10):
            if (
                bidding.choose_call(with_hand(text, Bid(200), *[Bid(b) for b in ([bid] if bid > 200 else [])]), WEIGHTS)
                == Pass()
            ):
                return bid
        return 520

    assert limit(WEAK) < limit(LONG)


def test_calls_move_the_estimate():
    silent = prospect(STRONG)
    calls = [("N", Bid(OPENING)), ("E", Bid(200)), ("S", Pass()), ("W", Bid(230))]
    assert prospect(STRONG, calls).expected != silent.expected
    assert prospect(STRONG, calls).by_hand == silent.by_hand


def test_a_forced_opening_and_its_own_calls_say_nothing():
    assert bidding.describe_calls(RULES, [("S", Bid(OPENING))], "W") == (0,) * 8
    assert bidding.describe_calls(RULES, [("S", Bid(200))], "S") == (0,) * 8
    assert bidding.describe_calls(RULES, [("S", Bid(200)), ("W", Pass())], "N") == (
        *(210 - OPENING, 0, 0, 0, 0, 1),
        *(220 - OPENING, 0),
    )


def test_the_chance_to_make_a_bid_falls_as_the_bid_rises():
    chances = [prospect(STRONG).find_chance(bid) for bid in range(175, 520, 5)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.9


def test_situations():
    def name(*calls):
        return bidding.name_situation(RULES, calls, "N")

    assert name() == "nobody has bid"
    assert name(("S", Bid(OPENING)), ("W", Pass())) == "a partner is the high bidder"
    assert name(("S", Bid(OPENING)), ("W", Bid(OPENING + 10))) == "an opponent is the high bidder, partners may call"
    calls = ("N", Bid(OPENING)), ("E", Bid(OPENING + 10)), ("S", Pass()), ("W", Pass())
    assert name(*calls) == "an opponent is the high bidder, no partner may call"


def test_a_hand_is_worth_something_to_another_bidder():
    calls = [("W", Bid(195)), ("N", Pass()), ("E", Pass())]
    many_highs = cards("R40 R9 Y40 Y11 B40 B10 B7 B3 G40 G1 TIGER BULL BEAR")
    opponents = [
        bidding.find_others_prospect(RULES, hand, calls, "S", WEIGHTS.opponents) for hand in (many_highs, cards(WEAK))
    ]
    assert opponents[0].expected < opponents[1].expected - (100 << 6)  # they take much less against high cards
    partners = [
        bidding.find_others_prospect(RULES, hand, calls, "S", WEIGHTS.partners) for hand in (many_highs, cards(WEAK))
    ]
    assert partners[0].expected > partners[1].expected + (100 << 6)
    scores = [bidding.score_pass(RULES, hand, calls, "S", WEIGHTS) for hand in (many_highs, cards(WEAK))]
    assert scores[0] > 195 and scores[1] < 0  # a high bid that is set back is the opponents' loss
    assert bidding.score_pass(RULES, many_highs, [], "S", WEIGHTS) == 0  # nobody has bid


def test_high_cards_without_a_long_color_pass_and_wait():
    # South has all four 40s and the animals: a bid gains about 110 less than setting back the opponents' 195.
    round = mam.start(EDITION, seed=73, dealer="W")
    assert {*cards("R40 Y40 B40 G40 TIGER BULL BEAR")} < {*round.hands["S"]}
    while round.turn != "S":
        round = round.play(club_player(view(round, round.turn), Random(1)))
    assert bidding.choose_call(round, WEIGHTS) == Pass()
    calls = Bid(195), Pass(), Pass()
    assert isinstance(bidding.choose_call(with_hand(LONG, *calls), WEIGHTS), Bid)


STRONG_KINDS = ("R40 Y40 B40 G40", "R40 Y40 B40 G40 BULL BEAR TIGER", "BULL BEAR TIGER R40 R30 R15 R11 R9 R8")


@pytest.mark.parametrize("held", STRONG_KINDS)
def test_the_strongest_hands_do_not_bid_what_they_would_gain_by_a_pass(held):
    """Each bid of South against a pass at that call, in the deal as it is; everybody is a club player."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    gains = []
    for number in range(60):
        round = deal_with(held, number)
        while round.phase == "auction":
            move = club_player(view(round, round.turn), Random(1))
            if round.turn == "S" and isinstance(move, Bid) and Pass() in round.legal_moves:
                gains.append(gain_of(round.play(move)) - gain_of(round.play(Pass())))
                break
            if round.turn == "S":
                gains.append(0)
                break
            round = round.play(move)
    assert len(gains) > 40
    assert np.mean(gains) > -25  # it was -44 to -129 for the first two kinds, and 52 to 74 for the third


def deal_with(held: str, number: int) -> TrickRound:
    rng, hand = Random(f"{held}/{number}"), cards(held)
    rest = [card for card in RULES.pack if card not in hand]
    rest = sorted(rest, key=lambda card: (rng.random(), card.code))
    hands = [
        (*(hand if seat == "S" else ()), *[rest.pop() for _ in range(13 - len(hand) * (seat == "S"))])
        for seat in RULES.seats
    ]
    round = make_round(RULES, Deal(RULES.seats, "NESW"[number % 4], tuple(hands), tuple(rest)))
    assert isinstance(round, TrickRound)
    return round


def gain_of(round: TrickRound) -> int:
    """Return what North and South score more if club players finish the auction and the round."""
    from mam.engine.rollouts.continuation import Rollout, list_mask_cards
    from mam.engine.rollouts.worlds import draw_masks

    while round.phase == "auction":
        round = round.play(club_player(view(round, round.turn), Random(1)))
    end = Rollout(round, policy="club").run(draw_masks(round, list_mask_cards(RULES), 1, 0))
    captured, others = int(end.captured[0]), int(end.money.sum() - end.captured[0])
    gain = (captured if captured >= round.bid else -round.bid) - others
    return gain if round.bidder in "NS" else -gain


# The player


def test_it_chooses_by_its_view_only():
    """Moving hidden cards about changes nothing."""
    rng = Random(5)
    for seed in range(6):
        round = auction(seed, Bid(OPENING), Pass())
        hidden = [card for seat in ("E", "S", "W") for card in round.hands[seat]]
        rng.shuffle(hidden)
        shuffled_hands = {
            seat: tuple(hidden[index * 13 : index * 13 + 13]) for index, seat in enumerate(("E", "S", "W"))
        }
        changed_round = replace(round, hands={**round.hands, **shuffled_hands})
        assert club_player(view(round, "N"), Random(1)) == club_player(view(changed_round, "N"), Random(1))


def test_it_says_what_it_has_learned():
    assert list_learned(EDITION) == ("play", "hands")
    assert list_learned("sweven") == ("play",)
    assert list_learned("exact-tricks") == ()


@pytest.mark.parametrize("edition", ["make-a-million-1935-two", "anagrams", "exact-tricks"])
def test_where_it_has_learned_nothing_it_moves_like_the_rulebook_player(edition):
    round = mam.start(edition, seed=5)
    while round.actor is not None and len(round.history) < 8:
        move = club_player(view(round, round.actor), Random(1))
        assert move == rulebook_player(view(round, round.actor), Random(1))
        round = round.play(move)


def test_it_is_listed_among_the_players():
    assert get_player("club") is club_player


# The file


def test_weights_that_miss_something_are_refused():
    content = read_hand_file(EDITION)
    assert parse_hand_weights(EDITION, content) == WEIGHTS
    for change, message in (
        ({"kept": {**content["kept"], "Bear": 1.5}}, r"'Bear' in \[kept\] must be a whole number"),
        (
            {"opponents": {**content["opponents"], "hand": {}}},
            r"'side 40' in \[opponents.hand\] must be a whole number",
        ),
        ({"bids": {}}, r"'any bid' in \[bids.nobody has bid\] must be a whole number"),
        ({"own": {**content["own"], "spread": [1, 2]}}, r"'spread' in \[own\] must be 32 whole numbers"),
    ):
        with pytest.raises(DamagedWeights, match=f"club-hands-{EDITION}.toml: {message}"):
            parse_hand_weights(EDITION, content | change)


def test_options_are_bid_with_the_weights_of_their_edition():
    assert find_hand_weights(f"{EDITION}+short-game") == WEIGHTS


def test_every_row_has_a_weight_for_each_feature():
    rows = WEIGHTS.own.hand, WEIGHTS.partners.hand, WEIGHTS.opponents.hand, WEIGHTS.after_discard
    assert {len(row) for row in rows} == {len(HAND_FEATURES)}
    assert {len(row) for row in WEIGHTS.bids} == {len(BID_FEATURES)}


# The kernel


@pytest.mark.parametrize(
    ("edition", "trump"), [*((edition, None) for edition in LEARNED), ("manhattan", NoTrump.NO_COLOR)]
)
def test_the_kernel_discards_and_names_trump_as_the_readable_player_does(edition, trump):
    pytest.importorskip("numba")
    from mam.engine.rollouts.plan import make_plan
    from mam.engine.rollouts.playouts import make_spec, play_logged

    spec = make_spec(edition, seed=11, policy="club", trump=trump)
    for number, (played, _, _) in enumerate(play_logged(make_plan(spec), 0, 40 if edition == EDITION else 10)):
        for round, move in played.steps(spec, number):
            if round.phase in ("nest", "trump"):
                chosen = choose_move(view(round, round.actor).round, trump)
                if round.phase == "nest":
                    assert Counter(chosen.cards) == Counter(move.cards)
                else:
                    assert chosen == move


@pytest.mark.parametrize("edition", LEARNED)
def test_the_kernel_bids_as_the_readable_player_does(edition):
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from mam.engine.rollouts.plan import make_plan
    from mam.engine.rollouts.playouts import make_spec
    from mam.engine.tables import auction_kernel
    from mam.engine.tables import club_hands_kernel as kernel

    plan, rules = make_plan(make_spec(edition, seed=11, policy="club")), get_edition(edition)
    tables, persons = plan.club_hands, rules.persons
    state, call_features = np.zeros(kernel.AUCTION, np.int64), np.zeros(8, np.int64)
    amounts, features = np.zeros(16, np.int64), np.zeros((16, len(BID_FEATURES)), np.int64)
    for seed in range(40 if edition == EDITION else 12):
        dealer = seed % len(persons)
        round = make_round(rules, deal_for(rules, persons[dealer], Random(seed)))
        trumps, estimates = {}, np.zeros((len(persons), kernel.ESTIMATES), np.int64)
        for number, seat in enumerate(persons):
            cards, duplicates = make_masks(plan.cards, round.hands[seat])
            trumps[seat], _ = kernel.rank_trumps(tables, 0, cards, duplicates, plan.game.trumps)
            kernel.estimate_hand(tables, cards, duplicates, plan.game.trumps, estimates[number])
        auction_kernel.begin_auction(tables.auction, dealer, state)
        while round.phase == "auction":
            assert persons[state[kernel.CALLER]] == round.turn
            own_estimates = estimates[persons.index(round.turn)]
            amount = kernel.choose_call(tables, state, own_estimates, call_features, amounts, features)
            call = choose_move(view(round, round.turn).round)
            color = plan.trumps[trumps[round.turn]] if rules.auction.speaks_color else None
            assert call == (Bid(int(amount), color) if amount else Pass())
            auction_kernel.call(tables.auction, state, amount)
            round = round.play(call)
        assert state[kernel.CALLER] == -1
        assert (persons[state[kernel.HIGH_BIDDER]], state[kernel.HIGH_BID]) == (round.bidder, round.bid)


def make_masks(numbered: tuple[Card, ...], hand: Sequence[Card]) -> tuple[int, int]:
    """Return the masks of a hand: its cards, and those that it has twice."""
    cards = sum(1 << numbered.index(card) for card in {*hand})
    return cards, sum(1 << numbered.index(card) for card in {*hand} if hand.count(card) > 1)


def test_a_call_deviates_by_how_far_the_hand_is_from_one_that_calls_so() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from mam.engine.rollouts.plan import make_plan
    from mam.engine.rollouts.playouts import make_spec
    from mam.engine.tables import auction_kernel
    from mam.engine.tables import club_hands_kernel as kernel

    tables = make_plan(make_spec(EDITION, seed=11, policy="club")).club_hands
    features, considered = np.zeros((5, len(BID_FEATURES)), np.int64), np.zeros(5, np.int64)
    for amounts in (
        [OPENING, OPENING + 5, 0, 190, 200, 0, 0],
        [OPENING, 0, OPENING + 10, 230, 0, 0],
        [200, 0, 0, 0],
        [OPENING, 0, OPENING + 10, 0, 0],
    ):
        calls, size = np.array(amounts), len(amounts)
        callers, situations, high_bids = (np.zeros(size, np.int64) for _ in range(3))
        rows, gains = np.zeros((size, 8), np.int64), np.zeros((size, 2 * tables.money + 1), np.int64)
        kernel.tabulate_calls(tables, 1, calls, callers, rows, situations, high_bids, gains)
        assert situations[0] == -1  # the first must bid
        state = np.zeros(kernel.AUCTION, np.int64)
        auction_kernel.begin_auction(tables.auction, 1, state)
        for number, amount in enumerate(amounts):
            has_won = auction_kernel.has_won_auction(tables.auction, state)
            if number and not has_won:
                for other in ((150, 150), (300, 260), (100, 330)):  # what the hand is worth to other bidders
                    estimates = np.array([[own, *other] for own in range(0, 801, 20)])
                    chosen = [
                        kernel.choose_call(tables, state, row, rows[number], considered, features) for row in estimates
                    ]
                    one_call = [
                        column[number : number + 1] for column in (calls, callers, rows, situations, high_bids, gains)
                    ]
                    deviations = np.zeros(len(estimates), np.int64)
                    kernel.measure_calls(tables, callers[number], *one_call, True, estimates, deviations)
                    assert [deviation == 0 for deviation in deviations] == [(bid > 0) == (amount > 0) for bid in chosen]
            elif has_won:
                assert (situations[number] == -1) == (amount == 0)
            auction_kernel.call(tables.auction, state, amount)


@pytest.mark.parametrize("edition", LEARNED)
def test_auctions_by_the_thousand_end_as_those_of_the_players(edition):
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from mam.engine.rollouts.club_hand_tables import hold_club_auctions
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.engine.rollouts.worlds import Masks

    rules, weights = get_edition(edition), find_hand_weights(edition)
    numbered, dealer = list_mask_cards(rules), rules.persons[1]
    rounds = [
        make_round(rules, deal_for(rules, dealer, Random(seed))) for seed in range(20 if edition == EDITION else 8)
    ]
    masks = np.array(
        [[make_masks(numbered, place) for place in (*round.deal.hands, round.deal.nest)] for round in rounds]
    )
    hands, duplicates = masks[:, :, 0].copy(), masks[:, :, 1].copy()
    bidders, bids = hold_club_auctions(rules, weights, dealer, Masks(numbered, hands, duplicates))
    for round, bidder, bid in zip(rounds, bidders, bids, strict=True):
        while round.phase == "auction":
            round = round.play(choose_move(view(round, round.turn).round))
        assert (rules.seats[bidder], bid) == (round.bidder, round.bid)


def test_every_feature_of_a_hand_is_said_in_words() -> None:
    said = dict(zip(hand_weights.HAND_FEATURES, hand_sentences._HAND_PHRASES, strict=True))
    assert said["trump 40"] == "for the 40 of trumps" and said["1 trumps"] == "for 1 trump"
    assert said["side color of 0"] == "for each other color without a card" and said["Tiger"] == "for the Tiger"
    assert said["side 40, times its length"] == "for each 40 of another color, times the cards of that color"
    passed = dict(zip(hand_weights.HAND_FEATURES, hand_sentences._TRUMPLESS_PHRASES, strict=True))
    assert passed["side 40"] == "for each 40" and passed["side color of 0"] == "for each color without a card"
    assert passed["side 40, times its length"] == "for each 40, times the cards of its color"
