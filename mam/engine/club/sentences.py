"""What the club player learned, as sentences with weights that a person can read and argue with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mam.engine.club.features import LATE, LATE_HAND, LEADS, SIDES, SITUATIONS, WINNERS
from mam.engine.club.weights import find_weights
from mam.rules.editions import get_edition
from mam.support.messages import quote

# How much of a feature a sentence speaks of, and how it says so.
PHRASES: Mapping[str, tuple[int, str]] = {
    "expected money": (10, "for each $10,000 that your side can expect to gain from the trick"),
    "side takes": (6, "for each 10% of chance that your side takes the trick"),
    "holds": (6, "for each 10% of chance that the card takes the trick, with opponents still to play"),
    "partner beats": (6, "for each 10% of chance that a partner who is still to play can beat the card"),
    "money": (10, "for each $10,000 on the card"),
    "money risked": (10, "for each $10,000 on the card that the others are likely to take"),
    "rank": (1, "for each card of its color that ranks below it"),
    "higher unseen": (1, "for each unseen card of its color that ranks above it, up to eight"),
    "master": (1, "if no unseen card of its color ranks above it (a master)"),
    "master trump": (1, "if it is a master and a trump"),
    "master's money": (10, "for each $10,000 on it, if it is a master"),
    "trump": (1, "if it is a trump"),
    "trump, trumps unseen": (1, "for each unseen trump, if it is a trump"),
    "trump, trumps held": (1, "for each trump that you hold, if it is a trump"),
    "length": (1, "for each card of its color that you hold"),
    "single": (1, "if it is your only card of its color"),
    "single, to trump": (1, "if it is your only card of its color, not trump, and you hold trumps"),
    "color unseen": (1, "for each unseen card of its color"),
    "money to fall": (10, "for each $10,000 unseen in its color that your side is likely to take"),
    "money kept": (10, "for each $10,000 on your other cards of its color"),
    "opponents trump": (1, "for each opponent still to play who is void in its color and may hold a trump"),
    "partners void": (1, "for each partner still to play who is void in its color"),
    "captures early": (1, "for each card that you hold, if the card now wins the trick"),
    "Tiger": (1, "if it is the Tiger"),
    "Bull": (1, "if it is the Bull"),
    "Bear": (1, "if it is the Bear"),
    "Bull doubles": (10, "for each $10,000 in the trick that your side is likely to take, if it is the Bull"),
    "Bear saves": (10, "for each $10,000 in the trick that the others are likely to take, if it is the Bear"),
}


def describe_weights(edition: str, words: str = "") -> Iterator[str]:
    """Yield lines that say what counts how much for the club player, in the situations with these words in their names.

    What counts most comes first. Raises ValueError if nothing was learned for the edition, or no situation has the words.

    >>> print(*list(describe_weights("make-a-million-1935", "bidder leads"))[:2], sep=chr(10))
    When the bidder leads, a card scores
    ...
    """
    weights = find_weights(edition)
    if weights is None:
        raise ValueError(
            f"the club player has learned nothing for {edition}, so it plays like the rulebook player there"
        )
    is_money = get_edition(edition).scoring.money
    rows = dict(zip(SITUATIONS, weights.play, strict=True))
    chosen = {situation: row for situation, row in rows.items() if words.casefold() in situation}
    if not chosen:
        raise ValueError(f"no situation has {quote(words)} in its name; there are: {'; '.join(SITUATIONS)}")
    for situation, row in chosen.items():
        if not any(row):  # it never occurs: where everybody plays alone, no partner leads
            continue
        if situation.startswith(LATE) and row == rows[situation.removeprefix(LATE)]:  # nothing else counts late
            continue
        values = _weigh_phrases(row, is_money)
        yield f"{_introduce(situation)}, a card scores"
        for phrase, value in sorted(values.items(), key=lambda item: -abs(item[1])):
            yield f"{value:+7,d} {phrase}".replace("-", "−", 1)
        yield ""


def _weigh_phrases(weights: Iterable[int], is_money: bool) -> dict[str, int]:
    """Return what each sentence weighs, given the weights of the features."""
    phrases = PHRASES.values() if is_money else map(_count_points, PHRASES.values())
    return {text: count * weight for (count, text), weight in zip(phrases, weights, strict=True) if weight}


def _count_points(phrase: tuple[int, str]) -> tuple[int, str]:
    """Return the phrase for games in which cards have points, not money.

    >>> _count_points(PHRASES["money"]), _count_points(PHRASES["rank"])
    ((1, 'for each point on the card'), (1, 'for each card of its color that ranks below it'))
    """
    _, text = phrase
    return (1, text.replace("$10,000", "point")) if "$10,000" in text else phrase


def _introduce(situation: str) -> str:
    """Say a situation in words.

    >>> _introduce("opponents, last, your side winning, trumping possible")
    "When you play last against the bidder's side, your side is winning and you can trump"
    >>> _introduce("late, opponent leads")
    'With 7 cards or fewer in hand, when an opponent of the bidder leads'
    """
    if situation.startswith(LATE):
        introduction = _introduce(situation.removeprefix(LATE))
        return f"With {LATE_HAND} cards or fewer in hand, {introduction[0].lower()}{introduction[1:]}"
    if situation in LEADS:
        leaders = {"bidder leads": "the bidder leads", "bidder's partner leads": "the bidder's partner leads"}
        return f"When {leaders.get(situation, 'an opponent of the bidder leads')}"
    side, place, winner, hand = situation.split(", ")
    return (
        f"When you play {'last' if place == 'last' else 'neither first nor last'} "
        f"{'for' if side == SIDES[1] else 'against'} the bidder's side, "
        f"{'your side is' if winner == WINNERS[1] else 'the others are'} winning and "
        + {
            "following": "you must follow",
            "trumping possible": "you can trump",
            "neither": "you need not follow and cannot trump",
        }[hand]
    )
