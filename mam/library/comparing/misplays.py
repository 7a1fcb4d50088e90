"""Show what becomes of a wrong card: it is refused, or it is corrected for a price."""

from mam.games.trick_round import TrickRound
from mam.library.comparing.rounds import find_card, find_legal_move, has_animals, lead_few
from mam.library.comparing.verdicts import Verdict, describe_move, describe_position, state_fact, try_move
from mam.misplay.table import Table
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Move, Play


def show_revoke(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show what a revoke costs that somebody sees after the next lead."""
    hands, wrong, trump = ["R40 G40", "R2 Y2", "R3 Y3", "R7 Y7"], "G4 R4", "B"
    if not has_animals(rules):
        hands, wrong, trump = ["SA HA", "SK HK", "SQ HQ", "SJ HJ"], "H9 S9", "D"
    # A half-hidden dummy has one of its two cards face down, so the last hand, a person's, makes the misplay.
    place = 3 if rules.half_hidden else min(3, len(rules.seats)) - 1
    hands = hands[: max(place + 1, min(4, len(rules.seats)))]
    cards = " ".join(hand.split()[0] for hand in hands[:place])
    hands[place] = wrong
    return judge_misplay(lead_few(rules, hands, trump, cards), Play(find_card(rules, wrong.split()[0])), 1)


def judge_misplay(round: TrickRound, wrong_move: Move, claim: int | str) -> Verdict:
    """Try a wrong move: it is refused, or it lies until somebody claims it in the next trick."""
    text = describe_position(round, bidder=False)
    if isinstance(round.rules.misplay, str):
        return try_move(round, wrong_move, text)
    table = Table(round.at(0))
    for move in (*round.history, wrong_move):
        table = table.play(move)
    while isinstance(claim, int) and len(table.round.played) <= claim * len(round.turn_order):
        table = table.play(find_legal_move(table.round))
    table = table.claim(claim, round.turn)
    payments = {round.rules.accounts[name]: amount for name, amount in table.adjustments.items() if amount}
    amounts = ", ".join(f"{name} {round.rules.scoring.format_amount(amount)}" for name, amount in payments.items())
    moment = "after the next lead" if isinstance(claim, int) else "at once"
    question = f"{round.name} {describe_move(round.rules, wrong_move)}"
    telling = [ruling for ruling in table.rulings if "cost" in ruling.reason]
    answer = f"accepted at first, found {moment} and corrected; on the running totals: {amounts}"
    return state_fact(table, question, answer, telling[:1], text)
