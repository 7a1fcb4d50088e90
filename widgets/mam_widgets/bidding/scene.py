"""What the bidding lab shows, as plain data: the table, the guess that is asked for, and the figures."""

from typing import TYPE_CHECKING

from mam.engine.club.weights import choose_policy
from mam.games.views import view
from mam.rules.auction import find_contract_range
from mam.rules.cards import Trump
from mam.rules.moves import Bid, Pass
from mam.scenes import Scene, make_scene
from mam.scenes.actions import Action, make_action, make_key, make_tab
from mam.scenes.heading import make_plain_heading
from mam.scenes.labels import find_color_code
from mam.scenes.schema import Calls, Hand, Heading, Log, LogRow, Message, Note
from mam.support.messages import capitalize
from mam_widgets.bidding.advice import find_plan, is_precise
from mam_widgets.bidding.figures import Figures, find_bounds, list_trumps
from mam_widgets.bidding.guesses import GuessBook, GuessRecord, score_guesses
from mam_widgets.bidding.model import Bidding
from mam_widgets.bidding.plots import (
    average,
    draw_chances,
    draw_money,
    draw_scores,
    margin,
    percent,
    percents,
    unit_of_bids,
)
from mam_widgets.bidding.schema import BiddingFigures, BiddingPart, BiddingScene, GuessForm, GuessHistory
from mam_widgets.shared.lab_schema import Finding, TrumpChoice
from mam_widgets.shared.plot_schema import Plot, Series

if TYPE_CHECKING:
    from mam.analysis.advice import Advice


def make_bidding_scene(bidding: Bidding, needs_guess: bool) -> Scene:
    """Return the table as the learner sees it; `needs_guess` keeps the calls back until the guess is made."""
    player_view = bidding.view
    history = bidding.round.history
    round_before = bidding.round.at(len(history) - 1) if history else None
    shown_before = view(round_before, bidding.seat).round if round_before is not None else None
    title = f"Bidding lab · {bidding.origin}"
    scene = make_scene(player_view, title=title, before=shown_before, refused=bidding.refused)
    scene |= {"alternatives": None, "strip": None, "next_card": None, "money": None, "tally": None}
    scene |= {
        "heading": _make_heading(bidding, scene["heading"]),
        "message": _make_message(bidding, scene["message"], needs_guess),
    }
    if bidding.is_over:
        scene |= {"choices": None, "trumps": None, "hand": _as_dealt(bidding), "captured": None, "count": None}
    if needs_guess:
        scene["calls"] = None
    if needs_guess or bidding.is_over:  # nobody is waited for at the table
        scene["seats"] = [{**seat, "turn": False} for seat in scene["seats"]]
    if bidding.refused is None:
        scene["live"] = describe_auction(bidding)
    return scene


def _make_heading(bidding: Bidding, heading: Heading) -> Heading:
    """Return the header: where the cards are from, and the game; on a phone the high bid."""
    origin = capitalize(bidding.origin)
    high = f"{heading['bidder']} {heading['short_amount']}" if heading["short_amount"] else "No bid yet"
    game = ", ".join(bidding.rules.name_parts[:2])
    return make_plain_heading("Bidding lab", f"{origin} · {game}", high, heading["description"])


def _make_message(bidding: Bidding, message: Message, needs_guess: bool) -> Message:
    """Return what was called and what to do."""
    if needs_guess:
        task = "What bid, which trump, and what chance of making it?"
        return {"kind": "turn", "what": "Guess first.", "why": task, "short": "What bid, which trump, what chance?"}
    if bidding.is_over:
        task = "Undo your last call to try another, or take a new hand."
        return {"kind": "ok", "what": describe_auction(bidding), "why": task, "short": "Undo to try again."}
    task = message["short"]
    return {"kind": "turn", "what": "Your call.", "why": f"{_describe_calls(bidding)} {task}".strip(), "short": task}


def _as_dealt(bidding: Bidding) -> Hand | None:
    """Return the hand that was bid on: what the nest brings is another question."""
    hand = make_scene(view(bidding.last_calling, bidding.seat))["hand"]
    return None if hand is None else {**hand, "mode": "look", "need": 0, "label": "Your hand as dealt"}


def describe_auction(bidding: Bidding) -> str:
    """Return where the auction is, in one sentence."""
    rules = bidding.rules
    if not bidding.is_over:
        if not bidding.round.calls:
            return f"{rules.seat_names[bidding.seat]}, you call first."
        return f"{_describe_calls(bidding)} It is your turn to call."
    if bidding.winner is None:
        return "The auction is over and nobody bid: the cards are thrown in."
    amount = rules.auction.format_amount(bidding.round.bid or 0)
    if bidding.winner == bidding.seat:
        return f"You won the auction at {amount}."
    return f"{rules.seat_names[bidding.winner]} won the auction at {amount}."


def _describe_calls(bidding: Bidding) -> str:
    """Return what was called since the learner's last call."""
    calls = [*bidding.round.calls]
    own_numbers = [number for number, (seat, _) in enumerate(calls) if seat == bidding.seat]
    names = bidding.rules.seat_names
    later_calls = calls[own_numbers[-1] + 1 :] if own_numbers else calls
    return (
        f"{', '.join(f'{names[seat]} {_describe_call(bidding, call)}' for seat, call in later_calls)}."
        if later_calls
        else ""
    )


def _describe_call(bidding: Bidding, call: object) -> str:
    if isinstance(call, Bid):
        color = f" on {call.color.word}" if call.color is not None else ""
        return f"bids {bidding.rules.auction.format_amount(call.amount)}{color}"
    return "passes" if isinstance(call, Pass) else "calls a misdeal"


# What can be done, and read


def list_actions(lab: BiddingPart, calls: Calls | None) -> list[Action]:
    """Return what can be done now, beside a call."""
    no_undo = "" if lab["can_undo"] else "You have no call to undo."
    deal = {"do": "deal"}
    actions = [
        make_action("deal", "New hand", deal, icon="again", key="n", side="header"),
        make_action(
            "hint", "Hint", {"act": "hint"}, icon="bulb", key="h", side="help", rank=2, why_not=_why_no_hint(lab)
        ),
        make_action("undo", "Undo", {"do": "undo"}, icon="undo", key="u", side="help", rank=1, why_not=no_undo),
        make_key("e", "explain", "explain the last ruling", {"act": "tab", "name": "auction"}),
    ]
    if calls:
        actions.append(make_key("p", "pass", "pass", {"do": "move", "move": "pass"}))
    if lab["step"] == "guess":
        actions.append(make_action("reveal", "Show without guessing", {"do": "reveal"}, short="Show", rank=3))
        actions.append(make_action("send-guess", "Guess", {"act": "guess"}, rank=0, is_primary=True))
    if lab["step"] == "over":
        actions.append(make_action("next-hand", "New hand", deal, rank=0, is_primary=True))
    return actions


def _why_no_hint(lab: BiddingPart) -> str:
    if lab["step"] == "guess":
        return "Make your guess first."
    if lab["step"] == "over":
        return "The auction is over."
    return "" if lab["advice"] else lab["no_advice"]


def why_no_advice(busy: bool, has_figures: bool) -> str:
    """Return why there is no advice yet."""
    if busy:
        return "Computing the advice…" if has_figures else "Computing…"
    return "Too few deals for advice: simulate more."


TABS = [
    make_tab("advice", "Advice", ["advice", "last-calls", "guesses"], nav=1),
    make_tab("auction", "Auction", ["verdict", "calls", "hands"], empty="No calls yet.", nav=2),
    make_tab("method", "Method", ["method"], empty="Nothing was simulated yet.", nav=4),
    make_tab("hand", "Hand", ["hand", "editions"], nav=3),
]


# Figures


def make_figures(
    bidding: Bidding, figures: Figures | None, advice: "Advice | None", trump: Trump | None, running: bool
) -> BiddingFigures | None:
    """Return the charts, the finding over them, and how they were computed; `trump` is the one whose money is drawn (None: the
    recommended one), `running` says that more deals are being simulated."""
    if figures is None or (running and not figures.is_precise):
        return None
    plan = find_plan(advice)
    best = plan.trump if plan and plan.trump in figures.ends else figures.trump
    drawn_trump = trump if trump in figures.ends else best
    assert best is not None and drawn_trump is not None
    charts = [
        draw_chances(bidding, figures, best, plan.limit if plan else None),
        draw_scores(bidding, figures, best),
        draw_money(bidding, figures, drawn_trump),
    ]
    return {
        "finding": _make_finding(bidding, figures, advice, best),
        "deals": f"{figures.n:,} simulated deals{' so far' if running else ''}",
        "short_deals": f"{figures.n:,} deals{' so far' if running else ''}",
        "text": _describe_computation(bidding, figures),
        "bid_text": _describe_own_bid(bidding, figures),
        "charts": charts if figures.is_precise else [_without_finding(chart) for chart in charts],
        "trumps": [{**_trump(color), "is_chosen": color == drawn_trump} for color in figures.ends],
        "worlds": figures.n,
        "target": figures.target,
    }


def _without_finding(chart: Plot) -> Plot:
    """Return a chart that says only what it is about: its figures are not precise enough to say what they show."""
    series: list[Series] = [{**line, "even_bid": None} for line in chart["series"]]
    marks = [mark for mark in chart.get("marks", []) if mark["kind"] == "guess"]
    return {**chart, "title": chart["name"], "short": chart["name"], "series": series, "marks": marks}


def _make_finding(bidding: Bidding, figures: Figures, advice: "Advice | None", trump: Trump) -> Finding | None:
    """Return the headline, long and short; None as long as the figures do not carry one."""
    if not figures.is_precise:
        deals = f"{figures.n:,} {'deal' if figures.n == 1 else 'deals'}"
        text = f"Too few deals for advice: {figures.n:,}" if advice is None else f"A rough idea from {deals}"
        return {"text": text, "short": text}
    amount_of = bidding.rules.auction.format_amount
    if not bidding.is_over and advice is None:
        return None
    if bidding.is_over or advice is None or not is_precise(advice):
        even_bid = figures.find_even_bid(trump)
        if even_bid is None:
            return {"text": "No bid has an even chance in any color", "short": "No bid has an even chance"}
        chance = f"an even chance at {amount_of(even_bid)}"
        return {
            "text": f"{trump.word} is your trump: {chance}",
            "short": f"{trump.word}: even at {amount_of(even_bid)}",
        }
    plan = find_plan(advice)
    if plan is None:
        text = "Pass: no bid gains more" if advice.is_clear else "A close call: pass gains about as much as a bid"
        return {"text": text, "short": "Pass: no bid gains more" if advice.is_clear else "A close call: pass or bid"}
    limit = f"{amount_of(plan.limit)} in {trump.word}"
    if advice.is_clear:
        return {"text": f"Go up to {limit}", "short": f"Go up to {limit}"}
    return {
        "text": f"A close call: go up to {limit}, or pass",
        "short": f"Close: up to {amount_of(plan.limit)}, or pass",
    }


def describe_figures(bidding: Bidding, figures: Figures) -> str:
    """Return the bid with the highest expected gain, in a sentence.

    >>> from mam_widgets.bidding.model import open_bidding
    >>> from mam_widgets.bidding.figures import study
    >>> bidding = open_bidding("R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL", dealer="S", seed=1)
    >>> describe_figures(bidding, [*study(bidding.hand_view, 1, max_worlds=3)][-1]).startswith("Best contract: $")
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
        f"plays like the {choose_policy(bidding.rules.full_id)} player{played}, as if you had won the auction.",
        "Opponents' calls do not change these figures; the advice takes them into account. Bounds in parentheses are 95% "
        "confidence intervals.",
        describe_figures(bidding, figures),
    ]
    scored = next(iter(figures.scored.values())).n
    if scored < figures.n:
        text.append(f"Expected scores come from {scored:,} of the deals.")
    if not figures.is_precise:
        text.append("These deals are few: note how wide the intervals are.")
    return text


def _describe_own_bid(bidding: Bidding, figures: Figures) -> str:
    """Return what the figures say of the learner's own highest bid."""
    bids = [call for call in bidding.own_calls if isinstance(call, Bid)]
    if not bids:
        return ""
    bid = bids[-1]
    trump = bid.color if bid.color in figures.ends else figures.trump
    assert trump is not None
    chance = figures.ends[trump].chance(bid.amount)
    return f"You make your {bidding.rules.auction.format_amount(bid.amount)} in {trump.word} in {percent(chance)} of simulated deals."


def _trump(trump: Trump) -> TrumpChoice:
    return {"code": str(trump.value), "color": find_color_code(trump), "text": trump.word}


# The guess


def make_guess(bidding: Bidding, result: GuessRecord | None) -> GuessForm:
    """Return what is asked before anything is shown, what was said, and what happened."""
    bids = find_contract_range(bidding.rules.auction)
    guess = bidding.guess
    return {
        "trumps": [_trump(trump) for trump in list_trumps(bidding.round)],
        "min_bid": bids.minimum,
        "max_bid": bids.maximum,
        "step": bids.step,
        "unit": unit_of_bids(bidding),
        "text": "" if guess is None else _describe_guess(bidding, result),
    }


def _describe_guess(bidding: Bidding, result: GuessRecord | None) -> str:
    guess = bidding.guess
    assert guess is not None
    format_amount = bidding.rules.auction.format_amount
    text = f"Your guess: a {percent(guess.chance)} chance of making {format_amount(guess.bid)} in {guess.trump.word}."
    if result is None:
        return text
    outcome = "made" if result.made else "not made"
    return f"{text} In this deal, with everyone playing like the {choose_policy(bidding.rules.full_id)} player, your side captures {format_amount(result.taken)}: {outcome}."


def describe_outcome(bidding: Bidding, result: GuessRecord) -> Message:
    """Return what came of the guess, in a line."""
    captured = f"Your side captures {bidding.rules.auction.format_amount(result.taken)}."
    outcome = f"{'Made' if result.made else 'Not made'} in this deal."
    return {"kind": "ok" if result.made else "info", "what": outcome, "why": f"{captured} Now call.", "short": captured}


def make_book(book: GuessBook | None) -> GuessHistory | None:
    """Return how well the learner's guesses have come true so far."""
    if book is None:
        return None
    score = score_guesses(book.guesses)
    if score is None:
        head = "No guesses yet."
    else:
        count = f"{score.n} {'guess' if score.n == 1 else 'guesses'}"
        head = f"{count}, Brier score {score.brier:.3f} (0 is perfect; always saying 50% gives 0.250)."
    return {
        "head": head,
        "file": f"Saved in {book.path}",
        "fault": book.fault,
        "columns": ["You predicted", "Guesses", "Mean", "Observed"],
        "rows": [
            [f"{row.low:.0%} to {row.high:.0%}", str(row.n), percent(row.predicted), percent(row.observed)]
            for row in (score.rows if score else ())
        ],
    }


# A notebook without a kernel


def make_saved(scene: BiddingScene) -> BiddingScene:
    """Return the scene for the picture and the text: the figures in words beneath the table."""
    lab = scene["lab"]
    figures, advice = lab["figures"], lab["advice"]
    rows: list[str] = []
    note: Note | None = None
    if figures:
        table = figures["charts"][0]["table"]
        rows = [
            ", ".join(f"{name} {cell}" for name, cell in zip(table["columns"], row, strict=True))
            for row in table["rows"]
        ]
        head = figures["finding"]["text"] if figures["finding"] else figures["deals"]
        note = {"head": head, "text": " ".join(figures["text"]), "source": ""}
    if advice:
        rows = [f"{advice['head']} {advice['why']}", *rows]
    turns: list[LogRow] = [{"number": number, "text": text} for number, text in enumerate(rows, 1)]
    log: Log | None = {"head": "Advice, and the chance of making each bid", "rows": turns} if rows else None
    return {**scene, "log": log, "note": note}
