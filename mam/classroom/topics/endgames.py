"""Exercises on the last tricks, with hands from the shelf Problems: what is sure with hidden cards, and best play with open ones."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from mam.classroom.endings import Ending, find_hidden_values, find_open_values
from mam.classroom.phrases import NAMES, format_thousands, list_codes, make_list, make_table
from mam.classroom.problem_hands import ProblemHand, draw_problem
from mam.classroom.rounds import CODES
from mam.classroom.template import DOLLARS, Choice, Draw, SlipValues, Variant, ask, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, Card, format_cards, join_words, money_in
from mam.rules.tricks import find_winner
from mam.studies.answers import find_sentence

_LESSON = "22-deciding-with-hidden-cards"
_TRICKS = 3  # with all cards open: few enough for the readable rules


# With all cards open


def _has_few_tricks(hand: ProblemHand) -> bool:
    return hand.problem.tricks == _TRICKS


def _describe_side(ending: Ending) -> str:
    return "-".join(NAMES[seat] for seat in NAMES if seat in ending.our_seats)


def _describe_opponents(ending: Ending) -> str:
    return "-".join(NAMES[seat] for seat in NAMES if seat not in ending.our_seats)


def _play_best(ending: Ending) -> Iterator[tuple[str, Card, int]]:
    """Yield a line of best play by both sides: seat, card, and what our side captures with it."""
    while not ending.is_over:
        values = find_open_values(ending)
        best = (max if ending.turn in ending.our_seats else min)(values.values())
        card = next(card for card, value in values.items() if value == best)
        seat = ending.turn
        ending, money = ending.play(card)
        yield seat, card, money


def _describe_line(ending: Ending) -> str:
    """Describe the line of best play, trick by trick."""
    tricks: list[list[str]] = [[]]
    count = len(ending.table_cards)
    for seat, card, money in _play_best(ending):
        tricks[-1].append(f"{NAMES[seat]} {card.code}")
        count += 1
        if count % 4 == 0:
            tricks[-1].append(f"({format_amount(money) if money else 'nothing'} for {_describe_side(ending)})")
            tricks.append([])
    return make_list(" ".join(trick) for trick in tricks if trick)


def _play_greedily(ending: Ending) -> int:
    """Return what our side captures if everybody always plays their highest card."""
    total = 0
    while not ending.is_over:
        ending, money = ending.play(max(ending.list_legal(), key=lambda card: card.rank))
        total += money
    return total


@exercise("The last three tricks", kind="decisions", level=3, lesson=_LESSON, unit=DOLLARS, version=3)
def last_tricks(draw: Draw) -> Variant:
    """Ask what best play by both sides brings in the last three tricks, with all cards face up."""
    while True:  # until it is a real question: the cards differ, and playing high cards is not enough
        hand = draw_problem(draw, _has_few_tricks)
        ending = hand.lay_open(draw.one_of(list(hand.problem.belief.list_layouts())))
        values, greedy = find_open_values(ending), _play_greedily(ending)
        value = max(values.values())
        if min(values.values()) < value != greedy:
            break
    cards = [*ending.table_cards, *chain(*ending.hands.values())]
    total = money_in(cards)
    side, opponents = _describe_side(ending), _describe_opponents(ending)
    slips: SlipValues = {
        "highest-cards": greedy,
        "all-the-money": total,
        "other-side": None if {BULL, BEAR} & {*cards} else total - value,  # these two change what there is
        "own-cards": sum(money_in(ending.hands[seat]) for seat in ending.our_seats),
        **{
            f"worse-card-{number}": (result, f"That is what {card.code} brings. Another card brings more.")
            for number, (card, result) in enumerate(_list_worse(values), 1)
        },
    }
    best = [card.code for card, result in values.items() if result == value]
    hands = make_list(f"{NAMES[seat]}: {format_cards(held)}" for seat, held in ending.hands.items())
    text = f"""
        The last three tricks. Trump is **{hand.trump.word}**, and all cards are face up. The hands {CODES}:

        {hands}

        {hand.describe_turn()} {side} play together against {opponents}. Everybody sees all cards, and both sides play their best. How much do {side} still capture, in thousands of dollars?

        Nudge: Try each card, and for each the best answer of {opponents}.
        Hint: Work backwards: with one card in each hand there is no choice left, so the last trick is easy to count.
        Hint: Try each of {NAMES[ending.turn]}'s cards in turn: {format_cards(values)}.
        Hint: Play {best[0]}. Now find the best answer of {opponents}.
        Slip highest-cards: That is the result if everybody always plays the highest card. Both sides can do better.
        Slip all-the-money: That is the money on all the cards. Best play by {opponents} leaves you another amount.
        Slip other-side: That is what {opponents} get.
        Slip own-cards: That is the money in the two hands of {side}. They may capture less, or more.
        Solution: The cards, and what they bring: {", ".join(f"{card.code} {result}" for card, result in values.items())}. One line of best play:

        {_describe_line(ending)}

        {hand.link} There the other hands are hidden.
    """
    given = {
        "trump": hand.trump.word,
        "hands": {seat: list_codes(held) for seat, held in ending.hands.items()},
        "lying": list_codes(ending.table_cards),
        "turn": ending.turn,
    }
    return ask_number(text, value, slips, given).with_plays(hand.plays, NAMES)


def _list_worse(values: dict[Card, int]) -> list[tuple[Card, int]]:
    """Return a card for each result below the best, the better ones first."""
    cards = {result: (card, result) for card, result in values.items() if result < max(values.values())}
    return [cards[result] for result in sorted(cards, reverse=True)]


# With hidden cards


@exercise("Which card is best?", kind="decisions", level=4, lesson=_LESSON, form=Choice, version=2)
def best_card(draw: Draw) -> Variant:
    """Ask for the card that is sure to reach the goal, with two hands hidden."""
    return _ask_card(draw_problem(draw, _has_one_right))


@exercise("Take the trick, or let it go?", kind="decisions", level=3, lesson=_LESSON, form=Choice, version=2)
def duck_or_take(draw: Draw) -> Variant:
    """Ask whether to beat the cards on the table, with two hands hidden: either the sure card does or the tempting one, not both."""
    return _ask_card(draw_problem(draw, _matters_who_wins))


def _has_one_right(hand: ProblemHand) -> bool:
    return len(hand.problem.belief.seats) == 2 and len(hand.list_right()) == 1


def _matters_who_wins(hand: ProblemHand) -> bool:
    """Return whether the right card beats the cards on the table and the tempting one does not, or the reverse."""
    if not hand.plays or not _has_one_right(hand):
        return False
    table = [card for _, card in hand.plays]
    wins = [
        find_winner([*table, card], hand.trump, hand.round.rules.tricks) == len(table)
        for card in (*hand.list_right(), hand.tempting)
    ]
    return wins[0] != wins[1]


def _ask_card(hand: ProblemHand) -> Variant:
    """Ask which card is sure to reach the goal; hints, slips and the solution are those of the problem."""
    (right,), stop, chapter = hand.list_right(), hand.problem.stop, hand.problem.chapter
    reasons = {}
    for card in hand.choices:
        if card != right:
            sentence = find_sentence(stop, hand.find_certified(card).code, is_right=False)
            reasons[_name_card(card)] = " ".join(filter(None, (sentence, hand.describe_card(card))))
    opponents = [NAMES[seat] for seat in NAMES if seat not in hand.our_seats]
    plan = " ".join(str(text) for part in chapter.extra["plan"] for text in part["say"])
    text = f"""
        {chapter.goal} {hand.describe_seen()} The hidden cards may lie in any way that fits this. Which card reaches your goal wherever the hidden cards lie, whatever {join_words(opponents)} play?

        Solution: {plan}

        {make_table(["card", "sure", "can work in"], *map(hand.list_figures, hand.choices))}

        {_describe_failure(hand)}

        {hand.link}
    """
    options = tuple(map(_name_card, hand.choices))
    answer = Choice(_name_card(right), options, reasons)
    variant = ask(text, answer, hand.list_given()).with_plays(hand.plays, NAMES)
    return replace(variant, hints=stop.hints)


def _name_card(card: Card) -> str:
    return f"{card.words} ({card.code})"


def _describe_failure(hand: ProblemHand) -> str:
    """Describe the layout that beats the tempting card, and how it does."""
    layout, line = hand.find_failure()
    hands = "; ".join(f"{NAMES[seat]} {format_cards(cards)}" for seat, cards in layout.items())
    tricks = (f"{NAMES[trick[0]]} leads: {trick[2:].strip()}" for trick in line.split(" / "))
    return f"Where {hand.tempting.code} fails: {hands}.\n\n{make_list(tricks)}"


# Two deals, equally likely


@exercise("Two possible deals, one card", kind="decisions", level=5, lesson=_LESSON, unit=DOLLARS, version=3)
def two_worlds(draw: Draw) -> Variant:
    """Ask what one card is worth in two possible deals: you see your side's cards, the opponents see everything."""
    while True:  # until each deal has a best card of its own
        hand = draw_problem(draw, lambda hand: _has_few_tricks(hand) and len(hand.problem.belief.seats) == 2)
        worlds = [hand.lay_open(layout) for layout in draw.some_of(list(hand.problem.belief.list_layouts()), 2)]
        world_values = [find_open_values(world) for world in worlds]
        solver_mean = Fraction(sum(max(row.values()) for row in world_values), 2)
        averages = {card: Fraction(sum(row[card] for row in world_values), 2) for card in world_values[0]}
        if max(averages.values()) < solver_mean:
            values = find_hidden_values(worlds)
            right, *others = sorted(values, key=values.__getitem__, reverse=True)
            if values[right] > values[others[0]]:
                break
    best, side, opponents = values[right], _describe_side(worlds[0]), _describe_opponents(worlds[0])
    partner = next(seat for seat in hand.our_seats if seat != hand.turn)
    slips: SlipValues = {
        "best-card-each-deal": solver_mean,
        "best-of-deal-1": max(world_values[0].values()),
        "best-of-deal-2": max(world_values[1].values()),
        "sum": 2 * best,
        **{
            f"other-card-{number}": (
                values[card],
                f"That is what {card.code} brings on average. Another card brings more.",
            )
            for number, card in enumerate(others, 1)
        },
        **{
            f"open-average-{number}": (
                averages[card],
                f"That average for {card.code} treats both deals as open, even for your later cards. You don't know the deal then either.",
            )
            for number, card in enumerate(values, 1)
        },
    }
    deals = make_list(
        ", ".join(
            f"{NAMES[seat]} {format_cards(cards)}" for seat, cards in world.hands.items() if seat not in world.our_seats
        )
        for world in worlds
    )
    costs = (
        ""
        if values == averages
        else " (You must also choose later cards without knowing the deal, which costs something.)"
    )
    text = f"""
        The last three tricks. Trump is **{hand.trump.word}**. {NAMES[hand.turn]}'s hand is {format_cards(worlds[0].hands[hand.turn])}, and you play {NAMES[partner]}'s open cards too: {format_cards(worlds[0].hands[partner])} {CODES}. {hand.describe_turn()} Two deals are possible, and equally likely:

        {deals}

        {opponents.replace("-", " and ")} see all cards and play their best. You do not know which deal it is. How much do {side} still capture on average with your best play, in thousands of dollars? Give it exactly.

        Nudge: For each card, work out both deals and take the average; then compare the cards.
        Hint: You choose one card for both deals. Solve each deal after each card, as if all cards were face up.
        Hint: With all cards open they bring {"; ".join(f"{card.code}: {world_values[0][card]} and {world_values[1][card]}" for card in values)}.
        Hint: The best card is {right.code}.
        Slip best-card-each-deal: That uses the best card in each deal. You play one card, before you know the deal.
        Slip best-of-deal-1: That is the best in deal 1. Both deals are equally likely: take the average.
        Slip best-of-deal-2: That is the best in deal 2. Both deals are equally likely: take the average.
        Slip sum: That is the sum of both deals. Take the average.
        Solution: With all cards open:

        {make_table(["card", "deal 1", "deal 2"], *([card.code, *(row[card] for row in world_values)] for card in values))}

        A player who saw the cards would choose in each deal and get {format_thousands(solver_mean)} on average. One card for both: {", ".join(f"{card.code} {format_thousands(value)}" for card, value in values.items())}.{costs} So {right.code}, and {format_thousands(best)}.

        {hand.link} There more layouts are possible.
    """
    return ask_number(text, best, slips, _list_worlds(hand, worlds)).with_plays(hand.plays, NAMES)


def _list_worlds(hand: ProblemHand, worlds: list[Ending]) -> dict[str, object]:
    """Return the two deals as plain data."""
    hidden = [seat for seat in worlds[0].hands if seat not in hand.our_seats]
    return {
        "trump": hand.trump.word,
        "hands": {seat: list_codes(worlds[0].hands[seat]) for seat in hand.our_seats},
        "worlds": [{seat: list_codes(world.hands[seat]) for seat in hidden} for world in worlds],
        "lying": list_codes(worlds[0].table_cards),
        "turn": hand.turn,
    }
