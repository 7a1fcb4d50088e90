"""Matches in the play widget, for tests: messages as the browser sends them."""

from typing import Any

from mam_widgets.match.widget import Play


def send(table: Play, do: str, **fields: Any) -> dict[str, Any]:
    """Send a message, wait for the work that it starts, and return the scene."""
    table.handle_message({"do": do, **fields})
    table.wait()
    return table.scene
