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


def go_on(at: Table, rng: Random, wild: float) -> Table:
    """One more event that is no claim: any card held in so many cases, else one that the rules allow."""
    if at.phase == "choice":
        return at.choose("stop" if rng.random() < 0.1 else "play on", at.choosers[int(rng.random() * len(at.choosers))])
    if at.phase == "count":
        return at.score()
    if at.phase == "auction" and mam.Pass() in at.legal_moves and rng.random() < 0.6:
        return at.play(mam.Pass(), at.turn)
    return at.play(
        pick(rng, at.legal_moves if rng.random() < wild or at.phase == "amends" else at.round.legal_moves), at.turn
    )


def unnoticed(at: Table) -> list[Misplay]:
    return [misplay for misplay in at.misplays if not misplay.end]


def check(at: Table) -> None:
    round = at.round
    lying = [*(card for hand in round.hands.values() for card in hand), *round.played]
    assert Counter([*lying, *round.nest]) == Counter(at.rules.pack)
    for misplay in unnoticed(at):
        if misplay.is_lifted:  # its card is back in the hand
            continue
        assert round.history[misplay.step] == misplay.move
        if misplay.trick:
            trick = (*round.tricks, round.trick)[misplay.trick - 1]
            assert trick is not None and trick.plays[misplay.place - 1] == (
                misplay.seat,
                round.history[misplay.step].card,
            )
    assert (at.phase in ("choice", "count", "over")) == (at.turn is None) == (at.legal_moves == ())
    assert at.is_over == (at.actor is None) or at.phase == "count"
    assert sum(at.adjustments.values()) == sum(amount for _, amount in at.charges)


def check_end(at: Table) -> None:
    assert at.is_over and at.result is not None and set(at.result.scores) == set(at.rules.accounts)
    assert at.result.adjustments == at.adjustments and all(amount % 50 == 0 for amount in at.adjustments.values())
    again = replay_table(at.rules, at.round.deal, at.events)
    assert again == at and again.result == at.result and again.misplays == at.misplays and again.rulings == at.rulings
    assert again.round.hands == at.round.hands


def price(at: Table, fault: Misplay) -> int:
    """What a misplay found in time costs all who pay for it."""
    if fault.kind == "nest":
        return 100
    if fault.kind == "early lead" or fault.window == 1:
        return 0
    alone = len(at.rules.accounts) == 2 or fault.seat in (at.round.bidder, *at.rules.dummies) or at.rules.chosen
    return 50 if alone else 100


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_anything_laid_and_claimed_at_random_comes_to_an_end(edition: str, seed: int) -> None:
    rng = Random(seed)
    at, claims, wild = fresh(edition, seed), 12, rng.random() * 0.5
    while not at.is_over:
        may_claim = claims and not at.pending and at.phase in ("trump", "exchange", "play", "count")
        if may_claim and rng.random() < 0.15:
            claims -= 1
            open_ones = unnoticed(at)
            if open_ones and rng.random() < 0.8:
                at = at.notice(open_ones[int(rng.random() * len(open_ones))], by=at.rules.persons[0])
            elif at.round.tricks:
                at = at.claim(1 + int(rng.random() * len(at.round.tricks)))
            else:
                at = at.claim("nest")
        else:
            at = go_on(at, rng, wild)
        if at.rulings or rng.random() < 0.2:
            check(at)
        if rng.random() < 0.03:
            for person in at.rules.persons:
                seen = at.seen_by(person)
                assert seen.turn == at.round.turn and seen.tricks == at.round.tricks
    check_end(at)


@settings(max_examples=75, deadline=None)
@given(st.sampled_from(GAMES), seeds)
@example("make-a-million-1935-two", 138729)  # claims a lifted card whose trick has not been led to again
@example("make-a-million-1935-three", 28833)
def test_what_is_found_in_time_leaves_the_round_as_it_would_have_been_played(edition: str, seed: int) -> None:
    rng = Random(seed)
    at, wild, paid = fresh(edition, seed), 0.1 + rng.random() * 0.3, 0
    while not at.is_over:
        due = [misplay for misplay in unnoticed(at) if misplay.window == 2 or at.phase == "count" or rng.random() < 0.2]
        if at.phase == "trump" or (at.phase == "play" and not at.round.played):
            due = unnoticed(at)
        if due and at.phase in ("trump", "exchange", "play", "count"):
            paid += price(at, due[0])
            at = at.notice(due[0])
            if not due[0].is_lifted:
                assert at.must_correct and at.turn == due[0].seat and len(at.round.history) == due[0].step
        else:
            at = go_on(at, rng, wild)
            assert at.phase != "choice"
        if at.rulings:
            check(at)
    strict = TrickRound(at.rules, at.round.deal, at.round.history)
    assert strict.tricks == at.round.tricks and strict.result is not None and at.result is not None
    assert at.result.scores == strict.result.scores and at.result.captured == strict.captured
    assert -sum(at.adjustments.values()) == paid and not at.result.stopped
    check_end(at)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_who_plays_by_the_rules_has_no_misplay(edition: str, seed: int) -> None:
    rng, at = Random(seed), fresh(edition, seed)
    while not at.is_over:
        move = pick(rng, at.round.legal_moves) if at.phase != "count" else None
        assert move is None or (at.verdict(move) is None and at.why_not(move) is None)
        at = go_on(at, rng, 0.0)
    assert at.misplays == () and at.charges == () and at.result is not None
    strict = TrickRound(at.rules, at.round.deal, at.round.history)
    assert strict == at.round and strict.result is not None and strict.result.scores == at.result.scores


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_every_card_held_can_be_laid_and_the_wrong_ones_are_those_the_round_refuses(edition: str, seed: int) -> None:
    rng, at = Random(seed), fresh(edition, seed)
    while not at.is_over:
        if at.phase == "play" and not at.must_correct and at.turn:
            assert {str(move) for move in at.legal_moves} == {f"play {card}" for card in at.round.playable(at.turn)}
            for move in at.legal_moves:
                wrong = move not in at.round.legal_moves
                assert (at.verdict(move) is not None) == wrong and at.why_not(move) is None
                laid = at.play(move)
                assert (len(laid.misplays) > len(at.misplays)) == wrong and laid.events == (*at.events, str(move))
        at = go_on(at, rng, 0.3)
