"""Messages of the browser: the signature of a decorated method is the schema of its message.

>>> class Table:
...     @on_message("bid")
...     def bid(self, amount: int, color: str | None = None) -> None:
...         print(amount, color)
>>> handle_message(Table(), {"do": "bid", "amount": 175})
175 None
>>> handle_message(Table(), {"do": "bid", "amount": True})
Traceback (most recent call last):
ValueError: message “bid”: “amount” must be a whole number, not True
"""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin

from mam.support.messages import quote, shorten

F = TypeVar("F", bound=Callable[..., object])

LARGEST = 2**53 - 1  # JavaScript counts exactly up to here
LONGEST = 10_000  # characters of a text, or entries of a list

_KIND = "__message_kind__"
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "text", NoneType: "nothing"}
_PLURALS = {int: "whole numbers", float: "numbers", str: "texts"}
_TYPESCRIPT = {bool: "boolean", int: "number", float: "number", str: "string", NoneType: "null"}


def on_message(kind: str) -> Callable[[F], F]:
    """Let a method answer messages whose “do” is `kind`; its parameters are the message's other fields.

    They are of the types bool, int, float, str, None, lists of these, or unions of these. A field with a default may be left out.
    """

    def mark(method: F) -> F:
        setattr(method, _KIND, kind)
        return method

    return mark


@dataclass(frozen=True)
class Handler:
    """A kind of message: the method that answers it, and the fields it takes."""

    kind: str
    method: str
    fields: Mapping[str, Any]  # the type of each
    needed: frozenset[str]

    def read(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a message as arguments. Raises ValueError, naming the field, for a message that does not fit."""
        given = {name: value for name, value in message.items() if name != "do"}
        for name in given:
            if name not in self.fields:
                raise ValueError(f"message “{self.kind}”: unknown field “{shorten(name)}”")
        for name in self.fields:
            if name in self.needed and name not in given:
                raise ValueError(f"message “{self.kind}”: the field “{name}” is missing")
        for name, value in given.items():
            if not _fits(value, self.fields[name]):
                kind = _name_type(self.fields[name])
                raise ValueError(f"message “{self.kind}”: “{name}” must be {kind}, not {quote(value)}")
        return given

    def declare(self) -> str:
        """Return the type of this message in TypeScript."""
        fields = (
            f"; {name}{'' if name in self.needed else '?'}: {_name_in_typescript(kind)}"
            for name, kind in self.fields.items()
        )
        return f'{{ do: "{self.kind}"{"".join(fields)} }}'


@lru_cache(maxsize=64)
def find_handlers(receiver: type) -> Mapping[str, Handler]:
    """Return the kinds of message that objects of a class answer."""
    handlers = {}
    methods = {name: method for base in reversed(receiver.__mro__) for name, method in vars(base).items()}
    for name, method in methods.items():
        if kind := getattr(method, _KIND, None):
            _, *parameters = inspect.signature(method, eval_str=True).parameters.values()
            fields = {parameter.name: parameter.annotation for parameter in parameters}
            required_names = frozenset(
                parameter.name for parameter in parameters if parameter.default is parameter.empty
            )
            handlers[kind] = Handler(kind, name, fields, required_names)
    return handlers


def handle_message(receiver: object, message: object, *receivers: object) -> None:
    """Check a message and call the method that answers it, of the first receiver that has one.

    Raises ValueError, in a sentence that names the field, for a message that none of them can take.
    """
    find_answer(message, receiver, *receivers)()


def find_answer(
    message: object, *receivers: object, elsewhere: Mapping[type, str] = MappingProxyType({})
) -> Callable[[], object]:
    """Check a message and return what it asks for, as a function to be called. Raises ValueError as `handle_message` does.

    A message of a class that answers at another moment is refused with the sentence that stands in `elsewhere`.
    """
    if not isinstance(message, Mapping):
        raise ValueError(f"a message is an object with a “do”, not {quote(message)}")
    kind = message.get("do")
    for receiver in receivers:
        cls: type = type(receiver)
        handler = find_handlers(cls).get(kind) if isinstance(kind, str) else None
        if handler:
            method, fields = getattr(receiver, handler.method), handler.read(message)
            return lambda: method(**fields)
    if isinstance(kind, str):
        for absent, why_not in elsewhere.items():
            if kind in find_handlers(absent):
                raise ValueError(why_not)
    raise ValueError(f"unknown message {quote(kind)}")


def declare_messages(kinds: Collection[str], *receivers: type) -> str:
    """Return the messages of these kinds as a TypeScript type, by which `tsc` checks what the browser's files send.

    What only the actions of a scene send, the browser's files do not write: it needs no declaration.
    """
    handlers = [handler for receiver in receivers for handler in find_handlers(receiver).values()]
    declared = sorted({handler.declare() for handler in handlers if handler.kind in kinds})
    lines = "\n".join(f"  | {message}" for message in declared)
    return f"// Made from the handlers in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.\n\nexport type Message =\n{lines};\n"


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is UnionType:
        return any(_fits(value, choice) for choice in get_args(kind))
    if get_origin(kind) is list:
        (entry,) = get_args(kind)
        return isinstance(value, list) and len(value) <= LONGEST and all(_fits(item, entry) for item in value)
    if kind is float:
        return type(value) in (int, float) and -LARGEST <= value <= LARGEST  # type: ignore[operator]  # so neither NaN nor infinity
    if type(value) is not kind:  # so that True is no 1
        return False
    if isinstance(value, int):
        return abs(value) <= LARGEST
    return len(value) <= LONGEST if isinstance(value, str) else True


def _name_type(kind: Any) -> str:
    if get_origin(kind) is UnionType:
        return " or ".join(_name_type(choice) for choice in get_args(kind))
    if get_origin(kind) is list:
        (entry,) = get_args(kind)
        choices = get_args(entry) if get_origin(entry) is UnionType else (entry,)
        return f"a list of {' or '.join(_PLURALS[choice] for choice in choices)}"
    return _NAMES[kind]


def _name_in_typescript(kind: Any) -> str:
    if get_origin(kind) is UnionType:
        return " | ".join(dict.fromkeys(_name_in_typescript(choice) for choice in get_args(kind)))
    if get_origin(kind) is list:
        (entry,) = get_args(kind)
        return f"({_name_in_typescript(entry)})[]"
    return _TYPESCRIPT[kind]
