"""Matches of every edition, with every option and some pairs of them, played to their end."""

from itertools import pairwise
from random import Random

import pytest
from walks import ALL, Combo, name_of, rules_of, totals_of

import mam
from mam.games.match import Match
from mam.games.registry import deal_for
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_short
from mam.rules.auction import find_min_bid
from mam.rules.dealing import derive_seed, find_next_seat
from mam.rules.moves import Misdeal, Move

MOST_ROUNDS = 150


def simple(match: Match, rng: Random) -> Move:
    """A quick move: low bids and passes, a plain discard, otherwise the first legal one or a random one."""
    round = match.round
    if isinstance(round, TrickRound) and round.phase == "auction":
        if rng.random() < 0.2 and Misdeal() in round.legal_moves:
            return Misdeal()
        min_amount = find_min_bid(round.calls, round.rules.auction)
        bid = mam.Bid(min_amount, mam.Color.RED if round.rules.auction.speaks_color else None)
        first, second = (bid, mam.Pass()) if rng.random() < 0.3 else (mam.Pass(), bid)
        return first if first in round.legal_moves else second
    candidates = list(round._candidates())
    start = int(rng.random() * len(candidates))
    for move in (*candidates[start:], *candidates[:start]):
        if round._reason_against(move) is None:
            return move
    raise AssertionError("no legal move")


def played_out(combo: Combo, seed: int, dealer: str | None = None) -> Match:
    match = mam.start_match(combo[0], seed, options=combo[1], dealer=dealer)
    rng = Random(seed)
    while not match.is_over and len(match.finished) < MOST_ROUNDS:
        match = match.play(simple(match, rng))
    return match


def check_deals(match: Match) -> None:
    """Each deal is that of the match's seed and the number of the round, whatever the rounds before came to."""
    for number, round in enumerate(match.finished):
        rng = Random(derive_seed(match.seed, "round", number))
        size = len(round.deal.hands[0]) if match.rules.shrinks_by else None
        assert round.deal == deal_for(match.rules, round.deal.dealer, rng, size)


def check_dealers(match: Match) -> None:
    check_deals(match)
    for before, after in pairwise(match.finished):
        assert before.result is not None
        dealer = before.deal.dealer
        assert after.deal.dealer == (
            dealer if before.result.is_misdeal else find_next_seat(match.rules.persons, dealer)
        )
        assert after.carry == before.result.carry
        if match.rules.shrinks_by:
            assert len(after.deal.hands[0]) == len(before.deal.hands[0]) - 1


def check_winners(match: Match) -> None:
    scoring, totals = match.rules.scoring, match.totals
    assert match.result
    best = max(totals.values())
    assert all(totals[name] == best for name in match.result)
    assert scoring.target is None or best >= scoring.target or match.finished[-1].is_final
    if len(match.result) > 1:
        assert scoring.tie != "play on"
    ended = match.why_ended()
    assert ended and all(ruling.reason for ruling in ended)
    assert match.legal_moves == () and match.turn is None and match.actor is None and match.phase == "over"
    for count in range(len(match.finished)):
        earlier = Match(match.rules, match.seed, match.finished[count], match.finished[:count], match.carried)
        assert not earlier.is_over


def check_sheet(match: Match) -> None:
    sheet = mam.make_sheet(match)
    assert len(sheet.rows) == len(match.finished) and list(sheet.columns) == list(match.rules.accounts)
    assert sheet.totals == match.totals and sheet.winners == (match.result or ())
    lines, sums = sheet.text().splitlines(), dict.fromkeys(match.rules.accounts, 0)
    assert lines[1].split()[:3] == ["round", "dealer", "bid"]
    for number, (row, line, round) in enumerate(zip(sheet.rows, lines[2:], match.finished, strict=False), 1):
        assert round.result is not None and row.head == line.split()[0] == str(number)
        assert row.scores == round.result.scores
        sums = {name: total + round.result.scores[name] for name, total in sums.items()}
        assert row.totals == sums and line.endswith(format_short([*sums.values()][-1]))
    written_totals = [format_short(total) for total in match.totals.values()]
    assert lines[2 + len(sheet.rows)].split() == ["total", *written_totals]


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 69)
def test_a_match(combo: Combo) -> None:
    match = played_out(combo, 5)
    assert match.is_over and len(match.finished) < MOST_ROUNDS
    assert match.rules == rules_of(combo)
    assert match.totals == totals_of(match.finished, match.rules.accounts, {})
    check_dealers(match)
    check_winners(match)
    check_sheet(match)


@pytest.mark.long
@pytest.mark.parametrize("combo", ALL, ids=name_of)
def test_many_matches(combo: Combo) -> None:
    for seed in range(20):
        match = played_out(combo, 100 + seed)
        assert match.totals == totals_of(match.finished, match.rules.accounts, {})
        check_dealers(match)
        check_winners(match)


def test_deals_are_dealt_anew_and_passed_out_in_these_matches() -> None:
    poor = played_out(("six", ("double-misdeal",)), 8)
    assert any(round.result and round.result.is_misdeal for round in poor.finished)
    check_dealers(poor)
    for combo in (("sweven", ()), ("make-a-million-2004", ("redeal-if-all-pass",))):
        match = played_out(combo, 5)
        assert any(round.result and round.result.note == "passed out" for round in match.finished)
        check_dealers(match)


@pytest.mark.parametrize("edition", mam.list_editions())
def test_totals_to_start_from_are_kept(edition: str) -> None:
    names = list(mam.get_edition(edition).accounts)
    carried = {names[0]: 10, names[-1]: -5}
    match = mam.start_match(edition, 3, carried=carried)
    while not match.finished:
        match = match.play(simple(match, Random(1)))
    assert match.totals == totals_of(match.finished, match.rules.accounts, carried)
    assert mam.make_sheet(match).text().splitlines()[2].split()[0] == "before"
