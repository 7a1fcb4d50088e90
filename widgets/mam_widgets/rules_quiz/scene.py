"""What a question of the quiz shows: the position without what it comes to, and after the answer the whole of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from mam import list_situations
from mam.drawing import page_svg, table_svg, table_text
from mam.games.trick_round import TrickRound
from mam.library.situations.pages import make_scene_of
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.editions import get_edition
from mam.rules.moves import Play
from mam.rules.rulings import Ruling, ruling
from mam.scenes import Scene, list_card_facts, make_empty_scene
from mam.scenes.actions import Action, Tab, make_action, make_key, make_tab
from mam.scenes.labels import cite
from mam.scenes.move_words import name_cards
from mam.scenes.schema import Badge, CallMade, RulingPart, Seat
from mam_widgets.rules_quiz.case import Case
from mam_widgets.rules_quiz.model import Marked, Question, Quizzing
from mam_widgets.rules_quiz.phrases import KINDS
from mam_widgets.rules_quiz.schema import (
    QuizAnswer,
    QuizChoice,
    QuizForm,
    QuizNumber,
    QuizScene,
    QuizTrick,
    QuizVisible,
)
from mam_widgets.shared.edition_picker import name_edition
from mam_widgets.shared.edition_schema import Choice

# The questions whose answer does not lie open in the position; for all others the set-up in words has to do.
_LOOKED_AT = frozenset(
    "winner, side, led, worth, on top, bull and bear, legal, refused by, cites, playable, in every discard, amounts, most, "
    "captured, made, scores, entered, adjustments, settled, totals, winners, turn, actor, trump, high bid, bidder, phase".split(
        ", "
    )
)
_ASKS_BIDDER = ("bidder", "high bid", "actor", "trump", "turn", "phase")
# What is asked of the pack, the deal or the table, whatever has been played.
_OF_THE_PACK = ("cards", "money", "dealt", "left over", "discard size", "ranks", "seating", "kind of rule")
_CALLING = ("auction", "sealed")  # phases in which the cards of a hand make no move legal
# Words of the rules that a question is about, where the rules of the last move need not be about it.
_NEST = r"\b(nest|widow|discard)"
_SUBJECTS = {
    "dealer": r"\bdeal(s|t|ing)\b|\bthe deal\b|\bdealer\b",
    "next dealer": r"\bdeal(s|t|ing)\b|\bthe deal\b|\bdealer\b",
    "nest seen": _NEST,
    "shown": _NEST,
    "seating": r"\b(sides?|partners?|teams?|opposite|seats?|sits?|dumm(y|ies))\b",
    "partners": r"\bpartners?\b",
    "trump": r"\btrump",
    "bidder": r"\b(bid|bids|bidder|bidding|call|calls|pass|passes)\b",
    "high bid": r"\b(bid|bids|bidder|bidding|raise)\b",
}
_OF_THE_SITUATION = ("dealer", "next dealer", "nest seen", "shown", "seating", "partners")  # whatever was played last
_TITLE = "Rules quiz"


def cover(question: Question) -> Scene:
    """Return the position as it is shown with the question: who sits where, the cards, the calls, but nothing that follows."""
    case, question_name = question.case, question.case.check.question
    counts = (
        question_name == "money" and case.facts["at"] in case.rules.seats
    )  # what a hand holds is there to be added up
    if not (question_name in _LOOKED_AT or counts) or "trick" in case.facts or "round" in case.facts:
        return make_empty_scene(_TITLE)
    scene = make_scene_of(case.place)
    shown_hands = _list_visible(question)["hands"] if case.round is not None else None
    covered: Scene = {
        **make_empty_scene(_TITLE),
        "colors": scene["colors"],
        "auction": scene["auction"] if case.states_calls else _find_high_call(scene),
        "unit": "tricks" if scene["trick"] else scene["unit"],  # where tricks are counted none has a worth to tell
        "badges": _badges(scene, question_name),
        "seats": [
            _hide_roles(seat, case)
            if shown_hands is None or seat["seat"] in shown_hands
            else _hide_hand(_hide_roles(seat, case))
            for seat in scene["seats"]
        ],
        "trick": [{**card, "is_winning": False, "is_last": False} for card in scene["trick"]],
        "is_trick_complete": scene["is_trick_complete"],
    }
    if "lines" in scene:
        covered["lines"] = scene["lines"]
    if "word" in scene:
        covered["word"] = scene["word"]
    return covered


def _badges(scene: Scene, question_name: str) -> list[Badge]:
    """Return the edition, and trump unless that is asked."""
    first, *badges = scene["badges"]
    return [first, *(badge for badge in badges if badge.get("color") and question_name != "trump")]


def _hide_roles(seat: Seat, case: Case) -> Seat:
    """Return a seat without whose turn it is; where the bid is asked about, as it was before anybody took up the nest."""
    asks_bidder = case.check.question in _ASKS_BIDDER
    bare: Seat = {
        **seat,
        "turn": False,
        "role": seat["role"] if seat["role"].startswith("bidder") and not asks_bidder else "",
    }
    if not asks_bidder:
        return bare
    if case.round is None or case.round.phase == "play":
        return {**bare, "side": ""}
    return {**bare, "side": "", "open_cards": None, "cards_beneath": [], "cards": case.round.rules.hand_size}


def _find_high_call(scene: Scene) -> list[CallMade]:
    """Return the call that won the auction: where the document has no other, those before it were made up."""
    return [call for call in scene["auction"] if not call["pass"]][-1:]


def _hide_hand(seat: Seat) -> Seat:
    """Return a seat without its cards: those that the document does not name were only dealt to fill the hands."""
    return {**seat, "open_cards": None, "cards_beneath": []}


def uncover(question: Question) -> Scene:
    """Return the same position with what came of it: who takes the trick, the count. What was shown keeps its place."""
    case, covered = question.case, cover(question)
    scene = make_scene_of(case.place)
    if covered["seats"]:
        winning = {(card["seat"], card["order"]): card["is_winning"] for card in scene["trick"]}
        covered["trick"] = [{**card, "is_winning": winning[card["seat"], card["order"]]} for card in covered["trick"]]
        covered |= {"unit": scene["unit"], "trick_value": scene["trick_value"], "effect": scene["effect"]}
    return {**covered, "count": scene["count"], "note": scene.get("note"), "strip": scene["strip"]}


def list_tricks(case: Case, is_answered: bool) -> list[QuizTrick]:
    """Return the tricks that were played, card by card, where there are several; who took each once the answer is given."""
    round = case.round
    if not isinstance(round, TrickRound) or (len(round.tricks) < 2 and "trick" not in case.facts):
        return []
    return [
        {
            "number": number,
            "plays": [
                {
                    "name": case.name(seat),
                    "short": case.situation.people.get(seat, seat),
                    "card": card.code,
                    "is_winning": is_answered and seat == trick.winner,
                }
                for seat, card in trick.plays
            ],
        }
        for number, trick in enumerate(round.tricks, 1)
    ]


def describe_verdict(question: Question, marked: Marked) -> tuple[str, str]:
    """Return whether an answer is right, and why: what the rules say of this position, or the right answer itself."""
    head = "Correct." if marked.right else "Partly correct." if _is_partly_right(question, marked) else "Wrong."
    because = next((text for text in _reasons(question) if _names_answer(question, text)), "")
    answer = "" if marked.right else f"Correct answer: {_sentence(question.form.describe(question.right))}"
    return head, because or answer


def _reasons(question: Question) -> list[str]:
    """Return what the rules say of this position, the sentences that name the right answer first."""
    reasons = dict.fromkeys(ruling.reason for ruling in _rulings(question) if ruling.reason)
    return sorted(reasons, key=lambda text: not _names_answer(question, text))


def _names_answer(question: Question, text: str) -> bool:
    form = question.form
    if form.kind != "numbers":
        return any(form.labels[place].split(" (")[0] in text for place in question.right)
    return any(number and format_amount(number, form.unit) in text for number in question.right if form.unit != "count")


def _is_partly_right(question: Question, marked: Marked) -> bool:
    pairs = zip(marked.given, question.right, strict=False)
    return question.form.kind == "numbers" and any(given == right for given, right in pairs)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def make_quiz_scene(quiz: Quizzing, message: str) -> QuizScene:
    """Return all there is to see of a quiz; before the answer, nothing of what it is."""
    question, marked = quiz.question, quiz.marked
    table = uncover(question) if marked else cover(question)
    if marked:
        table["ruling"] = _ruling(question, marked)
    rules = question.case.rules
    form, tricks = _form(question), list_tricks(question.case, bool(marked))
    parts = [*table.values(), form["cards"], tricks]
    return {
        **table,
        # A position has some of the cards, or cards of another deal.
        "cards": list_card_facts(parts, get_edition(rules.id)) | list_card_facts(parts, rules),
        "live": message or ask_aloud(quiz),
        "quiz": {
            "id": question.id,
            "index": quiz.index,
            "count": len(quiz.deck),
            "kind": KINDS[question.kind],
            "edition": name_edition(rules).removeprefix("Make-a-Million, ").removesuffix(", four players"),
            "setup": "" if question.hides_setup else question.case.situation.setup,
            "text": question.text,
            "form": form,
            "tricks": tricks,
            "visible": _list_visible(question),
            "response": list(marked.given) if marked else None,
            "score": {"right": quiz.score.right, "total": quiz.score.answered},
            "marks": [_mark(quiz.answers.get(item.id)) for item in quiz.deck],
            "missed_count": len(quiz.record.missed),
            "file": f"{quiz.record.path}" if quiz.record.path else "",
            "file_message": quiz.record.message,
            "choice": _choice(quiz),
            "result": _make_result(question, marked) if marked else None,
        },
        "actions": _list_actions(quiz),
        "tabs": _list_tabs(marked is not None),
    }


def _list_actions(quiz: Quizzing) -> list[Action]:
    """Return what can be done now. What is ticked or typed only the browser knows: it says why it can't be checked yet."""
    index, is_answered = quiz.index, quiz.marked is not None
    first = "This is the first question." if index == 0 else ""
    last = "This is the last question." if index + 1 >= len(quiz.deck) else ""
    answered = "You have answered this question. Go on to the next one."
    previous_message, next_message = {"do": "go_to", "index": max(0, index - 1)}, {"do": "go_to", "index": index + 1}
    if is_answered:
        end = "This is the last question. Restart, or choose another topic." if last else ""
        main = make_action(
            "next", "Next question", next_message, short="Next", key="n", rank=0, is_primary=True, why_not=end
        )
    else:
        main = make_action("answer", "Check answer", {"act": "answer"}, short="Check", rank=0, is_primary=True)
    return [
        make_action(
            "before",
            "Previous",
            previous_message,
            does="previous question",
            icon="back",
            key="[",
            side="help",
            why_not=first,
        ),
        make_action(
            "skip", "Skip", next_message, icon="forward", side="help", rank=4, why_not=answered if is_answered else last
        ),
        make_key("]", "forward", "next question", next_message, last),
        make_key("e", "explain", "the ruling", {"act": "tab", "name": "ruling"}),
        main,
    ]


def _list_tabs(is_answered: bool) -> list[Tab]:
    """Return what can be read: the ruling and the source only after the answer."""
    waits = "appears here after you answer."
    return [
        make_tab("progress", "Progress", ["progress"], nav=1),
        make_tab(
            "ruling",
            "Ruling",
            ["verdict", "count", "note", "color-order"] if is_answered else [],
            empty=f"The ruling {waits}",
            nav=2,
        ),
        make_tab("case", "Source", ["case"], empty=f"The documented case, with its source, {waits}", nav=3),
        make_tab(
            "position",
            "Position",
            ["position"],
            empty="This question is about the rules, not about a position.",
            nav=4,
        ),
    ]


def ask_aloud(quiz: Quizzing) -> str:
    """Return the question as one sentence for the live region."""
    return f"Question {quiz.index + 1} of {len(quiz.deck)}: {quiz.question.text}"


def _form(question: Question) -> QuizForm:
    form = question.form
    hints = {"money": "In thousands (175) or dollars ($175,000)", "points": "In points", "tricks": "In tricks"}
    return {
        "kind": form.kind,
        "labels": list(form.labels),
        "details": _details(question),
        "cards": list(form.cards),
        "hint": hints.get(form.unit, "") if form.kind == "numbers" else "",
    }


def _details(question: Question) -> list[str]:
    """Return what stands under each choice: of seats, the card that each played to the trick asked about."""
    case, form = question.case, question.form
    if case.check.question != "winner" or form.values != case.rules.seats:
        return []
    played = {card["seat"]: Card(card["card"]) for card in cover(question)["trick"]}
    return [f"with {name_cards([played[seat]])}" if seat in played else "" for seat in case.rules.seats]


def _list_visible(question: Question) -> QuizVisible:
    """Return what of the position has to be seen for this answer, beside the trick."""
    case, question_name, round = question.case, question.case.check.question, question.case.round
    is_auction = round is not None and round.phase in _CALLING
    hands = [case.facts["at"]] if question_name == "money" else []
    if question.kind == "legal" and round is not None and not is_auction and not question.form.cards:
        hands = [round.turn] if round.turn else list(round.turn_order)
    return {
        "hands": hands,
        "calls": question.kind == "score" or (question.kind == "legal" and is_auction) or question_name in _ASKS_BIDDER,
    }


def _mark(marked: Marked | None) -> Literal["right", "wrong", ""]:
    return "" if marked is None else "right" if marked.right else "wrong"


def _ruling(question: Question, marked: Marked) -> RulingPart:
    """Return the right answer, what the rules say of this position, and the rules."""
    rulings = _rulings(question)
    by_id = {ruling.id: ruling for ruling in rulings}
    answer = _sentence(question.form.describe(question.right))
    kind: Literal["ok", "info"] = "ok" if marked.right else "info"
    head = f"Correct answer: {answer}"
    return {
        "kind": kind,
        "head": head,
        "text": " ".join(_reasons(question)),
        "moves": [],
        "cites": [cite(rule) for rule in by_id.values()],
    }


def _rulings(question: Question) -> Sequence[Ruling]:
    """Return the rules behind the answer: of cards that may be played, those against the others; of what came of a move, the
    last first."""
    rulings, round = question.case.finding.rulings, question.case.round
    question_name = question.case.check.question
    documented = [ruling(name) for name in question.case.situation.rules]
    if question_name in _OF_THE_PACK and question_name not in _SUBJECTS:
        return documented  # not what the last move was made under
    if question_name == "scores" and round is not None and round.result is not None:
        return [round.rules.cite(reason) for reason in round.why_scored()] or rulings[::-1]  # not what ended the match
    if pattern := _SUBJECTS.get(question_name):
        sources = (documented, rulings) if question_name in _OF_THE_SITUATION else (rulings, documented)
        on_subject = ([rule for rule in source if re.search(pattern, rule.words, re.IGNORECASE)] for source in sources)
        return next(filter(None, on_subject), documented)
    if question.case.check.question == "playable" and round is not None:
        against = [round.why_not(Play(Card(code))) for code in question.form.cards]
        return [refusal for refusal in against if refusal is not None] or rulings
    return rulings[::-1] if question.kind in ("capture", "worth", "score") else rulings


def _make_result(question: Question, marked: Marked) -> QuizAnswer:
    """Return what is shown only when the question has been answered."""
    situation, form = question.case.situation, question.form
    head, why = describe_verdict(question, marked)
    return {
        "head": head,
        "why": why,
        "setup": situation.setup,
        "right": list(question.right),
        "is_right": marked.right,
        "numbers": _numbers(question, marked) if form.kind == "numbers" else [],
        "title": f"{situation.id}. {situation.title}",
        "kind": situation.kind.capitalize(),
        "source": situation.source,
        "question": situation.question,
        "answer": situation.answer,
    }


def _numbers(question: Question, marked: Marked) -> list[QuizNumber]:
    """Return each number that was typed, and what it should be."""
    form = question.form
    single = replace(form, values=(None,), labels=("",))
    return [
        {
            "label": label,
            "entry": single.describe([given]),
            "right": single.describe([right]),
            "is_right": given == right,
        }
        for label, given, right in zip(form.labels, marked.given, question.right, strict=True)
    ]


def _choice(quiz: Quizzing) -> QuizChoice:
    """Return what can be asked, and what is."""
    choice = quiz.choice
    editions = dict.fromkeys(situation.edition for situation in list_situations())
    return {
        "editions": [
            {"id": "", "text": "All rules"},
            *[Choice(id=edition, text=get_edition(edition).name) for edition in editions],
        ],
        "edition": choice.edition,
        "kinds": [{"id": "", "text": "All topics"}, *[Choice(id=kind, text=text) for kind, text in KINDS.items()]],
        "kind": choice.kinds[0] if len(choice.kinds) == 1 else "",
        "only_missed": choice.missed,
    }


# Without a kernel


def write_panels(scene: QuizScene) -> list[tuple[str, list[str]]]:
    """Return the question, and what is known of its answer, as headings with their lines."""
    quiz, verdict, result = scene["quiz"], scene["ruling"], scene["quiz"]["result"]
    choices = quiz["form"]["labels"] if quiz["form"]["kind"] != "numbers" else []
    lines = [quiz["setup"], quiz["text"], *(f"· {label}" for label in choices)]
    panels = [
        (f"Question {quiz['index'] + 1} of {quiz['count']} · {quiz['edition']}", [line for line in lines if line])
    ]
    if quiz["tricks"]:
        panels.append(("The tricks", [_trick_line(trick) for trick in quiz["tricks"]]))
    if verdict and result:
        rules = [f"{cite['id']}: {cite['words']} ({cite['source']})" for cite in verdict["cites"]]
        panels.append((result["head"], [line for line in (verdict["head"], verdict["text"], *rules) if line]))
        panels.append((result["title"], [result["source"], result["question"], result["answer"]]))
    score = quiz["score"]
    return [*panels, ("Score", [f"{score['right']} correct of {score['total']} answered."])]


def _trick_line(trick: QuizTrick) -> str:
    return f"{trick['number']}. " + ", ".join(f"{play_['name']} {play_['card']}" for play_ in trick["plays"])


def draw_quiz(scene: QuizScene) -> str:
    """Return the position as a picture; where there is none to look at, the question as a page."""
    return table_svg(scene) if scene["seats"] else page_svg(scene["title"], write_panels(scene))


def write_quiz(scene: QuizScene) -> str:
    """Return the question, and the position, as text."""
    table = [table_text(scene)] if scene["seats"] else []
    return "\n\n".join([*("\n".join([heading, *lines]) for heading, lines in write_panels(scene)), *table])
