"""The fast engine: tables asked of the readable rules, a compiled kernel that knows only those, playouts and the solver."""


class Unsupported(ValueError):
    """The engine cannot hold these rules or this position; the message says what is in the way."""
