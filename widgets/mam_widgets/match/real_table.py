"""A real table as it is used and shown: wrong cards lie, misplays are claimed, and what was ruled is said."""

from collections.abc import Sequence

from mam import Discard, Play, Ruling, TrickRound
from mam.misplay import Misplay, Table, parse_claim
from mam.misplay.accounts import find_payers, find_terms
from mam.misplay.wrong_moves import list_started_tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, is_several
from mam.rules.tricks import find_color, find_led_color
from mam.scenes import Scene
from mam.scenes.heading import describe_last_move
from mam.scenes.labels import cite
from mam.scenes.schema import Message, RulingPart
from mam.scenes.table import trick_on_table
from mam.sessions import RealTable, Session, why_no_real_table
from mam.sessions.class_table import NO_REAL_TABLE
from mam.support.messages import capitalize
from mam_widgets.match.schema import Claim, RealTablePart

_LONGEST = 84  # characters that a message has room for
_BY_WHOM = "D-R17"
NEST = 0  # as the number of a trick: the discards


def is_real(session: Session) -> bool:
    """Return whether wrong cards can be laid in the current round, or were."""
    return session.is_table_open or (session.real_table is not None and not session.round.is_over)


def make_real_table(session: Session) -> RealTablePart:
    """Return the settings of the real table and what can be claimed now."""
    settings = session.real_table or RealTable()
    ruling = why_no_real_table(session.rules)
    return {
        "is_on": session.real_table is not None,
        "is_real_round": is_real(session),
        "why_not": NO_REAL_TABLE if session.class_table else ruling.reason if ruling else "",
        "notice": settings.notice,
        "misplays": settings.misplays,
        "claims": list_claims(session),
    }


def list_claims(session: Session) -> list[Claim]:
    """Return every card and discard that can be claimed now, the newest trick first."""
    if not is_real(session) or session.choices or session.round.phase in ("choice", "amends"):
        return []
    round = session.table_view.round
    if not isinstance(round, TrickRound):
        return []
    tricks = list_started_tricks(round)
    claims: list[Claim] = [
        {"trick": number, "seat": seat, "text": f"Trick {number}: {_name_owner(session, seat)} {card.named}"}
        for number in range(len(tricks), 0, -1)
        for seat, card in reversed(tricks[number - 1].plays)
    ]
    if round.discarded is not None and round.bidder:
        claims.append(
            {"trick": NEST, "seat": round.bidder, "text": f"{capitalize(_name_owner(session, round.bidder))} discard"}
        )
    return claims


# The moment


def lay_freely(scene: Scene, session: Session) -> None:
    """Let every card of the hand be laid, as at a table, where only what is not in the hand is refused."""
    table, hand = session.table, scene["hand"]
    scene["alternatives"] = None
    if session.round.phase in ("choice", "amends", "count"):
        scene["next_card"] = None
    if hand is None or hand["mode"] not in ("play", "discard"):
        return
    if table and table.must_correct:
        return
    if table and table.phase == "amends":
        right_cards = {move.card.code for move in table.legal_moves if isinstance(move, Play)}
    else:
        right_cards = {card["card"] for card in hand["cards"]}
        _describe_only_the_lead(scene, session)
    for card in hand["cards"]:
        if card["card"] in right_cards:
            card["state"], card["why"] = "legal", None
            card["move"] = f"play {card['card']}" if hand["mode"] == "play" else None
        elif hand["mode"] == "play":
            card["state"], card["move"] = "illegal", None
            ruling = session.why_not(f"play {card['card']}")
            card["why"] = None if ruling is None else _ruling_part([ruling], "stop")


def _describe_only_the_lead(scene: Scene, session: Session) -> None:
    """Leave out of the message which cards follow: at a table nobody says it."""
    round, message = session.table_view.round, scene["message"]
    if not isinstance(round, TrickRound) or round.phase != "play" or round.trick is None or message["kind"] != "turn":
        return
    color = find_led_color(round.trick.cards, round.trump, round.rules.tricks)
    if color is not None:
        lead = f"{capitalize(color.word)} was led."
        earlier, names = session.earlier_view, session.rules.seat_names
        last_move = describe_last_move(round, earlier.round if earlier else None, names, round.rules.nest.word)
        message["why"], message["short"] = f"{last_move} {lead}".strip(), lead


def make_table_ruling(session: Session, answer: Sequence[Ruling]) -> RulingPart | None:
    """Return the ruling on a claim or on what followed from it; None where an ordinary move was made.

    Of a card that did not follow nobody knows yet whether it was right, so it is not judged here.
    """
    if answer:
        return _ruling_part(answer)
    table = session.table
    if table and table.is_over and (unclaimed := _list_unclaimed(table)):
        sentences = [f"{_describe_misplay(session, misplay)} was a misplay." for misplay in unclaimed]
        late = table.claim(unclaimed[0].trick or "nest", unclaimed[0].seat).rulings
        part = _ruling_part([*late, *(misplay.verdict for misplay in unclaimed)])
        return part | {"head": " ".join(sentences), "text": "Nobody claimed it in time. The score stands."}
    if table and table.rulings:
        return _ruling_part(table.rulings)
    return _leave_open(session) if is_real(session) else None


def _leave_open(session: Session) -> RulingPart | None:
    """Return the ruling on a discard, a card that did not follow, or a Bull or Bear led: it may have been wrong."""
    round = session.table_view.round
    if not isinstance(round, TrickRound) or not round.history:
        return None
    last = round.history[-1]
    if isinstance(last, Discard):
        head = f"{_name(session, round.bidder or '')} discarded."
        return _topics_part(session, head, "A wrong discard lies until somebody claims it.", ("nest", "anyone"))
    trick, _ = trick_on_table(round)
    if not isinstance(last, Play) or trick is None or not trick.cards:
        return None
    color = find_led_color(trick.cards[:-1], round.trump, round.rules.tricks)
    seat, card = [*trick.plays][len(trick.cards) - 1]
    leads_animal = len(trick.cards) == 1 and card in (BULL, BEAR)
    if not leads_animal and (color is None or find_color(card, round.trump) == color):
        return None
    if leads_animal:
        head = f"{_name(session, seat)} led {card.named}."
        return _topics_part(session, head, "It is right only without other cards in hand.", ("early-lead", "anyone"))
    word = color.word if color else ""
    head = f"{_name(session, seat)} played {card.named} on {word}."
    return _topics_part(session, head, f"It is right only without {word} in hand.", ("revoke", "anyone"))


def _topics_part(session: Session, head: str, condition: str, topics: Sequence[str]) -> RulingPart:
    """Return what was done and when it is wrong, with the rules of misplay on these topics."""
    cites = find_terms(session.rules).cites
    return {
        "kind": "info",
        "head": head,
        "text": f"{condition} Whoever sees a misplay may claim it.",
        "moves": [],
        "cites": [cite(session.rules.ruling(cites[topic])) for topic in topics],
    }


def _ruling_part(rulings: Sequence[Ruling], kind: str = "info") -> RulingPart:
    by_whom = [ruling for ruling in rulings if ruling.id == _BY_WHOM]  # that anyone may claim is said last
    rulings = [*(ruling for ruling in rulings if ruling not in by_whom), *by_whom]
    head, *sentences = [ruling.reason for ruling in rulings]
    distinct = {(ruling.id, ruling.words): ruling for ruling in rulings}
    return {
        "kind": "stop" if kind == "stop" else "info",
        "head": head,
        "text": " ".join(sentences),
        "moves": [],
        "cites": [cite(ruling) for ruling in distinct.values()],
    }


# The message


def make_table_message(session: Session, answer: Sequence[Ruling]) -> Message | None:
    """Return what was claimed or chosen and what follows from it; None where an ordinary move was made."""
    if answer:
        why = answer[-1].verdict
        is_settled = answer[-1].id == find_terms(session.rules).cites["one-by-one"]
        return _message("info", "Settled before." if is_settled else "No misplay.", why, why)
    table = session.table
    if table is None:
        return None
    if table.is_over and table.result and not table.result.stopped:
        unclaimed = _list_unclaimed(table)
        if not unclaimed:
            return None
        why = f"{_describe_misplay(session, unclaimed[0])} was a misplay that nobody claimed. The score stands."
        return _message("info", "Round over.", why, "A misplay was never claimed.")
    event = table.events[-1] if table.events else ""
    if (claim := parse_claim(event)) and claim.seat and claim.by:
        return _describe_claim(session, table, claim.trick, claim.seat, claim.by)
    if event == "stop":
        return _message("ok", f"{_chooser(session, table)} the round.", table.rulings[0].reason, "The round is over.")
    if table.phase == "amends":
        return _amending(session, table)
    if event == "play on" or (table.rulings and table.rulings[-1].id == find_terms(session.rules).cites["exchange"]):
        return _describe_replacement(session, table)
    if table.phase == "count":
        return _message(
            "turn",
            "All cards have been played.",
            "Claim a misplay now, or have the round scored.",
            "Claim a misplay, or score.",
        )
    return None


def _describe_claim(session: Session, table: Table, trick: int | str, seat: str, by: str) -> Message:
    """Return who claimed whose card, and what follows."""
    number = NEST if trick == "nest" else trick
    misplay = table.pending or next(
        item for item in reversed(table.misplays) if item.end and (item.trick, item.seat) == (number, seat)
    )
    is_yours, card = seat == session.you, _describe_card(session, misplay)
    if by != session.you:
        head = f"{_name(session, by)} claims {card}."
    else:
        head = f"You claim {card} yourself." if is_yours else f"{capitalize(card)} was wrong."
    outcome, short = _describe_outcome(session, table, misplay)
    color = misplay.color.word if misplay.kind == "revoke" and misplay.color else ""
    why = f"{_name(session, seat)} had {color}. {outcome}" if color else outcome
    fits = len(head) + len(why) < _LONGEST
    return _message("stop" if is_yours and by != session.you else "ok", head, why if fits else outcome, short)


def _describe_outcome(session: Session, table: Table, misplay: Misplay) -> tuple[str, str]:
    """Say what follows from the misplay just settled, in full and in short."""
    you = session.you
    if table.pending:
        choosers = _name(session, table.choosers[0])
        sentence = "Stop the round, or play on?" if session.choices else f"{choosers} may stop the round or play on."
        return sentence, sentence
    if misplay.end == "stands":
        return "It stays, and nothing is paid.", "It stays."
    is_yours, verb = misplay.seat == you, "discard" if misplay.kind == "nest" else "play"
    repeat = f"{verb.capitalize()} again" if is_yours else f"{_name(session, misplay.seat)} {verb}s again"
    cost = _find_cost(session, misplay)
    if not cost:
        return f"{repeat}: nothing is paid.", f"{repeat}."
    amount, payers = format_amount(cost), find_payers(table.round, misplay.seat)
    names = session.rules.accounts
    payers_text = " and ".join("you" if payer == you else names[payer] for payer in payers)
    pays = f"{payers_text} {'pay' if is_several(payers_text) or payers_text == 'you' else 'pays'} {amount}"
    if misplay.end == "paid":
        return f"The cards stay, and {pays}.", f"It costs {amount}."
    return f"{repeat}, and {pays}.", f"{repeat} and pay {amount}." if is_yours else f"{capitalize(pays)}."


def _find_cost(session: Session, misplay: Misplay) -> int:
    """Return what a misplay that was corrected costs, in thousands of dollars."""
    terms = find_terms(session.rules)
    if misplay.kind == "nest":
        return terms.nest
    return terms.penalty if misplay.kind == "revoke" and misplay.window == 2 else 0


def _amending(session: Session, table: Table) -> Message:
    misplay = table.pending
    assert misplay is not None
    color = misplay.color.word if misplay.color else ""
    if session.to_move:
        return _message(
            "turn",
            f"Choose a {color} card.",
            f"It takes the place of {_card(misplay)} in trick {misplay.trick}.",
            f"It replaces {_card(misplay)}.",
        )
    text = f"{_name(session, misplay.seat)} puts a {color} card in place of {_card(misplay)}."
    return _message("info", f"{_chooser(session, table)}.", text, text)


def _describe_replacement(session: Session, table: Table) -> Message:
    """Say that play goes on, which card was replaced, and whose the trick is now."""
    misplay = next(item for item in reversed(table.misplays) if item.end == "played on")
    card = table.round.tricks[misplay.trick - 1].cards[misplay.place - 1]
    if Play(card) == misplay.move:
        return _message("info", f"{_chooser(session, table)}.", table.rulings[-1].reason, "The trick stays as it is.")
    outcome = table.rulings[-1].cause
    verb = "replace" if misplay.seat == session.you else "replaces"
    replacement = f"{_name(session, misplay.seat)} {verb} {_card(misplay)} with {card.code}."
    return _message("info", replacement, outcome, outcome)


def _chooser(session: Session, table: Table) -> str:
    """Say who has just chosen, like "You stop" or "North-South play on"."""
    choice = next(event for event in reversed(table.events) if event in ("stop", "play on"))
    last = next(item for item in reversed(table.misplays) if item.end in ("stopped", "played on"))
    round = table.round
    side = next(name for name in round.sides if name != round.side_of(last.seat))
    if session.you in round.sides[side] and len(round.sides[side]) == 1:
        return f"You {choice}"
    name = round.side_names[side]
    return f"{name} {choice if is_several(name) else {'stop': 'stops', 'play on': 'plays on'}[choice]}"


def _list_unclaimed(table: Table) -> list[Misplay]:
    return [misplay for misplay in table.misplays if not misplay.end]


def _describe_misplay(session: Session, misplay: Misplay) -> str:
    """Say whose card it was and when: "Your G1 in trick 3", "East’s discard"."""
    card = capitalize(_describe_card(session, misplay))
    return card if misplay.kind == "nest" else f"{card} in trick {misplay.trick}"


def _describe_card(session: Session, misplay: Misplay) -> str:
    """Say whose card it was: "your G1", "East’s discard"."""
    return f"{_name_owner(session, misplay.seat)} {_card(misplay)}"


def _card(misplay: Misplay) -> str:
    if isinstance(misplay.move, Play):
        card = misplay.move.card
        return card.code if card.color else card.words
    return "discard"


def _name_owner(session: Session, seat: str) -> str:
    return "your" if seat == session.you else f"{session.rules.seat_names[seat]}’s"


def _name(session: Session, seat: str) -> str:
    return "You" if seat == session.you else session.rules.seat_names[seat]


def _message(kind: str, what: str, why: str, short: str) -> Message:
    return {"kind": kind, "what": what, "why": why, "short": short}  # type: ignore[typeddict-item]
