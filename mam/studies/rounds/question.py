"""What a live round asks, how an answer is read, and what the coach says to it."""

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import UNSEEN, NoTrump
from mam.rules.moves import Bid, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.scenes.move_words import label_move
from mam.studies.answers import name_discard
from mam.studies.coach import Advice
from mam.studies.coach.advice import name_card
from mam.studies.display import label_answer, lay_table
from mam.studies.schema import AdviceShown, Ask, BoardTable, ChoiceOffered, Question
from mam.text.notation import parse_call, parse_card, parse_cards, parse_move, parse_trump

MAX_CALLS = 7
COACHED_CALLS = 3  # one row on a phone: what is new to a learner needs the room
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def find_ask(round: TrickRound) -> Ask:
    """Return what kind of answer is asked for; in phases of their own a choice among moves."""
    match round.phase:
        case "auction":
            return "bid"
        case "nest":
            return "discard"
        case "trump":
            return "trump"
        case "play":
            return "card"
    return "choice"


def read_answer(round: TrickRound, text: str) -> Move:
    """Return the move that an answer stands for: "R10", "205", "pass", "R5 R3 Y3", "B". Raises ValueError where it can't be read.

    >>> import mam
    >>> read_answer(mam.start("make-a-million-1935", seed=7, dealer="S"), "175")
    bid 175
    """
    match find_ask(round):
        case "bid":
            return parse_call(text)
        case "discard":
            return Discard(parse_cards(text))
        case "trump":
            return NameTrump(parse_trump(text))
        case "card":
            return Play(parse_card(text))
    return parse_move(text)


def write_answer(move: Move) -> str:
    """Return a move as the text of an answer.

    >>> write_answer(Bid(205)), write_answer(Pass()), write_answer(Play(parse_card("R10")))
    ('205', 'pass', 'R10')
    """
    match move:
        case Play():
            return move.card.code
        case Discard():
            return name_discard(move.cards)
        case NameTrump():
            return repr(move.color)
        case Bid():
            return str(move).removeprefix("bid ")
    return str(move)


def show_table(view: View[TrickRound]) -> BoardTable:
    """Return the table as its person sees it, without earlier tricks."""
    round, you = view.round, view.person or ""
    seen = [seat for seat, hand in round.hands.items() if any(card != UNSEEN for card in hand)]
    table = lay_table(round, you, seen)
    table["tricks"] = []
    if round.phase == "play" and len(round.captured) == 2 and not (round.position and round.position.captured is None):
        table["captured"] = {"we": count_captures(round, you), "they": count_captures(round, you, is_ours=False)}
    return table


def count_captures(round: TrickRound, you: str, *, is_ours: bool = True) -> int:
    """Return what your side, or the others together, have captured."""
    side = round.side_of(you)
    return sum(amount for name, amount in round.captured.items() if (name == side) == is_ours)


def list_legal(view: View[TrickRound]) -> list[str]:
    """Return the answers that are legal; of a discard the cards that may be among them."""
    round = view.round
    if round.phase == "nest":
        return [card.code for card in dict.fromkeys(view.hand) if round.why_not_discard_card(card) is None]
    return list(dict.fromkeys(map(write_answer, view.legal_moves)))


def make_question(view: View[TrickRound], advice: Advice | None) -> Question:
    """Return what the person to move is asked."""
    round, ask = view.round, find_ask(view.round)
    size = {"card": 1, "discard": round.rules.nest.size}.get(ask, 0)
    return {
        "ask": ask,
        "text": _make_text(round, ask, size),
        "goal": "",
        "given": _explain_terms(view, ask, size) if advice else "",
        "size": size,
        "hints": 0,
        "choices": [] if ask in ("card", "discard") else _offer_moves(view, ask, advice),
        "table": show_table(view),
    }


def _explain_terms(view: View[TrickRound], ask: Ask, size: int) -> str:
    """Return what a bid, set back, trump or the nest means, where it first matters."""
    round, trump = view.round, view.round.trump
    if ask == "bid" and all(seat != view.person for seat, _ in round.calls):
        promise = "A bid is what your side promises to capture. With less, you are set back: you lose the bid."
        return f"{promise} The highest bidder names trump, the strongest color."
    if ask == "discard":
        number = _NUMBERS.get(size, str(size))
        return f"You pick up the {round.rules.nest.word}, {number} hidden cards, and discard {number}."
    if ask == "trump":
        return "A trump beats every other color. Play one if you can't follow."
    if ask == "card" and not round.tricks and round.bidder != view.person and trump and not isinstance(trump, NoTrump):
        return f"{trump.word} is trump: it beats every other color. Play it if you can't follow."
    return ""


def _make_text(round: TrickRound, ask: Ask, size: int) -> str:
    match ask:
        case "bid":
            return "Your bid?"
        case "discard":
            return f"Which {_NUMBERS.get(size, str(size))} do you discard?"
        case "trump":
            return "Name trump."
        case "card":
            return "Your card?" if round.turn == round.actor else f"{round.name}'s card?"
    return "Your choice?"


def _offer_moves(view: View[TrickRound], ask: Ask, advice: Advice | None) -> list[ChoiceOffered]:
    """Return the moves that are offered as buttons: of the calls a pass, and the lowest bids, with the one that is advised."""
    moves = list(view.legal_moves)
    if ask == "bid":
        moves.sort(key=lambda move: not isinstance(move, Pass | Misdeal))
        moves = moves[: COACHED_CALLS if advice else MAX_CALLS]
        if advice is not None and advice.move not in moves:
            moves[-1] = advice.move
    texts = [write_answer(move) for move in moves]
    if ask == "choice":
        return [{"answer": text, "label": label_move(move)} for text, move in zip(texts, moves, strict=True)]
    return [{"answer": text, "label": label_answer(ask, text, view.round)} for text in texts]


def show_advice(advice: Advice, round: TrickRound) -> AdviceShown:
    """Return an advice with what stands on its button."""
    return {
        "answer": write_answer(advice.move),
        "label": _label_advice(advice.move, round),
        "cause": advice.cause,
        "text": advice.text,
    }


def _label_advice(move: Move, round: TrickRound) -> str:
    match move:
        case Play():
            return f"Play {move.card.code if move.card.color else name_card(move.card)}"
        case Discard():
            return "Discard these"
        case NameTrump():
            return f"Name {move.color.word}"
        case Bid():
            return f"Bid {label_answer('bid', write_answer(move), round)}"
    return label_move(move)
