"""Slides: questions of studies and of pages on probability, as the wall asks them, each with its answer."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from mam.chance import Page, list_pages, show_page
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.scenes import list_facts
from mam.studies.library import get_study, list_studies
from mam.studies.read import read_study
from mam.studies.schema import AnswerShown, BoardTree, Question, Step, StudyTree
from mam.studies.study import Study
from mam.studies.tree import list_questions, make_tree
from mam.support.messages import quote
from mam.text.notation import NotationError, parse_card
from mam_widgets.studies.lesson import list_problems, list_rules, list_stages
from mam_widgets.wall_page.ranges import write_guess, write_ranges
from mam_widgets.wall_page.schema import WallAsked, WallGroup, WallOption, WallRevealed, WallSet, WallSlide

_CHANCE = "chance-"  # begins the names of pages on probability
_SHELVES = ("learn", "games", "rules", "problems", "hands")
_CHOICE_FORMS = ("choice", "sentence")  # questions of a page that have options


def list_groups() -> list[WallGroup]:
    """Return what can be opened, shelf by shelf.

    >>> [group["title"] for group in list_groups()]
    ['Learn', 'Rules', 'Problems', 'Chance']
    """
    shelves = {"Learn": list_stages(), "Rules": list_rules(), "Problems": list_problems()}
    pages: list[WallSet] = [{"id": _CHANCE + page.id, "title": page.title, "cases": []} for page in list_pages()]
    groups: list[WallGroup] = [
        {"title": title, "sets": [_make_set(study) for study in studies if _has_slides(study)]}
        for title, studies in shelves.items()
    ]
    return [*groups, {"title": "Chance", "sets": pages}]


def _has_slides(study: Study) -> bool:
    """Return whether a study asks anything: a coached round is played, and a record alone is read."""
    return any(chapter.case or any(stop.ask for stop in chapter.stops) for chapter in study.chapters)


def _make_set(study: Study) -> WallSet:
    cases = [chapter.id for chapter in study.chapters if chapter.case]
    return {"id": study.id, "title": study.shown_title, "cases": cases}


def find_slides(name: str) -> list[WallSlide]:
    """Return the slides of a name: a study ("bull"), a board of it ("bull/double"), a case ("B26"), a page ("chance-given") or a file
    of a study ("my.toml"). Raises KeyError for an unknown name, StudyError for a file that is no study.

    >>> [slide["asked"]["where"] for slide in find_slides("bull/double")]
    ['The Bull, board 2 of 8']
    """
    if name.endswith(".toml"):
        return make_study_slides(make_tree(read_study(Path(name))))
    start = name.partition("/")[0]
    for page in list_pages():
        if start.lower() == _CHANCE + page.id:
            return _choose(name, _CHANCE + page.id, make_page_slides(page))
    known = {study_id.lower(): study_id for shelf in _SHELVES for study_id in list_studies(shelf)}
    if study_id := known.get(start.lower()):
        return _choose(name, study_id, make_study_slides(make_tree(get_study(study_id))))
    for study in list_rules():
        if start.upper() in {chapter.id for chapter in study.chapters}:
            return _choose(name, study.id, make_study_slides(make_tree(study)))
    raise _unknown(name)


def _choose(name: str, set_id: str, slides: list[WallSlide]) -> list[WallSlide]:
    """Return the slides of a set that a name means: all of them, or those whose names begin with it. Capitals don't matter."""
    start = f"{name}/".lower()
    is_whole = name.lower() == set_id.lower()
    chosen = [slide for slide in slides if is_whole or f"{slide['asked']['name']}/".lower().startswith(start)]
    if not chosen:
        raise _unknown(name)
    return chosen


def _unknown(name: str) -> KeyError:
    return KeyError(
        f"nothing to show is called {quote(name)}; name a stage (bull), a board (bull/double), a case (B26), a problem (p12) or a page (chance-given)"
    )


# Studies


def make_study_slides(tree: StudyTree) -> list[WallSlide]:
    """Return the questions of a study; of a problem only the first, since later ones show what was right."""
    return [
        slide
        for number, (board, asked) in enumerate(zip(tree["boards"], list_questions(tree), strict=True))
        for slide in _make_board_slides(tree, number, board, [*asked["questions"]])
    ]


def _make_board_slides(
    tree: StudyTree, number: int, board: BoardTree, questions: list[Question]
) -> Iterable[WallSlide]:
    case = board.get("case")
    name, where = _name_board(tree, number, board)
    if case and not questions:
        asked = _ask(tree, board, name, where) | {"text": case["asked"]["question"], "table": case["asked"]["table"]}
        yield {"asked": cast(WallAsked, asked), "revealed": _reveal_story(board)}
    for place, (question, step) in enumerate(zip(questions, board["steps"], strict=False)):
        several = len(questions) > 1
        asked = _ask(
            tree,
            board,
            f"{name}/{place + 1}" if several else name,
            f"{where}, question {place + 1} of {len(questions)}" if several else where,
        )
        options = (
            _list_options(question) if not question.get("is_typed") else _list_numbers(question, step, asked["counts"])
        )
        asked |= {
            "text": question["text"],
            "given": question["given"],
            "size": question["size"],
            "options": options,
            "table": question["table"],
        }
        revealed = _reveal(question, step, options)
        if question.get("is_typed") and not options:  # Reveal shows the number itself
            right = _write_number(step["answers"]["right"][0], question["ask"], asked["counts"])
            revealed["headline"] = f"{right}."
        if case and len(questions) == 1:
            revealed["text"] = case["story"]["answer"]
        yield {"asked": cast(WallAsked, asked), "revealed": revealed}


def _name_board(tree: StudyTree, number: int, board: BoardTree) -> tuple[str, str]:
    """Return the name of a board, and where it is found."""
    if "case" in board:
        return board["id"], f"Case {board['id']}"
    if len(tree["boards"]) == 1:
        return tree["id"], tree["title"]
    return f"{tree['id']}/{board['id']}", f"{tree['title']}, board {number + 1} of {len(tree['boards'])}"


def _ask(tree: StudyTree, board: BoardTree, name: str, where: str) -> dict[str, Any]:
    rules: Mapping[str, Any] = board["case"]["asked"] if "case" in board else tree
    setup = board["case"]["asked"]["setup"] if "case" in board else ""
    return {
        "name": name,
        "where": where,
        "setup": setup,
        "text": "",
        "given": "",
        "size": 0,
        "options": [],
        **{key: rules[key] for key in ("seats", "sides", "counts")},
        "hide": tree["hide"],
        "table": None,
    }


def _list_options(question: Question) -> list[WallOption]:
    """Return what can be voted for: the choices, or the cards of the hand that acts and what else it can do."""
    choices = [_offer(choice["answer"], choice["label"], question["ask"]) for choice in question["choices"]]
    if choices and question["ask"] != "card":
        return choices
    table = question["table"]
    hand = table["hands"].get(table.get("dummy") or table["you"], [])
    return [*(_offer(code, _name_card(code), "card") for code in dict.fromkeys(hand) if code != "??"), *choices]


def _list_numbers(question: Question, step: Step, counts: str) -> list[WallOption]:
    """Return the numbers of which a question that is answered in a field says something: the right one and typical mistakes.

    Without a typical mistake there is nothing to vote on, and the list is empty.
    """
    numbers = sorted((answer for answer in step["answers"]["answers"] if answer != "other"), key=float)
    if len(numbers) < 2:
        return []
    return [_offer(number, _write_number(number, question["ask"], counts), "choice") for number in numbers]


def _write_number(number: str, ask: str, counts: str) -> str:
    if not re.fullmatch("-?[0-9]+", number):
        return number
    if ask != "amount":
        return f"{int(number):,}".replace("-", "−")
    return format_amount(int(number)) if counts == "money" else f"{number} {counts}"


def _offer(answer: str, label: str, ask: str) -> WallOption:
    codes = answer.split()
    is_cards = (ask == "card" or len(codes) > 1) and all(map(_read_card, codes))
    is_color = ask == "trump" and answer in ("R", "Y", "B", "G")
    return {"answer": answer, "label": label, "cards": codes if is_cards else [], "color": answer if is_color else ""}


def _read_card(code: str) -> Card | None:
    try:
        return parse_card(code)
    except NotationError:
        return None


def _name_card(code: str) -> str:
    card = _read_card(code)
    return list_facts(card)["name"] if card else code


def _reveal(question: Question, step: Step, options: list[WallOption]) -> WallRevealed:
    answers = step["answers"]
    offered_answers = [option["answer"] for option in options]
    right = [answer for answer in offered_answers if answer in answers["right"]]
    best = answers["right"][0]
    if not right:  # a set of cards
        right = [answer for answer in offered_answers if answer in best.split()]
    best_answer = cast(AnswerShown, answers["answers"].get(best, {"sentence": ""}))
    seats = len(question["table"]["hands"])
    plays = best_answer.get("plays", [])[: max(0, seats - len(question["table"]["trick"]))]
    tricks = best_answer.get("tricks", [])
    return {
        "right": right,
        "takes_all": question["ask"] == "mark" or question["size"] > 1,
        "headline": best_answer.get("outcome", "").removeprefix("Correct."),
        "text": best_answer["sentence"],
        "why": {
            answer: reply["refusal"]["text"] if "refusal" in reply else reply["sentence"]
            for answer, reply in answers["answers"].items()
            if answer in offered_answers and answer not in right
        },
        "plays": plays,
        "trick": tricks[0] if tricks and len(question["table"]["trick"]) + len(plays) == seats else None,
    }


def _reveal_story(board: BoardTree) -> WallRevealed:
    story = board["case"]["story"]
    return {
        "right": [],
        "takes_all": False,
        "headline": "",
        "text": story["answer"],
        "why": {},
        "plays": [],
        "trick": None,
    }


# Pages on probability


def make_page_slides(page: Page) -> list[WallSlide]:
    """Return the guess of a page, as a vote between ranges, and its questions that have options."""
    page_data = show_page(page)
    name, where = _CHANCE + page.id, f"Chance: {page.title}"
    scale, guess = page_data["tables"]["guess"], page_data["guess"]
    value = float(guess["answer"]) * scale["factor"]
    labels, place = write_ranges(scale, value)
    first = _ask_page(name, where, guess["ask"], labels) | {"setup": page_data["goal"]}
    slides = [_make_page_slide(first, labels[place], write_guess(scale, value), guess["why"], {})]
    for number, question in enumerate(page_data["questions"], 1):
        if question["kind"] in _CHOICE_FORMS:
            asked = _ask_page(f"{name}/{number}", f"{where}, question {number}", question["ask"], question["options"])
            slides.append(_make_page_slide(asked, question["right"], "", question["why"], question["wrong"]))
    return slides


def _ask_page(name: str, where: str, text: str, options: list[str]) -> dict[str, Any]:
    options_offered = [_offer(label, label, "choice") for label in options]
    return {
        "name": name,
        "where": where,
        "setup": "",
        "text": text,
        "given": "",
        "size": 0,
        "options": options_offered,
        "table": None,
        "seats": {},
        "sides": [],
        "counts": "",
        "hide": [],
    }


def _make_page_slide(asked: dict[str, Any], right: str, headline: str, text: str, why: Mapping[str, str]) -> WallSlide:
    revealed: WallRevealed = {
        "right": [right],
        "takes_all": False,
        "headline": headline,
        "text": text,
        "why": dict(why),
        "plays": [],
        "trick": None,
    }
    return {"asked": cast(WallAsked, asked), "revealed": revealed}
