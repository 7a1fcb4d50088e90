"""An exercise on misplay: a wrong card is found sooner or later, and settled."""

from dataclasses import dataclass

from mam.classroom.phrases import list_codes, make_list
from mam.classroom.rounds import CODES, begin_round, hold_auction
from mam.classroom.template import DOLLARS, Draw, Variant, ask_number, exercise
from mam.misplay import Table
from mam.misplay.wrong_moves import list_started_tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import format_cards
from mam.rules.moves import Discard, Play

_DISCOVERIES = {
    "at once": "before anybody has led to the next trick",
    "next trick": "while the next trick is being played",
    "stop": "only after the lead to the trick after the next",
    "play on": "only after the lead to the trick after the next",
    "nest": "before the first card is led",
}


@dataclass(frozen=True)
class _Case:
    """A misplay, settled: `before` the claim and `after` it, for the side asked about."""

    kind: str
    before: Table
    after: Table
    guilty_side: str
    side: str


@exercise("The wrong card is noticed", kind="rules", level=3, lesson="rules", unit=DOLLARS)
def misplay_verdict(draw: Draw) -> Variant:
    """Ask for a total after a revoke or a wrong discard that somebody has just noticed."""
    case = _draw_case(draw)
    round, names = case.before.round, case.before.round.side_names
    totals = {side: 5 * draw.between(-20, 130) for side in round.sides}
    old_total, new_total = totals[case.side], case.after.settle(totals)[case.side]
    innocent = next(side for side in round.sides if side != case.guilty_side)
    money = round.captured[innocent]
    slips = {
        "unchanged": old_total,
        "revoke-penalty": old_total - 50,
        "discard-penalty": old_total - 100,
        "revoke-gain": old_total + 50,
        "bonus-only": old_total + 100,
        "stopped": old_total + money + 100,
        "change-only": new_total - old_total,
        "no-bonus": old_total + money if case.kind == "stop" and case.side == innocent else None,
    }
    text = f"""
        Rules of 1935. The totals: {", ".join(f"{names[side]} {format_amount(total)}" for side, total in totals.items())}. {_describe(case)}

        After the ruling, what is the total of **{names[case.side]}**, in thousands of dollars?

        Nudge: Decide first which side is guilty, then when somebody noticed it.
        Hint: There are three cases: before the next lead, during the next trick, or later (R35-MIS-2, R35-MIS-3, R35-MIS-5). A wrong discard has its own penalty.
        Hint: Does the question ask about the guilty side or the innocent side?
        Hint: {_HINTS[case.kind]}
        Slip unchanged: The total changes: when was the misplay noticed, and whose is it?
        Slip revoke-penalty: $50,000 is the penalty for a revoke noticed during the next trick (R35-MIS-3). Was it noticed then, and whose was it?
        Slip discard-penalty: $100,000 is the penalty for a wrong discard (R35-MIS-8). Is that what happened, and was it this side?
        Slip revoke-gain: Nobody gains $50,000: it comes off the guilty side's total (R35-MIS-3).
        Slip bonus-only: $100,000 is the bonus for an innocent side (R35-MIS-6, R35-MIS-7). Does it apply here, and is it everything?
        Slip stopped: That is the score for stopping the round (R35-MIS-6). Was it stopped?
        Slip change-only: That is the change. The total was {format_amount(old_total)} before.
        Slip no-bonus: The side also gets a bonus, besides the {format_amount(money)} that it captured (R35-MIS-6).
        Solution: {make_list(f"{ruling.reason} ({ruling.id})" for ruling in case.after.rulings[-4:])}

        {names[case.side]}: {format_amount(old_total)} before, {format_amount(new_total)} after.
    """
    given = {
        "totals": totals,
        "trump": round.trump.word if round.trump else "",
        "found": case.kind,
        "side": case.side,
        "tricks": [list_codes(trick.cards) for trick in list_started_tricks(round)],
    }
    return ask_number(text, new_total, slips, given)


_HINTS = {
    "at once": "A revoke corrected before the next lead costs nothing (R35-MIS-2).",
    "next trick": "The guilty side pays $50,000 from its total (R35-MIS-3, R35-MIS-4).",
    "stop": "If the round is stopped, the innocent side scores what it has captured so far plus $100,000; the guilty side scores nothing (R35-MIS-6).",
    "play on": "A side that plays on gets $100,000 on its total at once; the round is scored later (R35-MIS-7).",
    "nest": "A wrong discard costs $100,000 (R35-MIS-8).",
}


def _draw_case(draw: Draw) -> _Case:
    kind = draw.one_of(["at once", "next trick", "next trick", "stop", "stop", "play on", "nest"])
    while True:
        table = _play_to_the_nest(draw)
        case = _discard_wrongly(draw, table) if kind == "nest" else _play_revoke(draw, table, kind)
        if case is not None:
            return case


def _play_to_the_nest(draw: Draw) -> Table:
    start = begin_round(draw)
    table = Table(start)
    for move in hold_auction(draw, start).history:
        table = table.play(move)
    return table


def _discard_wrongly(draw: Draw, table: Table) -> _Case | None:
    """Let the bidder discard money or an animal although there are enough number cards."""
    hand = table.round.hands[table.round.turn or ""]
    plain = [card for card in hand if card.is_number_card]
    other_cards = [card for card in hand if not card.is_number_card]
    if len(plain) < 4:
        return None
    table = table.play(Discard([*draw.some_of(plain, 2), draw.one_of(other_cards)]))
    table = table.play(draw.one_of(table.legal_moves))
    guilty_side = table.round.side_of(table.round.bidder or "")
    return _Case("nest", table, table.claim("nest"), guilty_side, guilty_side)


def _play_revoke(draw: Draw, table: Table, kind: str) -> _Case | None:
    """Play random legal cards with one revoke among them, and as many cards after it as this kind of case needs."""
    while table.round.phase != "play":
        table = table.play(draw.one_of(table.round.legal_moves))
    tricks = draw.between(1, 6)
    while not table.misplays and len(table.round.tricks) < tricks + 4:
        wrong = [move for move in table.legal_moves if table.round.why_not(move) and len(table.round.tricks) >= tricks]
        trick = table.round.trick
        if wrong and trick and trick.cards and draw.below(2):
            table = table.play(draw.one_of([move for move in wrong if isinstance(move, Play)]))
        else:
            table = table.play(draw.one_of(table.round.legal_moves))
    if not table.misplays or table.misplays[0].kind != "revoke" or table.misplays[0].involves_animal:
        return None
    fault = table.misplays[0]
    later_cards = {"at once": 4 - fault.place, "next trick": 4 - fault.place + draw.between(1, 3)}
    for _ in range(later_cards.get(kind, 4 - fault.place + 4 + draw.between(1, 6))):
        table = table.play(draw.one_of(table.round.legal_moves))
    guilty_side = table.round.side_of(fault.seat)
    innocent = next(side for side in table.round.sides if side != guilty_side)
    after = table.claim(fault.trick, fault.seat)
    if kind in ("stop", "play on"):
        after = after.choose(kind)
    side = guilty_side if kind == "next trick" or (kind == "at once" and draw.below(2)) else innocent
    return _Case(kind, table, after, guilty_side, side)


def _describe(case: _Case) -> str:
    """Say what was played and when somebody noticed it."""
    table, fault = case.before, case.before.misplays[0]
    names = table.round.rules.seat_names
    name = names[fault.seat]
    if case.kind == "nest":
        assert isinstance(fault.move, Discard)
        hand = (*table.round.hands[fault.seat], *fault.move.cards)
        return (
            f"{name}, the bidder, has picked up the nest and discarded {format_cards(fault.move.cards)} from these cards {CODES}: "
            f"{format_cards(sorted(hand, key=table.rules.pack.index))}. Somebody notices it {_DISCOVERIES[case.kind]}."
        )
    assert isinstance(fault.move, Play)
    trump = table.round.trump
    tricks = make_list(_describe_trick(table, number) for number in range(len(list_started_tricks(table.round))))
    choice = {"stop": " The innocent side stops the round.", "play on": " The innocent side plays on."}
    return (
        f"Trump is {trump.word if trump else ''}. These are the tricks so far {CODES}:\n\n{tricks}\n\nIn trick {fault.trick} {name} played "
        f"{fault.move.card.words} (`{fault.move.card.code}`), though {name} could have followed the color. Somebody notices it "
        f"{_DISCOVERIES[case.kind]}.{choice.get(case.kind, '')}"
    )


def _describe_trick(table: Table, index: int) -> str:
    trick, names = list_started_tricks(table.round)[index], table.round.rules.seat_names
    winner, amount = names.get(trick.winner or ""), format_amount(trick.value)
    result = f"captured by {winner}, worth {amount}" if winner else "not yet complete"
    return f"trick {index + 1}, {names[trick.leader]} led: {format_cards(trick.cards)}, {result}"
