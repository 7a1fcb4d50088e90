"""Exercises on the score: a round counted, a match decided, and the games that count points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mam.classroom.phrases import SCORES_CAPTURES, describe_call, list_codes, make_list, make_table
from mam.classroom.rounds import CODES, play_round
from mam.classroom.template import DOLLARS, Draw, Variant, ask_number, exercise
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import format_cards, format_count, money_in
from mam.rules.scoring import Carry, ScoringRules, find_leaders, score, score_account, score_exact
from mam.rules.tricks import Trick


@exercise("Made, or set back?", kind="rules", level=2, lesson="learn/made-or-set-back", unit=DOLLARS)
def set_back(draw: Draw) -> Variant:
    """Ask for the total of the bidder's side after a round, from its tricks."""
    round = _play_near_bid(draw)
    result, names = round.result, round.rules.seat_names
    assert result is not None and result.side is not None and result.bid is not None and result.bidder
    side, money, bid = result.side, result.captured[result.side], result.bid
    before = 5 * draw.between(-30, 120)
    tricks = [trick for trick in round.tricks if trick.winner in round.sides[side]]
    after = before + result.scores[side]
    side_name, took = round.side_names[side], f"They took {format_amount(money)}"
    money_on_cards = sum(money_in(trick.cards) for trick in tricks)
    slips = {
        "missed-but-scored": before + money,
        "made-but-lost": before - bid,
        "bid-scored": before + bid,
        "both": before + money - bid,
        "captures-lost": before - money,
        "animals-ignored": before + money_on_cards,
        "animals-ignored-outcome": before + score(bid, side, {side: money_on_cards})[side],
        "round-only": after - before,
        "other-side": before + sum(result.captured.values()) - money,
    }
    outcome, cite = ("made", "R35-SCORE-3") if result.is_bid_made else ("missed", "R35-SCORE-4")
    text = f"""
        {names[result.bidder]} bid {format_amount(bid)}. The tricks of {side_name}, each in the order of play {CODES}:

        {make_list(format_cards(trick.cards) + _format_tag(trick) for trick in tricks)}

        Before the round {side_name} had {format_amount(before)}. What is their total after it, in thousands of dollars?

        Nudge: Count the tricks, compare with the bid, then add or subtract.
        Hint: Count the money of the tricks: the Bull doubles its trick, the Bear makes it worth nothing (R35-SCORE-2).
        Hint: If it is enough for the bid, they score all of it. If not, they lose the bid and score nothing else (R35-SCORE-3, R35-SCORE-4).
        Hint: {side_name} took {format_amount(money)} in all; the bid was {format_amount(bid)}.
        Slip missed-but-scored: {took}, less than the bid, so they score none of it (R35-SCORE-4).
        Slip made-but-lost: {took}, which is enough: they lose nothing (R35-SCORE-3).
        Slip bid-scored: {f"{SCORES_CAPTURES} (R35-SCORE-3)." if result.is_bid_made else f"{took}, less than the bid, so they lose the bid (R35-SCORE-4)."}
        Slip both: It is all or nothing: the money captured, or minus the bid.
        Slip captures-lost: {f"{took}, which is enough: add it (R35-SCORE-3)." if result.is_bid_made else "A set-back costs the bid, not what was captured (R35-SCORE-4)."}
        Slip animals-ignored: {format_amount(money_on_cards)} is the money on the cards. Bull and Bear change it (R35-SCORE-2).
        Slip animals-ignored-outcome: That ignores Bull and Bear (R35-SCORE-2).
        Slip round-only: That is the score of the round. Add it to the total before the round, {format_amount(before)}.
        Slip other-side: That is the other side's money.
        Solution: {side_name} took {format_amount(money)}. The bid of {format_amount(bid)} is {outcome}, so they score {format_amount(result.scores[side])} ({cite}): {format_amount(before)} becomes {format_amount(after)}.
    """
    given = {"bid": bid, "before": before, "tricks": [list_codes(trick.cards) for trick in tricks]}
    return ask_number(text, after, slips, given)


def _format_tag(trick: Trick) -> str:
    return f" ({trick.tag})" if trick.tag else ""


def _play_near_bid(draw: Draw) -> TrickRound:
    """Return a round whose bid was made or missed by a margin small enough to overlook, if one comes up soon."""
    for _ in range(5):
        round = play_round(draw)
        result = round.result
        assert result is not None and result.side and result.bid
        if abs(result.captured[result.side] - result.bid) <= 40:
            break
    return round


@exercise("A whole round to score", kind="rules", level=5, lesson="learn/made-or-set-back", unit=DOLLARS)
def whole_round(draw: Draw) -> Variant:
    """Ask for the score of a round, given the auction and all thirteen tricks card by card."""
    round = _play_near_bid(draw)
    result, names = round.result, round.rules.seat_names
    assert result is not None and result.side is not None and result.bid is not None and round.bidder and round.trump
    north_south, east_west = result.scores["N-S"], result.scores["E-W"]
    other_side = next(side for side in result.captured if side != result.side)
    captured, bid = result.captured, result.bid
    sign = 1 if result.side == "N-S" else -1
    tricks, north_south_seats = round.tricks, round.sides["N-S"]
    money_leads = [money_in(trick.cards) * (1 if trick.winner in north_south_seats else -1) for trick in tricks]
    slips = {
        "captures": captured["N-S"] - captured["E-W"],
        "bid-scored": sign * (bid - captured[other_side]),
        "missed": sign * (-bid - captured[other_side]),
        "other-side-nothing": sign * (captured[result.side] if result.is_bid_made else -bid),
        "sign": east_west - north_south,
        "money-on-cards": sum(money_leads),
        "north-south-only": north_south,
    }
    calls = ", ".join(f"{names[seat]} {describe_call(call)}" for seat, call in round.calls)
    explanation = [
        f"{names[trick.leader]} leads {format_cards(trick.cards)}: {names[trick.winner or '']} captures {format_amount(trick.value)}{_format_tag(trick)}"
        for trick in tricks
    ]
    scores_text = ", ".join(f"{round.side_names[side]} {format_amount(money)}" for side, money in result.scores.items())
    text = f"""
        Rules of 1935. The calls: {calls}. Trump is **{round.trump.word}**. Turns go North, East, South, West. The thirteen tricks, each in the order in which its cards were played {CODES}:

        {make_list(format_cards(trick.cards) for trick in tricks)}

        Work out from the rules who led and who captured. What is North-South's score for the round minus East-West's, in thousands of dollars? (Negative if East-West score more.)

        Nudge: Check the first leader, then each winner, then the bid.
        Hint: The player with the high bid is the bidder, and the bidder's left-hand neighbor leads to the first trick (R35-BID-11, R35-PLAY-1).
        Hint: The player who captures a trick leads to the next (R35-PLAY-8). Write the four seats beside each trick.
        Hint: {names[round.bidder]} is the bidder at {format_amount(bid)}, {names[tricks[0].leader]} leads, and {names[tricks[0].winner or ""]} captures the first trick.
        Hint: North-South captured {format_amount(captured["N-S"])}, East-West {format_amount(captured["E-W"])}.
        Slip captures: That is the difference of the captures. Was the bid made (R35-SCORE-4)?
        Slip bid-scored: {f"{SCORES_CAPTURES} (R35-SCORE-3)." if result.is_bid_made else "Was the bid really made? Count the bidder's tricks again."}
        Slip missed: Was the bid really missed? Count the bidder's tricks again.
        Slip other-side-nothing: The other side always scores what it captured (R35-SCORE-5).
        Slip sign: Subtract East-West's score from North-South's, not the other way around.
        Slip money-on-cards: That is the money on the cards. Bull and Bear change it, and the bid matters too.
        Slip north-south-only: That is North-South's score. Subtract East-West's.
        Solution: {make_list(explanation)}

        {round.side_names[result.side]} bid {format_amount(bid)} and captured {format_amount(captured[result.side])}, so the score is: {scores_text} ({"R35-SCORE-3" if result.is_bid_made else "R35-SCORE-4"}, R35-SCORE-5). The difference is {format_amount(north_south - east_west)}.
    """
    given = {
        "dealer": names[round.deal.dealer],
        "calls": calls,
        "trump": round.trump.word,
        "tricks": [list_codes(trick.cards) for trick in tricks],
    }
    return ask_number(text, north_south - east_west, slips, given)


@exercise("When is the match won?", kind="rules", level=3, lesson="learn/the-million", unit=DOLLARS, version=2)
def match_score(draw: Draw) -> Variant:
    """Ask for the totals at the end of a match, from a score sheet that goes on after it is won."""
    start = {side: 5 * draw.between(90, 150) for side in _SIDES}
    rows: list[_Row] = []
    sheet = [start]
    last = later_rounds = 0  # the round that wins the match, and how many rounds follow it on the sheet
    while not last or later_rounds:
        side, bid = draw.one_of(list(_SIDES)), 5 * draw.between(36, 50)
        money = min(400, bid + 5 * draw.between(-8, 16))
        captured = {other_side: money if other_side == side else 400 - money for other_side in _SIDES}
        entered = score(bid, side, captured)
        rows.append((side, bid, captured))
        sheet.append({other_side: sheet[-1][other_side] + entered[other_side] for other_side in _SIDES})
        if last:
            later_rounds -= 1
        elif find_leaders(sheet[-1], ScoringRules(target=1000)):
            last, later_rounds = len(rows), draw.between(1, 2)
    end, value = sheet[last], _find_lead(sheet[last])
    winner = _SIDES["N-S" if value > 0 else "E-W"]
    lines = [f"after round {number}: {_describe_totals(totals)}" for number, totals in enumerate(sheet) if number]
    slips = {
        "whole-sheet": _find_lead(sheet[-1]),
        "one-round-more": _find_lead(sheet[last + 1]),
        "one-round-fewer": _find_lead(sheet[last - 1]),
        "sign": -value,
        "absolute": abs(value),
        "north-south-only": end["N-S"],
        "east-west-only": end["E-W"],
        "no-set-back": _find_lead_if(start, rows[:last], lambda bid, money: money),
        "bid-scored": _find_lead_if(start, rows[:last], lambda bid, money: bid if money >= bid else -bid),
    }
    text = f"""
        The match is to a million. Before round 1: {_describe_totals(start)}. Then:

        {make_list(f"round {number}: {_describe_round(*row)}" for number, row in enumerate(rows, 1))}

        Nobody noticed when the match was won, and play went on. How far were North-South ahead of East-West **when the match was won**, in thousands of dollars? (Negative if East-West won it.)

        Nudge: Add up both totals round by round, and stop at the round that wins the match.
        Hint: Add up both totals round by round: everything captured, but minus the bid for a side that missed its bid.
        Hint: The first side at a million wins; if both get there in the same round, the higher total (R35-WIN-1, R35-WIN-2).
        Hint: The totals {lines[0]}.
        Slip whole-sheet: That counts every round on the sheet. The match was won with round {last}: {_describe_totals(end)}.
        Slip one-round-more: That is one round too many. The match was won with round {last}: {_describe_totals(end)}.
        Slip one-round-fewer: That is one round too few: nobody had a million before the last one.
        Slip sign: {winner} won the match. Subtract East-West's total from North-South's, not the other way around.
        Slip absolute: {winner} won the match, so the answer is negative.
        Slip north-south-only: That is North-South's total. Subtract East-West's.
        Slip east-west-only: That is East-West's total. Subtract it from North-South's.
        Slip no-set-back: A side that misses its bid loses the amount of the bid (R35-SCORE-4).
        Slip bid-scored: {SCORES_CAPTURES} (R35-SCORE-3).
        Solution: {make_list(lines[:last])}

        So {winner} win with round {last} (R35-WIN-1, R35-WIN-2), and later rounds do not count. North-South's total minus East-West's is {format_amount(value)}.
    """
    rounds = [{"bidder": side, "bid": bid, "captured": captured} for side, bid, captured in rows]
    return ask_number(text, value, slips, {"start": start, "rounds": rounds})


_Row = tuple[str, int, dict[str, int]]  # of a score sheet: the bidding side, its bid, and what both sides captured
_SIDES = {"N-S": "North-South", "E-W": "East-West"}


def _find_lead(totals: Mapping[str, int]) -> int:
    """Return North-South's lead."""
    return totals["N-S"] - totals["E-W"]


def _find_lead_if(start: Mapping[str, int], rows: Sequence[_Row], enter: Callable[[int, int], int]) -> int:
    """Return North-South's lead if the bidder's side entered something else for its bid and its captures."""
    entered = ({**captured, side: enter(bid, captured[side])} for side, bid, captured in rows)
    return _find_lead(start) + sum(map(_find_lead, entered))


def _describe_totals(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{_SIDES[side]} {format_amount(total)}" for side, total in totals.items())


def _describe_round(side: str, bid: int, captured: Mapping[str, int]) -> str:
    other_side = next(name for name in _SIDES if name != side)
    return f"{_SIDES[side]} bid {format_amount(bid)} and took {format_amount(captured[side])}, {_SIDES[other_side]} took {format_amount(captured[other_side])}"


@exercise("Exactly as bid", kind="rules", level=2, lesson="games/exact-tricks", unit="points")
def exact_tricks_score(draw: Draw) -> Variant:
    """Ask for a player's points after four deals of the exact game."""
    players, first = ["A", "B", "C", "D"], draw.between(6, 12)
    deals = []
    for size in range(first, first - 4, -1):
        taken = dict.fromkeys(players, 0)
        for _ in range(size):
            taken[draw.one_of(players)] += 1
        bids = {player: max(0, taken[player] + draw.one_of([0, 0, 0, -1, 1, 2])) for player in players}
        deals.append((size, bids, taken))
    person = draw.one_of(players)
    pairs = [(bids[person], taken[person]) for _, bids, taken in deals]
    points = [score_exact(bids, taken)[person] for _, bids, taken in deals]
    bid, tricks = (sum(counts) for counts in zip(*pairs, strict=True))
    total, hits = sum(points), sum(bid == taken for bid, taken in pairs)
    slips = {
        "tricks-only": tricks,
        "bids": bid,
        "bonus-only": 5 * hits,
        "bids-with-bonus": bid + 5 * hits,
        "missed-score-nothing": sum(taken + 5 for bid, taken in pairs if bid == taken),
        "overtricks-exact": tricks + 5 * sum(taken >= bid for bid, taken in pairs),
        "ten-a-hit": tricks + 10 * hits,
    }
    rows = ([size, *(f"{bids[player]} / {taken[player]}" for player in players)] for size, bids, taken in deals)
    text = f"""
        Exact tricks, four players. Each deal has one card fewer than the one before; the table shows what each player bid and took (bid / taken):

        {make_table(["cards", *players], *rows)}

        How many points does **{person}** have after these deals?

        Nudge: Go deal by deal: was the bid exact?
        Hint: Exact bid: one point for each trick, plus five (REX-8).
        Hint: Missed bid, too many or too few: one point for each trick taken (REX-9).
        Hint: {person}'s bid was exact in {hits} of the four deals.
        Slip tricks-only: That is the number of tricks taken. A player who takes exactly the bid gets five more (REX-8).
        Slip bids: Those are the bids. The tricks taken count (REX-9), plus five for an exact bid (REX-8).
        Slip bonus-only: Five for each exact bid, yes, but the tricks count as well (REX-8).
        Slip bids-with-bonus: If the bid was missed, the tricks taken count, not the bid (REX-9).
        Slip missed-score-nothing: Even with a missed bid, each trick scores a point (REX-9).
        Slip overtricks-exact: More tricks than bid is also a miss (REX-9).
        Slip ten-a-hit: Five, not ten, for an exact bid (REX-8).
        Solution: {" + ".join(map(str, points))} = {total}: {format_count(hits, "exact bid")}, so {tricks} tricks and {hits} × 5 (REX-8, REX-9).
    """
    return ask_number(
        text,
        total,
        slips,
        {"asked": person, "deals": [{"cards": size, "bids": bids, "taken": taken} for size, bids, taken in deals]},
    )


@exercise("The sweven account", kind="rules", level=3, lesson="games/sweven", unit="points")
def sweven_score(draw: Draw) -> Variant:
    """Ask for a player's points after four hands of Sweven, with the account."""
    players = ["A", "B", "C", "D"]
    person, carry = draw.one_of(players), Carry()
    hands: list[_Hand] = []
    points = []
    for _ in range(4):
        possible_bidders = [player for player in players if player != carry.barred]
        favored = [player for player in (person, carry.owner) if player in possible_bidders] * 2
        bidder, bid = draw.one_of([*possible_bidders, *favored]), draw.between(5, 12)
        tricks = min(17, bid + draw.one_of([-2, -1, 0, 1, 2, 3, 3]))
        entered, after = score_account(bid, bidder, {**dict.fromkeys(players, 0), bidder: tricks}, carry)
        hands.append(_Hand(bidder, bid, tricks, carry, after))
        points.append(entered[person])
        carry = after
    total, own_hands = sum(points), [hand for hand in hands if hand.bidder == person]
    plain = sum(hand.bid for hand in hands if hand.is_made == (hand in own_hands))
    slips = {
        "no-account": plain,
        "account-at-once": plain + sum(max(0, hand.tricks - hand.bid) for hand in own_hands),
        "own-bids-only": sum(hand.bid for hand in own_hands if hand.is_made),
        "tricks": sum(hand.tricks for hand in own_hands),
        "account-paid-early": total + carry.points if carry.owner == person else total,
        "last-hand": points[-1],
        "first-hand-forgotten": total - points[0],
        "best-hand": max(points),
        "missed-bid-lost": total - sum(hand.bid for hand in own_hands if not hand.is_made),
    }
    explanation = [
        f"{hand.bidder} bid {hand.bid}, took {hand.tricks}: {person} scores {score}{_describe_account(hand)}"
        for hand, score in zip(hands, points, strict=True)
    ]
    text = f"""
        Four hands of Sweven, one after the other, with four players; the account is empty before the first:

        {make_list(f"{hand.bidder} bid {hand.bid} and took {hand.tricks}" for hand in hands)}

        How many points does **{person}** score in these hands?

        Nudge: Go hand by hand: who scores, and what is in the account?
        Hint: If the bid is made, the bidder scores the bid and nobody else scores. If not, each other player scores the bid (RSW-18, RSW-19).
        Hint: Points beyond the bid go into the account, and are paid only if the same player makes a bid in the very next hand (RSW-20 to RSW-22).
        Hint: In the four hands {person} scores {points[0]}, then {points[1]}, …
        Slip no-account: Points in the account are paid if the same player is the bidder in the next hand and makes the bid (RSW-21).
        Slip account-at-once: Points beyond the bid do not count at once: they go into the account (RSW-20), and are paid only if the same player makes a bid in the next hand (RSW-21).
        Slip own-bids-only: Those are the bids made. If another player misses a bid, everybody else scores it (RSW-19).
        Slip tricks: A bidder scores the bid, not what was taken (RSW-18).
        Slip account-paid-early: Points in the account after the last hand have not been paid yet.
        Slip last-hand: That is the last hand alone. All four count.
        Slip first-hand-forgotten: That leaves out the first hand. All four count.
        Slip best-hand: That is the best hand alone. All four count.
        Slip missed-bid-lost: A bidder who misses scores nothing, but loses nothing either (RSW-19).
        Solution: {make_list(explanation)}

        Together {total} (RSW-18 to RSW-22).
    """
    given = [{"bidder": hand.bidder, "bid": hand.bid, "taken": hand.tricks} for hand in hands]
    return ask_number(text, total, slips, {"asked": person, "hands": given})


@dataclass(frozen=True)
class _Hand:
    """A hand of Sweven, with the account before and after it."""

    bidder: str
    bid: int
    tricks: int
    before: Carry
    after: Carry

    @property
    def is_made(self) -> bool:
        return self.tricks >= self.bid


def _describe_account(hand: _Hand) -> str:
    """Say what became of points in the account, and what is in it now."""
    before, after = hand.before, hand.after
    old_points, new_points = format_count(before.points, "point"), format_count(after.points, "point")
    is_paid = before.owner == hand.bidder and not after.barred
    payment = f"; {hand.bidder} is also paid {old_points} from the account" if is_paid else ""
    loss = f"; {before.owner} loses {old_points} from the account" if before.points and not is_paid else ""
    balance = f"; {new_points} in the account for {after.owner}" if after.points else ""
    return f"{payment}{loss}{balance}"
