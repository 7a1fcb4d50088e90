"""Demonstrations: an authored position (`data/rules/positions.toml`), and what two rule sets answer there, as the engine does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from mam.games.registry import deal_for, make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.comparing.settings import Setting, read_data
from mam.library.comparing.verdicts import (
    QUESTIONS,
    Verdict,
    describe_move,
    describe_position,
    state_fact,
    try_move,
)
from mam.misplay.accounts import find_terms
from mam.misplay.table import Table
from mam.rules.auction import find_min_bid
from mam.rules.cards import Color
from mam.rules.dealing import find_opposite_seat, list_seats_from
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Bid, BidTricks, Discard, Move, Pass, Play, Stop, Vote
from mam.support.kinds import list_keys
from mam.text.notation import parse_move
from mam.text.positions import make_letter_position, make_position

_SEED = 7  # of the deal to use where the cards do not matter
# The move in a phase that the question is not about.
_DEFAULT_MOVES: Mapping[str, Move] = {"vote": Vote(False), "sealed": BidTricks(0)}


@dataclass(frozen=True)
class Position:
    """A position that shows a difference, as `data/rules/positions.toml` describes it."""

    settings: tuple[str, ...]
    ask: str
    topic: str = ""
    question: str = ""
    text: str = ""
    hands: tuple[str, ...] = ()
    trump: str = ""
    nest: str = ""
    stock: str = ""
    bid: int = 0
    played: int = 0
    calls: tuple[str, ...] = ()
    until: str = ""
    misplay: bool = False


@dataclass(frozen=True)
class Demonstration:
    """What was asked, and the two verdicts on it, each with its position."""

    verdicts: tuple[Verdict, Verdict]

    @property
    def asked(self) -> str:
        """The question, or the move that was tried; "" where each was asked something of its own."""
        first, second = self.verdicts
        return first.asked if first.asked == second.asked else ""

    @property
    def position(self) -> str:
        """The position, where both were asked about the same; else ""."""
        first, second = self.verdicts
        return first.position if first.position == second.position else ""


@cache
def all_positions() -> tuple[Position, ...]:
    """Return every authored position, in the order of the file."""
    keys = list_keys(Position)
    entries = read_data("positions.toml").read_list("position", keys, "ask")
    return tuple(Position(**values) for _, values in entries)


def demonstrate(setting: Setting, a: RuleSet, b: RuleSet) -> Demonstration | None:
    """Find a position that both come to and answer differently; None if no authored one shows this setting.

    A move that one of them refuses shows more than one that both allow.
    """
    positions = [position for position in all_positions() if setting.key in position.settings]
    pairs = [(answer_position(position, a), answer_position(position, b)) for position in positions]
    differing = [(first, second) for first, second in pairs if first and second and first.decision != second.decision]
    for first, second in sorted(differing, key=lambda pair: pair[0].legal == pair[1].legal):
        return Demonstration((_add_sources(first, setting), _add_sources(second, setting)))
    return None


def _add_sources(verdict: Verdict, setting: Setting) -> Verdict:
    """Add the rulings of the setting to a verdict for which the engine cites none."""
    return verdict if verdict.rulings else replace(verdict, rulings=setting.sources(verdict.rules))


def answer_position(position: Position, rules: RuleSet) -> Verdict | None:
    """Return what these rules answer in a position; None if they never come to it."""
    try:
        round = _set_up(position, rules)
        if position.ask in QUESTIONS:
            verdict = QUESTIONS[position.ask](round)
        else:
            move = _read_move(round, position.ask)
            text = describe_position(round, bidder=not isinstance(round, TrickRound) or round.phase != "play")
            verdict = _judge_misplay(round, move) if position.misplay else try_move(round, move, text, position.topic)
    except (ValueError, LookupError):  # these rules have no such position, or no such card
        return None
    names = {
        "dealer": round.rules.seat_names[round.deal.dealer],
        "bidder": round.rules.seat_names.get(getattr(round, "bidder", None) or "", "Somebody"),
        "turn": round.name,
    }
    return replace(
        verdict,
        position=position.text.format_map(names) or verdict.position,
        asked=position.question or verdict.asked,
    )


# Set-ups


def _set_up(position: Position, rules: RuleSet) -> Round:
    """Return a round of these rules in this position. Raises ValueError if they never come to it."""
    if not isinstance(rules, TrickGameRules):
        return _set_up_letters(position, rules)
    if position.hands:
        round = _deal_few(position, rules)
    else:
        round = _call(TrickRound(rules, deal_for(rules, rules.persons[-1], Random(_SEED))), position)
        if position.until:
            round = _hold_auction(round, position.until)
    return _play_on(round, position.until) if position.until else round


def _play_on(round: TrickRound, phase: str) -> TrickRound:
    """Play on, with the first legal move each time, to the start of this phase. Raises ValueError if it never comes."""
    while round.phase not in (phase, "over"):
        round = round.play(_DEFAULT_MOVES.get(round.phase) or next(iter(round.legal_moves)))
    if round.phase != phase:
        raise ValueError(f"there is no phase {phase} in {round.rules.id}")
    return round


def _call(round: TrickRound, position: Position) -> TrickRound:
    """Make the calls of the position, as long as the auction goes on."""
    players = len(round.rules.persons)
    for text in position.calls:
        count = players - len(round.calls) - (position.ask == "pass") if text == "pass*" else 1
        for _ in range(count):
            if round.phase == "auction":
                round = round.play(_make_min_bid(round) if text == "bid" else Pass())
    return round


def _hold_auction(round: TrickRound, until: str) -> TrickRound:
    """Play the auction, unless it is what is asked about, so that only the dealer bids where nobody else has to."""
    while round.phase == "auction" != until:
        is_pass = round.turn != round.deal.dealer and round.why_not(Pass()) is None
        round = round.play(Pass() if is_pass else _make_min_bid(round))
    return round


def _make_min_bid(round: TrickRound) -> Bid:
    rules = round.rules.auction
    return Bid(find_min_bid(round.calls, rules), Color.RED if rules.speaks_color else None)


def _deal_few(position: Position, rules: TrickGameRules) -> TrickRound:
    """Deal hands of few cards, in turn from the first person who can lead from their own hand."""
    lead, hands = _find_leader(rules), list(position.hands)
    if position.nest or position.until == "auction":
        lead = rules.persons[0]
    order = list_seats_from(rules.seats, lead)
    hands = hands[: len(order)] if len(order) < len(hands) else [*hands[:-1], *_fill(rules, hands), hands[-1]]
    cards = " ".join(hand.split()[0] for hand in hands[: position.played or None]) if position.played else ""
    calls_first = bool(position.nest) or position.until == "auction"
    return make_position(
        rules,
        dict(zip(order, hands, strict=True)),
        position.trump or hands[0][0],
        "" if calls_first else lead,
        bidder=lead if calls_first else "",
        bid=position.bid or rules.auction.min_opening,
        played=cards,
        nest=" ".join(position.nest.split()[: rules.nest.size]),
        until="play" if position.until in ("", "over") else position.until,
    )


def _fill(rules: TrickGameRules, hands: Sequence[str]) -> list[str]:
    """Return hands of number cards for the other seats, in colors that are neither trump nor led in our positions."""
    size, used_codes = len(hands[0].split()), " ".join(hands).split()
    numbers = [card.code for card in reversed(rules.pack) if card.is_number_card and card.code not in used_codes]
    codes = [code for code in dict.fromkeys(numbers) if code[0] not in "BYSH"]
    return [" ".join(codes[index * size : index * size + size]) for index in range(len(rules.seats) - len(hands))]


def _find_leader(rules: TrickGameRules) -> str:
    """Return the first person who can lead to the first trick without any change of seats."""
    for seat in rules.persons:
        right = rules.seats[rules.seats.index(seat) - 1]
        if rules.first_lead != "left of bidder":
            return seat
        if right in rules.persons and (not rules.reseat or find_opposite_seat(rules.seats, right) in rules.dummies):
            return seat
    raise ValueError(f"nobody leads first from their own hand in {rules.id}")


def _set_up_letters(position: Position, rules: RuleSet) -> Round:
    if not position.hands:
        return make_round(rules, deal_for(rules, rules.persons[-1], Random(_SEED)))
    size = len(position.hands[0])
    hands = dict(zip(rules.seats, (*position.hands, *["X" * size] * len(rules.seats)), strict=False))
    round = make_letter_position(rules.id, hands, rules.seats[0], stock=position.stock, options=rules.chosen)
    for text in position.calls:
        round = round.play(parse_move(text))
    while position.until == "over" and not round.is_over:
        letter = next((move for move in round.legal_moves if isinstance(move, Play)), None)
        round = round.play(letter or (Stop() if Stop() in round.legal_moves else round.legal_moves[0]))
    return round


# Questions


def _read_move(round: Round, text: str) -> Move:
    """Read a move; a bid names a color and cards of the nest are as many as this game has."""
    move = parse_move(text)
    if isinstance(round, TrickRound):
        if isinstance(move, Bid) and move.color is None and round.rules.auction.speaks_color:
            return replace(move, color=Color.RED)
        if isinstance(move, Discard):
            return Discard(move.cards[: round.rules.nest.size])
    return move


def _judge_misplay(round: Round, wrong_move: Move) -> Verdict:
    """Try a wrong move: it is refused, or it lies until somebody claims it, a wrong card after the next lead."""
    assert isinstance(round, TrickRound)
    text = describe_position(round, bidder=False)
    if isinstance(round.rules.misplay, str):
        return try_move(round, wrong_move, text)
    table = Table(round.at(0))
    for move in (*round.history, wrong_move):
        table = table.play(move)
    is_card = isinstance(wrong_move, Play)
    while is_card and len(table.round.played) <= len(round.turn_order):
        table = table.play(next(iter(table.round.legal_moves)))
    table = table.claim(1 if is_card else "nest", round.turn)
    payments = {round.rules.accounts[name]: amount for name, amount in table.adjustments.items() if amount}
    amounts = ", ".join(f"{name} {round.rules.scoring.format_amount(amount)}" for name, amount in payments.items())
    moment = "after the next lead" if is_card else "at once"
    cites = find_terms(round.rules).cites
    rulings = [ruling for ruling in table.rulings if ruling.id in (cites["late"], cites["nest-pays"])]
    answer = f"accepted at first, found {moment} and corrected; on the running totals: {amounts}"
    return state_fact(table, f"{round.name} {describe_move(round.rules, wrong_move)}", answer, rulings[:1], text)
