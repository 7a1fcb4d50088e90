"""What the person may do: the hand, the calls, the trump colors, a vote."""

from collections.abc import Callable, Mapping, Sequence

from mam.drawing import card_name
from mam.games.phases import called
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.auction import bid_range, list_calls
from mam.rules.cards import UNSEEN, Card, Trump
from mam.rules.moves import Bid, BidTricks, CallCards, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.rules.rulings import Ruling
from mam.scenes.labels import Scene, button, color_code, refusal, unit_of, write_ruling

_MODES = {"play": "play", "nest": "discard", "called": "call"}


def hand_seat(view: View[TrickRound]) -> str | None:
    """Whose hand lies before the person: the one that is to be played from now, else the person's own."""
    return view.round.turn if view.to_move else view.person or view.round.turn


def make_hand(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The hand shown: each card with its state, and for a refused one the ruling."""
    round = view.round
    seat = hand_seat(view)
    if seat is None or not round.hands[seat]:
        return None
    acts = view.to_move and seat == round.turn
    mode = _MODES.get(round.phase, "look") if acts else "look"
    moves = round.legal_moves if mode != "look" else ()
    need = _cards_to_choose(round, mode, moves)
    doing = {"play": "to play", "discard": f"put out {need}", "call": f"call {need}", "look": ""}[mode]
    if mode in ("discard", "call"):
        doing += f" ({len(moves)} legal sets)"
    if mode == "play" and round.trick is not None and not round.trick.cards:
        doing = "to lead"
    whose = names[seat] if seat in round.rules.half_hidden_seats else f"{names[seat]}'s hand"
    if acts and round.actor not in (None, seat) and not round.rules.half_hidden:
        whose += f", played by {names[round.actor or '']}"
    return {
        "seat": seat,
        "label": whose + (f" · {doing}" if doing else ""),
        "mode": mode,
        "cards": _hand_cards(round, seat, mode, moves),
        "need": need,
        "printed": [card.code for card in _cards_of(printed)] if mode != "look" else [],
    }


def _cards_to_choose(round: TrickRound, mode: str, moves: Sequence[Move]) -> int:
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


def _hand_cards(round: TrickRound, seat: str, mode: str, moves: Sequence[Move]) -> list[Scene]:
    """The cards that can be played from; what lies face down under one of them is told with it."""
    legal = {move.card for move in moves if isinstance(move, Play)}
    judge: Mapping[str, Callable[[Card], Ruling | None]] = {
        "play": lambda card: None if card in legal else round.why_not(Play(card)),
        "discard": round.why_not_discard_card,
        "call": lambda card: _why_not_called(round, card),
    }
    below = covered(round, seat)
    cards = [_hand_card(card, mode, judge.get(mode), below.get(card)) for card in round.playable(seat)]
    named = round.called or ()
    return [
        one | {"called": True} if card in named else one for card, one in zip(round.playable(seat), cards, strict=True)
    ]


def _why_not_called(round: TrickRound, card: Card) -> Ruling | None:
    reason = called.why_not_called(round, card)
    return None if reason is None else round.rules.refuse(reason)


def covered(round: TrickRound, seat: str) -> dict[Card, Card]:
    """Which card lies face down under which open one of a half-hidden hand."""
    return {over: below for over, below in round.deal.covers if over in round.hands[seat]}


def _hand_card(card: Card, mode: str, judge: Callable[[Card], Ruling | None] | None, below: Card | None) -> Scene:
    shown: Scene = {"card": card.code, "name": card_name(card.code), "state": "rest", "move": None, "why": None}
    if below is not None:
        shown |= {"name": f"{shown['name']}, on a face-down card", "under": below.code}
    if card == UNSEEN:
        return shown | {"name": "card, face down", "state": "hidden"}
    if judge is None:
        return shown
    ruling = judge(card)
    shown["state"] = "legal" if ruling is None else "illegal"
    if mode == "play" and ruling is None:
        shown["move"] = str(Play(card))
    elif ruling is not None:
        may = ruling.instead if mode == "play" else ()
        shown["why"] = write_ruling(ruling, "stop", refusal(Play(card)), may)
    return shown


# Calls and other choices


def make_calls(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The calls near the least legal one, the refused ones with their ruling."""
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
    least, most, _ = bid_range(round.calls, rules, persons)
    amounts = [least - rules.step, *legal[:9]] if legal else []
    if not round.calls and rules.max_opening is not None:
        amounts.append(rules.max_opening + rules.step)  # one that is too high, with its ruling
    if isinstance(printed, Bid) and printed.amount not in amounts:
        amounts.append(printed.amount)
    colors = rules.colors
    color = _usual_color(round, printed, colors)
    others: list[Move] = [Pass(), *([Misdeal()] if rules.max_misdeal_money is not None else [])]
    calls = [*others, *(Bid(amount, color) for amount in sorted(amounts))]
    scene: Scene = {
        "seat": round.turn,
        "label": f"{names[round.turn]} to call",
        "printed": str(printed) if printed is not None else None,
        "options": [_option(round, call) for call in calls],
        "least": least,
        "most": most,
        "step": rules.step,
    }
    if colors:
        scene["colors"] = [
            {"color": color_code(one), "text": one.word, "code": one.value, "chosen": one == color} for one in colors
        ]
    return scene


def _usual_color(round: TrickRound, printed: Move | None, colors: Sequence[Trump]) -> Trump | None:
    """The color to begin with where one must be said: the record's, or that of the seat's last bid."""
    if not colors:
        return None
    own = [call.color for seat, call in round.calls if seat == round.turn and isinstance(call, Bid)]
    wanted = printed.color if isinstance(printed, Bid) else own[-1] if own else None
    return wanted or colors[0]


def _make_sealed(round: TrickRound, names: Mapping[str, str], printed: Move | None) -> Scene:
    """The numbers of tricks that can be bid, all at once."""
    seat = round.turn or ""
    most = len(round.hands[seat])
    return {
        "seat": seat,
        "label": f"{names[seat]} bids a number of tricks; nobody sees it before all have bid",
        "printed": str(printed) if printed is not None else None,
        "options": [_option(round, BidTricks(count)) for count in range(most + 1)],
        "kind": "tricks",
        "least": 0,
        "most": most,
        "step": 1,
    }


def _option(round: TrickRound, move: Move) -> Scene:
    ruling = round.why_not(move)
    why = ruling and write_ruling(ruling, "stop", refusal(move, unit_of(round.rules)), ruling.instead[:6])
    text = str(move.amount) if isinstance(move, Bid) else button(move)
    return {"text": text, "move": str(move), "legal": ruling is None, "why": why}


def make_trumps(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The colors and what may be named instead, while trump is to be named."""
    round = view.round
    if round.phase != "trump" or not view.to_move or round.turn is None:
        return None
    named = [move for move in round.legal_moves if isinstance(move, NameTrump)]
    return {
        "seat": round.turn,
        "label": f"{names[round.turn]} names trump",
        "printed": str(printed) if printed is not None else None,
        "options": [{"color": color_code(move.color), "text": move.color.word, "move": str(move)} for move in named],
    }


_ASKED = {
    "vote": "{} votes: shall everybody see the {}?",
    "exchange": "{} asks for the Tiger: whoever has it draws a card of the {} for it, blind",
}


def make_choices(view: View[TrickRound], names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """A choice among a few moves that have a name: a vote, the Tiger's exchange."""
    round = view.round
    if round.phase not in _ASKED or not view.to_move or round.turn is None:
        return None
    return {
        "seat": round.turn,
        "label": _ASKED[round.phase].format(names[round.turn], round.rules.nest.word),
        "printed": str(printed) if printed is not None else None,
        "options": [_option(round, move) for move in round.legal_moves],
    }


_AWAITED = {
    "auction": "to call",
    "nest": "to put out",
    "trump": "to name trump",
    "sealed": "to bid",
    "vote": "to vote",
    "called": "to call partners",
    "exchange": "to exchange",
}


def make_asks(round: TrickRound) -> str:
    """What is awaited of the seat to move, unless it is a card."""
    return _AWAITED.get(round.phase, "")
