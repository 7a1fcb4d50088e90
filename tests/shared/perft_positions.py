"""The perft positions of `data/perft`, and how the oracle counts each: none of its answers comes from mam."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import letter_tables
import oracle_letters
import oracle_tables as oracle
from oracle_tables import Bidding, Counts, Settling, Table
from perft_tables import count, final_figures
from tables import deal_hands, play

import mam
from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.editions import TrickGameRules
from mam.rules.scoring import Carry
from mam.support.data_files import find_data_folder

FOLDER = find_data_folder() / "perft"
LETTER_GAMES = ("millionaire", "anagrams")
# The documents' minimum opening bids, by which auctions are counted here, whatever the edition has.
MIN_OPENINGS = {
    **dict.fromkeys(("make-a-million-1935", "make-a-million-1935-three", "make-a-million-1935-two"), 175),
    "make-a-million-2004": 175,
    "manhattan": 100,
    "six": 350,
    "eight": 350,
    "sweven": 3,
}
TRUMPS = {"NT+": "high", "NT-": "low", "NC": "none"}


@dataclass(frozen=True)
class Position:
    """One position as its file has it; README.md in that folder says what each value means."""

    name: str
    guards: list[str]
    edition: str
    dealer: str
    hands: str
    depth: int
    leaves: int
    nodes: int
    options: list[str] = field(default_factory=list)
    players: int | None = None
    word: str = ""
    nest: str = ""
    stock: str = ""
    blind_draw: int | None = None
    carry: dict[str, Any] = field(default_factory=dict)
    max_bid: int | None = None
    moves: str = ""
    bidder: str = ""
    bid: int = 0
    trump: str = ""
    drawn: str = ""
    turn_order: str = ""
    until: str = ""
    captured: dict[str, int] = field(default_factory=dict)
    cards_left: dict[str, int] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    carried: int | None = None
    bids: int | None = None
    bidder_places: int | None = None

    @property
    def figures(self) -> Counts:
        """Leaves, nodes, and the sums over all leaves, in the order in which `count_tree` and the oracle give them."""
        sums = [self.bids, self.bidder_places, *self.captured.values(), *self.cards_left.values()]
        sums += [*self.scores.values(), self.carried]
        return (self.leaves, self.nodes, *(value for value in sums if value is not None))

    @property
    def letters(self) -> tuple[str, ...]:
        """The hands of a letter game."""
        return tuple(part.split()[1] for part in self.hands.split("|"))

    def round(self) -> Round:
        """Return mam's round at this position, reached by real moves."""
        options = tuple(self.options)
        if self.edition in LETTER_GAMES:
            facts = {"word": self.word} if self.word else {}
            return letter_tables.deal(self.edition, *self.letters, stock=self.stock, options=options, **facts)
        round = deal_hands(
            self.edition,
            self.hands,
            dealer=self.dealer,
            nest=self.nest,
            stock=self.stock,
            blind_draw=self.blind_draw,
            options=options,
            players=self.players,
            carry=Carry(**self.carry),
            **self._auction_facts(),
        )
        return play(round, self.moves)

    def _auction_facts(self) -> dict[str, int]:
        """What this position says of the auction in place of the edition; a bid that it states may open it, whatever the minimum."""
        facts = {"max_bid": self.max_bid} if self.max_bid else {}
        min_opening = MIN_OPENINGS[self.edition] if self.until else self.bid
        return {**facts, "min_opening": min_opening} if min_opening else facts

    def count_tree(self) -> Counts:
        """Count the tree below this position as mam knows it."""
        if self.edition in LETTER_GAMES:
            return count(self.round(), tally_letters, is_over)
        if self.until:
            return count(self.round(), self._tally_auction, is_auction_over)
        return count(self.round(), final_figures, is_over)

    def count_by_oracle(self) -> Counts:
        """Count the same tree with none of mam's code."""
        return _counter(self)(self)

    def _tally_auction(self, round: Round) -> Counts:
        assert isinstance(round, TrickRound)
        return round.bid or 0, self.turn_order.index(round.bidder) + 1 if round.bidder else 0


def is_over(round: Round) -> bool:
    return round.is_over


def is_auction_over(round: Round) -> bool:
    return round.phase != "auction"


def tally_letters(round: Round) -> Counts:
    """The cards left in each hand, then the scores."""
    assert isinstance(round, Millionaire | Anagrams) and round.result is not None
    return (*round.result.left.values(), *round.result.scores.values())


def list_rules_met(round: Round, rng: Random) -> Iterator[str]:
    """The rules cited for every legal move, and for some that are refused, along one random line of play to the end."""
    while not round.is_over:
        moves = round.legal_moves
        hand = [card for card in round.hands[round.turn or ""] if card != mam.UNSEEN]
        for move in (*moves[:12], *map(mam.Play, hand), mam.Pass(), mam.Bid(2), mam.Bid(173)):
            refusal = round._reason_against(move)
            for reason in (refusal,) if refusal else round._reasons_for(move, round._apply(move)):
                yield round.rules.rule_id(reason.topic)
        round = round.play(moves[int(rng.random() * len(moves))])


@cache
def read_positions(name: str = "*") -> tuple[Position, ...]:
    """All positions of one file, or of every file, in order."""
    files = sorted(FOLDER.glob(f"{name}.toml"))
    return tuple(Position(**entry) for path in files for entry in read_toml(path).get("position", ()))


def read_discards() -> list[dict[str, Any]]:
    """The hands of which every legal discard is counted."""
    rows: list[dict[str, Any]] = read_toml(FOLDER / "discards.toml")["discards"]
    return rows


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


# How the oracle counts


def _counter(position: Position) -> Callable[[Position], Counts]:
    if position.until:
        return count_auctions
    rules = mam.get_edition(position.edition)
    if isinstance(rules, TrickGameRules):
        kinds = {"account": count_suits, "exact": count_sealed_bids}
        return count_calls if rules.called else kinds.get(rules.scoring.method, count_plays)
    return {"millionaire": count_spellings, "anagrams": count_anagrams}[position.edition]


def count_spellings(position: Position) -> Counts:
    return oracle_letters.count_spellings(
        position.word, position.letters, position.stock, tied="tie-scores-nothing" not in position.options
    )


def count_anagrams(position: Position) -> Counts:
    keep_order, table_style = ("keep-order" in position.options, "table-style" in position.options)
    return oracle_letters.count_anagrams(position.letters, keep_order, table_style)


def count_auctions(position: Position) -> Counts:
    """Every auction by the documents' terms for this edition."""
    assert position.max_bid is not None
    seats, top = position.turn_order, position.max_bid
    # the maximum opening bid, and who may not leave the hand without a bid
    terms: dict[str, tuple[int, str]] = {
        "make-a-million-1935": (200, "first"),
        "make-a-million-1935-three": (200, "first"),
        "make-a-million-1935-two": (200 if "opening-cap" in position.options else top, "first"),
        "make-a-million-2004": (200, "" if "redeal-if-all-pass" in position.options else "last"),
        "manhattan": (200, "first"),
        "six": (400, "last"),
        "eight": (400, "last"),
        "sweven": (top, ""),
    }
    opening, bound = terms[position.edition]
    bidding = Bidding(
        seats, MIN_OPENINGS[position.edition], top, opening, bound=bound, barred=position.carry.get("barred", "")
    )
    if position.edition == "manhattan":
        bidding.back, bidding.colors = True, 5
    if position.edition == "sweven":
        bidding.step, bidding.min_raise, bidding.once = 1, 1, True
    if "misdeal" in position.options:
        bidding.poor = "".join(
            seat for seat, hand in read_hands(position.hands).items() if not any(map(oracle.value, hand))
        )
    return oracle.count_auctions(bidding)


def count_plays(position: Position) -> Counts:
    """Every line of play of an ending."""
    table = Table(
        position.turn_order,
        TRUMPS.get(position.trump, position.trump),
        _settling(position),
        tiger_sets=trick_rules(position).tricks.tiger_sets_color,
        waits=trick_rules(position).tricks.trump_break,
        covered=covered(position.hands),
        bull=trick_rules(position).tricks.bull_factor,
    )
    return oracle.count_plays(table, hands_in_play(position), position.turn_order[0])


def _settling(position: Position) -> Settling:
    rules = trick_rules(position)
    seats, dummies = "".join(rules.seats), "".join(rules.dummies)
    if rules.alliance == "dummy":
        alone = rules.scoring.setback == "bidder"
        return oracle.persons(seats, dummies, dummies, position.bidder, position.bid, alone)
    groups = ["".join(members) for members in rules.sides.values()] or [*seats]
    return oracle.teams(groups, position.bidder, position.bid)


def trick_rules(position: Position) -> TrickGameRules:
    """The facts of the edition and its options."""
    rules = mam.get_edition(position.edition, position.options)
    assert isinstance(rules, TrickGameRules)
    return rules


def hands_in_play(position: Position) -> dict[str, list[str]]:
    """The hands at the first lead: with the nest and without the discard, and with the card drawn for the Tiger."""
    hands = read_hands(position.hands)
    hands[position.bidder] += position.nest.split()
    for card in discarded(position.moves):
        hands[position.bidder].remove(card)
    if position.drawn:
        owner = next(seat for seat, hand in hands.items() if "TIGER" in hand)
        hands[owner][hands[owner].index("TIGER")] = position.drawn
    return hands


def count_calls(position: Position) -> Counts:
    """Every call of cards, each followed by every line of play."""
    hands, out = hands_in_play(position), discarded(position.moves)
    copies = Counter(card for hand in hands.values() for card in hand) + Counter(out)
    alone = "bidder-set-back-alone" in position.options
    seats, bidder = position.turn_order, position.bidder
    counts = []
    for call in oracle.legal_callings(hands[bidder], out, copies, trick_rules(position).called):
        settle = oracle.silent(seats, list(call), bidder, position.bid, alone)
        counts.append(oracle.count_plays(Table(seats, position.trump, settle), hands, bidder))
    return sum_branches(counts)


def count_suits(position: Position) -> Counts:
    """Every trump suit, each followed by every line of play."""
    waiting = position.carry.get("owner", ""), position.carry.get("points", 0)
    settle = oracle.sweven(position.turn_order, position.bidder, position.bid, waiting)
    tables = [Table(position.turn_order, suit, settle, counts="points", deck="SHDC") for suit in "SHDC"]
    return sum_branches([oracle.count_plays(table, read_hands(position.hands), position.bidder) for table in tables])


def count_sealed_bids(position: Position) -> Counts:
    """Every set of bids, each followed by every line of play."""
    seats, hands = position.turn_order, read_hands(position.hands)
    max_bid = len(hands[seats[0]])
    trump = TRUMPS.get(position.trump, position.trump)
    total = sum_branches(
        [
            oracle.count_plays(Table(seats, trump, oracle.exact(seats, bids), counts="tricks"), hands, seats[0])
            for bids in oracle.all_bids(seats, max_bid)
        ]
    )
    inner = sum((max_bid + 1) ** count for count in range(1, len(seats)))  # positions in which some have bid
    return (total[0], total[1] + inner, *total[2:])


def sum_branches(counts: list[Counts]) -> Counts:
    """The counts of a position from those of the positions one move on."""
    sums: Counts = ()
    for branch in counts:
        sums = oracle.add(sums, branch)
    return (sums[0], sums[1] + 1, *sums[2:])


# Texts


def read_hands(hands: str) -> dict[str, list[str]]:
    """The hands of a text as lists of codes, a hidden card after the open one over it."""
    return {part.split()[0]: part.replace("/", " ").split()[1:] for part in hands.split("|")}


def covered(hands: str) -> dict[str, str]:
    """Which card lies under which."""
    return dict(tuple(word.split("/")) for word in hands.split() if "/" in word)  # type: ignore[misc]


def discarded(moves: str) -> list[str]:
    """The cards of the discard among these moves."""
    discards = (move.split()[1:] for move in moves.split(", ") if move.startswith("discard "))
    return next(islice(discards, 1), [])
