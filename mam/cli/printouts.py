"""The output of `mam deal`, `mam replay` and `mam solve`: hands by color, a round from deal to score, and JSON data."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules import auction
from mam.rules.amounts import format_amount
from mam.rules.cards import RANKS, UNSEEN, Card, format_cards, format_count, money_in
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Bid, Call
from mam.rules.tricks import Trick

if TYPE_CHECKING:
    from mam.engine.solver.solution import Solution
    from mam.records import Record

_WIDTH = 100
_LONGEST = len("-".join(map(str, RANKS)))  # of the ranks of one color in one pack


def wrap_lines(head: str, text: str) -> list[str]:
    """Wrap a text after a heading, in lines of the usual width."""
    return textwrap.wrap(text, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head))


def _title(rules: RuleSet) -> str:
    return rules.name + "".join(f", {rules.options[name].words}" for name in rules.chosen)


# A deal


def deal_lines(rules: RuleSet, deal: Deal) -> Iterator[str]:
    """Yield the dealer and the hands, by color, as in the leaflet's specimen."""
    yield f"{_title(rules)}. {rules.seat_names[deal.dealer]} deals."
    yield ""
    yield from format_hands(rules, deal)


def format_hands(rules: RuleSet, deal: Deal) -> Iterator[str]:
    """Yield the hands and everything else that was dealt."""
    names = rules.seat_names
    longest = max(7, *(len(name) + 2 for name in names.values()))
    for seat, hand in zip(deal.seats, deal.hands, strict=True):
        pairs = [f"{covered_card} under {cover}" for cover, covered_card in deal.covers if cover in hand]
        yield from _table(names[seat], hand, rules, longest, ", ".join(pairs))
    if deal.nest:
        yield from _table("Nest", deal.nest, rules, longest)
    if deal.stock:
        yield from wrap_lines(f"{'Stock':<{longest}}", f"from the top: {format_cards(deal.stock)}")
    if deal.blind_draw is not None:
        yield f"{'Draw':<{longest}}a blind draw from the nest gives card {deal.blind_draw + 1} of the discards"


def _table(name: str, hand: Sequence[Card], rules: RuleSet, longest: int, pairs: str = "") -> Iterator[str]:
    colors = [color for kind in {type(card.color) for card in rules.pack if card.color} for color in kind]
    rows = [(color.word, "-".join(card.code[1:] for card in hand if card.color == color)) for color in colors]
    animals = [card.words.capitalize() for card in hand if card.color is None and card != UNSEEN]
    rows.append(("and", ", ".join(animals)) if colors else ("", " ".join(animals)))
    rows.append(("down", pairs))
    rows.append(("unseen", str(list(hand).count(UNSEEN)) if UNSEEN in hand else ""))
    wide = max(6, *(len(color.word) for color in colors)) + 1 if colors else 0
    head, money = f"{name:<{longest}}", _money(rules, hand)
    for label, text in rows:
        if text:
            yield f"{head}{label:<{wide}}{text:<{_LONGEST}}  {money}".rstrip()
            head, money = " " * longest, ""


def _money(rules: RuleSet, hand: Sequence[Card]) -> str:
    """Format the money (or points) on the cards of a hand."""
    if not isinstance(rules, TrickGameRules) or rules.tricks.counts == "tricks":
        return ""
    amount = rules.tricks.format_amount(money_in(hand))
    return f"money {amount}" if rules.tricks.counts == "money" else amount


# A record, for people


def replay_lines(record: "Record") -> Iterator[str]:
    """Yield a record as text, from the deal to the score."""
    rounds = record.rounds()
    round = rounds[-1]
    names = round.rules.seat_names
    yield record.title or "A round"
    yield _title(round.rules)
    if record.source:
        yield record.source
    for seat, player in record.players.items():
        yield f"{names[seat]}: {player}"
    yield ""
    yield f"{names[round.deal.dealer]} deals."
    if round.carry.points:
        points = round.rules.scoring.format_amount(round.carry.points)
        yield f"Waiting for {names[round.carry.owner or '']}: {points}."
    if round.carry.barred:
        yield f"{names[round.carry.barred]} may not bid."
    yield from format_hands(round.rules, round.deal)
    yield ""
    if record.allows_misplays:
        yield "The play has misplays; these are its events:"
        for event in record.events:
            yield from wrap_lines("  ", event)
        return
    if isinstance(round, TrickRound):
        yield from _auction_lines(round)
        yield from _trick_lines(round)
        yield from _result_lines(round)
    else:
        yield from _move_lines(rounds)


def _auction_lines(round: TrickRound) -> Iterator[str]:
    """Yield everything before the first lead."""
    rules, names = round.rules, round.rules.seat_names
    if round.calls:
        yield from wrap_lines(
            "Auction   ", ", ".join(f"{names[seat]} {_format_call(call)}" for seat, call in round.calls)
        )
    if round.sealed:
        bids = ", ".join(f"{names[seat]} {'??' if count is None else count}" for seat, count in round.sealed)
        yield from wrap_lines("Bids      ", bids)
    if round.bidder is not None and round.bid is not None:
        reasons = auction.why_won(names[round.bidder], round.bid, rules.auction)
        yield from wrap_lines("          ", f"{reasons.sentence} ({rules.rule_id(reasons.topic)})")
    if round.votes:
        votes = (f"{names[seat]} {'yes' if is_yes else 'no'}" for seat, is_yes in round.votes)
        yield from wrap_lines("Open nest ", ", ".join(votes))
    if round.bidder is not None and round.deal.nest:
        yield f"Nest      {format_cards(round.deal.nest)}"
    if round.discarded is not None:
        yield f"Discard   {format_cards(round.discarded)}"
    if round.trump is not None:
        turned_up = ", turned up" if rules.turns_trump else ""
        yield f"Trump     {round.trump.word}{turned_up}"
    if round.called is not None:
        yield f"Called    {format_cards(round.called) or 'no card'}"
    if round.exchanged is not None:
        seat, card = round.exchanged
        yield f"Exchange  {names[seat]} exchanges the Tiger for {card}"


def _format_call(call: Call) -> str:
    if not isinstance(call, Bid):
        return str(call)
    return f"{call.amount} {call.color.word}" if call.color else f"{call.amount}"


def _trick_lines(round: TrickRound) -> Iterator[str]:
    names = round.rules.seat_names
    longest = max(map(len, names.values()))
    if round.tricks:
        yield ""
    for number, trick in enumerate(round.tricks, 1):
        effect = f"  {trick.tag}" if trick.tag and round.rules.tricks.counts == "money" else ""
        taker = f"{'nobody' if trick.winner is None else names[trick.winner]:>{longest}} captures"
        value = "" if round.rules.tricks.counts == "tricks" else f" {round.rules.tricks.format_amount(trick.value):>8}"
        yield f"Trick {number:>2}  {names[trick.leader]:>{longest}} leads  {_columns(trick)}  {taker}{value}{effect}"
    if round.trick and round.trick.cards:
        yield f"Trick {len(round.tricks) + 1:>2}  {names[round.trick.leader]:>{longest}} leads  {_columns(round.trick)}"


def _columns(trick: Trick) -> str:
    return f"{' '.join(f'{card.code:<5}' for card in trick.cards):<{6 * len(trick.seats) - 1}}"


def _result_lines(round: TrickRound) -> Iterator[str]:
    rules, result = round.rules, round.result
    if round.tricks:
        yield ""
        amounts = (
            f"{round.side_names[side]} {rules.tricks.format_amount(money)}" for side, money in round.captured.items()
        )
        yield from wrap_lines("Captured  ", ", ".join(amounts))
    if result is None:
        yield ""
        yield f"The record ends here. It's {round.name}'s turn."
        return
    yield from _score_lines(rules, result.scores)
    if result.nested:
        nest_value = rules.tricks.format_amount(result.nested)
        yield f"Nested    {nest_value} counts for nobody ({rules.rule_id('nested-money')})"
    yield ""
    if round.misdealt:
        yield f"{rules.seat_names[round.misdealt]} called a misdeal ({rules.rule_id('misdeal')})"
        return
    if result.bid is not None:
        yield f"The bid of {rules.auction.format_amount(result.bid)} was {'made' if result.is_bid_made else 'set back'}."
    for reason in round.why_scored():
        if reason.topic != "nested-money":  # printed above with the amount
            yield f"{reason.sentence} ({rules.rule_id(reason.topic)})"


def _score_lines(rules: RuleSet, scores: Mapping[str, int]) -> list[str]:
    names = rules.accounts
    return wrap_lines(
        "Scores    ",
        ", ".join(f"{names[account]} {rules.scoring.format_amount(score)}" for account, score in scores.items()),
    )


def _move_lines(rounds: Sequence[Round]) -> Iterator[str]:
    """Yield the moves of a word game turn by turn, and the result."""
    last, names = rounds[-1], rounds[-1].rules.seat_names
    longest = max(map(len, names.values()))
    moves = zip(rounds, last.history, strict=False)
    for seat, turn in groupby(moves, key=lambda step: step[0].turn or ""):
        yield from wrap_lines(f"{names[seat]:>{longest}}  ", ", ".join(str(move) for _, move in turn))
    yield ""
    if last.result is None:
        yield f"The record ends here. It's {last.name}'s turn."
        return
    yield f"Cards     {last.result.note}"
    yield from _score_lines(last.rules, last.result.scores)
    yield ""
    for ruling in rounds[-2].why(last.history[-1]) if len(rounds) > 1 else ():
        yield f"{ruling.reason} ({ruling.id})"


# A record, for programs


def replay_facts(record: "Record") -> dict[str, Any]:
    """Return a replayed record as plain data: cards by codes, seats and trump by letters, money in thousands of dollars."""
    rounds = record.rounds()
    round = rounds[-1]
    facts: dict[str, Any] = {
        "edition": round.rules.id,
        "options": list(round.rules.chosen),
        "title": record.title,
        "dealer": round.deal.dealer,
    }
    if record.allows_misplays:
        return facts | {"events": list(record.events)}
    if not isinstance(round, TrickRound):
        moves = zip(rounds, round.history, strict=False)
        return facts | {
            "moves": [{"seat": before.turn, "move": str(move)} for before, move in moves],
            "left": {seat: len(hand) for seat, hand in round.hands.items()},
            "scores": dict(round.result.scores) if round.result else None,
            "over": round.is_over,
        }
    open_tricks = [round.trick] if round.trick and round.trick.cards else []
    return facts | {
        "bidder": round.bidder,
        "bid": round.bid,
        "trump": round.trump.value if round.trump else None,
        "nest": _codes(round.deal.nest),
        "discard": None if round.discarded is None else _codes(round.discarded),
        **_further_facts(round),
        "tricks": [
            {
                "leader": trick.leader,
                "cards": _codes(trick.cards),
                "captured_by": trick.winner,
                "worth": trick.value if trick.complete else None,
            }
            for trick in (*round.tricks, *open_tricks)
        ],
        "captured": dict(round.captured),
        "scores": dict(round.result.scores) if round.result else None,
        "made": round.result.is_bid_made if round.result else None,
        "over": round.is_over,
    }


def _further_facts(round: TrickRound) -> dict[str, Any]:
    """Return the facts that only some games have."""
    facts = {
        "sealed": ("bids", dict(round.sealed)),
        "vote": ("votes", dict(round.votes)),
        "called": ("called", None if round.called is None else _codes(round.called)),
        "exchange": ("exchange", [round.exchanged[0], round.exchanged[1].code] if round.exchanged else None),
    }
    return {key: value for phase, (key, value) in facts.items() if phase in round.rules.phases}


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


# Solutions


def find_position(record: "Record", moment: str | None) -> Round:
    """Return the round of a record at a step: a name, or a number of moves; by default the first lead.

    Raises ValueError naming the steps.
    """
    from mam.records import find_step

    rounds = record.rounds()
    if moment is None:
        first = next((round for round in rounds if round.phase == "play"), None)
        if first is None:
            raise ValueError("this record has no lead, so there is nothing to solve")
        return first
    if moment.isascii() and moment.isdigit():
        if int(moment[:6]) >= len(rounds):
            raise ValueError(f"this record has {len(rounds) - 1} moves, not {moment}")
        return rounds[int(moment)]
    return rounds[find_step(record, moment)]


def format_solution(solution: "Solution") -> Iterator[str]:
    """Yield the value, the value of each card, and a line of best play."""
    round = solution.round
    assert isinstance(round, TrickRound) and round.trick is not None
    yield f"{_title(round.rules)}. {_moment(round)}"
    yield f"{solution}."
    if solution.stopped:
        yield f"Not exact: the search was stopped ({solution.stopped})."
    best = solution.low if solution.exact else None
    if solution.moves:
        yield ""
    for card, (low, high) in solution.moves.items():
        value = format_amount(low) if low == high else f"{format_amount(low)} to {format_amount(high)}"
        yield f"  {card.words:<10}{value}{'  best' if low == high == best else ''}"
    if solution.line:
        yield ""
        yield from wrap_lines("A line of best play: ", format_cards(move.card for move in solution.line))
    yield ""
    yield f"{solution.nodes:,} positions in {solution.seconds:.1f} s"


def _moment(round: TrickRound) -> str:
    assert round.trick is not None
    cards = f"{format_count(len(round.trick.cards), 'card')} on the table, " if round.trick.cards else ""
    return f"Trick {len(round.tricks) + 1}, {cards}{round.name} to play."


def list_solution_facts(solution: "Solution") -> dict[str, Any]:
    """Return a solution as plain data; money in thousands of dollars."""
    return {
        "side": solution.side,
        "low": solution.low,
        "high": solution.high,
        "moves": {card.code: list(bounds) for card, bounds in solution.moves.items()},
        "line": _codes([move.card for move in solution.line]),
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "stopped": solution.stopped,
    }


def format_bid(round: Round, bid: int, is_made: bool | None) -> Iterator[str]:
    """Yield whether a bid can be made."""
    assert isinstance(round, TrickRound) and round.bidder is not None
    names = round.side_names[round.side_of(round.bidder)]
    can = {True: "can make", False: "cannot make", None: "may or may not make"}[is_made]
    yield f"{_title(round.rules)}. {_moment(round)}"
    yield f"{names} {can} {format_amount(bid)}" + (
        ": the search was stopped." if is_made is None else " against best play."
    )


def list_bid_facts(round: Round, bid: int, is_made: bool | None) -> dict[str, Any]:
    """Return whether a bid can be made, as plain data."""
    assert isinstance(round, TrickRound) and round.bidder is not None
    return {"side": round.side_of(round.bidder), "bid": bid, "makes": is_made}
