"""What was ruled on the last move, what else was possible there, and the sentence for the live region."""

from collections.abc import Mapping, Sequence

from mam.auction import least_bid
from mam.cards import UNSEEN, Card, dollars, show
from mam.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.round import Round
from mam.rulings import Reason, Ruling
from mam.scenes.words import Scene, button, cite, refusal, write_ruling


def make_ruling(round: Round, before: Round | None, last: Move | None, refused: tuple[Move, Ruling] | None) -> Scene:
    """The ruling panel: what refused a move, or what the last move was made under and brought about."""
    if refused:
        move, ruling = refused
        may = () if isinstance(move, Discard) else ruling.instead[: 13 if isinstance(move, Play) else 6]
        return write_ruling(ruling, "stop", refusal(move), may)
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
            "cites": [cite(one) for one in rulings],
        }
    rulings = list(before.why(last))
    head, *more = [one.because for one in rulings]
    return {"kind": "ok", "head": head, "text": " ".join(more), "may": [], "cites": [cite(one) for one in rulings]}


def make_others(before: Round | None, last: Move | None) -> Scene | None:
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
            chips = [{"text": button(move), "card": None} for move in legal]
        case _:
            chips = _other_calls(legal, before.rules.auction.step)
            least, step = least_bid(before.calls, before.rules.auction), before.rules.auction.step
            tries: list[Move] = [Pass(), Bid(least - step), Bid(least + step // 2)]
            if not before.calls:
                tries.append(Bid(before.rules.auction.opening_most + step))
            refused = [(button(move), None, before.why_not(move)) for move in tries]
    return {
        "head": f"What else {before.name} could do here",
        "legal": chips,
        "refused": [
            {
                "text": text,
                "card": card.code if card else None,
                "why": ruling.words if isinstance(last, Discard) else ruling.because,
                "id": ruling.id,
            }
            for text, card, ruling in refused
            if ruling is not None
        ],
    }


def _other_calls(legal: Sequence[Move], step: int) -> list[Scene]:
    """Pass, and the other bids: one by one if they are few, else the first and the last."""
    chips: list[Scene] = [{"text": "Pass", "card": None}] if Pass() in legal else []
    amounts = [move.amount for move in legal if isinstance(move, Bid)]
    if len(amounts) > 6:
        return [*chips, {"text": f"any bid from {amounts[0]} to {amounts[-1]} in steps of {step}", "card": None}]
    return chips + [{"text": str(amount), "card": None} for amount in amounts]


def make_live(
    round: Round, before: Round | None, last: Move | None, refused: tuple[Move, Ruling] | None, names: Mapping[str, str]
) -> str:
    """One sentence for the live region of a screen reader."""
    if refused:
        return f"{refusal(refused[0])}. {refused[1].because}"
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
