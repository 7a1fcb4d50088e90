"""What the bidding lab shows, as plain data: the table, the guess that is asked for, the figures and the advice."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mam.games.views import view
from mam.rules.auction import contract_range
from mam.rules.cards import Trump
from mam.rules.moves import Bid, Move, Pass
from mam.scenes import Scene, make_scene
from mam.scenes.labels import color_code
from mam.scenes.schema import Calls, Hand, Log, LogRow, Note
from mam_widgets.bidding.figures import Figures, find_bounds, list_trumps
from mam_widgets.bidding.guesses import GuessBook, Guessed, brier, count_by_tenths
from mam_widgets.bidding.model import Bidding
from mam_widgets.bidding.plots import (
    average,
    draw_curve,
    draw_scores,
    draw_spread,
    margin,
    percent,
    percents,
    unit_of_bids,
)
from mam_widgets.shared.schema import (
    BiddingFigures,
    BiddingScene,
    CallAdvice,
    GuessForm,
    GuessHistory,
    TrumpChoice,
)

if TYPE_CHECKING:
    from mam.analysis.advice import Advice

_ADVISED = 4  # rows of the advice that are shown


def make_bidding_scene(bidding: Bidding, asked: bool) -> Scene:
    """The table as the learner sees it; `asked` keeps the calls back until the guess is made."""
    seen = bidding.view
    history = bidding.round.history
    before = bidding.round.at(len(history) - 1) if history else None
    shown_before = view(before, bidding.seat).round if before is not None else None
    title = f"Bidding lab · {bidding.origin}"
    scene = make_scene(seen, title=title, before=shown_before, refused=bidding.refused)
    scene |= {"others": None, "strip": None, "next": None, "money": None, "tally": None}
    if bidding.done:
        scene |= {"choices": None, "trumps": None, "hand": _as_dealt(bidding), "captured": None, "count": None}
    if asked:
        scene["calls"] = None
    if asked or bidding.done:  # nobody is waited for at the table
        scene["seats"] = [{**seat, "turn": False} for seat in scene["seats"]]
    if bidding.refused is None:
        scene["live"] = describe_auction(bidding)
    return scene


def _as_dealt(bidding: Bidding) -> Hand | None:
    """The hand that was bid on: what the nest brings is another question."""
    before = make_scene(view(bidding.last_calling, bidding.seat))["hand"]
    return None if before is None else {**before, "mode": "look", "need": 0, "label": "Your hand as dealt"}


def describe_auction(bidding: Bidding) -> str:
    """Where the auction is, in one sentence."""
    rules = bidding.rules
    if not bidding.done:
        calls = bidding.round.calls
        if not calls:
            return f"{rules.seat_names[bidding.seat]}, you call first."
        since = [*calls]
        own = [at for at, (seat, _) in enumerate(calls) if seat == bidding.seat]
        if own:
            since = since[own[-1] + 1 :]
        said = ", ".join(f"{rules.seat_names[seat]} {_describe_call(bidding, call)}" for seat, call in since)
        return f"{said}. It is your turn to call."
    if bidding.winner is None:
        return "The auction is over and nobody bid: the cards are thrown in."
    amount = rules.auction.format_amount(bidding.round.bid or 0)
    if bidding.winner == bidding.seat:
        return f"You won the auction at {amount}."
    return f"{rules.seat_names[bidding.winner]} won the auction at {amount}."


def _describe_call(bidding: Bidding, call: object) -> str:
    if isinstance(call, Bid):
        on = f" on {call.color.word}" if call.color is not None else ""
        return f"bids {bidding.rules.auction.format_amount(call.amount)}{on}"
    return "passes" if isinstance(call, Pass) else "calls a misdeal"


# Figures


def make_figures(bidding: Bidding, figures: Figures | None, trump: Trump | None) -> BiddingFigures | None:
    """The figures as plots and sentences; `trump` is the one whose outcomes are drawn (None: that of the best bid)."""
    if figures is None:
        return None
    chosen = trump if trump is not None and trump in figures.ends else figures.trump
    return {
        "head": describe_figures(bidding, figures),
        "text": _describe_computation(bidding, figures),
        "yours": _describe_own_bid(bidding, figures),
        "curve": draw_curve(bidding, figures, describe_figures(bidding, figures)),
        "score": draw_scores(bidding, figures),
        "spread": draw_spread(bidding, figures, chosen),
        "trumps": [{**_trump(trump), "chosen": trump == chosen} for trump in figures.ends],
        "worlds": figures.n,
        "target": figures.target,
    }


def describe_figures(bidding: Bidding, figures: Figures) -> str:
    """The best bid in a sentence.

    >>> from mam_widgets.bidding.model import open_bidding
    >>> from mam_widgets.bidding.figures import study
    >>> bidding = open_bidding("R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL", dealer="S", seed=1)
    >>> describe_figures(bidding, [*study(bidding.hand_view, 1, most=3)][-1]).startswith("Best contract: $")
    True
    """
    best = figures.best
    trump = next(trump for trump in figures.ends if str(trump.value) == best["trump"])
    format_amount = bidding.rules.auction.format_amount
    gain = average(bidding, best["gain"], signed=True)
    return (
        f"Best contract: {format_amount(best['bid'])} in {trump.word}. You make it {_between(figures, trump, best['bid'])}; "
        f"expected gain {gain} {margin(bidding, best['gain_standard_error'])}."
    )


def _between(figures: Figures, trump: Trump, bid: int) -> str:
    chance = figures.ends[trump].chance(bid)
    low, high = find_bounds(chance, figures.n)
    return f"in {percent(chance)} of simulated deals (95% confidence interval {percents(low, high)})"


def _describe_computation(bidding: Bidding, figures: Figures) -> list[str]:
    played = "" if figures.compiled else " (by the readable rules, which are slower)"
    text = [
        f"Based on {figures.n:,} simulated deals in which you hold these cards. In each, everyone "
        f"plays like the rulebook player{played}, as if you had won the auction.",
        "Opponents' calls do not change these figures; the recommendation takes them into account.",
    ]
    scored = next(iter(figures.scored.values())).n
    if scored < figures.n:
        text.append(f"Expected scores come from {scored:,} of them.")
    if figures.n < 100:
        text.append("Few deals so far: note how wide the bands are.")
    return text


def _describe_own_bid(bidding: Bidding, figures: Figures) -> str:
    """What the figures say of the learner's own highest bid."""
    own = [call for call in bidding.own_calls if isinstance(call, Bid)]
    if not own:
        return ""
    bid = own[-1]
    trump = bid.color if bid.color in figures.ends else figures.trump
    assert trump is not None
    chance = figures.ends[trump].chance(bid.amount)
    return f"You make your {bidding.rules.auction.format_amount(bid.amount)} in {trump.word} in {percent(chance)} of simulated deals."


def _trump(trump: Trump) -> TrumpChoice:
    return {"code": str(trump.value), "color": color_code(trump), "text": trump.word}


# Advice


def make_advice(bidding: Bidding, advice: "Advice | None") -> CallAdvice | None:
    """What to call now and why, and what else was looked at."""
    if advice is None:
        return None
    rows = advice.table.head(_ADVISED).to_dict("records")
    named = {"bid": "Bid", "pass": "Pass"}
    best = advice.best
    text = (
        f"bid {bidding.rules.auction.format_amount(best.amount)}"
        if isinstance(best, Bid)
        else named.get(str(best), str(best)).lower()
    )
    if isinstance(best, Bid) and best.color is not None:
        text += f" on {best.color.word}"
    return {
        "head": f"Recommended: {text}.",
        "move": str(best),
        "why": f"It {rows[0]['reason']}.",
        "about": "This is the call to make now. The figures below answer another question: what each bid would bring if "
        "you won the auction with it, whatever the others call.",
        "rows": [
            {
                "text": str(row["alternative"]),
                "gain": f"{average(bidding, row['estimate'], signed=True)} {margin(bidding, row['standard_error'])}",
                "why": str(row["reason"]),
            }
            for row in rows
        ],
        "text": f"Expected gain over the opponents, from {advice.outcomes.n:,} simulated deals: {advice.outcomes.model}.",
    }


def mark_hint(calls: Calls, best: Move) -> None:
    """Mark the call that is advised."""
    for option in calls["options"]:
        option["hint"] = option["move"] == str(best)


# The guess


def make_guess(bidding: Bidding, result: Guessed | None) -> GuessForm:
    """What is asked before anything is shown, what was said, and what happened."""
    bids = contract_range(bidding.rules.auction)
    guess = bidding.guess
    return {
        "trumps": [_trump(trump) for trump in list_trumps(bidding.round)],
        "least": bids.minimum,
        "most": bids.maximum,
        "step": bids.step,
        "unit": unit_of_bids(bidding),
        "told": "" if guess is None else _describe_guess(bidding, result),
    }


def _describe_guess(bidding: Bidding, result: Guessed | None) -> str:
    guess = bidding.guess
    assert guess is not None
    format_amount = bidding.rules.auction.format_amount
    said = f"Your guess: {format_amount(guess.bid)} in {guess.trump.word} is made with a chance of {percent(guess.chance)}."
    if result is None:
        return said
    how = "made" if result.made else "not made"
    return f"{said} In this deal, with everyone playing like the rulebook player, your side captures {format_amount(result.taken)}: {how}."


def make_book(book: GuessBook | None) -> GuessHistory | None:
    """How well the learner's guesses have come true so far."""
    if book is None:
        return None
    rows: Sequence[Mapping[str, Any]] = count_by_tenths(book.guesses)
    score, n = brier(book.guesses), len(book.guesses)
    if score is None:
        head = "No guesses yet."
    else:
        head = f"{n} {'guess' if n == 1 else 'guesses'}, Brier score {score:.3f} (0 is perfect; always saying 50% gives 0.250)."
    return {
        "head": head,
        "file": f"Saved in {book.path}",
        "fault": book.fault,
        "columns": ["You predicted", "Guesses", "Mean", "Observed"],
        "rows": [
            [f"{row['low']} to {row['high']}%", str(row["n"]), percent(row["guessed"]), percent(row["happened"])]
            for row in rows
        ],
    }


# A notebook without a kernel


def make_saved(scene: BiddingScene) -> BiddingScene:
    """The scene for the picture and the text: the figures in words beneath the table."""
    lab = scene["lab"]
    rows: list[str] = []
    figures, advice = lab["figures"], lab["advice"]
    if figures:
        rows = [
            f"{', '.join(f'{name} {cell}' for name, cell in zip(figures['curve']['table']['columns'], row, strict=True))}"
            for row in figures["curve"]["table"]["rows"]
        ]
    if advice:
        rows = [f"{advice['head']} {advice['why']}", *rows]
    note: Note | None = (
        {"head": figures["head"].removesuffix("."), "text": " ".join(figures["text"]), "source": ""}
        if figures
        else None
    )
    turns: list[LogRow] = [{"number": at, "text": text} for at, text in enumerate(rows, 1)]
    log: Log | None = {"head": "Recommendation, and the chance of making each bid", "rows": turns} if rows else None
    return {**scene, "log": log, "note": note}
