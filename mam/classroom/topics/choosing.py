"""Exercises on choosing by a stated measure: what to discard, and what knowing more is worth."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from mam.classroom.answers import Cards, Choice
from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import CODES, trick_game
from mam.classroom.slips import Slip
from mam.classroom.topics.decisions import in_thousands
from mam.classroom.variants import Draw
from mam.rules.cards import PACK, Card, Color, format_cards, remove_cards, sort_hand
from mam.rules.nest import why_not_discard

_HIDDEN_HANDS = "22-deciding-with-hidden-cards"


@exercise("best-discard", "Discard the right three", kind="decisions", level=3, lesson="06-the-nest", form=Cards)
def best_discard(draw: Draw) -> Variant:
    """Give sixteen cards and a measure: empty as many colors as possible, then discard the smallest sum of ranks."""
    rules = trick_game()
    while True:
        hand, trump = sort_hand(draw.some_of(PACK, 16)), draw.one_of(list(Color))
        legal = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
        ranked = sorted(legal, key=lambda cards: _measure(cards, hand, trump))
        colors_emptied = -_measure(ranked[0], hand, trump)[0]
        unique = len(ranked) > 9 and _measure(ranked[0], hand, trump) < _measure(ranked[1], hand, trump)
        lowest = min(legal, key=lambda cards: sum(card.rank for card in cards), default=())
        if (
            unique
            and colors_emptied
            and set(lowest) != set(ranked[0])
            and not any(card.color == trump for card in ranked[0])
        ):
            break
    best = ranked[0]
    remaining_hand = remove_cards(hand, best)
    reasons = {card.code: "You do not hold it." for card in PACK}
    reasons |= {card.code: _explain_held(card, remaining_hand, trump) for card in remaining_hand}
    reasons |= {card.code: _explain_discard(card, best, hand) for card in best}
    counts = Counter(card.color for card in hand if card.color and card.color != trump)
    lengths = ", ".join(f"{color.word} {counts[color]}" for color in Color if color != trump)
    return Variant(
        f"Rules of 1935. You are the bidder and will make **{trump.word}** trump. Your sixteen cards with the nest {CODES}: {format_cards(hand)}\n\nDiscard three by this measure: no trump; "
        "then be **void in as many colors as possible** (you can trump a color in which you are void); among such sets choose the **smallest sum of ranks**. Which three?",
        Cards(best, reasons),
        (
            "You may discard only number cards (R35-NEST-3). You can empty a color only if you hold only number cards in it.",
            f"Your side colors: {lengths}. Look for those with three cards or fewer and no money among them.",
            f"You can become void in {colors_emptied} color{'s' if colors_emptied > 1 else ''} that you hold now.",
        ),
        f"{format_cards(best)} leave you {format_cards(remaining_hand)}: {colors_emptied} color{'s' if colors_emptied > 1 else ''} emptied, and a sum of ranks of {sum(card.rank for card in best)}. "
        f"The next best set would be {format_cards(ranked[1])} (the rule: R35-NEST-3).",
        {"trump": trump.word, "hand": [card.code for card in hand]},
    )


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


@exercise(
    "worth-of-knowing",
    "What is it worth to know?",
    kind="decisions",
    level=4,
    lesson=_HIDDEN_HANDS,
    form=Number,
    unit=DOLLARS,
    version=2,
)
def worth_of_knowing(draw: Draw) -> Variant:
    """Ask what it is worth to know the deal before choosing a plan, for possible deals that are not equally likely."""
    while True:
        cuts = sorted(draw.some_of(range(1, 10), 3))
        weights = [end - begin for begin, end in zip([0, *cuts], [*cuts, 10], strict=True)]
        plans = {
            name: [5 * draw.between(2, 20) for _ in weights]
            for name in ("draw trumps", "cash at once", "lead through East")
        }
        total = sum(weights)
        means = {name: Fraction(sum(map(int.__mul__, values, weights)), total) for name, values in plans.items()}
        best = max(means.values())
        informed = Fraction(
            sum(
                max(column) * weight for column, weight in zip(zip(*plans.values(), strict=True), weights, strict=True)
            ),
            total,
        )
        if len(set(means.values())) == 3 and informed > best and len(set(weights)) > 1:
            break
    value = informed - best
    plain_means = {name: Fraction(sum(values), 4) for name, values in plans.items()}
    flat_informed = Fraction(sum(max(column) for column in zip(*plans.values(), strict=True)), 4)
    slips = [
        Slip(
            "informed",
            informed,
            "That is what you get if you know the deal. Without knowing it you also get something: how much does knowing add?",
        ),
        Slip(
            "uninformed",
            best,
            "That is what the best plan captures if you don't know the deal. What would knowing it add?",
        ),
        Slip(
            "unweighted",
            flat_informed - max(plain_means.values()),
            "The possible deals are not equally likely: weight each by its probability.",
        ),
        Slip("worst-plan", informed - min(means.values()), "Compare with the best plan, not with the worst."),
        Slip(
            "mean-of-plans",
            informed - sum(means.values(), Fraction(0)) / 3,
            "Compare with the best plan, not with the average of all plans.",
        ),
        Slip(
            "best-deal",
            Fraction(max(map(max, plans.values()))) - best,
            "Knowing does not make the best deal happen. It lets you choose the best plan in each.",
        ),
    ]
    head = (
        "| plan | " + " | ".join(f"deal {number} ({weight}/{total})" for number, weight in enumerate(weights, 1)) + " |"
    )
    rows = "\n".join(f"| {name} | {' | '.join(map(str, values))} |" for name, values in plans.items())
    return Variant(
        f"Four deals are consistent with what you have seen, with the probabilities in the heading of the table. It shows what your side captures with each plan, in thousands of dollars:\n\n"
        f"{head}\n|---|---|---|---|---|\n{rows}\n\nBy how much would your average rise if you knew the deal before you choose your plan? In thousands of dollars; give it exactly.",
        Number(
            value,
            slips,
            "Find the best average without knowing, and the average of the best plan in each deal.",
        ),
        (
            "Without knowing, you use one plan for all deals: the one with the best average, each deal weighted by its probability.",
            "If you know, you use the best plan in each deal: average those, weighted in the same way.",
            f"Without knowing, the best average is {in_thousands(best)}.",
        ),
        f"Averages: {', '.join(f'{name} {in_thousands(mean)}' for name, mean in means.items())}. Knowing the deal: {in_thousands(informed)}. The difference is {in_thousands(value)}. "
        "(A solver that averages over deals credits you with all of that, although you do not know the deal.)",
        {"weights": weights, "plans": plans},
    )


@exercise("name-the-trump", "Name the trump", kind="decisions", level=2, lesson="03-play-bid-discard", form=Choice)
def name_the_trump(draw: Draw) -> Variant:
    """Ask for the best trump, by a simple count of a hand's strength in each color."""
    while True:
        hand = sort_hand(draw.some_of(PACK, 13))
        counts = {color: _strength(hand, color) for color in Color}
        order = sorted(counts.values())
        longest = max(Color, key=lambda color: sum(card.color == color for card in hand))
        if order[-1] > order[-2] and (counts[longest] < order[-1] or draw.below(3) == 0):
            break
    best = max(counts, key=lambda color: counts[color])
    reasons = {}
    for color in Color:
        if color != best:
            reasons[color.word] = (
                f"{color.word} comes to {counts[color]} ({_sum_of(hand, color)}), {best.word} to {counts[best]} ({_sum_of(hand, best)})."
            )
    options = tuple(color.word for color in Color)
    return Variant(
        f"You have discarded and hold {format_cards(hand)} {CODES}. Count points for each color: **2 for each card** of it, **3 more for its 40, 2 more for its 30, 1 more for its 15**; "
        f"and for the rest of the hand **1 for each other color in which you hold at most one card**. Which color has the highest count, and becomes trump?\n\n{as_options(options)}",
        Choice(best.word, options, reasons),
        (
            "Count color by color; length counts most, then the high cards.",
            "Then look at the other three colors: one point for each in which you are void or hold a single card.",
            f"{_first_wrong(best).word} comes to {counts[_first_wrong(best)]}.",
        ),
        "\n".join(f"- {color.word}: {_sum_of(hand, color)} = {counts[color]}" for color in Color)
        + f"\n\nSo {best.word}. (After the discard the bidder names trump: R35-NEST-8.)",
        {"hand": [card.code for card in hand], "options": list(options)},
    )


_TOP = {40: 3, 30: 2, 15: 1}


def _parts(hand: tuple[Card, ...], color: Color) -> tuple[int, int, int]:
    cards = [card for card in hand if card.color == color]
    short = sum(sum(card.color == other_color for card in hand) <= 1 for other_color in Color if other_color != color)
    return 2 * len(cards), sum(_TOP.get(card.rank, 0) for card in cards), short


def _strength(hand: tuple[Card, ...], color: Color) -> int:
    return sum(_parts(hand, color))


def _sum_of(hand: tuple[Card, ...], color: Color) -> str:
    return " + ".join(map(str, _parts(hand, color)))


def _first_wrong(best: Color) -> Color:
    return next(color for color in Color if color != best)
