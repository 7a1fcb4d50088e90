"""An exercise on misplay: a wrong card is found sooner or later, and settled."""

from dataclasses import dataclass

from mam.classroom.answers import Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import CODES, auctioned, begin_round
from mam.classroom.variants import Draw
from mam.misplay import Table
from mam.misplay.wrong_moves import list_started_tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import format_cards
from mam.rules.moves import Discard, Play

_FOUND = {
    "at once": "before anybody has led to the next trick",
    "next trick": "while the next trick is being played",
    "stop": "only when the trick after the next has been led to",
    "play on": "only when the trick after the next has been led to",
    "nest": "before the first card is led",
}


@dataclass(frozen=True)
class _Case:
    """A misplay, settled: `before` the claim and `after` it, for the side asked about."""

    kind: str
    fault_at: int
    before: Table
    after: Table
    guilty: str
    asked: str


@exercise("misplay-verdict", "The wrong card is found", kind="rules", level=3, lesson="09-misplay", form=Number)
def misplay_verdict(draw: Draw) -> Variant:
    """A revoke or a wrong discard, the moment it is found, and one running total."""
    case = _case(draw)
    round, names = case.before.round, case.before.round.side_names
    totals = {side: 5 * draw.between(-20, 130) for side in round.sides}
    stood, after = totals[case.asked], case.after.settle(totals)[case.asked]
    innocent = next(side for side in round.sides if side != case.guilty)
    took = round.captured[innocent]
    slips = [
        (stood, "Something is to be paid or gained: how late was the misplay found, and whose is it?"),
        (
            stood - 50,
            "$50,000 is the price of a revoke found while the next trick is played (R35-MIS-3). Was it then, and whose?",
        ),
        (
            stood - 100,
            "$100,000 comes off for a wrong card in the nest (R35-MIS-8). Is that what happened, and to this side?",
        ),
        (stood + 50, "Nobody gains $50,000: it comes off the guilty side's total (R35-MIS-3)."),
        (
            stood + 100,
            "$100,000 is the premium of an innocent side (R35-MIS-6, R35-MIS-7). Is it due here, and is it all?",
        ),
        (stood + took, f"The {format_amount(took)} captured count, and there is a premium on top (R35-MIS-6)."),
        (stood + took + 100, "That is what stopping the round brings (R35-MIS-6). Was it stopped?"),
        (after - stood, f"That is what changes. The total stood at {format_amount(stood)} before."),
    ]
    told, hint = _tell(case), _HINTS[case.kind]
    rulings = "\n".join(f"- {one.because} ({one.id})" for one in case.after.rulings[-4:])
    return Variant(
        f"Rules of 1935. The totals: {', '.join(f'{names[side]} {format_amount(total)}' for side, total in totals.items())}. {told}\n\n"
        f"When that is settled, at what does the running total of **{names[case.asked]}** stand, in thousands of dollars?",
        Number(
            after,
            slips,
            "Say first whose misplay it is, then when it was found.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "Three windows: before the next lead, during the next trick, later (R35-MIS-2, R35-MIS-3, R35-MIS-5). The nest has a price of its own.",
            "Is the side that is asked about the guilty one or the innocent one?",
            hint,
        ),
        f"{rulings}\n\n{names[case.asked]}: {format_amount(stood)} before, {format_amount(after)} after.",
        {
            "totals": totals,
            "trump": round.trump.word if round.trump else "",
            "found": case.kind,
            "side": case.asked,
            "tricks": [[card.code for card in one.cards] for one in list_started_tricks(round)],
        },
    )


_HINTS = {
    "at once": "Put right before the next lead, a revoke costs nothing (R35-MIS-2).",
    "next trick": "The guilty side's total pays $50,000 (R35-MIS-3, R35-MIS-4).",
    "stop": "A stopped round: the innocent side enters what it has captured so far and $100,000; the guilty side nothing (R35-MIS-6).",
    "play on": "Whoever plays on gets $100,000 on the total at once; the cards of this round are counted later (R35-MIS-7).",
    "nest": "A wrong card in the nest costs $100,000 (R35-MIS-8).",
}


def _case(draw: Draw) -> _Case:
    kind = draw.one_of(["at once", "next trick", "next trick", "stop", "stop", "play on", "nest"])
    while True:
        table = _to_the_nest(draw)
        case = _nested(draw, table) if kind == "nest" else _revoked(draw, table, kind)
        if case is not None:
            return case


def _to_the_nest(draw: Draw) -> Table:
    start = begin_round(draw)
    bid = auctioned(draw, start)
    table = Table(start)
    for move in bid.history:
        table = table.play(move)
    return table


def _nested(draw: Draw, table: Table) -> _Case | None:
    """The bidder puts money or an animal out although there are plain cards enough."""
    hand = table.round.hands[table.round.turn or ""]
    plain, others = [card for card in hand if card.is_plain], [card for card in hand if not card.is_plain]
    if len(plain) < 4:
        return None
    table = table.play(Discard([*draw.some_of(plain, 2), draw.one_of(others)]))
    table = table.play(draw.one_of(table.legal_moves))
    guilty = table.round.side_of(table.round.bidder or "")
    return _Case("nest", 0, table, table.claim("nest"), guilty, guilty)


def _revoked(draw: Draw, table: Table, kind: str) -> _Case | None:
    """Any legal cards, one revoke among them, and so many cards more as the kind of case needs."""
    while table.round.phase != "play":
        table = table.play(draw.one_of(table.round.legal_moves))
    tricks = draw.between(1, 6)
    while not table.misplays and len(table.round.tricks) < tricks + 4:
        wrong = [move for move in table.legal_moves if table.round.why_not(move) and len(table.round.tricks) >= tricks]
        lying = table.round.trick
        if wrong and lying and lying.cards and draw.below(2):
            table = table.play(draw.one_of([one for one in wrong if isinstance(one, Play)]))
        else:
            table = table.play(draw.one_of(table.round.legal_moves))
    if not table.misplays or table.misplays[0].kind != "revoke" or table.misplays[0].involves_animal:
        return None
    fault = table.misplays[0]
    more = {"at once": 4 - fault.place, "next trick": 4 - fault.place + draw.between(1, 3)}
    for _ in range(more.get(kind, 4 - fault.place + 4 + draw.between(1, 6))):
        table = table.play(draw.one_of(table.round.legal_moves))
    guilty = table.round.side_of(fault.seat)
    innocent = next(side for side in table.round.sides if side != guilty)
    after = table.claim(fault.trick, fault.seat)
    if kind in ("stop", "play on"):
        after = after.choose(kind)
    asked = guilty if kind == "next trick" or (kind == "at once" and draw.below(2)) else innocent
    return _Case(kind, fault.trick, table, after, guilty, asked)


def _tell(case: _Case) -> str:
    """What was played and when it was found."""
    table, fault = case.before, case.before.misplays[0]
    names = table.round.rules.seat_names
    who = names[fault.seat]
    if case.kind == "nest":
        assert isinstance(fault.move, Discard)
        hand = (*table.round.hands[fault.seat], *fault.move.cards)
        return (
            f"{who}, the bidder, has taken up the nest and discarded {format_cards(fault.move.cards)} from these cards {CODES}: "
            f"{format_cards(sorted(hand, key=table.rules.pack.index))}. This comes to light {_FOUND[case.kind]}."
        )
    assert isinstance(fault.move, Play)
    trump = table.round.trump
    tricks = "\n".join(_line(table, number) for number in range(1, len(list_started_tricks(table.round)) + 1))
    choice = {
        "stop": " The innocent side stops the round.",
        "play on": " The innocent side has it put right and plays on.",
    }
    return (
        f"Trump is {trump.word if trump else ''}. These are the tricks so far {CODES}:\n\n{tricks}\n\nIn trick {fault.trick} {who} played "
        f"{fault.move.card.words} (`{fault.move.card.code}`), though {who} could have followed the color. This is found "
        f"{_FOUND[case.kind]}.{choice.get(case.kind, '')}"
    )


def _line(table: Table, number: int) -> str:
    trick, names = list_started_tricks(table.round)[number - 1], table.round.rules.seat_names
    won = (
        f", captured by {names[trick.winner]}, worth {format_amount(trick.value)}"
        if trick.winner
        else ", not yet complete"
    )
    return f"- trick {number}, {names[trick.leader]} led: {format_cards(trick.cards)}{won}"
