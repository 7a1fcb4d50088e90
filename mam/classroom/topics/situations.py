"""An exercise on the documented questions and answers, each with other cards."""

from collections.abc import Callable
from dataclasses import dataclass

from mam.classroom.captures import captor_and_worth, why_it_captures, why_so_much
from mam.classroom.phrases import NAMES, list_codes, list_color
from mam.classroom.rounds import describe_plays, trick_game
from mam.classroom.template import Choice, Draw, Variant, ask_options, exercise
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, Color, format_cards
from mam.rules.dealing import seats_from
from mam.rules.tricks import Trick, find_winner, why_not_play


@dataclass(frozen=True)
class _SimilarCase:
    """A documented question with other cards. `case` is the situation it is like, `rule` its answer."""

    case: str
    rule: str
    statement: str
    answer: Choice
    solution: str
    given: dict[str, object]


@exercise("A question from the Supplement", kind="rules", level=2, lesson="10-questions-and-answers", form=Choice)
def documented_case(draw: Draw) -> Variant:
    """Ask one of the five questions of 1935 again, with other cards, seats and colors."""
    from mam.library.situations import get_situation

    similar = draw.one_of(_MAKERS)(draw)
    case = get_situation(similar.case)
    text = f"""
        {similar.statement}

        Hint: The Supplement of 1935 answers five questions. One of them is like this one, with other cards.
        Hint: It is case {case.id}, “{case.title}”: `mam.get_situation({case.id!r})` shows it.
        Hint: The answer there ({similar.rule}): {case.answer}
        Solution: {similar.solution} Like case {case.id}, {case.source} ({similar.rule}).
    """
    return ask_options(text, similar.answer, similar.given)


def _list_money(color: Color) -> list[Card]:
    return [card for card in list_color(color) if card.money]


def _colors(draw: Draw) -> list[Color]:
    return draw.shuffled(list(Color))


def _trick_case(draw: Draw, case: str, rule: str, trump: Color, cards: list[Card], before: str = "") -> _SimilarCase:
    """Ask who captures these cards, and how much."""
    rules, seats = trick_game().tricks, seats_from("NESW", draw.one_of("NESW"))
    place = find_winner(cards, trump, rules)
    assert place is not None
    trick = Trick(seats, tuple(cards), seats[place])
    answer = captor_and_worth(draw, trick, trump, rules, NAMES, (1, 2, 0))
    statement = f"Rules of 1935. Trump is **{trump.word}**. {before}{describe_plays(trick.plays, NAMES)}. Who captures the trick, and how much?"
    solution = f"{why_it_captures(cards, trump, rules)} {why_so_much(cards)}"
    return _SimilarCase(
        case, rule, statement, answer, solution, {"trump": trump.word, "seats": list(seats), "cards": list_codes(cards)}
    )


def _tiger_among_trumps(draw: Draw) -> _SimilarCase:
    trump, *other_colors = _colors(draw)
    trumps = draw.some_of(list_color(trump), 4)
    trumps_held, led_trump = [*trumps[:2], TIGER], trumps[2]
    side_cards = [draw.one_of(list_color(color)) for color in other_colors[: draw.between(1, 2)]]
    animal = draw.some_of([BULL, BEAR], draw.below(2))
    hand = sorted([*trumps_held, *side_cards, *animal], key=PACK.index)
    legal = [card for card in hand if why_not_play(card, hand, [led_trump], trump, trick_game().tricks, "You") is None]
    highest = max(trumps[:2], key=lambda card: card.rank)
    wrong = {
        _list([TIGER]): "You must play the Tiger only if it is your only trump (R35-TIG-4). You hold others.",
        _list(trumps[:2]): "The Tiger is one of your trumps, and you may choose it like any other (R35-QA-1).",
        _list([highest]): "You need not play your highest: any trump will do (R35-QA-1).",
        _list(hand): "Trumps were led and you hold trumps, so you must play a trump (R35-PLAY-5).",
        _list(
            [*legal, *side_cards]
        ): "Trumps were led and you hold trumps, so you can't play another color (R35-PLAY-5).",
    }
    wrong.pop(_list(legal), None)
    options = tuple(draw.shuffled([_list(legal), *wrong]))
    statement = (
        f"Rules of 1935. Trump is **{trump.word}**. The player before you leads {led_trump.words} (`{led_trump.code}`). Your hand: {format_cards(hand)}. "
        "Which cards may you play?"
    )
    solution = (
        f"Trumps were led; {format_cards(legal)} are your trumps, the Tiger among them, and you may play any of them."
    )
    return _SimilarCase(
        "B25",
        "R35-QA-1",
        statement,
        Choice(_list(legal), options, wrong),
        solution,
        {"trump": trump.word, "led": led_trump.code, "hand": list_codes(hand)},
    )


def _list(cards: list[Card]) -> str:
    return format_cards(sorted(cards, key=PACK.index))


def _low_trump(draw: Draw) -> _SimilarCase:
    trump, led_color, *_ = _colors(draw)
    money = draw.one_of(_list_money(led_color))
    follow = draw.one_of([card for card in list_color(led_color) if card != money])
    low = draw.one_of([card for card in list_color(trump) if card.rank < 6])
    cards = [money, *draw.shuffled([follow, BULL, low])]
    return _trick_case(draw, "B26", "R35-QA-2", trump, cards)


def _two_trumps(draw: Draw) -> _SimilarCase:
    trump, led_color, *_ = _colors(draw)
    first, second = draw.some_of([card for card in list_color(trump) if 3 < card.rank < 16], 2)
    lead, follow = draw.some_of(list_color(led_color), 2)
    money = first.money + second.money + lead.money + follow.money
    cards = [lead, *draw.shuffled([follow, first, second])]
    return _trick_case(draw, "B27", "R35-QA-3", trump, cards) if money else _two_trumps(draw)


def _bear_then_bull(draw: Draw) -> _SimilarCase:
    trump, *_ = _colors(draw)
    lead = draw.one_of(_list_money(trump))
    return _trick_case(draw, "B28", "R35-QA-4", trump, [lead, *draw.shuffled([TIGER, BEAR, BULL])])


def _animal_led(draw: Draw) -> _SimilarCase:
    trump, first, second, _ = _colors(draw)
    first_card, second_card = (
        draw.one_of(_list_money(first)),
        draw.one_of(list_color(draw.one_of([first, second, trump]))),
    )
    if first_card == second_card:
        return _animal_led(draw)
    lead, second_animal = draw.shuffled([BULL, BEAR])
    cards = [lead, *draw.shuffled([second_animal, first_card, second_card])]
    return _trick_case(draw, "B29", "R35-QA-5", trump, cards, "It is the last trick of the round. ")


_MAKERS: tuple[Callable[[Draw], _SimilarCase], ...] = (
    _tiger_among_trumps,
    _low_trump,
    _two_trumps,
    _bear_then_bull,
    _animal_led,
)
