"""What is said after a live round: what was promised, what was taken, and which decision mattered most."""

from collections.abc import Sequence

from mam.games.state import find_counted_side
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, format_cards, name_trump
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.rules.rulings import format_possessive
from mam.scenes.move_words import phrase_move
from mam.studies.coach.advice import name_card
from mam.studies.display import label_answer
from mam.studies.rounds.question import count_captures, write_answer
from mam.studies.rounds.turning_point import Turn, TurningPoint
from mam.studies.schema import EndLine, EndShown, NotedCard
from mam.support.messages import capitalize


def describe_end(
    round: TrickRound, you: str, turns: Sequence[Turn], point: TurningPoint | None, judged: float = 1
) -> EndShown:
    """Return what is said of a round that is over; `point` is the decision that mattered most.

    `judged` is the part of your decisions that is judged by now; until it is 1, nothing is said of what decided it. Raises ValueError
    for a round that is not over.
    """
    if not round.is_over:
        raise ValueError("the end is described of a round that is over")
    if round.bidder is None and not round.sealed and not round.tricks and round.position is None:
        headline = "A hand was too poor: new deal." if round.misdealt else "Nobody has bid: nothing is played."
        return {"headline": headline, "lines": [], "decision": -1, "cards": [], "score": "", "is_judged": True}
    decision, text, cards = -1, f"Computing… {judged:.0%}", list[NotedCard]()
    if judged == 1:
        decision, text, cards = _describe_decision(round, you, turns, point)
    lines = [*_describe_promise(round, you), _line("What you took", _describe_captures(round, you))]
    return {
        "headline": _make_headline(round, you),
        "lines": [*lines, _line("What decided it", text)],
        "decision": decision,
        "cards": cards,
        "score": _describe_score(round, you),
        "is_judged": judged == 1,
    }


def _line(title: str, text: str) -> EndLine:
    return {"title": title, "text": text}


# What was promised, and what was taken


def _format(round: TrickRound, amount: int) -> str:
    return round.rules.tricks.format_amount(amount)


def _is_ours(round: TrickRound, you: str) -> bool:
    return round.bidder is not None and round.side_of(round.bidder) == round.side_of(you)


def _is_made(round: TrickRound) -> bool:
    return round.bidder is not None and round.captured[round.side_of(round.bidder)] >= (round.bid or 0)


def _make_headline(round: TrickRound, you: str) -> str:
    if round.result is None or round.bidder is None or round.bid is None:
        captured, theirs = count_captures(round, you), count_captures(round, you, is_ours=False)
        return f"You took {_format(round, captured)}, they {_format(round, theirs)}."
    amounts = f"{_format(round, round.captured[round.side_of(round.bidder)])} for {_format(round, round.bid)}"
    if _is_ours(round, you):
        return f"You made it: {amounts}." if _is_made(round) else f"You are set back: {amounts}."
    return f"They made it: {amounts}." if _is_made(round) else f"They are set back: {amounts}."


def _describe_promise(round: TrickRound, you: str) -> list[EndLine]:
    """Return what the bidder promised, and what set back means."""
    bidder, bid = round.bidder, round.bid
    if round.result is None or bidder is None or bid is None:
        return []
    promise, is_ours = _format(round, bid), _is_ours(round, you)
    if round.trump:
        promise += f" with {name_trump(round.trump)}{'' if isinstance(round.trump, NoTrump) else ' as trump'}"
    if bidder != you:
        promise = f"{round.rules.seat_names[bidder]}{', your partner,' if is_ours else ''} promised {promise}"
    title = "What you promised" if is_ours else "What they promised"
    return [_line(title, f"{promise}. {_describe_setback(round, you)}".rstrip())]


def _describe_setback(round: TrickRound, you: str) -> str:
    """Return what a missed bid costs, where that is its amount."""
    rules, bid = round.rules.scoring, round.bid or 0
    if rules.method != "contract":
        return ""
    lost, is_ours, is_made = rules.format_amount(-bid), _is_ours(round, you), _is_made(round)
    who = ("you" if is_ours else "they") if rules.setback == "side" or round.bidder == you else "the bidder"
    are = "is" if who == "the bidder" else "are"
    if is_made:
        return f"With less, {who} would have been set back: {lost}."
    missing = _format(round, bid - round.captured[round.side_of(round.bidder or "")])
    return f"{missing} is missing, so {who} {are} set back: {lost}."


def _describe_captures(round: TrickRound, you: str) -> str:
    captured, theirs = count_captures(round, you), count_captures(round, you, is_ours=False)
    text = f"{_format(round, captured)}; the others took {_format(round, theirs)}."
    tricks = [trick for trick in round.tricks if trick.winner and round.side_of(trick.winner) == round.side_of(you)]
    factor = round.rules.tricks.bull_factor
    changed_tricks = [trick for trick in tricks if trick.value == factor * sum(card.money for card in trick.cards) > 0]
    if round.rules.tricks.counts == "money" and changed_tricks:
        trick = changed_tricks[-1]
        number = round.tricks.index(trick) + 1
        text += f" Trick {number} counted {_format(round, trick.value)}: the Bull {round.rules.tricks.bull_past} it."
    return text


def _describe_score(round: TrickRound, you: str) -> str:
    if round.result is None:
        return ""
    score, rules = round.result.scores[round.rules.account_of(you)], round.rules.scoring
    return f"You score {rules.format_amount(score)}." if score >= 0 else f"You lose {rules.format_amount(-score)}."


# What decided it


def _describe_decision(
    round: TrickRound, you: str, turns: Sequence[Turn], point: TurningPoint | None
) -> tuple[int, str, list[NotedCard]]:
    """Return your decision that mattered, what the other choice was worth beside it, and the cards that it was about."""
    if point is None:
        return _describe_richest(round, you, turns)
    place, choice = _name_turn(point.round, point.move)
    instead = _name_instead(point.round, point.other)
    if not point.is_mistake:
        instead = f"the next best, {instead}," if point.is_sure else f"the rulebook player's choice, {instead},"
    text = f"{place}: you {choice}. {capitalize(instead)} {_compare(point, you)}."
    note = "better" if point.is_mistake else "next best" if point.is_sure else "rulebook"
    return point.index, text, _list_cards(point.move, point.other, note)


def _compare(point: TurningPoint, you: str) -> str:
    """Return how much better or worse the other choice was."""
    round = point.round
    if not point.is_sure:
        more = "more" if point.is_mistake else "less"
        return f"scores {round.rules.scoring.format_amount(point.amount)} {more} in simulated deals"
    amount, is_ours = _format(round, point.amount), you in round.sides[find_counted_side(round)]
    more = "more" if point.is_mistake == is_ours else "less"
    return f"guarantees you {amount} {more}" if is_ours else f"lets them take {amount} {more}"


def _name_turn(before: TrickRound, move: Move) -> tuple[str, str]:
    """Return where a decision was taken, and what was done."""
    if isinstance(move, Pass):
        return "Bidding", "passed"
    choice = _name_choice(before, move)
    match move:
        case Play():
            return f"Trick {len(before.tricks) + 1}", f"played {choice}"
        case Bid():
            return "Bidding", f"made {choice}"
        case Discard():
            return before.rules.nest.word.capitalize(), f"discarded {choice}"
        case NameTrump():
            return "Trump", f"named {choice}"
    return "Before the play", f"chose {choice}"


def _name_choice(before: TrickRound, move: Move) -> str:
    """Return a move as the thing that was chosen."""
    match move:
        case Play():
            return name_card(move.card)
        case Bid():
            return f"a bid of {label_answer('bid', write_answer(move), before)}"
        case Pass():
            return "a pass"
        case Discard():
            return format_cards(move.cards)
        case NameTrump():
            return name_trump(move.color)
    return f"“{phrase_move(move)}”"


def _name_instead(before: TrickRound, move: Move) -> str:
    """Return another choice as the subject of a sentence."""
    choice = _name_choice(before, move)
    match move:
        case Bid():
            color = f" in {name_trump(move.color)}" if move.color else ""
            return f"bidding up to {before.rules.auction.format_amount(move.amount)}{color}"
        case Discard():
            return f"discarding {choice}"
        case NameTrump():
            return f"naming {choice}"
    return choice


def _list_cards(move: Move, better: Move, note: str) -> list[NotedCard]:
    """Return your card and the better one; of a discard those in which the two differ."""
    your_cards, others = _list_moved(move), _list_moved(better)
    noted = [(card, "yours") for card in your_cards if card not in others]
    noted += [(card, note) for card in others if card not in your_cards]
    return [{"card": card.code, "note": text} for card, text in noted]


def _list_moved(move: Move) -> tuple[Card, ...]:
    match move:
        case Play():
            return (move.card,)
        case Discard():
            return move.cards
    return ()


def _describe_richest(round: TrickRound, you: str, turns: Sequence[Turn]) -> tuple[int, str, list[NotedCard]]:
    """Return the trick that brought most, of those in which you decided if they brought anything."""
    decisions = {len(before.tricks): index for index, (before, move) in enumerate(turns) if isinstance(move, Play)}
    tricks = dict(enumerate(round.tricks))
    rich = [number for number in decisions if tricks[number].value] or [
        number for number in tricks if tricks[number].value
    ]
    if not rich:
        return -1, "No trick was worth anything.", []
    number = max(rich, key=lambda number: tricks[number].value)
    trick, names = tricks[number], {**round.rules.seat_names, you: "you"}
    taker = trick.winner or ""
    text = f"Trick {number + 1} was the richest: {names[taker]} took {_format(round, trick.value)}."
    if number not in decisions:
        return -1, text, []
    notes = {you: "yours"} if taker == you else {you: "yours", taker: format_possessive(names[taker])}
    played = dict(trick.plays)
    return decisions[number], text, [{"card": played[seat].code, "note": note} for seat, note in notes.items()]
