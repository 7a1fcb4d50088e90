"""Exercises on the games that count points: exact tricks, and Sweven."""

from mam.classroom.answers import Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.variants import Draw
from mam.rules.cards import counted
from mam.rules.scoring import Carry, score_account, score_exact


@exercise("exact-tricks-score", "Just as many tricks", kind="rules", level=2, lesson="15-exact-tricks", form=Number)
def exact_tricks_score(draw: Draw) -> Variant:
    """Four deals of the exact game: one player's points."""
    players, first = ["A", "B", "C", "D"], draw.between(6, 12)
    deals = []
    for size in range(first, first - 4, -1):
        took = dict.fromkeys(players, 0)
        for _ in range(size):
            took[draw.one_of(players)] += 1
        bids = {one: max(0, took[one] + draw.one_of([0, 0, 0, -1, 1, 2])) for one in players}
        deals.append((size, bids, took))
    asked = draw.one_of(players)
    points = [score_exact(bids, took)[asked] for _, bids, took in deals]
    total, hits = sum(points), sum(bids[asked] == took[asked] for _, bids, took in deals)
    tricks, bid = sum(took[asked] for _, _, took in deals), sum(bids[asked] for _, bids, _ in deals)
    slips = [
        (tricks, "That is the tricks taken. Whoever takes just as many as bid gets five more (REX-8)."),
        (bid, "That is what was bid. What was taken counts (REX-9), and five more for a bid that was met (REX-8)."),
        (5 * hits, "Five for each bid that was met, yes, but the tricks count as well (REX-8)."),
        (bid + 5 * hits, "Where the bid was missed the tricks taken count, not those bid (REX-9)."),
        (
            total - tricks + sum(took[asked] for _, bids, took in deals if bids[asked] == took[asked]),
            "Even a bid that was missed brings a point for each trick (REX-9).",
        ),
        (
            tricks + 5 * sum(took[asked] >= bids[asked] for _, bids, took in deals),
            "More tricks than bid is a miss too (REX-9).",
        ),
        (tricks + 10 * hits, "Five, not ten, for a bid that was met (REX-8)."),
    ]
    table = "\n".join(
        f"| {size} | " + " | ".join(f"{bids[one]} / {took[one]}" for one in players) + " |"
        for size, bids, took in deals
    )
    return Variant(
        f"Exact tricks, four players. Each deal has one card fewer than the one before; the table says what each player bid and took "
        f"(bid / taken):\n\n| cards | {' | '.join(players)} |\n|---|---|---|---|---|\n{table}\n\n"
        f"How many points has **{asked}** after these deals?",
        Number(total, slips, "Deal by deal: was it met exactly?", unit="points"),
        (
            "Met exactly: the tricks and five points more (REX-8).",
            "Missed, by more or by fewer: one point for each trick taken (REX-9).",
            f"{asked} met the bid in {hits} of the four deals.",
        ),
        f"{' + '.join(map(str, points))} = {total}: {counted(hits, 'time')} met, so {tricks} tricks and {hits} × 5 (REX-8, REX-9).",
        {"asked": asked, "deals": [{"cards": size, "bids": bids, "taken": took} for size, bids, took in deals]},
    )


@exercise("sweven-score", "What waits, and what is paid", kind="rules", level=3, lesson="16-sweven", form=Number)
def sweven_score(draw: Draw) -> Variant:
    """Four hands of Sweven: one player's points, the account included."""
    players = ["A", "B", "C", "D"]
    asked, carry = draw.one_of(players), Carry()
    hands, sums = [], dict.fromkeys(players, 0)
    points = []
    for _ in range(4):
        able = [one for one in players if one != carry.barred]
        favored = [one for one in (asked, carry.owner) if one in able] * 2
        bidder, bid = draw.one_of([*able, *favored]), draw.between(5, 12)
        took = min(17, bid + draw.one_of([-2, -1, 0, 1, 2, 3, 3]))
        entered, after = score_account(bid, bidder, {**dict.fromkeys(players, 0), bidder: took}, carry)
        hands.append((bidder, bid, took, carry, after))
        sums = {one: sums[one] + entered[one] for one in players}
        points.append(entered[asked])
        carry = after
    total = sums[asked]
    plain = sum(_without_account(hand, asked) for hand in hands)
    at_once = plain + sum(max(0, took - bid) for bidder, bid, took, _, _ in hands if bidder == asked)
    slips = [
        (plain, "What was over and waited is paid if the same player bids and makes it in the next hand (RSW-21)."),
        (
            at_once,
            "What is over does not count at once: it waits (RSW-20), and is paid only by a bid made in the next hand (RSW-21).",
        ),
        (sum(bid for bidder, bid, took, _, _ in hands if bidder == asked and took >= bid), _NOT_ALL),
        (
            sum(took for bidder, _, took, _, _ in hands if bidder == asked),
            "A bidder scores the bid, not what was taken (RSW-18).",
        ),
        (
            total + carry.points if carry.owner == asked else total,
            "What waits after the last hand has not been paid yet.",
        ),
        (points[-1], "That is the last hand alone. All four count."),
        (total - points[0], "That leaves out the first hand. All four count."),
        (max(points), "That is the best hand alone. All four count."),
        (
            total - sum(bid for bidder, bid, took, _, _ in hands if bidder == asked and took < bid),
            "A bidder who misses scores nothing, but nothing is taken off either (RSW-19).",
        ),
    ]
    told = "\n".join(f"- {bidder} bid {bid} and took {took}" for bidder, bid, took, _, _ in hands)
    worked = "\n".join(
        f"- {bidder} bid {bid}, took {took}: {asked} scores {got}{_account(bidder, before, after)}"
        for (bidder, bid, took, before, after), got in zip(hands, points, strict=True)
    )
    return Variant(
        f"Four hands of Sweven, one after the other, with four players; nothing waits before the first:\n\n{told}\n\n"
        f"How many points has **{asked}** scored in these hands?",
        Number(
            total,
            slips,
            "Go hand by hand: who scores, and what waits?",
            unit="points",
        ),
        (
            "Made: the bidder scores the bid, nobody else anything. Missed: each of the others scores the bid (RSW-18, RSW-19).",
            "Points beyond the bid wait, and are paid only if the same player bids and makes it in the very next hand (RSW-20 to RSW-22).",
            f"In the four hands {asked} scores {points[0]}, then {points[1]}, …",
        ),
        f"{worked}\n\nTogether {total} (RSW-18 to RSW-22).",
        {"asked": asked, "hands": [{"bidder": bidder, "bid": bid, "taken": took} for bidder, bid, took, _, _ in hands]},
    )


_NOT_ALL = "Those are the bids made. When another player misses, everybody else scores that bid (RSW-19)."
_Hand = tuple[str, int, int, Carry, Carry]


def _without_account(hand: _Hand, asked: str) -> int:
    bidder, bid, took, _, _ = hand
    return bid if (took >= bid) == (bidder == asked) else 0


def _account(bidder: str, before: Carry, after: Carry) -> str:
    """What became of points that waited, and what waits now."""
    had, has = counted(before.points, "point"), counted(after.points, "point")
    paid = f"; {bidder} is also paid {had} from before" if before.owner == bidder and not after.barred else ""
    lost = f"; {before.owner} loses {had} from before" if before.points and not paid else ""
    waits = f"; {has} {'waits' if after.points == 1 else 'wait'} for {after.owner}" if after.points else ""
    return f"{paid}{lost}{waits}"
