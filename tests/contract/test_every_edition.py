"""What every round of every edition keeps, with every option and some pairs of them: rounds played at random."""

import pickle
from collections import Counter
from itertools import islice
from random import Random

import perft_tables
import pytest
from all_tables import TABLES
from misplay_tables import revoke
from walks import ALL, Combo, all_cards, choices_of, figures_by_oracle, name_of, rules_of, walk

import mam
from mam.games.registry import make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import NoTrump
from mam.rules.moves import BidTricks, CallCards, Draw, Exchange, Extend, Lay, Misdeal, Move, Stop, Vote
from mam.rules.rulings import all_rulings
from mam.rules.tricks import find_most_captured

ROUNDS, FEW, MANY = 6, 1, 1000


def check_end(round: Round) -> None:
    """What holds of every finished round."""
    result = round.result
    assert result is not None and round.is_over
    assert round.turn is None and round.actor is None and round.legal_moves == ()
    assert set(result.scores) == set(round.rules.accounts)
    rebuilt = make_round(round.rules, round.deal, round.history, round.carry)
    assert rebuilt == round and rebuilt.hands == round.hands and rebuilt.result == result
    if isinstance(round, TrickRound):
        check_tricks(round)


def check_tricks(round: TrickRound) -> None:
    """What holds of a finished round of tricks: nothing is lost, and the oracle settles it for the same."""
    result, rules = round.result, round.rules
    assert result is not None
    if round.misdealt or (round.bidder is None and not round.sealed):
        assert round.tricks == () and not any(result.scores.values()) and result.is_misdeal == bool(round.misdealt)
        return
    assert len(round.tricks) == round.hand_size and not any(round.hands.values())
    taken = sum(result.captured.values())
    if rules.scoring.method == "exact":
        assert taken == round.hand_size - sum(trick.winner is None for trick in round.tricks)
        assert round.is_final == (round.hand_size == 1)
    elif rules.scoring.method == "account":
        assert taken == mam.money_in(rules.pack) - mam.money_in(round.deal.stock)
        check_account(round)
    else:
        assert taken + result.nested - result.bull_gain + result.bear_loss == mam.money_in(rules.pack)
        assert min(result.captured.values()) >= 0
        assert taken <= find_most_captured(rules.pack, len(rules.seats), rules.tricks)
        assert result.nested == mam.money_in(round.nest) and mam.money_in(round.discarded or ()) >= result.nested - 40
    assert perft_tables.final_figures(round) == figures_by_oracle(round)


def check_account(round: TrickRound) -> None:
    """What waits in Sweven afterwards is the bidder's own, and it is either points or a bar."""
    result = round.result
    assert result is not None and round.bidder and round.bid is not None
    overtricks = result.captured[round.bidder] - round.bid
    carry = result.carry
    assert (carry.owner, carry.points) == ((round.bidder, overtricks) if overtricks > 0 else (None, 0))
    assert carry.barred == (round.bidder if overtricks < 0 else None)
    paid = round.carry.points if overtricks >= 0 and round.carry.owner == round.bidder else 0
    assert result.scores[round.bidder] == (round.bid + paid if overtricks >= 0 else 0)
    assert round.carry.barred != round.bidder


def check_rounds(combo: Combo, rounds: int) -> None:
    pack = Counter(rules_of(combo).pack)
    for seed in range(rounds):
        for place, round in enumerate(walk(combo, seed)):
            assert round.is_over == (round.turn is None)
            if place % 16 == 0 or round.is_over:
                assert all_cards(round) == pack
        check_end(round)


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 93)
def test_random_rounds(combo: Combo) -> None:
    sizes = any(option.startswith("hands-of-") for option in combo[1])
    check_rounds(combo, FEW if sizes or len(combo[1]) > 1 else ROUNDS)


@pytest.mark.long
@pytest.mark.parametrize("combo", ALL, ids=name_of)
def test_a_thousand_random_rounds(combo: Combo) -> None:
    check_rounds(combo, MANY)


def offers_no_limit(table: str) -> bool:
    try:
        mam.get_edition(f"{table}+unlimited-bids")
    except ValueError:
        return False
    return "unlimited-bids" not in table


# The verdict on a move


def some_moves(round: Round, rng: Random) -> list[Move]:
    """Moves of every kind, most of them out of place; cards from all over the pack."""
    pack = round.rules.pack

    def cards(count: int) -> list[mam.Card]:
        return [pack[int(rng.random() * len(pack))] for _ in range(count)]

    return [
        mam.Pass(),
        Misdeal(),
        mam.Bid(int(rng.random() * 600)),
        mam.Bid(170 + 5 * int(rng.random() * 50), mam.Color.RED),
        BidTricks(int(rng.random() * 15) - 1),
        Vote(True),
        mam.Discard(cards(3)),
        mam.Discard(cards(2)),
        mam.NameTrump(mam.Color.BLACK),
        mam.NameTrump(mam.Suit.HEARTS),
        mam.NameTrump(NoTrump.NO_COLOR),
        mam.NameTrump(NoTrump.TIGER_LOW),
        CallCards(cards(2)),
        Draw(),
        Stop(),
        Lay(cards(1)[0]),
        Extend(1, "MANY"),
        Extend(0, "A"),
        Exchange(),
        *map(mam.Play, cards(4)),
    ]


def check_refused(round: Round, move: Move, moves: tuple[Move, ...]) -> None:
    ruling = round.why_not(move)
    if ruling is None:
        assert move in moves, move
        return
    assert move not in moves
    assert ruling.id in all_rulings() and ruling.reason and ruling.reason == str(ruling).splitlines()[0]
    with pytest.raises(mam.IllegalMove) as caught:
        round.play(move)
    assert caught.value.ruling == ruling
    with pytest.raises(mam.IllegalMove):
        round.why(move)


def check_explained(round: Round, move: Move) -> None:
    assert round.why_not(move) is None and round.why_not(move, round.turn) is None
    rulings = round.why(move)
    assert rulings, move
    for ruling in rulings:
        assert ruling.id in all_rulings() and ruling.reason


def check_verdicts(combo: Combo, seed: int, step: int = 1) -> None:
    """Along one round: what is listed is legal and explained, what is not listed is refused, and the oracle agrees."""
    rng = Random(seed)
    for round in islice(walk(combo, seed), seed % step, None, step):
        moves = round.legal_moves
        assert bool(moves) != round.is_over and len(set(moves)) == len(moves)
        if isinstance(round, TrickRound) and round.phase == "play":
            assert Counter(str(move) for move in moves) == Counter({f"play {code}": 1 for code in choices_of(round)})
        for move in some_moves(round, rng)[int(rng.random() * 4) :: 4]:
            check_refused(round, move, moves)
        if moves:
            check_explained(round, moves[int(rng.random() * len(moves))])
            if (opponent := next((seat for seat in round.rules.seats if seat != round.turn), None)) is not None:
                verdict = round.why_not(moves[0], opponent)
                assert verdict is not None and verdict.id in all_rulings() and verdict.reason


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 42)
def test_every_move_is_judged_and_explained(combo: Combo) -> None:
    if combo[1]:  # an eighth of the positions, others for each combination
        check_verdicts(combo, 100 + ALL.index(combo), step=8)
    else:
        for seed in range(3):
            check_verdicts(combo, 100 + seed, step=3)


@pytest.mark.long
@pytest.mark.parametrize("combo", ALL, ids=name_of)
def test_every_move_of_many_rounds(combo: Combo) -> None:
    for seed in range(40):
        check_verdicts(combo, 200 + seed)


BIDDING = [name for name in TABLES if "auction" in getattr(mam.get_edition(name), "phases", ())]


@pytest.mark.parametrize("table", [f"{name}+unlimited-bids" for name in BIDDING if offers_no_limit(name)] + BIDDING)
@pytest.mark.sample(13, 138)
def test_D_G06_a_bid_is_among_the_moves_just_when_nothing_is_against_it(table: str) -> None:
    round, rng = mam.start(table, seed=5), Random(table)
    colors = (None, *mam.Color, NoTrump.NO_COLOR, NoTrump.TIGER_LOW)
    for _ in range(3):
        moves = round.legal_moves
        bids = [mam.Bid(amount, color) for amount in (0, 3, 200, 205, 526, 700, 701, 3000, 10**9) for color in colors]
        bids += [mam.Bid(int(rng.random() * 600), colors[int(rng.random() * len(colors))]) for _ in range(40)]
        for move in (*bids, mam.Pass(), Misdeal()):
            assert (move in moves) == (round.why_not(move) is None), move
        assert moves == tuple(moves) == pickle.loads(pickle.dumps(moves)) and "bid 200" not in moves
        view = mam.view(round, round.turn)
        assert view.legal_moves == moves and all((bid in view.legal_moves) == (bid in moves) for bid in bids)
        if round.phase != "auction" or len(moves) < 2:
            return
        round = round.play(next((bid for bid in bids if bid in moves and round.calls), moves[1]))


# What is printed


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(13, 13)
def test_what_is_printed_tells_of_the_last_move(combo: Combo) -> None:
    for place, round in enumerate(islice(walk(combo, 7), 0, None, 5)):
        seats = round.rules.persons
        for shown in (round, mam.view(round, seats[place % len(seats)])):
            text = " ".join(mam.describe_table(shown).split())
            dealt = "dealt" in text or "makes the first call" in text
            assert dealt == (not round.history), (place, text)
            assert "Ruling: " in text


def test_a_round_with_a_wrong_card_prints_too() -> None:
    table = revoke(3)
    text = mam.describe_table(table.round)
    assert "Ruling: " in text and "dealt" not in text
