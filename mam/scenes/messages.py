"""The ruling on the last move, what else was legal there, and the sentence for the live region."""

from collections.abc import Mapping, Sequence

from mam.games.millionaire import Millionaire
from mam.games.phases import PHASES, called
from mam.games.position import Position
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.auction import find_bid_range, find_min_bid
from mam.rules.cards import UNSEEN, Card, format_count
from mam.rules.moves import Bid, BidTricks, CallCards, Discard, Misdeal, Move, Pass, Play
from mam.rules.rulings import Reason, Ruling
from mam.scenes.labels import cite, find_unit, write_refusal
from mam.scenes.move_words import describe_move, head_refusal, label_move
from mam.scenes.schema import Alternatives, Chip, RulingPart
from mam.support.messages import capitalize

ALL_PLAYED = "All cards have been played."  # at a table the score comes after that
_MOST_CHIPS = 12


def make_ruling(game: Round, before: Round | None, refused: tuple[Move, Ruling] | None) -> RulingPart:
    """Return the ruling that refused a move, or the rules under which the last move was made and what it led to.

    `before` is the game one move earlier: None if there is none (`find_earlier`).
    """
    if refused:
        move, ruling = refused
        limit = 13 if isinstance(move, Play) else 6
        are_sets = any(isinstance(choice, Discard | CallCards) for choice in (move, *ruling.instead[:1]))
        instead = () if are_sets else ruling.instead[:limit]  # a few of very many sets would say nothing
        return write_refusal(ruling, head_refusal(move, find_unit(game.rules)), instead)
    if not game.history:
        return _explain_deal(game)
    last = game.history[-1]
    if before is None:
        return {"kind": "info", "head": _name_moment(game), "text": "", "moves": [], "cites": []}
    # Not `why`, which judges the move anew: what others did in secret cannot be judged by whoever did not see it.
    rulings = [game.rules.cite(reason) for reason in before._reasons_for(last, game)]
    head, *sentences = [ruling.reason for ruling in rulings] or [f"{before.name} has moved."]
    behind = (rule for ruling in rulings for rule in (ruling, *ruling.further_rulings))
    distinct = {(rule.id, rule.words): rule for rule in behind}  # a rule that scores ten players is cited once
    cites = [cite(ruling) for ruling in distinct.values()]
    return {"kind": "ok", "head": head, "text": " ".join(sentences), "moves": [], "cites": cites}


def find_earlier(game: Round) -> Round | None:
    """Return the game one move earlier; None before the first move, and if a wrong card was laid (see `mam.misplay`), which no
    rule led to."""
    try:
        return game.at(-1)
    except ValueError:
        return None


def _name_moment(game: Round) -> str:
    if game.is_over:
        return "The round is over."
    return f"It's {game.name}'s turn." if game.turn else ALL_PLAYED


def describe_start(game: Round, names: Mapping[str, str]) -> str:
    """Return how the round begins, in a sentence: who dealt; of a position who leads or picks up the nest, or that it is over."""
    if isinstance(game, TrickRound) and game.position:
        if game.position.leader:
            return f"{names[game.position.leader]} leads."
        bidder = names.get(game.position.bidder or "", "")
        return f"{bidder} picks up the {game.rules.nest.word}." if game.deal.nest else ALL_PLAYED
    return f"{names[game.deal.dealer]} dealt."


def _describe_position(game: TrickRound, position: Position) -> RulingPart:
    """Return what is given: who leads, trump, and the bid."""
    names, rules = game.rules.seat_names, game.rules
    facts = [] if position.trump is None else [f"{capitalize(position.trump.word)} is trump."]
    if position.bidder and position.bid is not None:
        facts.append(f"{names[position.bidder]} has bid {rules.auction.format_amount(position.bid)}.")
    return {"kind": "info", "head": describe_start(game, names), "text": " ".join(facts), "moves": [], "cites": []}


def _explain_deal(game: Round) -> RulingPart:
    """Return what was dealt, and who begins."""
    names = game.rules.seat_names
    if isinstance(game, TrickRound) and game.position:
        return _describe_position(game, game.position)
    head = f"{names[game.deal.dealer]} dealt: {describe_deal(game)}."
    reasons = [Reason("dealt", head)]
    text = f"{game.name or names[game.deal.dealer]} begins." if not game.is_over else "The round is over."
    if isinstance(game, TrickRound) and not game.is_over:
        task = {"auction": "makes the first call", "sealed": "bids first; all bids are secret"}
        text = f"{game.name} {task[game.phase]}." if game.phase in task else f"It's {game.name}'s turn."
        reasons.append(Reason(PHASES[game.phase].turn_topic(game), ""))
    rulings = [game.rules.cite(reason) for reason in reasons if reason.topic in game.rules.cites]
    return {"kind": "info", "head": head, "text": text, "moves": [], "cites": [cite(ruling) for ruling in rulings]}


def describe_deal(game: Round) -> str:
    """Return how many cards lie where after the deal."""
    deal = game.deal
    text = f"{format_count(len(deal.hands[0]), 'card')} each"
    if deal.nest:
        text += f", and {len(deal.nest)} in the {find_nest_word(game)}"
    if deal.stock:
        where = "in the stock" if isinstance(game, Millionaire) else "left over"
        text += f", and {len(deal.stock)} {where}"
    return text


# What else was legal


def make_alternatives(before: Round | None, last: Move | None) -> Alternatives | None:
    """Return what else was legal where the last move was made, and why the rest was not."""
    if before is None or last is None or before.turn is None:
        return None
    if isinstance(last, Play | Discard | CallCards) and UNSEEN in before.hands[before.turn]:
        return None  # of a hidden hand nobody can say
    if not isinstance(before, TrickRound):
        return _list_letter_alternatives(before, last)
    chips, refused = _list_alternatives(before, last, [move for move in before.legal_moves if move != last])
    return {
        "head": "What else was legal",
        "legal": chips,
        "refused": [
            {
                "text": text,
                "card": card.code if card else None,
                "why": ruling.words if isinstance(last, Discard) else f"{before.name}: “{ruling.reason}”",
                "id": ruling.id,
            }
            for text, card, ruling in refused
            if ruling is not None
        ],
    }


_RefusedMoves = list[tuple[str, Card | None, Ruling | None]]


def _list_alternatives(before: TrickRound, last: Move, legal: list[Move]) -> tuple[list[Chip], _RefusedMoves]:
    """Return the other legal moves as chips, and what was refused with its ruling."""
    hand = [card for card in before.playable(before.turn or "") if card != UNSEEN]
    match last:
        case Play():
            chips: list[Chip] = [
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
            return _list_other_calls(legal, before), _list_refused_calls(before, last)
        case BidTricks():
            return _list_other_numbers(legal), []
    return [{"text": label_move(move), "card": None} for move in legal], []


def _list_refused_calls(before: TrickRound, last: Move) -> _RefusedMoves:
    """Return the calls just outside the limits, with their rulings."""
    rules = before.rules.auction
    min_amount, step = find_min_bid(before.calls, rules), rules.step
    color = last.color if isinstance(last, Bid) else None
    color = color or next((move.color for move in before.legal_moves if isinstance(move, Bid)), None)
    amounts = [min_amount - step, min_amount + step // 2] if step > 1 else [min_amount - step]
    if not before.calls and rules.max_opening is not None:
        amounts.append(rules.max_opening + step)
    tries: list[Move] = [Pass(), *(Bid(amount, color) for amount in amounts)]
    return [(label_move(move), None, before.why_not(move)) for move in tries]


def _list_other_calls(legal: Sequence[Move], before: TrickRound) -> list[Chip]:
    """Return pass and the other bids: one by one if they are few, else the first and the last."""
    chips: list[Chip] = [{"text": label_move(move), "card": None} for move in legal if not isinstance(move, Bid)]
    bids = [move for move in legal if isinstance(move, Bid)]
    amounts = list(dict.fromkeys(bid.amount for bid in bids))
    if len(bids) > 6:
        _, max_amount, step = find_bid_range(before.calls, before.rules.auction, len(before.rules.persons))
        ending = ", on any color" if bids[0].color else f" in steps of {step}" if step > 1 else ""
        top = "up" if max_amount is None else f"to {amounts[-1]}"
        return [*chips, {"text": f"any bid from {amounts[0]} {top}{ending}", "card": None}]
    return chips + [{"text": label_move(bid), "card": None} for bid in bids]


def _list_other_numbers(legal: Sequence[Move]) -> list[Chip]:
    counts = [move.count for move in legal if isinstance(move, BidTricks) and move.count is not None]
    if len(counts) > 6:
        return [{"text": f"any number from {counts[0]} to {counts[-1]}", "card": None}]
    return [{"text": str(count), "card": None} for count in counts]


def _list_letter_alternatives(before: Round, last: Move) -> Alternatives | None:
    """Return the other moves of a letter game, if the hand is known."""
    if UNSEEN in before.hands[before.turn or ""]:
        return None
    legal = [move for move in before.legal_moves if move != last]
    chips: list[Chip] = [
        {"text": label_move(move), "card": move.card.code if isinstance(move, Play) else None}
        for move in legal[:_MOST_CHIPS]
    ]
    if len(legal) > _MOST_CHIPS:
        chips.append({"text": f"and {len(legal) - _MOST_CHIPS} more", "card": None})
    return {"head": "What else was legal", "legal": chips, "refused": []}


# One sentence


def make_live(game: Round, before: Round | None, refused: tuple[Move, Ruling] | None, names: Mapping[str, str]) -> str:
    """Return one sentence for the live region of a screen reader; `before` as in `make_ruling`."""
    if refused:
        return f"{head_refusal(refused[0], find_unit(game.rules))}. {refused[1].reason}"
    if not game.history:
        return describe_start(game, names) + (f" It's {game.name}'s turn." if game.turn else "")
    last = game.history[-1]
    if before is None:
        return _name_moment(game)
    sentence = describe_move(last, names[before.turn or ""], find_unit(game.rules), names, find_nest_word(game))
    if isinstance(game, TrickRound) and isinstance(before, TrickRound) and len(game.tricks) > len(before.tricks):
        trick, unit = game.tricks[-1], find_unit(game.rules)
        taker = names[trick.winner] if trick.winner else "Nobody"
        worth = "" if unit == "tricks" else f", worth {format_amount(trick.value, unit)}"
        sentence += f" {taker} takes the trick{worth}."
    if game.turn is None:
        return f"{sentence} {_name_moment(game)}"
    leads = isinstance(game, TrickRound) and game.phase == "play" and not (game.trick and game.trick.cards)
    name = names[game.turn]
    return f"{sentence} It's {name}'s turn{' to lead' if leads else ''}."


def find_nest_word(game: Round) -> str:
    """Return what the nest is called in this game."""
    return game.rules.nest.word if isinstance(game, TrickRound) else "nest"
