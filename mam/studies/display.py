"""The parts that boards, cases and live rounds share: what lies on the table, cards as they were played, an answer with what it leads to."""

from collections.abc import Collection, Mapping
from typing import cast

from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Bid
from mam.rules.tricks import Trick
from mam.scenes.move_words import label_move
from mam.studies.answers import ILLEGAL, WRONG, Answer, Judgment
from mam.studies.predicates import Line
from mam.studies.schema import AnswerShown, BoardTable, LineTrick, PlayedCard, TrickShown, Verdict
from mam.text.notation import parse_call, parse_trump

EMPTY_TABLE: BoardTable = {
    "phase": "",
    "you": "",
    "turn": "",
    "dealer": "",
    "trump": "",
    "hands": {},
    "open": [],
    "trick": [],
    "tricks": [],
    "calls": [],
    "bid": None,
    "captured": None,
    "totals": None,
    "nest": [],
}


def lay_letters(round: Round, you: str) -> BoardTable:
    """Return what lies on the table in a game with letter cards: the words, and your own hand face up."""
    hands = {seat: [card.code if seat == you else UNSEEN.code for card in hand] for seat, hand in round.hands.items()}
    turn = round.turn or ""
    return {**EMPTY_TABLE, "phase": round.phase, "you": you, "turn": turn, "hands": hands, "words": list_words(round)}


def list_words(round: Round) -> list[str]:
    """Return the words on the table of a letter game."""
    if isinstance(round, Anagrams):
        return list(round.lines)
    spelled = "".join(card.code for _, card in round.spelled) if isinstance(round, Millionaire) else ""
    return [spelled] if spelled else []


def lay_table(
    round: TrickRound, you: str, shown: Collection[str], hands: Mapping[str, tuple[Card, ...]] | None = None
) -> BoardTable:
    """Return what lies on the table, the hands of the seats in `shown` face up; nothing is said of captures and totals."""
    table: BoardTable = {
        "phase": round.phase,
        "you": you,
        "turn": round.turn or "",
        "dealer": round.deal.dealer,
        "trump": repr(round.trump) if round.trump else "",
        "hands": {
            seat: _show_hand(round, seat, hand) if seat in shown else [UNSEEN.code] * len(hand)
            for seat, hand in (hands or round.hands).items()
        },
        "open": [seat for seat in round.rules.seats if seat in shown and seat != you],
        "trick": list_plays(round.trick) if round.trick else [],
        "tricks": [list_plays(trick) for trick in round.tricks],
        "calls": [{"seat": seat, "call": str(call).removeprefix("bid ")} for seat, call in round.calls],
        "bid": {"seat": round.bidder, "amount": round.bid or 0} if round.bidder else None,
        "captured": None,
        "totals": None,
        "nest": [card.code for card in round.deal.nest] if round.phase == "nest" else [],
    }
    if you and round.dummy and round.dummy not in round.rules.persons:  # the bidder plays with a hand that nobody has
        table["partners"] = [seat for seat in round.rules.seats if round.side_of(seat) == round.side_of(you)]
    return table


def _show_hand(round: TrickRound, seat: str, hand: tuple[Card, ...]) -> list[str]:
    """Return a hand that is seen; of a half-hidden one, the cards that lie under others stay face down."""
    if seat not in round.rules.half_hidden_seats:
        return [card.code for card in hand]
    playable = round.playable(seat)
    return [*(card.code for card in playable), *[UNSEEN.code] * (len(hand) - len(playable))]


def label_answer(ask: str, text: str, round: TrickRound) -> str:
    """Return what stands on the button of a call or a trump."""
    if ask == "trump":
        return parse_trump(text).word
    call = parse_call(text)
    if not isinstance(call, Bid):
        return label_move(call)
    amount = round.rules.auction.format_amount(call.amount)
    return f"{amount} {call.color.word}" if call.color else amount


def list_plays(trick: Trick) -> list[PlayedCard]:
    """Return the cards of a trick, each with who played it."""
    return [{"seat": seat, "card": card.code} for seat, card in trick.plays]


def show_trick(trick: Trick) -> TrickShown:
    """Return who takes a complete trick, its value, and what Bull and Bear do to it."""
    return {"winner": trick.winner or "", "value": trick.value, "effect": trick.effect}


def show_line_trick(trick: Trick) -> LineTrick:
    """Return a complete trick with its cards."""
    return {**show_trick(trick), "plays": list_plays(trick)}


def show_verdict(answer: Answer) -> AnswerShown:
    """Return an answer with its verdict, its sentence, and why it is illegal."""
    data: AnswerShown = {
        "verdict": cast(Verdict, answer.verdict),
        "cost": 1 if answer.verdict == WRONG else 0,
        "sentence": answer.sentence,
    }
    if answer.verdict == ILLEGAL and answer.ruling:
        ruling = answer.ruling
        data["refusal"] = {"text": ruling.reason, "rule": ruling.id, "source": ruling.source}
    return data


def show_answer(judgment: Judgment, answer: Answer) -> AnswerShown:
    """Return an answer with what it leads to: the cards played, the tricks they complete, and what the sides then have."""
    data = show_verdict(answer)
    if answer.next_round is not None and not isinstance(answer.next_round, TrickRound):
        data["table"] = lay_letters(answer.next_round, judgment.chapter.you)
    if answer.end is not None:
        start = len(judgment.round.tricks)
        tricks = answer.end.tricks[start:]
        before = len(judgment.round.trick.cards) if judgment.round.trick else 0
        line = Line(answer.end, start, judgment.chapter.you, judgment.chapter.our_side)
        plays = [
            play for trick in (*tricks, *([answer.end.trick] if answer.end.trick else [])) for play in list_plays(trick)
        ]
        data["plays"] = plays[before:]
        data["tricks"] = list(map(show_trick, tricks))
        data["captured"] = {"we": line.count_money("we"), "they": line.count_money("they")}
    if answer.outcome:
        data["outcome"] = answer.outcome
    if answer.next_index is not None:
        data["next"] = answer.next_index
    if answer.plan:
        data["plan"] = list(answer.plan)
    if answer.line:
        data["line"] = list(map(show_line_trick, answer.line))
    if answer.layout:
        data["layout"] = {seat: [card.code for card in hand] for seat, hand in answer.layout.items()}
    return data


def merge_answers(answers: Mapping[str, AnswerShown]) -> tuple[dict[str, AnswerShown], dict[str, str]]:
    """Return answers that lead to the same once, and the others by the text of that one."""
    first: dict[str, AnswerShown] = {}
    same: dict[str, str] = {}
    for text, shown in answers.items():
        equal_text = next((other for other, earlier in first.items() if earlier == shown), None)
        if equal_text is None:
            first[text] = shown
        else:
            same[text] = equal_text
    return first, same
