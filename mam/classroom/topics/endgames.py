"""Exercises on the last tricks: solved exactly with open cards, and with some that are hidden."""

from collections.abc import Iterator
from fractions import Fraction

from mam.classroom.endings import Ending, find_hidden_values, find_open_values
from mam.classroom.phrases import NAMES, format_thousands, list_codes, make_list, make_table
from mam.classroom.rounds import CODES, describe_plays, get_trick_game
from mam.classroom.template import DOLLARS, Choice, Draw, SlipValues, Variant, ask, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import PACK, TIGER, Card, Color, format_cards, money_in, sort_hand
from mam.rules.dealing import list_seats_from
from mam.rules.tricks import find_winner

_LESSON = "22-deciding-with-hidden-cards"
_OUR_SEATS = ("N", "S")
_WITH_HIDDEN_HANDS = "The same idea with hidden hands: Problem {} on the shelf Problems."


def _draw_ending(draw: Draw, size: int, table_count: int = 0) -> Ending:
    """Draw a few cards in each hand, few colors, some money; with `table_count` cards on the table before South plays."""
    trump = draw.one_of(list(Color))
    colors = [trump, *draw.some_of([color for color in Color if color != trump], 2)]
    pack = [card for card in PACK if card.color in colors or card == TIGER]
    cards = draw.shuffle(
        draw.some_of([card for card in pack if card.money], 2 * size)
        + draw.some_of([card for card in pack if not card.money], 2 * size)
    )
    hands = {seat: sort_hand(cards[place * size : (place + 1) * size]) for place, seat in enumerate("NESW")}
    turn = list_seats_from("NESW", "S")[4 - table_count] if table_count else "S"
    ending = Ending(get_trick_game(), trump, hands, turn, _OUR_SEATS)
    for _ in range(table_count):
        ending, _ = ending.play(draw.one_of(ending.list_legal()))
    return ending


def _describe(ending: Ending) -> str:
    """Describe trump, the hands and the cards on the table."""
    hands, plays = (
        make_list(f"{NAMES[seat]}: {format_cards(ending.hands[seat])}" for seat in "NESW"),
        _list_plays(ending),
    )
    on_table = f"On the table: {describe_plays(plays, NAMES)}. " if plays else ""
    return f"Trump is **{ending.trump.word}**, and all cards are face up. The hands {CODES}:\n\n{hands}\n\n{on_table}"


def _list_plays(ending: Ending) -> list[tuple[str, Card]]:
    if not ending.table_cards:
        return []
    seats = list_seats_from("NESW", ending.turn)[4 - len(ending.table_cards) :]
    return list(zip(seats, ending.table_cards, strict=True))


def _list_given(ending: Ending) -> dict[str, object]:
    return {
        "trump": ending.trump.word,
        "hands": {seat: list_codes(hand) for seat, hand in ending.hands.items()},
        "lying": list_codes(ending.table_cards),
        "turn": ending.turn,
    }


def _play_best(ending: Ending) -> Iterator[tuple[str, Card, int]]:
    """Yield a line of best play by both sides: seat, card, and what North-South capture with it."""
    while not ending.is_over:
        values = find_open_values(ending)
        best = (max if ending.turn in _OUR_SEATS else min)(values.values())
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
            tricks[-1].append(f"({format_amount(money)} for North-South)" if money else "(nothing for North-South)")
            tricks.append([])
    return make_list(" ".join(trick) for trick in tricks if trick)


def _play_greedily(ending: Ending) -> int:
    """Return what North-South capture if everybody always plays their highest card."""
    total = 0
    while not ending.is_over:
        ending, money = ending.play(max(ending.list_legal(), key=lambda card: card.rank))
        total += money
    return total


@exercise("The last three tricks", kind="decisions", level=3, lesson=_LESSON, unit=DOLLARS, version=2)
def last_tricks(draw: Draw) -> Variant:
    """Ask what best play by both sides brings, with three cards face up in each hand."""
    while True:  # until it is a real question: the leads differ, and playing high cards is not enough
        ending = _draw_ending(draw, 3)
        values = find_open_values(ending)
        value = max(values.values())
        if min(values.values()) < value != _play_greedily(ending):
            break
    total = sum(map(money_in, ending.hands.values()))
    slips: SlipValues = {
        "highest-cards": _play_greedily(ending),
        "all-the-money": total,
        "other-side": total - value,
        "own-cards": money_in(ending.hands["N"]) + money_in(ending.hands["S"]),
        **{
            f"worse-lead-{number}": (result, f"That is what leading {card.code} brings. Another lead brings more.")
            for number, (card, result) in enumerate(_list_worse_leads(values), 1)
        },
    }
    best = [card.code for card, result in values.items() if result == value]
    text = f"""
        {_describe(ending)}South is on lead, and North-South play together against East-West. Everybody sees all cards, and both sides play their best. How much do North-South still capture, in thousands of dollars?

        Nudge: Try each lead, and for each the best answer of East-West.
        Hint: Work backwards: with one card in each hand there is no choice left, so the last trick is easy to count.
        Hint: Try each of South's leads in turn: {format_cards(ending.list_legal())}.
        Hint: Lead {best[0]}. Now find the best answer of East-West.
        Slip highest-cards: That is the result if everybody always plays the highest card. Both sides can do better.
        Slip all-the-money: That is all the money there is. East-West capture some of it if they play well.
        Slip other-side: That is what East-West get.
        Slip own-cards: That is the money in your two hands. You may capture less, or more.
        Solution: Leads and what they bring: {", ".join(f"{card.code} {result}" for card, result in values.items())}. One line of best play:

        {_describe_line(ending)}

        {_WITH_HIDDEN_HANDS.format(1)}
    """
    return ask_number(text, value, slips, _list_given(ending))


def _list_worse_leads(values: dict[Card, int]) -> list[tuple[Card, int]]:
    """Return a lead for each result below the best, the better ones first."""
    leads = {result: (card, result) for card, result in values.items() if result < max(values.values())}
    return [leads[result] for result in sorted(leads, reverse=True)]


def _name_card(card: Card) -> str:
    return f"{card.words} ({card.code})"


def _has_one_best(ending: Ending) -> bool:
    """Return whether one card is better than all others."""
    if len(ending.list_legal()) < 2:
        return False
    values = sorted(find_open_values(ending).values())
    return values[-1] > values[-2]


@exercise("Which card is best?", kind="decisions", level=4, lesson=_LESSON, form=Choice)
def best_card(draw: Draw) -> Variant:
    """Ask for the best lead, with three cards face up in each hand."""
    while not _has_one_best(ending := _draw_ending(draw, 3)):
        continue
    return _ask_card(ending, "South is on lead", "Which lead brings North-South the most?", problem=131)


@exercise("Take the trick, or let it go?", kind="decisions", level=3, lesson=_LESSON, form=Choice)
def duck_or_take(draw: Draw) -> Variant:
    """Ask whether South, last to play, should capture the trick: one choice is better."""
    while True:
        ending = _draw_ending(draw, 3, table_count=3)
        table, trump, rules = ending.table_cards, ending.trump, ending.rules.tricks
        takes = [card for card in ending.list_legal() if find_winner([*table, card], trump, rules) == 3]
        if 0 < len(takes) < len(ending.list_legal()) and _has_one_best(ending):
            question = "Which card brings North-South the most?"
            return _ask_card(ending, "South plays last to this trick", question, problem=84)


def _ask_card(ending: Ending, situation: str, question: str, problem: int) -> Variant:
    values = find_open_values(ending)
    best = max(values.values())
    reasons = {}
    for card, value in values.items():
        if value < best:
            line = " ".join(later_card.code for _, later_card, _ in _play_best(ending.play(card)[0]))
            reasons[_name_card(card)] = (
                f"After {card.code}, North-South get {format_amount(value)} of what is still to be captured, {format_amount(best - value)} less than with the best card. Play goes on: {line}."
            )
    options = tuple(map(_name_card, values))
    right = next(option for option in options if option not in reasons)
    text = f"""
        {_describe(ending)}{situation}; North-South play together, and from here on everybody plays the best cards. {question}

        Hint: Go through the cards one by one. For each, what do East-West do next, and who leads after that?
        Hint: Count the money of this trick and of all that follow: a trick lost now may bring more later.
        Hint: The best card brings {format_amount(best)} from here on.
        Solution: What North-South get from here on:

        {make_list(f"{card.code}: {format_amount(value)}" for card, value in values.items())}

        One line of best play:

        {_describe_line(ending)}

        {_WITH_HIDDEN_HANDS.format(problem)}
    """
    answer = Choice(right, options, reasons)
    return ask(text, answer, _list_given(ending)).with_plays(_list_plays(ending), NAMES)


@exercise("Two possible deals, one card", kind="decisions", level=5, lesson=_LESSON, unit=DOLLARS, version=2)
def two_worlds(draw: Draw) -> Variant:
    """Ask what one lead is worth in two possible deals: North-South see each other's cards, East-West see everything."""
    while True:
        first = _draw_ending(draw, 2)
        hidden_cards = draw.shuffle([*first.hands["E"], *first.hands["W"]])
        hands = {**first.hands, "E": sort_hand(hidden_cards[:2]), "W": sort_hand(hidden_cards[2:])}
        worlds = [first, Ending(first.rules, first.trump, hands, "S", _OUR_SEATS)]
        world_values = [find_open_values(world) for world in worlds]
        averages = {card: Fraction(world_values[0][card] + world_values[1][card], 2) for card in world_values[0]}
        solver_mean = Fraction(sum(max(card_values.values()) for card_values in world_values), 2)
        if len(set(averages.values())) == 2 and max(averages.values()) < solver_mean:
            values = find_hidden_values(worlds)
            if len(set(values.values())) == 2:
                break
    right, runner_up = sorted(values, key=values.__getitem__, reverse=True)
    best, leads = values[right], sorted(averages, key=averages.__getitem__, reverse=True)
    slips: SlipValues = {
        "best-lead-each-deal": solver_mean,
        "other-lead": values[runner_up],
        "open-average-1": averages[leads[0]],
        "open-average-2": averages[leads[1]],
        "best-of-deal-1": max(world_values[0].values()),
        "best-of-deal-2": max(world_values[1].values()),
        "sum": 2 * best,
    }
    guess = "treats both deals as open, even for North's card. South does not know the deal then either."
    text = f"""
        Trump is **{first.trump.word}**. The last two tricks: South is on lead with {format_cards(first.hands["S"])}, and plays North's open cards too: {format_cards(first.hands["N"])} {CODES}. Two deals are possible, and equally likely:

        - East {format_cards(worlds[0].hands["E"])}, West {format_cards(worlds[0].hands["W"])}
        - East {format_cards(worlds[1].hands["E"])}, West {format_cards(worlds[1].hands["W"])}

        East and West see all cards and play their best. South does not know which deal it is. How much do North-South capture on average with South's best play, in thousands of dollars? Give it exactly.

        Nudge: For each lead, work out both deals and take the average; then compare the leads.
        Hint: South chooses one card for both deals. Solve each deal after each lead, as if all cards were face up.
        Hint: With all cards open the leads bring {"; ".join(f"{card.code}: {world_values[0][card]} and {world_values[1][card]}" for card in values)}.
        Hint: The better lead is {right.code}.
        Slip best-lead-each-deal: That uses the best lead in each deal. You lead one card, before you know the deal.
        Slip other-lead: That is what the other lead brings.
        Slip open-average-1: That average for {leads[0].code} {guess}
        Slip open-average-2: That average for {leads[1].code} {guess}
        Slip best-of-deal-1: That is the best in deal 1. Both deals are equally likely: take the average.
        Slip best-of-deal-2: That is the best in deal 2. Both deals are equally likely: take the average.
        Slip sum: That is the sum of both deals. Take the average.
        Solution: With all cards open:

        {make_table(["lead", "deal 1", "deal 2"], *([card.code, *(opened[card] for opened in world_values)] for card in values))}

        A player who saw the cards would choose in each deal and get {format_thousands(solver_mean)} on average. One lead for both: {", ".join(f"{card.code} {format_thousands(value)}" for card, value in values.items())}.{"" if values == averages else " (You must also choose North's card without knowing the deal, which costs something.)"} So {right.code}, and {format_thousands(best)}.

        {_WITH_HIDDEN_HANDS.format(20)}
    """
    given = {
        "trump": first.trump.word,
        "hands": {seat: list_codes(first.hands[seat]) for seat in "SN"},
        "worlds": [{seat: list_codes(world.hands[seat]) for seat in "EW"} for world in worlds],
    }
    return ask_number(text, best, slips, given)
