"""Exercises on the games that count points: exact tricks, and Sweven."""

from dataclasses import dataclass

from mam.classroom.phrases import make_list, make_table
from mam.classroom.template import Draw, Variant, ask_number, exercise
from mam.rules.cards import counted
from mam.rules.scoring import Carry, score_account, score_exact


@exercise("Exactly as bid", kind="rules", level=2, lesson="15-exact-tricks", unit="points")
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
        Solution: {" + ".join(map(str, points))} = {total}: {counted(hits, "exact bid")}, so {tricks} tricks and {hits} × 5 (REX-8, REX-9).
    """
    return ask_number(
        text,
        total,
        slips,
        {"asked": person, "deals": [{"cards": size, "bids": bids, "taken": taken} for size, bids, taken in deals]},
    )


@exercise("The sweven account", kind="rules", level=3, lesson="16-sweven", unit="points")
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
    old_points, new_points = counted(before.points, "point"), counted(after.points, "point")
    is_paid = before.owner == hand.bidder and not after.barred
    payment = f"; {hand.bidder} is also paid {old_points} from the account" if is_paid else ""
    loss = f"; {before.owner} loses {old_points} from the account" if before.points and not is_paid else ""
    balance = f"; {new_points} in the account for {after.owner}" if after.points else ""
    return f"{payment}{loss}{balance}"
