"""A person's decisions as problems: mistakes and finds, by what each card guaranteed, saved in files and mixed."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

import mam
import mam_widgets as mw
from mam.cli.parser import main
from mam.players import get_player
from mam.studies.answers import RIGHT
from mam.studies.hand import judge_hand
from mam.studies.problems.decisions import (
    BEST_CARD,
    MISTAKE,
    DecisionProblem,
    JudgedDecision,
    find_decisions,
    list_saved_decisions,
    save_decisions,
)
from mam.studies.problems.earlier_decisions import find_earlier_decisions
from mam.studies.problems.judge import judge_problem
from mam.studies.problems.problem import find_problem
from mam.studies.progress import Done, Progress, find_decision_day, format_progress
from mam.studies.tree import make_tree

EDITION = "make-a-million-1935"


def play_round(edition: str, seed: int) -> mam.TrickRound:
    """A round of club players in which South plays like the rulebook player."""
    club, rulebook, round = get_player("club"), get_player("rulebook"), mam.start(edition, seed=seed)
    while not round.is_over:
        player = rulebook if round.actor == "S" else club
        round = round.play(player(mam.view(round, round.actor), Random(1)))
    assert isinstance(round, mam.TrickRound)
    return round


@pytest.fixture(scope="module")
def decisions() -> list[JudgedDecision]:
    found = [
        decision
        for seed in (4, 5, 6, 7)
        for decision in find_decisions(play_round(EDITION, seed), "S", f"round {seed}")
    ]
    return found + list(find_decisions(play_round("manhattan", 2), "S", "round 9"))


def test_a_decision_is_judged_by_what_is_sure(decisions: list[JudgedDecision]) -> None:
    for decision in decisions:
        (chapter,) = decision.study.chapters
        gap = abs(decision.sure - decision.best_sure)
        assert (gap >= 10) == decision.is_mistake
        answers = judge_problem(chapter)[0].answers
        assert (answers[decision.card.code].verdict == RIGHT) != decision.is_mistake
        assert answers[decision.best.code].verdict == RIGHT
        assert decision.study.title.startswith("Trick ")  # which tells nothing
        assert decision.best.words not in decision.study.title + chapter.goal
    kinds = {find_problem(decision.study.chapters[0]).belief.is_yours for decision in decisions}
    assert kinds == {True, False}
    assert {decision.is_mistake for decision in decisions} == {True, False}


def test_what_is_sure_is_what_the_view_is_sure_of(decisions: list[JudgedDecision]) -> None:
    decision = next(decision for decision in decisions if decision.is_mistake)
    round = play_round(EDITION, 4)
    sure = mam.sure(mam.view(round.at(decision.step), "S"))
    before = round.at(decision.step)
    captured = before.captured[before.side_of(before.bidder or "")]
    assert sure.moves[decision.best][0] - captured == decision.best_sure


def test_nothing_is_kept_twice_and_mistakes_are_mixed_with_finds(
    decisions: list[JudgedDecision], tmp_path: Path
) -> None:
    progress = Progress(tmp_path / "progress.toml")
    assert save_decisions(decisions, progress) == len(decisions)
    assert save_decisions(decisions, progress) == 0
    shown = list_saved_decisions(tmp_path / "nowhere", Progress(tmp_path / "progress.toml").decisions)
    mistakes = [study for study in shown if MISTAKE in study.tags]
    found = [study for study in shown if BEST_CARD in study.tags]
    assert len(mistakes) >= len(found) > 0
    assert [study.title for study in shown] == [f"Decision {number}" for number in range(1, len(shown) + 1)]
    assert list_saved_decisions(tmp_path / "nowhere") == []


def write_old_files(decisions: Sequence[DecisionProblem], folder: Path) -> None:
    """Write a file for each decision, as earlier releases did."""
    folder.mkdir(parents=True)
    for decision in decisions:
        (folder / f"{decision.study.id}.toml").write_text(decision.text, "utf-8")


def test_old_files_are_taken_into_the_file_of_progress(decisions: list[JudgedDecision], tmp_path: Path) -> None:
    old, *new = decisions
    write_old_files([old], tmp_path / "mam-saves" / "decisions")
    (tmp_path / "mam-saves" / "decisions" / "decision-broken.toml").write_text("format = 1\nshelf =")
    progress = Progress(tmp_path / "progress.toml")
    progress.record("bull/double", 2)
    assert save_decisions(new, progress) == len(new)
    written = Progress(tmp_path / "progress.toml")
    assert {*written.decisions} == {decision.study.id for decision in decisions}
    assert all(find_decision_day(text) == date.today() for text in written.decisions.values())
    assert written.stars == {"bull/double": 2} and len(list((tmp_path / "mam-saves" / "decisions").iterdir())) == 2


def test_the_latest_decisions_stay_in_the_file(decisions: list[JudgedDecision], tmp_path: Path) -> None:
    study, text = decisions[0].study, decisions[0].text
    progress = Progress(tmp_path / "progress.toml")
    names = [f"decision-{number:010x}" for number in range(102)]
    for number, name in enumerate(names):
        progress.record_decisions({name: text.replace(study.id, name)}, date(2026, 1, 1) + timedelta(number))
    assert {*Progress(tmp_path / "progress.toml").decisions} == {*names[2:]}
    with pytest.raises(ValueError, match="not the text of a study with this id"):
        progress.record_decisions({names[0]: text})


def test_a_broken_file_is_left_out_and_named(decisions: list[JudgedDecision], tmp_path: Path) -> None:
    write_old_files(decisions, tmp_path / "mam-saves" / "decisions")
    (tmp_path / "mam-saves" / "decisions" / "decision-broken.toml").write_text("format = 1\nshelf =")
    with pytest.warns(UserWarning, match=r"left out: .*decision-broken\.toml"):
        widget = mw.problems(save=tmp_path / "progress.toml")
    assert widget.scene["shelf"]["stages"][0]["title"] == "Decision 1"


def test_decisions_in_a_file_of_progress_are_on_the_shelf(decisions: list[JudgedDecision], tmp_path: Path) -> None:
    saved, *others = decisions
    write_old_files([saved], tmp_path / "mam-saves" / "decisions")
    texts = {decision.study.id: decision.text for decision in decisions}
    (tmp_path / "downloaded.toml").write_text(format_progress(Done({"bull/double": 2}, decisions=texts)), "utf-8")
    progress = Progress(tmp_path / "progress.toml")
    progress.merge(tmp_path / "downloaded.toml")
    progress.record("bull/double", 3)  # whoever writes the file again keeps them
    stages = mw.problems(save=tmp_path / "progress.toml").scene["shelf"]["stages"]
    shown = {stage["id"] for stage in stages if stage["group"] == "Your decisions"}
    assert shown == {study.id for study in list_saved_decisions(tmp_path / "nowhere", texts)}
    assert len(shown) > 1 and others[0].study.id in texts


def test_a_round_in_play_and_an_unknown_seat_are_refused() -> None:
    with pytest.raises(ValueError, match="not over"):
        list(find_decisions(mam.start(EDITION, seed=7), "S"))
    with pytest.raises(ValueError, match="no seat 'X'"):
        list(find_decisions(play_round(EDITION, 4), "X"))


def test_the_shelf_begins_with_decisions(decisions: list[JudgedDecision], tmp_path: Path) -> None:
    write_old_files(decisions, tmp_path / "mam-saves" / "decisions")
    widget = mw.problems(save=tmp_path / "progress.toml")
    stages = widget.scene["shelf"]["stages"]
    assert (stages[0]["title"], stages[0]["group"]) == ("Decision 1", "Your decisions")
    widget.handle_message({"do": "open", "study": stages[0]["id"], "board": 0})
    right = next(
        code
        for code in widget.scene["study"]["boards"][0]["questions"][0]["table"]["hands"]["S"]
        if judge_problem(list_saved_decisions(tmp_path / "mam-saves" / "decisions")[0].chapters[0])[0].answers.get(code)
        and judge_problem(list_saved_decisions(tmp_path / "mam-saves" / "decisions")[0].chapters[0])[0]
        .answers[code]
        .verdict
        == RIGHT
    )
    widget.handle_message({"do": "answer", "board": 0, "stop": 0, "answer": right})
    assert widget.scene["reply"]["shown"]["verdict"] == "right"
    assert mw.decisions(tmp_path / "mam-saves" / "decisions", save=False).scene["title"] == "Your decisions"
    with pytest.raises(ValueError, match="press Practice in the review"):
        mw.decisions(tmp_path, save=False)


def test_the_review_keeps_them_beside_the_match(tmp_path: Path) -> None:
    table = mw.play(EDITION, seed=5, save=tmp_path / "match.toml", auto_play=False)
    club = get_player("club")
    session = table.session
    while not session.round.is_over:
        table.handle_message({"do": "move", "move": str(club(mam.view(session.round, "S"), Random(1)))}) if (
            session.round.actor == "S"
        ) else table.handle_message({"do": "to_turn"})
        session = table.session
    table.handle_message({"do": "review"})
    table.handle_message({"do": "practice_this"})
    action = next(action for action in table.scene["actions"] if action["id"] == "practice-this")
    assert action["why_not"] == "The review isn't finished. Wait for it, or press Stop."
    table.handle_message({"do": "stop_review"})
    table.handle_message({"do": "practice_this"})
    assert table.scene["message"]["what"] == "Looking through your decisions…"
    table.wait()
    said = table.scene["message"]["what"] + table.scene["message"]["why"]
    assert "Your decisions" in said or "Nothing to practice" in said
    kept = Progress(tmp_path / "progress.toml").decisions
    assert len(kept) == len(list(find_decisions(session.round, "S")))
    assert bool(kept) == ("Saved" in said)


def test_without_a_review_or_a_file_nothing_is_kept() -> None:
    playing = mw.play(EDITION, seed=5, save=False)._playing
    with pytest.raises(ValueError, match="There is no review yet"):
        playing.find_problems()
    with pytest.raises(ValueError, match="isn't saved"):
        playing.check_can_practice()


def test_the_command_reads_matches_and_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mam.write_record(mam.Record.from_round(play_round(EDITION, 4), title="A round"), tmp_path / "round.toml")
    main(["problems", "from-match", "round.toml", "--you", "S"])
    assert capsys.readouterr().out.startswith("1 round: 2 mistakes and 0 finds. Wrote 2 new problems to progress.toml")
    assert len(Progress(tmp_path / "progress.toml").decisions) == 2
    monkeypatch.setattr("mam.cli.problems.review_rows", lambda round, seat: list_steps(round, 80.0))
    main(["problems", "from-match", "round.toml", "--you", "S", "--all"])
    assert "1 round: 5 mistakes and 0 finds. Wrote 3 new problems" in capsys.readouterr().out


def test_only_two_partnerships_make_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rulebook, round = get_player("rulebook"), mam.start("make-a-million-1935-three", seed=2)
    while not round.is_over:
        round = round.play(rulebook(mam.view(round, round.actor), Random(2)))
    with pytest.raises(ValueError, match="four players in two partnerships"):
        list(find_decisions(round, "B"))
    mam.write_record(mam.Record.from_round(round), tmp_path / "three.toml")
    assert (
        main(
            [
                "problems",
                "from-match",
                str(tmp_path / "three.toml"),
                "--you",
                "B",
                "--out",
                str(tmp_path / "progress.toml"),
            ]
        )
        == 2
    )
    assert "four players in two partnerships" in capsys.readouterr().err


def test_an_animal_has_its_article_in_a_sentence() -> None:
    (decision, *_) = (one for one in find_decisions(play_round(EDITION, 11), "S") if one.best.code == "TIGER")
    (stop,) = decision.study.chapters[0].stops
    assert "the Tiger guarantees $10,000" in " ".join(stop.wrong.values())
    assert stop.wrong["other"].startswith("The Tiger guarantees $10,000;")


# Before the last tricks


def list_steps(round: mam.TrickRound, cost: float, standard_error: float = 1.0) -> dict[int, dict[str, object]]:
    """Rows as the review has them, with the same cost for every decision of South."""
    steps = [step for step in range(len(round.history)) if round.at(step).actor == "S"]
    return {step: {"cost": cost, "standard_error": standard_error, "best": f"{step}"} for step in steps}


def test_a_costly_choice_early_in_the_round_is_a_problem_with_prices(tmp_path: Path) -> None:
    round = play_round(EDITION, 4)  # South plays Green in trick 3, where Red 2 keeps the others from the lead
    rows = {step: row for step, row in list_steps(round, 80.0).items() if round.at(step).phase == "play"}
    step = next(step for step in rows if len(round.at(step).tricks) == 2)
    assert not list(find_earlier_decisions(round, "S", {step: {**rows[step], "cost": 19.9}}))
    assert not list(find_earlier_decisions(round, "S", {step: {**rows[step], "standard_error": 21.0}}))
    late = {later: row for later, row in rows.items() if later >= len(round.history) - 20}
    assert late and not list(find_earlier_decisions(round, "S", late)), "these are judged by what is sure"
    (problem,) = filter(None, find_earlier_decisions(round, "S", {step: rows[step]}, "round 1"))
    assert problem.is_mistake and (problem.step, problem.study.title) == (step, "Trick 3 of round 1")
    (judgment,) = judge_hand(problem.study.chapters[0])
    played = judgment.answers[str(round.history[step]).split()[1]]
    assert played.verdict != RIGHT and played.outcome.startswith("Costs $")
    assert judgment.stop.right == ("R2",)
    assert problem.study.chapters[0].given == "Played: Yellow 40 30 15 11 9 8 4 1."
    tree = make_tree(problem.study)
    assert "West" not in tree["boards"][0]["goal"] and tree["intro"].startswith("From a round that you played.")
    hands = tree["boards"][0]["steps"][0]["question"]["table"]["hands"]
    assert {seat for seat, cards in hands.items() if "??" not in cards} == {"S"}
    progress = Progress(tmp_path / "progress.toml")
    assert save_decisions([problem], progress) == 1
    assert [study.title for study in list_saved_decisions(tmp_path, progress.decisions)] == ["Decision 1"]


def test_a_choice_that_the_rulebook_player_misses_is_a_find() -> None:
    club, round = get_player("club"), mam.start(EDITION, seed=4)
    while not round.is_over:
        round = round.play(club(mam.view(round, round.actor), Random(1)))
    assert isinstance(round, mam.TrickRound)
    rows = {step: row for step, row in list_steps(round, 0.0).items() if round.at(step).phase == "auction"}
    (problem,) = filter(None, find_earlier_decisions(round, "S", rows))
    assert not problem.is_mistake and problem.study.title == "The auction of the round"
    (judgment,) = judge_hand(problem.study.chapters[0])
    assert judgment.stop.right == ("Bid in Green",) and judgment.answers["Pass"].outcome.startswith("Costs $1")


def test_who_errs_in_one_way_three_times_has_one_problem_of_it() -> None:
    round = play_round(EDITION, 4)
    rows = {step: {**row, "best": "play R2"} for step, row in list_steps(round, 80.0).items()}
    steps = [step for step in rows if round.at(step).phase == "play" and len(round.at(step).tricks) in (2, 3)]
    found = filter(None, find_earlier_decisions(round, "S", {step: rows[step] for step in steps}))
    assert [problem.study.title for problem in found] == ["Trick 3 of the round"]
