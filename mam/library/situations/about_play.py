"""Questions about tricks, scores and who has won."""

from mam.games.match import Match
from mam.library.situations.questions import Plain, find_outcome, find_round, find_trick_round, question
from mam.library.situations.setting import Facts, Played
from mam.rules import tricks
from mam.rules.scoring import Result
from mam.rules.tricks import Trick


def _trick(played: Played, facts: Facts) -> Trick:
    """Return the trick with this number, or the last complete one."""
    complete = find_trick_round(played, facts).tricks
    if not complete:
        raise ValueError("no trick is complete")
    return complete[int(facts.get("trick", 0)) - 1]


@question("winner", "who takes the trick")
def _winner(played: Played, facts: Facts) -> Plain:
    return _trick(played, facts).winner or "nobody"


@question("side", "for which side")
def _side(played: Played, facts: Facts) -> Plain:
    return find_trick_round(played, facts).side_of(_trick(played, facts).winner or "")


@question("worth", "what it is worth")
def _worth(played: Played, facts: Facts) -> Plain:
    return _trick(played, facts).value


@question("on top", "the face-up card on the trick, and what it does")
def _on_top(played: Played, facts: Facts) -> Plain:
    return _trick(played, facts).tag or "none: it lies face down"


@question("led", "the color to follow")
def _led(played: Played, facts: Facts) -> Plain:
    round = find_trick_round(played, facts)
    color = tricks.led_color(_trick(played, facts).cards, round.trump, round.rules.tricks)
    return color.value if color else "none"


@question("order", "the order in which the hands play")
def _order(played: Played, facts: Facts) -> Plain:
    return [seat for seat, _ in _trick(played, facts).plays]


@question("partners", "who is known to be a partner")
def _partners(played: Played, facts: Facts) -> Plain:
    return list(find_trick_round(played, facts).partners)


# The score


@question("captured", "what each side has captured", about_score=True)
def _captured(played: Played, facts: Facts) -> Plain:
    return dict(find_trick_round(played, facts).captured)


@question("bull and bear", "what the Bull adds and the Bear takes away", about_score=True)
def _bull_and_bear(played: Played, facts: Facts) -> Plain:
    round = find_trick_round(played, facts)
    return [round.bull_gain, -round.bear_loss]


@question("made", "whether the bid is made", about_score=True)
def _is_made(played: Played, facts: Facts) -> Plain:
    result = find_outcome(played, facts)
    return isinstance(result, Result) and result.made


@question("scores", "what is scored", about_score=True)
def _scores(played: Played, facts: Facts) -> Plain:
    return dict(find_outcome(played, facts).scores)


@question("waits", "what is carried into the next round", about_score=True)
def _waits(played: Played, facts: Facts) -> Plain:
    return str(find_outcome(played, facts).carry) or "nothing"


@question("left", "cards left in each hand")
def _hand_sizes(played: Played, facts: Facts) -> Plain:
    return {seat: len(hand) for seat, hand in find_round(played, facts).hands.items()}


# The match


def _match(played: Played) -> Match:
    if not isinstance(played, Match):
        raise ValueError("a match is asked for, and this is a single round")
    return played


@question("totals", "the totals")
def _totals(played: Played, facts: Facts) -> Plain:
    return _match(played).totals


@question("winners", "who has won")
def _winners(played: Played, facts: Facts) -> Plain:
    return list(_match(played).result or ())


@question("sizes", "cards in each hand, deal by deal to the end of the match")
def _sizes(played: Played, facts: Facts) -> Plain:
    """Play on with the first legal move each time and return the size of the hands."""
    first = find_round(played, facts)
    match, sizes = Match(first.rules, 0, first), [len(first.deal.hands[0])]
    while not match.is_over:
        moved = match.play(match.legal_moves[0])
        if len(moved.finished) > len(match.finished) and not moved.is_over:
            sizes.append(len(moved.round.deal.hands[0]))
        match = moved
    return sizes
