"""What the person can do: the hand, the calls, the trumps to name, a choice among named moves."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from mam.games.phases import called
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.amounts import format_amount, format_range
from mam.rules.auction import find_bid_range, list_calls
from mam.rules.cards import UNSEEN, Card, Trump, join_words
from mam.rules.moves import Bid, BidTricks, CallCards, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.rules.rulings import Ruling
from mam.rules.tricks import TrickRules
from mam.scenes.card_facts import describe_card
from mam.scenes.labels import find_color_code, find_unit, write_refusal
from mam.scenes.move_words import head_refusal, label_move, phrase_move
from mam.scenes.schema import Calls, Choices, ColorChoice, Hand, HandCard, Option, Trumps
from mam.support.messages import capitalize

Mode = Literal["play", "discard", "call", "look"]
_MODES: dict[str, Mode] = {"play": "play", "nest": "discard", "called": "call"}


def find_hand_seat(view: View[TrickRound]) -> str | None:
    """Return whose hand lies before the person: the one to be played from now, else the person's own."""
    return view.round.turn if view.to_move else view.person or view.round.turn


def make_hand(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Hand | None:
    """Return the hand shown: each card with its state, and a ruling for each refused card."""
    round = view.round
    seat = find_hand_seat(view)
    if seat is None or not round.hands[seat]:
        return None
    is_acting = view.to_move and seat == round.turn
    mode = _MODES.get(round.phase, "look") if is_acting else "look"
    moves = round.legal_moves if mode != "look" else ()
    need = _count_cards_to_choose(round, mode, moves)
    task = {"play": "to play", "discard": f"discard {need}", "call": f"call {need}", "look": ""}[mode]
    if mode in ("discard", "call"):
        task += f" ({len(moves)} legal sets)"
    if mode == "play" and round.trick is not None and not round.trick.cards:
        task = "to lead"
    owner = names[seat] if seat in round.rules.half_hidden_seats else f"{names[seat]}'s hand"
    if is_acting and round.actor not in (None, seat) and not round.rules.half_hidden:
        owner += f", played by {names[round.actor or '']}"
    return {
        "seat": seat,
        "owner": owner,
        "label": owner + (f" · {task}" if task else ""),
        "mode": mode,
        "cards": _hand_cards(round, seat, mode, moves),
        "need": need,
        "record_cards": [card.code for card in _cards_of(printed)] if mode != "look" else [],
    }


def _count_cards_to_choose(round: TrickRound, mode: Mode, moves: Sequence[Move]) -> int:
    if mode == "discard":
        return round.rules.nest.size
    return len(moves[0].cards) if mode == "call" and moves and isinstance(moves[0], CallCards) else 0


def _cards_of(move: Move | None) -> tuple[Card, ...]:
    match move:
        case Discard() | CallCards():
            return move.cards
        case Play():
            return (move.card,)
    return ()


def _hand_cards(round: TrickRound, seat: str, mode: Mode, moves: Sequence[Move]) -> list[HandCard]:
    """Return the cards that can be played from; what lies face down under one of them comes with it."""
    legal = {move.card for move in moves if isinstance(move, Play)}
    judges: Mapping[Mode, Callable[[Card], Ruling | None]] = {
        "play": lambda card: None if card in legal else round.why_not(Play(card)),
        "discard": round.why_not_discard_card,
        "call": lambda card: _why_not_called(round, card),
    }
    beneath = find_covered_cards(round, seat)
    shown = []
    for card in round.playable(seat):
        hand_card = _hand_card(card, round.rules.tricks, mode, judges.get(mode), beneath.get(card))
        if card in (round.called or ()):
            hand_card["is_called"] = True
        shown.append(hand_card)
    return shown


def _why_not_called(round: TrickRound, card: Card) -> Ruling | None:
    reason = called.why_not_called(round, card)
    return None if reason is None else round.rules.refuse(reason)


def find_covered_cards(round: TrickRound, seat: str) -> dict[Card, Card]:
    """Return which card lies face down under which open one of a half-hidden hand."""
    return {cover: card for cover, card in round.deal.covers if cover in round.hands[seat]}


def _hand_card(
    card: Card, rules: TrickRules, mode: Mode, judge: Callable[[Card], Ruling | None] | None, card_beneath: Card | None
) -> HandCard:
    shown: HandCard = {
        "card": card.code,
        "name": describe_card(card, rules),
        "state": "rest",
        "move": None,
        "why": None,
    }
    if card_beneath is not None:
        shown["name"] += ", on a face-down card"
        shown["card_beneath"] = card_beneath.code
    if card == UNSEEN:
        shown["state"] = "hidden"
        return shown
    if judge is None:
        return shown
    ruling = judge(card)
    shown["state"] = "legal" if ruling is None else "illegal"
    if ruling is not None:
        shown["why"] = write_refusal(ruling, head_refusal(Play(card)), ruling.instead if mode == "play" else ())
    elif mode == "play":
        shown["move"] = str(Play(card))
    return shown


# Calls and other choices


def make_calls(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Calls | None:
    """Return the calls around the lowest legal bid, the refused ones with their ruling."""
    round = view.round
    if not view.to_move or round.turn is None:
        return None
    if round.phase == "sealed":
        return _make_sealed(round, names, printed)
    if round.phase != "auction":
        return None
    rules = round.rules.auction
    persons = len(round.rules.persons)
    legal = list(
        dict.fromkeys(call.amount for call in list_calls(round.calls, rules, persons) if isinstance(call, Bid))
    )
    min_amount, max_amount, _ = find_bid_range(round.calls, rules, persons)
    amounts = [min_amount - rules.step, *legal[:9]] if legal else []
    if not round.calls and rules.max_opening is not None:
        amounts.append(rules.max_opening + rules.step)  # one that is too high, with its ruling
    if isinstance(printed, Bid) and printed.amount not in amounts:
        amounts.append(printed.amount)
    usual = _usual_color(round, printed, rules.colors)
    moves: list[Move] = [Pass(), *([Misdeal()] if rules.max_misdeal_money is not None else [])]
    moves += [Bid(amount, usual) for amount in sorted(amounts)]
    options = [_option(round, move) for move in moves]
    colors: list[ColorChoice] = [
        {"color": find_color_code(color), "text": color.word, "code": color.value, "is_chosen": color == usual}
        for color in rules.colors
    ]
    calls: Calls = {
        "seat": round.turn,
        "label": f"{names[round.turn]} to call",
        "text": _describe_calls(round, options, min_amount, max_amount, colors),
        "record_move": str(printed) if printed is not None else None,
        "options": options,
        "min_bid": min_amount,
        "max_bid": max_amount,
        "step": rules.step,
    }
    if colors:
        calls["colors"] = colors
    return calls


def _describe_calls(
    round: TrickRound, options: Sequence[Option], min_amount: int, max_amount: int | None, colors: Sequence[ColorChoice]
) -> str:
    """Return which calls are legal, in a sentence."""
    unit, step = find_unit(round.rules), round.rules.auction.step
    legal = [option["move"] for option in options if option["legal"]]
    alternatives = [phrase_move(move) for move in (Pass(), Misdeal()) if str(move) in legal]
    if any(move.startswith("bid") for move in legal):
        steps = f" in steps of {format_amount(step, unit)}" if step > 1 else ""
        amounts = (
            format_amount(min_amount, unit)
            if max_amount == min_amount
            else format_range(min_amount, max_amount, unit) + steps
        )
        bids = f"bid {amounts}"
        alternatives.append(
            bids + (f", naming {join_words((color['text'] for color in colors), 'or')}" if colors else "")
        )
    sentence = ", or ".join(alternatives) or "nothing"
    return f"{capitalize(sentence)}."


def _usual_color(round: TrickRound, printed: Move | None, colors: Sequence[Trump]) -> Trump | None:
    """Return the color to start with where a bid names one: the record's, or that of the seat's last bid."""
    if not colors:
        return None
    bids = [call for seat, call in round.calls if seat == round.turn and isinstance(call, Bid)]
    bid = printed if isinstance(printed, Bid) else bids[-1] if bids else None
    return (bid.color if bid else None) or colors[0]


def _make_sealed(round: TrickRound, names: Mapping[str, str], printed: Move | None) -> Calls:
    """Return the numbers of tricks that can be bid, all of them."""
    seat = round.turn or ""
    max_tricks = len(round.hands[seat])
    return {
        "seat": seat,
        "label": f"{names[seat]} bids a number of tricks in secret",
        "text": f"Any number of tricks from 0 to {max_tricks}.",
        "record_move": str(printed) if printed is not None else None,
        "options": [_option(round, BidTricks(count)) for count in range(max_tricks + 1)],
        "kind": "tricks",
        "min_bid": 0,
        "max_bid": max_tricks,
        "step": 1,
    }


def _option(round: TrickRound, move: Move) -> Option:
    ruling = round.why_not(move)
    head = head_refusal(move, find_unit(round.rules))
    why = write_refusal(ruling, head, ruling.instead[:6]) if ruling else None
    text = str(move.amount) if isinstance(move, Bid) else label_move(move)
    return {"text": text, "move": str(move), "legal": ruling is None, "why": why}


def make_trumps(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Trumps | None:
    """Return the trumps that can be named, while trump is to be named."""
    round = view.round
    if round.phase != "trump" or not view.to_move or round.turn is None:
        return None
    moves = [move for move in round.legal_moves if isinstance(move, NameTrump)]
    return {
        "seat": round.turn,
        "label": f"{names[round.turn]} names trump",
        "record_move": str(printed) if printed is not None else None,
        "options": [
            {"color": find_color_code(move.color), "text": move.color.word, "move": str(move)} for move in moves
        ],
    }


_QUESTIONS = {
    "vote": "{} votes: show the {} to everybody?",
    "exchange": "{} can ask for the Tiger; its holder draws a card of the {} blind in return",
}


def make_choices(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Choices | None:
    """Return a choice among a few moves that have a name: a vote, the Tiger's exchange."""
    round = view.round
    if round.phase not in _QUESTIONS or not view.to_move or round.turn is None:
        return None
    return {
        "seat": round.turn,
        "label": _QUESTIONS[round.phase].format(names[round.turn], round.rules.nest.word),
        "record_move": str(printed) if printed is not None else None,
        "options": [_option(round, move) for move in round.legal_moves],
    }


_TASKS = {
    "auction": "to call",
    "nest": "to discard",
    "trump": "to name trump",
    "sealed": "to bid",
    "vote": "to vote",
    "called": "to call partners",
    "exchange": "to exchange",
}


def make_asks(round: TrickRound) -> str:
    """Return what the seat to move has to do, unless it is to play a card."""
    return _TASKS.get(round.phase, "")
