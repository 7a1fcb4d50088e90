"""The `mam` command, as people type it."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.error import URLError

import pytest
from bids import opening
from command_runs import fail_command, run_command
from specimen_records import specimen_record, specimen_text, write_specimen

import mam
from mam.cli import jupyter as lab
from mam.cli import parser as cli
from mam.records import format_record, write_record

ROOT = Path(mam.__file__).parent.parent
KEYS = [
    "edition", "options", "title", "dealer", "bidder", "bid", "trump", "nest", "discard", "tricks", "captured",
    "scores", "made", "over",
]  # fmt: skip


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    return partial(run_command, capsys)


# mam replay


def test_replay_prints_one_json_object(run, tmp_path: Path) -> None:
    facts = json.loads(run("replay", write_specimen(tmp_path), "--json"))
    assert list(facts) == KEYS
    assert (facts["edition"], facts["dealer"], facts["bidder"], facts["bid"]) == ("make-a-million-1935", "S", "N", 260)
    assert (facts["trump"], facts["nest"], facts["discard"]) == ("B", ["Y40", "B4", "G8"], ["R4", "Y4", "G8"])
    assert len(facts["tricks"]) == 13
    assert facts["tricks"][0]["leader"] == "E"
    assert all(set(trick) == {"leader", "cards", "captured_by", "worth"} for trick in facts["tricks"])
    assert all(len(trick["cards"]) == 4 for trick in facts["tricks"])
    for side, money in facts["captured"].items():
        assert money == sum(trick["worth"] for trick in facts["tricks"] if trick["captured_by"] in side.split("-"))
    assert facts["captured"]["N-S"] >= 260
    assert facts["scores"] == facts["captured"]
    assert facts["made"] is True and facts["over"] is True


def test_replay_for_people(run, tmp_path: Path) -> None:
    text = run("replay", write_specimen(tmp_path))
    assert "South deals." in text
    assert f"South {opening('make-a-million-1935')}, West 200, North 210, East pass" in text
    assert "North is the bidder at $260,000. (R35-BID-11)" in text
    assert "Trump     Black" in text
    assert re.search(r"Trick  1 +East leads .* captures +\$", text)
    assert re.search(r"captures .*Bull ×2", text) and re.search(r"captures .*Bear ×0", text)
    assert "The bid of $260,000 was made." in text
    assert "(R35-SCORE-3)" in text and "(R35-SCORE-5)" in text


@pytest.mark.parametrize("steps", range(0, 66, 5))
def test_a_record_may_end_anywhere(run, tmp_path: Path, steps: int) -> None:
    round = specimen_record().rounds()[steps]
    write_record(mam.Record.from_round(round), tmp_path / "part.toml")
    facts = json.loads(run("replay", tmp_path / "part.toml", "--json"))
    assert list(facts) == KEYS
    assert facts["over"] is round.is_over
    assert (facts["scores"] is None) is not round.is_over
    assert facts["trump"] is None or facts["discard"] is not None
    assert [card for trick in facts["tricks"] for card in trick["cards"]] == [
        move.card.code for move in round.history if isinstance(move, mam.Play)
    ]
    if not round.is_over:
        assert f"The record ends here. It's {round.name}'s turn." in run("replay", tmp_path / "part.toml")


def test_unseen_cards_are_replayed(run, tmp_path: Path) -> None:
    for person in "NESW":
        view_round = mam.view(specimen_record().rounds()[40], person).round
        write_record(mam.Record.from_round(view_round), tmp_path / "seen.toml")
        facts = json.loads(run("replay", tmp_path / "seen.toml", "--json"))
        assert (facts["nest"] == ["??"] * 3) is (person != "N")
        assert "unseen" in run("replay", tmp_path / "seen.toml")


def test_a_set_back_is_told(run, tmp_path: Path) -> None:
    round = mam.start("make-a-million-1935", seed=7, dealer="S", options=["unlimited-bids"])
    for move in (mam.Bid(200), mam.Bid(600), mam.Pass(), mam.Pass(), mam.Pass()):
        round = round.play(move)
    while not round.is_over:
        round = round.play(round.legal_moves[0])
    write_record(mam.Record.from_round(round), tmp_path / "set.toml")
    facts = json.loads(run("replay", tmp_path / "set.toml", "--json"))
    assert facts["options"] == ["unlimited-bids"]
    assert facts["made"] is False and facts["scores"]["E-W"] == -600
    assert "The bid of $600,000 was set back." in run("replay", tmp_path / "set.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "edition is missing"),
        (b"edition = [", "not valid TOML"),
        (b"\xff\xfe", "UTF-8"),
        (b"# " + b"x" * 10_000_000, "10,000,002 bytes"),
        (b'edition = "chess"', "line 1: no edition 'chess'"),
    ],
)
def test_replay_refuses_in_one_line(capsys, tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "broken.toml"
    if content is not None:
        path.write_bytes(content)
    error = fail_command(capsys, "replay", path)
    assert "broken.toml" in error and message in error


def test_replay_refuses_an_illegal_card_in_one_line(capsys, tmp_path: Path) -> None:
    path = tmp_path / "revoke.toml"
    path.write_text(specimen_text().replace('"E: R9 R2', '"E: R9 G9'), "utf-8")
    assert re.search(
        r"revoke.toml, line \d+: trick 1, card 2 \(G9\): .*R35-PLAY-5", fail_command(capsys, "replay", path)
    )


def test_replay_refuses_a_directory(capsys, tmp_path: Path) -> None:
    assert str(tmp_path) in fail_command(capsys, "replay", tmp_path)


def test_a_record_cannot_steer_the_terminal(run, tmp_path: Path) -> None:
    round = mam.start("make-a-million-1935", seed=7)
    record = mam.Record.from_round(round, title="\x1b[2Jgone", players={"N": "<b>\u202e\x07</b>"})
    write_record(record, tmp_path / "escape.toml")
    text = run("replay", tmp_path / "escape.toml")
    assert r"\x1b[2Jgone" in text
    assert "North: <b>" in text
    assert all(sign.isprintable() for sign in text.replace("\n", ""))


# mam deal


def test_deal_round_trip(run) -> None:
    for seed in range(5):
        text = run("deal", "--seed", str(seed))
        line = next(line for line in text.splitlines() if line.startswith("dealer "))
        code = re.search(r"Deal code: (\S+)", text)
        assert code is not None
        assert mam.parse_deal(line) == mam.start("make-a-million-1935", seed).deal
        assert mam.decode_deal(code[1]) == ("make-a-million-1935", mam.parse_deal(line))
        assert line in run("deal", code[1]).splitlines()
        assert f"mam deal --seed {seed}" in text


def test_deal_by_chance_can_be_had_again(run) -> None:
    text = run("deal")
    command_match = re.search(r"mam deal --seed (\d+)", text)
    assert command_match is not None
    assert run("deal", "--seed", command_match[1]) == text


def test_deal_shows_every_card_by_color(run) -> None:
    text = run("deal", "--seed", "7", "--dealer", "s")
    assert "South deals." in text and "mam deal --seed 7 --dealer S" in text
    assert "Yellow 15-11-9-8-7" in text and "Bull, Bear" in text
    assert sum(int(money) for money in re.findall(r"money \$(\d+)", text)) == 400


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal", "--dealer", "Q"],
        ["deal", "MS-123"],
        ["deal", "MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE", "--dealer", "N"],
        ["deal", "--edition", ""],
        ["deal", "--edition", "sweven+5-players", "--players", "4"],
    ],
)
def test_deal_refuses_in_one_line(capsys, arguments: list[str]) -> None:
    fail_command(capsys, *arguments)


# mam rules, mam editions


def test_rules_are_listed_found_and_printed(run, capsys) -> None:
    assert len(run("rules").splitlines()) == len(mam.all_rulings())
    text = run("rules", "r35-play-5")
    assert mam.ruling("R35-PLAY-5").words[:40] in text and "1935 leaflet, page 5" in text
    text = run("rules", "D-G06")
    assert all(head in text for head in ("Question", "Alternative", "Why", "Switch", "Source"))
    text = run("rules", "bull", "doubles")
    assert mam.ruling("R35-BULL-2").title in text and "R35-PACK-1" not in text
    assert "'zebra'" in fail_command(capsys, "rules", "zebra")


def test_every_rule_prints(run) -> None:
    for rule_id in mam.all_rulings():
        assert rule_id in run("rules", rule_id)


def test_editions_and_their_options(run) -> None:
    text = run("editions")
    assert all(name in text for name in mam.list_editions())
    assert len(text.splitlines()) == len(mam.list_editions())  # a line each
    assert "short-game" in run("editions", "make-a-million-1935")


def test_version(capsys) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"mam {mam.__version__}\n"


# The terminal


def test_a_terminal_without_our_signs_still_gets_the_text(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mam", "replay", str(write_specimen(tmp_path))]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    process = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert b"Bull x2" in process.stdout and process.stderr == b""


def test_a_reader_that_goes_away_is_no_fault() -> None:
    process = subprocess.Popen([sys.executable, "-m", "mam", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1
    process.stderr.close()


# mam lab


def test_lab_says_what_is_missing(capsys, monkeypatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert 'pip install "mam[lab]"' in fail_command(capsys, "lab")


def test_app_says_what_is_missing(capsys, monkeypatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert 'pip install "mam[lab]"' in fail_command(capsys, "app")


def test_lab_options_give_way_to_those_handed_on(tmp_path: Path) -> None:
    command = lab.make_lab_command(tmp_path, True, 9000, ["--ServerApp.ip=0.0.0.0"])
    assert "--no-browser" in command and "--ServerApp.port=9000" in command
    assert [option for option in command if ".ip=" in option] == ["--ServerApp.ip=0.0.0.0"]
    assert "--ServerApp.ip=127.0.0.1" in lab.make_lab_command(tmp_path, False, None)


def test_lab_works_on_the_checkout_itself() -> None:
    assert lab.prepare_notebooks() == Path(mam.__file__).resolve().parent.parent / "notebooks"


def test_lab_copies_installed_notebooks_and_keeps_what_a_learner_changed(tmp_path: Path, monkeypatch, capsys) -> None:
    package, home = tmp_path / "site" / "mam", tmp_path / "home"
    (package / "notebooks" / ".ipynb_checkpoints").mkdir(parents=True)
    (package / "notebooks" / ".ipynb_checkpoints" / "old.ipynb").write_text("old")
    for name in ("00.ipynb", "01.ipynb"):
        (package / "notebooks" / name).write_text("as shipped")
    home.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.setattr(mam, "__file__", str(package / "__init__.py"))
    monkeypatch.setattr(lab, "find_notebooks_folder", lambda: package / "notebooks")
    assert lab.prepare_notebooks() == home / "mam-notebooks"
    (home / "mam-notebooks" / "00.ipynb").write_text("my work")
    (home / "mam-notebooks" / "01.ipynb").unlink()
    capsys.readouterr()
    lab.prepare_notebooks()
    assert (home / "mam-notebooks" / "00.ipynb").read_text() == "my work"
    assert (home / "mam-notebooks" / "01.ipynb").read_text() == "as shipped"
    assert sorted(path.name for path in (home / "mam-notebooks").iterdir()) == ["00.ipynb", "01.ipynb"]
    assert "00.ipynb" in capsys.readouterr().err


def test_a_copy_of_a_lesson_that_is_interrupted_leaves_no_half_of_it(tmp_path: Path, monkeypatch) -> None:
    """A half would stay: the next start replaces nothing that is there."""
    (tmp_path / "mam" / "notebooks").mkdir(parents=True)
    (tmp_path / "mam" / "notebooks" / "00.ipynb").write_text("a whole lesson")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(mam, "__file__", str(tmp_path / "mam" / "__init__.py"))
    monkeypatch.setattr(lab, "find_notebooks_folder", lambda: tmp_path / "mam" / "notebooks")

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfileobj", interrupt)
        patch.setattr("os.fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            lab.prepare_notebooks()
    assert list((tmp_path / "mam-notebooks").iterdir()) == []
    lab.prepare_notebooks()
    assert (tmp_path / "mam-notebooks" / "00.ipynb").read_text() == "a whole lesson"


def fetch(address: str) -> str:
    """A page of a server that may still be starting."""
    for _ in range(200):
        try:
            return urllib.request.urlopen(address, timeout=30).read().decode()  # type: ignore[no-any-return]
        except URLError:
            time.sleep(0.1)
    raise TimeoutError(address)


@pytest.mark.skipif(not shutil.which("node"), reason="not there: Node")
def test_node_runs_what_jupyter_brings_in_an_environment_inside_the_checkout(tmp_path: Path) -> None:
    """JupyterLab asks its yarn.js for its settings at every start; Node takes a .js file for what the nearest package.json says."""
    builder = importlib.util.find_spec("jupyter_builder") or importlib.util.find_spec("jupyterlab")
    if builder is None or builder.origin is None:
        pytest.skip("JupyterLab is not installed")
    script = next(Path(builder.origin).parent.rglob("yarn.js"))
    environment = tmp_path / ".venv" / "lib"
    environment.mkdir(parents=True)
    shutil.copy(ROOT / "package.json", tmp_path)
    shutil.copy(script, environment)
    command = [shutil.which("node") or "", str(environment / "yarn.js"), "config", "--json"]
    run = subprocess.run(command, cwd=environment, capture_output=True, encoding="utf-8")
    assert run.returncode == 0 and not run.stderr, run.stderr[-300:]


@pytest.mark.extended
@pytest.mark.extended
def test_lab_starts_a_quiet_server_on_the_first_lesson() -> None:
    command = [sys.executable, "-m", "mam", "lab", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    stop = threading.Timer(60, process.kill)
    stop.start()
    try:
        assert process.stdout is not None
        log = ""
        for line in process.stdout:
            log += line
            if address := re.search(r"http://127\.0\.0\.1:\d+/lab\S*token=\S+", line):
                break
        else:
            pytest.fail(f"JupyterLab did not start:\n{log}")
        assert f"/lab/tree/{lab.FIRST_NOTEBOOK}" in address[0]
        settings = json.loads(re.search(r'jupyter-config-data"[^>]*>(.*?)</script>', fetch(address[0]), re.DOTALL)[1])  # type: ignore[index]
        assert settings["news"] == {"disabled": True}
        assert "@jupyterlab/apputils-extension:announcements" in settings["disabledExtensions"]
    finally:
        stop.cancel()
        process.kill()
        process.communicate()


def test_dumps_is_what_replay_reads(run, tmp_path: Path) -> None:
    (tmp_path / "copy.toml").write_text(format_record(specimen_record()), "utf-8")
    assert run("replay", tmp_path / "copy.toml") == run("replay", write_specimen(tmp_path))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mam dea", {"deal"}),
        ("mam deal --edition silent", {"silent-six", "silent-eight"}),
        ("mam deal --edition sweven --options passed", {"passed-out-is-skipped"}),
        ("mam deal --options dr", {"draw-at-a-tie"}),  # of the first edition
        ("mam play six --seat ", {*"ABCXYZ"}),
        ("mam exercises --s", {"--student", "--solution"}),
        ("mam replay data/records/specim", {"data/records/specimen.toml"}),
    ],
)
def test_the_tab_key_completes(line: str, expected: set[str], tmp_path: Path) -> None:
    pytest.importorskip("argcomplete", reason="the extra lab is not installed")
    answer = tmp_path / "answer"
    shell = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "COMP_LINE": line}
    point = {"COMP_POINT": str(len(line)), "_ARGCOMPLETE_SUPPRESS_SPACE": "1", "_ARGCOMPLETE_SHELL": "bash"}
    subprocess.run([sys.executable, "-m", "mam"], env=os.environ | shell | point, cwd=ROOT, check=True)
    assert {word.strip() for word in answer.read_text("utf-8").split("\v")} == expected
