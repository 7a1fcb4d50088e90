"""The quiz without a browser: every question of every case, what is shown before the answer, the learner's file."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

import mam
from mam.library.situations import situation as situation_module

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.rules_quiz.case import Case
from mam_widgets.rules_quiz.forms import may_ask
from mam_widgets.rules_quiz.model import _NEVER_ASKED, Choice, Question, Quizzing, all_questions, draw_questions
from mam_widgets.rules_quiz.phrases import KINDS, phrase_question
from mam_widgets.rules_quiz.record import QuizRecord
from mam_widgets.rules_quiz.scene import _list_visible, _rulings, cover, describe_verdict, make_quiz_scene, uncover
from mam_widgets.rules_quiz.widget import Quiz, quiz

pytestmark = pytest.mark.usefixtures("sound_cases")


def send(table: Quiz, **message: object) -> dict:
    table.handle_message(message)
    return table.scene


def put(question: Question) -> Quizzing:
    return Quizzing(Choice(ids=(question.id,)), 1, QuizRecord())


def right_of(question: Question) -> list[object]:
    return [*question.right] if question.form.kind != "numbers" else [str(number) for number in question.right]


def wrong_of(question: Question) -> list[list[object]]:
    """Wrong answers: every other choice, each set with one choice more or less, each number one too many."""
    form, right = question.form, list(question.right)
    if form.kind == "one":
        return [[place] for place in range(len(form.values)) if place not in right]
    if form.kind == "many":
        return [sorted(set(right) ^ {place}) for place in range(len(form.values))]
    return [[str(number + (place == index)) for place, number in enumerate(right)] for index in range(len(right))]


def count_cases() -> int:
    return len({question.case.situation.id for question in all_questions()})


def test_every_documented_case_is_asked_about() -> None:
    asked = {question.case.situation.id for question in all_questions()}
    assert asked == {situation.id for situation in mam.list_situations()}
    assert {question.kind for question in all_questions()} == set(KINDS)


def test_the_right_answer_is_what_the_documents_say() -> None:
    for question in all_questions():
        assert question.case.finding.passed, question.id
        assert question.right == question.form.places(question.case.check.expected), question.id


def test_the_right_answer_is_accepted_and_each_wrong_one_refused_with_its_words() -> None:
    for question in all_questions():
        asked = put(question)
        assert asked.answer(right_of(question)).right, question.id
        wrongs = wrong_of(question)
        assert wrongs, question.id
        for wrong in wrongs:
            asked.begin(asked.choice, 1)
            assert not asked.answer(wrong).right, (question.id, wrong)
        ruling = make_quiz_scene(asked, "")["ruling"]
        assert question.form.describe(question.right)[1:] in ruling["head"], question.id
        assert asked.marked and describe_verdict(question, asked.marked)[0] in ("Wrong.", "Partly correct.")
        assert ruling["cites"], question.id


def test_an_unanswered_question_does_not_hold_its_answer() -> None:
    for question in all_questions():
        asked = put(question)
        scene = make_quiz_scene(asked, "")
        text = json.dumps(scene, ensure_ascii=False)
        situation = question.case.situation
        assert scene["ruling"] is None and scene["quiz"]["result"] is None, question.id
        assert situation.answer not in text and situation.title not in text, question.id
        for hidden in ("money", "tally", "count", "strip", "alternatives", "captured", "hand", "history"):
            assert not scene.get(hidden), (question.id, hidden)
        assert not any(card["is_winning"] for card in scene.get("trick", ())), question.id
        assert not any(seat["turn"] for seat in scene["seats"]), question.id
        for ruling in question.case.finding.rulings:
            assert ruling.words not in text, question.id


def shows_enough(question: Question, scene: dict) -> bool:
    """Whether the position alone is enough to answer by: a hand that lies open, or the cards of every trick."""
    asked = question.case.check.question
    if asked == "money":
        return any(seat.get("open_cards") for seat in scene["seats"])
    played = question.case.round.tricks if question.case.round else ()
    shown = len(scene["quiz"]["tricks"]) or bool(scene.get("trick"))
    return asked not in ("bidder", "high bid", "turn", "trump") and 0 < len(played) <= shown


def test_a_set_up_that_states_the_answer_waits_for_it() -> None:
    telling = [question for question in all_questions() if question.is_given_away]
    assert telling
    for question in telling:
        asked = put(question)
        scene = make_quiz_scene(asked, "")
        assert not scene["quiz"]["setup"]
        assert shows_enough(question, scene), f"{question.id}: name it in _NEVER_ASKED, or say less in its set-up"
        asked.answer(right_of(question))
        answered = make_quiz_scene(asked, "")["quiz"]
        assert not answered["setup"]  # the question keeps its place
        assert answered["result"]["setup"] == question.case.situation.setup


def test_a_set_up_with_another_trump_is_not_shown_beside_the_cards() -> None:
    """B61 begins with Black as trump; three of its checks are about tricks without trump."""
    questions = [question for question in all_questions() if question.id.startswith("B61.")]
    hidden = [question for question in questions if question.case.has_another_trump]
    assert 0 < len(hidden) < len(questions)
    assert not any(make_quiz_scene(put(question), "")["quiz"]["setup"] for question in hidden)


def test_what_is_never_asked_would_be_given_away() -> None:
    assert not _NEVER_ASKED & {question.id for question in all_questions()}
    for name in _NEVER_ASKED:
        situation, number = mam.get_situation(name.partition(".")[0]), int(name.partition(".")[2])
        question = Question(name, Case(situation, situation.checks[number - 1]))
        assert question.is_given_away, name
        assert not shows_enough(question, make_quiz_scene(_alone(question), "")), name


def _alone(question: Question) -> Quizzing:
    """A quiz of this question, though it is never asked."""
    asked = Quizzing(Choice(), 1, QuizRecord())
    asked.deck = (question,)
    return asked


NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen".split()


def test_no_text_before_the_answer_holds_it() -> None:
    """The amounts that are asked for, and whole answers that can be chosen, stand nowhere beside the question."""
    for question in all_questions():
        form, facts = question.form, question.case.facts
        shown = make_quiz_scene(put(question), "")["quiz"]
        text = f"{shown['setup']} {shown['text']}"
        if question.case.check.question in ("captured", "worth", "money", "bull and bear", "bidder", "high bid"):
            answer_text = form.describe(question.right)
            amounts = [match for match in re.findall(r"\$[\d,]+\d", answer_text) if match != "$0"]
            if form.kind == "one":  # somebody and an amount: the one or the other may be said
                assert not all(part in text for part in (amounts[0], answer_text.split(", ")[0])), question.id
            else:
                assert not [amount for amount in amounts if re.search(rf"{re.escape(amount)}(?!,?\d)", text)], (
                    question.id
                )
        if form.unit == "count" and "totals" not in facts:
            words = {number: name for number, name in enumerate(NUMBERS, 1) if number > 2}
            for number in (abs(answer) for answer in question.right if abs(answer) > 2):
                assert not re.search(rf"\b({number}|{words.get(number, number)})\b", shown["setup"], re.I), question.id


def test_the_first_question_of_the_lesson_keeps_its_answer() -> None:
    question = quiz("make-a-million-1935", seed=1, record=False)
    answer_text = question._quiz.question.form.describe(question._quiz.question.right)
    assert not [amount for amount in re.findall(r"\$[\d,]+\d", answer_text) if amount in question._words()]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("B17.1", "only $205,000"),  # the amount that is asked for
        ("B18.1", "exactly that"),
        ("B57.1", "they have"),
        ("B71.1", "A takes three"),  # in words
        ("B77.1", "takes 7"),
    ],
)
def test_these_set_ups_wait(name: str, part: str) -> None:
    asked = put(find(name))
    assert part in find(name).case.situation.setup
    assert part not in json.dumps(make_quiz_scene(asked, ""), ensure_ascii=False)


@pytest.mark.parametrize("name", ["B47.5", "B53.1", "B35.3", "B78.3", "B13.1", "B60.3", "B64.10", "B22.2"])
def test_what_has_to_be_worked_out_keeps_its_set_up(name: str) -> None:
    assert make_quiz_scene(put(find(name)), "")["quiz"]["setup"]


def test_nobody_is_asked_for_what_the_set_up_leaves_out_of_the_pack() -> None:
    for question in all_questions():
        if question.case.check.question == "cards" and question.right == (0,):
            assert not re.search(r"\b(left|taken) out\b", question.case.situation.setup), question.id


def test_nobody_is_asked_how_many_play_at_the_table_that_is_shown() -> None:
    asked = [question for question in all_questions() if question.case.check.question == "players"]
    assert asked and all(len(question.right) > 1 for question in asked)


def test_sides_are_asked_for_only_where_there_are_sides() -> None:
    asked = [question for question in all_questions() if question.case.check.question == "seating"]
    assert asked
    for question in asked:
        sides = question.case.finding.answer
        assert len(set(sides)) < len(sides), question.id


def test_every_color_of_the_game_can_be_chosen_though_the_position_lacks_it() -> None:
    for name in ("B29.4", "B60.3"):
        assert find(name).form.labels == ("Red", "Yellow", "Black", "Green", "None")


def test_a_game_without_a_nest_is_not_asked_for_one_and_the_widow_is_called_so() -> None:
    for question in all_questions():
        rules = question.case.rules
        text = f"{question.text} {' '.join(question.form.labels)}"
        if not rules.nest_size:
            assert "nest" not in text and "widow" not in text, question.id
        elif rules.id in ("make-a-million-2004", "six", "eight"):
            assert "nest" not in text, question.id


def test_what_is_asked_of_the_pack_is_not_explained_by_the_last_trick() -> None:
    asked = put(find("B19.1"))
    asked.answer(["55"])
    ruling = make_quiz_scene(asked, "")["ruling"]
    assert ruling["head"] == "Correct answer: 55." and not ruling["text"]
    assert [cite["id"] for cite in ruling["cites"]] == [*mam.get_situation("B19").rules]


@pytest.mark.parametrize("name", ["B31.1", "B48.1", "B57.2"])
def test_a_set_up_does_not_lean_on_the_case_before(name: str) -> None:
    setup = find(name).case.situation.setup
    assert not re.search(r"\bsame (deal|revoke|tricks)\b", setup)


def test_whoever_is_asked_for_every_total_knows_what_each_began_with() -> None:
    setup = find("B84.1").case.situation.setup
    assert all(player in setup for player in ("A stands at 59", "B at 30", "C at nothing", "D at 12"))


def test_the_easiest_questions_come_first() -> None:
    for seed in range(3):
        deck = draw_questions(Choice(), seed, ())
        levels = [question.difficulty for question in deck]
        assert levels == sorted(levels) and levels[0] == 0
        assert all(question.form.kind == "one" for question in deck[:10])
        assert deck[-1].form.kind == "numbers"


def test_a_position_is_set_up_once_and_before_anybody_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up = situation_module.set_up
    count: list[str] = []
    monkeypatch.setattr(situation_module, "set_up", lambda *facts: (count.append(facts[2]), set_up(*facts))[1])
    all_questions.cache_clear()
    try:
        table = quiz(ids="B29", seed=1, record=False)
        count.clear()
        for _ in chain(table.warm_up(), ["end"]):
            assert len(count) <= 1, "one position in each step"
            count.clear()
        draw_questions(Choice(), 3, ())
        assert not count
    finally:
        all_questions.cache_clear()


def test_no_answer_is_known_by_the_length_of_its_words() -> None:
    """Among the choices of unlike length, the right one is not more often the longest, or the shortest, than by chance."""
    longest = shortest = 0
    expected = 0.0
    for question in all_questions():
        lengths = [len(label) for label in question.form.labels]
        if question.form.kind != "one" or len(lengths) < 3 or len(set(lengths)) < 2:
            continue
        (right,) = question.right
        longest += lengths[right] == max(lengths) and lengths.count(max(lengths)) == 1
        shortest += lengths[right] == min(lengths) and lengths.count(min(lengths)) == 1
        expected += 1 / len(lengths)
    spread = 2 * expected**0.5
    assert longest <= expected + spread and shortest <= expected + spread, (longest, shortest, expected)


def test_no_reason_and_no_rule_stands_beside_an_unanswered_question() -> None:
    for question in all_questions():
        scene = make_quiz_scene(put(question), "")
        del scene["quiz"]["form"]  # the titles of rules may be choices
        del scene["quiz"]["setup"]  # what the document tells, like “West passes.”
        text = json.dumps(scene, ensure_ascii=False)
        for rule in question.case.finding.rulings:
            assert not rule.reason or rule.reason not in text, question.id
            assert rule.id not in text, question.id


def test_who_takes_each_trick_is_shown_with_the_answer() -> None:
    asked = put(find("B19.2"))
    plays = [play for trick in make_quiz_scene(asked, "")["quiz"]["tricks"] for play in trick["plays"]]
    assert plays and not any(play["is_winning"] for play in plays)
    asked.answer(right_of(asked.question))
    tricks = make_quiz_scene(asked, "")["quiz"]["tricks"]
    assert all(sum(play["is_winning"] for play in trick["plays"]) == 1 for trick in tricks)


def test_wrong_is_said_once() -> None:
    table = quiz(ids="B29.1", record=False).answer(1)
    shown = {key: value for key, value in table.scene.items() if key != "live"}
    assert json.dumps(shown, ensure_ascii=False).count("Wrong") == 1
    assert table.scene["quiz"]["result"]["why"].startswith("North takes the trick")


def find(name: str) -> Question:
    return next(question for question in all_questions() if question.id == name)


def test_where_the_bid_is_asked_about_nobody_has_taken_up_the_nest_yet() -> None:
    for name in ("B10.1", "B10.2", "B10.3", "B32.1", "B44.2"):
        scene = make_quiz_scene(put(find(name)), "")
        assert scene["auction"], name
        assert {(seat["cards"], seat["side"], seat["open_cards"], seat["role"]) for seat in scene["seats"]} == {
            (13, "", None, "")
        }, name
        assert not any("trump" in badge["text"] for badge in scene["badges"]), name


def test_a_hand_whose_money_is_asked_for_lies_open() -> None:
    scene = make_quiz_scene(put(find("B31.1")), "")
    (south,) = [seat for seat in scene["seats"] if seat["seat"] == "S"]
    assert len(south["open_cards"]) == 13


def test_the_ruling_speaks_of_the_position() -> None:
    asked = put(find("B13.1"))
    asked.answer([0])
    assert "West takes the trick: Red 40 is the highest Red" in make_quiz_scene(asked, "")["ruling"]["text"]
    asked = put(find("B25.2"))  # which cards may be played: the rule against the one that may not
    asked.answer([0])
    assert [cite["id"] for cite in make_quiz_scene(asked, "")["ruling"]["cites"]] == ["R35-PLAY-5"]


def test_every_choice_is_told_apart_and_no_answer_by_its_place() -> None:
    firsts = [question.right == (0,) for question in all_questions() if question.form.kind == "one"]
    assert 0 < sum(firsts) < len(firsts) / 2
    for question in all_questions():
        labels = question.form.labels
        assert len(set(labels)) == len(labels) and all(labels), question.id


def test_the_seed_says_the_order() -> None:
    first, same, different = (draw_questions(Choice(), seed, ()) for seed in (3, 3, 4))
    assert first == same != different
    assert len(first) == len({question.case.situation.id for question in first}) == count_cases()


def test_filters_by_message() -> None:
    table = quiz(seed=1, record=False)
    scene = send(table, do="choose", edition="manhattan", kind="score")
    assert scene["quiz"]["choice"]["edition"] == "manhattan" and scene["quiz"]["choice"]["kind"] == "score"
    assert all(
        question.kind == "score" and question.case.situation.edition == "manhattan" for question in table._quiz.deck
    )
    assert "did not work" in send(table, do="choose", edition="nowhere")["live"]
    assert "missed none" in send(table, do="choose", missed=True)["live"]
    assert len(table._quiz.deck) == scene["quiz"]["count"]  # what cannot be chosen changes nothing


def test_what_is_missed_is_kept_and_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "quiz.json"
    table = quiz(ids="B29.1", record=file)
    right, *_ = table._quiz.question.right
    send(table, do="answer", given=[(right + 1) % 4])
    assert table.missed == ("B29.1",) and table.score == (0, 1)
    second_quiz = quiz(seed=5, record=file)
    scene = send(second_quiz, do="choose", missed=True)
    assert (scene["quiz"]["id"], scene["quiz"]["count"], scene["quiz"]["file"]) == ("B29.1", 1, str(file))
    send(second_quiz, do="answer", given=[right])
    assert second_quiz.missed == ()
    assert json.loads(file.read_text("utf-8"))["answered"]["B29.1"] == {"right": 1, "wrong": 1, "last": "right"}
    assert [path.name for path in file.parent.iterdir()] == ["quiz.json"]


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"format": "mam-quiz-1", "answered": {"B29.1": 3}}', "[" * 100_000])
def test_a_faulty_file_is_said_and_kept_aside(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quiz.json"
    file.write_text(text, "utf-8")
    table = quiz(ids="B29.1", record=file)
    assert "not a record of a quiz" in table.scene["quiz"]["file_message"]
    assert (tmp_path / "quiz-faulty-1.json").read_text("utf-8") == text
    table.answer(0)
    assert json.loads(file.read_text("utf-8"))["format"] == "mam-quiz-1"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "answer", "given": []}, "Choose one"),
        ({"do": "answer", "given": [99]}, "an answer names choices"),
        ({"do": "answer", "given": ["0"]}, "an answer names choices"),
        ({"do": "answer", "given": [True]}, "“given” must be a list of whole numbers or texts"),
        ({"do": "answer", "given": "x"}, "“given” must be a list"),
        ({"do": "peek"}, "unknown message"),
        ({"do": "go_to", "index": "x"}, "“index” must be a whole number"),
    ],
)
def test_what_is_no_answer_is_a_sentence_and_changes_nothing(message: dict, words: str) -> None:
    table = quiz(ids="B29.1", record=False)
    scene = send(table, **message)
    assert words in scene["live"]
    assert table.score == (0, 0) and scene["quiz"]["result"] is None


def test_a_second_answer_is_refused() -> None:
    table = quiz(ids="B29.3", record=False).answer("40")
    with pytest.raises(ValueError, match="have answered"):
        table.answer("50")
    assert table.score == (1, 1)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"edition": "chess"}, "chess"),
        ({"kinds": "luck"}, "capture"),
        ({"ids": "B99"}, "up to B88"),
        ({"edition": "sweven", "ids": "B29"}, "no documented case"),
    ],
)
def test_wrong_arguments_are_said(bad: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        quiz(**bad, record=False)


def test_what_is_no_file_and_no_seed_is_said() -> None:
    with pytest.raises(TypeError, match="name of a file"):
        quiz(record=3)
    with pytest.raises(TypeError, match="whole number"):
        quiz(seed="x", record=False)


def test_a_saved_notebook_shows_question_and_position() -> None:
    for name in ("B29.3", "B01.1"):
        table = quiz(ids=name, record=False)
        assert table.question in table._words() and table._picture().startswith("<svg")
        documented = mam.get_situation(name[:3]).answer
        assert documented not in table._words()
        table.answer(*right_of(table._quiz.question))
        assert documented in table._words() and table._picture().startswith("<svg")


def test_every_question_can_be_drawn_and_told() -> None:
    table = quiz(seed=2, record=False)
    for index in range(len(table._quiz.deck)):
        table.go(index)
        assert table._picture().startswith("<svg") and table.question in table._words()
        table.answer(*right_of(table._quiz.question))
        assert table._picture().startswith("<svg") and table.question in table._words()
    assert table.score == (count_cases(), count_cases())


def test_every_question_is_a_sentence_that_people_say() -> None:
    table = quiz(seed=1, record=False)
    asked = {question.text for question in table._quiz.deck}
    for words in asked:
        assert words[0].isupper() and words[-1] in "?.)", words
        assert not words.startswith("Say who"), words
        if words.startswith("How many ") and words.endswith("?"):
            assert any(f" {verb} " in words for verb in ("are", "have", "has", "may", "does", "can", "must")), words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("B06", "Which rule forbids “bid $170,000”?"),
        ("B64", "How many Green $40,000 cards are there?"),
        ("B74", "How many cards are there for four?"),
        ("B13", "How many cards are left in each hand after the trick?"),
        ("B62", "How often is the Red 1 in the pack?"),
        ("B05", "Who deals after South?"),
        ("B11", "Who is the bidder, and at what amount, after three passes?"),
        ("B44", "Which rule allows South's change of color?"),
        ("B44", "What comes after two passes?"),
        ("B62", "How many cards are dealt to each hand and to the widow, and how many are left over?"),
        ("B85", "How many can play?"),
    ],
)
def test_a_check_is_asked_as_a_question(name: str, words: str) -> None:
    situation = mam.get_situation(name)
    assert words in [phrase_question(Case(situation, check)) for check in situation.checks if may_ask(check)]


def test_no_worth_is_told_before_the_answer() -> None:
    table = quiz(ids="B29.3", record=False)
    assert "$0" not in table._picture() and "worth $" not in table._words()
    assert "worth $40,000" in table.answer("40")._words()


# Words that one of the rules cited with an answer must have, for questions whose subject the last move need not have.
SUBJECTS = {
    "dealer": r"\bdeal",
    "next dealer": r"\bdeal",
    "nest seen": r"\b(nest|widow|discard)",
    "shown": r"\b(nest|widow|discard)",
    "seating": r"\b(side|partner|team|opposite|seat|sit|dumm)",
    "partners": r"\bpartner",
    "trump": r"\btrump",
    "bidder": r"\b(bid|call|pass)",
    "high bid": r"\b(bid|raise)",
    "cards": r"\b(card|letter|pack|deal)",
    "dealt": r"\b(card|deal|letter)",
    "money": r"\b(money|worth|point|count|dollar|pack)|\$",
    "ranks": r"\b(rank|high|order|money|number)",
    "stronger": r"\b(rank|high|order|money|beat)",
    "winner": r"\b(captur|take|high|beat|trick|Bull|Bear|Tiger|wins?)",
    "worth": r"\b(doubl|worth|money|captur|trick|count|nothing)",
    "winners": r"\b(win|won|match|million|score|game)",
    "totals": r"\b(scor|total|add|count|record|win)",
    "scores": r"\b(scor|count|captur|set back|add|point|bid)",
    "turn": r"\b(turn|begin|lead|left|first|next|bid|call|play|open|pass)",
}


def test_the_rules_cited_with_an_answer_are_about_the_question() -> None:
    wrong = []
    for question in all_questions():
        rules = _rulings(question)
        assert rules, question.id
        pattern = SUBJECTS.get(question.case.check.question)
        if pattern and not any(re.search(pattern, f"{rule.words} {rule.reason}", re.IGNORECASE) for rule in rules):
            wrong.append((question.id, question.text, [rule.id for rule in rules]))
    assert not wrong
    always = ("dealer", "next dealer", "nest seen", "shown", "seating", "partners")
    for question in all_questions():
        if (name := question.case.check.question) in always:
            for rule in _rulings(question):
                assert re.search(SUBJECTS[name], rule.words, re.IGNORECASE), (question.id, rule.id)


def test_no_question_shows_cards_or_calls_that_its_case_does_not_give() -> None:
    """Hands that were only filled up, and an auction that only leads to the bid, are not shown, before the answer or after it."""
    for question in all_questions():
        case, round = question.case, question.case.round
        if round is None:
            continue
        for scene in (cover(question), uncover(question)):
            seen = {seat["seat"] for seat in scene["seats"] if seat["open_cards"]}
            assert seen <= set(_list_visible(question)["hands"]), question.id
            moves = case.place.table.get("moves", ())
            if case.place.form in ("position", "tricks", "table") and not round.sealed:
                assert len(scene["auction"]) <= 1, question.id
                assert all(call["seat"] == round.bidder for call in scene["auction"]), question.id
            if case.place.form == "deal" and scene["auction"] and not case.place.table.get("finish"):
                made = [move.split(maxsplit=1)[1] if move[0].isupper() else move for move in moves]
                assert len(scene["auction"]) <= len(made), question.id
