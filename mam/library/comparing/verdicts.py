"""Verdicts: what the rules of one edition answer to a question about a position, with the rulings behind it.

Every answer is got from the engine. Nothing here knows a rule.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay.table import Table
from mam.rules.amounts import format_amount
from mam.rules.cards import counted, format_cards
from mam.rules.dealing import seats_from
from mam.rules.editions import RuleSet
from mam.rules.moves import Bid, BidTricks, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.rules.rulings import Ruling, list_moves

_FEW = 6  # cards in each hand, or tricks, up to which a position is told with all of them


@dataclass(frozen=True)
class Verdict:
    """What one rule set answers: a position in words, what was asked, and the answer with its rulings.

    `legal` says whether the move that was tried may be made; None where no move was tried, or where these rules never
    come to such a position (then `possible` is false and the answer says why). `round` is the position itself.
    """

    rules: RuleSet
    position: str
    asked: str
    answer: str
    rulings: tuple[Ruling, ...] = ()
    legal: bool | None = None
    possible: bool = True
    round: Round | Table | None = field(default=None, compare=False, repr=False)

    @property
    def edition(self) -> str:
        """The edition's id with its options."""
        return self.rules.full_id

    @property
    def source(self) -> str:
        """The rulings as a person cites them."""
        return cite(self.rulings)


def cite(rulings: Sequence[Ruling]) -> str:
    """Rules with their places, those of one place together; a reading says that it is ours.

    >>> from mam.rules.rulings import ruling
    >>> cite([ruling("R35-PLAY-1"), ruling("R35-PLAY-2"), ruling("D-R19")])
    'R35-PLAY-1, R35-PLAY-2 (1935 leaflet, page 5, Playing); D-R19 (our reading; nearest: article on the 2004 edition, Playing)'
    """
    places: dict[str, list[str]] = {}
    for one in rulings:
        places.setdefault(one.source.replace("mam's reading", "our reading"), []).append(one.id)
    return "; ".join(f"{', '.join(dict.fromkeys(ids))} ({place})" for place, ids in places.items())


# Positions in words


def tell(round: Round, *, bidder: bool = True) -> str:
    """A position in words: what has happened, the hands where they are small, whose turn it is.

    Where it makes no difference who has the bid, `bidder` leaves it out.
    """
    return _tell_tricks(round, bidder) if isinstance(round, TrickRound) else _tell_letters(round)


def _tell_letters(round: Round) -> str:
    told = [f"Dealt: {' | '.join(f'{seat} {format_cards(round.deal[seat])}' for seat in round.deal.seats)}."]
    if round.history:
        told.append(f"So far: {', '.join(map(str, round.history))}.")
    if round.turn:
        told.append(f"{round.name} is to move.")
    return " ".join(told)


def _tell_tricks(round: TrickRound, bidder: bool) -> str:
    told = [_tell_auction(round) if bidder or round.bidder is None else "", *_tell_calls(round)]
    if round.phase in ("play", "over") and round.trump is not None:
        told.append(f"Trump: {round.trump.word}.")
    if round.called:
        told.append(f"Shown to call partners: {format_cards(round.called)}.")
    if round.phase == "nest" and round.turn:
        told.append(f"The cards taken up, {round.name} holds {format_cards(round.hands[round.turn])}.")
    elif len(round.deal.hands[0]) <= _FEW:
        told.append(_tell_hands(round))
    if len(round.tricks) > _FEW:
        told.append(
            f"{len(round.tricks)} tricks have been played, the last: {_tell_trick(round, round.tricks[-1].plays)}."
        )
    else:
        told += [f"Trick {number}: {_tell_trick(round, trick.plays)}." for number, trick in enumerate(round.tricks, 1)]
    if round.trick and round.trick.cards:
        told.append(f"On the table: {_tell_trick(round, round.trick.plays)}.")
    if round.turn and round.phase != "sealed":
        told.append(f"{round.name} is to {_OWED.get(round.phase, 'move')}.")
    return " ".join(filter(None, told))


_OWED = {"auction": "speak", "nest": "put cards out", "trump": "name trump", "play": "play", "vote": "vote"}


def _tell_hands(round: TrickRound) -> str:
    """The hands as they are now; those of a half-hidden dummy with what lies face down."""
    hands = []
    for seat in round.turn_order:
        below = [card for card in round.hands[seat] if card not in round.playable(seat)]
        if hand := round.hands[seat]:
            hidden = f" (face down: {format_cards(below)})" if below else ""
            hands.append(f"{seat} {format_cards([card for card in hand if card not in below])}{hidden}")
    return f"Hands: {' | '.join(hands)}." if hands else ""


def _tell_auction(round: TrickRound) -> str:
    names = round.rules.seat_names
    if round.bidder is None or round.bid is None:
        return f"{names[round.deal.dealer]} has dealt."
    return f"{names[round.bidder]} has the bid at {round.rules.auction.format_amount(round.bid)}."


def _tell_calls(round: TrickRound) -> list[str]:
    if round.phase == "sealed" or round.sealed:
        said = [f"{round.rules.seat_names[seat]} {count}" for seat, count in round.sealed]
        return [f"Tricks bid: {', '.join(said)}."] if said else []
    if round.bidder is not None or not round.calls:
        return []
    said = [f"{round.rules.seat_names[seat]} {spell_move(round.rules, call)}" for seat, call in round.calls]
    return [f"Said so far: {', '.join(said)}."]


def _tell_trick(round: TrickRound, plays: Sequence[tuple[str, object]]) -> str:
    return ", ".join(f"{round.rules.seat_names[seat]} {card}" for seat, card in plays)


def spell_move(rules: RuleSet, move: Move) -> str:
    """A move in words, as the subject's name goes before it.

    >>> from mam.rules.editions import get_edition
    >>> spell_move(get_edition("make-a-million-1935"), Bid(175))
    'bids $175,000'
    """
    auction = getattr(rules, "auction", None)
    match move:
        case Bid():
            on = f" on {move.color.word}" if move.color else ""
            return f"bids {auction.format_amount(move.amount) if auction else format_amount(move.amount)}{on}"
        case Pass():
            return "passes"
        case Play():
            return f"plays {move.card}"
        case NameTrump():
            return f"names {move.color.word}"
        case Misdeal():
            return "calls a misdeal"
        case BidTricks():
            return "bids ?? tricks" if move.count is None else f"bids {counted(move.count, 'trick')}"
        case Discard():
            return f"puts out {format_cards(move.cards)}"
    return f"tries “{move}”"


def place_of(round: TrickRound, seat: str) -> str:
    """Where a seat sits, counted from the bidder or, before there is one, from the dealer.

    >>> import mam
    >>> place_of(mam.start("make-a-million-1935", seed=7, dealer="S"), "W")
    'left of the dealer'
    """
    whom, name = (round.bidder, "bidder") if round.bidder else (round.deal.dealer, "dealer")
    steps = seats_from(round.turn_order, whom).index(seat)
    if not steps:
        return f"the {name}"
    if steps == 1:
        return f"left of the {name}"
    return f"opposite the {name}" if 2 * steps == len(round.turn_order) else f"{steps} places left of the {name}"


# Questions


def try_move(round: Round, move: Move, text: str = "", topic: str = "") -> Verdict:
    """Whether this move may be made by the seat whose turn it is, and by which ruling.

    Of the rulings under which a legal move is made the one on this `topic` is told, or the first.
    """
    position = text or tell(round)
    asked = f"{round.name or 'Somebody'} {spell_move(round.rules, move)}"
    if refusal := round.why_not(move):
        answer = f"refused. {tell_refusal(round, refusal)}"
        return Verdict(round.rules, position, asked, answer, (refusal,), False, round=round)
    rulings = round.why(move)
    telling = next((one for one in rulings if one.id == round.rules.cites.get(topic)), rulings[0])
    return Verdict(round.rules, position, asked, f"legal: {telling.because}", (telling,), True, round=round)


def tell_refusal(round: Round, refusal: Ruling) -> str:
    """What whoever decides now is told, for somebody else to read."""
    who = round.rules.seat_names[round.actor] if round.actor else "Somebody"
    return f"{who} is told: “{refusal.because}”"


def tell_fact(round: Round | Table, asked: str, answer: str, rulings: Sequence[Ruling] = (), text: str = "") -> Verdict:
    """A verdict on a position where no move is tried."""
    at = round if isinstance(round, Round) else round.round
    return Verdict(at.rules, text or tell(at), asked, answer, tuple(rulings), round=round)


def _who_is_next(round: Round) -> Verdict:
    if round.turn is None:
        return tell_fact(round, "Who is next?", "nobody: the round is over")
    where = f", {place_of(round, round.turn)}" if isinstance(round, TrickRound) else ""
    other = next((seat for seat in round.rules.seats if seat != round.turn), round.turn)
    own = next(move for move in round.candidates() if round.reason_against(move) is None)
    told = round.why_not(own, other)  # whose turn it is says the ruling that refuses it to anybody else
    return tell_fact(round, "Who is next?", f"{round.name}{where}", (told,) if told else ())


def _what_is_legal(round: Round) -> Verdict:
    moves = round.moves()
    return tell_fact(round, "What may be done?", list_moves(moves) if moves else "nothing: the round is over")


def _last_trick(round: Round) -> tuple[TrickRound, Sequence[Ruling]]:
    """The round, once it is sure that a trick is complete, and the rulings on its last card."""
    if not isinstance(round, TrickRound) or not round.tricks:
        raise ValueError("no trick is complete yet: name the cards played to it")
    closing = sum(len(trick.cards) for trick in round.tricks)
    plays = [place for place, move in enumerate(round.history) if isinstance(move, Play)]
    step = plays[closing - 1]
    rulings = round.at(step).why(round.history[step])
    return round, [one for one in rulings[1:] if one.id in {round.rules.cites.get(topic) for topic in _OF_A_TRICK}]


# The topics under which the engine says who takes a trick and what for.
_OF_A_TRICK = (
    "capture tiger-captures tiger-no-trump later-twin no-captor bull-doubles bear-destroys bulls-quadruple last-animal "
    "bear-between animal-no-money"
).split()


def _who_captures(round: Round) -> Verdict:
    played, rulings = _last_trick(round)
    trick = played.tricks[-1]
    if trick.winner is None:
        return tell_fact(round, "Who captures the trick?", "nobody", rulings)
    worth = played.rules.tricks.format_amount(trick.value)
    answer = f"{played.rules.seat_names[trick.winner]} captures it, worth {worth}"
    return tell_fact(round, "Who captures the trick?", answer, rulings)


def _what_is_it_worth(round: Round) -> Verdict:
    played, rulings = _last_trick(round)
    return tell_fact(
        round, "What is the trick worth?", played.rules.tricks.format_amount(played.tricks[-1].value), rulings
    )


def _what_is_scored(round: Round) -> Verdict:
    if round.result is None:
        raise ValueError(f"the round is not over: {round.name} is next, so nothing is scored yet")
    names, format_amount = round.rules.accounts, round.rules.scoring.format_amount
    scored = ", ".join(f"{names[name]} {format_amount(points)}" for name, points in round.result.scores.items())
    return tell_fact(round, "What is scored?", scored, why_scored(round))


def why_scored(round: Round) -> tuple[Ruling, ...]:
    """The rulings on the score, which come with the last move."""
    topics = ("made", "set-back", "others-score", "exact", "not-exact", "passed-out", "fewest", "fewest-level")
    ids = {round.rules.cites.get(topic) for topic in topics}
    return tuple(one for one in round.at(-1).why(round.history[-1]) if one.id in ids)


QUESTIONS: Mapping[str, Callable[[Round], Verdict]] = {
    "who is next": _who_is_next,
    "what is legal": _what_is_legal,
    "who captures": _who_captures,
    "what is it worth": _what_is_it_worth,
    "what is scored": _what_is_scored,
}


def refused(rules: RuleSet, asked: str, position: str, because: str, rulings: Sequence[Ruling] = ()) -> Verdict:
    """The verdict where these rules never come to the position that is asked about."""
    return Verdict(rules, position, asked, f"it never comes to this: {because}", tuple(rulings), possible=False)
