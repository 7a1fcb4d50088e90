"""A person's match against players: in every edition from every seat, taken back, kept in a file and loaded again."""

from pathlib import Path
from random import Random

import pytest
from bids import opening

import mam
from mam.games.round import Round
from mam.games.views import View
from mam.players import random_player
from mam.rules.moves import Move
from mam.rules.rulings import Ruling
from mam.sessions import Session, SessionError, list_skill_levels

SEATS = [(edition, seat) for edition in mam.list_editions() for seat in mam.get_edition(edition).persons]


def decide(session: Session) -> None:
    """Your next move, with no aim; the others move first if they are to."""
    session.play_to_your_turn()
    if session.to_move:
        session.play(random_player(session.view, Random(len(session.round.history))))


def played_out(session: Session) -> Session:
    while not session.round.is_over:
        decide(session)
    return session


@pytest.fixture
def session() -> Session:
    return Session.start("make-a-million-1935", seed=7, seat="S", skill_level="rulebook")


@pytest.mark.parametrize(("edition", "seat"), SEATS)
@pytest.mark.sample(5, 47)
def test_a_round_of_every_edition_from_every_seat(edition: str, seat: str) -> None:
    session = Session.start(edition, seed=5, seat=seat)
    began = session.round
    while not session.round.is_over:
        if session.to_move:
            assert set(session.view.legal_moves) == set(session.round.legal_moves)
        decide(session)
        assert session.table_view.person == (None if session.round.is_over else seat)
        assert session.why()
    assert session.round.deal == began.deal and session.number == 1
    assert session.totals == session.match.totals != {}
    reloaded = Session.loads(session.dumps())
    assert reloaded.dumps() == session.dumps()
    assert (reloaded.round, reloaded.match, reloaded.number) == (session.round, session.match, 1)
    for step in range(len(session.round.history) + 1):
        assert reloaded.round_at(step) == session.round_at(step) == session.round.at(step)
    if not session.is_over:
        assert session.next_round().history == () and session.number == 2
        assert Session.loads(session.dumps()).round == session.round


def test_a_whole_match_ends_with_its_winners() -> None:
    session = Session.start("millionaire", seed=3, skill_level="random")
    while not session.is_over:
        played_out(session)
        if not session.is_over:
            session.next_round()
    assert session.match.result and session.number == len(session.match.finished) > 1
    with pytest.raises(ValueError, match="The match is over"):
        session.next_round()
    assert Session.loads(session.dumps()).match == session.match


def test_what_is_taken_back_is_played_again_the_same(session: Session) -> None:
    for _ in range(9):
        decide(session)
    session.play_to_your_turn()
    before, saved = session.round, session.dumps()
    move = session.view.legal_moves[0]
    for _ in range(3):
        session.play(move)
        session.play_to_your_turn()
        after = session.round
        session.undo()
        assert session.round == before and session.dumps() == saved
    session.play(move)
    session.play_to_your_turn()
    assert session.round == after
    loaded = Session.loads(saved)
    loaded.play(move)
    loaded.play_to_your_turn()
    assert loaded.round == after


def test_the_end_of_a_round_can_be_taken_back(session: Session) -> None:
    played_out(session)
    totals = session.totals
    session.undo()
    assert not session.round.is_over and session.to_move and session.totals == {"N-S": 0, "E-W": 0} != totals
    session = Session.loads(played_out(session).dumps())
    session.next_round()
    with pytest.raises(ValueError, match="Nothing to undo"):
        session.undo()


def test_step_makes_one_move_and_only_of_another(session: Session) -> None:
    while not session.to_move:
        count = len(session.round.history)
        assert isinstance(session.step(), Move) and len(session.round.history) == count + 1
    with pytest.raises(ValueError, match="your turn"):
        session.step()
    played_out(session)
    with pytest.raises(ValueError, match="Deal the next one"):
        session.step()


def test_the_others_stop_when_a_trick_is_complete() -> None:
    session = Session.start("make-a-million-1935", seed=7, seat="S")
    while not session.round.is_over:
        tricks = len(session.round.tricks)  # type: ignore[attr-defined]
        session.play_to_your_turn()
        assert len(session.round.tricks) - tricks in (0, 1)  # type: ignore[attr-defined]
        if session.to_move:
            decide(session)


def test_what_is_not_yours_or_not_legal_is_refused_and_changes_nothing(session: Session) -> None:
    assert not session.to_move
    for act in (lambda: session.play("bid 300"), session.hint, session.next_round, session.review):
        with pytest.raises(ValueError, match=r"turn|over"):
            act()
    with pytest.raises(ValueError, match="East's turn"):
        session.play("bid 300")
    session.play_to_your_turn()
    text = session.dumps()
    with pytest.raises(mam.IllegalMove) as caught:
        session.play("bid 100")
    assert caught.value.ruling == session.why_not("bid 100")
    with pytest.raises(mam.NotationError):
        session.play("bid much")
    assert session.dumps() == text and session.hints == 0


def test_players_see_their_own_view_only(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[View[mam.Round]] = []

    def watching(view: View[mam.Round], rng: Random) -> Move:
        views.append(view)
        return random_player(view, rng)

    monkeypatch.setattr("mam.sessions.session.make_player", lambda name: watching)
    played_out(session)
    assert {view.person for view in views} == {"N", "E", "W"}
    assert all(mam.UNSEEN in view.round.deal[view.round.deal.seats[0 if view.person != "N" else 1]] for view in views)


def test_a_record_holds_no_card_you_may_not_see_before_the_end(session: Session) -> None:
    for _ in range(6):
        decide(session)
    record = session.record()
    assert mam.UNSEEN in record.deal["N"] and mam.UNSEEN not in record.deal["S"]
    assert record.rounds()[-1] == session.view.round
    whole = played_out(session).record()
    assert whole.rounds()[-1] == session.round and mam.UNSEEN not in whole.deal.cards
    assert whole.players == {"S": "you", "N": "rulebook", "E": "rulebook", "W": "rulebook"}


@pytest.mark.extended
def test_hints_come_from_the_view_and_are_counted(session: Session) -> None:
    pytest.importorskip("numba")
    session.play_to_your_turn()
    hint = session.hint(n=60)
    assert session.why_not(hint.move) is None and hint.reason and hint.rows[0]["n"] == 60
    world = next(mam.worlds(session.view, Random(3)))
    data = Session.loads(session.dumps())
    assert data.hints == 1
    data._line[-1] = mam.Match(session.rules, 7, world)
    assert data.view == session.view and repr(data.hint(n=60)) == repr(hint)  # some figures are no numbers


def test_the_only_move_needs_no_worlds() -> None:
    session = Session.start("millionaire", seed=3, seat="A")
    session.play_to_your_turn()
    assert len(session.view.legal_moves) == 1
    hint = session.hint()
    assert (hint.move, hint.reason, hint.rows) == (session.view.legal_moves[0], "this is your only legal move", ())


@pytest.mark.extended
def test_a_review_has_a_row_for_each_decision_with_a_choice(session: Session) -> None:
    pytest.importorskip("numba")
    played_out(session)
    rows = session.review(n=30)
    assert len(rows) == session.decision_count > 5
    assert {row["person"] for row in rows} == {"S"}
    assert all(row["n"] == 30 for row in rows)


def test_strengths_are_named_and_can_be_changed(session: Session) -> None:
    assert session.skill_levels == dict.fromkeys("NEW", "rulebook")
    session.change_skill_level({"N": "random"})
    assert session.skill_levels == {"N": "random", "E": "club", "W": "club"}
    assert Session.loads(session.dumps()).skill_levels == session.skill_levels
    for wrong in ("strong", {"S": "random"}, {"N": "strong"}):
        with pytest.raises(ValueError, match=r"choose one of|choose among"):
            session.change_skill_level(wrong)
    with pytest.raises(TypeError, match="give a skill level"):
        session.change_skill_level(3)  # type: ignore[arg-type]
    assert session.skill_levels["N"] == "random"


@pytest.mark.parametrize("edition", mam.list_editions())
def test_the_others_are_club_players_unless_you_say_where_these_have_learned_to_play(edition: str) -> None:
    session = Session.start(edition, seed=7)
    level = "club" if "club" in list_skill_levels(session.rules) else "rulebook"
    assert {*session.skill_levels.values()} == {level}
    assert level == "club" or edition in ("make-a-million-1935-two", "exact-tricks", "anagrams", "millionaire")
    session.change_skill_level("random")
    session.change_skill_level({})
    assert {*session.skill_levels.values()} == {level}


@pytest.mark.parametrize("edition", mam.list_editions())
def test_searching_is_offered_where_the_kernel_plays(edition: str) -> None:
    pytest.importorskip("numba")
    from mam.engine import Unsupported
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.rules.editions import TrickGameRules

    rules = mam.get_edition(edition)
    try:
        plays = isinstance(rules, TrickGameRules) and bool(list_mask_cards(rules))
    except Unsupported:
        plays = False
    assert ("expert" in list_skill_levels(rules)) == plays


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"edition": "whist"}, "whist"),
        ({"seat": "Q"}, "no seat 'Q'"),
        ({"edition": "make-a-million-1935-two", "seat": "S"}, "no seat 'S'"),
        ({"options": ["none"]}, "none"),
        ({"players": 7}, "7"),
        ({"skill_level": "strong"}, "no skill level 'strong'"),
        ({"seed": -1}, "0 or more"),
    ],
)
def test_what_a_sitting_cannot_begin_with(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Session.start(**wrong)  # type: ignore[arg-type]


# Files


def test_a_file_is_replaced_as_a_whole(session: Session, tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    session.save(file)
    decide(session)
    session.save(file)
    assert [path.name for path in tmp_path.iterdir()] == ["match.toml"]
    loaded = Session.load(file)
    assert loaded.round == session.round and loaded.you == "S"


def test_a_save_that_fails_leaves_the_old_file(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.toml"
    session.save(file)
    text = file.read_text("utf-8")
    decide(session)

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="full"):
        session.save(file)
    assert file.read_text("utf-8") == text and len(list(tmp_path.iterdir())) == 1


OPENED = f'"bid {opening("make-a-million-1935")}"'


def faulty(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("session = 2", "session = 3", "x.toml, line 1: it has format 3, and this release of mam reads format 2"),
        ("session = 2", "sitting = 1", "x.toml, line 1: this match was saved by an earlier mam"),
        ("session = 2\n", "", "x.toml: this is not a saved session"),
        ('edition = "make-a-million-1935"', 'edition = "whist"', "x.toml, line 2: "),
        ("seed = 7", "seed = -7", "x.toml, line 3: seed must be 0 or more"),
        ("seed = 7\n", "", "seed is missing"),
        ('you = "S"', 'you = "Q"', "x.toml, line 4: no seat 'Q'"),
        ("hints = 0", 'hints = "many"', "x.toml, line 5: hints must be a whole number"),
        ("hints = 0", "hints = 0\nbest = 1", "x.toml, line 6: unknown key 'best'"),
        ('N = "rulebook"', 'N = "strong"', "x.toml, line 8: no skill level 'strong'"),
        ('N = "rulebook"\n', "", "N is missing"),
        (OPENED, '"bid 100"', "x.toml, line 13: "),
        (OPENED, '"bid lots"', "x.toml, line 13: 'lots' is not a bid"),
        ("[[round]]", "[[round", "x.toml, line 12: this is not valid TOML"),
    ],
)
def test_a_faulty_file_names_its_line_and_fault(session: Session, old: str, new: str, message: str) -> None:
    decide(session)
    with pytest.raises(SessionError) as caught:
        Session.loads(faulty(session.dumps(), old, new), "x.toml")
    assert message in str(caught.value)


def test_rounds_that_cannot_follow_are_refused(session: Session) -> None:
    decide(session)
    with pytest.raises(SessionError, match=r"line \d+: the previous round is not over"):
        Session.loads(session.dumps() + "\n[[round]]\nmoves = []\n")
    text = played_out(session).dumps().rstrip()
    with pytest.raises(SessionError, match=r"line \d+: The round is over"):
        Session.loads(text[: text.rindex("]")] + '    "pass",\n]\n')
    finished = played_out(Session.start("anagrams", seed=5))
    assert finished.is_over
    with pytest.raises(SessionError, match=r"line \d+: the match was already over"):
        Session.loads(finished.dumps() + "\n[[round]]\nmoves = []\n")


def test_a_record_or_other_bytes_are_no_session(tmp_path: Path, session: Session) -> None:
    record = tmp_path / "record.toml"
    mam.write_record(session.record(), record)
    with pytest.raises(SessionError, match="not a saved session"):
        Session.load(record)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SessionError, match="not UTF-8"):
        Session.load(tmp_path / "noise.toml")
    with pytest.raises(FileNotFoundError):
        Session.load(tmp_path / "nothing.toml")


# Deals that are given, and totals to start from


def given(edition: str, dealer: str, seed: int = 90) -> mam.Deal:
    """Another deal than the match's own."""
    return mam.start(edition, seed, dealer=dealer).deal


def saved_and_loaded(session: Session, tmp_path: Path) -> Session:
    session.save(tmp_path / "match.toml")
    loaded = Session.load(tmp_path / "match.toml")
    assert (loaded.match, loaded.round, loaded.number) == (session.match, session.round, session.number)
    assert loaded.dumps() == session.dumps()
    return loaded


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(6, 0)
def test_a_given_deal_is_saved_and_the_match_goes_on_as_it_would_have(edition: str, tmp_path: Path) -> None:
    rules = mam.get_edition(edition)
    dealer = rules.persons[1]
    match = mam.start_match(edition, 7, deal=given(edition, dealer))
    session = Session(match, rules.persons[0], dict.fromkeys(rules.persons[1:], "random"))
    for _ in range(3):
        decide(session)
    loaded = saved_and_loaded(session, tmp_path)
    assert loaded.round.deal == given(edition, dealer)
    for each_session in (session, loaded):
        played_out(each_session)
    assert loaded.round.result == session.round.result and loaded.totals == session.totals
    if not session.is_over:
        assert loaded.next_round() == session.next_round()


@pytest.mark.parametrize("table", [False, True], ids=["played", "from a table"])
def test_a_deal_given_to_a_later_round_is_saved(table: bool, tmp_path: Path) -> None:
    match = mam.start_match("make-a-million-1935", 7)
    while not match.finished:
        match = match.play(match.legal_moves[0])
    deal = given("make-a-million-1935", match.round.deal.dealer)
    match = match.with_deal(deal)
    if table:
        laid = mam.Table(match.round)
        while laid.turn:
            laid = laid.play(laid.round.legal_moves[-1])
        match = match.with_table(laid.score())
    session = Session(match, "S", dict.fromkeys("NEW", "random"))
    text = session.dumps()
    assert text.count("deal = ") == 1 and text.index("deal = ") > text.index("[[round]]", text.index("[[round]]") + 1)
    loaded = saved_and_loaded(session, tmp_path)
    assert (loaded.match.finished[1].deal if table else loaded.round.deal) == deal
    assert loaded.round.deal.dealer == session.round.deal.dealer
    assert played_out(loaded).totals == played_out(session).totals


def test_a_dealer_who_was_named_is_saved(tmp_path: Path) -> None:
    drawn = mam.start_match("make-a-million-1935", 7).round.deal.dealer
    dealer = next(seat for seat in "NESW" if seat != drawn)
    session = Session(mam.start_match("make-a-million-1935", 7, dealer=dealer), "S", dict.fromkeys("NEW", "random"))
    assert saved_and_loaded(session, tmp_path).round.deal.dealer == dealer


@pytest.mark.parametrize(("edition", "side"), [("make-a-million-1935", "N-S"), ("millionaire", "B")])
def test_totals_to_start_from_are_saved(edition: str, side: str, tmp_path: Path) -> None:
    match = mam.start_match(edition, 7, carried={side: -20})
    persons = match.rules.persons
    session = Session(match, persons[0], dict.fromkeys(persons[1:], "random"))
    loaded = saved_and_loaded(session, tmp_path)
    assert loaded.totals[side] == -20
    assert played_out(loaded).totals == played_out(session).totals


def test_deals_that_follow_from_the_seed_are_not_written(session: Session) -> None:
    played_out(session)
    session.next_round()
    assert "deal" not in session.dumps() and "carried" not in session.dumps()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dealer E", "dealer Q", "x.toml, line 16: the dealer 'Q' has no hand"),
        ("dealer E", "E", "x.toml, line 16: 'E | N "),
        ('deal = "dealer', 'deal = 3 # "', "x.toml, line 16: deal must be text in quotes"),
        ("R4 ", "R5 ", "x.toml, line 16: "),
        ("R4 ", "", "x.toml, line 16: "),
        ("R4 ", "?? ", "x.toml, line 16: a deal to be played cannot have unseen cards"),
        ("R4 ", "R6 ", "x.toml, line 16: "),
        ("N-S = -20", 'N-S = "much"', "x.toml, line 13: N-S must be a whole number"),
        ("N-S = -20", "N-S = true", "x.toml, line 13: N-S must be a whole number"),
        ("N-S = -20", "S-N = -20", "x.toml, line 13: unknown key 'S-N'; known here: E-W, N-S"),
        ("[carried]\nN-S = -20", "[other]", "unknown key 'other'"),
    ],
)
def test_a_faulty_deal_or_total_names_its_line_and_fault(old: str, new: str, message: str) -> None:
    match = mam.start_match("make-a-million-1935", 7, carried={"N-S": -20}, deal=given("make-a-million-1935", "E"))
    text = Session(match, "S", dict.fromkeys("NEW", "random")).dumps()
    with pytest.raises(SessionError) as caught:
        Session.loads(faulty(text, old, new), "x.toml")
    assert message in str(caught.value)


def test_a_deal_of_a_later_round_has_its_dealer(tmp_path: Path) -> None:
    match = mam.start_match("make-a-million-1935", 7)
    while not match.finished:
        match = match.play(match.legal_moves[0])
    dealer = match.round.deal.dealer
    opponent = next(seat for seat in "NESW" if seat != dealer)
    text = Session(match.with_deal(given("make-a-million-1935", dealer)), "S", dict.fromkeys("NEW", "random")).dumps()
    wrong = text.replace(f'deal = "dealer {dealer}', f'deal = "dealer {opponent}')
    with pytest.raises(SessionError, match=rf"line \d+: {dealer} deals this round, not {opponent}"):
        Session.loads(wrong)


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """The moves that a round was asked about, one entry a question."""
    asked: list[Move] = []
    reason_against = Round.why_not

    def why_not(round: Round, move: Move, seat: str | None = None) -> Ruling | None:
        asked.append(move)
        return reason_against(round, move, seat)

    monkeypatch.setattr(Round, "why_not", why_not)
    return asked


def test_a_move_is_judged_once(session: Session, verdicts: list[Move]) -> None:
    session.step()
    assert len(verdicts) == 1, "another player's move"
    session.play_to_your_turn()
    verdicts.clear()
    move = session.view.legal_moves[0]
    assert session.play(move).history[-1] == move
    assert verdicts == [move]


def test_a_click_is_judged_once(session: Session, verdicts: list[Move]) -> None:
    from mam_widgets.match.model import Playing  # plain Python: it needs no Jupyter

    session.play_to_your_turn()
    playing = Playing(session)
    verdicts.clear()
    move = session.view.legal_moves[0]
    playing.take(playing.stage.move(str(move)))
    assert session.round.history[-1] == move
    assert verdicts == [move]


def test_try_move_answers_with_the_round_or_the_ruling(session: Session) -> None:
    with pytest.raises(ValueError, match=r"^It's .*'s turn\.$"):
        session.try_move("pass")
    session.play_to_your_turn()
    before = session.round
    ruling = session.try_move("bid 3")
    assert isinstance(ruling, Ruling) and ruling == session.why_not("bid 3") and session.round is before
    assert session.try_move("pass") is session.round is not before


def test_a_ruling_on_a_refused_move_says_no_hidden_card() -> None:
    """What is refused is worded by your view: the cards you could play, never a hidden one."""
    session = Session.start("make-a-million-1935", seed=7, seat="S", skill_level="rulebook")
    while session.round.phase != "play" or not session.to_move:
        decide(session) if session.round.phase != "play" else session.step()
    wrong = mam.Play(session.round.hands["E"][0])
    assert session.try_move(wrong) == session.view.why_not(wrong)
