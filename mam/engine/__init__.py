"""The fast engine: tables made from the readable rules, a compiled kernel that knows only those, playouts and the solver."""


class Unsupported(ValueError):
    """The engine cannot play these rules or this position; the message says why."""
