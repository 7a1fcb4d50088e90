"""Ask the rules of one edition a question about a position: the answer is a verdict, with the rulings behind it.

Every answer comes from playing the position. Nothing here knows a rule.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.misplay.table import Table
from mam.rules.amounts import format_amount
from mam.rules.cards import format_cards, format_count
from mam.rules.dealing import list_seats_from
from mam.rules.editions import RuleSet
from mam.rules.moves import Bid, BidTricks, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.rules.rulings import Ruling, list_moves

_MAX_LISTED = 6  # cards in each hand, or tricks: a position with no more is described in full


@dataclass(frozen=True)
class Verdict:
    """What one rule set answers: a position in words, the question, and the answer with its rulings.

    `legal` says whether the move that was tried is legal; None where no move was tried, or where these rules never lead to
    such a position (then `possible` is false and the answer says why). `round` is the position itself. `fact` is the answer
    by seats and amounts, where editions have different names for the same seats.
    """

    rules: RuleSet
    position: str
    asked: str
    answer: str
    rulings: tuple[Ruling, ...] = ()
    legal: bool | None = None
    possible: bool = True
    round: Round | Table | None = field(default=None, compare=False, repr=False)
    fact: object = field(default=None, compare=False, repr=False)

    @property
    def decision(self) -> object:
        """What can be compared with other verdicts: whether the move is legal, or else the answer."""
        if self.legal is not None:
            return self.legal
        return self.answer if self.fact is None else self.fact

    @property
    def edition(self) -> str:
        """The edition's id with its options."""
        return self.rules.full_id

    @property
    def source(self) -> str:
        """The rulings as a person cites them."""
        return cite(self.rulings)


def cite(rulings: Sequence[Ruling]) -> str:
    """Cite rules with their places, those of one place together; a reading is marked as ours.

    >>> from mam.rules.rulings import ruling
    >>> cite([ruling("R35-PLAY-1"), ruling("R35-PLAY-2"), ruling("D-R19")])
    'R35-PLAY-1, R35-PLAY-2 (1935 leaflet, page 5, Playing); D-R19 (our reading; nearest: article on the 2004 edition, Playing)'
    """
    places: dict[str, list[str]] = {}
    for ruling in rulings:
        places.setdefault(ruling.source.replace("mam's reading", "our reading"), []).append(ruling.id)
    return "; ".join(f"{', '.join(dict.fromkeys(ids))} ({place})" for place, ids in places.items())


# Positions in words


def describe_position(round: Round, *, bidder: bool = True) -> str:
    """Describe a position: what has happened, the hands where they are small, whose turn it is.

    Without `bidder` the text leaves out who has the bid.
    """
    return _describe_tricks(round, bidder) if isinstance(round, TrickRound) else _describe_letters(round)


def _describe_letters(round: Round) -> str:
    sentences = [f"Dealt: {' | '.join(f'{seat} {format_cards(round.deal[seat])}' for seat in round.deal.seats)}."]
    if round.history:
        sentences.append(f"So far: {', '.join(map(str, round.history))}.")
    if round.turn:
        sentences.append(f"{round.name} is to move.")
    return " ".join(sentences)


def _describe_tricks(round: TrickRound, bidder: bool) -> str:
    sentences = [_describe_auction(round) if bidder or round.bidder is None else "", *_describe_calls(round)]
    if round.phase in ("play", "over") and round.trump is not None:
        sentences.append(f"Trump: {round.trump.word}.")
    if round.called:
        sentences.append(f"Shown to call partners: {format_cards(round.called)}.")
    if round.phase == "nest" and round.turn:
        sentences.append(f"With the nest in hand, {round.name} holds {format_cards(round.hands[round.turn])}.")
    elif len(round.deal.hands[0]) <= _MAX_LISTED:
        sentences.append(_describe_hands(round))
    if len(round.tricks) > _MAX_LISTED:
        sentences.append(
            f"{len(round.tricks)} tricks have been played, the last: {_describe_trick(round, round.tricks[-1].plays)}."
        )
    else:
        sentences += [
            f"Trick {number}: {_describe_trick(round, trick.plays)}." for number, trick in enumerate(round.tricks, 1)
        ]
    if round.trick and round.trick.cards:
        sentences.append(f"On the table: {_describe_trick(round, round.trick.plays)}.")
    if round.turn and round.phase != "sealed":
        sentences.append(f"{round.name} is to {_ACTIONS.get(round.phase, 'move')}.")
    return " ".join(filter(None, sentences))


_ACTIONS = {"auction": "call", "nest": "discard", "trump": "name trump", "play": "play", "vote": "vote"}


def _describe_hands(round: TrickRound) -> str:
    """Describe the hands as they are now; those of a half-hidden dummy with their face-down cards."""
    hands = []
    for seat in round.turn_order:
        covered = [card for card in round.hands[seat] if card not in round.playable(seat)]
        if hand := round.hands[seat]:
            covered_text = f" (face down: {format_cards(covered)})" if covered else ""
            hands.append(f"{seat} {format_cards([card for card in hand if card not in covered])}{covered_text}")
    return f"Hands: {' | '.join(hands)}." if hands else ""


def _describe_auction(round: TrickRound) -> str:
    names = round.rules.seat_names
    if round.bidder is None or round.bid is None:
        return f"{names[round.deal.dealer]} dealt."
    return f"{names[round.bidder]} has the bid at {round.rules.auction.format_amount(round.bid)}."


def _describe_calls(round: TrickRound) -> list[str]:
    if round.phase == "sealed" or round.sealed:
        calls = [f"{round.rules.seat_names[seat]} {count}" for seat, count in round.sealed]
        return [f"Tricks bid: {', '.join(calls)}."] if calls else []
    if round.bidder is not None or not round.calls:
        return []
    calls = [f"{round.rules.seat_names[seat]} {describe_move(round.rules, call)}" for seat, call in round.calls]
    return [f"Calls so far: {', '.join(calls)}."]


def _describe_trick(round: TrickRound, plays: Sequence[tuple[str, object]]) -> str:
    return ", ".join(f"{round.rules.seat_names[seat]} {card}" for seat, card in plays)


def describe_move(rules: RuleSet, move: Move) -> str:
    """Return a move as a verb phrase, to go after the name of whoever makes it.

    >>> from mam.rules.editions import get_edition
    >>> describe_move(get_edition("make-a-million-1935"), Bid(175))
    'bids $175,000'
    """
    auction = getattr(rules, "auction", None)
    match move:
        case Bid():
            color = f" on {move.color.word}" if move.color else ""
            return f"bids {auction.format_amount(move.amount) if auction else format_amount(move.amount)}{color}"
        case Pass():
            return "passes"
        case Play():
            return f"plays {move.card}"
        case NameTrump():
            return f"names {move.color.word}"
        case Misdeal():
            return "calls a misdeal"
        case BidTricks():
            return "bids ?? tricks" if move.count is None else f"bids {format_count(move.count, 'trick')}"
        case Discard():
            return f"discards {format_cards(move.cards)}"
    return f"tries “{move}”"


def describe_place(round: TrickRound, seat: str) -> str:
    """Return where a seat is, counted from the bidder or, before there is one, from the dealer.

    >>> import mam
    >>> describe_place(mam.start("make-a-million-1935", seed=7, dealer="S"), "W")
    'left of the dealer'
    """
    anchor, name = (round.bidder, "bidder") if round.bidder else (round.deal.dealer, "dealer")
    steps = list_seats_from(round.turn_order, anchor).index(seat)
    if not steps:
        return f"the {name}"
    if steps == 1:
        return f"left of the {name}"
    return f"opposite the {name}" if 2 * steps == len(round.turn_order) else f"{steps} places left of the {name}"


# Questions


def try_move(round: Round, move: Move, text: str = "", topic: str = "") -> Verdict:
    """Try this move by the seat whose turn it is: is it legal, and by which ruling?

    Of the rulings on a legal move the verdict has the one on this `topic`, or the first.
    """
    position = text or describe_position(round)
    question = f"{round.name or 'Somebody'} {describe_move(round.rules, move)}"
    if refusal := round.why_not(move):
        answer = f"refused. {quote_refusal(round, refusal)}"
        return Verdict(round.rules, position, question, answer, (refusal,), False, round=round)
    rulings = round.why(move)
    cited_ruling = next((rule for rule in rulings if rule.id == round.rules.cites.get(topic)), rulings[0])
    return Verdict(round.rules, position, question, f"legal: {cited_ruling.reason}", (cited_ruling,), True, round=round)


def quote_refusal(round: Round, refusal: Ruling) -> str:
    """Quote the refusal, which speaks to the person who decides now, for somebody else to read."""
    name = round.rules.seat_names[round.actor] if round.actor else "whoever decides"
    return f"To {name}: “{refusal.reason}”"


def state_fact(
    round: Round | Table, asked: str, answer: str, rulings: Sequence[Ruling] = (), text: str = "", fact: object = None
) -> Verdict:
    """Return a verdict on a position where no move is tried."""
    game = round if isinstance(round, Round) else round.round
    return Verdict(game.rules, text or describe_position(game), asked, answer, tuple(rulings), round=round, fact=fact)


def _who_is_next(round: Round) -> Verdict:
    if round.turn is None:
        return state_fact(round, "Who is next?", "nobody: the round is over")
    place = f", {describe_place(round, round.turn)}" if isinstance(round, TrickRound) else ""
    other_seat = next((seat for seat in round.rules.seats if seat != round.turn), round.turn)
    legal_move = next(iter(round.legal_moves))
    refusal = round.why_not(legal_move, other_seat)  # the refusal to another seat says whose turn it is
    return state_fact(
        round, "Who is next?", f"{round.name}{place}", (refusal,) if refusal else (), fact=f"{round.turn}{place}"
    )


def _what_is_legal(round: Round) -> Verdict:
    moves = round.legal_moves
    return state_fact(round, "Which moves are legal?", list_moves(moves) if moves else "nothing: the round is over")


def _last_trick(round: Round) -> tuple[TrickRound, Sequence[Ruling]]:
    """Return the round and the rulings on the last card of its last complete trick. Raises ValueError if there is none."""
    if not isinstance(round, TrickRound) or not round.tricks:
        raise ValueError("no trick is complete yet: name the cards played to it")
    closing = sum(len(trick.cards) for trick in round.tricks)
    plays = [place for place, move in enumerate(round.history) if isinstance(move, Play)]
    step = plays[closing - 1]
    rulings = round.at(step).why(round.history[step])
    return round, [
        ruling for ruling in rulings[1:] if ruling.id in {round.rules.cites.get(topic) for topic in _OF_A_TRICK}
    ]


# The topics of the rulings on who takes a trick and what it is worth.
_OF_A_TRICK = (
    "capture tiger-captures tiger-no-trump later-duplicate no-winner bull-doubles bear-destroys bulls-quadruple last-animal "
    "bear-between animal-no-money"
).split()


def _who_captures(round: Round) -> Verdict:
    trick_round, rulings = _last_trick(round)
    trick = trick_round.tricks[-1]
    if trick.winner is None:
        return state_fact(round, "Who captures the trick?", "nobody", rulings)
    value = trick_round.rules.tricks.format_amount(trick.value)
    answer = f"{trick_round.rules.seat_names[trick.winner]} captures it, worth {value}"
    return state_fact(round, "Who captures the trick?", answer, rulings, fact=f"{trick.winner} {value}")


def _what_is_it_worth(round: Round) -> Verdict:
    trick_round, rulings = _last_trick(round)
    return state_fact(
        round, "What is the trick worth?", trick_round.rules.tricks.format_amount(trick_round.tricks[-1].value), rulings
    )


def _what_is_scored(round: Round) -> Verdict:
    if round.result is None:
        raise ValueError(f"the round is not over: it is {round.name}'s turn, so nothing is scored yet")
    names, format_amount = round.rules.accounts, round.rules.scoring.format_amount
    scores = ", ".join(f"{names[name]} {format_amount(points)}" for name, points in round.result.scores.items())
    return state_fact(round, "What is scored?", scores, list_score_rulings(round), fact=dict(round.result.scores))


def list_score_rulings(round: Round) -> tuple[Ruling, ...]:
    """Return the rulings on the score, which come with the last move."""
    topics = ("made", "set-back", "others-score", "exact", "not-exact", "passed-out", "fewest", "fewest-level")
    ids = {round.rules.cites.get(topic) for topic in topics}
    return tuple(ruling for ruling in round.at(-1).why(round.history[-1]) if ruling.id in ids)


def _discards_seen(round: Round) -> Verdict:
    if not isinstance(round, TrickRound) or round.discarded is None:
        raise ValueError("nobody has discarded")
    viewer = next(seat for seat in round.rules.persons if seat != round.bidder)
    seen_cards = format_cards(view(round, viewer).round.discarded or ())
    return state_fact(round, "What do the others see of the discards?", seen_cards)


QUESTIONS: Mapping[str, Callable[[Round], Verdict]] = {
    "who is next": _who_is_next,
    "what is legal": _what_is_legal,
    "who captures": _who_captures,
    "what is it worth": _what_is_it_worth,
    "what is scored": _what_is_scored,
    "what the others see of the discards": _discards_seen,
}


def make_impossible(rules: RuleSet, asked: str, position: str, reason: str, rulings: Sequence[Ruling] = ()) -> Verdict:
    """Return the verdict where these rules never lead to the position in question."""
    return Verdict(rules, position, asked, f"impossible here: {reason}", tuple(rulings), possible=False)
