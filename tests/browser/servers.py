"""Jupyter servers for tests and measurements: each with settings of its own, on this machine, cut off from all others.

with serve(command, folder) as server:
    page.goto(server.address("lab/tree/lesson.ipynb"))
"""

import json
import os
import secrets
import socket
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mam.cli.jupyter import make_lab_command
from mam.support.data_files import find_data_folder


@dataclass(frozen=True)
class Server:
    """A running server: its folder, address and password."""

    folder: Path
    port: int
    token: str

    def address(self, path: str) -> str:
        """Where a page of this server is, like "lab/tree/scratch.ipynb?reset"."""
        sign = "&" if "?" in path else "?"
        return f"http://127.0.0.1:{self.port}/{path}{sign}token={self.token}"

    def ask(self, path: str, method: str = "GET") -> bytes:
        """Ask the server itself, past the browser."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/{path}", method=method)
        request.add_header("Authorization", f"token {self.token}")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as answer:
            return bytes(answer.read())

    def stop_kernels(self, keep: str = "") -> None:
        """Stop the kernel of every notebook but the one of this path."""
        for session in json.loads(self.ask("sessions")):
            if session["path"] != keep:
                self.ask(f"sessions/{session['id']}", "DELETE")


Command = Callable[[Path, int, str], Sequence[str]]  # folder, port and token → the command line


def lab_line(folder: Path, port: int, token: str) -> Sequence[str]:
    """JupyterLab as `mam lab` starts it, with its inner workings open to the page."""
    options = [
        f"--IdentityProvider.token={token}",
        "--ServerApp.port_retries=0",
        "--LabApp.expose_app_in_browser=True",
    ]
    return make_lab_command(folder, True, port, options)


@contextmanager
def serve(command: Command, folder: Path, ready: str = "is running at") -> Iterator[Server]:
    """A server in this folder, once its log says that it is ready; at the end nobody may have knocked at the network."""
    with tempfile.TemporaryDirectory() as settings, socket.socket() as free, socket.socket() as outside:
        free.bind(("127.0.0.1", 0))
        server = Server(folder, free.getsockname()[1], secrets.token_hex(16))
        free.close()
        outside.bind(("127.0.0.1", 0))  # where the server and its kernels would knock to reach the network
        outside.listen()
        outside.setblocking(False)
        process = subprocess.Popen(
            command(folder, server.port, server.token),
            cwd=folder,
            env=_environment(Path(settings), f"http://127.0.0.1:{outside.getsockname()[1]}"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        log, is_ready = _follow(process, ready)
        try:
            if not is_ready.wait(120) or process.poll() is not None or not _answers(server):
                raise RuntimeError("the server did not start:\n" + "".join(log))
            yield server
            _check_that_nobody_knocked(outside)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:  # a server that hangs must not hold up the tests
                process.kill()


def _environment(settings: Path, proxy: str) -> dict[str, str]:
    return os.environ | {
        "JUPYTER_CONFIG_PATH": str(find_data_folder() / "lab"),
        **{f"JUPYTER_{kind}_DIR": str(settings / kind.lower()) for kind in ("CONFIG", "RUNTIME", "DATA")},
        "JUPYTERLAB_SETTINGS_DIR": str(settings / "user"),
        "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
        "IPYTHONDIR": str(settings / "ipython"),
        **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), proxy),
        **dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1,localhost"),
    }


def _answers(server: Server) -> bool:
    """Whether the server answers within two minutes: its log may say that it is ready a little before it is."""
    for _ in range(240):
        try:
            server.ask("status")
        except urllib.error.HTTPError:
            return True
        except OSError:
            threading.Event().wait(0.5)
        else:
            return True
    return False


def _check_that_nobody_knocked(outside: socket.socket) -> None:
    try:
        outside.accept()
    except BlockingIOError:
        return
    raise RuntimeError("the server or a kernel of it asked for another machine")


def _follow(process: "subprocess.Popen[str]", ready: str) -> tuple[list[str], threading.Event]:
    """The server's log as it grows, and whether it says that it listens (or has ended)."""
    log: list[str] = []
    is_ready = threading.Event()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            log.append(line)
            if ready in line:
                is_ready.set()
        is_ready.set()

    threading.Thread(target=read, daemon=True).start()
    return log, is_ready


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    """A notebook of these code cells, not yet executed."""
    cell_entries = [
        {"cell_type": "code", "id": f"cell-{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
        for n, code in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cell_entries}),
        "utf-8",
    )
    return path
