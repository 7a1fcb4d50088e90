"""Questions about what may be done, by whom, and under which rule."""

from mam.games.views import view
from mam.library.situations.questions import Answer, Plain, find_trick_round, register_question
from mam.library.situations.setting import Facts, Game
from mam.misplay import Table
from mam.rules.auction import find_high_bid
from mam.rules.moves import Bid, CallCards, Discard, Play
from mam.rules.rulings import Ruling
from mam.text.notation import parse_move


def _judge(game: Game, text: str) -> tuple[bool, tuple[Ruling, ...]]:
    """Return whether a move is legal, and the rulings that allow or forbid it."""
    move, judge = parse_move(text), game.round if isinstance(game, Table) else game
    ruling = judge.why_not(move)
    return ruling is None, judge.why(move) if ruling is None else (ruling,)


@register_question("legal", "legal of these: {moves}")
def _legal(game: Game, facts: Facts) -> Answer:
    legal_texts, rulings = [], []
    for text in facts["moves"]:
        legal, reasons = _judge(game, text)
        legal_texts += [text] if legal else []
        rulings += [] if legal else list(reasons)
    return legal_texts, tuple(rulings) or _judge(game, facts["moves"][0])[1]


@register_question("refused by", "the rule against “{move}”")
def _find_refusal(game: Game, facts: Facts) -> Answer:
    legal, rulings = _judge(game, facts["move"])
    return "none: it is legal" if legal else rulings[0].id, rulings


@register_question("cites", "rules behind “{move}” ({rules})")
def _cites(game: Game, facts: Facts) -> Answer:
    """Return those of the named rules that are behind a legal move."""
    legal, rulings = _judge(game, facts["move"])
    rule_ids = [ruling.id for ruling in rulings]
    return [rule_id for rule_id in facts["rules"] if legal and rule_id in rule_ids], rulings


@register_question("playable", "cards that may be played")
def _playable(game: Game, facts: Facts) -> Plain:
    return [move.card.code for move in game.legal_moves if isinstance(move, Play)]


# The auction


@register_question("amounts", "how many amounts may be bid")
def _amounts(game: Game, facts: Facts) -> Plain:
    return len({move.amount for move in game.legal_moves if isinstance(move, Bid)})


@register_question("max bid", "the maximum bid")
def _max_bid(game: Game, facts: Facts) -> Plain:
    return max((move.amount for move in game.legal_moves if isinstance(move, Bid)), default=0)


@register_question("high bid", "the high bid")
def _high_bid(game: Game, facts: Facts) -> Plain:
    high = find_high_bid(find_trick_round(game, facts).calls)
    return f"{high[0]} {high[1].amount}" if high else "none"


@register_question("bidder", "the bidder and the bid")
def _bidder(game: Game, facts: Facts) -> Plain:
    round = find_trick_round(game, facts)
    return f"{round.bidder} {round.bid}" if round.bidder else "none"


@register_question("calls", "the calls of {of}")
def _calls(game: Game, facts: Facts) -> Plain:
    return [str(call) for seat, call in find_trick_round(game, facts).calls if seat == facts["of"]]


@register_question("phase", "what comes next")
def _phase(game: Game, facts: Facts) -> Plain:
    return game.phase


@register_question("turn", "whose turn it is")
def _turn(game: Game, facts: Facts) -> Plain:
    return game.turn or "nobody's"


@register_question("actor", "who decides")
def _actor(game: Game, facts: Facts) -> Plain:
    return game.actor or "nobody"


@register_question("trump", "trump")
def _trump(game: Game, facts: Facts) -> Plain:
    trump = find_trick_round(game, facts).trump
    return trump.value if trump else "none"


# The nest


@register_question("discards", "how many discards are legal")
def _discards(game: Game, facts: Facts) -> Plain:
    return sum(isinstance(move, Discard) for move in game.legal_moves)


@register_question("in every discard", "cards that every legal discard holds")
def _in_every_discard(game: Game, facts: Facts) -> Plain:
    sets = [move.cards for move in game.legal_moves if isinstance(move, Discard)]
    return [card.code for card in sets[0] if all(card in cards for cards in sets)] if sets else []


@register_question("discard size", "how many cards are discarded")
def _discard_size(game: Game, facts: Facts) -> Plain:
    return next((len(move.cards) for move in game.legal_moves if isinstance(move, Discard)), 0)


@register_question("shown", "what {to} sees of the discard")
def _list_seen_discards(game: Game, facts: Facts) -> Plain:
    player_view = view(find_trick_round(game, facts), facts["to"]).round
    return [card.code for card in player_view.discarded or ()]


@register_question("called", "how many cards are shown to call partners")
def _count_called(game: Game, facts: Facts) -> Plain:
    return next((len(move.cards) for move in game.legal_moves if isinstance(move, CallCards)), 0)
