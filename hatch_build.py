"""What hatchling does for the wheel: its lessons come without outputs, which a reader's own run makes again."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LessonsHook(BuildHookInterface[Any]):
    """Put every notebook of `notebooks/` into `mam/notebooks`, as it is before its cells are run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the copies and name them; an editable install reads the notebooks of the checkout."""
        if version == "editable":
            return
        self.copies = TemporaryDirectory()
        for path in sorted(Path(self.root, "notebooks").glob("*.ipynb")):
            notebook = json.loads(path.read_text("utf-8"))
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    cell.update(outputs=[], execution_count=None)
            copy = Path(self.copies.name, path.name)
            copy.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8", newline="\n")
            build_data["force_include"][str(copy)] = f"mam/notebooks/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the copies."""
        if version != "editable":
            self.copies.cleanup()
