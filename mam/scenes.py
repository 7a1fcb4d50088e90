"""Scenes: what a table shows of a round, as plain data (JSON) from which the browser, the static picture and the text are drawn.

A scene is made from a view, so it never holds a card that its person may not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mam import scoring, tricks
from mam.auction import highest, least_bid, list_calls
from mam.cards import BULL, RANKS, UNSEEN, Card, Colour, dollars, show
from mam.dealing import seats_from
from mam.drawing import card_name
from mam.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.round import Round
from mam.rulings import Reason, Ruling
from mam.tricks import Trick
from mam.views import View

Scene = dict[str, Any]
_RING = {2: "BT", 3: ("B", "TL", "TR"), 4: "BLTR"}


def make_scene(
    view: View,
    *,
    title: str = "",
    bottom: str = "",
    players: Mapping[str, str] | None = None,
    open_hands: bool = False,
    before: Round | None = None,
    refused: tuple[Move, Ruling] | None = None,
    printed: Move | None = None,
) -> Scene:
    """The scene of a view, all but the keys that a stepper adds (`stepper`, `tools`, `note`).

    `before` is the same view one move earlier: with it the scene tells the rulings of that move and what else was
    legal. `refused` is a move that was tried and its ruling. `printed` is the move a record makes here. `open_hands`
    shows every hand the view knows.
    """
    round = view.round
    seats = round.rules.seats
    names = dict(round.rules.seat_names) | {seat: name for seat, name in (players or {}).items() if name}
    order = seats_from(seats, bottom or view.person or seats[0])
    trick, done = _trick_on_table(round)
    last = round.history[-1] if before is not None and round.history else None
    effect = trick.effect if trick else ""
    return {
        "title": title,
        "badges": _badges(round, trick, names),
        "money": _money(round),
        "seats": [
            _seat(round, seat, place, names, open_hands) for seat, place in zip(order, _RING[len(seats)], strict=True)
        ],
        "trick": _trick(round, trick, done, last),
        "trick_done": done,
        "next": None if done else _next(round),
        "worth": tricks.worth(trick.cards) if trick else 0,
        "effect": effect,
        "hand": _hand(view, names, printed),
        "calls": _calls(view, names, printed),
        "trumps": _trumps(view, names, printed),
        "made": [{"seat": seat, "text": _said(call), "pass": isinstance(call, Pass)} for seat, call in round.calls],
        "ruling": _ruling_of_scene(round, before, last, refused),
        "others": _others(before, last),
        "strip": _strip(view, trick),
        "history": _history(round),
        "count": _count(round),
        "live": _live(round, before, last, refused, names),
    }


def write_ruling(ruling: Ruling, kind: str, head: str, may: Sequence[Move] = ()) -> Scene:
    """A ruling as the panel shows it: headline, reason, what may be done instead, and the rule with its source."""
    return {
        "kind": kind,
        "head": head,
        "text": ruling.because or ruling.words,
        "short": ruling.title[0].lower() + ruling.title[1:],
        "may": [_chip(move) for move in may],
        "cites": [_cite(ruling)],
    }


def _cite(ruling: Ruling) -> Scene:
    words = ruling.words + (f" Another reading: {ruling.alternative}" if ruling.alternative else "")
    return {"id": ruling.id, "words": words, "source": ruling.source}


def _chip(move: Move) -> Scene:
    card = move.card.code if isinstance(move, Play) else None
    return {"text": card or _button(move), "card": card, "move": str(move)}


def _button(move: Move) -> str:
    match move:
        case Bid():
            return str(move.amount)
        case NameTrump():
            return move.colour.word
        case _:
            return str(move).capitalize()


def _said(call: Move) -> str:
    return str(call.amount) if isinstance(call, Bid) else "pass"


# What lies on the table


def _trick_on_table(round: Round) -> tuple[Trick | None, bool]:
    """The open trick, or the one just completed while nobody has led to the next; and whether it is complete."""
    if round.trick is not None and round.trick.cards:
        return round.trick, False
    return (round.tricks[-1], True) if round.tricks else (None, False)


def _trick(round: Round, trick: Trick | None, done: bool, last: Move | None) -> list[Scene]:
    if trick is None:
        return []
    winning = tricks.capturing(trick.cards, round.trump, round.rules.tricks)
    newest = len(trick.cards) - 1 if isinstance(last, Play) else -1
    return [
        {"seat": seat, "card": card.code, "order": place + 1, "just": place == newest, "winning": place == winning}
        for place, (seat, card) in enumerate(trick.plays)
    ]


def _next(round: Round) -> Scene | None:
    if round.phase != "play" or round.trick is None:
        return None
    return {"seat": round.turn, "order": len(round.trick.cards) + 1}


def _seat(round: Round, seat: str, place: str, names: Mapping[str, str], open_hands: bool) -> Scene:
    hand = round.hands[seat]
    bidding = round.rules.side_of(round.bidder) if round.bidder else next(iter(round.rules.sides))
    known = open_hands and UNSEEN not in hand and any(round.hands.values())
    return {
        "seat": seat,
        "name": names[seat],
        "at": place,
        "side": "A" if round.rules.side_of(seat) == bidding else "B",
        "cards": len(hand),
        "role": " · ".join(_roles(round, seat)),
        "turn": seat == round.turn,
        "open": [card.code for card in hand] if known else None,
    }


def _roles(round: Round, seat: str) -> list[str]:
    if round.bidder is None:
        calls = [call for who, call in round.calls if who == seat]
        said = (["passed"] if isinstance(calls[-1], Pass) else [f"bid {_said(calls[-1])}"]) if calls else []
        return (["dealer"] if seat == round.deal.dealer else []) + said
    if seat == round.bidder:
        return [f"bidder, {round.bid}"]
    return ["partner"] if round.rules.side_of(seat) == round.rules.side_of(round.bidder) else []


def _badges(round: Round, trick: Trick | None, names: Mapping[str, str]) -> list[Scene]:
    rules = round.rules
    badges: list[Scene] = [{"text": rules.short_name, "short": rules.short_name.split()[0]}]
    badges += [{"text": option.words, "short": name} for name, option in rules.options.items() if name in rules.chosen]
    standing = highest(round.calls)
    if standing:
        seat, amount = standing
        word = "Bid" if round.bidder else "Highest bid"
        badges.append({"text": f"{word} {dollars(amount)} · {names[seat]}", "short": f"Bid ${amount}k · {seat}"})
    else:
        badges.append({"text": "No bid yet", "short": "No bid"})
    if round.trump:
        badges.append({"text": f"{round.trump.word} trump", "short": round.trump.word, "colour": round.trump.value})
    else:
        badges.append({"text": "Trump not named", "short": "No trump yet"})
    if trick is not None:
        number = len(round.tricks) + (0 if trick.complete else 1)
        text = f"Trick {number} of {rules.hand_size} · worth {'' if trick.complete else 'so far '}"
        badges.append({"text": text + dollars(tricks.worth(trick.cards)), "short": f"Trick {number}", "bare": True})
    return badges


def _money(round: Round) -> Scene | None:
    if round.bidder is None or round.bid is None:
        return None
    side = round.rules.side_of(round.bidder)
    other = next(one for one in round.rules.sides if one != side)
    names = round.rules.side_names
    done = [(trick.worth, sum(card.money for card in trick.cards)) for trick in round.tricks]
    gain = sum(worth - money for worth, money in done if worth > money)
    loss = sum(money - worth for worth, money in done if worth < money)
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


# What the person may do


def _hand(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    round = view.round
    seat = view.person or round.turn
    if seat is None or not round.hands[seat]:
        return None
    acts = view.to_move and seat == round.turn
    mode = {"play": "play", "nest": "discard"}.get(round.phase, "look") if acts else "look"
    legal = {move.card for move in round.moves() if isinstance(move, Play)} if mode == "play" else set()
    doing = {"play": "to play", "discard": f"put out {round.rules.nest.size}", "look": ""}[mode]
    if mode == "discard":
        doing += f" ({len(round.moves())} legal sets)"
    if mode == "play" and round.trick is not None and not round.trick.cards:
        doing = "to lead"
    shown = printed.cards if isinstance(printed, Discard) else (printed.card,) if isinstance(printed, Play) else ()
    return {
        "seat": seat,
        "label": f"{names[seat]}'s hand" + (f" · {doing}" if doing else ""),
        "mode": mode,
        "cards": [_hand_card(round, card, mode, legal) for card in round.hands[seat]],
        "need": round.rules.nest.size if mode == "discard" else 0,
        "printed": [card.code for card in shown] if mode != "look" else [],
    }


def _hand_card(round: Round, card: Card, mode: str, legal: set[Card]) -> Scene:
    shown: Scene = {"card": card.code, "name": card_name(card.code), "state": "rest", "move": None, "why": None}
    if card == UNSEEN:
        shown |= {"name": "card, face down", "state": "hidden"}
    elif mode == "play" and card in legal:
        shown |= {"state": "legal", "move": str(Play(card))}
    elif mode == "play":
        ruling = round.why_not(Play(card))
        assert ruling is not None  # else it were among the moves
        shown |= {
            "state": "illegal",
            "why": write_ruling(ruling, "stop", f"{card.words} cannot be played now", ruling.instead),
        }
    elif mode == "discard":
        ruling = round.why_not_put_out(card)
        shown["state"] = "legal" if ruling is None else "illegal"
        shown["why"] = ruling and write_ruling(ruling, "stop", f"{card.words} cannot be put out")
    return shown


def _calls(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    round = view.round
    if round.phase != "auction" or not view.to_move or round.turn is None:
        return None
    rules = round.rules.auction
    legal = [call.amount for call in list_calls(round.calls, rules) if isinstance(call, Bid)]
    least = least_bid(round.calls, rules)
    amounts = [least - rules.step, *legal[:9]]
    if not round.calls:
        amounts.append(rules.opening_most + rules.step)
    if isinstance(printed, Bid) and printed.amount not in amounts:
        amounts.append(printed.amount)
    calls: list[Move] = [Pass(), *map(Bid, sorted(amounts))]
    return {
        "seat": round.turn,
        "label": f"{names[round.turn]} to call",
        "printed": str(printed) if printed is not None else None,
        "options": [_option(round, call) for call in calls],
        "least": least,
        "most": rules.most,
        "step": rules.step,
    }


def _option(round: Round, move: Move) -> Scene:
    ruling = round.why_not(move)
    why = ruling and write_ruling(ruling, "stop", _refusal(move), ruling.instead[:6])
    return {"text": _button(move), "move": str(move), "legal": ruling is None, "why": why}


def _refusal(move: Move) -> str:
    match move:
        case Pass():
            return "You cannot pass now"
        case Bid():
            return f"{dollars(move.amount)} cannot be bid now"
        case Discard():
            return f"{show(move.cards) or 'Nothing'} cannot be put out"
        case NameTrump():
            return f"{move.colour.word} cannot be named now"
        case Play():
            return f"{move.card.words} cannot be played now"


def _trumps(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    round = view.round
    if round.phase != "trump" or not view.to_move or round.turn is None:
        return None
    return {
        "seat": round.turn,
        "label": f"{names[round.turn]} names trump",
        "printed": str(printed) if printed is not None else None,
        "options": [{"colour": colour.value, "text": colour.word, "move": str(NameTrump(colour))} for colour in Colour],
    }


# What was ruled


def _ruling_of_scene(
    round: Round, before: Round | None, last: Move | None, refused: tuple[Move, Ruling] | None
) -> Scene:
    if refused:
        move, ruling = refused
        may = () if isinstance(move, Discard) else ruling.instead[:13]
        return write_ruling(ruling, "stop", _refusal(move), may)
    if before is None or last is None:
        dealer = round.rules.seat_names[round.deal.dealer]
        opener = round.name or dealer
        cards = f"{round.rules.hand_size} cards each, and {round.rules.nest.size} in the nest"
        rulings = [
            round.rules.cite(Reason("dealt", f"{dealer} has dealt: {cards}.")),
            round.rules.cite(Reason("must-open", "")),
        ]
        return {
            "kind": "info",
            "head": f"{dealer} has dealt: {cards}.",
            "text": f"{opener} makes the first call.",
            "may": [],
            "cites": [_cite(one) for one in rulings],
        }
    rulings = list(before.why(last))
    head, *more = [one.because for one in rulings]
    return {"kind": "ok", "head": head, "text": " ".join(more), "may": [], "cites": [_cite(one) for one in rulings]}


def _others(before: Round | None, last: Move | None) -> Scene | None:
    """What else could have been done where the last move was made, and why the rest could not."""
    if before is None or last is None:
        return None
    legal = [move for move in before.moves() if move != last]
    refused: list[tuple[str, Card | None, Ruling | None]] = []
    chips: list[Scene]
    assert before.turn is not None
    if isinstance(last, Play | Discard) and UNSEEN in before.hands[before.turn]:
        return None  # of a hidden hand nobody can say
    match last:
        case Play():
            chips = [{"text": move.card.code, "card": move.card.code} for move in legal if isinstance(move, Play)]
            hand = [card for card in before.hands[before.turn] if card != UNSEEN]
            refused = [(card.code, card, before.why_not(Play(card))) for card in hand]
        case Discard():
            sets = f"{len(legal)} other sets of {before.rules.nest.size}"
            chips = [{"text": sets, "card": None}] if legal else []
            hand = [card for card in before.hands[before.turn] if card != UNSEEN]
            refused = [(card.code, card, before.why_not_put_out(card)) for card in hand]
        case NameTrump():
            chips = [{"text": _button(move), "card": None} for move in legal]
        case _:
            chips = _other_calls(legal)
            least = least_bid(before.calls, before.rules.auction)
            tries: list[Move] = [Pass(), Bid(least - 5), Bid(least + 2)]
            if not before.calls:
                tries.append(Bid(before.rules.auction.opening_most + 5))
            refused = [(_button(move), None, before.why_not(move)) for move in tries]
    return {
        "head": f"What else {before.name} could do here",
        "legal": chips,
        "refused": [
            {"text": text, "card": card.code if card else None, "why": ruling.because, "id": ruling.id}
            for text, card, ruling in refused
            if ruling is not None
        ],
    }


def _other_calls(legal: Sequence[Move]) -> list[Scene]:
    """Pass, and the bids as one range with a gap where the bid made was left out."""
    chips: list[Scene] = [{"text": "Pass", "card": None}] if Pass() in legal else []
    amounts = [move.amount for move in legal if isinstance(move, Bid)]
    if len(amounts) > 6:
        return [*chips, {"text": f"any bid from {amounts[0]} to {amounts[-1]} in fives", "card": None}]
    return chips + [{"text": str(amount), "card": None} for amount in amounts]


def _live(
    round: Round, before: Round | None, last: Move | None, refused: tuple[Move, Ruling] | None, names: Mapping[str, str]
) -> str:
    """One sentence for the live region of a screen reader."""
    if refused:
        return f"{_refusal(refused[0])}. {refused[1].because}"
    if before is None or last is None or before.turn is None:
        return f"{names[round.deal.dealer]} has dealt. {round.name} to call."
    who = names[before.turn]
    match last:
        case Bid():
            said = f"{who} bids {dollars(last.amount)}."
        case Pass():
            said = f"{who} passes."
        case Discard():
            said = (
                f"{who} puts out {show(last.cards)}."
                if UNSEEN not in last.cards
                else f"{who} puts out {len(last.cards)} cards."
            )
        case NameTrump():
            said = f"{who} names {last.colour.word} as trump."
        case Play():
            said = f"{who} plays {last.card.words}."
    if len(round.tricks) > len(before.tricks):
        taken = round.tricks[-1]
        said += f" {names[taken.winner or '']} takes the trick, worth {dollars(taken.worth)}."
    if round.over:
        return said + " The round is over."
    return f"{said} {names[round.turn or '']} {'to lead' if not (round.trick and round.trick.cards) and round.phase == 'play' else 'is next'}."


# What is known so far


def _strip(view: View, trick: Trick | None) -> Scene | None:
    """The thirteen ranks of the colour led (of trumps before a lead): played, in the hand shown, or still out."""
    round = view.round
    if round.phase != "play" or round.trick is None:
        return None
    led = tricks.led_colour(round.trick.cards, round.trump, round.rules.tricks)
    colour = led or round.trump
    if colour is None:
        return None
    played = {card for one in (*round.tricks, round.trick) for card in one.cards}
    mine = set(round.hands[view.person or round.turn or ""])
    cells = []
    for rank in RANKS:
        card = next(one for one in round.rules.pack if one.colour == colour and one.rank == rank)
        state = "played" if card in played else "yours" if card in mine else "out"
        cells.append({"rank": str(rank), "money": bool(card.money), "state": state})
    what = f"{colour.word}, strongest first" if led else f"{colour.word} trumps below the Tiger"
    return {"heading": f"{what}: 11 beats the $10", "colour": colour.value, "cells": cells}


def _history(round: Round) -> list[Scene]:
    start = len(round.calls) + 2
    size = len(round.rules.seats)
    rows = []
    for number, trick in enumerate(round.tricks, 1):
        name = {"×2": "Bull ×2", "×0": "Bear ×0"}.get(trick.effect, "")
        rows.append(
            {
                "number": number,
                "cards": [{"seat": seat, "card": card.code} for seat, card in trick.plays],
                "winner": trick.winner,
                "by": round.rules.side_names[round.rules.side_of(trick.winner or "")],
                "worth": trick.worth,
                "tag": name,
                "step": start + size * number,
            }
        )
    return rows[::-1]


def _count(round: Round) -> Scene | None:
    """The count at the end: tricks run off one by one, money added as it turns up, nothing sorted first (R35-SCORE-8)."""
    if round.result is None:
        return None
    lines = []
    for side in round.rules.sides:
        total = 0
        for number, trick in enumerate(round.tricks, 1):
            if round.rules.side_of(trick.winner or "") != side:
                continue
            total += trick.worth
            money = [card for card in trick.cards if card.money]
            text = f"Trick {number}: {show(money) or 'no money'}"
            if trick.effect and money:
                text += ", Bull on top: doubled" if trick.effect == "×2" else ", Bear on top: counts nothing"
            lines.append({"side": round.rules.side_names[side], "text": text, "sum": total})
    result = [reason.because for reason in scoring.why_scored(round.result, round.rules.side_names)]
    return {"head": "Counting: run through the tricks, add money as it comes", "lines": lines, "result": result}
