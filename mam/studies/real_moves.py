"""From what a file says of a set-up to the game that real moves lead to."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Facts, Game, set_up
from mam.text.notation import parse_carry

_OLD_NAMES = {"discarded": "discards", "called": "called_cards"}


def play_setup(edition: str, options: Sequence[str], form: str, facts: Facts) -> Game:
    """Return the game at the end of a set-up in this form.

    Raises ValueError naming what does not fit, and IllegalMove where the rules refuse a move.

    >>> play_setup("anagrams", (), "letters", {"hands": "A AX | B NX", "lead": "A", "moves": ["lay A"]}).turn
    'B'
    """
    facts = dict(facts)
    with refuse_unfit_values():
        if "carry" in facts:
            facts["carry"] = parse_carry(facts["carry"])
        game = set_up(edition, options, *translate(form, facts))
        check_leaders(game, facts)
    return game


def check_leaders(game: Game, facts: Facts) -> None:
    """Raise ValueError unless the tricks of a `line` are led by the seats that it names."""
    line = facts.get("line", ())
    if not isinstance(game, TrickRound) or not line:
        return
    leaders = [trick.leader for trick in (*game.tricks, game.trick) if trick and trick.cards]
    if leaders != (named_leaders := [trick.partition(":")[0] for trick in line]):
        raise ValueError(f"the tricks are led by {' '.join(leaders)}, not by {' '.join(named_leaders)}")


@contextmanager
def refuse_unfit_values() -> Iterator[None]:
    """Report a value of another kind as a ValueError: what is set up is data, whose mistakes show only here."""
    try:
        yield
    except (TypeError, LookupError, AttributeError, AssertionError) as error:
        raise ValueError("a key is missing or unknown, or a value is of another kind") from error


def translate(form: str, facts: Facts) -> tuple[str, Facts]:
    """Return a form and its facts as `mam.library.situations` writes them."""
    facts = dict(facts)
    if form == "record":
        return form, {{"to": "at"}.get(key, key): value for key, value in facts.items()}
    if form == "match":
        rounds = []
        for entry in facts.pop("round"):
            inner = ("letters", entry["letters"]) if "letters" in entry else translate("position", entry)
            rounds.append({"form": inner[0], **inner[1]})
        names = {"totals": "carried", "calls": "moves"}
        return "rounds", {"rounds": rounds, **{names[key]: value for key, value in facts.items()}}
    if form not in ("position", "table"):
        return form, facts
    bidder, _, amount = facts.pop("bid", "").partition(" ")
    facts |= {"bidder": bidder} if bidder.isalpha() else {}
    facts |= {"bid": int(amount or bidder)} if (amount or bidder).isdecimal() else {}
    if form == "table":
        return form, facts
    facts = {_OLD_NAMES.get(key, key): value for key, value in facts.items()}
    tricks = [trick.partition(":")[::2] for trick in facts.pop("line", ())]
    facts |= {"lead": tricks[0][0]} if tricks else {}
    if "hands" not in facts:
        return "tricks", {**facts, "tricks": [cards.strip() for _, cards in tricks]}
    facts |= {"played": " ".join(cards.strip() for _, cards in tricks)} if tricks else {}
    hands = " ".join("??" if word == "?" else word for word in facts["hands"].split())
    return "position", {**facts, "hands": hands}
