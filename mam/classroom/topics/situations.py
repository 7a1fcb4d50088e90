"""An exercise on the documented questions and answers, each with other cards."""

from collections.abc import Callable, Mapping

from mam.classroom.captures import choose_capture, explain_capture, explain_value
from mam.classroom.phrases import NAMES, list_codes, list_color
from mam.classroom.rounds import describe_plays, get_trick_game
from mam.classroom.template import Choice, Draw, Variant, ask, exercise
from mam.rules.cards import BEAR, BULL, TIGER, Card, Color, format_cards, sort_hand
from mam.rules.dealing import list_seats_from
from mam.rules.tricks import Trick, find_winner, why_not_play


@exercise("A question from the Supplement", kind="rules", level=2, lesson="rules", form=Choice)
def documented_case(draw: Draw) -> Variant:
    """Ask one of the five questions of 1935 again, with other cards, seats and colors."""
    return draw.one_of(_QUESTIONS)(draw)


def _ask_like(
    case_id: str, rule: str, question: str, solution: str, answer: Choice, given: Mapping[str, object]
) -> Variant:
    """Make a variant like a documented case, which the rule answers."""
    from mam.library.situations import get_situation

    case = get_situation(case_id)
    text = f"""
        Rules of 1935. {question}

        Hint: The Supplement of 1935 answers five questions. One of them is like this one, with other cards.
        Hint: It is case {case.id}, “{case.title}”: `mam.get_situation({case.id!r})` shows it.
        Hint: The answer there ({rule}): {case.answer}
        Solution: {solution} Like case {case.id}, {case.source} ({rule}).
    """
    return ask(text, answer, given)


def _ask_tiger_among_trumps(draw: Draw) -> Variant:
    trump, *other_colors = draw.shuffle(list(Color))
    trumps = draw.some_of(list_color(trump), 4)
    held_trumps, lead = trumps[:2], trumps[2]
    side_cards = [draw.one_of(list_color(color)) for color in other_colors[: draw.between(1, 2)]]
    hand = sort_hand([*held_trumps, TIGER, *side_cards, *draw.some_of([BULL, BEAR], draw.below(2))])
    legal = [card for card in hand if why_not_play(card, hand, [lead], trump, get_trick_game().tricks, "You") is None]
    reasons = {
        (TIGER,): "You must play the Tiger only if it is your only trump (R35-TIG-4). You hold others.",
        tuple(held_trumps): "The Tiger is one of your trumps, and you may choose it like any other (R35-QA-1).",
        (
            max(held_trumps, key=lambda card: card.rank),
        ): "You need not play your highest: any trump will do (R35-QA-1).",
        hand: "Trumps were led and you hold trumps, so you must play a trump (R35-PLAY-5).",
        (*legal, *side_cards): "Trumps were led and you hold trumps, so you can't play another color (R35-PLAY-5).",
    }
    right = format_cards(legal)
    wrong = {format_cards(sort_hand(cards)): reason for cards, reason in reasons.items()}
    wrong.pop(right, None)
    question = f"Trump is **{trump.word}**. The player before you leads {lead.words} (`{lead.code}`). Your hand: {format_cards(hand)}. Which cards may you play?"
    solution = f"Trumps were led; {right} are your trumps, the Tiger among them, and you may play any of them."
    answer = Choice(right, tuple(draw.shuffle([right, *wrong])), wrong)
    given = {"trump": trump.word, "led": lead.code, "hand": list_codes(hand)}
    return _ask_like("B25", "R35-QA-1", question, solution, answer, given)


def _ask_trick(draw: Draw, case_id: str, rule: str, trump: Color, cards: list[Card], before: str = "") -> Variant:
    """Ask who captures these cards, and how much."""
    seats = list_seats_from("NESW", draw.one_of("NESW"))
    place = find_winner(cards, trump, get_trick_game().tricks)
    assert place is not None
    trick = Trick(seats, tuple(cards), seats[place])
    answer = choose_capture(draw, trick, trump, (1, 2, 0))
    question = f"Trump is **{trump.word}**. {before}{describe_plays(trick.plays, NAMES)}. Who captures the trick, and how much?"
    solution = f"{explain_capture(cards, trump)} {explain_value(cards)}"
    given = {"trump": trump.word, "seats": list(seats), "cards": list_codes(cards)}
    return _ask_like(case_id, rule, question, solution, answer, given).with_plays(trick.plays, NAMES)


def _list_money(color: Color) -> list[Card]:
    return [card for card in list_color(color) if card.money]


def _ask_low_trump(draw: Draw) -> Variant:
    trump, led_color, *_ = draw.shuffle(list(Color))
    money = draw.one_of(_list_money(led_color))
    follow = draw.one_of([card for card in list_color(led_color) if card != money])
    low = draw.one_of([card for card in list_color(trump) if card.rank < 6])
    return _ask_trick(draw, "B26", "R35-QA-2", trump, [money, *draw.shuffle([follow, BULL, low])])


def _ask_two_trumps(draw: Draw) -> Variant:
    trump, led_color, *_ = draw.shuffle(list(Color))
    trumps = draw.some_of([card for card in list_color(trump) if 3 < card.rank < 16], 2)
    lead, follow = draw.some_of(list_color(led_color), 2)
    cards = [lead, *draw.shuffle([follow, *trumps])]
    if not any(card.money for card in cards):
        return _ask_two_trumps(draw)
    return _ask_trick(draw, "B27", "R35-QA-3", trump, cards)


def _ask_bear_then_bull(draw: Draw) -> Variant:
    trump, *_ = draw.shuffle(list(Color))
    lead = draw.one_of(_list_money(trump))
    return _ask_trick(draw, "B28", "R35-QA-4", trump, [lead, *draw.shuffle([TIGER, BEAR, BULL])])


def _ask_animal_led(draw: Draw) -> Variant:
    trump, first, second, _ = draw.shuffle(list(Color))
    first_card = draw.one_of(_list_money(first))
    second_card = draw.one_of(list_color(draw.one_of([first, second, trump])))
    if first_card == second_card:
        return _ask_animal_led(draw)
    lead, second_animal = draw.shuffle([BULL, BEAR])
    cards = [lead, *draw.shuffle([second_animal, first_card, second_card])]
    return _ask_trick(draw, "B29", "R35-QA-5", trump, cards, "It is the last trick of the round. ")


_QUESTIONS: tuple[Callable[[Draw], Variant], ...] = (
    _ask_tiger_among_trumps,
    _ask_low_trump,
    _ask_two_trumps,
    _ask_bear_then_bull,
    _ask_animal_led,
)
