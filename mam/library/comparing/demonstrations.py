"""Demonstrations: an authored position (`data/rules/positions.toml`), and what two rule sets answer there, as the engine does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random

from mam.games.match import Match
from mam.games.registry import deal_for, find_dealer, make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.comparing.settings import Setting, number, read_data
from mam.library.comparing.verdicts import (
    QUESTIONS,
    Verdict,
    describe_move,
    describe_place,
    describe_position,
    state_fact,
    try_move,
)
from mam.misplay.table import Table
from mam.rules.auction import find_min_bid
from mam.rules.cards import Color, NoTrump, Trump, format_cards, join_words
from mam.rules.dealing import find_opposite_seat, list_seats_from
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Bid, BidTricks, Discard, Move, Pass, Play, Stop, Vote
from mam.rules.scoring import Carry
from mam.support.data_tables import list_entries, list_kinds, read_entry
from mam.text.notation import parse_move
from mam.text.positions import make_letter_position, make_position

_SEED = 7  # of the deal to use where the cards do not matter
# The move in a phase that the question is not about.
_DEFAULT_MOVES: Mapping[str, Move] = {"vote": Vote(False), "sealed": BidTricks(0)}
# What is asked about a finished round, by the setting that it shows.
_ASKED_AT_END = {
    "animals-together": "what is it worth",
    "bull": "what is it worth",
    "counts": "what is it worth",
    "duplicates": "who captures",
    "left-over": "what waits",
    "level": "who has won",
    "sides": "whose tricks count together",
}


@dataclass(frozen=True)
class Position:
    """A position that shows a difference, as `data/rules/positions.toml` describes it."""

    settings: tuple[str, ...]
    ask: str = ""
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
    document, required = read_data("positions.toml"), {"settings"}
    kinds = {name: (kind, name in required) for name, (kind, _) in list_kinds(Position).items()}
    entries = enumerate(list_entries(document, "position"))
    return tuple(
        Position(**read_entry(document, ("position", number), entry, kinds, ", ".join(entry.get("settings", ()))))
        for number, entry in entries
    )


def demonstrate(setting: Setting, a: RuleSet, b: RuleSet) -> Demonstration | None:
    """Find a position that shows how the two differ in this setting; None if no verdict and no score changes."""
    positions = [position for position in all_positions() if setting.key in position.settings]
    answers = [
        (answer_position(position, setting, a, b), answer_position(position, setting, b, a)) for position in positions
    ]
    shared = [pair for pair in answers if all(pair)]
    judged = [(first, second) for first, second in shared if first and second and first.legal != second.legal]
    # Each in a position of its own counts only where one of the two never comes to the other's.
    own = [(first[0], second[1]) for first, second in product(answers, repeat=2) if not (first[1] and second[0])]
    for first, second in judged + [pair for pair in own if all(pair)][:1] + shared + own:
        if first and second and first.answer != second.answer:
            return Demonstration((_add_sources(first, setting), _add_sources(second, setting)))
    return None


def _add_sources(verdict: Verdict, setting: Setting) -> Verdict:
    """Add the rulings of the setting to a verdict for which the engine cites none."""
    return verdict if verdict.rulings else replace(verdict, rulings=setting.sources(verdict.rules))


def answer_position(position: Position, setting: Setting, rules: RuleSet, other_rules: RuleSet) -> Verdict | None:
    """Return what these rules answer in a position; None if they never come to it."""
    asked = position.ask or _ASKED_AT_END.get(setting.key, "what is scored")
    try:
        round = _set_up(position, rules)
        if asked == "who has won":
            return _say_winner(round, setting, rules, other_rules)
        if asked in _OF_ANY_GAME:
            verdict = state_fact(round, *_OF_ANY_GAME[asked](round))
        elif isinstance(round, TrickRound) and asked in _OF_TRICKS:
            verdict = state_fact(round, *_OF_TRICKS[asked](round))
        elif asked in QUESTIONS:
            verdict = QUESTIONS[asked](round)
        else:
            move = _read_move(round, asked)
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
        carry = Carry(rules.persons[0], 3) if position.ask == "what waits after a hand without a bid" else Carry()
        round = TrickRound(rules, deal_for(rules, rules.persons[-1], Random(_SEED)), carry=carry)
        round = _call(round, position)
    if position.until and not position.hands:
        first = position.ask == "the order of play"
        round = _hold_auction(round, rules.persons[0] if first else round.deal.dealer)
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


def _hold_auction(round: TrickRound, bidder: str) -> TrickRound:
    """Play the auction so that only this person bids, unless somebody else has to."""
    while round.phase == "auction":
        is_pass = round.turn != bidder and round.why_not(Pass()) is None
        round = round.play(Pass() if is_pass else _make_min_bid(round))
    return round


def _make_min_bid(round: TrickRound, color: Trump = Color.RED) -> Bid:
    rules = round.rules.auction
    return Bid(find_min_bid(round.calls, rules), color if rules.speaks_color else None)


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
        if isinstance(move, Bid) and isinstance(move.color, NoTrump) and not round.rules.auction.no_color:
            raise ValueError("no bid is made on No Color")
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
    rulings = [ruling for ruling in table.rulings if "cost" in ruling.reason]
    answer = f"accepted at first, found {moment} and corrected; on the running totals: {amounts}"
    return state_fact(table, f"{round.name} {describe_move(round.rules, wrong_move)}", answer, rulings[:1], text)


def _say_winner(round: Round, setting: Setting, rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Say who has won when this round brings one total to the lower target, or two of them to the same."""
    assert round.result is not None
    targets = [each_rules.scoring.target for each_rules in (rules, other_rules) if each_rules.scoring.target]
    best, total = (2, (rules.scoring.target or 0)) if setting.key == "level" else (1, 0)
    total = total or min(targets, default=20)
    totals = {name: total if place < best else 0 for place, name in enumerate(rules.accounts)}
    before = {name: total - round.result.scores[name] for name, total in totals.items()}
    match = Match(rules, 0, round, (round,), before)
    winners = join_words(rules.accounts[name] for name in match.result or ())
    rulings = match.why_ended()
    answer = f"{winners} have won" if winners else "nobody yet: another round is played"
    amounts = (f"{rules.accounts[name]} {rules.scoring.format_amount(total)}" for name, total in totals.items())
    text = f"Totals after {'the last deal' if round.is_final else 'a round'}: {', '.join(amounts)}."
    return state_fact(round, "Who has won the match?", rulings[-1].reason if rulings else answer, rulings[-1:], text)


def _say_deal(round: Round) -> tuple[str, str]:
    deal = round.deal
    nest = f", {number(len(deal.nest))} in the nest" if deal.nest else ""
    stock = f", {number(len(deal.stock))} left over" if deal.stock else ""
    return "How are the cards dealt?", f"{number(len(deal.hands))} hands of {number(len(deal.hands[0]))}{nest}{stock}"


def _say_persons(round: Round) -> tuple[str, str]:
    return "Who decides?", ", ".join(round.rules.seat_names[person] for person in round.rules.persons)


def _say_next_deal(round: TrickRound) -> tuple[str, str]:
    match = Match(round.rules, _SEED, round)
    while not match.finished:
        match = match.play(_DEFAULT_MOVES.get(match.round.phase) or next(iter(match.round.legal_moves)))
    first, second = (number(len(dealt.deal.hands[0])) for dealt in (match.finished[0], match.round))
    return "How many cards does each hand get in the next deal?", f"{second}, after {first}"


def _say_first_dealers(round: TrickRound) -> tuple[str, str]:
    dealers = (round.rules.seat_names[find_dealer(round.rules, seed, None)] for seed in range(4))
    return "Who deals first in each?", ", ".join(dealers)


def _say_first_caller(round: TrickRound) -> tuple[str, str]:
    if round.phase != "auction":
        return "Who calls first?", "everyone at once, without hearing the others"
    return "Who calls first?", f"{round.name}, {describe_place(round, round.turn or '')}"


def _say_lowest_bid(round: TrickRound) -> tuple[str, str]:
    amount = _make_min_bid(round).amount
    return "What is the minimum for the next bid?", round.rules.auction.format_amount(amount)


def _say_trump_moment(round: TrickRound) -> tuple[str, str]:
    question, end = "When do all players know the trump color?", _hold_auction(round, round.deal.dealer)
    if round.trump is not None:
        return question, f"at once: {round.trump.word} was turned up"
    while end.phase == "vote":
        end = end.play(Vote(False))
    while end.phase == "nest":
        end = end.play(end.legal_moves[0])
    if end.phase != "trump":
        return question, f"since the winning bid, on {end.trump.word if end.trump else ''}"
    moment = "after the discard" if "nest" in end.rules.phases else "after the bidding"
    return question, f"{moment}, when {end.name} names it"


def _say_last_event(round: TrickRound) -> tuple[str, str]:
    return "What has happened?", round.at(-1).why(round.history[-1])[0].reason


def _say_discards_seen(round: TrickRound) -> tuple[str, str]:
    viewer = next(seat for seat in round.rules.persons if seat != round.bidder)
    seen_cards = view(round, viewer).round.discarded or ()
    return "What do the others see of the discards?", format_cards(seen_cards)


def _say_nest_seen(round: TrickRound) -> tuple[str, str]:
    end, viewer = _hold_auction(round, round.deal.dealer), round.rules.persons[0]
    while end.phase == "vote":
        end = end.play(Vote(True))
    return f"What does {round.rules.seat_names[viewer]} see of the nest?", format_cards(
        view(end, viewer).round.deal.nest
    )


def _say_order(round: TrickRound) -> tuple[str, str]:
    first = round.bidder or round.rules.persons[0]  # where all bid at once there is no bidder
    order = [round.rules.seat_names[seat] for seat in list_seats_from(round.turn_order, first)]
    return f"What is the order of play, starting with {order[0]}?", f"{', '.join(order)}; {round.name} leads"


def _say_partner_hand(round: TrickRound) -> tuple[str, str]:
    if round.bidder is None:
        raise ValueError("nobody has a partner")
    names, partner = round.rules.seat_names, find_opposite_seat(round.turn_order, round.bidder)
    viewer = next(seat for seat in round.rules.persons if seat not in (round.bidder, partner))
    seen_cards = format_cards(view(round, viewer).round.hands[partner])
    while round.turn != partner:
        round = round.play(next(iter(round.legal_moves)))
    question = f"Who plays the hand opposite, and what does {names[viewer]} see of it?"
    return question, f"{names[round.actor or partner]} plays it; {names[viewer]} sees {seen_cards}"


def _say_sides(round: TrickRound) -> tuple[str, str]:
    sides = (join_words(round.rules.seat_names[seat] for seat in members) for members in round.sides.values())
    return "Whose tricks count together?", "; ".join(sides)


def _say_carry(round: TrickRound) -> tuple[str, str]:
    points = round.result.carry.points if round.result else 0
    return "What waits for the next hand?", round.rules.scoring.format_amount(points) if points else "nothing"


def _say_passed_out_carry(round: TrickRound) -> tuple[str, str]:
    """Say what happens to points in the account when nobody bids. Raises ValueError in a game without an account."""
    if round.rules.scoring.method != "account":
        raise ValueError("nothing waits in this game")
    owner = round.rules.seat_names[round.rules.persons[0]]
    while round.phase == "auction":
        round = round.play(Pass())
    _, points = _say_carry(round)
    return "What waits in the hand after it?", points if points == "nothing" else f"{points} for {owner}"


# What can be asked by name beside the questions of `rule_under`: each gives the question in words, and the answer.
_OF_ANY_GAME: Mapping[str, Callable[[Round], tuple[str, str]]] = {"the deal": _say_deal, "who decides": _say_persons}
_OF_TRICKS: Mapping[str, Callable[[TrickRound], tuple[str, str]]] = {
    "the lowest bid": _say_lowest_bid,
    "the next deal": _say_next_deal,
    "the order of play": _say_order,
    "what has happened": _say_last_event,
    "what the others see of the discards": _say_discards_seen,
    "what the others see of the nest": _say_nest_seen,
    "what waits": _say_carry,
    "what waits after a hand without a bid": _say_passed_out_carry,
    "when trump is known": _say_trump_moment,
    "who calls first": _say_first_caller,
    "who deals first": _say_first_dealers,
    "who plays the hand opposite": _say_partner_hand,
    "whose tricks count together": _say_sides,
}
