"""Exercises on choosing by a stated measure: what to discard, and what knowing more is worth."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from mam.classroom.phrases import format_thousands, list_codes, make_list, make_table
from mam.classroom.rounds import CODES, trick_game
from mam.classroom.template import DOLLARS, Cards, Choice, Draw, Variant, ask, ask_number, ask_options, exercise
from mam.rules.cards import PACK, Card, Color, counted, format_cards, sort_hand, without
from mam.rules.nest import why_not_discard

_HIDDEN_HANDS = "22-deciding-with-hidden-cards"


@exercise("Discard the right three", kind="decisions", level=3, lesson="06-the-nest", form=Cards)
def best_discard(draw: Draw) -> Variant:
    """Give sixteen cards and a measure: empty as many colors as possible, then discard the smallest sum of ranks."""
    hand, trump, best, next_best = _unique_discard(draw)
    remaining_hand = without(hand, best)
    reasons = {card.code: "You do not hold it." for card in PACK}
    reasons |= {card.code: _explain_held(card, remaining_hand, trump) for card in remaining_hand}
    reasons |= {card.code: _explain_discard(card, best, hand) for card in best}
    counts = Counter(card.color for card in hand)
    lengths = ", ".join(f"{color.word} {counts[color]}" for color in Color if color != trump)
    emptied = counted(-_measure(best, hand, trump)[0], "color")
    text = f"""
        Rules of 1935. You are the bidder and will make **{trump.word}** trump. Your sixteen cards with the nest {CODES}: {format_cards(hand)}

        Discard three by this measure: no trump; then be **void in as many colors as possible** (you can trump a color in which you are void); among such sets choose the **smallest sum of ranks**. Which three?

        Hint: You may discard only number cards (R35-NEST-3). You can empty a color only if you hold only number cards in it.
        Hint: Your side colors: {lengths}. Look for those with three cards or fewer and no money among them.
        Hint: You can become void in {emptied} that you hold now.
        Solution: {format_cards(best)} leave you {format_cards(remaining_hand)}: {emptied} emptied, and a sum of ranks of {sum(card.rank for card in best)}. The next best set would be {format_cards(next_best)} (the rule: R35-NEST-3).
    """
    return ask(text, Cards(best, reasons), {"trump": trump.word, "hand": list_codes(hand)})


def _unique_discard(draw: Draw) -> tuple[tuple[Card, ...], Color, tuple[Card, ...], tuple[Card, ...]]:
    """Draw sixteen cards and a trump such that one discard is best, and not the one of the lowest cards; also the next best."""
    rules = trick_game()
    while True:
        hand, trump = sort_hand(draw.some_of(PACK, 16)), draw.one_of(list(Color))
        legal = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
        ranked = sorted(legal, key=lambda cards: _measure(cards, hand, trump))
        if len(ranked) < 10:
            continue
        best, next_best = ranked[:2]
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
        means = {name: _mean(captures, weights) for name, captures in plans.items()}
        best, informed = max(means.values()), _mean(best_captures, weights)
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


def _mean(values: Sequence[int], weights: Sequence[int]) -> Fraction:
    return Fraction(sum(value * weight for value, weight in zip(values, weights, strict=True)), sum(weights))


@exercise("Name the trump", kind="decisions", level=2, lesson="03-play-bid-discard", form=Choice)
def name_the_trump(draw: Draw) -> Variant:
    """Ask for the best trump, by a simple count of a hand's strength in each color."""
    while True:
        hand = sort_hand(draw.some_of(PACK, 13))
        counts = {color: sum(_parts(hand, color)) for color in Color}
        order = sorted(counts.values())
        longest = max(Color, key=lambda color: sum(card.color == color for card in hand))
        if order[-1] > order[-2] and (counts[longest] < order[-1] or draw.below(3) == 0):
            break
    best = max(counts, key=lambda color: counts[color])
    wrong = [color for color in Color if color != best]
    sums = {color: " + ".join(map(str, _parts(hand, color))) for color in Color}
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
    return ask_options(text, answer, {"hand": list_codes(hand)})


_TOP = {40: 3, 30: 2, 15: 1}


def _parts(hand: tuple[Card, ...], color: Color) -> tuple[int, int, int]:
    cards = [card for card in hand if card.color == color]
    short = sum(sum(card.color == other_color for card in hand) <= 1 for other_color in Color if other_color != color)
    return 2 * len(cards), sum(_TOP.get(card.rank, 0) for card in cards), short
