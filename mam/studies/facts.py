"""What the engine says of a position, asked by the name of a fact: a seat, an amount, a number, or who has won."""

from mam.games.trick_round import TrickRound
from mam.rules.cards import money_in
from mam.rules.dealing import find_next_seat
from mam.rules.scoring import find_leaders
from mam.rules.tricks import Trick, find_color
from mam.studies.setting import name_sides
from mam.studies.study import Chapter
from mam.support.messages import quote

FACTS = (
    "winner", "value", "money", "next leader", "first leader", "last", "legal", "trumps", "trumps held", "hand size", "pack",
    "to call", "bidder", "high bid", "next dealer", "score we", "score they", "total we", "total they", "short", "match",
)  # fmt: skip


def find_fact(chapter: Chapter, round: TrickRound, fact: str) -> str:
    """Return a fact as the text of an answer. Raises ValueError for an unknown one, or one that this position does not give.

    >>> import mam
    >>> from mam.studies.setting import set_up
    >>> chapter = mam.get_study("bull-and-bear").chapters[1]
    >>> find_fact(chapter, set_up(chapter), "value")
    '100'
    """
    if fact not in FACTS:
        raise ValueError(f"no fact {quote(fact)}: the facts are {', '.join(FACTS)}")
    rules, trump = round.rules, round.trump
    match fact:
        case "winner" | "next leader":
            return _last_trick(round).winner or ""
        case "value":
            return str(_last_trick(round).value)
        case "money":
            return str(money_in(_last_trick(round).cards))
        case "first leader" | "to call":
            return round.turn or ""
        case "last":
            return round.trick.seats[-1] if round.trick else ""
        case "legal":
            return str(len(round.legal_moves))
        case "trumps" | "trumps held":
            cards = rules.pack if fact == "trumps" else round.hands[chapter.you]
            return str(sum(find_color(card, trump) == trump for card in cards))
        case "hand size":
            return str(rules.hand_size)
        case "pack":
            return str(money_in(rules.pack))
        case "bidder":
            return round.bidder or ""
        case "high bid":
            return str(round.high_bid[1].amount) if round.high_bid else ""
        case "next dealer":
            return find_next_seat(rules.persons, round.deal.dealer)
        case "match":
            return _find_match(chapter, round)
    return _find_amount(chapter, round, fact)


def _last_trick(round: TrickRound) -> Trick:
    if not round.tricks:
        raise ValueError("no trick is complete here")
    return round.tricks[-1]


def score_sides(chapter: Chapter, round: TrickRound) -> dict[str, int]:
    """Return the totals of the sides after a round that is over. Raises ValueError where the position does not say enough."""
    if round.result is None:
        raise ValueError("a score needs the bid, and what both sides have captured")
    totals = name_sides(chapter, chapter.setup.totals) if chapter.setup else {}
    return {side: totals.get(side, 0) + score for side, score in round.result.scores.items()}


def _find_amount(chapter: Chapter, round: TrickRound, fact: str) -> str:
    totals = score_sides(chapter, round)
    assert round.result is not None
    word, _, who = fact.partition(" ")
    if word == "short":
        bidding_side = round.side_of(round.bidder or "")
        return str(max(0, (round.bid or 0) - round.captured[bidding_side]))
    our_side = round.side_of(chapter.you)
    account = our_side if our_side in totals else chapter.you  # each player has a total where partners change
    side = next(side for side in totals if (side == account) == (who == "we"))
    return str(round.result.scores[side] if word == "score" else totals[side])


def _find_match(chapter: Chapter, round: TrickRound) -> str:
    """Return who has won the match, in words: "Your side", the other side's name, "Nobody yet" or "Both"."""
    winners = find_leaders(score_sides(chapter, round), round.rules.scoring)
    if len(winners) > 1:
        return "Both"
    if not winners:
        return "Nobody yet"
    return "Your side" if winners[0] == round.side_of(chapter.you) else round.side_names[winners[0]]
