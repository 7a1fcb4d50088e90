"""What is known so far: money of both sides, or what each person has taken; captured tricks, the order of a color, the
count at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.misplay import AdjudicatedResult, TableRound
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import BULL, TIGER, AnyColor, NoTrump, format_cards, is_several, join_words
from mam.rules.moves import Play
from mam.rules.scoring import Result
from mam.rules.tricks import Trick
from mam.scenes.choices import find_hand_seat
from mam.scenes.labels import find_unit
from mam.scenes.schema import (
    BidState,
    Count,
    CountLine,
    Money,
    PastTrick,
    SideMoney,
    SideScore,
    Strip,
    StripCell,
    Tally,
    TallyRow,
)
from mam.scenes.table import find_side_letter


def make_money(round: TrickRound) -> Money | None:
    """Return the money bar: what each side has, what the bid needs, what can be lost, and the same in a sentence.

    None where more or fewer than two sides count, or something else than money: then there is a tally.
    """
    if find_unit(round.rules) != "money" or len(round.sides) != 2 or _lacks_captures(round):
        return None
    if round.bidder is None or round.bid is None:
        return _make_money_at_stake(round)
    side = round.side_of(round.bidder)
    opponents = next(name for name in round.sides if name != side)
    names = round.side_names
    gain, loss, nested = round.bull_gain, round.bear_loss, round.nested
    side_money, opponents_money = round.captured[side], round.captured[opponents]
    total = sum(card.money for card in round.rules.pack) + gain - loss
    out = total - side_money - opponents_money - nested
    needs = max(0, round.bid - side_money)
    short = max(0, needs - out)
    bull_out = round.rules.pack.count(BULL) > sum(trick.cards.count(BULL) for trick in round.tricks)
    state: BidState = "made" if not needs else "set" if short and (round.is_over or not bull_out) else "open"
    side_name, opponents_name, set_back = names[side], names[opponents], "they are set back"
    if round.rules.scoring.setback == "bidder":
        set_back = f"{round.rules.seat_names[round.bidder]} is set back"
    elif not is_several(side_name):
        set_back = f"{side_name} is set back"
    sentence = f"{side_name} {_have(side_name)} {format_amount(side_money)}"
    if state == "made":
        sentence += f", enough for the bid of {format_amount(round.bid)}."
    elif state == "set":
        sentence += f", {format_amount(short)} short of the bid of {format_amount(round.bid)}, which can no longer be made: {set_back}."
        if round.is_over:
            sentence = f"{side_name} captured {format_amount(side_money)}, {format_amount(short)} short of the bid: {set_back}."
    else:
        spare = f"so {'they' if is_several(side_name) else side_name} can lose {format_amount(out - needs)}"
        if short:
            spare = f"which is {format_amount(short)} too little without the Bull"
        sentence += f" and {'need' if is_several(side_name) else 'needs'} {format_amount(needs)} more. Still out: {format_amount(out)}, {spare}."
    sentence += f" {opponents_name} {_have(opponents_name)} {format_amount(opponents_money)}."
    sentence += f" Bull +{format_amount(gain)}." if gain else ""
    sentence += f" Bear −{format_amount(loss)}." if loss else ""
    sentence += f" In the {round.rules.nest.word}: {format_amount(nested)}." if nested else ""
    return {
        "total": total,
        "bid": round.bid,
        "left": _make_side_money(round, side, side_money),
        "right": _make_side_money(round, opponents, opponents_money),
        "remaining": out,
        "shortfall": needs,
        "spare": max(0, out - needs),
        "nest": nested,
        "word": round.rules.nest.word,
        "state": state,
        "difference": side_money - round.bid if state == "made" else short,
        "sentence": sentence,
    }


def _lacks_captures(round: TrickRound) -> bool:
    """Return whether nobody knows what was captured before: a position that doesn't say it."""
    return round.position is not None and round.position.captured is None


def _make_money_at_stake(round: TrickRound) -> Money | None:
    """Return the money bar of the auction: what the high bidder's side must capture and can lose."""
    standing = None if round.is_over else round.high_bid
    if standing is None or round.position or round.rules.alliance != "fixed":
        return None
    seat, bid = standing
    side = round.side_of(seat)
    opponents = next(name for name in round.sides if name != side)
    total = sum(card.money for card in round.rules.pack)
    spare = max(0, total - bid.amount)
    names = round.side_names
    would = f"{names[side]} must capture {format_amount(bid.amount)} and can lose {format_amount(spare)}."
    return {
        "total": total,
        "bid": bid.amount,
        "left": _make_side_money(round, side, 0),
        "right": _make_side_money(round, opponents, 0),
        "remaining": total,
        "shortfall": bid.amount,
        "spare": spare,
        "nest": 0,
        "word": round.rules.nest.word,
        "state": "",
        "difference": 0,
        "sentence": would,
    }


def _have(name: str) -> str:
    return "have" if is_several(name) else "has"


def _make_side_money(round: TrickRound, side: str, money: int) -> SideMoney:
    letter = find_side_letter(round, round.sides[side][0])
    return {"name": _shorten_name(round, side), "side": "B" if letter == "B" else "A", "money": money}


def _shorten_name(round: TrickRound, side: str) -> str:
    """Return the name of a side at its end of the bar."""
    fixed = round.rules.alliance == "fixed" and not round.rules.half_hidden
    return side if fixed else round.side_names[side]


# What each has taken, where there is no bar of two sides


def make_tally(round: TrickRound, names: Mapping[str, str]) -> Tally | None:
    """Return what each person (or side) has captured: a row each, with what its bid needs."""
    if (
        _lacks_captures(round)
        or make_money(round) is not None
        or (round.bidder is None and not (round.sealed and round.phase != "sealed"))
    ):
        return None
    unit = find_unit(round.rules)
    rows = [_make_tally_row(round, side, names) for side in round.sides]
    total = _sum_total(round, unit)
    out = total - sum(row["amount"] for row in rows) - round.nested
    if unit == "tricks":
        out = total - len(round.tricks)  # a trick that nobody takes is gone, too
    for row in rows:
        row["state"] = _judge_bid(row, out, round.is_over, bool(round.sealed))
    heads = {"money": "Money captured", "points": "Points captured", "tricks": "Tricks taken, and bid"}
    return {
        "head": heads[unit],
        "unit": unit,
        "total": total,
        "rows": rows,
        "remaining": out,
        "sentence": _write_tally(round, rows, out, names),
    }


def _sum_total(round: TrickRound, unit: str) -> int:
    if unit == "tricks":
        return round.hand_size
    return sum(card.money for card in round.rules.pack) + round.bull_gain - round.bear_loss


def _make_tally_row(round: TrickRound, side: str, names: Mapping[str, str]) -> TallyRow:
    members = round.sides[side]
    amount = round.captured[side]
    need = dict(round.sealed).get(members[0]) if round.sealed else None
    if round.bidder in members and round.rules.alliance != "called":  # else the bid is made with partners
        need = round.bid
    return {
        "name": join_words([names[seat] for seat in members]),
        "amount": amount,
        "need": need,
        "text": format_amount(amount, find_unit(round.rules)) if need is None else f"{amount} of {need}",
        "side": "A" if round.bidder in members or any(seat in round.partners for seat in members) else "",
        "state": "",
    }


def _judge_bid(row: TallyRow, out: int, is_over: bool, exact: bool) -> BidState:
    """Return how a bid stands: "made", "set" when it cannot be made any more, else "open"; "" without a bid."""
    need, amount = row["need"], row["amount"]
    if need is None:
        return ""
    if need > amount + out or (exact and amount > need):
        return "set"
    is_made = amount == need and out == 0 if exact else amount >= need
    return "made" if is_made else "set" if is_over else "open"


def _write_tally(round: TrickRound, rows: Sequence[TallyRow], out: int, names: Mapping[str, str]) -> str:
    unit = find_unit(round.rules)
    if unit == "tricks":
        return f"{_join_rows(rows, '{} of {} bid', '{}')}. Still to play: {format_amount(out, unit)}."
    sentence = f"{_join_rows(rows, '{} of {} bid', '{}')}."
    if unit == "money":
        sentence = ", ".join(f"{row['name']} {format_amount(row['amount'])}" for row in rows) + "."
        sentence += _describe_known_partners(round, names)
    sentence += f" Still out: {format_amount(out, unit)}."
    sentence += f" Bull +{format_amount(round.bull_gain)}." if round.bull_gain else ""
    sentence += f" Bear −{format_amount(round.bear_loss)}." if round.bear_loss else ""
    return sentence + (f" In the {round.rules.nest.word}: {format_amount(round.nested)}." if round.nested else "")


def _describe_known_partners(round: TrickRound, names: Mapping[str, str]) -> str:
    """Return what the bidder and the partners shown so far have of the bid; nothing once everybody knows the sides."""
    if round.called is None or round.bidder is None or round.bid is None or round.is_over:
        return ""
    known_bidders = (round.bidder, *round.partners)
    have = sum(round.captured[seat] for seat in known_bidders)
    bidders = join_words([names[seat] for seat in known_bidders]) + (" together" if len(known_bidders) > 1 else "")
    unknown = len(set(round.called)) - len(round.partners)
    missing_partners = {0: "", 1: ", one partner still unknown"}.get(unknown, ", partners still unknown")
    return f" {bidders}{missing_partners}: {format_amount(have)} of the {format_amount(round.bid)} bid."


def _join_rows(rows: Sequence[TallyRow], bid: str, plain: str) -> str:
    texts = [
        plain.format(row["amount"]) if row["need"] is None else bid.format(row["amount"], row["need"]) for row in rows
    ]
    return ", ".join(f"{row['name']} {text}" for row, text in zip(rows, texts, strict=True))


# The order of a color


def make_strip(view: View[TrickRound], trick: Trick | None) -> Strip | None:
    """Return the ranks of the color led (of trumps before a lead): played, in the hand shown, or still out.

    With two packs the duplicate cards are a second row.
    """
    round = view.round
    if round.phase != "play" or round.trick is None or round.position:
        return None  # in a position nobody knows which cards have been played
    led_color = tricks.find_led_color(round.trick.cards, round.trump, round.rules.tricks)
    color = led_color or (None if isinstance(round.trump, NoTrump) else round.trump)
    if color is None:
        return None
    played = [*round.played, *(round.nest if round.discarded is not None else ())]
    hand_cards = list(round.hands[find_hand_seat(view) or ""])
    rows: list[list[StripCell]] = [[], []]
    for card in sorted({card for card in round.rules.pack if card.color == color}, key=lambda card: -card.rank):
        copies = _list_copies(round.rules.pack.count(card), played.count(card), hand_cards.count(card))
        for row, state in zip(rows, copies, strict=False):
            cell: StripCell = {"rank": card.code[1:], "money": bool(card.money), "state": state}
            if find_unit(round.rules) == "points":
                cell["points"] = str(card.money)
            row.append(cell)
    strip: Strip = {
        "heading": _write_strip_heading(round, color, bool(led_color)),
        "order": "the 11 beats the 10" if find_unit(round.rules) == "money" else "",
        "color": color.value,
        "cells": rows[0],
    }
    if rows[1]:
        strip["second"] = rows[1]
    return strip


_CardState = Literal["yours", "played", "out"]


def _list_copies(count: int, played: int, in_hand: int) -> list[_CardState]:
    """Return where each of the copies of a card is."""
    copies: dict[_CardState, int] = {"yours": in_hand, "played": played, "out": count}
    return [state for state, number in copies.items() for _ in range(number)][:count]


def _write_strip_heading(round: TrickRound, color: AnyColor, is_led: bool) -> str:
    if is_led:
        return f"{color.word}, strongest first"
    return f"{color.word} trumps" + (" below the Tiger" if TIGER in round.rules.pack else ", strongest first")


# Captured tricks, and the count


def make_history(round: TrickRound) -> list[PastTrick]:
    """Return the complete tricks, newest first, each with the step just after it."""
    steps = [step for step, move in enumerate(round.history, 1) if isinstance(move, Play)]
    rows: list[PastTrick] = []
    counts_money = find_unit(round.rules) == "money"
    played = 0
    for number, trick in enumerate(round.tricks, 1):
        played += len(trick.cards)
        rows.append(
            {
                "number": number,
                "cards": [{"seat": seat, "card": card.code} for seat, card in trick.plays],
                "winner": trick.winner,
                "winner_name": round.side_names[round.side_of(trick.winner)] if trick.winner else "Nobody",
                "trick_value": trick.value,
                "tag": trick.tag if counts_money else "",
                "effect": trick.effect if counts_money else "",
                "changer": trick.changer if counts_money else "",
                "step": steps[played - 1],
            }
        )
    return rows[::-1]


_HEADS = {
    "money": "Count of the money in the tricks",
    "points": "Count of the points in the tricks",
    "tricks": "Count of the tricks",
}


def make_count(round: TrickRound) -> Count | None:
    """Return the count at the end: trick by trick, the money added as it turns up, nothing sorted first (R35-SCORE-8)."""
    result = round.result
    if result is None:
        return None
    names = round.rules.seat_names
    if round.misdealt:
        sentence = f"{names[round.misdealt]} asks for a new deal: the same dealer deals again, and nothing is scored."
        return {"head": "New deal", "lines": [], "result": [sentence], "scores": []}
    why = [reason.sentence for reason in round.why_scored()]
    table = round.table if isinstance(round, TableRound) else None
    is_stopped = table is not None and table.result is not None and table.result.stopped
    if table is not None and is_stopped:
        why = [ruling.reason for ruling in table.rulings]
    if result.bidder is None and not round.sealed:
        return {"head": "Passed out", "lines": [], "result": why, "scores": []}
    lines = [line for side in round.sides for line in _count_lines(round, side)]
    head = f"{_HEADS[find_unit(round.rules)]} ({round.rules.rule_id('counting')})"
    count: Count = {
        "head": head,
        "lines": lines,
        "result": [*why, *_list_entries(round), *_list_adjustments(result, round)],
        "scores": list(_scores(round)),
    }
    if is_stopped:
        count["is_stopped"] = True
    return count


def _list_adjustments(result: Result, round: TrickRound) -> Iterator[str]:
    """Yield what misplays added to the running totals, or took off them, besides the score."""
    adjustments = result.adjustments if isinstance(result, AdjudicatedResult) else {}
    names, scoring = round.rules.accounts, round.rules.scoring
    changes = [f"{names[name]} {scoring.format_amount(points)}" for name, points in adjustments.items() if points]
    if changes:
        yield f"For misplays, on the running totals: {', '.join(changes)}."


def _scores(round: TrickRound) -> Iterator[SideScore]:
    """Yield what each side or person enters on the sheet."""
    assert round.result is not None
    rules = round.rules
    unit = "money" if rules.scoring.money else "points"
    for name, points in round.result.scores.items():
        seats = round.sides.get(name, (name,))
        letter = find_side_letter(round, seats[0]) if seats[0] in round.turn_order else ""
        yield {
            "name": round.side_names.get(name) or rules.accounts[name],
            "side": letter,
            "tricks": sum(trick.winner in seats for trick in round.tricks),
            "amount": points,
            "score": format_amount(points, unit, signed=True),
            "size": format_amount(abs(points), unit),
        }


def _count_lines(round: TrickRound, side: str) -> Iterator[CountLine]:
    unit, name = find_unit(round.rules), round.side_names[side]
    total = 0
    captured = [(n, trick) for n, trick in enumerate(round.tricks, 1) if trick.winner in round.sides[side]]
    if not captured:
        yield {"side": name, "text": "No trick", "sum": 0}
        return
    if unit == "tricks":
        numbers = ", ".join(str(number) for number, _ in captured)
        yield {"side": name, "text": f"Trick{'s' if len(captured) > 1 else ''} {numbers}", "sum": len(captured)}
        return
    for number, trick in captured:
        total += trick.value
        money = [card for card in trick.cards if card.money]
        text = f"Trick {number}: {format_cards(money) or f'no {unit}'}"
        if trick.effect and money:
            text += f", {_effect_words(trick)}"
        yield {"side": name, "text": text, "sum": total}


def _effect_words(trick: Trick) -> str:
    """Return what Bull and Bear did to the money of a trick."""
    if trick.effect == "×0":
        return "Bear last: worth nothing"
    bulls = trick.cards.count(BULL)
    if bulls > 1:
        return f"{bulls} Bulls: {trick.effect[1:]} times"
    return f"Bull last: {trick.rules.bull_past}"


def _list_entries(round: TrickRound) -> list[str]:
    """Return what each person enters, if the scores of the sides do not say so."""
    result = round.result
    assert result is not None
    if find_unit(round.rules) != "money" or set(result.scores) == set(round.sides):
        return []
    names, scoring = round.rules.accounts, round.rules.scoring
    entered = ", ".join(f"{names[name]} {scoring.format_amount(points)}" for name, points in result.scores.items())
    return [f"Entered on the sheet: {entered}."]
