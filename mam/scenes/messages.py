"""What was ruled on the last move, what else was possible there, and the sentence for the live region."""

from collections.abc import Mapping, Sequence

from mam.games.millionaire import Millionaire
from mam.games.phases import PHASES, called
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.auction import bid_range, min_bid
from mam.rules.cards import UNSEEN, Card, NoTrump, counted
from mam.rules.moves import (
    Bid,
    BidTricks,
    CallCards,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Misdeal,
    Move,
    NameTrump,
    Pass,
    Play,
    Stop,
    Vote,
)
from mam.rules.rulings import Reason, Ruling
from mam.scenes.labels import Scene, button, card_words, cards_said, cite, refusal, unit_of, write_ruling

_MOST_CHIPS = 12


def make_ruling(game: Round, before: Round | None, refused: tuple[Move, Ruling] | None) -> Scene:
    """The ruling panel: what refused a move, or what the last move was made under and brought about.

    `before` is the game one move earlier; it is worked out where nobody knows it.
    """
    if refused:
        move, ruling = refused
        many = 13 if isinstance(move, Play) else 6
        sets = any(isinstance(one, Discard | CallCards) for one in (move, *ruling.instead[:1]))
        may = () if sets else ruling.instead[:many]  # a few of very many sets would say nothing
        return write_ruling(ruling, "stop", refusal(move, unit_of(game.rules)), may)
    if not game.history:
        return _dealt(game)
    before, last = before or _earlier(game), game.history[-1]
    if before is None:
        return {"kind": "info", "head": _moment(game), "text": "", "may": [], "cites": []}
    # Not `why`, which judges the move anew: what others did in secret cannot be judged by whoever did not see it.
    rulings = [game.rules.cite(reason) for reason in before.reasons_for(last, game)]
    head, *more = [one.because for one in rulings] or [f"{before.name} has moved."]
    once = {(one.id, one.words): one for one in rulings}  # a rule that scores ten players is cited once
    cites = [cite(one) for one in once.values()]
    return {"kind": "ok", "head": head, "text": " ".join(more), "may": [], "cites": cites}


def _earlier(game: Round) -> Round | None:
    """The game one move earlier; None where a wrong card was laid (see `mam.misplay`), which no rule led to."""
    try:
        return game.at(-1)
    except ValueError:
        return None


def _moment(game: Round) -> str:
    return "The round is over." if game.over else f"{game.name} is next."


def _dealt(game: Round) -> Scene:
    """The beginning: what was dealt, and who is first to do what."""
    names = game.rules.seat_names
    head = f"{names[game.deal.dealer]} has dealt: {dealt_words(game)}."
    reasons = [Reason("dealt", head)]
    text = f"{game.name or names[game.deal.dealer]} begins." if not game.over else "The round is over."
    if isinstance(game, TrickRound) and not game.over:
        does = {"auction": "makes the first call", "sealed": "is asked first, and all bid in secret"}
        text = f"{game.name} {does.get(game.phase, 'is next')}."
        reasons.append(Reason(PHASES[game.phase].turn_topic(game), ""))
    rulings = [game.rules.cite(reason) for reason in reasons if reason.topic in game.rules.cites]
    return {"kind": "info", "head": head, "text": text, "may": [], "cites": [cite(one) for one in rulings]}


def dealt_words(game: Round) -> str:
    """How many cards lie where, once they are dealt."""
    deal = game.deal
    text = f"{counted(len(deal.hands[0]), 'card')} each"
    if deal.nest:
        text += f", and {len(deal.nest)} in the {nest_word(game)}"
    if deal.pile:
        where = "in the stock" if isinstance(game, Millionaire) else "left over"
        text += f", and {len(deal.pile)} {where}"
    return text


# What else was possible


def make_others(before: Round | None, last: Move | None) -> Scene | None:
    """What else could have been done where the last move was made, and why the rest could not."""
    if before is None or last is None or before.turn is None:
        return None
    if isinstance(last, Play | Discard | CallCards) and UNSEEN in before.hands[before.turn]:
        return None  # of a hidden hand nobody can say
    if not isinstance(before, TrickRound):
        return _others_of_letters(before, last)
    chips, refused = _others(before, last, [move for move in before.moves() if move != last])
    return {
        "head": f"What else {before.name} could do here",
        "legal": chips,
        "refused": [
            {
                "text": text,
                "card": card.code if card else None,
                "why": ruling.words if isinstance(last, Discard) else f"{before.name} is told: “{ruling.because}”",
                "id": ruling.id,
            }
            for text, card, ruling in refused
            if ruling is not None
        ],
    }


_Refused = list[tuple[str, Card | None, Ruling | None]]


def _others(before: TrickRound, last: Move, legal: list[Move]) -> tuple[list[Scene], _Refused]:
    """The other legal moves as chips, and what was refused with its ruling."""
    hand = [card for card in before.playable(before.turn or "") if card != UNSEEN]
    match last:
        case Play():
            chips: list[Scene] = [
                {"text": move.card.code, "card": move.card.code} for move in legal if isinstance(move, Play)
            ]
            return chips, [(card.code, card, before.why_not(Play(card))) for card in dict.fromkeys(hand)]
        case Discard():
            sets = f"{len(legal)} other sets of {before.rules.nest.size}"
            chips = [{"text": sets, "card": None}] if legal else []
            return chips, [(card.code, card, before.why_not_discard_card(card)) for card in hand]
        case CallCards():
            chips = [{"text": f"{len(legal)} other sets of {len(last.cards)}", "card": None}] if legal else []
            reasons = [(card, called.why_not_called(before, card)) for card in dict.fromkeys(hand)]
            return chips, [(card.code, card, reason and before.rules.refuse(reason)) for card, reason in reasons]
        case Bid() | Pass() | Misdeal():
            return _other_calls(legal, before), _refused_calls(before, last)
        case BidTricks():
            return _other_numbers(legal), []
    return [{"text": button(move), "card": None} for move in legal], []


def _refused_calls(before: TrickRound, last: Move) -> _Refused:
    """The calls that somebody might have tried in vain."""
    rules = before.rules.auction
    least, step = min_bid(before.calls, rules), rules.step
    color = last.color if isinstance(last, Bid) else None
    color = color or next((move.color for move in before.moves() if isinstance(move, Bid)), None)
    amounts = [least - step, least + step // 2] if step > 1 else [least - step]
    if not before.calls and rules.max_opening is not None:
        amounts.append(rules.max_opening + step)
    tries: list[Move] = [Pass(), *(Bid(amount, color) for amount in amounts)]
    return [(button(move), None, before.why_not(move)) for move in tries]


def _other_calls(legal: Sequence[Move], before: TrickRound) -> list[Scene]:
    """Pass, and the other bids: one by one if they are few, else the first and the last."""
    chips: list[Scene] = [{"text": button(move), "card": None} for move in legal if not isinstance(move, Bid)]
    bids = [move for move in legal if isinstance(move, Bid)]
    amounts = list(dict.fromkeys(bid.amount for bid in bids))
    if len(bids) > 6:
        _, most, step = bid_range(before.calls, before.rules.auction, len(before.rules.persons))
        more = ", on any color" if bids[0].color else f" in steps of {step}" if step > 1 else ""
        top = "up" if most is None else f"to {amounts[-1]}"
        return [*chips, {"text": f"any bid from {amounts[0]} {top}{more}", "card": None}]
    return chips + [{"text": button(bid), "card": None} for bid in bids]


def _other_numbers(legal: Sequence[Move]) -> list[Scene]:
    counts = [move.count for move in legal if isinstance(move, BidTricks) and move.count is not None]
    if len(counts) > 6:
        return [{"text": f"any number from {counts[0]} to {counts[-1]}", "card": None}]
    return [{"text": str(count), "card": None} for count in counts]


def _others_of_letters(before: Round, last: Move) -> Scene | None:
    """The other moves of a letter game; words are listed only where the hand is known."""
    hidden = UNSEEN in before.hands[before.turn or ""]
    if hidden:
        return None
    legal = [move for move in before.moves() if move != last]
    chips: list[Scene] = [
        {"text": button(move), "card": move.card.code if isinstance(move, Play) else None}
        for move in legal[:_MOST_CHIPS]
    ]
    if len(legal) > _MOST_CHIPS:
        chips.append({"text": f"and {len(legal) - _MOST_CHIPS} more", "card": None})
    return {"head": f"What else {before.name} could do here", "legal": chips, "refused": []}


# One sentence


def make_live(game: Round, before: Round | None, refused: tuple[Move, Ruling] | None, names: Mapping[str, str]) -> str:
    """One sentence for the live region of a screen reader; `before` as in `make_ruling`."""
    if refused:
        return f"{refusal(refused[0], unit_of(game.rules))}. {refused[1].because}"
    if not game.history:
        does = " to call" if game.phase == "auction" else " is next"
        return f"{names[game.deal.dealer]} has dealt." + (f" {game.name}{does}." if game.turn else "")
    before, last = before or _earlier(game), game.history[-1]
    if before is None:
        return _moment(game)
    said = move_words(last, names[before.turn or ""], unit_of(game.rules), names, nest_word(game))
    if isinstance(game, TrickRound) and isinstance(before, TrickRound) and len(game.tricks) > len(before.tricks):
        taken = game.tricks[-1]
        who = names[taken.winner] if taken.winner else "Nobody"
        worth = "" if unit_of(game.rules) == "tricks" else f", worth {format_amount(taken.value, unit_of(game.rules))}"
        said += f" {who} takes the trick{worth}."
    if game.over:
        return said + " The round is over."
    leads = isinstance(game, TrickRound) and game.phase == "play" and not (game.trick and game.trick.cards)
    return f"{said} {names[game.turn or '']} {'to lead' if leads else 'is next'}."


def nest_word(game: Round) -> str:
    """What people call the nest in this game."""
    return game.rules.nest.word if isinstance(game, TrickRound) else "nest"


def move_words(move: Move, who: str, unit: str, names: Mapping[str, str], nest: str = "nest") -> str:
    """A move as a sentence."""
    match move:
        case Bid():
            color = f" on {move.color.word}" if move.color else ""
            return f"{who} bids {format_amount(move.amount, unit)}{color}."
        case Pass():
            return f"{who} passes."
        case Misdeal():
            return f"{who} asks for a new deal."
        case BidTricks():
            return f"{who} has bid." if move.count is None else f"{who} bids {format_amount(move.count, 'tricks')}."
        case Vote():
            return f"{who} votes {'for' if move.yes else 'against'} showing the {nest}."
        case Discard():
            return f"{who} puts out {cards_said(move.cards)}."
        case NameTrump():
            return f"{who} names {move.color.word} as trump." if not _none(move) else f"{who} names {move.color.word}."
        case CallCards():
            return f"{who} calls {cards_said(move.cards) or 'nobody'}."
        case Exchange():
            seat, card = names.get(move.seat or "", "somebody"), cards_said([move.card or UNSEEN])
            return f"{who} asks for the Tiger: {seat} gives it up and draws {card}."
        case Play():
            return f"{who} plays {_lower(card_words(move.card))}."
        case Draw():
            return f"{who} draws a card."
        case Stop():
            return f"{who} stops."
        case Lay():
            return f"{who} begins a word with {move.card.code}."
        case Extend():
            return f"{who} makes {move.word.upper()} on line {move.line}."


def _none(move: NameTrump) -> bool:
    """Whether it names that there is no trump."""
    return isinstance(move.color, NoTrump)


def _lower(words: str) -> str:
    return words.replace("The letter", "the letter", 1)
