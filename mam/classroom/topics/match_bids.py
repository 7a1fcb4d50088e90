"""Exercises on bidding and deciding with the match in mind."""

from collections.abc import Mapping
from fractions import Fraction

from mam.classroom.bids import DIFFERENCE, OTHER_SIDE, SCORES_ALL, SimulatedRounds, draw_rounds, score_round
from mam.classroom.phrases import format_thousands, make_list
from mam.classroom.rounds import get_trick_game
from mam.classroom.template import DOLLARS, Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.scoring import ScoringRules, find_leaders

_LESSON = "20-expectation-and-bidding"
_MILLION = ScoringRules(target=1000)


@exercise("How sure must you be?", kind="decisions", level=3, lesson=_LESSON, form=Chance, version=3)
def break_even(draw: Draw) -> Variant:
    """Ask at what chance of making the bid it is worth as much as a pass."""
    while True:
        bid, share = 5 * draw.between(36, 52), draw.between(3, 9)
        frequent, rare = bid + 5 * draw.between(0, 9), bid + 5 * draw.between(10, 24)
        short = bid - 5 * draw.between(2, 14)
        we_pass, they_pass = 5 * draw.between(12, 34), 5 * draw.between(10, 44)
        mean_capture, pass_lead = Fraction(frequent * share + rare * (10 - share), 10), we_pass - they_pass
        gain, loss = 2 * mean_capture - 400, bid + 400 - short
        chance = (pass_lead + loss) / (gain + loss)
        if Fraction(1, 5) < chance < Fraction(24, 25):
            break
    own_chance = (we_pass + bid) / (mean_capture + bid)
    slips = {
        "own-score-only": own_chance,
        "against-nothing": bid / (mean_capture + bid),
        "no-set-back": (pass_lead + 400 - short) / (gain + 400 - short),
        "other-side-nothing": (pass_lead + bid) / (gain + bid),
        "pass-own-score-only": (we_pass + loss) / (gain + loss),
        "one-half": Fraction(1, 2),
        "bid-scored": Fraction(pass_lead + loss, 2 * bid - 400 + loss),
        "unweighted": Fraction(pass_lead + loss, frequent + rare - 400 + loss),
        "failing": 1 - chance,
    }
    average, theirs = format_thousands(mean_capture), format_thousands(400 - mean_capture)
    good, bad, level = format_thousands(gain), format_thousands(-loss), format_thousands(pass_lead)
    frequencies = f"({share} × {frequent} + {10 - share} × {rare}) / 10 = {average}"
    text = f"""
        If you bid {format_amount(bid)} and make it, your side captures {format_amount(frequent)} {share} times in 10, and {format_amount(rare)} in the other cases. If you miss it, your side captures {format_amount(short)}. {OTHER_SIDE} If you pass, your side scores {format_amount(we_pass)} on average and the other side {format_amount(they_pass)}. {DIFFERENCE}. At what chance of making the bid is bidding worth as much as passing?

        Nudge: Write the expected difference for both choices, with p for the chance, and set them equal.
        Hint: First, the average that your side captures when you make the bid: {frequencies}. What does the other side score then?
        Hint: Made: {average} − {theirs} = {good}. Missed: −{bid} − {400 - short} = {bad} (R35-SCORE-4, R35-SCORE-5). Passed: {we_pass} − {they_pass} = {level}.
        Hint: Set p × {good} + (1 − p) × ({bad}) equal to {level}.
        Slip own-score-only: That compares your own scores alone. The other side scores too: set the two differences equal.
        Slip against-nothing: That only asks when your own score is better than nothing. Passing scores something too, and the other side always scores.
        Slip no-set-back: That would be right if a failed bid left your score at 0. You lose {format_amount(bid)} (R35-SCORE-4).
        Slip other-side-nothing: A failed bid leaves the other side its score of {format_amount(400 - short)} (R35-SCORE-5).
        Slip pass-own-score-only: If you pass, the other side scores {format_amount(they_pass)}. Subtract that.
        Slip one-half: One half is right only if you gain as much when you make the bid as you lose when you miss it.
        Slip bid-scored: {SCORES_ALL}
        Slip unweighted: The two amounts are not equally frequent: weight them {share} to {10 - share}.
        Slip failing: That is the chance of failing. The question asks for the chance of making the bid.
        Solution: If you make the bid, your side scores {frequencies} on average and the other side {theirs}: a difference of {good}. If you miss it, your side loses {bid} and the other side scores {400 - short}: {bad}. Passing: {we_pass} − {they_pass} = {level}. So p × {good} + (1 − p) × ({bad}) = {level}, and p = ({level} + {loss}) / ({good} + {loss}) = {chance}, about {100 * float(chance):.1f}%. Your own scores alone would say {100 * float(own_chance):.1f}%.
    """
    given = {
        "bid": bid,
        "made": [[frequent, share], [rare, 10 - share]],
        "missed": short,
        "pass": {"we": we_pass, "they": they_pass},
    }
    return ask_chance(text, chance, slips, given)


def _add_scores(totals: Mapping[str, int], bidder: str, bid: int, amount: int) -> dict[str, int]:
    """Return both totals after a round in which our side captured this amount and the other side the rest."""
    entered = score_round(bid, amount, bidder)
    return {side: totals[side] + entered[side] for side in totals}


def _has_won(side: str, totals: Mapping[str, int]) -> bool:
    return find_leaders(totals, _MILLION) == (side,)


def _find_win_rate(side: str, totals: Mapping[str, int], bidder: str, bid: int, rounds: SimulatedRounds) -> Fraction:
    """Return the proportion of the rounds after which this side has won the match."""
    return rounds.average(lambda amount: _has_won(side, _add_scores(totals, bidder, bid, amount)))


@exercise("Nearly a million", kind="decisions", level=3, lesson="learn/the-million", form=Chance, version=2)
def nearly_a_million(draw: Draw) -> Variant:
    """Ask for the chance that a bid wins the match at once, with both sides near a million."""
    while True:
        rounds = draw_rounds(draw, 10 * draw.between(21, 25))
        bid = max(get_trick_game().auction.min_opening, draw.one_of(list(rounds)[1:3]))
        totals = {"we": 1000 - 5 * draw.between(30, 54), "they": 1000 - 5 * draw.between(20, 54)}
        chance = _find_win_rate("we", totals, "we", bid, rounds)
        if 0 < chance < 1:
            break
    ends = {amount: _add_scores(totals, "we", bid, amount) for amount in rounds}
    slips = {
        "bid-made": rounds.average(lambda amount: amount >= bid),
        "million-without-set-back": rounds.average(lambda amount: totals["we"] + amount >= 1000),
        "other-side-ignored": rounds.average(lambda amount: amount >= bid and totals["we"] + amount >= 1000),
        "unweighted": Fraction(sum(_has_won("we", end) for end in ends.values()), len(ends)),
    }
    lines = [
        f"{format_amount(amount)}, {times} of 20: your side {format_amount(end['we'])}, the other side {format_amount(end['they'])}: {'won' if _has_won('we', end) else 'not won'}"
        for (amount, times), end in zip(rounds.counts.items(), ends.values(), strict=True)
    ]
    text = f"""
        Your side has {format_amount(totals["we"])}, the other side {format_amount(totals["they"])}; the match is to a million. You are the bidder at {format_amount(bid)}. In 20 simulated rounds with this hand your side captured:

        {rounds.table}

        The other side captures the rest of $400,000 (ignore Bull and Bear). Treat the 20 rounds as exact: what is the chance that your side wins the match with this round?

        Nudge: For each amount, work out both totals after the round.
        Hint: For each amount: is the bid made? What are the two totals then?
        Hint: If both reach a million, the higher total wins (R35-WIN-2).
        Hint: {lines[len(lines) // 2]}
        Slip bid-made: That is the chance that the bid is made. Is that always enough for a million, and for more than the other side has?
        Slip million-without-set-back: That is the chance of a million without set-backs. If you miss the bid, you lose it (R35-SCORE-4).
        Slip other-side-ignored: In some of those rounds the other side also reaches a million, with a higher total (R35-WIN-2).
        Slip unweighted: Weight each amount by its number of rounds.
        Solution: {make_list(lines)}

        Together {chance} of the rounds.
    """
    return ask_chance(text, chance, slips, {"totals": totals, "bid": bid, "captured": rounds.given})


@exercise("A bid to stay in the match", kind="decisions", level=4, lesson=_LESSON, form=Chance, version=2)
def bid_for_the_match(draw: Draw) -> Variant:
    """Ask whether to bid or pass, judged by the chance of losing the match and not by expected money."""
    best_call = draw.one_of(["bid", "pass"])
    while True:
        our_rounds, their_rounds = (draw_rounds(draw, 10 * draw.between(*limits)) for limits in ((21, 25), (13, 17)))
        totals = {"we": 1000 - 5 * draw.between(28, 60), "they": 1000 - 5 * draw.between(20, 50)}
        low = 5 * draw.between(38, 46)
        losses = {
            "bid": _find_win_rate("they", totals, "we", low, our_rounds),
            "pass": _find_win_rate("they", totals, "they", low + 10, their_rounds),
        }
        best, worse = sorted(losses, key=lambda call: losses[call])
        if 0 < losses[best] < losses[worse] and best == best_call:
            break
    success_rate = their_rounds.average(lambda amount: 400 - amount >= low + 10)
    slips = {
        "worse-call": losses[worse],
        "bid-fails": our_rounds.average(lambda amount: amount < low),
        "they-make-it": success_rate,
        "they-are-set-back": 1 - success_rate,
        "averaged": (losses["bid"] + losses["pass"]) / 2,
    }
    text = f"""
        Your side has {format_amount(totals["we"])}, the other side {format_amount(totals["they"])}; the match is to a million. If you bid {format_amount(low)} you win the auction, and your side captures, in 20 simulated rounds:

        {our_rounds.table}

        If you pass, the other side wins the auction with {format_amount(low + 10)}, and your side captures:

        {their_rounds.table}

        The other side always captures the rest of $400,000 (ignore Bull and Bear). You choose the call that gives **the other side the smallest chance of winning the match with this round**. How large is that chance, if you treat the simulated rounds as exact?

        Nudge: For both choices and each amount, work out whether the other side wins with this round.
        Hint: The other side wins if it reaches a million and has more than your side (R35-WIN-1, R35-WIN-2). Go through both tables.
        Hint: If you bid, they score what they capture; if they bid, they are set back when they fall short (R35-SCORE-4, R35-SCORE-5).
        Hint: If you {worse} the chance is {losses[worse]}.
        Slip worse-call: That is the chance if you {worse}. If you {best}, it is smaller.
        Slip bid-fails: That is the chance that your bid fails. Does the other side win then, and only then?
        Slip they-make-it: That is the chance that the other side makes {format_amount(low + 10)}. Do they win then, and only then?
        Slip they-are-set-back: That is the chance that the other side is set back. They win in other cases.
        Slip averaged: You choose between the two. Do not average them.
        Solution: If you bid, the other side wins with chance {losses["bid"]}; if you pass, with {losses["pass"]}. So {best}: {losses[best]}. (Your expected score is {format_thousands(our_rounds.find_mean_score(low))} by bidding and {format_thousands(their_rounds.mean)} by passing, but with the match at stake that is a different question.)
    """
    given = {
        "totals": totals,
        "bid": low,
        "others_bid": low + 10,
        "bidding": our_rounds.given,
        "passing": their_rounds.given,
    }
    return ask_chance(text, losses[best], slips, given)


@exercise("Stop the round, or play on?", kind="decisions", level=3, lesson="rules", unit=DOLLARS, version=3)
def stop_or_play_on(draw: Draw) -> Variant:
    """Ask how playing on after a late revoke changes the expected difference of the scores, compared with stopping."""
    rounds = draw_rounds(draw, 10 * draw.between(18, 25))
    bidder, other_bidder = draw.one_of([("we", "they"), ("they", "we")])
    is_our_bid = bidder == "we"
    bid = max(get_trick_game().auction.min_opening, draw.one_of(list(rounds)[1:3]))
    if not is_our_bid:
        bid = max(get_trick_game().auction.min_opening, 400 - draw.one_of(list(rounds)[2:4]))
    so_far = 5 * draw.between(4, min(30, min(rounds) // 5))
    lead = rounds.find_mean_lead(bid, bidder)
    stop, play = so_far + 100, lead + 100
    gain = play - stop
    slips: SlipValues = {
        "own-score-only": (rounds.find_mean_score(bid) if is_our_bid else rounds.mean) - so_far,
        "no-bonus-to-play-on": lead - stop,
        "no-bonus-to-stop": play - so_far,
        "captures": 2 * rounds.mean - 400 - so_far,
        "other-bidder": rounds.find_mean_lead(bid, other_bidder) - so_far,
        "own-captures": rounds.mean - so_far,
        "play-on-only": play,
        "stop-only": stop,
    }
    text = f"""
        A revoke by the other side is noticed late, so your side chooses: stop the round or play on (R35-MIS-5). {"Your" if is_our_bid else "The other"} side won the auction; the bid is {format_amount(bid)}. So far your side has captured {format_amount(so_far)}. In 20 simulated rounds, played to the end, your side captured in total:

        {rounds.table}

        {OTHER_SIDE} {DIFFERENCE}: in a match, both count. By how many thousands of dollars is the expected difference larger if your side plays on than if it stops? (Negative if it is smaller.) Give it exactly.

        Nudge: Work out what each choice adds to both sides' totals.
        Hint: Stopping: your side scores what it has captured so far plus $100,000, the other side nothing, and the bid is not tested (R35-MIS-6).
        Hint: Playing on: $100,000 at once, and both sides score the round as usual; the bonus does not count toward the bid (R35-MIS-7).
        Hint: The round itself brings a difference of {format_thousands(lead)} on average.
        Slip own-score-only: That compares your own scores alone. Stopping leaves the other side nothing (R35-MIS-6); playing on lets it score. Subtract their score.
        Slip no-bonus-to-play-on: Playing on brings a bonus of $100,000 as well, at once and whatever happens (R35-MIS-7).
        Slip no-bonus-to-stop: Stopping brings the bonus too (R35-MIS-6).
        Slip captures: That counts what both sides would capture. But a failed bid still costs the bid (R35-SCORE-4).
        Slip other-bidder: The bid is {"your" if is_our_bid else "the other"} side's: only the bidder's side can be set back (R35-SCORE-4, R35-SCORE-5).
        Slip own-captures: That compares what your side captures. What do both sides score?
        Slip play-on-only: That is the expected difference if you play on. Compare it with stopping.
        Slip stop-only: That is the difference if you stop. Compare it with playing on.
        Solution: Stopping: {so_far} + 100 for your side and nothing for the other side, a difference of {stop}. Playing on: 100, and from the round

        {rounds.make_score_table(bid, bidder)}

        on average {format_thousands(lead)}, together {format_thousands(play)}. Playing on changes the difference by {format_thousands(gain)}: {"play on" if gain > 0 else "stop" if gain < 0 else "either will do"} (R35-MIS-6, R35-MIS-7).
    """
    given = {"bid": bid, "our_bid": is_our_bid, "so_far": so_far, "captured": rounds.given}
    return ask_number(text, gain, slips, given)
