"""Exercises on decisions: a measure to choose by, the expected value of a bid, and what hidden cards do to a plan."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from mam.classroom.bids import DIFFERENCE, OTHER_SIDE, SCORES_ALL, draw_rounds, find_lead
from mam.classroom.phrases import format_thousands, list_codes, make_list, make_table
from mam.classroom.rounds import CODES, get_trick_game
from mam.classroom.template import DOLLARS, Cards, Choice, Draw, SlipValues, Variant, ask, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import PACK, Card, Color, format_cards, format_count, remove_cards, sort_hand
from mam.rules.nest import why_not_discard

_BIDDING, _HIDDEN_HANDS = "20-expectation-and-bidding", "22-deciding-with-hidden-cards"


@exercise("Discard the right three", kind="decisions", level=3, lesson="learn/nest-and-discard", form=Cards)
def best_discard(draw: Draw) -> Variant:
    """Give sixteen cards and a measure: empty as many colors as possible, then discard the smallest sum of ranks."""
    hand, trump, best, next_best = _draw_discard(draw)
    remaining_hand = remove_cards(hand, best)
    reasons = {card.code: "You do not hold it." for card in PACK}
    reasons |= {card.code: _explain_held(card, remaining_hand, trump) for card in remaining_hand}
    reasons |= {card.code: _explain_discard(card, best, hand) for card in best}
    counts = Counter(card.color for card in hand)
    lengths = ", ".join(f"{color.word} {counts[color]}" for color in Color if color != trump)
    emptied = format_count(-_measure(best, hand, trump)[0], "color")
    text = f"""
        Rules of 1935. You are the bidder and will make **{trump.word}** trump. Your sixteen cards with the nest {CODES}: {format_cards(hand)}

        Discard three by this measure: no trump; then be **void in as many colors as possible** (you can trump a color in which you are void); among such sets choose the **smallest sum of ranks**. Which three?

        Hint: You may discard only number cards (R35-NEST-3). You can empty a color only if you hold only number cards in it.
        Hint: Your side colors: {lengths}. Look for those with three cards or fewer and no money among them.
        Hint: You can become void in {emptied} that you hold now.
        Solution: {format_cards(best)} leave you {format_cards(remaining_hand)}: {emptied} emptied, and a sum of ranks of {sum(card.rank for card in best)}. The next best set would be {format_cards(next_best)} (the rule: R35-NEST-3).
    """
    return ask(text, Cards(best, reasons), {"trump": trump.word, "hand": list_codes(hand)})


def _draw_discard(draw: Draw) -> tuple[tuple[Card, ...], Color, tuple[Card, ...], tuple[Card, ...]]:
    """Draw sixteen cards and a trump such that one discard is best, and not the one of the lowest cards; also the next best."""
    rules = get_trick_game()
    while True:
        hand, trump = sort_hand(draw.some_of(PACK, 16)), draw.one_of(list(Color))
        legal = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
        ranking = sorted(legal, key=lambda cards: _measure(cards, hand, trump))
        if len(ranking) < 10:
            continue
        best, next_best = ranking[:2]
        emptied, trumps, _ = _measure(best, hand, trump)
        is_unique = (emptied, trumps, _) < _measure(next_best, hand, trump)
        lowest = min(legal, key=lambda cards: sum(card.rank for card in cards))
        if is_unique and emptied and not trumps and set(lowest) != set(best):
            return hand, trump, best, next_best


def _measure(discards: tuple[Card, ...], hand: tuple[Card, ...], trump: Color) -> tuple[int, int, int]:
    """Return colors emptied (as a negative number), trumps discarded and ranks discarded: the smallest is best."""
    kept_colors = {card.color for card in hand if card not in discards}
    emptied_colors = {card.color for card in discards} - kept_colors - {trump}
    trumps = sum(card.color == trump for card in discards)
    return -len(emptied_colors) if not trumps else 1, trumps, sum(card.rank for card in discards)


def _explain_held(card: Card, remaining_hand: tuple[Card, ...], trump: Color) -> str:
    if not card.is_number_card:
        return "You may discard only number cards while there are enough (R35-NEST-3)."
    if card.color == trump:
        return "It is a trump, and the measure keeps all trumps."
    same_color = [other_card for other_card in remaining_hand if other_card.color == card.color and other_card != card]
    if same_color:
        return f"{format_cards(same_color)} would stay, so the color would not be emptied; other cards do more."
    return "Another set empties as many colors or more with a smaller sum of ranks."


def _explain_discard(card: Card, best: tuple[Card, ...], hand: tuple[Card, ...]) -> str:
    same_color = [other_card for other_card in hand if other_card.color == card.color]
    if all(other_card in best for other_card in same_color):
        return f"Without {format_cards(same_color)} you are void in {card.color.word if card.color else ''} and can trump it."
    return "It is the lowest number card left to complete the three."


@exercise("What is it worth to know?", kind="decisions", level=4, lesson=_HIDDEN_HANDS, unit=DOLLARS, version=2)
def worth_of_knowing(draw: Draw) -> Variant:
    """Ask what it is worth to know the deal before choosing a plan, for possible deals that are not equally likely."""
    while True:
        cuts = sorted(draw.some_of(range(1, 10), 3))
        weights = [end - begin for begin, end in pairwise([0, *cuts, 10])]
        plans = {name: [5 * draw.between(2, 20) for _ in weights] for name in _PLANS}
        best_captures = [max(captures) for captures in zip(*plans.values(), strict=True)]
        means = {name: _average(captures, weights) for name, captures in plans.items()}
        best, informed = max(means.values()), _average(best_captures, weights)
        if len(set(means.values())) == 3 and informed > best and len(set(weights)) > 1:
            break
    value, total = informed - best, sum(weights)
    slips = {
        "informed": informed,
        "uninformed": best,
        "unweighted": Fraction(sum(best_captures) - max(map(sum, plans.values())), 4),
        "worst-plan": informed - min(means.values()),
        "mean-of-plans": informed - sum(means.values(), Fraction(0)) / 3,
        "best-deal": Fraction(max(map(max, plans.values()))) - best,
    }
    deals = [f"deal {number} ({weight}/{total})" for number, weight in enumerate(weights, 1)]
    text = f"""
        Four deals are consistent with what you have seen, with the probabilities in the heading of the table. It shows what your side captures with each plan, in thousands of dollars:

        {make_table(["plan", *deals], *([name, *captures] for name, captures in plans.items()))}

        By how much would your average rise if you knew the deal before you choose your plan? In thousands of dollars; give it exactly.

        Nudge: Find the best average without knowing, and the average of the best plan in each deal.
        Hint: Without knowing, you use one plan for all deals: the one with the best average, each deal weighted by its probability.
        Hint: If you know, you use the best plan in each deal: average those, weighted in the same way.
        Hint: Without knowing, the best average is {format_thousands(best)}.
        Slip informed: That is what you get if you know the deal. Without knowing it you also get something: how much does knowing add?
        Slip uninformed: That is what the best plan captures if you don't know the deal. What would knowing it add?
        Slip unweighted: The possible deals are not equally likely: weight each by its probability.
        Slip worst-plan: Compare with the best plan, not with the worst.
        Slip mean-of-plans: Compare with the best plan, not with the average of all plans.
        Slip best-deal: Knowing does not make the best deal happen. It lets you choose the best plan in each.
        Solution: Averages: {", ".join(f"{name} {format_thousands(mean)}" for name, mean in means.items())}. Knowing the deal: {format_thousands(informed)}. The difference is {format_thousands(value)}. (A solver that averages over deals credits you with all of that, although you do not know the deal.)
    """
    return ask_number(text, value, slips, {"weights": weights, "plans": plans})


_PLANS = ("draw trumps", "cash at once", "lead through East")


@exercise("Name the trump", kind="decisions", level=2, lesson="learn/naming-trump", form=Choice)
def name_the_trump(draw: Draw) -> Variant:
    """Ask for the best trump, by a simple count of a hand's strength in each color."""
    while True:
        hand = sort_hand(draw.some_of(PACK, 13))
        counts = {color: sum(_count_parts(hand, color)) for color in Color}
        order = sorted(counts.values())
        longest = max(Color, key=lambda color: sum(card.color == color for card in hand))
        if order[-1] > order[-2] and (counts[longest] < order[-1] or draw.below(3) == 0):
            break
    best = max(counts, key=lambda color: counts[color])
    wrong = [color for color in Color if color != best]
    sums = {color: " + ".join(map(str, _count_parts(hand, color))) for color in Color}
    reasons = {
        color.word: f"{color.word} comes to {counts[color]} ({sums[color]}), {best.word} to {counts[best]} ({sums[best]})."
        for color in wrong
    }
    explanation = [f"{color.word}: {sums[color]} = {counts[color]}" for color in Color]
    text = f"""
        You have discarded and hold {format_cards(hand)} {CODES}. Count points for each color: **2 for each card** of it, **3 more for its 40, 2 more for its 30, 1 more for its 15**; and for the rest of the hand **1 for each other color in which you hold at most one card**. Which color has the highest count, and becomes trump?

        Hint: Count color by color; length counts most, then the high cards.
        Hint: Then look at the other three colors: one point for each in which you are void or hold a single card.
        Hint: {wrong[0].word} comes to {counts[wrong[0]]}.
        Solution: {make_list(explanation)}

        So {best.word}. (After the discard the bidder names trump: R35-NEST-8.)
    """
    answer = Choice(best.word, tuple(color.word for color in Color), reasons)
    return ask(text, answer, {"hand": list_codes(hand)})


_TOP = {40: 3, 30: 2, 15: 1}


def _count_parts(hand: tuple[Card, ...], color: Color) -> tuple[int, int, int]:
    cards = [card for card in hand if card.color == color]
    short = sum(sum(card.color == other_color for card in hand) <= 1 for other_color in Color if other_color != color)
    return 2 * len(cards), sum(_TOP.get(card.rank, 0) for card in cards), short


@exercise("Bid or pass?", kind="decisions", level=2, lesson=_BIDDING, unit=DOLLARS, version=3)
def bid_or_pass(draw: Draw) -> Variant:
    """Ask how a bid changes the expected difference of the scores, from twenty simulated rounds."""
    rounds = draw_rounds(draw, 10 * draw.between(20, 25))
    amounts = list(rounds)
    bid = max(get_trick_game().auction.min_opening, draw.one_of([amounts[1], amounts[1], amounts[2], amounts[2] - 5]))
    we_pass, they_pass = 5 * draw.between(14, 32), 5 * draw.between(8, 44)
    lead, pass_lead = rounds.find_mean_lead(bid), we_pass - they_pass
    gain, own_gain = lead - pass_lead, rounds.find_mean_score(bid) - we_pass

    def find_gain(score: Callable[[int], int]) -> Fraction:
        """Return the gain if our side scored this for an amount, and the other side the rest."""
        return rounds.average(lambda amount: score(amount) - (400 - amount)) - pass_lead

    slips = {
        "own-score-only": own_gain,
        "own-captures": rounds.mean - we_pass,
        "captures": find_gain(lambda amount: amount),
        "no-set-back": find_gain(lambda amount: amount if amount >= bid else 0),
        "other-side-nothing": rounds.average(lambda amount: 2 * amount - 400 if amount >= bid else -bid) - pass_lead,
        "bid-scored": find_gain(lambda amount: bid if amount >= bid else -bid),
        "unweighted": Fraction(sum(find_lead(bid, amount) for amount in amounts), len(amounts)) - pass_lead,
        "bid-only": lead,
        "pass-own-score-only": lead - we_pass,
    }
    verdict = "So bid." if gain > 0 else "So pass." if gain < 0 else "Both are worth the same."
    if (own_gain > 0) != (gain > 0):
        verdict += f" Your own score alone would say {format_thousands(own_gain)}, and so {'bid' if own_gain > 0 else 'pass'}: it ignores the other side's score."
    passing = f"If you pass, it is {we_pass} − {they_pass} = {format_thousands(pass_lead)}."
    text = f"""
        You can win the auction with {format_amount(bid)}. In 20 simulated rounds with you as the bidder, your side captured:

        {rounds.table}

        {OTHER_SIDE} If you pass, your side scores {format_amount(we_pass)} on average and the other side {format_amount(they_pass)}. {DIFFERENCE}: in a match, both count. Treat the 20 rounds as exact: by how many thousands of dollars is the expected difference larger if you bid than if you pass? (Negative if it is smaller.) Give it exactly.

        Nudge: Write down what both sides score for each amount, then average the differences.
        Hint: What does each side score? Your side scores all of it from {format_amount(bid)} up, and minus {format_amount(bid)} below (R35-SCORE-3, R35-SCORE-4). Theirs always scores the rest (R35-SCORE-5).
        Hint: {20 * rounds.average(lambda amount: amount >= bid)} of the 20 rounds make the bid.
        Hint: If you bid, the expected difference is {format_thousands(lead)}. {passing}
        Slip own-score-only: That compares your own scores alone. The other side scores too, and the difference counts: subtract their score in both cases.
        Slip own-captures: That is the average of what your side captures. Below the bid your side scores none of it (R35-SCORE-4), and the other side scores too.
        Slip captures: That uses what both sides capture. Below the bid your side scores none of it: it is set back (R35-SCORE-4).
        Slip no-set-back: A failed bid does not leave your score at 0: you lose the amount of the bid (R35-SCORE-4).
        Slip other-side-nothing: When your side is set back, the other side still scores what it captured (R35-SCORE-5).
        Slip bid-scored: {SCORES_ALL}
        Slip unweighted: The amounts are not equally frequent: weight each by its number of rounds.
        Slip bid-only: That is the expected difference if you bid. Passing has one too: {format_thousands(pass_lead)}. Compare the two.
        Slip pass-own-score-only: If you pass, the other side scores {they_pass} on average. Subtract that from your {we_pass}.
        Solution: {rounds.make_score_table(bid)}

        If you bid, the expected difference is {format_thousands(lead)}. {passing} Bidding changes it by {format_thousands(gain)}. {verdict}
    """
    given = {"bid": bid, "captured": rounds.given, "pass": {"we": we_pass, "they": they_pass}}
    return ask_number(text, gain, slips, given)


@exercise("How high is too high?", kind="decisions", level=3, lesson=_BIDDING, unit=DOLLARS, version=2)
def highest_bid(draw: Draw) -> Variant:
    """Ask for the highest bid that is no worse than passing, from twenty simulated rounds."""
    rounds = draw_rounds(draw, 10 * draw.between(22, 28))
    we_pass, they_pass = 5 * draw.between(4, 26), 5 * draw.between(20, 52)
    pass_lead = we_pass - they_pass
    bids = range(get_trick_game().auction.min_opening, max(rounds) + 105, 5)
    best = max((bid for bid in bids if rounds.find_mean_lead(bid) >= pass_lead), default=400)
    if best >= 400:
        return highest_bid(draw)
    leads = {bid: format_thousands(rounds.find_mean_lead(bid)) for bid in bids}
    slips = {
        "own-score-only": max((bid for bid in bids if rounds.find_mean_score(bid) >= we_pass), default=best),
        "one-step-more": best + 5,
        "mean-capture": int(rounds.mean) // 5 * 5,
        "never-fails": max((bid for bid in bids if bid <= min(rounds)), default=best),
        "best-capture": max(rounds),
        "pass-score": we_pass,
    }
    near = [f"{format_amount(bid)}: {lead}" for bid, lead in leads.items() if abs(bid - best) <= 10]
    passing = f"a pass it is {we_pass} − {they_pass} = {format_thousands(pass_lead)}"
    text = f"""
        In 20 simulated rounds with you as the bidder, your side captured:

        {rounds.table}

        {OTHER_SIDE} If you pass, your side scores {format_amount(we_pass)} on average and the other side {format_amount(they_pass)}. {DIFFERENCE}: in a match, both count. Treat the 20 rounds as exact: what is the highest bid (in steps of $5,000) whose expected difference is no worse than that of a pass? In thousands of dollars.

        Nudge: Work out the expected difference for one bid, then for a bid that is 5 higher.
        Hint: A higher bid fails more often, and costs more when it fails (R35-SCORE-4). The other side scores what it captures either way (R35-SCORE-5).
        Hint: The expected difference falls a little with each step, and drops sharply where one of the amounts no longer makes the bid.
        Hint: At {format_amount(best - 5)} it is {format_thousands(rounds.find_mean_lead(best - 5))}; with {passing}.
        Slip own-score-only: That would be the limit if only your own score counted. The other side scores too: compare the differences between the two sides' scores.
        Slip one-step-more: At {format_amount(best + 5)} the expected difference is {leads[best + 5]}, less than with a pass.
        Slip mean-capture: The average capture is not the limit: both sides' scores count, including set-backs.
        Slip never-fails: That bid never fails, but a higher one may still be better than passing.
        Slip best-capture: That is the maximum capture: such a bid nearly always fails.
        Slip pass-score: That is what your side scores if you pass. Compare differences between the two sides' scores.
        Solution: Expected differences between your side's score and theirs:

        {make_list(near)}

        With {passing}, so {format_amount(best)} is the highest.
    """
    return ask_number(text, best, slips, {"captured": rounds.given, "pass": {"we": we_pass, "they": they_pass}})


@exercise("What solve-and-average promises", kind="decisions", level=4, lesson=_HIDDEN_HANDS, unit=DOLLARS, version=2)
def solve_and_average(draw: Draw) -> Variant:
    """Ask for the value of the best plan over a few possible deals, where a solver guesses right in each of them."""
    worlds = draw.between(4, 5)
    safe_plan, left, right = _draw_plans(draw, worlds)
    solver_values = [max(pair) for pair in zip(left, right, strict=True)]
    safe_mean, left_mean, right_mean, solver_mean = map(_average, (safe_plan, left, right, solver_values))
    best = max(safe_mean, left_mean, right_mean)
    slips: SlipValues = {
        "solver-promise": solver_mean,
        "safe-plan": safe_mean,
        "better-guess": max(left_mean, right_mean),
        "worse-guess": min(left_mean, right_mean),
        "sum": best * worlds,
        "best-deal": max([*safe_plan, *left, *right]),
        "best-plan-each-deal": _average([max(captures) for captures in zip(safe_plan, left, right, strict=True)]),
    }
    head = ["plan", *(f"deal {number}" for number in range(1, worlds + 1))]
    rows = ["cash at once", *safe_plan], ["lead low, play for East", *left], ["lead low, play for West", *right]
    plan = "cash at once" if best == safe_mean else f"lead low and play for {'East' if best == left_mean else 'West'}"
    is_wrong = solver_mean > safe_mean == best
    text = f"""
        You are on lead. {worlds} deals are consistent with everything you have seen, and all are equally likely. The table shows what your side captures in each (thousands of dollars). If you lead low, you must then play your partner's face-up hand as if East, or as if West, holds the missing card, **before** you can tell the deals apart.

        {make_table(head, *rows)}

        A solver that sees all cards finds the value of both leads in each deal, and we average its answers. You don't see the hidden cards: how much does your best plan really bring on average, in thousands of dollars? Give it exactly.

        Nudge: There are three plans, and each has one average over all deals.
        Hint: You can't play for East in one deal and for West in another: you do not know which deal it is.
        Hint: Solve-and-average credits leading low with the better guess in each deal: {", ".join(map(str, solver_values))}.
        Hint: Cashing at once brings {format_thousands(safe_mean)} on average. Now the two guesses.
        Slip solver-promise: That is what solve-and-average promises for leading low: it guesses right in every possible deal, as if you saw the cards. You choose once for all of them.
        Slip safe-plan: That is what the first plan brings. One of the guesses does better.
        Slip better-guess: That is the better guess after leading low. The first plan does better.
        Slip worse-guess: That is the worse of the two guesses.
        Slip sum: That is the sum over the deals. Take the average.
        Slip best-deal: That is the best that can happen. Take averages over the deals.
        Slip best-plan-each-deal: That picks the best plan in each deal, which only a player who sees the cards can do.
        Solution: Cash: {_describe_mean(safe_plan)}. Low, for East: {_describe_mean(left)}. Low, for West: {_describe_mean(right)}. The best is to {plan}: {format_thousands(best)}. Solve-and-average promises {_describe_mean(solver_values)} for leading low{", and so chooses the wrong lead" if is_wrong else ", a promise that nobody can keep without seeing the cards"}.
    """
    return ask_number(text, best, slips, {"safe": safe_plan, "left": left, "right": right})


def _draw_plans(draw: Draw, worlds: int) -> tuple[list[int], list[int], list[int]]:
    """Draw captures in each possible deal: cashing at once brings nearly the same everywhere, a guess much or little."""
    while True:
        safe_amounts = [5 * (10 + draw.below(4)) for _ in range(worlds)]
        good = [draw.below(2) for _ in range(worlds)]
        left = [5 * (draw.between(13, 20) if is_good else draw.between(2, 7)) for is_good in good]
        right = [5 * (draw.between(2, 7) if is_good else draw.between(13, 20)) for is_good in good]
        means = [_average(values) for values in (safe_amounts, left, right)]
        if 0 < sum(good) < worlds and len(set(means)) == 3 and max(means[1:]) < means[0] + draw.between(-1, 12):
            return safe_amounts, left, right


def _average(values: Sequence[int], weights: Sequence[int] = ()) -> Fraction:
    """Return the mean of the values, all of which weigh the same if no weights are given."""
    weights = weights or [1] * len(values)
    return Fraction(sum(value * weight for value, weight in zip(values, weights, strict=True)), sum(weights))


def _describe_mean(values: Sequence[int]) -> str:
    return f"({' + '.join(map(str, values))}) / {len(values)} = {format_thousands(_average(values))}"
