"""What is known so far: money of both sides, captured tricks, the order of a colour, the count at the end."""

from mam import scoring, tricks
from mam.cards import BULL, RANKS, dollars, show
from mam.round import Round
from mam.scenes.words import Scene
from mam.tricks import Trick
from mam.views import View


def make_money(round: Round) -> Scene | None:
    """The money bar: what each side has, what the bid needs, what can be spared, and the same in a sentence."""
    if round.bidder is None or round.bid is None:
        return None
    side = round.rules.side_of(round.bidder)
    other = next(one for one in round.rules.sides if one != side)
    names = round.rules.side_names
    gain, loss = round.bull_gain, round.bear_loss
    nested = sum(card.money for card in round.discarded or ())
    pack = sum(card.money for card in round.rules.pack)
    total = pack + gain - loss
    ours, theirs = round.captured[side], round.captured[other]
    out = total - ours - theirs - nested
    needs = max(0, round.bid - ours)
    short = max(0, needs - out)
    bull_out = not any(BULL in trick.cards for trick in round.tricks)
    state = "made" if not needs else "set" if short and (round.over or not bull_out) else "open"
    sentence = f"{names[side]} have {dollars(ours)}"
    if state == "made":
        sentence += f", enough for the bid of {dollars(round.bid)}."
    elif state == "set":
        sentence += f", {dollars(short)} short of the bid of {dollars(round.bid)} whatever comes: they are set back."
        if round.over:
            sentence = f"{names[side]} took {dollars(ours)}, {dollars(short)} short of the bid: they are set back."
    else:
        spare = (
            f"so they can spare {dollars(out - needs)}"
            if not short
            else f"{dollars(short)} too little without the Bull"
        )
        sentence += f" and need {dollars(needs)} more. Still out: {dollars(out)}, {spare}."
    sentence += f" {names[other]} have {dollars(theirs)}."
    sentence += f" Bull +{dollars(gain)}." if gain else ""
    sentence += f" Bear −{dollars(loss)}." if loss else ""
    sentence += f" In the nest: {dollars(nested)}." if nested else ""
    return {
        "total": total,
        "bid": round.bid,
        "left": {"name": side, "money": ours},
        "right": {"name": other, "money": theirs},
        "out": out,
        "needs": needs,
        "spare": max(0, out - needs),
        "nest": nested,
        "state": state,
        "by": ours - round.bid if state == "made" else short,
        "sentence": sentence,
    }


def make_strip(view: View, trick: Trick | None) -> Scene | None:
    """The thirteen ranks of the colour led (of trumps before a lead): played, in the hand shown, or still out."""
    round = view.round
    if round.phase != "play" or round.trick is None:
        return None
    led = tricks.led_colour(round.trick.cards, round.trump, round.rules.tricks)
    colour = led or round.trump
    if colour is None:
        return None
    gone = {card for one in (*round.tricks, round.trick) for card in one.cards} | set(round.discarded or ())
    mine = set(round.hands[view.person or round.turn or ""])
    cells = []
    for rank in RANKS:
        card = next(one for one in round.rules.pack if one.colour == colour and one.rank == rank)
        state = "played" if card in gone else "yours" if card in mine else "out"
        cells.append({"rank": str(rank), "money": bool(card.money), "state": state})
    what = f"{colour.word}, strongest first" if led else f"{colour.word} trumps below the Tiger"
    return {"heading": f"{what}: 11 beats the $10", "colour": colour.value, "cells": cells}


def make_history(round: Round) -> list[Scene]:
    """The complete tricks, newest first, each with the step just after it."""
    start = len(round.calls) + 2
    size = len(round.rules.seats)
    rows = []
    for number, trick in enumerate(round.tricks, 1):
        rows.append(
            {
                "number": number,
                "cards": [{"seat": seat, "card": card.code} for seat, card in trick.plays],
                "winner": trick.winner,
                "by": round.rules.side_names[round.rules.side_of(trick.winner or "")],
                "worth": trick.worth,
                "tag": trick.tag,
                "step": start + size * number,
            }
        )
    return rows[::-1]


def make_count(round: Round) -> Scene | None:
    """The count at the end: tricks run off one by one, money added as it turns up, nothing sorted first (R35-SCORE-8)."""
    if round.result is None:
        return None
    lines = []
    for side in round.rules.sides:
        total = 0
        own = [(n, trick) for n, trick in enumerate(round.tricks, 1) if trick.winner in round.rules.sides[side]]
        if not own:
            lines.append({"side": round.rules.side_names[side], "text": "No trick", "sum": 0})
        for number, trick in own:
            total += trick.worth
            money = [card for card in trick.cards if card.money]
            text = f"Trick {number}: {show(money) or 'no money'}"
            if trick.effect and money:
                text += ", Bull on top: doubled" if trick.effect == "×2" else ", Bear on top: counts nothing"
            lines.append({"side": round.rules.side_names[side], "text": text, "sum": total})
    result = [reason.because for reason in scoring.why_scored(round.result, round.rules.side_names)]
    head = f"Counting: run through the tricks, add money as it comes ({round.rules.rule_id('counting')})"
    return {"head": head, "lines": lines, "result": result}
