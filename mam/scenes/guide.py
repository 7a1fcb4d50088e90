"""What stands beside a decision: what a bid puts at stake, what may be discarded, what comes next, and the last trick."""

from collections.abc import Mapping
from math import comb
from typing import cast

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.amounts import format_amount
from mam.rules.auction import find_bid_range
from mam.rules.cards import format_count
from mam.rules.moves import Bid
from mam.rules.rulings import Ruling, all_rulings
from mam.scenes.labels import cite, find_unit
from mam.scenes.schema import LastTrick, Note
from mam.scenes.scores import make_history

_NO_LOOKING_BACK = "R04-PLAY-6"
_STORE = "winner-leads"  # the topic of the rule by which a trick is put away


def make_guide(view: View[Round], names: Mapping[str, str]) -> list[Note]:
    """Return a few notes on the person's decision; none where there is nothing to decide but a card."""
    game = view.round
    if not (view.to_move and isinstance(game, TrickRound)):
        return []
    round_view = cast(View[TrickRound], view)
    match game.phase:
        case "auction":
            return _stake(round_view)
        case "nest":
            return [*_discarding(game), _describe_next(game, names, trump=True)]
        case "trump":
            return [_rule(game, "trump"), _describe_next(game, names, trump=False)]
    return []


def _rule(game: TrickRound, topic: str, text: str = "") -> Note:
    ruling = game.rules.ruling(game.rules.cites[topic])
    return {"head": ruling.title, "text": text or ruling.words, "source": _source(ruling)}


def _source(ruling: Ruling) -> str:
    return f"{ruling.id} · {ruling.source}"


def _stake(view: View[TrickRound]) -> list[Note]:
    """Return what the lowest bid would commit the person's side to."""
    game = view.round
    if not any(isinstance(move, Bid) for move in view.legal_moves) or find_unit(game.rules) != "money":
        return []
    min_amount, *_ = find_bid_range(game.calls, game.rules.auction, len(game.rules.persons))
    total = sum(card.money for card in game.rules.pack)
    amount = format_amount(min_amount)
    side = (
        "Your side"
        if game.rules.alliance == "fixed"
        else "You and your partners"
        if game.rules.alliance == "called"
        else "You"
    )
    text = f"{side} must capture at least {amount} of the {format_amount(total)}. If you fall short, you are set back {amount}."
    return [
        {
            "head": f"If you bid {amount}",
            "text": text,
            "source": _source(game.rules.ruling(game.rules.cites["set-back"])),
        }
    ]


def _discarding(game: TrickRound) -> list[Note]:
    """Return what may be discarded, and in how many ways."""
    hand = game.playable(game.turn or "")
    free = sum(game.why_not_discard_card(card) is None for card in hand)
    size = game.rules.nest.size
    ways = comb(free, size)
    text = f"{format_count(free, 'card')} can be discarded"
    text += f", so you can choose {size} of them in {ways:,} ways." if ways > 1 else "."
    if free < len(hand):
        text += " Point at a gray card to see why you must keep it."
    return [_rule(game, "discard"), {"head": "The raised cards can be discarded", "text": text, "source": ""}]


def _describe_next(game: TrickRound, names: Mapping[str, str], *, trump: bool) -> Note:
    """Return what comes after the decision."""
    steps = ["You name the trump color."] if trump and "trump" in game.rules.phases else []
    ruling = game.rules.ruling(game.rules.cites["first-lead"])
    return {"head": "Next", "text": " ".join([*steps, ruling.words]), "source": _source(ruling)}


def make_last_trick(view: View[Round]) -> LastTrick | None:
    """Return the last complete trick while the round is played, or the rule by which nobody may look at it again.

    None before the first trick, after the round, and for those who see all hands anyway.
    """
    game = view.round
    if not isinstance(game, TrickRound) or view.person is None or game.is_over or not game.tricks:
        return None
    if game.trick is not None and not game.trick.cards and game.phase == "play":
        return None  # it still lies on the table
    forbidding = all_rulings()[_NO_LOOKING_BACK]
    if forbidding.document in game.rules.documents:
        ruling = game.rules.ruling(_NO_LOOKING_BACK)
        return {"trick": None, "text": ruling.words, "cite": cite(ruling)}
    text = f"{game.rules.name_parts[0]} has no rule against looking at the last trick again."
    return {"trick": make_history(game)[0], "text": text, "cite": cite(game.rules.ruling(game.rules.cites[_STORE]))}
