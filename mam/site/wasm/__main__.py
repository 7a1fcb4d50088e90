"""Build the module into a folder: `python -m mam.site.wasm FOLDER`."""

import sys
from pathlib import Path

from mam.site.wasm.build import build_module

if __name__ == "__main__":
    build_module(Path(sys.argv[1]))
