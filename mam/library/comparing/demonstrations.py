"""Demonstrations: a position on which two rule sets answer differently, and both answers as the engine gives them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mam.library.comparing import bidding, misplays, playing
from mam.library.comparing.settings import Setting
from mam.library.comparing.verdicts import Verdict
from mam.rules.editions import RuleSet


@dataclass(frozen=True)
class Demonstration:
    """What was asked, and the two verdicts on it, each with its position."""

    verdicts: tuple[Verdict, Verdict]

    @property
    def asked(self) -> str:
        """The question, or the move that was tried; "" where each was asked something of its own."""
        first, second = self.verdicts
        return first.asked if first.asked == second.asked else ""

    @property
    def position(self) -> str:
        """The position, where both were asked about the same; else ""."""
        first, second = self.verdicts
        return first.position if first.position == second.position else ""


# A method sets up a position under one rule set to compare it with another, and asks the engine; None if it cannot.
Method = Callable[[Any, Any], Verdict | None]


def demonstrate(setting: Setting, a: RuleSet, b: RuleSet) -> Demonstration | None:
    """Find a position that shows how the two differ in this setting; None if no verdict and no score changes."""
    for method in _METHODS.get(setting.key, ()):
        first, second = method(a, b), method(b, a)
        if first and second and first.answer != second.answer:
            return Demonstration((_add_sources(first, setting), _add_sources(second, setting)))
    return None


def _add_sources(verdict: Verdict, setting: Setting) -> Verdict:
    """Add the rulings of the setting to a verdict for which the engine cites none."""
    return verdict if verdict.rulings else replace(verdict, rulings=setting.sources(verdict.rules))


_METHODS: dict[str, tuple[Method, ...]] = {
    "players": (bidding.show_persons,),
    "sides": (playing.show_partners,),
    "pack": (bidding.show_deal,),
    "hand": (bidding.show_deal,),
    "shrinking": (bidding.show_next_deal,),
    "first-dealer": (bidding.show_first_dealers,),
    "opener": (bidding.show_opener,),
    "must-open": (bidding.show_all_pass,),
    "opening": (bidding.show_opening,),
    "raise": (bidding.show_raise,),
    "step": (bidding.show_step,),
    "max-bid": (bidding.show_highest,),
    "turns": (bidding.show_again,),
    "reentry": (bidding.show_reentry,),
    "color-spoken": (bidding.show_color_bid,),
    "misdeal": (bidding.show_misdeal,),
    "trump-when": (bidding.show_when_trump,),
    "no-trump": (bidding.show_no_trump,),
    "tiger-no-trump": (bidding.show_tiger_without_trump,),
    "nest": (bidding.show_discard,),
    "nest-again": (bidding.show_tiger_without_trump,),
    "forced-discard": (bidding.show_forced_discard,),
    "nest-seen": (bidding.show_nest_seen, bidding.show_tiger_without_trump),
    "first-lead": (playing.show_first_lead,),
    "partner-hand": (playing.show_partner_hand,),
    "seats": (playing.show_order,),
    "color-after-animal": (playing.show_after_bull,),
    "bull": (playing.show_animals_together,),
    "animals-together": (playing.show_animals_together,),
    "duplicates": (playing.show_twins,),
    "trump-lead": (playing.show_trump_lead,),
    "counts": (playing.show_worth,),
    "scoring": (playing.show_score,),
    "set-back": (playing.show_score,),
    "left-over": (playing.show_passed_out, playing.show_left_over),
    "target": (playing.show_target,),
    "level": (playing.show_level,),
    "wrong-card": (misplays.show_revoke,),
    "wrong-discard": (bidding.show_wrong_discard,),
    "payers": (misplays.show_revoke,),
    "fewest-level": (playing.show_fewest_level,),
    "letter-order": (playing.show_new_order,),
    "on-their-word": (playing.show_new_word,),
}
