"""Matches in the play widget, for tests: messages as the browser sends them."""

from typing import Any

from mam_widgets.match.widget import Play


def send(table: Play, do: str, **fields: Any) -> dict[str, Any]:
    """Send a message, wait for the work that it starts, and return the scene."""
    table.handle_message({"do": do, **fields})
    table.wait()
    return table.scene


def find_action(scene: dict[str, Any], id: str) -> dict[str, Any] | None:
    """Return the action with this name, if it is offered now."""
    return next((action for action in scene["actions"] if action["id"] == id), None)


def can_do(scene: dict[str, Any], id: str) -> bool:
    """Return whether an action is offered and can be done now."""
    action = find_action(scene, id)
    return action is not None and not action["why_not"]


def find_main(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the primary action: there is exactly one."""
    (main,) = (action for action in scene["actions"] if action["is_primary"])
    return dict(main)
