"""`mam lab`: JupyterLab on the first lesson."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import mam
from mam.support.data_files import find_data_folder, find_notebooks_folder, name_file
from mam.support.messages import escape_controls

FIRST_NOTEBOOK = "00-start-here.ipynb"


def lab(chosen: Namespace) -> None:
    """Open JupyterLab on the first lesson."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError('JupyterLab is not installed. Get it with: pip install "mam[lab]"')
    command = lab_command(working_notebooks(), chosen.no_browser, chosen.port, chosen.jupyter)
    # Its settings folder is added to those that JupyterLab reads anyway: it keeps JupyterLab from asking about news.
    folders = (str(find_data_folder() / "lab"), os.environ.get("JUPYTER_CONFIG_PATH", ""))
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, folders))
    if os.name != "nt":
        os.execv(command[0], command)  # JupyterLab takes our place: Ctrl-C and signals are its own
    process = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # JupyterLab gets Ctrl-C too and asks whether to stop
    raise SystemExit(process.wait())


def lab_command(folder: Path, no_browser: bool, port: int | None, more: Sequence[str] = ()) -> list[str]:
    """The command line that starts JupyterLab on the first lesson in this folder, asking nothing of the network.

    An option in `more` takes the place of ours of the same name.
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
        options.append("--allow-root")  # in a container there is often no other user
    given = {option.partition("=")[0] for option in more}
    ours = [option for option in options if option.partition("=")[0] not in given]
    return [sys.executable, "-m", "jupyterlab", *ours, *more]


def working_notebooks() -> Path:
    """The folder to work in: the checkout's own notebooks, or a copy of the installed ones in ./mam-notebooks.

    A file that is already in the copy is never overwritten.
    """
    shipped = find_notebooks_folder()
    if not shipped.is_relative_to(Path(mam.__file__).resolve().parent):
        return shipped
    copy = Path.cwd() / "mam-notebooks"
    for source in sorted(shipped.rglob("*")):
        target = copy / source.relative_to(shipped)
        if source.is_dir() or ".ipynb_checkpoints" in source.parts:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with name_file(target), source.open("rb") as original, target.open("xb") as new:
                shutil.copyfileobj(original, new)
        except FileExistsError:
            print(escape_controls(f"kept as it is: {target}"), file=sys.stderr)
    return copy
