"""`mam bench` and `mam warm`: what they print and write, with and without the peer."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mam.analysis import benchmarks as analysis
from mam.cli import parser as cli
from mam.engine.benchmarks import rounds as benchmarks
from mam.engine.benchmarks import solver as solver_benchmarks
from mam.engine.benchmarks.measures import Measure, format_measures


def test_ratios_are_taken_repeat_by_repeat() -> None:
    rate = Measure("rounds", "rounds/s", (200.0, 300.0, 100.0), "how", True, "peer", (100.0, 100.0, 100.0))
    assert rate.ratios == (2.0, 3.0, 1.0)
    time = Measure("time", "ms", (2.0,), "how", False, "peer", (10.0,))
    assert time.ratios == (5.0,)
    facts = rate.facts()
    assert (facts["value"], facts["value_min"], facts["value_max"], facts["ratio"]) == (200.0, 100.0, 300.0, 2.0)
    line, how = format_measures([rate])
    assert how.strip() == "how"
    assert line.split() == "rounds 200 (100 – 300) rounds/s; peer: 100 (100 – 100); ratio 2 (1 – 3)".split()


def test_rounds_are_measured_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "_ROUNDS", 2000)
    monkeypatch.setattr(benchmarks, "find_spec", lambda name: None)
    monkeypatch.setattr(benchmarks, "BENCHMARKS", [benchmarks.measure_rounds])
    monkeypatch.setattr(analysis, "BENCHMARKS", [analysis.measure_advice])
    monkeypatch.setattr(analysis, "_WORLDS", 50)
    assert cli.main(["bench", "--repeats", "2", "--json", str(tmp_path / "bench.json")]) == 0
    output = capsys.readouterr().out
    assert 'OpenSpiel is not installed: pip install "mam[bench]"' in output and "portable" in output
    written = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    assert written["machine"]["cores"] and [measure["name"] for measure in written["measures"]] == [
        "random rounds",
        "random rounds, portable path",
        "rulebook rounds",
        "club rounds",
        "random rounds, two threads",
        "advice for a bid",
    ]
    assert all(measure["value"] > 0 for measure in written["measures"])
    assert cli.main(["bench", "--repeats", "0"]) == 2


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benchmarks with next to no work, and no peers."""
    monkeypatch.setattr(benchmarks, "_ROUNDS", 2000)
    monkeypatch.setattr(benchmarks, "find_spec", lambda name: None)
    monkeypatch.setattr(benchmarks, "_cpu", lambda code: 5.0)
    monkeypatch.setattr(analysis, "_WORLDS", 500)
    few = list(solver_benchmarks.make_endings(3, 3))
    monkeypatch.setattr(solver_benchmarks, "make_endings", lambda tricks, count: iter(few))
    monkeypatch.setattr(
        solver_benchmarks, "_specimen", lambda seconds: Measure("specimen", "s", (1.0,), f"{seconds} s")
    )
    monkeypatch.setattr(solver_benchmarks, "_dds", lambda: ((), "DDS is not installed"))


@pytest.mark.long
@pytest.mark.usefixtures("small")
def test_the_quick_way_measures_every_line_once_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {}
    for way in (["--quick"], ["--repeats", "1"]):
        assert cli.main(["bench", *way, "--json", str(tmp_path / "bench.json")]) == 0
        lines[way[0]] = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    quick, whole = lines["--quick"], lines["--repeats"]
    assert quick["quick"] is True and whole["quick"] is False
    assert [measure["name"] for measure in quick["measures"]] == [measure["name"] for measure in whole["measures"]]
    assert {"import mam", "specimen", "advice for a bid"} <= {measure["name"] for measure in quick["measures"]}
    assert all(measure["how"].startswith("quick, measured once: ") for measure in quick["measures"])
    assert not any("quick" in measure["how"] for measure in whole["measures"])
    assert all(measure["value"] == measure["value_min"] == measure["value_max"] for measure in quick["measures"])
    capsys.readouterr()
    for wrong in (["--repeats", "2"], ["--long"]):
        assert cli.main(["bench", "--quick", *wrong]) == 2
        assert "leave out --repeats and --long" in capsys.readouterr().err


def test_the_quick_way_does_less_work(monkeypatch: pytest.MonkeyPatch, small: None) -> None:
    asked: list[int] = []
    monkeypatch.setattr(benchmarks, "play_out", lambda edition, rounds, **options: asked.append(rounds))
    list(benchmarks.measure_rounds(1, 10))
    assert max(asked) == 400
    *_, deals, specimen = solver_benchmarks.measure_solving(1, 10)
    assert deals.unit == "% within 1 s" and specimen.how == "6 s"
    (advice,) = analysis.measure_advice(1, 10)
    assert advice.how.startswith("50 simulated deals") and advice.peer == "200 rounds only played"
    chances = list(analysis.measure_counting(1, 10))
    assert len(chances) == 7 and all(measurement.values[0] > 0 for measurement in chances)
    assert chances[-1].peer == "100 simulated deals"


def test_import_is_measured_beside_the_peer_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []
    monkeypatch.setattr(benchmarks, "find_spec", lambda name: object())
    monkeypatch.setattr(benchmarks, "_cpu", lambda code: turns.append(code) or 2.0)
    measured, dealt, first = benchmarks.measure_start(2)
    assert (measured.name, measured.peer, measured.ratios) == ("import mam", "import pyspiel", (1.0, 1.0))
    assert turns[:2] == ["import mam", "import pyspiel"] and turns[:4] == turns[4:]
    assert len(dealt.values) == len(first.values) == 2


def test_a_fresh_process_says_what_its_lines_took() -> None:
    assert benchmarks._cpu("import mam") > 0


@pytest.mark.long  # the same lines as in the quick way, with more deals
def test_chances_are_measured() -> None:
    measured = list(analysis.measure_counting(1))
    assert measured[-1].peer == "1,000 simulated deals"


def test_the_peer_is_measured_where_it_is_installed() -> None:
    pytest.importorskip("pyspiel")
    assert benchmarks._find_missing() == "" and benchmarks._spades(1000) > 0


def test_the_solver_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {tricks: list(solver_benchmarks.make_endings(3, 3)) for tricks in range(14)}
    assert few[3] == list(solver_benchmarks.make_endings(3, 3)) and all(
        len(ending.hands["W"]) == 3 for ending in few[3]
    )
    monkeypatch.setattr(solver_benchmarks, "make_endings", lambda tricks, count=3: iter(few[tricks]))
    monkeypatch.setattr(
        solver_benchmarks, "_specimen", lambda seconds: Measure("specimen", "s", (1.0,), f"{seconds} s")
    )
    monkeypatch.setattr(solver_benchmarks, "find_spec", lambda name: None)
    solver_benchmarks._dds.cache_clear()
    measures = [*solver_benchmarks.measure_solving(1), *solver_benchmarks.measure_long_solving(1)]
    solver_benchmarks._dds.cache_clear()
    assert [measure.name for measure in measures] == [
        "exact value, 7 tricks left",
        "exact value, 9 tricks left",
        "exact value, 10 tricks left",
        "bid test, 10 tricks left",
        "bid test, 11 tricks left",
        "bid test, 13 tricks left",
        "specimen",
        "bid test, 13 tricks left",
    ]
    assert measures[0].peer_missing.startswith("DDS is not installed") and measures[5].values == measures[7].values == (
        100.0,
    )


def test_a_bridge_board_is_solved_where_the_peer_is_installed() -> None:
    pytest.importorskip("endplay")
    solver_benchmarks._dds.cache_clear()
    ((board,), missing) = solver_benchmarks._dds()
    assert 0 < board < 10_000 and not missing


def test_others_add_their_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    def mine(repeats: int) -> Iterator[Measure]:
        yield Measure("mine", "ms", (1.0,) * repeats, "how")

    monkeypatch.setattr(benchmarks, "BENCHMARKS", [mine])
    assert [measurement.name for measurement in benchmarks.measure(3)] == ["mine"]


def test_warm_says_what_is_ready(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.main(["warm"]) == 0
    assert "rulebook rounds" in capsys.readouterr().out
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.main(["warm"]) == 2
    assert 'mam warm needs numba. Install it: pip install "mam[lab]"' in capsys.readouterr().err
