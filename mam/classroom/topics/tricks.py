"""Exercises on tricks: who captures, what it is worth, and who leads next."""

from mam.classroom.captures import why_it_captures, why_it_does_not, why_so_much
from mam.classroom.phrases import list_codes, make_list
from mam.classroom.rounds import CODES, describe_plays, played_round, trick_game
from mam.classroom.template import DOLLARS, Choice, Draw, Variant, ask_number, ask_options, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, format_cards, money_in
from mam.rules.tricks import Trick, multiplier, trick_value

_LESSON = "04-cards-and-captures"


@exercise("Who captures the trick?", kind="rules", level=1, lesson=_LESSON, form=Choice)
def who_captures(draw: Draw) -> Variant:
    """Ask who captures a trick of a real round; now and then the highest rank simply wins."""
    round = played_round(draw)
    plain = draw.below(8) == 0
    trick = draw.one_of([trick for trick in round.tricks if _is_plain(trick) == plain] or round.tricks)
    names, cards = round.rules.seat_names, trick.cards
    assert round.trump is not None and trick.winner is not None
    options = tuple(names[seat] for seat in round.rules.seats)
    reasons = {
        names[seat]: why_it_does_not(place, cards, round.trump, round.rules.tricks)
        for place, seat in enumerate(trick.seats)
        if seat != trick.winner
    }
    text = f"""
        Trump is **{round.trump.word}**. {describe_plays(trick.plays, names)}. Who captures the trick?

        Hint: The first card that has a color sets the color to follow (R35-PLAY-5, R35-BB-3).
        Hint: Look for the Tiger first, then for the highest trump, then for the highest card of the color to follow.
        Hint: A card of any other color cannot capture, whatever its rank; nor can Bull or Bear.
        Solution: {why_it_captures(cards, round.trump, round.rules.tricks)} So {names[trick.winner]} captures.
    """
    given = {"trump": round.trump.word, "cards": list_codes(cards)}
    return ask_options(text, Choice(names[trick.winner], options, reasons), given)


def _is_plain(trick: Trick) -> bool:
    """Return whether the highest rank of all wins."""
    best = dict(trick.plays)[trick.winner or ""]
    return TIGER not in trick.cards and best.rank == max(card.rank for card in trick.cards)


@exercise("What is the trick worth?", kind="rules", level=1, lesson=_LESSON, unit=DOLLARS, version=2)
def trick_worth(draw: Draw) -> Variant:
    """Ask for the value of a trick with money in it.

    Half of the tricks hold a Bull or Bear, and small and large amounts are about equally frequent.
    """
    cards = _rich_trick(draw)
    rules = trick_game()
    leader = draw.below(len(rules.seats))
    plays = list(zip((*rules.seats[leader:], *rules.seats[:leader]), cards, strict=True))
    shown, ranks, factor = money_in(cards), sum(card.rank for card in cards), multiplier(cards, rules.tricks)
    value, has_animal = trick_value(cards, rules.tricks), BULL in cards or BEAR in cards
    slips = {
        "money-on-cards": shown if has_animal else None,
        "doubled": 2 * shown,
        "nothing": 0 if has_animal else None,
        "all-ranks": ranks,
        "fives-forgotten": factor * sum(card.money for card in cards if card.money > 5),
        "ranks-with-animals": factor * ranks,
    }
    text = f"""
        {describe_plays(plays, rules.seat_names)}. How much money does this trick capture, in thousands of dollars?

        Nudge: Add the 5, 10, 15, 30 and 40 of every color, and nothing else; then look for Bull and Bear.
        Hint: Which cards carry money? 5, 10, 15, 30 and 40 of every color, and no others (R35-PACK-6).
        Hint: The Bull doubles the money of its trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).
        Hint: The cards show {format_amount(shown)}. Now look for Bull and Bear.
        Slip money-on-cards: {shown} is the money that the cards show, but an animal in the trick changes it.
        Slip doubled: {"Doubled? The Bull does that, unless the Bear is played after it." if has_animal else "Doubled? Only the Bull does that, and it is not here."}
        Slip nothing: Nothing? The Bear does that, unless the Bull is played after it.
        Slip all-ranks: {ranks} adds up all the ranks. Only money cards count: 5, 10, 15, 30 and 40.
        Slip fives-forgotten: Is a 5 among the cards? It carries $5,000.
        Slip ranks-with-animals: Only money cards count (5, 10, 15, 30 and 40), not every number.
        Solution: {why_so_much(cards)} The trick is worth {format_amount(value)}.
    """
    return ask_number(text, value, slips, {"cards": list_codes(cards)})


def _rich_trick(draw: Draw) -> list[Card]:
    """Return four cards with money among them, a number card first; a player void in its color may play any card on it."""
    kind = draw.below(16)
    last = BEAR if kind == 0 else BULL if kind < 8 else None
    animals = [] if last is None else [last] if draw.below(4) else [BULL if last == BEAR else BEAR, last]
    target = 5 * (draw.between(1, 18) if animals else draw.between(1, 24))  # what three or four cards can show
    money, plain = [card for card in PACK if card.money], [card for card in PACK if card.is_number_card]
    while True:
        numbers = draw.some_of(money, draw.between(1, 4 - len(animals)))
        if money_in(numbers) == target or len(animals) == 2:
            break
    numbers = draw.shuffled([*numbers, *draw.some_of(plain, 4 - len(animals) - len(numbers))])
    places = sorted(draw.some_of(range(1, 4), len(animals)))
    for place, animal in zip(places, animals, strict=True):
        numbers.insert(place, animal)
    return numbers


@exercise("Bull, Bear and four tricks", kind="rules", level=2, lesson="07-bull-bear-and-tiger", unit=DOLLARS)
def bull_and_bear(draw: Draw) -> Variant:
    """Ask what four tricks are worth, those with Bull and Bear among them; in some variants both are in one trick."""
    tricks = _with_animals(draw)
    amounts, money_on_cards = [trick.value for trick in tricks], [money_in(trick.cards) for trick in tricks]
    total = sum(amounts)
    first = sum(money_in(trick.cards) * _by_first(trick) for trick in tricks)
    slips = {
        "money-on-cards": sum(money_on_cards),
        "first-animal": first,
        "all-doubled": sum(money_on_cards) * 2,
        "all-destroyed": 0,
        "no-bear": sum(max(pair) for pair in zip(amounts, money_on_cards, strict=True)),
        "no-bull": sum(min(pair) for pair in zip(amounts, money_on_cards, strict=True)),
    }
    text = f"""
        East and West have captured these tricks, each in the order in which its cards were played {CODES}:

        {make_list(format_cards(trick.cards) for trick in tricks)}

        How much are the tricks worth together, in thousands of dollars?

        Nudge: Count trick by trick: first the money on the cards, then the effect of Bull or Bear.
        Hint: The Bull doubles the money of its own trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).
        Hint: If both are in one trick, only the one played later counts (R35-BB-1).
        Hint: The money on the cards, trick by trick: {", ".join(map(format_amount, money_on_cards))}.
        Slip money-on-cards: That is the money that the cards show. Bull and Bear change it in their own tricks.
        Slip first-animal: If Bull and Bear are in one trick, the later one decides, not the earlier (R35-BB-1).
        Slip all-doubled: The Bull doubles only its own trick, not all of them.
        Slip all-destroyed: The Bear destroys only its own trick, not all of them.
        Slip no-bear: You left the Bear out.
        Slip no-bull: You left the Bull out.
        Solution: {make_list(f"{format_cards(trick.cards)}: {why_so_much(trick.cards)}" for trick in tricks)}

        Together {format_amount(total)}.
    """
    return ask_number(text, total, slips, {"tricks": [list_codes(trick.cards) for trick in tricks]})


def _with_animals(draw: Draw) -> list[Trick]:
    several_tricks = draw.below(3) == 0
    for _ in range(5):
        round = played_round(draw)
        animal_tricks = [trick for trick in round.tricks if BULL in trick.cards or BEAR in trick.cards]
        rich = all(money_in(trick.cards) for trick in animal_tricks)
        if rich and (len(animal_tricks) == 1) == several_tricks:
            break
    other_tricks = [trick for trick in round.tricks if trick not in animal_tricks and money_in(trick.cards)]
    return draw.shuffled([*animal_tricks, *draw.some_of(other_tricks, 4 - len(animal_tricks))])


def _by_first(trick: Trick) -> int:
    """Return the factor that would apply if the earlier of Bull and Bear decided."""
    animals = [card for card in trick.cards if card in (BULL, BEAR)]
    return 1 if not animals else 2 if animals[0] == BULL else 0


@exercise("Who leads to the next trick?", kind="rules", level=2, lesson=_LESSON, form=Choice)
def who_leads_next(draw: Draw) -> Variant:
    """Ask who leads the next trick: find the leader of the second before its winner."""
    round = played_round(draw)
    number = draw.below(len(round.tricks) - 2)
    first_trick, second_trick = round.tricks[number : number + 2]
    names, rules = round.rules.seat_names, round.rules.tricks
    assert round.trump is not None and first_trick.winner and second_trick.winner
    options = tuple(names[seat] for seat in round.rules.seats)
    first = f"({names[first_trick.winner]} captured the first trick and led to the second.)"
    reasons = {
        names[seat]: f"{why_it_does_not(place, second_trick.cards, round.trump, rules)} {first}"
        for place, seat in enumerate(second_trick.seats)
        if seat != second_trick.winner
    }
    text = f"""
        Trump is **{round.trump.word}**, and turns go to the left: North, East, South, West. {names[first_trick.leader]} leads, and the cards of two tricks are played in this order {CODES}:

        - first trick: {format_cards(first_trick.cards)}
        - second trick: {format_cards(second_trick.cards)}

        Who leads to the third trick?

        Hint: The player who captures a trick leads to the next one (R35-PLAY-8).
        Hint: Write a name beside each card of the first trick, beginning with {names[first_trick.leader]}, and see who captures it.
        Hint: {names[first_trick.winner]} captures the first trick and so leads to the second.
        Solution: First trick: {describe_plays(first_trick.plays, names)}. {why_it_captures(first_trick.cards, round.trump, rules)} So {names[first_trick.winner]} leads. Second trick: {describe_plays(second_trick.plays, names)}. {why_it_captures(second_trick.cards, round.trump, rules)} So {names[second_trick.winner]} leads to the third (R35-PLAY-8).
    """
    given = {
        "trump": round.trump.word,
        "leader": names[first_trick.leader],
        "tricks": [list_codes(trick.cards) for trick in (first_trick, second_trick)],
    }
    return ask_options(text, Choice(names[second_trick.winner], options, reasons), given)
