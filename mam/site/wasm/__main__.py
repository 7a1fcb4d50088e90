"""Build the module into a folder: `python -m mam.site.wasm FOLDER`."""

import sys
from pathlib import Path

from mam.site.wasm.build import build

build(Path(sys.argv[1]))
