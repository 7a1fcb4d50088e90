"""What a question of the quiz shows: the position without what it comes to, and after the answer the whole of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from mam import list_situations
from mam.drawing import page_svg, table_svg, table_text
from mam.games.trick_round import TrickRound
from mam.library.situations.pages import make_scene_of
from mam.rules.cards import Card
from mam.rules.editions import get_edition
from mam.rules.moves import Play
from mam.rules.rulings import Ruling, ruling
from mam.scenes import Scene, list_card_facts, make_empty_scene
from mam.scenes.labels import cite
from mam.scenes.schema import Badge, RulingPart, Seat
from mam_widgets.rules_quiz.case import Case
from mam_widgets.rules_quiz.model import Marked, Question, Quizzing
from mam_widgets.rules_quiz.phrases import KINDS
from mam_widgets.shared.edition_picker import name_edition
from mam_widgets.shared.edition_schema import Choice
from mam_widgets.shared.schema import QuizAnswer, QuizChoice, QuizForm, QuizNumber, QuizScene, QuizTrick

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
_TITLE = "Rules quiz"


def cover(question: Question) -> Scene:
    """The position as it is shown with the question: who sits where, the cards, the calls, but nothing that follows."""
    case, asked = question.case, question.case.check.question
    counts = asked == "money" and case.facts["at"] in case.rules.seats  # what a hand holds is there to be added up
    if not (asked in _LOOKED_AT or counts) or "trick" in case.facts or "round" in case.facts:
        return make_empty_scene(_TITLE)
    scene = make_scene_of(case.place)
    known: Scene = {
        **make_empty_scene(_TITLE),
        "colors": scene["colors"],
        "auction": scene["auction"],
        "unit": "tricks" if scene["trick"] else scene["unit"],  # where tricks are counted none has a worth to tell
        "badges": _badges(scene, asked),
        "seats": [_hide_roles(seat, case) for seat in scene["seats"]],
        "trick": [{**card, "winning": False, "last_played": False} for card in scene["trick"]],
        "trick_done": scene["trick_done"],
    }
    if "lines" in scene:
        known["lines"] = scene["lines"]
    if "word" in scene:
        known["word"] = scene["word"]
    return known


def _badges(scene: Scene, asked: str) -> list[Badge]:
    """The edition, and trump unless that is asked."""
    first, *more = scene["badges"]
    return [first, *(badge for badge in more if badge.get("color") and asked != "trump")]


def _hide_roles(seat: Seat, case: Case) -> Seat:
    """A seat without whose turn it is; where the bid is asked about, as it was before anybody took up the nest."""
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
    return {**bare, "side": "", "open": None, "under": [], "cards": case.round.rules.hand_size}


def uncover(question: Question) -> Scene:
    """The whole position, to be looked at: nothing can be played in it."""
    scene = make_scene_of(question.case.place)
    scene |= {"hand": None, "calls": None, "trumps": None, "choices": None, "spell": None, "next": None, "others": None}
    return {**scene, "title": _TITLE}


def list_tricks(case: Case) -> list[QuizTrick]:
    """The tricks that were played, card by card, where there are several."""
    round = case.round
    if not isinstance(round, TrickRound) or (len(round.tricks) < 2 and "trick" not in case.facts):
        return []
    return [
        {"number": number, "plays": [{"who": case.name(seat), "card": card.code} for seat, card in trick.plays]}
        for number, trick in enumerate(round.tricks, 1)
    ]


def describe_verdict(question: Question, marked: Marked) -> tuple[str, str]:
    """Whether an answer is right, and what is."""
    form, right = question.form, question.form.tell(question.right)
    if marked.right:
        return "Correct.", _sentence(right)
    return "Wrong.", f"Your answer: {_sentence(form.tell(marked.given))} Correct answer: {_sentence(right)}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def make_quiz_scene(quiz: Quizzing, told: str) -> QuizScene:
    """All there is to see of a quiz; before the answer, nothing of what it is."""
    question, marked = quiz.question, quiz.marked
    table = uncover(question) if marked else cover(question)
    if marked:
        table["ruling"] = _ruling(question, marked)
    form, tricks = _form(question), list_tricks(question.case)
    shown = [table["seats"], table["trick"], form["cards"], tricks, *([*table.values()] if marked else [])]
    return {
        **table,
        "cards": list_card_facts(shown, question.case.rules),
        "live": told or ask_aloud(quiz),
        "quiz": {
            "id": question.id,
            "at": quiz.at,
            "count": len(quiz.deck),
            "kind": KINDS[question.kind],
            "edition": name_edition(question.case.rules),
            "setup": "" if not marked and question.is_given_away else question.case.situation.setup,
            "words": question.words,
            "form": form,
            "tricks": tricks,
            "given": list(marked.given) if marked else None,
            "score": {"right": quiz.score.right, "answered": quiz.score.answered},
            "missed": len(quiz.record.missed),
            "file": f"{quiz.record.path}" if quiz.record.path else "",
            "said": quiz.record.said,
            "choice": _choice(quiz),
            "after": _after(question, marked) if marked else None,
        },
    }


def ask_aloud(quiz: Quizzing) -> str:
    """The question as one sentence for the live region."""
    return f"Question {quiz.at + 1} of {len(quiz.deck)}: {quiz.question.words}"


def _form(question: Question) -> QuizForm:
    form = question.form
    hints = {"money": "In thousands (175) or dollars ($175,000)", "points": "In points", "tricks": "In tricks"}
    return {
        "way": form.way,
        "labels": list(form.labels),
        "cards": list(form.cards),
        "hint": hints.get(form.unit, "") if form.way == "numbers" else "",
    }


def _ruling(question: Question, marked: Marked) -> RulingPart:
    """The verdict, what the rules say of this position, and the rules."""
    head, text = describe_verdict(question, marked)
    rulings = _rulings(question)
    because = dict.fromkeys(ruling.because for ruling in rulings if ruling.because)
    once = {ruling.id: ruling for ruling in rulings}
    told = " ".join([text, *because])
    kind: Literal["ok", "stop"] = "ok" if marked.right else "stop"
    return {"kind": kind, "head": head, "text": told, "may": [], "cites": [cite(item) for item in once.values()]}


def _rulings(question: Question) -> Sequence[Ruling]:
    """The rules behind the answer: of cards that may be played, those against the others; of what came of a move, the last
    first."""
    found, round = question.case.finding.rulings, question.case.round
    if question.case.check.question in _OF_THE_PACK:
        return [ruling(name) for name in question.case.situation.rules]  # not what the last move was made under
    if question.case.check.question == "playable" and round is not None:
        against = [round.why_not(Play(Card(code))) for code in question.form.cards]
        return [one for one in against if one is not None] or found
    return found[::-1] if question.kind in ("capture", "worth", "score") else found


def _after(question: Question, marked: Marked) -> QuizAnswer:
    """What is shown only when the question has been answered."""
    situation, form = question.case.situation, question.form
    return {
        "right": list(question.right),
        "is_right": marked.right,
        "numbers": _numbers(question, marked) if form.way == "numbers" else [],
        "title": f"{situation.id}. {situation.title}",
        "kind": situation.kind.capitalize(),
        "source": situation.source,
        "question": situation.question,
        "answer": situation.answer,
    }


def _numbers(question: Question, marked: Marked) -> list[QuizNumber]:
    """Each number that was typed, and what it should be."""
    form = question.form
    alone = replace(form, values=(None,), labels=("",))
    return [
        {"label": label, "given": alone.tell([given]), "right": alone.tell([right]), "fine": given == right}
        for label, given, right in zip(form.labels, marked.given, question.right, strict=True)
    ]


def _choice(quiz: Quizzing) -> QuizChoice:
    """What can be asked, and what is."""
    choice = quiz.choice
    editions = dict.fromkeys(situation.edition for situation in list_situations())
    return {
        "editions": [
            {"id": "", "text": "Any edition"},
            *[Choice(id=edition, text=get_edition(edition).name) for edition in editions],
        ],
        "edition": choice.edition,
        "kinds": [{"id": "", "text": "Anything"}, *[Choice(id=name, text=words) for name, words in KINDS.items()]],
        "kind": choice.kinds[0] if len(choice.kinds) == 1 else "",
        "missed": choice.missed,
    }


# Without a kernel


def write_panels(scene: QuizScene) -> list[tuple[str, list[str]]]:
    """The question, and what is known of its answer, as headings with their lines."""
    quiz, verdict, after = scene["quiz"], scene["ruling"], scene["quiz"]["after"]
    choices = quiz["form"]["labels"] if quiz["form"]["way"] != "numbers" else []
    asked = [quiz["setup"], quiz["words"], *(f"· {label}" for label in choices)]
    panels = [(f"Question {quiz['at'] + 1} of {quiz['count']} · {quiz['edition']}", [line for line in asked if line])]
    if quiz["tricks"]:
        panels.append(("The tricks", [_trick_line(trick) for trick in quiz["tricks"]]))
    if verdict and after:
        rules = [f"{cite['id']}: {cite['words']} ({cite['source']})" for cite in verdict["cites"]]
        panels.append((verdict["head"], [verdict["text"], *rules]))
        panels.append((after["title"], [after["source"], after["question"], after["answer"]]))
    score = quiz["score"]
    return [*panels, ("Score", [f"{score['right']} correct of {score['answered']} answered."])]


def _trick_line(trick: QuizTrick) -> str:
    return f"{trick['number']}. " + ", ".join(f"{play_['who']} {play_['card']}" for play_ in trick["plays"])


def draw_quiz(scene: QuizScene) -> str:
    """The position as a picture; where there is none to look at, the question as a page."""
    return table_svg(scene) if scene["seats"] else page_svg(scene["title"], write_panels(scene))


def write_quiz(scene: QuizScene) -> str:
    """The question, and the position, as text."""
    table = [table_text(scene)] if scene["seats"] else []
    return "\n\n".join([*("\n".join([heading, *lines]) for heading, lines in write_panels(scene)), *table])
