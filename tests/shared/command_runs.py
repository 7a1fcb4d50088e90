"""The command `mam` in this process: what it prints, and what it says when it fails."""

import re
from pathlib import Path

import pytest

from mam.cli import parser as cli


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a command that works, and return what it prints."""
    assert cli.main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def fail_command(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a command that must fail, and return the one line on its error stream."""
    assert cli.main([str(argument) for argument in arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert re.fullmatch(r"mam: [^\n]+\n", output.err)
    return output.err
