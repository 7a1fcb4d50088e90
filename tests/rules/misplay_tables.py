"""Tables at which wrong cards lie, for every game of 1935: hands by role, and what a table says."""

from collections.abc import Iterable

from tables import card, position

import mam
from mam.games.trick_round import TrickRound
from mam.misplay import Misplay, Table, replay_table
from mam.text.notation import parse_move

FOUR = "make-a-million-1935"
THREE = "make-a-million-1935-three"
TWO = "make-a-million-1935-two"
MANHATTAN = "manhattan"

# Five cards by role. The leader takes every trick; the offender does not follow Red with G1 and then does with R5 and R4.
LEADER, OFFENDER, NEXT, LAST = "R40 R30 R15 R11 R10", "G1 R5 R4 G2 G3", "R9 R8 R7 Y1 Y2", "R3 R2 R1 Y3 Y4"
# The same hands half hidden: the cards turn up in time for the order in which they are played.
HALF = {
    LEADER: "R40/R11 R30/R10 R15",
    OFFENDER: "G1/G2 R4/G3 R5",
    NEXT: "R9/Y1 R8/Y2 R7",
    LAST: "R3/Y3 R2/Y4 R1",
}


def lenient(round: TrickRound) -> Table:
    """A table at which this round has been played so far."""
    return replay_table(round.rules, round.deal, list(map(str, round.history)))


def table(edition: str, hands: str, bidder: str, trump: str = "B", played: str = "", **facts: object) -> Table:
    """A table of few cards in play, then these cards laid, right or wrong."""
    return lay(lenient(position(edition, hands, bidder=bidder, trump=trump, **{"bid": 200, **facts})), played)  # type: ignore[arg-type]


def four(hands: str, played: str = "", bidder: str = "W", **facts: object) -> Table:
    return table(FOUR, hands, bidder, played=played, **facts)  # type: ignore[arg-type]


def lay(moment: Table, cards: str) -> Table:
    """The table after these cards, each laid by the hand whose turn it is."""
    for code in cards.replace("/", " ").split():
        moment = moment.lay(card(code), moment.turn)
    return moment


def roles(edition: str, bidder: str, offender: str, **facts: object) -> tuple[Table, dict[str, str]]:
    """A table before the first lead at which everybody has a role; and the five cards of each seat, in order of play."""
    empty = " | ".join(
        f"{seat} {card}" for seat, card in zip(mam.get_edition(edition).seats, "R1 R2 R3 R4".split(), strict=True)
    )
    ring = position(edition, empty, bidder=bidder, trump="B").trick.seats  # type: ignore[union-attr]
    bystanders = [seat for seat in ring[1:] if seat != offender]
    hands = dict(zip([ring[0], offender, *bystanders], [LEADER, OFFENDER, NEXT, LAST], strict=True))
    rules = mam.get_edition(edition)
    half = rules.dummies if getattr(rules, "half_hidden", False) else ()
    text = " | ".join(f"{seat} {HALF[hands[seat]] if seat in half else hands[seat]}" for seat in rules.seats)
    return table(edition, text, bidder, **facts), hands  # type: ignore[arg-type]


def deal_out(moment: Table, hands: dict[str, str], count: int) -> Table:
    """The table after so many cards of the hands, trick by trick in the order written."""
    for _ in range(count):
        assert moment.turn is not None
        moment = moment.lay(card(hands[moment.turn].split()[len(moment.round.tricks)]), moment.turn)
    return moment


def play_out(moment: Table) -> Table:
    """The table after right cards to the end, the first of the hand each time, and the score."""
    while moment.phase == "play":
        moment = moment.play(moment.round.legal_moves[0])
    return moment.score()


def legal_cards(moment: Table) -> str:
    """The cards that can be laid now."""
    return " ".join(str(move).removeprefix("play ") for move in moment.legal_moves)


def ruling_texts(moment: Table) -> list[tuple[str, str]]:
    """What the last event brought about: each ruling with its sentence."""
    return [(ruling.id, ruling.reason) for ruling in moment.rulings]


def ids(moment: Table) -> list[str]:
    return [ruling.id for ruling in moment.rulings]


def fault(moment: Table, place: int = 0) -> Misplay:
    return moment.misplays[place]


def same_as_strict(moment: Table) -> TrickRound:
    """The strict round of the same moves, which the table agrees with in everything."""
    strict = TrickRound(moment.rules, moment.round.deal, moment.round.history)
    for name in ("phase", "turn", "hands", "tricks", "trick", "nest", "trump", "discarded", "captured", "result"):
        assert getattr(moment.round, name) == getattr(strict, name), name
    return strict


def moves(texts: Iterable[str]) -> tuple[mam.rules.moves.Move, ...]:
    return tuple(map(parse_move, texts))


def revoke(count: int, edition: str = FOUR, bidder: str = "W", offender: str = "E", **facts: object) -> Table:
    """A table after so many cards, the second one of them wrong: five tricks of Red, the offender follows later."""
    return deal_out(*roles(edition, bidder, offender, **facts), count)
