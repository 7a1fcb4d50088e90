"""How the answer to a question of the quiz is given: one choice, several, or numbers; and the choices there are."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from mam.library.situations import Check
from mam.misplay import Table
from mam.rules.amounts import format_amount
from mam.rules.auction import find_high_bid
from mam.rules.cards import BULL, UNSEEN, Card, join_words
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.rulings import all_rulings, ruling
from mam.rules.tricks import find_multiplier
from mam.scenes.labels import find_unit
from mam.scenes.move_words import name_card, phrase_move
from mam.text.notation import parse_move
from mam_widgets.rules_quiz.case import Case, Form

_MOST_WRONG = 3  # wrong choices beside the right one, where there could be any number
_RULE_KINDS = ("rule", "aim", "advice", "etiquette", "reading")

# The forms


def may_ask(check: Check) -> bool:
    """Return whether a check can be put as a question, as far as can be said without running it."""
    name, expected = check.question, check.expected
    if name == "hand" and "by" not in check.facts:
        return False  # anybody's cards, not what somebody sees of them
    if name == "read as" and any(isinstance(value, str) for value in expected):
        return False  # a text that is no amount is no number to type
    if name == "players" and len(expected) == 1:
        return False  # the edition is named, and the table shows its seats
    if name == "seating" and len(set(expected)) == len(expected):
        return False  # there are no sides: all that is left to ask is the order of the seats
    return name in _MAKERS and not f"{expected}".startswith("refused:")


def make_form(case: Case) -> Form:
    """Return the form for a question. Raises ValueError where it cannot be put as one."""
    form = _MAKERS[case.check.question](case)
    if form is None or len(set(form.labels)) < len(form.labels) or not _holds(form, case.finding.answer):
        raise ValueError(f"{case.situation.id}: “{case.check}” cannot be put as a question")
    return form


def _holds(form: Form, answer: Any) -> bool:
    """Return whether the right answer can be given, and a wrong one too."""
    if form.kind == "numbers":
        return True
    if form.kind == "one":
        return answer in form.values and len(form.values) > 1
    return all(value in form.values for value in answer)


def _make_choice(values: Sequence[Any], label: Callable[[Any], str], **facts: Any) -> Form:
    return Form("one", tuple(values), tuple(map(label, values)), **facts)


def _seat(case: Case) -> Form:
    return _make_choice(case.rules.seats, case.name)


def _side(case: Case) -> Form | None:
    return (
        _make_choice(list(dict.fromkeys(map(case.round.side_of, case.round.turn_order))), case.name)
        if case.round
        else None
    )


def _yes_or_no(case: Case) -> Form:
    return _make_choice((True, False), lambda is_true: "Yes" if is_true else "No")


def _color(case: Case) -> Form:
    """Return a color, or none; for trump both ways of having none."""
    pack = get_edition(case.rules.id).pack  # a position has some of its cards, perhaps none of a color
    names = {card.color.value: card.color.word for card in pack if card.color}
    if case.check.question == "trump":
        no_color = case.finding.answer if case.finding.answer not in (*names, "none") else "NT"
        names |= {"none": "None yet", no_color: "No trump in this round"}
    else:
        names["none"] = "None"
    return _make_choice(list(names), names.__getitem__)


def _on_top(case: Case) -> Form:
    rules = case.rules
    assert isinstance(rules, TrickGameRules)
    bulls = [BULL] * rules.pack.count(BULL)
    effects = [f"Bull ×{find_multiplier(bulls[:count], rules.tricks)}" for count in range(1, len(bulls) + 1)]
    values = ["none: it lies face down", *effects, "Bear ×0"]
    return _make_choice(
        values, lambda value: "None: it lies face down" if value == values[0] else value.replace(" ", ", ")
    )


_PHASE_WORDS = {
    "auction": "The auction", "sealed": "Sealed bids", "vote": "A vote", "nest": "The discard",
    "trump": "Naming trump", "called": "Calling partners", "exchange": "The Tiger is exchanged", "play": "The play of the cards",
    "over": "Nothing: it is over", "choice": "A choice: play on or stop",
}  # fmt: skip


def _phase(case: Case) -> Form:
    phases = [
        *getattr(case.rules, "phases", ()),
        "play",
        "over",
        *(["choice"] if isinstance(case.played, Table) else []),
    ]
    values = [phase for phase in _PHASE_WORDS if phase in (*phases, case.finding.answer)]
    return _make_choice(values, _PHASE_WORDS.__getitem__)


def _bid(case: Case) -> Form | None:
    """Somebody at some amount: another person, another amount, both."""
    seat, _, amount = str(case.finding.answer).partition(" ")
    if not case.round or seat not in case.rules.seats:
        return None
    rng, unit = case.random, find_unit(case.rules)
    difference = rng.choice((-10, 10)) if unit == "money" else rng.choice((-1, 1))
    second = rng.choice([person for person in case.rules.persons if person != seat])
    seats, amounts = sorted((seat, second)), sorted((int(amount), int(amount) + difference))
    values = [f"{person} {amount}" for person in seats for amount in amounts]

    def label(value: str) -> str:
        person, _, amount = value.partition(" ")
        return f"{case.name(person)}, {format_amount(int(amount), unit)}"

    return _make_choice(values, label)


def _standing(case: Case) -> Form | None:
    return _bid(case) if case.round and find_high_bid(case.round.calls) else None


# Rules


def _list_similar(case: Case, rule_id: str) -> list[str]:
    """Rules that stand near one: of the same group first."""
    rule, group = ruling(rule_id), rule_id.rpartition("-")[0]
    similar = [
        ruling.id
        for ruling in all_rulings().values()
        if ruling.book == rule.book and ruling.title != rule.title and ruling.kind in ("rule", "reading")
    ]
    case.random.shuffle(similar)
    similar.sort(key=lambda name: name.rpartition("-")[0] != group)
    by_title = {ruling(name).title: name for name in reversed(similar)}  # a title that stands twice is offered once
    return sorted([rule_id, *[name for name in similar if name in by_title.values()][:_MOST_WRONG]])


def _title(rule_id: str) -> str:
    return f"{ruling(rule_id).title} ({rule_id})"


def _ask_refusal(case: Case) -> Form:
    legal, similar = "none: it is legal", _list_similar(case, case.finding.answer)
    return _make_choice([legal, *similar], lambda choice: "None: it is legal" if choice == legal else _title(choice))


def _cites(case: Case) -> Form | None:
    if len(case.finding.answer) != 1:
        return None
    return _make_choice(
        [[rule_id] for rule_id in _list_similar(case, case.finding.answer[0])], lambda value: _title(value[0])
    )


def _kind(case: Case) -> Form:
    return _make_choice(_RULE_KINDS, lambda kind: "mam's own reading" if kind == "reading" else kind.capitalize())


# Moves and cards


def name_move(text: str, rules: RuleSet) -> str:
    """Return a move as people say it; text that is no move stays as it is."""
    try:
        return phrase_move(parse_move(text), find_unit(rules), nest_word(rules))
    except ValueError:
        return text


def _capitalize(text: str) -> str:
    return text[0].upper() + text[1:]


def _legal(case: Case) -> Form:
    moves = list(case.facts["moves"])
    if len(moves) == 1:
        return _make_choice((moves, []), lambda value: "Yes, it is legal" if value else "No, it is not legal")
    return Form("many", tuple(moves), tuple(_capitalize(name_move(move, case.rules)) for move in moves))


def _many_cards(codes: Sequence[str]) -> Form:
    codes = tuple(dict.fromkeys(codes))
    return Form("many", codes, tuple(map(_card, codes)), cards=codes)


def _card(code: str) -> str:
    return name_card(Card(code))


def _hand_to_move(case: Case) -> Form | None:
    round = case.round
    return _many_cards([card.code for card in round.playable(round.turn)]) if round and round.turn else None


def _stronger(case: Case) -> Form:
    codes = tuple(case.facts["cards"])
    return _make_choice(codes, _card, cards=codes)


def _visible_cards(case: Case) -> Form | None:
    """Return what somebody sees of some cards: all, none, the money only, the plain ones only."""
    round, question_name = case.round, case.check.question
    if round is None:
        return None
    discards = round.discarded or () if question_name == "shown" else round.deal.nest
    cards = round.hands[case.facts["of"]] if question_name == "hand" else discards
    codes = [card.code for card in cards]
    money = [card.code if card.money else UNSEEN.code for card in cards]
    number_cards = [UNSEEN.code if card.money else card.code for card in cards]
    views = [codes, money, number_cards, [UNSEEN.code] * len(codes)]
    distinct = [list(view) for view in dict.fromkeys(map(tuple, views))]
    return _make_choice(distinct, _cards_seen)


def _cards_seen(codes: Sequence[str]) -> str:
    visible = [_card(code) for code in codes if code != UNSEEN.code]
    hidden = len(codes) - len(visible)
    if not visible:
        return "None of them: all lie face down"
    return join_words([*visible, *([f"{hidden} face down"] if hidden else [])])


# Lists in an order, and lists of persons


def _order(case: Case) -> Form | None:
    answer = list(case.finding.answer)
    wrong_orders = dict.fromkeys(tuple(order) for order in _list_other_orders(answer, case.random) if order != answer)
    values = [answer, *map(list, list(wrong_orders)[:_MOST_WRONG])]
    case.random.shuffle(values)
    return _make_choice(values, lambda value: ", ".join(case.name(f"{seat}") for seat in value))


def _list_other_orders(answer: list[Any], rng: Random) -> list[list[Any]]:
    """Other orders of the same things, those that people mistake for it first."""
    half = len(answer) // 2
    money = [item for item in answer if item in (40, 30, 15, 10, 5)]
    number_cards = [item for item in answer if item not in money]
    index = rng.randrange(max(1, len(answer) - 1))
    swapped = [*answer[:index], *answer[index : index + 2][::-1], *answer[index + 2 :]]
    return [money + number_cards, answer[::-1], swapped, sorted(answer), answer[half:] + answer[:half]]


def _players(case: Case) -> Form:
    numbers = tuple(case.facts["numbers"])
    return Form("many", numbers, tuple(f"{number} players" if number > 1 else "1 player" for number in numbers))


def _texts(case: Case) -> Form:
    texts = tuple(case.facts["texts"])
    return Form("many", texts, texts)


def _persons(case: Case) -> Form:
    seats = case.rules.persons
    return Form("many", tuple(seats), tuple(map(case.name, seats)))


def _winners(case: Case) -> Form:
    accounts = tuple(case.rules.accounts)
    return Form("many", accounts, tuple(map(case.name, accounts)))


# Numbers


def _count(case: Case) -> Form:
    return Form("numbers", (None,), ("Number",), unit="count")


def _amount(case: Case) -> Form:
    unit = find_unit(case.rules)
    return Form("numbers", (None,), (unit.capitalize() if unit != "money" else "Amount",), unit=unit)


def _by_name(case: Case, unit: str) -> Form:
    keys = tuple(case.finding.answer)
    return Form("numbers", keys, tuple(map(case.name, keys)), unit=unit)


def _amounts(case: Case) -> Form:
    unit = find_unit(case.rules)
    return _by_name(case, "points" if unit == "tricks" and case.check.question != "captured" else unit)


def _counts(case: Case) -> Form:
    return _by_name(case, "count")


def _ask_deal(case: Case) -> Form | None:
    if len(set(case.finding.answer["hands"])) != 1:
        return None
    where = {"hands": "In each hand", "nest": f"In the {nest_word(case.rules)}", "stock": "Left over"}
    if not case.rules.nest_size:
        del where["nest"]
    return Form("numbers", tuple(where), tuple(where.values()), unit="count")


def nest_word(rules: RuleSet) -> str:
    """Return what the document calls the nest."""
    return rules.nest.word if isinstance(rules, TrickGameRules) else "nest"


def _bull_and_bear(case: Case) -> Form:
    return Form("numbers", (0, 1), ("The Bull adds", "The Bear takes away"), unit="money")


def _read_as(case: Case) -> Form:
    places = tuple(range(len(case.facts["texts"])))
    return Form("numbers", places, tuple(f"{text} means" for text in case.facts["texts"]), unit="money")


_MAKERS: dict[str, Callable[[Case], Form | None]] = {
    **dict.fromkeys(("winner", "turn", "actor", "dealer", "next dealer"), _seat),
    **dict.fromkeys(("trump", "led"), _color),
    **dict.fromkeys(("playable", "in every discard"), _hand_to_move),
    **dict.fromkeys(("shown", "nest seen", "hand"), _visible_cards),
    **dict.fromkeys(("ranks", "order", "seating", "sizes"), _order),
    **dict.fromkeys(("words", "abbreviations"), _texts),
    **dict.fromkeys(("amounts", "discards", "discard size", "called", "cards", "left over"), _count),
    **dict.fromkeys(("worth", "max bid", "money"), _amount),
    **dict.fromkeys(("captured", "scores", "totals", "adjustments", "entered", "settled"), _amounts),
    **dict.fromkeys(("left", "unseen", "letters"), _counts),
    "side": _side,
    "made": _yes_or_no,
    "on top": _on_top,
    "phase": _phase,
    "bidder": _bid,
    "high bid": _standing,
    "refused by": _ask_refusal,
    "cites": _cites,
    "kind of rule": _kind,
    "legal": _legal,
    "stronger": _stronger,
    "players": _players,
    "partners": _persons,
    "winners": _winners,
    "dealt": _ask_deal,
    "bull and bear": _bull_and_bear,
    "read as": _read_as,
}
