"""The tree of answers of a study, as plain data: what a page needs to ask, to judge, and to show every reply without Python."""

from collections.abc import Iterator
from typing import Any, cast

from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN
from mam.rules.editions import get_edition
from mam.rules.rulings import ruling
from mam.scenes.move_words import label_move, name_cards
from mam.studies.answers import RIGHT, Answer, Judgment, count_chosen, judge_chapter
from mam.studies.cases.tree import make_case_board
from mam.studies.cases.wording import name_unit
from mam.studies.display import (
    label_answer,
    lay_letters,
    lay_table,
    list_plays,
    merge_answers,
    show_answer,
    show_line_trick,
)
from mam.studies.hand import HAND_INTRO, is_hand, judge_hand
from mam.studies.predicates import Line
from mam.studies.prices import Price, read_prices
from mam.studies.problems.judge import judge_problem
from mam.studies.problems.price_problems import PRICED_INTRO, is_priced, judge_priced
from mam.studies.problems.problem import describe_voids, is_problem, list_unseen
from mam.studies.schema import (
    Answers,
    Ask,
    BoardQuestions,
    BoardTable,
    BoardTree,
    ChoiceOffered,
    PriceShown,
    Question,
    RuleText,
    Step,
    StudyTree,
)
from mam.studies.setting import list_shown
from mam.studies.study import Chapter, Study, StudyError
from mam.support.messages import quote
from mam.support.toml import PlacedError
from mam.text.deal_codes import encode_deal
from mam.text.notation import parse_card, parse_cards, parse_move

PROBLEM_INTRO = (
    "The hidden cards may lie in any way that fits what you see. Your play must reach the goal in every one of these layouts: "
    "the defense answers a wrong card with a layout that beats it."
)
ACTS = ("card", "move", "bid", "discard", "call", "trump")  # what is answered on the table itself


def make_tree(study: Study) -> StudyTree:
    """Return a study with every answer of every board or case. Raises StudyError, which names its line, for one that can't be set up.

    >>> import mam
    >>> board = make_tree(mam.get_study("bull"))["boards"][1]
    >>> answer = board["steps"][0]["answers"]["answers"]["BULL"]
    >>> [play["card"] for play in answer["plays"]], answer["tricks"][0]
    (['BULL'], {'winner': 'N', 'value': 100, 'effect': '×2'})
    """
    rules = next((chapter.rules for chapter in study.chapters if chapter.rules), None)
    game = rules or (get_edition(study.edition, study.options) if study.edition else None)
    boards = [_place_faults(study, chapter) for chapter in study.chapters]
    return {
        "format": 1,
        "id": study.id,
        "shelf": study.shelf,
        "title": study.shown_title,
        "edition": game.full_id if game else study.edition,
        "counts": name_unit(game) if game else "",
        "seats": dict(game.seat_names) if game else {},
        "sides": [list(side) for side in rules.sides.values()] if rules else [],
        "intro": study.intro or _find_intro(study),
        "moral": study.moral,
        "teaches": list(study.teaches),
        "rules": {rule: _word_rule(rule) for rule in sorted({*study.teaches, *_find_rules(boards)})},
        "hide": list(study.hide),
        "is_test": study.is_test,
        "pass_mark": study.pass_mark or 0,
        "boards": boards,
    }


def _find_intro(study: Study) -> str:
    """Return what is said of every problem, or every hand."""
    if any(map(is_priced, study.chapters)):
        return PRICED_INTRO
    return {"problems": PROBLEM_INTRO, "hands": HAND_INTRO}.get(study.shelf, "")


def _word_rule(rule: str) -> RuleText:
    found = ruling(rule)
    return {"text": found.words, "source": found.source}


def _find_rules(part: object) -> Iterator[str]:
    """The ids of the rules that answers and steps name, however deep they lie."""
    if isinstance(part, dict):
        if rule := part.get("rule"):
            yield rule
        for value in part.values():
            yield from _find_rules(value)
    elif isinstance(part, list):
        for value in part:
            yield from _find_rules(value)


def _place_faults(study: Study, chapter: Chapter) -> BoardTree:
    """Return a board; what can't be set up is an error with its file and line."""
    try:
        return make_case_board(chapter) if chapter.case else _make_board(chapter)
    except PlacedError:
        raise
    except (ValueError, KeyError) as error:
        fault = error.args[0] if isinstance(error, KeyError) else error  # an unknown rule id
        raise StudyError(study.file or study.id, chapter.line, f"board {quote(chapter.id)}: {fault}") from None


def split_cases(tree: StudyTree) -> Iterator[tuple[str, StudyTree]]:
    """Yield the id of every board of a study of documented cases, and the tree without the content of the others: a page asks for one case.

    >>> import mam
    >>> cases = dict(split_cases(make_tree(mam.get_study("cases-sweven"))))
    >>> [board["id"] for board in cases["B76"]["boards"] if board["steps"]]
    ['B76']
    """
    boards = tree["boards"]
    if not any("case" in board for board in boards):
        return
    empty = [_empty(board) for board in boards]
    for k, board in enumerate(boards):
        names = {*tree["teaches"], *_find_rules(board)}
        rules = {rule: text for rule, text in tree["rules"].items() if rule in names}
        yield board["id"], {**tree, "rules": rules, "boards": [*empty[:k], board, *empty[k + 1 :]]}


def _empty(board: BoardTree) -> BoardTree:
    """Return a board of which only the name is known."""
    return {"id": board["id"], "goal": "", "rules": [], "moral": "", "deal": "", "steps": []}


def list_questions(tree: StudyTree) -> list[BoardQuestions]:
    """Return the boards of a tree with nothing but their questions, for a page that must not hold an answer yet."""
    return list(map(_hide_answers, tree["boards"]))


def _hide_answers(board: BoardTree) -> BoardQuestions:
    data: BoardQuestions = {
        "id": board["id"],
        "goal": board["goal"],
        "deal": board["deal"],
        "questions": [step["question"] for step in _list_open_steps(board)],
    }
    if "case" in board:
        data["case"] = board["case"]["asked"]
    return data


def _list_open_steps(board: BoardTree) -> list[Step]:
    """Return the steps whose questions may be seen before any answer: of a problem the first, since the others show what was right."""
    steps = board["steps"]
    is_branching = any("next" in answer for step in steps for answer in step["answers"]["answers"].values())
    return steps[:1] if is_branching else steps


def _make_board(chapter: Chapter) -> BoardTree:
    deal = ""
    if chapter.coached and chapter.record and chapter.rules:
        deal = encode_deal(chapter.record.deal, chapter.rules.full_id)
    judgments = [] if chapter.coached else list_judgments(chapter)
    return {
        "id": chapter.id,
        "goal": chapter.goal,
        "rules": list(chapter.cites),
        "moral": chapter.moral,
        "deal": deal,
        "steps": [make_step(judgment) for judgment in judgments],
    }


def list_judgments(chapter: Chapter) -> list[Judgment]:
    """Return the judgments of a board's stops, of a problem's decisions, or of an annotated hand. Raises ValueError naming what does not fit."""
    if is_hand(chapter):
        return judge_hand(chapter)
    if is_priced(chapter):
        return judge_priced(chapter)
    return judge_problem(chapter) if is_problem(chapter) else judge_chapter(chapter)


def make_step(judgment: Judgment) -> Step:
    """Return a stop as a question and its answers."""
    return {"question": make_question(judgment), "answers": make_answers(judgment)}


# The question


def make_question(judgment: Judgment) -> Question:
    """Return what is asked, and what lies on the table then, without any answer."""
    chapter, stop = judgment.chapter, judgment.stop
    question: Question = {
        "ask": cast(Ask, stop.ask),
        "text": stop.text or chapter.goal,
        "goal": chapter.goal,
        "given": " ".join(filter(None, (chapter.given, describe_voids(chapter)))),
        "size": count_chosen(stop, judgment.round) if isinstance(judgment.game, TrickRound) else 0,
        "hints": len(stop.hints),
        "choices": [_offer(judgment, text) for text in _list_offered(judgment)],
        "table": _make_table(judgment),
    }
    if stop.is_typed:
        question["is_typed"] = True
    if is_hand(chapter) and judgment.round.tricks:
        question["earlier"] = list(map(show_line_trick, judgment.round.tricks))
    return question


def _list_offered(judgment: Judgment) -> tuple[str, ...]:
    """Return the answers that are buttons: all but the cards of a hand, and numbers that are typed."""
    if judgment.stop.ask in ("card", "discard", "call") or judgment.stop.is_typed:
        return judgment.stop.choices
    return tuple(judgment.answers)


def _offer(judgment: Judgment, text: str) -> ChoiceOffered:
    return {"answer": text, "label": _label(judgment, text)}


def _label(judgment: Judgment, text: str) -> str:
    rules, ask = judgment.game.rules, judgment.stop.ask
    match ask:
        case "seat":
            return _name_seat(judgment, text)
        case "amount":
            return format_amount(int(text), name_unit(rules))
        case "card" | "move":
            return label_move(parse_move(text))
        case "bid" | "trump":
            return label_answer(ask, text, judgment.round)
        case "discard" | "choice" if ask == "discard" or _is_discard(judgment):
            return name_cards(parse_cards(text))
        case _:
            return text


def _is_discard(judgment: Judgment) -> bool:
    """Return whether discards are offered: you see the cards that you picked up, too."""
    return is_hand(judgment.chapter) and judgment.round.phase == "nest"


def _name_seat(judgment: Judgment, seat: str) -> str:
    chapter, rules = judgment.chapter, judgment.game.rules
    if seat == chapter.you:
        return "You"
    is_yours = chapter.rules is not None and seat in chapter.rules.half_hidden_seats and seat in chapter.our_side
    return "Your dummy" if is_yours else rules.seat_names[seat]


def _make_table(judgment: Judgment) -> BoardTable:
    """Return what lies on the table; nothing that is asked can be read off it, and nothing that the study does not name."""
    chapter, stop, setup = judgment.chapter, judgment.stop, judgment.chapter.setup
    if not isinstance(judgment.game, TrickRound):
        return lay_letters(judgment.game, chapter.you)
    round = judgment.round
    is_act = stop.ask in ACTS or _is_discard(judgment)
    hands = round.hands if is_act or not round.calls else dict(zip(round.deal.seats, round.deal.hands, strict=True))
    table = lay_table(round, chapter.you, list_shown(chapter, round), hands)
    if not is_act:
        table = {**table, "phase": "", "turn": table["turn"] if stop.fact == "last" else "", "nest": []}
        if not table["trick"] and table["tricks"]:
            # a whole trick that is asked about lies there, each card before its player
            table |= {"trick": table["tricks"][-1], "tricks": table["tricks"][:-1]}
    if is_act and round.turn != chapter.you:  # you play for a hand beside your own, which you still see
        table |= {"dummy": round.turn or "", "open": [*table["open"], chapter.you]}
        table |= {"is_your_dummy": round.turn in round.rules.half_hidden_seats}  # a partner's, or what nobody holds
    if chapter.move_setup:
        table |= _change_table(judgment, round)
    if (
        chapter.record is None and not (setup and setup.bid) and not chapter.move_setup
    ):  # a list of calls says it by itself
        table["bid"] = None
    if setup:
        table |= {
            "dealer": setup.dealer,
            "trump": table["trump"] if setup.trump else "",
            "captured": _make_amounts(chapter, dict(setup.captured)),
            "totals": _make_amounts(chapter, dict(setup.totals)),
        }
    if is_hand(chapter):
        line = Line(round, 0, chapter.you, chapter.our_side)
        table |= {"tricks": [], "captured": {"we": line.count_money("we"), "they": line.count_money("they")}}
    if is_problem(chapter):  # its goal says what is needed; earlier tricks were looked at one by one
        unseen = list_unseen(chapter) - set(round.played)
        table |= {"bid": None, "captured": None, "tricks": []}
        table["unseen"] = [card.code for card in round.rules.pack if card in unseen]
    return table


def _change_table(judgment: Judgment, round: TrickRound) -> Any:
    """Return what differs on a table that real moves led to: the calls before it are not the board's own.

    Where nobody acts, no hand is needed, and the last trick lies there as it was played; of a whole round only what you captured.
    """
    you = judgment.chapter.you
    changes: dict[str, Any] = {"calls": []}
    if judgment.stop.ask in ACTS:
        return changes
    changes |= {"hands": {seat: [UNSEEN.code] * len(hand) for seat, hand in round.hands.items()}, "open": []}
    if round.is_over:
        return {**changes, "tricks": [], "trick": [], "captured": {"we": round.captured[round.side_of(you)]}}
    tricks = list(map(list_plays, round.tricks))
    return changes | (
        {"tricks": tricks[:-1], "trick": tricks[-1]} if tricks and round.trick and not round.trick.cards else {}
    )


def _make_amounts(chapter: Chapter, amounts: dict[str, int]) -> dict[str, int] | None:
    if chapter.rules and chapter.rules.alliance == "alone":  # the others have an amount each
        return amounts or None
    return {"we": amounts.get("we", 0), "they": amounts.get("they", 0)} if amounts else None


# The answers


def make_answers(judgment: Judgment) -> Answers:
    """Return every answer with what it leads to; discards that lead to the same stand once."""
    shown = {text: show_answer(judgment, answer) for text, answer in judgment.answers.items()}
    answers, same = merge_answers(shown) if _is_set(judgment) else (shown, {})
    right = [answer.text for answer in judgment.list_answers(RIGHT)]
    shown_answers: Answers = {
        "right": right if _is_set(judgment) else list(judgment.stop.right),
        "hints": list(judgment.stop.hints),
        "answers": answers,
        "same": same,
    }
    if "prices" in judgment.stop.extra:
        prices = sorted(read_prices(judgment.stop).items(), key=lambda pair: pair[1].cost)
        shown_answers["prices"] = [_show_price(judgment, text, price) for text, price in prices]
    return shown_answers


def _show_price(judgment: Judgment, text: str, price: Price) -> PriceShown:
    label = parse_card(text).words if judgment.stop.ask == "card" else _label(judgment, text)
    return {
        "answer": text,
        "label": label,
        "cost": price.cost,
        "margin": price.margin,
        "grade": "right" if price.is_right else "wrong" if price.is_wrong else "close",
    }


def _is_set(judgment: Judgment) -> bool:
    return judgment.stop.ask in ("discard", "call") and not judgment.stop.choices


def describe_answer(answer: Answer) -> str:
    """Return an answer and what it leads to in one line, for a list of all of them."""
    text = f"{answer.verdict:8}{answer.text:12}"
    if answer.ruling:
        return f"{text} {answer.ruling.reason} ({answer.ruling.id})"
    if answer.end is None or not answer.end.tricks:
        return f"{text} {answer.sentence}".rstrip()
    trick = answer.end.tricks[-1]
    cards = " ".join(card.code for card in trick.cards)
    return f"{text} {trick.winner or 'nobody'} takes {trick.value}: {cards}. {answer.sentence}".rstrip()
