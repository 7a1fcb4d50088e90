"""What the discard lab shows, as plain data: the hand, the choices with their figures, and what was found of them."""

from collections.abc import Mapping
from math import ceil, isfinite
from typing import Any, Literal

from mam import TrickRound
from mam.analysis.alternatives import Alternative
from mam.analysis.outcomes import estimate_mean
from mam.engine.rollouts.readable import list_trump_choices
from mam.games.views import view
from mam.rules.amounts import format_amount, format_short
from mam.rules.cards import Color, NoTrump, format_count, money_in
from mam.scenes import Scene, make_scene
from mam.scenes.actions import Action, make_action, make_key, make_tab
from mam.scenes.heading import make_plain_heading
from mam.scenes.labels import find_color_code
from mam.scenes.schema import Hand, Heading, LogRow, Message, Note, RulingPart
from mam.support.messages import capitalize
from mam.support.numbers import spell_number
from mam_widgets.discard.model import (
    MAX_CHOICES,
    Desk,
    Figures,
    describe_choice,
    describe_difference,
    describe_trump,
    discard_of,
    has_enough,
    list_certain,
    list_codes,
    list_trumps,
    list_voids,
    trump_of,
)
from mam_widgets.discard.schema import (
    DiscardChoice,
    DiscardFigures,
    DiscardMethod,
    DiscardPart,
    DiscardScene,
    FindingReason,
    LabTask,
)
from mam_widgets.shared.lab_schema import Finding, TrumpChoice

_MARGIN = 2.0  # standard errors in a margin of error
_PRECISE = 10.0  # thousands of dollars: a margin of error with which a figure is worth a headline


def make_table(desk: Desk, figures: Figures | None) -> Scene:
    """Return the table: the whole hand, whatever was chosen of it, and the trumps once they are to be named."""
    dealt = desk.dealt
    scene = make_scene(dealt.view, title=f"Discard lab · {dealt.origin}")
    current = _make_current(desk) if desk.draft or desk.refused else scene
    message = make_message(desk, figures)
    nest = scene.get("nest")
    if nest and dealt.origin == "your cards":  # nobody said which of them were in the nest
        nest = {**nest, "cards": []}
    return {
        **scene,
        "heading": _make_heading(desk, scene["heading"]),
        "message": message,
        "ruling": current["ruling"] if desk.draft or desk.refused else _rule_discards(scene["hand"]),
        "live": current["live"] if desk.refused else f"{message['what']} {message['why']}".strip(),
        "trumps": current["trumps"],
        "seats": [seat for seat in scene["seats"] if seat["open_cards"] and seat["seat"] != dealt.view.person],
        "nest": nest,
        "choices": None,
        "alternatives": None,
        "strip": None,
        "next_card": None,
        "trick": [],
    }


def _make_current(desk: Desk) -> Scene:
    """Return the table once the draft is made, with what was refused."""
    round = desk.round
    before: TrickRound = round.at(len(round.history) - 1) if round.history else round
    return make_scene(view(round, desk.dealt.view.person), before=before, refused=desk.refused)


def _rule_discards(hand: Hand | None) -> RulingPart | None:
    """Return which cards may be discarded, with the rule that keeps the others in the hand."""
    if hand is None or hand["mode"] != "discard":
        return None
    legal = sum(card["state"] == "legal" for card in hand["cards"])
    rulings = [card["why"] for card in hand["cards"] if card["why"] and card["why"]["cites"]]
    text = f"You can choose among {format_count(legal, 'card')}; the others must stay. Point at a card to see why."
    cites = rulings[0]["cites"] if rulings else []
    return {"kind": "info", "head": "Only raised cards can be discarded.", "text": text, "moves": [], "cites": cites}


def _make_heading(desk: Desk, heading: Heading) -> Heading:
    dealt = desk.dealt
    rules, bid = dealt.rules, dealt.view.round.bid or 0
    bidder = rules.seat_names[dealt.view.person or ""]
    trump_text = f" in {dealt.trump.word}" if dealt.trump is not None else ""
    return make_plain_heading(
        "Discard lab",
        f"{bidder} bid {rules.auction.format_amount(bid)}{trump_text} · {rules.short_name}",
        f"{bidder} bid {bid}{trump_text}",
        f"{capitalize(dealt.origin)}; {heading['description']}",
    )


def make_message(desk: Desk, figures: Figures | None) -> Message:
    """Return what happened and what to do next."""
    dealt, need = desk.dealt, desk.dealt.rules.nest.size
    if desk.draft and not desk.is_complete:
        return _message("turn", "Name trump.", f"You discard {list_codes(desk.draft)}.")
    if figures is not None and desk.baseline is not None and figures.covers(desk.choices):
        return _message("ok", f"Compared on {figures.outcomes.n:,} simulated deals.", *_compare_top(desk, figures))
    if desk.is_complete and desk.draft in desk.choices:
        news = f"Added: {describe_choice(dealt, desk.draft)}."
        return _message("turn", news, "Compare, or choose other cards.", "Compare, or choose again.")
    if desk.choices:
        news = f"{spell_number(len(desk.choices)).capitalize()} on the list."
        return _message("turn", news, "Compare, or choose other cards.", "Compare, or choose again.")
    task = "Then compare." if dealt.trump is not None else "Then name trump."
    return _message("turn", f"Choose {spell_number(need)} cards to discard.", task)


def _message(kind: Literal["turn", "ok"], head: str, why: str, short: str = "") -> Message:
    return {"kind": kind, "what": head, "why": why, "short": short or why}


def make_lab(desk: Desk, figures: Figures | None, task: LabTask) -> DiscardPart:
    """Return the list of choices and what was found of them; `task` is what only the widget knows."""
    dealt = desk.dealt
    is_covered = figures is not None and bool(desk.choices) and figures.covers(desk.choices)
    is_worth = figures is not None and is_worth_a_headline(desk, figures)
    return {
        "step": "over" if desk.is_complete else "trump" if desk.draft else "cards",
        "bid_trumps": _list_bid_trumps(desk),
        "selection": [card.code for card in desk.chosen],
        "certain": list_certain(dealt, desk.draft) if desk.draft and not desk.is_complete else [],
        "choices": _list_rows(desk, figures),
        "is_full": len(desk.choices) >= MAX_CHOICES,
        "trump_count": sum(trump != NoTrump.NO_COLOR for trump in _options(desk)) if dealt.trump is None else 1,
        "brief": f"{figures.outcomes.n:,} deals compared." if figures and is_covered else "",
        "finding": _describe_finding(desk, figures) if figures and is_worth else None,
        "reason": _explain_finding(desk, figures) if figures and is_worth else None,
        "method": _describe_method(desk, figures),
        "is_covered": is_covered,
        "has_enough": figures is not None and is_covered and has_enough(figures),
        "cards": dealt.cards,
        "origin": dealt.origin,
        **task,
    }


def _options(desk: Desk) -> list[Any]:
    return list(list_trump_choices(desk.dealt.rules))


def _list_bid_trumps(desk: Desk) -> list[TrumpChoice]:
    """Return the trumps that the bid may have been on, where bids name one."""
    dealt = desk.dealt
    if not dealt.rules.auction.speaks_color:
        return []
    return [
        {
            "code": trump.value,
            "color": find_color_code(trump),
            "text": trump.word,
            "is_chosen": trump == dealt.view.round.trump,
        }
        for trump in _options(desk)
    ]


# What can be done, and read


def list_actions(lab: DiscardPart) -> list[Action]:
    """Return what can be done now. Which cards are chosen only the browser knows: it says why they can't be listed."""
    if lab["busy"]:
        text, why_not = "Comparing…", "Already comparing. Press Stop to end it."
    else:
        text = "Simulate more" if lab["is_covered"] else "Compare"
        enough = "More deals would change nothing." if lab["has_enough"] else ""
        why_not = enough if lab["choices"] else "Choose a discard and trump first."
    no_undo = "" if lab["can_undo"] else "There is nothing to undo."
    new_hand = make_action("deal", "New hand", {"do": "deal"}, icon="again", key="n", side="header")
    undo = make_action("undo", "Undo", {"do": "undo"}, icon="undo", key="u", side="help", rank=1, why_not=no_undo)
    clear = make_action("clear", "Clear", {"act": "clear"}, does="clear the chosen cards", key="x", rank=4)
    add = make_action(
        "confirm-discard",
        "Add to list",
        {"act": "discard"},
        short="Add",
        does="add the chosen cards to the list",
        key="a",
    )
    compare = make_action(
        "compare",
        text,
        {"do": "compare"},
        short="More" if lab["is_covered"] else "Compare",
        does="compare, or simulate more",
        key="" if lab["busy"] else "c",
        rank=0,
        is_primary=True,
        why_not=why_not,
    )
    stop = [make_key("c", "stop", "stop comparing", {"do": "stop"})] if lab["busy"] else []
    explain = make_key("e", "explain", "explain the last ruling", {"act": "tab", "name": "ruling"})
    return [new_hand, undo, clear, add | {"rank": 1}, compare, *stop, explain]


TABS = [
    make_tab(
        "choice",
        "Choice",
        ["choice"],
        empty="Choose your discards, then trump. The choice that you select in the list is explained here.",
        nav=1,
    ),
    make_tab("ruling", "Ruling", ["verdict"], nav=2),
    make_tab("method", "Method", ["method"], empty="Nothing is compared yet.", nav=3),
    make_tab("hand", "Hand", ["hand", "bid-on", "editions", "hands"], nav=4),
]


# The list


def _list_rows(desk: Desk, figures: Figures | None) -> list[DiscardChoice]:
    """Return the choices of the list, and after the first of them the advice where it is none of them."""
    advised = figures.advised if figures else None
    choices = [*desk.choices]
    if advised is not None and choices and advised not in choices:
        choices.insert(1, advised)
    table = _get_table(desk, figures)
    return [_make_row(desk, choice, figures, table) for choice in choices]


def _get_table(desk: Desk, figures: Figures | None) -> dict[Alternative, dict[str, Any]]:
    """Return the figures of each choice, as far as there are any."""
    if figures is None or desk.baseline not in figures.outcomes.alternatives:
        return {}
    rows = figures.table(desk.baseline).to_dict("records")
    return dict(zip(figures.outcomes.alternatives, rows, strict=True))


def _make_row(
    desk: Desk, choice: Alternative, figures: Figures | None, table: Mapping[Alternative, Mapping[str, Any]]
) -> DiscardChoice:
    dealt, is_baseline, row = desk.dealt, choice == desk.baseline, table.get(choice)
    trump = trump_of(dealt, choice)
    index = desk.choices.index(choice) if choice in desk.choices else None
    advised = figures is not None and choice == figures.advised
    head = "Your choice" if is_baseline else "Recommended" if index is None else f"Choice {index + 1}"
    trumps = list_trumps(dealt, choice)
    return {
        "index": index,
        "head": head,
        "name": describe_choice(dealt, choice),
        "cards": [card.code for card in discard_of(choice)],
        "trump": find_color_code(trump) if trump is not None else "",
        "trump_text": describe_trump(trump) if trump is not None else "",
        "trumps_left": str(len(trumps)),
        "trump_money": format_amount(money_in(trumps)) if trumps else "",
        "is_baseline": is_baseline,
        "is_advised": advised,
        "certain": list_certain(dealt, choice),
        "differs": "" if is_baseline or desk.baseline is None else describe_difference(dealt, choice, desk.baseline),
        "why": str(row["reason"]) if row and advised else "",
        "figures": _make_figures(row, is_baseline) if row else None,
    }


def _make_figures(row: Mapping[str, Any], is_baseline: bool) -> DiscardFigures:
    difference, margin = row["difference"], _MARGIN * row["difference_standard_error"]
    low, high = (difference - margin, difference + margin) if isfinite(margin) else (difference, difference)
    return {
        "gain": format_dollars(row["estimate"]),
        "gain_margin": format_margin(_MARGIN * row["standard_error"]),
        "bid_made": f"{100 * row['made']:.0f}%",
        "money": format_dollars(row["money"]),
        "difference": "" if is_baseline else format_dollars(difference, signed=True),
        "difference_margin": "" if is_baseline else format_margin(margin),
        "short": "" if is_baseline else format_short(round(difference), signed=True),
        "short_margin": "" if is_baseline else f"± {ceil(margin)}" if isfinite(margin) else "± ?",
        "verdict": "" if is_baseline else _judge(difference, margin),
        "value": difference,
        "low": low,
        "high": high,
    }


def _judge(difference: float, margin: float) -> str:
    if abs(difference) <= margin:
        return "no clear difference" if margin else "the same in every deal"
    return "clearly better than yours" if difference > 0 else "clearly worse than yours"


def format_dollars(thousands: float, signed: bool = False) -> str:
    """Return an average amount in dollars, to the nearest hundred.

    >>> format_dollars(-12.34), format_dollars(4.06, signed=True), format_dollars(0.01, signed=True)
    ('−$12,300', '+$4,100', '$0')
    """
    return format_amount(thousands, signed=signed, digits=1)


def format_margin(thousands: float) -> str:
    """Return a margin of error in dollars.

    >>> format_margin(2.5), format_margin(float("inf"))
    ('± $2,500', '± ?')
    """
    return f"± {format_dollars(thousands)}" if isfinite(thousands) else "± ?"


# What was found


def _rank(desk: Desk, figures: Figures) -> list[tuple[Alternative, float, float]]:
    """Return the choices on the list and the advice by their gain over the baseline, with its margin of error: best first."""
    table = _get_table(desk, figures)
    ranking = [
        (choice, row["difference"], _MARGIN * row["difference_standard_error"])
        for choice, row in table.items()
        if choice in desk.choices or choice == figures.advised
    ]
    return sorted(ranking, key=lambda entry: -entry[1])


def is_worth_a_headline(desk: Desk, figures: Figures) -> bool:
    """Return whether the figures are precise enough for a headline: a margin of error of $10,000, or of a quarter of the
    gain."""
    if desk.baseline is None or figures.advised is None or not figures.covers(desk.choices):
        return False
    if figures.is_done:
        return True
    return all(margin <= max(_PRECISE, abs(gain) / 4) for _, gain, margin in _rank(desk, figures)[:2])


def _describe_finding(desk: Desk, figures: Figures) -> Finding:
    """Return the answer in one sentence, and a short form of it."""
    ranking = _rank(desk, figures)
    best, gain, margin = ranking[0]
    if len(ranking) == 1:
        return _finding("Your choice is the recommended one")
    if best == desk.baseline:
        _, second, second_margin = ranking[1]
        if -second > second_margin:
            return _finding(f"Your choice is the best of {spell_number(len(ranking))}")
        return _finding("No choice on the list clearly beats yours", "Nothing clearly beats yours")
    if gain <= margin:
        return _finding("No choice on the list clearly beats yours", "Nothing clearly beats yours")
    amount = format_amount(round(gain))
    choice_name = _name_choice(desk, best)
    verb = "Discarding " if choice_name == list_codes(best) else ""
    return _finding(f"{verb}{choice_name} gains {amount} over your choice", f"{choice_name} gains {amount}")


def _finding(text: str, short: str = "") -> Finding:
    return {"text": text, "short": short or text}


def _name_choice(desk: Desk, choice: Alternative) -> str:
    """Return the cards of a choice, with its trump where that differs from the baseline's."""
    trump, codes = trump_of(desk.dealt, choice), list_codes(choice)
    if desk.baseline is None or trump is None or trump == trump_of(desk.dealt, desk.baseline):
        return codes
    return f"{codes} with {trump.word}"


def _compare_top(desk: Desk, figures: Figures) -> tuple[str, str]:
    """Return how the best two choices compare, long and short."""
    ranking, table = _rank(desk, figures), _get_table(desk, figures)
    best, *rivals = [choice for choice, _, _ in ranking]
    best_chance, baseline_chance = (f"{100 * table[choice]['made']:.0f}%" for choice in (best, desk.baseline or best))
    if rivals and _is_tie(figures, best, rivals[0]):
        return "The top two are a tie.", "The top two are a tie."
    if best == desk.baseline:
        return f"You make the bid in {best_chance}.", f"You make {best_chance}."
    return f"Bid made in {best_chance}, yours in {baseline_chance}.", f"Made in {best_chance}, yours {baseline_chance}."


def _is_tie(figures: Figures, choice: Alternative, rival: Alternative) -> bool:
    values, index = figures.outcomes.values, figures.outcomes.alternatives.index
    difference = estimate_mean(values[index(choice)] - values[index(rival)])
    return abs(difference.mean) <= _MARGIN * difference.standard_error


def _explain_finding(desk: Desk, figures: Figures) -> FindingReason:
    """Return why the best choice beats the baseline: a heading and a sentence or two."""
    ranking, table = _rank(desk, figures), _get_table(desk, figures)
    best, gain, margin = ranking[0]
    baseline = desk.baseline
    assert baseline is not None
    best_chance, baseline_chance = (f"{100 * table[choice]['made']:.0f}%" for choice in (best, baseline))
    if best == baseline or gain <= margin:
        rivals = [entry for entry in ranking if entry[0] != baseline and abs(entry[1]) <= entry[2]]
        head = "Too close to call." if rivals else "Stay with your choice."
        remark = "The difference is within the margin of error." if rivals else "Nothing else on the list does better."
        return {"head": head, "text": f"{remark} Yours makes the bid in {baseline_chance} of deals."}
    head, reason = _find_reason(desk, best, baseline)
    chance = (
        f"Discarding {_name_choice(desk, best)} makes the bid in {best_chance} of deals, not {baseline_chance}."
        if best_chance != baseline_chance
        else ""
    )
    return {"head": head, "text": " ".join(sentence for sentence in (reason, chance) if sentence)}


def _find_reason(desk: Desk, best: Alternative, baseline: Alternative) -> tuple[str, str]:
    """Return what the better choice does differently, and what the baseline gives up."""
    dealt = desk.dealt
    trump, baseline_trump = trump_of(dealt, best), trump_of(dealt, baseline)
    best_trumps, baseline_trumps = list_trumps(dealt, best), list_trumps(dealt, baseline)
    if trump is not None and baseline_trump is not None and trump != baseline_trump:
        best_holding = f"{format_count(len(best_trumps), 'trump')} with {format_amount(money_in(best_trumps))}"
        return (
            f"Name {trump.word}, not {baseline_trump.word}.",
            f"In {trump.word} you hold {best_holding}, in {baseline_trump.word} {len(baseline_trumps)}.",
        )
    lost = [card for card in discard_of(baseline) if card in best_trumps and card not in baseline_trumps]
    if isinstance(trump, Color) and lost:
        keeps_all = not any(card in discard_of(best) for card in dealt.view.hand if card.color == trump)
        count = sum(card.color == trump for card in best_trumps)
        head = f"Keep {'all ' if keeps_all else ''}{spell_number(count)} {trump.word}s."
        trumps = "a trump" if len(lost) == 1 else f"{spell_number(len(lost))} trumps"
        return head, f"Your choice discards {trumps}: {' and '.join(card.words for card in lost)}."
    void = [color for color in list_voids(dealt, best) if color not in list_voids(dealt, baseline)]
    if void and trump is not None:
        return f"Become void in {void[0].word}.", f"Without {void[0].word} you can trump when it is led."
    return f"Discard {list_codes(best)}.", f"Compared with yours, it {describe_difference(dealt, best, baseline)}."


def _describe_method(desk: Desk, figures: Figures | None) -> DiscardMethod | None:
    """Return in how many worlds the choices were compared, what was assumed, and all figures as a table."""
    if figures is None:
        return None
    outcomes, table = figures.outcomes, _get_table(desk, figures)
    text = [f"Based on {outcomes.n:,} simulated deals, the same for every choice: {outcomes.model}."]
    if figures.searched:
        text.append(f"The recommendation is {figures.searched}.")
    missing = sum(choice not in table for choice in desk.choices)
    if missing:
        text.append(f"{format_count(missing, 'choice')} not compared yet.")
    rows = [
        [
            describe_choice(desk.dealt, choice).replace(" trump", ""),
            f"{format_short(round(row['estimate']), signed=True)} ± {ceil(_MARGIN * row['standard_error'])}",
            " ".join(_make_figures(row, choice == desk.baseline)[name] for name in ("short", "short_margin")),
            f"{100 * row['made']:.0f}%",
            f"{row['money']:.0f}",
        ]
        for choice, row in table.items()
    ]
    return {
        "text": text,
        "deals": outcomes.n,
        "target": figures.target,
        "note": "Gain: your side's score minus the mean score of the other sides. ± is the 95% margin of error. Amounts in thousands of dollars.",
        "columns": ["Choice", "Gain", "Over yours", "Made", "Captured"],
        "rows": rows,
    }


# Without a kernel


def make_saved(desk: Desk, scene: DiscardScene) -> DiscardScene:
    """Return the scene for the picture and the text of a notebook without a kernel: with the whole table, and the list in words."""
    table, lab = make_scene(view(desk.round, desk.dealt.view.person)), scene["lab"]
    rows: list[LogRow] = [
        {"number": number, "text": _describe_row(row)} for number, row in enumerate(lab["choices"], 1)
    ]
    return {
        **scene,
        "seats": table["seats"],
        "money": None,
        "log": {"head": "Choices", "rows": rows} if rows else None,
        "note": _make_note(lab["finding"], lab["method"]) if lab["method"] else None,
    }


def _make_note(finding: Finding | None, method: DiscardMethod) -> Note:
    text = [f"{finding['text']}."] if finding else []
    return {"head": "Results", "text": " ".join([*text, *method["text"], method["note"]]), "source": ""}


def _describe_row(row: DiscardChoice) -> str:
    tags = [tag for tag, applies in (("yours", row["is_baseline"]), ("recommended", row["is_advised"])) if applies]
    text = f"{row['name']}{' (' + ', '.join(tags) + ')' if tags else ''}: {' '.join(row['certain'])}"
    if figures := row["figures"]:
        text += (
            f" Gain {figures['gain']} {figures['gain_margin']}, bid made in {figures['bid_made']} of simulated deals."
        )
        if figures["difference"]:
            text += f" Over yours {figures['difference']} {figures['difference_margin']}: {figures['verdict']}."
    return text
