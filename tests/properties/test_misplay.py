"""Tables at random: anything held is laid, anything claimed; no card is lost, the round ends, and what is corrected is legal."""

from collections import Counter
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

import mam
from mam.games.trick_round import TrickRound
from mam.misplay import Misplay, Table, replay_table

GAMES = ("make-a-million-1935", "make-a-million-1935-three", "make-a-million-1935-two", "manhattan")
seeds = st.integers(0, 2**32)


def fresh(edition: str, seed: int) -> Table:
    options = ["offender-pays"] if edition.endswith("three") and seed % 2 else []
    round = mam.start(edition, seed, options=options)
    assert isinstance(round, TrickRound)
    return Table(round)


def pick(rng: Random, moves: tuple[mam.rules.moves.Move, ...]) -> mam.rules.moves.Move:
    return moves[int(rng.random() * len(moves))]


def go_on(moment: Table, rng: Random, wild: float) -> Table:
    """One more event that is no claim: any card held in so many cases, else one that the rules allow."""
    if moment.phase == "choice":
        return moment.choose(
            "stop" if rng.random() < 0.1 else "play on", moment.choosers[int(rng.random() * len(moment.choosers))]
        )
    if moment.phase == "count":
        return moment.score()
    if moment.phase == "auction" and mam.Pass() in moment.legal_moves and rng.random() < 0.6:
        return moment.play(mam.Pass(), moment.turn)
    return moment.play(
        pick(rng, moment.legal_moves if rng.random() < wild or moment.phase == "amends" else moment.round.legal_moves),
        moment.turn,
    )


def unnoticed(moment: Table) -> list[Misplay]:
    return [misplay for misplay in moment.misplays if not misplay.end]


def check(moment: Table) -> None:
    round = moment.round
    lying = [*(card for hand in round.hands.values() for card in hand), *round.played]
    assert Counter([*lying, *round.nest]) == Counter(moment.rules.pack)
    for misplay in unnoticed(moment):
        if misplay.is_lifted:  # its card is back in the hand
            continue
        assert round.history[misplay.step] == misplay.move
        if misplay.trick:
            trick = (*round.tricks, round.trick)[misplay.trick - 1]
            assert trick is not None and trick.plays[misplay.place - 1] == (
                misplay.seat,
                round.history[misplay.step].card,
            )
    assert (moment.phase in ("choice", "count", "over")) == (moment.turn is None) == (moment.legal_moves == ())
    assert moment.is_over == (moment.actor is None) or moment.phase == "count"
    assert sum(moment.adjustments.values()) == sum(amount for _, amount in moment.charges)


def check_end(moment: Table) -> None:
    assert moment.is_over and moment.result is not None and set(moment.result.scores) == set(moment.rules.accounts)
    assert moment.result.adjustments == moment.adjustments and all(
        amount % 50 == 0 for amount in moment.adjustments.values()
    )
    replayed = replay_table(moment.rules, moment.round.deal, moment.events)
    assert (
        replayed == moment
        and replayed.result == moment.result
        and replayed.misplays == moment.misplays
        and replayed.rulings == moment.rulings
    )
    assert replayed.round.hands == moment.round.hands


def price(moment: Table, fault: Misplay) -> int:
    """What a misplay found in time costs all who pay for it."""
    if fault.kind == "nest":
        return 100
    if fault.kind == "early lead" or fault.window == 1:
        return 0
    alone = (
        len(moment.rules.accounts) == 2
        or fault.seat in (moment.round.bidder, *moment.rules.dummies)
        or moment.rules.chosen
    )
    return 50 if alone else 100


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_anything_laid_and_claimed_at_random_comes_to_an_end(edition: str, seed: int) -> None:
    rng = Random(seed)
    moment, claims, wild = fresh(edition, seed), 12, rng.random() * 0.5
    while not moment.is_over:
        may_claim = claims and not moment.pending and moment.phase in ("trump", "exchange", "play", "count")
        if may_claim and rng.random() < 0.15:
            claims -= 1
            open_ones = unnoticed(moment)
            if open_ones and rng.random() < 0.8:
                moment = moment.notice(open_ones[int(rng.random() * len(open_ones))], by=moment.rules.persons[0])
            elif moment.round.tricks:
                moment = moment.claim(1 + int(rng.random() * len(moment.round.tricks)))
            else:
                moment = moment.claim("nest")
        else:
            moment = go_on(moment, rng, wild)
        if moment.rulings or rng.random() < 0.2:
            check(moment)
        if rng.random() < 0.03:
            for person in moment.rules.persons:
                view_round = moment.seen_by(person)
                assert view_round.turn == moment.round.turn and view_round.tricks == moment.round.tricks
    check_end(moment)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES), seeds)
@example("make-a-million-1935-two", 138729)  # claims a lifted card whose trick has not been led to again
@example("make-a-million-1935-three", 28833)
def test_what_is_found_in_time_leaves_the_round_as_it_would_have_been_played(edition: str, seed: int) -> None:
    rng = Random(seed)
    moment, wild, paid = fresh(edition, seed), 0.1 + rng.random() * 0.3, 0
    while not moment.is_over:
        due = [
            misplay
            for misplay in unnoticed(moment)
            if misplay.window == 2 or moment.phase == "count" or rng.random() < 0.2
        ]
        if moment.phase == "trump" or (moment.phase == "play" and not moment.round.played):
            due = unnoticed(moment)
        if due and moment.phase in ("trump", "exchange", "play", "count"):
            paid += price(moment, due[0])
            moment = moment.notice(due[0])
            if not due[0].is_lifted:
                assert moment.must_correct and moment.turn == due[0].seat and len(moment.round.history) == due[0].step
        else:
            moment = go_on(moment, rng, wild)
            assert moment.phase != "choice"
        if moment.rulings:
            check(moment)
    strict = TrickRound(moment.rules, moment.round.deal, moment.round.history)
    assert strict.tricks == moment.round.tricks and strict.result is not None and moment.result is not None
    assert moment.result.scores == strict.result.scores and moment.result.captured == strict.captured
    assert -sum(moment.adjustments.values()) == paid and not moment.result.stopped
    check_end(moment)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_who_plays_by_the_rules_has_no_misplay(edition: str, seed: int) -> None:
    rng, moment = Random(seed), fresh(edition, seed)
    while not moment.is_over:
        move = pick(rng, moment.round.legal_moves) if moment.phase != "count" else None
        assert move is None or (moment.verdict(move) is None and moment.why_not(move) is None)
        moment = go_on(moment, rng, 0.0)
    assert moment.misplays == () and moment.charges == () and moment.result is not None
    strict = TrickRound(moment.rules, moment.round.deal, moment.round.history)
    assert strict == moment.round and strict.result is not None and strict.result.scores == moment.result.scores


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_every_card_held_can_be_laid_and_the_wrong_ones_are_those_the_round_refuses(edition: str, seed: int) -> None:
    rng, moment = Random(seed), fresh(edition, seed)
    while not moment.is_over:
        if moment.phase == "play" and not moment.must_correct and moment.turn:
            assert {str(move) for move in moment.legal_moves} == {
                f"play {card}" for card in moment.round.playable(moment.turn)
            }
            for move in moment.legal_moves:
                wrong = move not in moment.round.legal_moves
                assert (moment.verdict(move) is not None) == wrong and moment.why_not(move) is None
                laid = moment.play(move)
                assert (len(laid.misplays) > len(moment.misplays)) == wrong and laid.events == (
                    *moment.events,
                    str(move),
                )
        moment = go_on(moment, rng, 0.3)
