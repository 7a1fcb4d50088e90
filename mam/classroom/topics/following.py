"""Exercises on which cards of a hand may be played."""

from collections.abc import Iterable

from mam.classroom.phrases import NAMES, list_codes, list_color, make_list, quote_ruling
from mam.classroom.rounds import CODES, describe_plays, trick_game
from mam.classroom.template import Cards, Draw, Variant, ask, exercise
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, Color, Trump, format_cards, sort_hand
from mam.rules.dealing import seats_from
from mam.rules.rulings import Ruling
from mam.rules.tricks import led_color, why_not_play, why_play


def _rule_on(card: Card, hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> tuple[bool, Ruling]:
    """Return whether the card may be played, and the ruling behind it."""
    rules = trick_game()
    refusal = why_not_play(card, hand, table_cards, trump, rules.tricks, "South")
    reason = refusal or why_play(card, hand, table_cards, trump, rules.tricks, "South")
    return refusal is None, rules.cite(reason)


def _answer(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> Cards:
    """Return the cards of South's hand that may be played, with the reasons for and against."""
    rulings = {card: _rule_on(card, hand, table_cards, trump) for card in hand}
    reasons = {card.code: "It is not in South's hand." for card in PACK}
    reasons |= {card.code: quote_ruling(ruling) for card, (_, ruling) in rulings.items()}
    return Cards(tuple(card for card in hand if rulings[card][0]), reasons)


def _explain(cards: Iterable[Card], answer: Cards) -> str:
    """Return a line on each card."""
    return make_list(
        f"{card.code}: {'yes' if card in answer.right else 'no'}. {answer.reasons[card.code]}" for card in cards
    )


def _ask_south(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> str:
    """Return the question which cards South may play."""
    return f"Trump is **{trump.word}**. {_describe_table(table_cards)}. It is South's turn. South holds {format_cards(hand)} {CODES}. Which cards may South play?"


def _given(hand: tuple[Card, ...], table_cards: list[Card], trump: Trump) -> dict[str, object]:
    return {"trump": trump.word, "lying": list_codes(table_cards), "hand": list_codes(hand)}


def _describe_table(table_cards: list[Card]) -> str:
    seats = seats_from("NESW", "S")[4 - len(table_cards) :]
    return describe_plays(list(zip(seats, table_cards, strict=True)), NAMES)


def _hand(draw: Draw, size: int, used_cards: list[Card], *extra_cards: Card) -> tuple[Card, ...]:
    free = [card for card in PACK if card not in (*used_cards, *extra_cards)]
    return sort_hand([*extra_cards, *draw.some_of(free, size - len(extra_cards))])


@exercise("Which cards may be played?", kind="rules", level=1, lesson="04-cards-and-captures", form=Cards)
def must_follow(draw: Draw) -> Variant:
    """Ask which cards may be played in the middle of a trick; in about half of the variants the hand cannot follow."""
    trump = draw.one_of(list(Color))
    table_cards = draw.some_of([card for card in PACK if card.color], draw.between(1, 3))
    color_to_follow = led_color(table_cards, trump, trick_game().tricks)
    animal = draw.some_of([BULL, BEAR, TIGER], draw.below(2))
    hand = _hand(draw, draw.between(6, 9), table_cards, *animal)
    if draw.below(2):
        hand = tuple(card for card in hand if card.color != color_to_follow) or hand
    answer = _answer(hand, table_cards, trump)
    follows = "holds" if any(card.color == color_to_follow for card in hand) else "is void in"
    text = f"""
        {_ask_south(hand, table_cards, trump)}

        Hint: The first card played sets the color: if you hold it, you must follow (R35-PLAY-5).
        Hint: If you can't follow, you may play any card: another color, a trump, Bull or Bear (R35-PLAY-6).
        Hint: {f"South must follow {color_to_follow.word} if possible, and {follows} it." if color_to_follow else "No color is set."}
        Solution: {_explain(hand, answer)}

        So South may play {format_cards(answer.right)}.
    """
    return ask(text, answer, _given(hand, table_cards, trump))


@exercise("When the Tiger is led", kind="rules", level=3, lesson="07-bull-bear-and-tiger", form=Cards)
def tiger_led(draw: Draw) -> Variant:
    """Ask which cards may be played when the Tiger or an animal is led, or a trump to a hand with the Tiger."""
    trump = draw.one_of(list(Color))
    case = draw.one_of(["Tiger led", "Tiger led", "trump led", "trump led", "other led"])
    trumps = draw.shuffled(list_color(trump))
    plain = draw.shuffled([card for card in PACK if card.color not in (None, trump)])
    held_trumps = trumps[: draw.one_of([0, 0, 1, 2])]
    lead = {"Tiger led": TIGER, "trump led": trumps[3], "other led": plain[0]}[case]
    table_cards = [lead, *draw.some_of([trumps[4], *plain[1:3]], draw.below(3))]
    animals = draw.some_of([BULL, BEAR], draw.below(2))
    special_cards = [*held_trumps, *animals] if lead == TIGER else [TIGER, *held_trumps, *animals]
    hand = sort_hand([*special_cards, *plain[3 : 3 + draw.between(3, 5)]])
    answer = _answer(hand, table_cards, trump)
    text = f"""
        Rules of 1935. {_ask_south(hand, table_cards, trump)}

        Hint: The Tiger counts as a trump. If it is led, everybody must follow with trumps (R35-TIG-2, R35-TIG-3).
        Hint: If you hold the Tiger and other trumps, you may play any of them; if the Tiger is your only trump, you must play it (R35-TIG-5, R35-TIG-4).
        Hint: If another color is led and you can follow, you must follow, and can't play the Tiger (R35-TIG-2, R35-PLAY-5).
        Solution: {_explain(hand, answer)}

        So South may play {format_cards(answer.right)}.
    """
    return ask(text, answer, _given(hand, table_cards, trump))


@exercise("What may the dummy play?", kind="rules", level=3, lesson="13-two-and-three-players", form=Cards)
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
    rulings = {card: _rule_on(card, open_cards, table_cards, trump) for card in open_cards}
    legal = tuple(card for card in open_cards if rulings[card][0])
    reasons = {card.code: "The dummy doesn't hold it." for card in PACK}
    reasons |= {
        card.code: "It is still face down, and the dummy can only play face-up cards (R2H-12)."
        for card in covered_cards
    }
    reasons |= {
        card.code: quote_ruling(ruling).replace("South", "South, the dummy,", 1)
        for card, (_, ruling) in rulings.items()
    }
    shown_text = ", ".join(
        f"{card.code} (on {covers[card].code})" if card in covers else card.code for card in open_cards
    )
    color_to_follow = led_color(table_cards, trump, trick_game().tricks)
    answer = Cards(legal, reasons)
    text = f"""
        The game for two of 1935. Trump is **{trump.word}**. {_describe_table(table_cards)}. It is the turn of South, a dummy. Its face-up cards {CODES}, with the face-down card under each (you would not see it): {shown_text}. Which cards may the dummy play?

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
    return ask(text, answer, given)
