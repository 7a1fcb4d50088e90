"""Questions about what may be done, by whom, and under which rule."""

from mam.games.views import view
from mam.library.situations.questions import Answer, Plain, find_trick_round, question
from mam.library.situations.setting import Facts, Played
from mam.misplay import Table
from mam.rules.auction import high_bid
from mam.rules.moves import Bid, CallCards, Discard, Play
from mam.rules.rulings import Ruling
from mam.text.notation import parse_move


def _judge(played: Played, text: str) -> tuple[bool, tuple[Ruling, ...]]:
    """Return whether a move is legal, and the rulings that allow or forbid it."""
    move, judge = parse_move(text), played.round if isinstance(played, Table) else played
    ruling = judge.why_not(move)
    return ruling is None, judge.why(move) if ruling is None else (ruling,)


@question("legal", "legal of these: {moves}")
def _legal(played: Played, facts: Facts) -> Answer:
    legal_texts, rulings = [], []
    for text in facts["moves"]:
        legal, cited = _judge(played, text)
        legal_texts += [text] if legal else []
        rulings += [] if legal else list(cited)
    return legal_texts, tuple(rulings) or _judge(played, facts["moves"][0])[1]


@question("refused by", "the rule against “{move}”")
def _refused_by(played: Played, facts: Facts) -> Answer:
    legal, rulings = _judge(played, facts["move"])
    return "none: it is legal" if legal else rulings[0].id, rulings


@question("cites", "rules behind “{move}” ({rules})")
def _cites(played: Played, facts: Facts) -> Answer:
    """Return those of the named rules that are behind a legal move."""
    legal, rulings = _judge(played, facts["move"])
    cited = [ruling.id for ruling in rulings]
    return [rule_id for rule_id in facts["rules"] if legal and rule_id in cited], rulings


@question("playable", "cards that may be played")
def _playable(played: Played, facts: Facts) -> Plain:
    return [move.card.code for move in played.legal_moves if isinstance(move, Play)]


# The auction


@question("amounts", "how many amounts may be bid")
def _amounts(played: Played, facts: Facts) -> Plain:
    return len({move.amount for move in played.legal_moves if isinstance(move, Bid)})


@question("most", "the maximum bid")
def _most(played: Played, facts: Facts) -> Plain:
    return max((move.amount for move in played.legal_moves if isinstance(move, Bid)), default=0)


@question("high bid", "the high bid")
def _standing(played: Played, facts: Facts) -> Plain:
    standing = high_bid(find_trick_round(played, facts).calls)
    return f"{standing[0]} {standing[1].amount}" if standing else "none"


@question("bidder", "the bidder and the bid")
def _bidder(played: Played, facts: Facts) -> Plain:
    round = find_trick_round(played, facts)
    return f"{round.bidder} {round.bid}" if round.bidder else "none"


@question("calls", "the calls of {of}")
def _calls(played: Played, facts: Facts) -> Plain:
    return [str(call) for seat, call in find_trick_round(played, facts).calls if seat == facts["of"]]


@question("phase", "what comes next")
def _phase(played: Played, facts: Facts) -> Plain:
    return played.phase


@question("turn", "whose turn it is")
def _turn(played: Played, facts: Facts) -> Plain:
    return played.turn or "nobody's"


@question("actor", "who decides")
def _actor(played: Played, facts: Facts) -> Plain:
    return played.actor or "nobody"


@question("trump", "trump")
def _trump(played: Played, facts: Facts) -> Plain:
    trump = find_trick_round(played, facts).trump
    return trump.value if trump else "none"


# The nest


@question("discards", "how many discards are legal")
def _discards(played: Played, facts: Facts) -> Plain:
    return sum(isinstance(move, Discard) for move in played.legal_moves)


@question("in every discard", "cards that every legal discard holds")
def _in_every_discard(played: Played, facts: Facts) -> Plain:
    sets = [move.cards for move in played.legal_moves if isinstance(move, Discard)]
    return [card.code for card in sets[0] if all(card in cards for cards in sets)] if sets else []


@question("discard size", "how many cards are discarded")
def _put_out(played: Played, facts: Facts) -> Plain:
    return next((len(move.cards) for move in played.legal_moves if isinstance(move, Discard)), 0)


@question("shown", "what {to} sees of the discard")
def _shown(played: Played, facts: Facts) -> Plain:
    seen = view(find_trick_round(played, facts), facts["to"]).round
    return [card.code for card in seen.discarded or ()]


@question("called", "how many cards are shown to call partners")
def _called(played: Played, facts: Facts) -> Plain:
    return next((len(move.cards) for move in played.legal_moves if isinstance(move, CallCards)), 0)
