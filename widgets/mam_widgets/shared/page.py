"""A widget on a plain page, without Jupyter: it has a name, fields that are sent to the page, and an answer to each message.

>>> class Table(PageHost):
...     scene = make_field()
>>> table = Table(scene={"title": "Deal 7"})
>>> table.connect(lambda name, value: print(name, value))
scene {'title': 'Deal 7'}
>>> table.scene = {"title": "Deal 8"}
scene {'title': 'Deal 8'}
"""

import secrets
from collections.abc import Callable
from typing import Any

Send = Callable[[str, Any], None]  # the name of a field and its value


class PageField:
    """A field of a widget: every new value is sent to the page."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, widget: "PageHost | None", owner: type) -> Any:
        return self if widget is None else widget.fields.get(self._name, {})

    def __set__(self, widget: "PageHost", value: Any) -> None:
        if widget.fields.get(self._name) != value:
            widget.fields[self._name] = value
            widget.send(self._name, value)


def make_field() -> Any:
    """Return a field, a dictionary of plain data, that is sent whenever it changes."""
    return PageField()


class PageHost:
    """What carries a widget on a plain page: `connect` says how to send, and messages come by `handle_message`."""

    def __init__(self, **fields: Any) -> None:
        self.uid = secrets.token_hex(4)
        self.fields: dict[str, Any] = fields
        self.send: Send = lambda _name, _value: None

    def connect(self, send: Send) -> None:
        """Send all fields now, and every change from now on."""
        self.send = send
        for name, value in self.fields.items():
            send(name, value)

    def handle_message(self, message: object) -> None:
        """Do what the browser asks."""
        raise NotImplementedError

    def _show_static(self) -> None:
        """A page shows the live widget alone."""
