"""Questions about tricks, scores and who has won."""

from mam.games.match import Match
from mam.library.situations.questions import Plain, find_outcome, find_round, find_trick_round, register_question
from mam.library.situations.setting import Facts, Game
from mam.misplay.wrong_moves import list_started_tricks
from mam.rules import tricks
from mam.rules.scoring import Result
from mam.rules.tricks import Trick


def _trick(game: Game, facts: Facts) -> Trick:
    """Return the trick with this number, or the last complete one."""
    complete = find_trick_round(game, facts).tricks
    if not complete:
        raise ValueError("no trick is complete")
    return complete[int(facts.get("trick", 0)) - 1]


def _find_started_trick(game: Game, facts: Facts) -> Trick:
    """Return the trick with this number, or the last that was led to, complete or not."""
    tricks = list_started_tricks(find_trick_round(game, facts))
    if not tricks:
        raise ValueError("no card has been led")
    return tricks[int(facts.get("trick", 0)) - 1]


@register_question("winner", "who takes the trick")
def _winner(game: Game, facts: Facts) -> Plain:
    return _trick(game, facts).winner or "nobody"


@register_question("side", "for which side")
def _side(game: Game, facts: Facts) -> Plain:
    return find_trick_round(game, facts).side_of(_trick(game, facts).winner or "")


@register_question("worth", "what it is worth")
def _trick_value(game: Game, facts: Facts) -> Plain:
    return _trick(game, facts).value


@register_question("on top", "the face-up card on the trick, and what it does")
def _top_card(game: Game, facts: Facts) -> Plain:
    return _trick(game, facts).tag or "none: it lies face down"


@register_question("led", "the color to follow")
def _find_led_color(game: Game, facts: Facts) -> Plain:
    round = find_trick_round(game, facts)
    color = tricks.find_led_color(_find_started_trick(game, facts).cards, round.trump, round.rules.tricks)
    return color.value if color else "none"


@register_question("order", "the order in which the hands play")
def _order(game: Game, facts: Facts) -> Plain:
    return list(_find_started_trick(game, facts).seats)


@register_question("partners", "who is known to be a partner")
def _partners(game: Game, facts: Facts) -> Plain:
    return list(find_trick_round(game, facts).partners)


# The score


@register_question("captured", "what each side has captured", about_score=True)
def _captures(game: Game, facts: Facts) -> Plain:
    return dict(find_trick_round(game, facts).captured)


@register_question("bull and bear", "what the Bull adds and the Bear takes away", about_score=True)
def _bull_and_bear(game: Game, facts: Facts) -> Plain:
    round = find_trick_round(game, facts)
    return [round.bull_gain, -round.bear_loss]


@register_question("made", "whether the bid is made", about_score=True)
def _is_made(game: Game, facts: Facts) -> Plain:
    result = find_outcome(game, facts)
    return isinstance(result, Result) and result.is_bid_made


@register_question("scores", "what is scored", about_score=True)
def _scores(game: Game, facts: Facts) -> Plain:
    return dict(find_outcome(game, facts).scores)


@register_question("waits", "what is carried into the next round", about_score=True)
def _carry(game: Game, facts: Facts) -> Plain:
    return str(find_outcome(game, facts).carry) or "nothing"


@register_question("left", "cards left in each hand")
def _hand_sizes(game: Game, facts: Facts) -> Plain:
    return {seat: len(hand) for seat, hand in find_round(game, facts).hands.items()}


# The match


def _match(game: Game) -> Match:
    if not isinstance(game, Match):
        raise ValueError("the question needs a match, not a single round")
    return game


@register_question("totals", "the totals")
def _totals(game: Game, facts: Facts) -> Plain:
    return _match(game).totals


@register_question("winners", "who has won")
def _winners(game: Game, facts: Facts) -> Plain:
    return list(_match(game).result or ())


@register_question("sizes", "cards in each hand, deal by deal to the end of the match")
def _sizes(game: Game, facts: Facts) -> Plain:
    """Play on with the first legal move each time and return the size of the hands."""
    first = find_round(game, facts)
    match, sizes = Match(first.rules, 0, first), [len(first.deal.hands[0])]
    while not match.is_over:
        next_match = match.play(match.legal_moves[0])
        if len(next_match.finished) > len(match.finished) and not next_match.is_over:
            sizes.append(len(next_match.round.deal.hands[0]))
        match = next_match
    return sizes
