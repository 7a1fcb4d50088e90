"""Messages of the browser: a method's signature is the schema, and a bad message is a sentence that names the field."""

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam_widgets.shared.messages import find_handlers, handle_message, on_message
from mam_widgets.stepper.model import Walk


class Table:
    def __init__(self) -> None:
        self.calls: list[object] = []

    @on_message("bid")
    def bid(self, amount: int, color: str | None = None) -> None:
        self.calls.append((amount, color))

    @on_message("guess")
    def guess(self, percent: float, sure: bool = False) -> None:
        self.calls.append((percent, sure))

    @on_message("answer")
    def answer(self, given: list[int | str]) -> None:
        self.calls.append(given)


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ({"do": "bid", "amount": 175}, (175, None)),
        ({"do": "bid", "amount": 175, "color": "R"}, (175, "R")),
        ({"do": "bid", "amount": 175, "color": None}, (175, None)),
        ({"do": "guess", "percent": 5}, (5, False)),
        ({"do": "guess", "percent": 2.5, "sure": True}, (2.5, True)),
        ({"do": "answer", "given": [1, "2"]}, [1, "2"]),
        ({"do": "answer", "given": []}, []),
        ({"do": "bid", "amount": 2**53 - 1}, (2**53 - 1, None)),
    ],
)
def test_a_message_that_fits_calls_its_method(message: dict[str, object], call: object) -> None:
    table = Table()
    handle_message(table, message)
    assert table.calls == [call]


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (None, "a message is an object with a “do”, not None"),
        ([], "a message is an object"),
        ({}, "unknown message None"),
        ({"do": 3}, "unknown message 3"),
        ({"do": ["bid"]}, "unknown message"),
        ({"do": "fly"}, "unknown message 'fly'"),
        ({"do": "calls"}, "unknown message"),
        ({"do": "bid"}, "message “bid”: the field “amount” is missing"),
        ({"do": "bid", "amount": 175, "suit": "R"}, "message “bid”: unknown field “suit”"),
        ({"do": "bid", "amount": True}, "“amount” must be a whole number, not True"),
        ({"do": "bid", "amount": 175.0}, "“amount” must be a whole number, not 175.0"),
        ({"do": "bid", "amount": "175"}, "“amount” must be a whole number, not '175'"),
        ({"do": "bid", "amount": 10**400}, "“amount” must be a whole number"),
        ({"do": "bid", "amount": 2**53}, "“amount” must be a whole number"),
        ({"do": "bid", "amount": None}, "“amount” must be a whole number, not None"),
        ({"do": "bid", "amount": 175, "color": 3}, "“color” must be text or nothing, not 3"),
        ({"do": "bid", "amount": 175, "color": "R" * 10_001}, "“color” must be text"),
        ({"do": "guess", "percent": float("nan")}, "“percent” must be a number, not nan"),
        ({"do": "guess", "percent": float("inf")}, "“percent” must be a number, not inf"),
        ({"do": "guess", "percent": 10**400}, "“percent” must be a number"),
        ({"do": "guess", "percent": 5, "sure": 1}, "“sure” must be true or false, not 1"),
        ({"do": "answer", "given": [True]}, "“given” must be a list of whole numbers or texts"),
        ({"do": "answer", "given": "12"}, "“given” must be a list"),
    ],
)
def test_a_message_that_does_not_fit_is_a_sentence_that_names_the_field(message: object, fault: str) -> None:
    table = Table()
    with pytest.raises(ValueError, match=r"message") as raised:
        handle_message(table, message)
    assert fault in str(raised.value) and len(str(raised.value)) < 200
    assert table.calls == []


def test_the_first_receiver_that_knows_a_message_answers_it() -> None:
    class Receiver:
        @on_message("bid")
        def bid(self) -> None:
            raise AssertionError("the table is asked first")

        @on_message("pass")
        def leave(self) -> None:
            table.calls.append("pass")

    table = Table()
    handle_message(table, {"do": "bid", "amount": 175}, Receiver())
    handle_message(table, {"do": "pass"}, Receiver())
    assert table.calls == [(175, None), "pass"]


def test_a_method_without_the_mark_cannot_be_called_by_a_message() -> None:
    assert set(find_handlers(Table)) == {"bid", "guess", "answer"}
    assert "scene" not in find_handlers(Walk) and "play" not in find_handlers(Walk)


def test_a_widget_answers_a_bad_message_with_a_sentence_and_stays_as_it_was() -> None:
    table = mw.specimen()
    table.handle_message({"do": "go_to_step", "step": True})
    assert table.scene["ruling"]["text"] == "message “go_to_step”: “step” must be a whole number, not True"
    assert table.scene["stepper"]["step"] == 0
