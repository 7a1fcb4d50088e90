"""`mam lab`: JupyterLab on the first lesson. `mam app`: the five shelves as one page."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mam
from mam.support.data_files import find_data_folder, find_notebooks_folder, write_file
from mam.support.messages import escape_controls

FIRST_NOTEBOOK = "00-start-here.ipynb"


def open_lab(arguments: Namespace) -> None:
    """Open JupyterLab on the first lesson."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError('JupyterLab is not installed. Install it: pip install "mam[lab]"')
    command = make_lab_command(prepare_notebooks(), arguments.no_browser, arguments.port, arguments.jupyter)
    # An extra settings folder keeps JupyterLab from asking about news.
    folders = (str(find_data_folder() / "lab"), os.environ.get("JUPYTER_CONFIG_PATH", ""))
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, folders))
    if os.name != "nt":
        os.execv(command[0], command)  # JupyterLab replaces this process and gets Ctrl-C and signals
    process = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # JupyterLab gets Ctrl-C too and asks whether to stop
    raise SystemExit(process.wait())


def make_lab_command(folder: Path, no_browser: bool, port: int | None, extra: Sequence[str] = ()) -> list[str]:
    """Return the command line that starts JupyterLab on the first lesson in this folder, without using the network.

    An option in `extra` replaces ours of the same name.
    """
    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{FIRST_NOTEBOOK}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        "--ServerApp.ip=127.0.0.1",
    ]
    if no_browser:
        options.append("--no-browser")
    if port is not None:
        options.append(f"--ServerApp.port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # a container often has no other user
    names = {option.partition("=")[0] for option in extra}
    defaults = [option for option in options if option.partition("=")[0] not in names]
    return [sys.executable, "-m", "jupyterlab", *defaults, *extra]


def open_app(arguments: Namespace) -> None:
    """Serve the five shelves as one page, and open it; what is saved goes into the working folder."""
    if importlib.util.find_spec("voila") is None:
        raise ValueError('Voilà is not installed. Install it: pip install "mam[lab]"')
    with tempfile.TemporaryDirectory() as folder:
        notebook = write_app(Path(folder), Path.cwd())
        process = subprocess.Popen(make_app_command(notebook, arguments.no_browser, arguments.port))
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Voilà gets Ctrl-C too, and stops
        raise SystemExit(process.wait())


def write_app(folder: Path, working_folder: Path) -> Path:
    """Write the notebook that `mam app` serves into a folder and return its path."""
    code = f"import os\nos.chdir({str(working_folder)!r})\nimport mam_widgets as mw\nmw.menu()"
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "app",
        "metadata": {},
        "source": code,
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path = folder / "Make-a-Million.ipynb"
    path.write_text(json.dumps(notebook), "utf-8")
    return path


def make_app_command(notebook: Path, no_browser: bool, port: int | None) -> list[str]:
    """Return the command line that serves a notebook as a page on this machine, without its code."""
    options = ["--Voila.ip=127.0.0.1", "--VoilaConfiguration.show_tracebacks=True"]
    if no_browser:
        options.append("--no-browser")
    if port is not None:
        options.append(f"--port={port}")
    return [sys.executable, "-m", "voila", str(notebook), *options]


def prepare_notebooks() -> Path:
    """Return the folder to work in: the notebooks of the checkout, or a copy of the installed ones in ./mam-notebooks.

    A file that already exists in the copy is never overwritten.
    """
    notebooks = find_notebooks_folder()
    if not notebooks.is_relative_to(Path(mam.__file__).resolve().parent):
        return notebooks
    copy = Path.cwd() / "mam-notebooks"
    for source in sorted(notebooks.rglob("*")):
        target = copy / source.relative_to(notebooks)
        if source.is_dir() or ".ipynb_checkpoints" in source.parts:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_file(target, source.read_text("utf-8"), new=True)  # whole or not at all, even if this is interrupted
        except FileExistsError:
            print(escape_controls(f"already there, not replaced: {target}"), file=sys.stderr)
    return copy
