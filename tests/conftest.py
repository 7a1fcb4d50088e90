"""What all tests share: Hypothesis draws the same examples every time, no clock decides, and no skip goes unsaid."""

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type] # jsonschema's 38 parsers of links that no test checks: 2 s

settings.register_profile(
    "mam", derandomize=True, deadline=None, max_examples=20, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mam")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder: widgets save matches where they are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# A package or a browser that is not there skips whatever needs it: a test, or a file of them. Where CI=true, all is there,
# and such a skip is a failure. Only what `mam bench` compares itself with may be missing anywhere.
_MISSING = ("could not import", "is not installed", "no Chromium", "No module named", "not there")
_PEERS = ("pyspiel", "endplay")


def _is_hidden(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test or a file was skipped, if something was missing that CI has."""
    if not report.skipped or not isinstance(report.longrepr, tuple):
        return ""
    reason = report.longrepr[2].removeprefix("Skipped: ")
    missing = any(part in reason for part in _MISSING) and not any(peer in reason for peer in _PEERS)
    return reason if missing else ""


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI") == "true" and (reason := _is_hidden(report)):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI=true does not allow: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped for want of something fails in CI."""
    report = yield
    _refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """So does a whole file."""
    report = yield
    _refuse(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was not run for want of something."""
    reasons = [reason for report in terminalreporter.getreports("skipped") if (reason := _is_hidden(report))]
    for reason in dict.fromkeys(reasons):
        count = reasons.count(reason)
        terminalreporter.write_line(
            f"NOT RUN: {count} test{'s' * (count > 1)} or files of tests: {reason}", yellow=True
        )
