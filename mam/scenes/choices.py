"""What the person may do: the hand, the calls, the trump colours."""

from collections.abc import Mapping

from mam.auction import least_bid, list_calls
from mam.cards import UNSEEN, Card, Colour
from mam.drawing import card_name
from mam.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.round import Round
from mam.scenes.words import Scene, button, refusal, write_ruling
from mam.views import View


def make_hand(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The hand shown: each card with its state, and for a refused one the ruling."""
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


def make_calls(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The calls near the least legal one, the refused ones with their ruling."""
    round = view.round
    if round.phase != "auction" or not view.to_move or round.turn is None:
        return None
    rules = round.rules.auction
    legal = [call.amount for call in list_calls(round.calls, rules) if isinstance(call, Bid)]
    least = least_bid(round.calls, rules)
    amounts = [least - rules.step, *legal[:9]] if legal else []
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
    why = ruling and write_ruling(ruling, "stop", refusal(move), ruling.instead[:6])
    return {"text": button(move), "move": str(move), "legal": ruling is None, "why": why}


def make_trumps(view: View, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The four colours, while trump is to be named."""
    round = view.round
    if round.phase != "trump" or not view.to_move or round.turn is None:
        return None
    return {
        "seat": round.turn,
        "label": f"{names[round.turn]} names trump",
        "printed": str(printed) if printed is not None else None,
        "options": [{"colour": colour.value, "text": colour.word, "move": str(NameTrump(colour))} for colour in Colour],
    }
