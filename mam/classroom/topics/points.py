"""Exercises on the games that count points: exact tricks, and Sweven."""

from mam.classroom.quantities import Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.cards import format_count
from mam.rules.scoring import Carry, score_account, score_exact


@exercise(
    "exact-tricks-score", "Exactly as bid", kind="rules", level=2, lesson="15-exact-tricks", form=Number, unit="points"
)
def exact_tricks_score(draw: Draw) -> Variant:
    """Ask for a player's points after four deals of the exact game."""
    players, first = ["A", "B", "C", "D"], draw.between(6, 12)
    deals = []
    for size in range(first, first - 4, -1):
        tricks_taken = dict.fromkeys(players, 0)
        for _ in range(size):
            tricks_taken[draw.one_of(players)] += 1
        bids = {player: max(0, tricks_taken[player] + draw.one_of([0, 0, 0, -1, 1, 2])) for player in players}
        deals.append((size, bids, tricks_taken))
    person = draw.one_of(players)
    points = [score_exact(bids, tricks_taken)[person] for _, bids, tricks_taken in deals]
    total, hits = sum(points), sum(bids[person] == tricks_taken[person] for _, bids, tricks_taken in deals)
    tricks, bid = sum(tricks_taken[person] for _, _, tricks_taken in deals), sum(bids[person] for _, bids, _ in deals)
    slips = [
        Slip(
            "tricks-only",
            tricks,
            "That is the number of tricks taken. A player who takes exactly the bid gets five more (REX-8).",
        ),
        Slip("bids", bid, "Those are the bids. The tricks taken count (REX-9), plus five for an exact bid (REX-8)."),
        Slip("bonus-only", 5 * hits, "Five for each exact bid, yes, but the tricks count as well (REX-8)."),
        Slip("bids-with-bonus", bid + 5 * hits, "If the bid was missed, the tricks taken count, not the bid (REX-9)."),
        Slip(
            "missed-score-nothing",
            total
            - tricks
            + sum(tricks_taken[person] for _, bids, tricks_taken in deals if bids[person] == tricks_taken[person]),
            "Even with a missed bid, each trick scores a point (REX-9).",
        ),
        Slip(
            "overtricks-exact",
            tricks + 5 * sum(tricks_taken[person] >= bids[person] for _, bids, tricks_taken in deals),
            "More tricks than bid is also a miss (REX-9).",
        ),
        Slip("ten-a-hit", tricks + 10 * hits, "Five, not ten, for an exact bid (REX-8)."),
    ]
    table = "\n".join(
        f"| {size} | " + " | ".join(f"{bids[player]} / {tricks_taken[player]}" for player in players) + " |"
        for size, bids, tricks_taken in deals
    )
    return Variant(
        f"Exact tricks, four players. Each deal has one card fewer than the one before; the table shows what each player bid and took "
        f"(bid / taken):\n\n| cards | {' | '.join(players)} |\n|---|---|---|---|---|\n{table}\n\n"
        f"How many points does **{person}** have after these deals?",
        Number(
            total,
            slips,
            "Go deal by deal: was the bid exact?",
        ),
        (
            "Exact bid: one point for each trick, plus five (REX-8).",
            "Missed bid, too many or too few: one point for each trick taken (REX-9).",
            f"{person}'s bid was exact in {hits} of the four deals.",
        ),
        f"{' + '.join(map(str, points))} = {total}: {format_count(hits, 'exact bid')}, so {tricks} tricks and {hits} × 5 (REX-8, REX-9).",
        {
            "asked": person,
            "deals": [{"cards": size, "bids": bids, "taken": tricks_taken} for size, bids, tricks_taken in deals],
        },
    )


@exercise("sweven-score", "The sweven account", kind="rules", level=3, lesson="16-sweven", form=Number, unit="points")
def sweven_score(draw: Draw) -> Variant:
    """Ask for a player's points after four hands of Sweven, with the account."""
    players = ["A", "B", "C", "D"]
    person, carry = draw.one_of(players), Carry()
    hands, totals = [], dict.fromkeys(players, 0)
    points = []
    for _ in range(4):
        possible_bidders = [player for player in players if player != carry.barred]
        favored = [player for player in (person, carry.owner) if player in possible_bidders] * 2
        bidder, bid = draw.one_of([*possible_bidders, *favored]), draw.between(5, 12)
        tricks = min(17, bid + draw.one_of([-2, -1, 0, 1, 2, 3, 3]))
        entered, after = score_account(bid, bidder, {**dict.fromkeys(players, 0), bidder: tricks}, carry)
        hands.append((bidder, bid, tricks, carry, after))
        totals = {player: totals[player] + entered[player] for player in players}
        points.append(entered[person])
        carry = after
    total = totals[person]
    plain = sum(_without_account(hand, person) for hand in hands)
    at_once = plain + sum(max(0, tricks - bid) for bidder, bid, tricks, _, _ in hands if bidder == person)
    slips = [
        Slip(
            "no-account",
            plain,
            "Points in the account are paid if the same player is the bidder in the next hand and makes the bid (RSW-21).",
        ),
        Slip(
            "account-at-once",
            at_once,
            "Points beyond the bid do not count at once: they go into the account (RSW-20), and are paid only if the same player makes a bid in the next hand (RSW-21).",
        ),
        Slip(
            "own-bids-only",
            sum(bid for bidder, bid, tricks, _, _ in hands if bidder == person and tricks >= bid),
            _NOT_ALL,
        ),
        Slip(
            "tricks",
            sum(tricks for bidder, _, tricks, _, _ in hands if bidder == person),
            "A bidder scores the bid, not what was taken (RSW-18).",
        ),
        Slip(
            "account-paid-early",
            total + carry.points if carry.owner == person else total,
            "Points in the account after the last hand have not been paid yet.",
        ),
        Slip("last-hand", points[-1], "That is the last hand alone. All four count."),
        Slip("first-hand-forgotten", total - points[0], "That leaves out the first hand. All four count."),
        Slip("best-hand", max(points), "That is the best hand alone. All four count."),
        Slip(
            "missed-bid-lost",
            total - sum(bid for bidder, bid, tricks, _, _ in hands if bidder == person and tricks < bid),
            "A bidder who misses scores nothing, but loses nothing either (RSW-19).",
        ),
    ]
    hand_list = "\n".join(f"- {bidder} bid {bid} and took {tricks}" for bidder, bid, tricks, _, _ in hands)
    explanation = "\n".join(
        f"- {bidder} bid {bid}, took {tricks}: {person} scores {score}{_account(bidder, before, after)}"
        for (bidder, bid, tricks, before, after), score in zip(hands, points, strict=True)
    )
    return Variant(
        f"Four hands of Sweven, one after the other, with four players; the account is empty before the first:\n\n{hand_list}\n\n"
        f"How many points does **{person}** score in these hands?",
        Number(
            total,
            slips,
            "Go hand by hand: who scores, and what is in the account?",
        ),
        (
            "If the bid is made, the bidder scores the bid and nobody else scores. If not, each other player scores the bid (RSW-18, RSW-19).",
            "Points beyond the bid go into the account, and are paid only if the same player makes a bid in the very next hand (RSW-20 to RSW-22).",
            f"In the four hands {person} scores {points[0]}, then {points[1]}, …",
        ),
        f"{explanation}\n\nTogether {total} (RSW-18 to RSW-22).",
        {
            "asked": person,
            "hands": [{"bidder": bidder, "bid": bid, "taken": tricks} for bidder, bid, tricks, _, _ in hands],
        },
    )


_NOT_ALL = "Those are the bids made. If another player misses a bid, everybody else scores it (RSW-19)."
_Hand = tuple[str, int, int, Carry, Carry]


def _without_account(hand: _Hand, person: str) -> int:
    bidder, bid, tricks, _, _ = hand
    return bid if (tricks >= bid) == (bidder == person) else 0


def _account(bidder: str, before: Carry, after: Carry) -> str:
    """Say what became of points in the account, and what is in it now."""
    old_points, new_points = format_count(before.points, "point"), format_count(after.points, "point")
    payment = (
        f"; {bidder} is also paid {old_points} from the account" if before.owner == bidder and not after.barred else ""
    )
    loss = f"; {before.owner} loses {old_points} from the account" if before.points and not payment else ""
    balance = f"; {new_points} in the account for {after.owner}" if after.points else ""
    return f"{payment}{loss}{balance}"
