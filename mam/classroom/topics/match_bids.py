"""Exercises on bidding and deciding with the match in mind."""

from collections.abc import Mapping
from fractions import Fraction

from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.slips import Slip
from mam.classroom.topics.decisions import (
    DIFFERENCE,
    OTHER_SIDE,
    drawn_rounds,
    in_thousands,
    mean_lead,
    mean_score,
    table_of,
    table_of_scores,
)
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.scoring import ScoringRules, find_leaders, score

_LESSON = "20-expectation-and-bidding"
_MILLION = ScoringRules(target=1000)


@exercise("break-even", "How sure must you be?", kind="decisions", level=3, lesson=_LESSON, form=Chance, version=3)
def break_even(draw: Draw) -> Variant:
    """Ask at what chance of making the bid it is worth as much as a pass."""
    while True:
        bid, share = 5 * draw.between(36, 52), draw.between(3, 9)
        frequent, rare = bid + 5 * draw.between(0, 9), bid + 5 * draw.between(10, 24)
        short = bid - 5 * draw.between(2, 14)
        our_pass_score, their_pass_score = 5 * draw.between(12, 34), 5 * draw.between(10, 44)
        mean_capture, pass_lead = (
            Fraction(frequent * share + rare * (10 - share), 10),
            our_pass_score - their_pass_score,
        )
        gain, loss = 2 * mean_capture - 400, bid + 400 - short
        chance = (pass_lead + loss) / (gain + loss)
        if Fraction(1, 5) < chance < Fraction(24, 25):
            break
    average, half = in_thousands(mean_capture), Fraction(frequent + rare, 2)
    slips = [
        Slip(
            "own-score-only",
            (our_pass_score + bid) / (mean_capture + bid),
            "That compares your own scores alone. The other side scores too: set the two differences equal.",
        ),
        Slip(
            "against-nothing",
            bid / (mean_capture + bid),
            "That only asks when your own score is better than nothing. Passing scores something too, and the other side always scores.",
        ),
        Slip(
            "no-set-back",
            (pass_lead + 400 - short) / (gain + 400 - short),
            f"That would be right if a failed bid left your score at 0. You lose {format_amount(bid)} (R35-SCORE-4).",
        ),
        Slip(
            "other-side-nothing",
            (pass_lead + bid) / (gain + bid),
            f"A failed bid leaves the other side its score of {format_amount(400 - short)} (R35-SCORE-5).",
        ),
        Slip(
            "pass-own-score-only",
            (our_pass_score + loss) / (gain + loss),
            f"If you pass, the other side scores {format_amount(their_pass_score)}. Subtract that.",
        ),
        Slip(
            "one-half",
            Fraction(1, 2),
            "One half is right only if you gain as much when you make the bid as you lose when you miss it.",
        ),
        Slip(
            "bid-scored",
            Fraction(pass_lead + loss, 2 * bid - 400 + loss),
            "If you make the bid, your side scores everything it captured, not only the bid (R35-SCORE-3).",
        ),
        Slip(
            "unweighted",
            (pass_lead + loss) / (2 * half - 400 + loss),
            f"The two amounts are not equally frequent: weight them {share} to {10 - share}.",
        ),
        Slip(
            "failing", 1 - chance, "That is the chance of failing. The question asks for the chance of making the bid."
        ),
    ]
    good, bad, level = in_thousands(gain), in_thousands(-loss), in_thousands(pass_lead)
    return Variant(
        f"If you bid {format_amount(bid)} and make it, your side captures {format_amount(frequent)} {share} times in 10, and {format_amount(rare)} in the other cases. If you miss it, your side captures {format_amount(short)}. "
        f"{OTHER_SIDE} If you pass, your side scores {format_amount(our_pass_score)} on average and the other side {format_amount(their_pass_score)}. "
        "Judge by **the difference between the two sides' scores**, yours minus theirs. At what chance of making the bid is bidding worth as much as passing?",
        Chance(
            chance,
            slips,
            "Write the expected difference for both choices, with p for the chance, and set them equal.",
        ),
        (
            f"First, the average that your side captures when you make the bid: ({share} × {frequent} + {10 - share} × {rare}) / 10 = {average}. What does the other side score then?",
            f"Made: {average} − {in_thousands(400 - mean_capture)} = {good}. Missed: −{bid} − {400 - short} = {bad} (R35-SCORE-4, R35-SCORE-5). Passed: {our_pass_score} − {their_pass_score} = {level}.",
            f"Set p × {good} + (1 − p) × ({bad}) equal to {level}.",
        ),
        f"If you make the bid, your side scores ({share} × {frequent} + {10 - share} × {rare}) / 10 = {average} on average and the other side {in_thousands(400 - mean_capture)}: a difference of {good}. If you miss it, your side loses "
        f"{bid} and the other side scores {400 - short}: {bad}. Passing: {our_pass_score} − {their_pass_score} = {level}. So p × {good} + (1 − p) × ({bad}) = {level}, and p = ({level} + {loss}) / ({good} + {loss}) = {chance}, "
        f"about {100 * float(chance):.1f}%. Your own scores alone would say {100 * float((our_pass_score + bid) / (mean_capture + bid)):.1f}%.",
        {
            "bid": bid,
            "made": [[frequent, share], [rare, 10 - share]],
            "missed": short,
            "pass": {"we": our_pass_score, "they": their_pass_score},
        },
    )


def _has_won(totals: Mapping[str, int], bidder: str, bid: int, capture: int) -> bool:
    """Return whether our side has won after a round in which it captured this much and the other side the rest."""
    entered = score(bid, bidder, {"we": capture, "they": 400 - capture})
    return find_leaders({side: totals[side] + entered[side] for side in totals}, _MILLION) == ("we",)


def _win_rate(totals: Mapping[str, int], bidder: str, bid: int, counts: Mapping[int, int]) -> Fraction:
    """Return the proportion of these rounds after which our side has won the match."""
    return Fraction(
        sum(times for capture, times in counts.items() if _has_won(totals, bidder, bid, capture)), sum(counts.values())
    )


@exercise(
    "nearly-a-million",
    "Nearly a million",
    kind="decisions",
    level=3,
    lesson="08-scoring-and-set-back",
    form=Chance,
    version=2,
)
def nearly_a_million(draw: Draw) -> Variant:
    """Ask for the chance that a bid wins the match at once, with both sides near a million."""
    while True:
        counts = drawn_rounds(draw, 10 * draw.between(21, 25))
        bid = max(175, draw.one_of(list(counts)[1:3]))
        totals = {"we": 1000 - 5 * draw.between(30, 54), "they": 1000 - 5 * draw.between(20, 54)}
        chance = _win_rate(totals, "we", bid, counts)
        if 0 < chance < 1:
            break
    share = {
        "bid": Fraction(sum(times for amount, times in counts.items() if amount >= bid), 20),
        "million": Fraction(sum(times for amount, times in counts.items() if totals["we"] + amount >= 1000), 20),
        "both": Fraction(
            sum(times for amount, times in counts.items() if amount >= bid and totals["we"] + amount >= 1000), 20
        ),
    }
    slips = [
        Slip(
            "bid-made",
            share["bid"],
            "That is the chance that the bid is made. Is that always enough for a million, and for more than the other side has?",
        ),
        Slip(
            "million-without-set-back",
            share["million"],
            "That is the chance of a million without set-backs. If you miss the bid, you lose it (R35-SCORE-4).",
        ),
        Slip(
            "other-side-ignored",
            share["both"],
            "In some of those rounds the other side also reaches a million, with a higher total (R35-WIN-2).",
        ),
        Slip(
            "unweighted",
            Fraction(sum(1 for amount in counts if _has_won(totals, "we", bid, amount)), len(counts)),
            "Weight each amount by its number of rounds.",
        ),
    ]
    lines = [
        f"- {format_amount(amount)}, {times} of 20: {_describe_totals(totals, bid, amount)}"
        for amount, times in counts.items()
    ]
    return Variant(
        f"Your side has {format_amount(totals['we'])}, the other side {format_amount(totals['they'])}; the match is to a million. You are the bidder at {format_amount(bid)}. "
        f"In 20 simulated rounds with this hand your side captured:\n\n{table_of(counts)}\n\nThe other side captures the rest of {format_amount(400)} (ignore Bull and Bear). "
        "Treat the 20 rounds as exact: what is the chance that your side wins the match with this round?",
        Chance(chance, slips, "For each amount, work out both totals after the round."),
        (
            "For each amount: is the bid made? What are the two totals then?",
            "If both reach a million, the higher total wins (R35-WIN-2).",
            lines[len(lines) // 2].removeprefix("- "),
        ),
        "\n".join(lines) + f"\n\nTogether {chance} of the rounds.",
        {"totals": totals, "bid": bid, "captured": [[amount, times] for amount, times in counts.items()]},
    )


def _describe_totals(totals: Mapping[str, int], bid: int, amount: int) -> str:
    entered = score(bid, "we", {"we": amount, "they": 400 - amount})
    new_totals = {side: totals[side] + entered[side] for side in totals}
    return f"your side {format_amount(new_totals['we'])}, the other side {format_amount(new_totals['they'])}: {'won' if _has_won(totals, 'we', bid, amount) else 'not won'}"


@exercise(
    "bid-for-the-match", "A bid to stay in the match", kind="decisions", level=4, lesson=_LESSON, form=Chance, version=2
)
def bid_for_the_match(draw: Draw) -> Variant:
    """Ask whether to bid or pass, judged by the chance of losing the match and not by expected money."""
    best_choice = draw.one_of(["bid", "pass"])
    while True:
        our_counts, their_counts = (
            drawn_rounds(draw, 10 * draw.between(21, 25)),
            drawn_rounds(draw, 10 * draw.between(13, 17)),
        )
        totals = {"we": 1000 - 5 * draw.between(28, 60), "they": 1000 - 5 * draw.between(20, 50)}
        low = 5 * draw.between(38, 46)
        loss_rates = {
            "bid": _loss_rate(totals, "we", low, our_counts),
            "pass": _loss_rate(totals, "they", low + 10, their_counts),
        }
        best, worse = (
            min(loss_rates, key=lambda choice: loss_rates[choice]),
            max(loss_rates, key=lambda choice: loss_rates[choice]),
        )
        if 0 < loss_rates[best] < loss_rates[worse] and best == best_choice:
            break
    mean, mean_pass_score = (
        mean_score(low, our_counts),
        Fraction(sum(amount * times for amount, times in their_counts.items()), 20),
    )
    fails = Fraction(sum(times for amount, times in our_counts.items() if amount < low), 20)
    success_rate = Fraction(sum(times for amount, times in their_counts.items() if 400 - amount >= low + 10), 20)
    slips = [
        Slip("worse-call", loss_rates[worse], f"That is the chance if you {worse}. If you {best}, it is smaller."),
        Slip(
            "bid-fails", fails, "That is the chance that your bid fails. Does the other side win then, and only then?"
        ),
        Slip(
            "they-make-it",
            success_rate,
            f"That is the chance that the other side makes {format_amount(low + 10)}. Do they win then, and only then?",
        ),
        Slip(
            "they-are-set-back",
            1 - success_rate,
            "That is the chance that the other side is set back. They win in other cases.",
        ),
        Slip(
            "averaged", (loss_rates["bid"] + loss_rates["pass"]) / 2, "You choose between the two. Do not average them."
        ),
    ]
    return Variant(
        f"Your side has {format_amount(totals['we'])}, the other side {format_amount(totals['they'])}; the match is to a million. If you bid {format_amount(low)} you win the auction, and "
        f"your side captures, in 20 simulated rounds:\n\n{table_of(our_counts)}\n\nIf you pass, the other side wins the auction with {format_amount(low + 10)}, and your side captures:\n\n"
        f"{table_of(their_counts)}\n\nThe other side always captures the rest of {format_amount(400)} (ignore Bull and Bear). You choose the call that gives **the other side the smallest chance "
        "of winning the match with this round**. How large is that chance, if you treat the simulated rounds as exact?",
        Chance(
            loss_rates[best],
            slips,
            "For both choices and each amount, work out whether the other side wins with this round.",
        ),
        (
            "The other side wins if it reaches a million and has more than your side (R35-WIN-1, R35-WIN-2). Go through both tables.",
            "If you bid, they score what they capture; if they bid, they are set back when they fall short (R35-SCORE-4, R35-SCORE-5).",
            f"If you {worse} the chance is {loss_rates[worse]}.",
        ),
        f"If you bid, the other side wins with chance {loss_rates['bid']}; if you pass, with {loss_rates['pass']}. So {best}: {loss_rates[best]}. (Your expected score is {in_thousands(mean)} by "
        f"bidding and {in_thousands(mean_pass_score)} by passing, but with the match at stake that is a different question.)",
        {
            "totals": totals,
            "bid": low,
            "others_bid": low + 10,
            "bidding": [[amount, times] for amount, times in our_counts.items()],
            "passing": [[amount, times] for amount, times in their_counts.items()],
        },
    )


def _loss_rate(totals: Mapping[str, int], bidder: str, bid: int, counts: Mapping[int, int]) -> Fraction:
    """Return the proportion of these rounds after which the other side has won the match."""
    losses = 0
    for capture, times in counts.items():
        entered = score(bid, bidder, {"we": capture, "they": 400 - capture})
        losses += times * (find_leaders({side: totals[side] + entered[side] for side in totals}, _MILLION) == ("they",))
    return Fraction(losses, sum(counts.values()))


@exercise(
    "stop-or-play-on",
    "Stop the round, or play on?",
    kind="decisions",
    level=3,
    lesson="09-misplay",
    form=Number,
    unit=DOLLARS,
    version=3,
)
def stop_or_play_on(draw: Draw) -> Variant:
    """Ask how playing on after a late revoke changes the expected difference of the scores, compared with stopping."""
    counts = drawn_rounds(draw, 10 * draw.between(18, 25))
    bidder = draw.one_of(["we", "they"])
    is_our_bid = bidder == "we"
    bid = max(175, draw.one_of(list(counts)[1:3]))
    if not is_our_bid:
        bid = max(175, 400 - draw.one_of(list(counts)[2:4]))
    so_far = 5 * draw.between(4, min(30, min(counts) // 5))
    lead = mean_lead(bid, counts, bidder)
    stop, play = so_far + 100, lead + 100
    gain = play - stop
    mean_capture = Fraction(sum(amount * times for amount, times in counts.items()), 20)
    our_score = mean_score(bid, counts) if is_our_bid else mean_capture
    slips = [
        Slip(
            "own-score-only",
            our_score - so_far,
            "That compares your own scores alone. Stopping leaves the other side nothing (R35-MIS-6); playing on lets it score. Subtract their score.",
        ),
        Slip(
            "no-bonus-to-play-on",
            lead - stop,
            "Playing on brings a bonus of $100,000 as well, at once and whatever happens (R35-MIS-7).",
        ),
        Slip("no-bonus-to-stop", play - so_far, "Stopping brings the bonus too (R35-MIS-6)."),
        Slip(
            "captures",
            2 * mean_capture - 400 - so_far,
            "That counts what both sides would capture. But a failed bid still costs the bid (R35-SCORE-4).",
        ),
        Slip(
            "other-bidder",
            mean_lead(bid, counts, "they" if is_our_bid else "we") - so_far,
            f"The bid is {'your' if is_our_bid else 'the other'} side's: only the bidder's side can be set back (R35-SCORE-4, R35-SCORE-5).",
        ),
        Slip("own-captures", mean_capture - so_far, "That compares what your side captures. What do both sides score?"),
        Slip("play-on-only", play, "That is the expected difference if you play on. Compare it with stopping."),
        Slip("stop-only", stop, "That is the difference if you stop. Compare it with playing on."),
    ]
    bidder_text = "Your side won the auction" if is_our_bid else "The other side won the auction"
    return Variant(
        f"A revoke by the other side is noticed late, so your side chooses: stop the round or play on (R35-MIS-5). {bidder_text}; the bid is {format_amount(bid)}. So far your side has "
        f"captured {format_amount(so_far)}. In 20 simulated rounds, played to the end, your side captured in total:\n\n{table_of(counts)}\n\n{OTHER_SIDE} {DIFFERENCE} By how many thousands of dollars is the "
        "expected difference larger if your side plays on than if it stops? (Negative if it is smaller.) Give it exactly.",
        Number(
            gain,
            slips,
            "Work out what each choice adds to both sides' totals.",
        ),
        (
            "Stopping: your side scores what it has captured so far plus $100,000, the other side nothing, and the bid is not tested (R35-MIS-6).",
            "Playing on: $100,000 at once, and both sides score the round as usual; the bonus does not count toward the bid (R35-MIS-7).",
            f"The round itself brings a difference of {in_thousands(lead)} on average.",
        ),
        f"Stopping: {so_far} + 100 for your side and nothing for the other side, a difference of {stop}. Playing on: 100, and from the round\n\n{table_of_scores(bid, counts, bidder)}\n\non average "
        f"{in_thousands(lead)}, together {in_thousands(play)}. Playing on changes the difference by {in_thousands(gain)}: {'play on' if gain > 0 else 'stop' if gain < 0 else 'either will do'} "
        "(R35-MIS-6, R35-MIS-7).",
        {
            "bid": bid,
            "our_bid": is_our_bid,
            "so_far": so_far,
            "captured": [[amount, times] for amount, times in counts.items()],
        },
    )
