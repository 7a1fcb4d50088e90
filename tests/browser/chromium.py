"""Chromium as tests and pictures start it: found on this machine, and kept from looking at any other."""

import os
import shutil

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)  # the first takes a third of the time
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what is not this machine cannot even be found
]


def find_chromium() -> str | None:
    """The program to start: what MAM_CHROMIUM names, else the first of its usual names on the path."""
    named = os.environ.get("MAM_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)
