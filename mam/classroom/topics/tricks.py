"""Exercises on tricks: which cards may be played, who captures, what it is worth, and who leads next."""

from collections.abc import Iterable

from mam.classroom.captures import explain_capture, explain_loss, explain_value
from mam.classroom.phrases import NAMES, list_codes, list_color, make_list, quote_ruling
from mam.classroom.rounds import CODES, MONEY_CARDS, NUMBER_CARDS, describe_plays, get_trick_game, play_round
from mam.classroom.template import DOLLARS, Cards, Choice, Draw, Variant, ask, ask_number, exercise
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, Color, Trump, format_cards, money_in, sort_hand
from mam.rules.dealing import list_seats_from
from mam.rules.tricks import Trick, find_led_color, find_multiplier, trick_value, why_not_play, why_play


@exercise("Who captures the trick?", kind="rules", level=1, lesson="learn/trump", form=Choice)
def who_captures(draw: Draw) -> Variant:
    """Ask who captures a trick of a real round; now and then the highest rank simply wins."""
    round = play_round(draw)
    plain = draw.below(8) == 0
    trick = draw.one_of([trick for trick in round.tricks if _is_plain(trick) == plain] or round.tricks)
    names, cards = round.rules.seat_names, trick.cards
    assert round.trump is not None and trick.winner is not None
    text = f"""
        Trump is **{round.trump.word}**. {describe_plays(trick.plays, names)}. Who captures the trick?

        Hint: The first card that has a color sets the color to follow (R35-PLAY-5, R35-BB-3).
        Hint: Look for the Tiger first, then for the highest trump, then for the highest card of the color to follow.
        Hint: A card of any other color cannot capture, whatever its rank; nor can Bull or Bear.
        Solution: {explain_capture(cards, round.trump)} So {names[trick.winner]} captures.
    """
    given = {"trump": round.trump.word, "cards": list_codes(cards)}
    return ask(text, _ask_winner(round, trick), given).with_plays(trick.plays, names)


def _ask_winner(round: TrickRound, trick: Trick, remark: str = "") -> Choice:
    """Return the choice of who captures a trick, with the reason against each other seat."""
    names = round.rules.seat_names
    reasons = {
        names[seat]: explain_loss(place, trick.cards, round.trump) + remark
        for place, seat in enumerate(trick.seats)
        if seat != trick.winner
    }
    return Choice(names[trick.winner or ""], tuple(names[seat] for seat in round.rules.seats), reasons)


def _is_plain(trick: Trick) -> bool:
    """Return whether the highest rank of all wins."""
    best = dict(trick.plays)[trick.winner or ""]
    return TIGER not in trick.cards and best.rank == max(card.rank for card in trick.cards)


@exercise("What is the trick worth?", kind="rules", level=1, lesson="learn/money", unit=DOLLARS, version=2)
def trick_worth(draw: Draw) -> Variant:
    """Ask for the value of a trick with money in it.

    Half of the tricks hold a Bull or Bear, and small and large amounts are about equally frequent.
    """
    cards = _draw_rich_trick(draw)
    rules = get_trick_game()
    leader = draw.below(len(rules.seats))
    plays = list(zip((*rules.seats[leader:], *rules.seats[:leader]), cards, strict=True))
    money, ranks, factor = money_in(cards), sum(card.rank for card in cards), find_multiplier(cards, rules.tricks)
    value, has_animal = trick_value(cards, rules.tricks), BULL in cards or BEAR in cards
    slips = {
        "money-on-cards": money if has_animal else None,
        "doubled": 2 * money,
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
        Hint: The cards show {format_amount(money)}. Now look for Bull and Bear.
        Slip money-on-cards: {money} is the money that the cards show, but an animal in the trick changes it.
        Slip doubled: {"Doubled? The Bull does that, unless the Bear is played after it." if has_animal else "Doubled? Only the Bull does that, and it is not here."}
        Slip nothing: Nothing? The Bear does that, unless the Bull is played after it.
        Slip all-ranks: {ranks} adds up all the ranks. Only money cards count: 5, 10, 15, 30 and 40.
        Slip fives-forgotten: Is a 5 among the cards? It carries $5,000.
        Slip ranks-with-animals: Only money cards count (5, 10, 15, 30 and 40), not every number.
        Solution: {explain_value(cards)} The trick is worth {format_amount(value)}.
    """
    return ask_number(text, value, slips, {"cards": list_codes(cards)}).with_plays(plays, rules.seat_names)


def _draw_rich_trick(draw: Draw) -> list[Card]:
    """Return four cards with money among them, a number card first; a player void in its color may play any card on it."""
    kind = draw.below(16)
    last = BEAR if kind == 0 else BULL if kind < 8 else None
    animals = [] if last is None else [last] if draw.below(4) else [BULL if last == BEAR else BEAR, last]
    target = 5 * (draw.between(1, 18) if animals else draw.between(1, 24))  # what three or four cards can show
    while True:
        numbers = draw.some_of(MONEY_CARDS, draw.between(1, 4 - len(animals)))
        if money_in(numbers) == target or len(animals) == 2:
            break
    numbers = draw.shuffle([*numbers, *draw.some_of(NUMBER_CARDS, 4 - len(animals) - len(numbers))])
    places = sorted(draw.some_of(range(1, 4), len(animals)))
    for place, animal in zip(places, animals, strict=True):
        numbers.insert(place, animal)
    return numbers


@exercise("Bull, Bear and four tricks", kind="rules", level=2, lesson="07-bull-bear-and-tiger", unit=DOLLARS)
def bull_and_bear(draw: Draw) -> Variant:
    """Ask what four tricks are worth, those with Bull and Bear among them; in some variants both are in one trick."""
    tricks = _draw_with_animals(draw)
    amounts, money_on_cards = [trick.value for trick in tricks], [money_in(trick.cards) for trick in tricks]
    total = sum(amounts)
    first = sum(money_in(trick.cards) * _find_first_factor(trick) for trick in tricks)
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
        Solution: {make_list(f"{format_cards(trick.cards)}: {explain_value(trick.cards)}" for trick in tricks)}

        Together {format_amount(total)}.
    """
    return ask_number(text, total, slips, {"tricks": [list_codes(trick.cards) for trick in tricks]})


def _draw_with_animals(draw: Draw) -> list[Trick]:
    several_tricks = draw.below(3) == 0
    for _ in range(5):
        round = play_round(draw)
        animal_tricks = [trick for trick in round.tricks if BULL in trick.cards or BEAR in trick.cards]
        rich = all(money_in(trick.cards) for trick in animal_tricks)
        if rich and (len(animal_tricks) == 1) == several_tricks:
            break
    other_tricks = [trick for trick in round.tricks if trick not in animal_tricks and money_in(trick.cards)]
    return draw.shuffle([*animal_tricks, *draw.some_of(other_tricks, 4 - len(animal_tricks))])


def _find_first_factor(trick: Trick) -> int:
    """Return the factor that would apply if the earlier of Bull and Bear decided."""
    animals = [card for card in trick.cards if card in (BULL, BEAR)]
    return 1 if not animals else 2 if animals[0] == BULL else 0


@exercise("Who leads to the next trick?", kind="rules", level=2, lesson="learn/who-leads", form=Choice)
def who_leads_next(draw: Draw) -> Variant:
    """Ask who leads the next trick: find the leader of the second before its winner."""
    round = play_round(draw)
    number = draw.below(len(round.tricks) - 2)
    first_trick, second_trick = round.tricks[number : number + 2]
    names = round.rules.seat_names
    assert round.trump is not None and first_trick.winner and second_trick.winner
    first = f" ({names[first_trick.winner]} captured the first trick and led to the second.)"
    text = f"""
        Trump is **{round.trump.word}**, and turns go to the left: North, East, South, West. {names[first_trick.leader]} leads, and the cards of two tricks are played in this order {CODES}:

        - first trick: {format_cards(first_trick.cards)}
        - second trick: {format_cards(second_trick.cards)}

        Who leads to the third trick?

        Hint: The player who captures a trick leads to the next one (R35-PLAY-8).
        Hint: Write a name beside each card of the first trick, beginning with {names[first_trick.leader]}, and see who captures it.
        Hint: {names[first_trick.winner]} captures the first trick and so leads to the second.
        Solution: First trick: {describe_plays(first_trick.plays, names)}. {explain_capture(first_trick.cards, round.trump)} So {names[first_trick.winner]} leads. Second trick: {describe_plays(second_trick.plays, names)}. {explain_capture(second_trick.cards, round.trump)} So {names[second_trick.winner]} leads to the third (R35-PLAY-8).
    """
    given = {
        "trump": round.trump.word,
        "leader": names[first_trick.leader],
        "tricks": [list_codes(trick.cards) for trick in (first_trick, second_trick)],
    }
    return ask(text, _ask_winner(round, second_trick, first), given)


def _judge_hand(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump, elsewhere: str) -> Cards:
    """Return the cards of South's hand that may be played, with the reasons for and against; `elsewhere` is for other cards."""
    rules, legal = get_trick_game(), []
    reasons = {card.code: elsewhere for card in PACK}
    for card in hand:
        refusal = why_not_play(card, hand, table_cards, trump, rules.tricks, "South")
        reason = refusal or why_play(card, hand, table_cards, trump, rules.tricks, "South")
        reasons[card.code] = quote_ruling(rules.cite(reason))
        legal += [] if refusal else [card]
    return Cards(tuple(legal), reasons)


def _explain(cards: Iterable[Card], answer: Cards) -> str:
    """Return a line on each card."""
    return make_list(
        f"{card.code}: {'yes' if card in answer.right else 'no'}. {answer.reasons[card.code]}" for card in cards
    )


def _ask_south(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> str:
    """Return the question which cards South may play."""
    return f"Trump is **{trump.word}**. {_describe_table(table_cards)}. It is South's turn. South holds {format_cards(hand)} {CODES}. Which cards may South play?"


def _list_given(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> dict[str, object]:
    return {"trump": trump.word, "lying": list_codes(table_cards), "hand": list_codes(hand)}


def _list_plays(table_cards: list[Card]) -> list[tuple[str, Card]]:
    """Return the cards on the table, each after the seat that played it: South is next."""
    return list(zip(list_seats_from("NESW", "S")[4 - len(table_cards) :], table_cards, strict=True))


def _describe_table(table_cards: list[Card]) -> str:
    return describe_plays(_list_plays(table_cards), NAMES)


def _draw_hand(draw: Draw, size: int, used_cards: list[Card], *extra_cards: Card) -> tuple[Card, ...]:
    free = [card for card in PACK if card not in (*used_cards, *extra_cards)]
    return sort_hand([*extra_cards, *draw.some_of(free, size - len(extra_cards))])


@exercise("Which cards may be played?", kind="rules", level=1, lesson="learn/follow", form=Cards)
def must_follow(draw: Draw) -> Variant:
    """Ask which cards may be played in the middle of a trick; in about half of the variants the hand cannot follow."""
    trump = draw.one_of(list(Color))
    table_cards = draw.some_of([card for card in PACK if card.color], draw.between(1, 3))
    color_to_follow = find_led_color(table_cards, trump, get_trick_game().tricks)
    animal = draw.some_of([BULL, BEAR, TIGER], draw.below(2))
    hand = _draw_hand(draw, draw.between(6, 9), table_cards, *animal)
    if draw.below(2):
        hand = tuple(card for card in hand if card.color != color_to_follow) or hand
    answer = _judge_hand(hand, table_cards, trump, "It is not in South's hand.")
    follows = "holds" if any(card.color == color_to_follow for card in hand) else "is void in"
    text = f"""
        {_ask_south(hand, table_cards, trump)}

        Hint: The first card played sets the color: if you hold it, you must follow (R35-PLAY-5).
        Hint: If you can't follow, you may play any card: another color, a trump, Bull or Bear (R35-PLAY-6).
        Hint: {f"South must follow {color_to_follow.word} if possible, and {follows} it." if color_to_follow else "No color is set."}
        Solution: {_explain(hand, answer)}

        So South may play {format_cards(answer.right)}.
    """
    return ask(text, answer, _list_given(hand, table_cards, trump)).with_plays(_list_plays(table_cards), NAMES)


@exercise("When the Tiger is led", kind="rules", level=3, lesson="07-bull-bear-and-tiger", form=Cards)
def tiger_led(draw: Draw) -> Variant:
    """Ask which cards may be played when the Tiger or an animal is led, or a trump to a hand with the Tiger."""
    trump = draw.one_of(list(Color))
    case = draw.one_of(["Tiger led", "Tiger led", "trump led", "trump led", "other led"])
    trumps = draw.shuffle(list_color(trump))
    plain = draw.shuffle([card for card in PACK if card.color not in (None, trump)])
    held_trumps = trumps[: draw.one_of([0, 0, 1, 2])]
    lead = {"Tiger led": TIGER, "trump led": trumps[3], "other led": plain[0]}[case]
    table_cards = [lead, *draw.some_of([trumps[4], *plain[1:3]], draw.below(3))]
    animals = draw.some_of([BULL, BEAR], draw.below(2))
    special_cards = [*held_trumps, *animals] if lead == TIGER else [TIGER, *held_trumps, *animals]
    hand = sort_hand([*special_cards, *plain[3 : 3 + draw.between(3, 5)]])
    answer = _judge_hand(hand, table_cards, trump, "It is not in South's hand.")
    text = f"""
        Rules of 1935. {_ask_south(hand, table_cards, trump)}

        Hint: The Tiger counts as a trump. If it is led, everybody must follow with trumps (R35-TIG-2, R35-TIG-3).
        Hint: If you hold the Tiger and other trumps, you may play any of them; if the Tiger is your only trump, you must play it (R35-TIG-5, R35-TIG-4).
        Hint: If another color is led and you can follow, you must follow, and can't play the Tiger (R35-TIG-2, R35-PLAY-5).
        Solution: {_explain(hand, answer)}

        So South may play {format_cards(answer.right)}.
    """
    return ask(text, answer, _list_given(hand, table_cards, trump)).with_plays(_list_plays(table_cards), NAMES)


@exercise("What may the dummy play?", kind="rules", level=3, lesson="games/two-players", form=Cards)
def open_cards_of_dummy(draw: Draw) -> Variant:
    """Ask what a half-hidden dummy may play in the game for two: face-down cards do not count until they are turned up."""
    trump = draw.one_of(list(Color))
    color_is_covered = draw.below(2)
    while True:  # in half of the variants the dummy has the color led only face down
        cards = draw.some_of(PACK, draw.between(6, 9))
        covered_cards = cards[: draw.between(2, len(cards) // 2)]
        open_cards = tuple(card for card in cards if card not in covered_cards)
        lead = draw.one_of([card for card in PACK if card.color and card not in cards])
        covered_only = lead.color in {card.color for card in covered_cards} - {card.color for card in open_cards}
        if covered_only == color_is_covered:
            break
    second = draw.some_of([card for card in PACK if card not in cards and card != lead], draw.below(2))
    table_cards = [lead, *second]
    covers = dict(zip(open_cards, covered_cards, strict=False))
    answer = _judge_hand(open_cards, table_cards, trump, "The dummy doesn't hold it.")
    face_down = "It is still face down, and the dummy can only play face-up cards (R2H-12)."
    answer = Cards(answer.right, {**answer.reasons, **dict.fromkeys(list_codes(covered_cards), face_down)})
    cards_text = ", ".join(f"{card} (on {covers[card]})" if card in covers else card.code for card in open_cards)
    color_to_follow = find_led_color(table_cards, trump, get_trick_game().tricks)
    text = f"""
        The game for two of 1935. Trump is **{trump.word}**. {_describe_table(table_cards)}. It is the turn of South, a dummy. Its face-up cards {CODES}, with the face-down card under each (you would not see it): {cards_text}. Which cards may the dummy play?

        Hint: A dummy can only play face-up cards, not face-down cards (R2H-12).
        Hint: Face-down cards do not count for following either: a dummy with no face-up card of the color may play any face-up card.
        Hint: {f"The color to follow is {color_to_follow.word}" if color_to_follow else "No color is set"}; the face-up cards are {format_cards(sort_hand(open_cards))}.
        Solution: {_explain((*open_cards, *covered_cards), answer)}
    """
    given = {
        "trump": trump.word,
        "lying": list_codes(table_cards),
        "open": list_codes(open_cards),
        "covered": {card.code: cover.code for card, cover in covers.items()},
    }
    return ask(text, answer, given).with_plays(_list_plays(table_cards), NAMES)
