"""What an edition is: frozen facts, one small rule set for each clause, and which ruling each topic has there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from mam.auction import AuctionRules
from mam.cards import Card
from mam.moves import Move
from mam.nest import NestRules
from mam.rulings import Reason, Ruling, ruling
from mam.scoring import ScoringRules
from mam.tricks import TrickRules


@dataclass(frozen=True)
class RuleSet:
    """One edition of the rules. Editions and options are made from others with `dataclasses.replace`.

    `sides` lists the seats that score together; `cites` gives each topic of a clause its ruling id; `options` are the
    switches the edition offers, each a name, its ruling and the change it makes. `letter` opens its deal codes.
    """

    id: str
    name: str
    short_name: str
    letter: str
    seats: tuple[str, ...]
    seat_names: Mapping[str, str] = field(compare=False)
    sides: Mapping[str, tuple[str, ...]] = field(compare=False)
    side_names: Mapping[str, str] = field(compare=False)
    pack: tuple[Card, ...]
    hand_size: int
    cites: Mapping[str, str] = field(compare=False)
    options: Mapping[str, "Option"] = field(compare=False)
    chosen: tuple[str, ...] = ()
    auction: AuctionRules = AuctionRules()
    nest: NestRules = NestRules()
    tricks: TrickRules = TrickRules()
    scoring: ScoringRules = ScoringRules()

    def __reduce__(self) -> tuple[Callable[..., "RuleSet"], tuple[str, tuple[str, ...], dict[str, Any]]]:
        # An option's change is a function and does not pickle: what travels is the edition's name and what differs from it.
        named = _rebuild(self.id, self.chosen, {})
        own = [one.name for one in fields(self) if one.compare]
        return _rebuild, (
            self.id,
            self.chosen,
            {k: getattr(self, k) for k in own if getattr(self, k) != getattr(named, k)},
        )

    def side_of(self, seat: str) -> str:
        """The side this seat scores with; raises KeyError naming the seats there are."""
        for side, seats in self.sides.items():
            if seat in seats:
                return side
        raise KeyError(f"no seat {seat!r}: the seats are {' '.join(self.seats)}")

    def rule_id(self, topic: str) -> str:
        """The id of the ruling that this edition has for a topic."""
        return self.cites[topic]

    def cite(self, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """The ruling behind a reason, applied to the position."""
        return ruling(self.cites[reason.topic], reason.because, instead)

    def with_options(self, names: Sequence[str]) -> "RuleSet":
        """This edition with options switched on.

        Raises ValueError naming the options there are when it has no such option.
        """
        if isinstance(names, str):
            raise ValueError(f"options are a list of names, like [{names!r}]")
        rules = self
        for name in names:
            if name not in self.options:
                known = ", ".join(sorted(self.options)) or "none"
                raise ValueError(f"{self.id} has no option {name!r}; it has: {known}")
            if name not in rules.chosen:
                rules = replace(self.options[name].change(rules), chosen=tuple(sorted({*rules.chosen, name})))
        return rules


def _rebuild(edition: str, chosen: tuple[str, ...], changes: dict[str, Any]) -> RuleSet:
    from mam.editions import get_edition  # the registry imports this file

    return replace(get_edition(edition, chosen), **changes)


@dataclass(frozen=True)
class Option:
    """A switch inside an edition: the ruling behind it, what it does in a few words, and the change it makes."""

    rule_id: str
    words: str
    change: Callable[[RuleSet], RuleSet]
