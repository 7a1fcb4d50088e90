"""A person's match against players: in every edition from every seat, taken back, kept in a file and loaded again."""

from pathlib import Path
from random import Random

import pytest

import mam
from mam.moves import Move
from mam.players import aimless
from mam.sittings import Sitting, SittingError, list_strengths
from mam.views import View

SEATS = [(edition, seat) for edition in mam.list_editions() for seat in mam.get_edition(edition).persons]


def decide(sitting: Sitting) -> None:
    """Your next move, with no aim; the others move first if they are to."""
    sitting.until_you()
    if sitting.to_move:
        sitting.play(aimless(sitting.view, Random(len(sitting.round.history))))


def played_out(sitting: Sitting) -> Sitting:
    while not sitting.round.over:
        decide(sitting)
    return sitting


@pytest.fixture
def sitting() -> Sitting:
    return Sitting.start("make-a-million-1935", seed=7, seat="S")


@pytest.mark.parametrize(("edition", "seat"), SEATS)
@pytest.mark.sample(8)
def test_a_round_of_every_edition_from_every_seat(edition: str, seat: str) -> None:
    sitting = Sitting.start(edition, seed=5, seat=seat)
    began = sitting.round
    while not sitting.round.over:
        if sitting.to_move:
            assert set(sitting.view.moves()) == set(sitting.round.moves())
        decide(sitting)
        assert sitting.shown.person == (None if sitting.round.over else seat)
        assert sitting.why()
    assert sitting.round.deal == began.deal and sitting.number == 1
    assert sitting.totals == sitting.match.totals != {}
    again = Sitting.loads(sitting.dumps())
    assert again.dumps() == sitting.dumps()
    assert (again.round, again.match, again.number) == (sitting.round, sitting.match, 1)
    if not sitting.over:
        assert sitting.next_round().history == () and sitting.number == 2
        assert Sitting.loads(sitting.dumps()).round == sitting.round


def test_a_whole_match_ends_with_its_winners() -> None:
    sitting = Sitting.start("millionaire", seed=3, strength="random")
    while not sitting.over:
        played_out(sitting)
        if not sitting.over:
            sitting.next_round()
    assert sitting.match.result and sitting.number == len(sitting.match.finished) > 1
    with pytest.raises(ValueError, match="The match is over"):
        sitting.next_round()
    assert Sitting.loads(sitting.dumps()).match == sitting.match


def test_what_is_taken_back_is_played_again_the_same(sitting: Sitting) -> None:
    for _ in range(9):
        decide(sitting)
    sitting.until_you()
    before, told = sitting.round, sitting.dumps()
    move = sitting.view.moves()[0]
    for _ in range(3):
        sitting.play(move)
        sitting.until_you()
        after = sitting.round
        sitting.undo()
        assert sitting.round == before and sitting.dumps() == told
    sitting.play(move)
    sitting.until_you()
    assert sitting.round == after
    loaded = Sitting.loads(told)
    loaded.play(move)
    loaded.until_you()
    assert loaded.round == after


def test_the_end_of_a_round_can_be_taken_back(sitting: Sitting) -> None:
    played_out(sitting)
    totals = sitting.totals
    sitting.undo()
    assert not sitting.round.over and sitting.to_move and sitting.totals == {"N-S": 0, "E-W": 0} != totals
    sitting = Sitting.loads(played_out(sitting).dumps())
    sitting.next_round()
    with pytest.raises(ValueError, match="no decision of yours"):
        sitting.undo()


def test_step_makes_one_move_and_only_of_another(sitting: Sitting) -> None:
    while not sitting.to_move:
        made = len(sitting.round.history)
        assert isinstance(sitting.step(), Move) and len(sitting.round.history) == made + 1
    with pytest.raises(ValueError, match="your turn"):
        sitting.step()
    played_out(sitting)
    with pytest.raises(ValueError, match="next deal"):
        sitting.step()


def test_the_others_stop_when_a_trick_is_complete() -> None:
    sitting = Sitting.start("make-a-million-1935", seed=7, seat="S")
    while not sitting.round.over:
        tricks = len(sitting.round.tricks)  # type: ignore[attr-defined]
        sitting.until_you()
        assert len(sitting.round.tricks) - tricks in (0, 1)  # type: ignore[attr-defined]
        if sitting.to_move:
            decide(sitting)


def test_what_is_not_yours_or_not_legal_is_refused_and_changes_nothing(sitting: Sitting) -> None:
    assert not sitting.to_move
    for act in (lambda: sitting.play("bid 300"), sitting.hint, sitting.next_round, sitting.review):
        with pytest.raises(ValueError, match=r"turn|over"):
            act()
    with pytest.raises(ValueError, match="East is to move"):
        sitting.play("bid 300")
    sitting.until_you()
    told = sitting.dumps()
    with pytest.raises(mam.IllegalMove) as caught:
        sitting.play("bid 100")
    assert caught.value.ruling == sitting.why_not("bid 100")
    with pytest.raises(mam.NotationError):
        sitting.play("bid much")
    assert sitting.dumps() == told and sitting.hints == 0


def test_players_see_their_own_view_only(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View[mam.Game]] = []

    def watching(view: View[mam.Game], rng: Random) -> Move:
        seen.append(view)
        return aimless(view, rng)

    monkeypatch.setattr("mam.sittings.sitting.make_player", lambda name: watching)
    played_out(sitting)
    assert {view.person for view in seen} == {"N", "E", "W"}
    assert all(mam.UNSEEN in view.round.deal[view.round.deal.seats[0 if view.person != "N" else 1]] for view in seen)


def test_a_record_holds_no_card_you_may_not_see_before_the_end(sitting: Sitting) -> None:
    for _ in range(6):
        decide(sitting)
    record = sitting.record()
    assert mam.UNSEEN in record.deal["N"] and mam.UNSEEN not in record.deal["S"]
    assert record.rounds()[-1] == sitting.view.round
    whole = played_out(sitting).record()
    assert whole.rounds()[-1] == sitting.round and mam.UNSEEN not in whole.deal.cards
    assert whole.players == {"S": "you", "N": "rulebook", "E": "rulebook", "W": "rulebook"}


def test_hints_come_from_the_view_and_are_counted(sitting: Sitting) -> None:
    pytest.importorskip("numba")
    sitting.until_you()
    hint = sitting.hint(n=60)
    assert sitting.why_not(hint.move) is None and hint.reason and hint.table[0]["n"] == 60
    world = next(mam.worlds(sitting.view, Random(3)))
    other = Sitting.loads(sitting.dumps())
    assert other.hints == 1
    other._line[-1] = mam.Match(sitting.rules, 7, world)
    assert other.view == sitting.view and repr(other.hint(n=60)) == repr(hint)  # some figures are no numbers


def test_the_only_move_needs_no_worlds() -> None:
    sitting = Sitting.start("millionaire", seed=3, seat="A")
    sitting.until_you()
    assert len(sitting.view.moves()) == 1
    hint = sitting.hint()
    assert (hint.move, hint.reason, hint.table) == (sitting.view.moves()[0], "it is the only legal move", ())


def test_a_review_has_a_row_for_each_decision_with_a_choice(sitting: Sitting) -> None:
    pytest.importorskip("numba")
    played_out(sitting)
    rows = sitting.review(n=30)
    assert len(rows) == sitting.decisions > 5
    assert {row["person"] for row in rows} == {"S"}
    assert all(row["n"] == 30 for row in rows)


def test_strengths_are_named_and_can_be_changed(sitting: Sitting) -> None:
    assert sitting.strength == dict.fromkeys("NEW", "rulebook")
    sitting.change_strength({"N": "random"})
    assert sitting.strength == {"N": "random", "E": "rulebook", "W": "rulebook"}
    assert Sitting.loads(sitting.dumps()).strength == sitting.strength
    for wrong in ("strong", {"S": "random"}, {"N": "strong"}):
        with pytest.raises(ValueError, match=r"there are|the others are"):
            sitting.change_strength(wrong)
    with pytest.raises(TypeError, match="strength is a name"):
        sitting.change_strength(3)  # type: ignore[arg-type]
    assert sitting.strength["N"] == "random"


@pytest.mark.parametrize("edition", mam.list_editions())
def test_searching_is_offered_where_the_kernel_plays(edition: str) -> None:
    pytest.importorskip("numba")
    from mam.editions import TrickGame
    from mam.engine import Unsupported
    from mam.engine.finishing import cards_of

    rules = mam.get_edition(edition)
    try:
        plays = isinstance(rules, TrickGame) and bool(cards_of(rules))
    except Unsupported:
        plays = False
    assert ("searching" in list_strengths(rules)) == plays


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"edition": "whist"}, "whist"),
        ({"seat": "Q"}, "no seat 'Q' for you"),
        ({"edition": "make-a-million-1935-two", "seat": "S"}, "no seat 'S' for you"),
        ({"options": ["none"]}, "none"),
        ({"players": 7}, "7"),
        ({"strength": "strong"}, "no strength 'strong'"),
        ({"seed": -1}, "0 or more"),
    ],
)
def test_what_a_sitting_cannot_begin_with(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Sitting.start(**wrong)  # type: ignore[arg-type]


# Files


def test_a_file_is_replaced_as_a_whole(sitting: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    sitting.save(file)
    decide(sitting)
    sitting.save(file)
    assert [one.name for one in tmp_path.iterdir()] == ["match.toml"]
    loaded = Sitting.load(file)
    assert loaded.round == sitting.round and loaded.you == "S"


def test_a_save_that_fails_leaves_the_old_file(
    sitting: Sitting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.toml"
    sitting.save(file)
    kept = file.read_text("utf-8")
    decide(sitting)

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="full"):
        sitting.save(file)
    assert file.read_text("utf-8") == kept and len(list(tmp_path.iterdir())) == 1


def faulty(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("sitting = 1", "sitting = 2", "x.toml, line 1: sitting format 2 is unknown"),
        ("sitting = 1\n", "", "x.toml: this is no saved sitting"),
        ('edition = "make-a-million-1935"', 'edition = "whist"', "x.toml, line 2: "),
        ("seed = 7", "seed = -7", "x.toml, line 3: seed is 0 or more"),
        ("seed = 7\n", "", "seed is missing"),
        ('you = "S"', 'you = "Q"', "x.toml, line 4: no seat 'Q'"),
        ("hints = 0", 'hints = "many"', "x.toml, line 5: hints must be a whole number"),
        ("hints = 0", "hints = 0\nbest = 1", "x.toml, line 6: unknown key 'best'"),
        ('N = "rulebook"', 'N = "strong"', "x.toml, line 8: no strength 'strong'"),
        ('N = "rulebook"\n', "", "N is missing"),
        ('"bid 175"', '"bid 100"', "x.toml, line 13: "),
        ('"bid 175"', '"bid lots"', "x.toml, line 13: 'lots' is not a bid"),
        ("[[round]]", "[[round", "x.toml, line 12: this is not valid TOML"),
    ],
)
def test_a_faulty_file_names_its_line_and_fault(sitting: Sitting, old: str, new: str, told: str) -> None:
    decide(sitting)
    with pytest.raises(SittingError) as caught:
        Sitting.loads(faulty(sitting.dumps(), old, new), "x.toml")
    assert told in str(caught.value)


def test_rounds_that_cannot_follow_are_refused(sitting: Sitting) -> None:
    decide(sitting)
    with pytest.raises(SittingError, match=r"line \d+: the round before this one is not over"):
        Sitting.loads(sitting.dumps() + "\n[[round]]\nmoves = []\n")
    text = played_out(sitting).dumps().rstrip()
    with pytest.raises(SittingError, match=r"line \d+: The round is over"):
        Sitting.loads(text[: text.rindex("]")] + '    "pass",\n]\n')
    done = played_out(Sitting.start("anagrams", seed=5))
    assert done.over
    with pytest.raises(SittingError, match=r"line \d+: the match was over"):
        Sitting.loads(done.dumps() + "\n[[round]]\nmoves = []\n")


def test_a_record_or_other_bytes_are_no_sitting(tmp_path: Path, sitting: Sitting) -> None:
    record = tmp_path / "record.toml"
    mam.write_record(sitting.record(), record)
    with pytest.raises(SittingError, match="no saved sitting"):
        Sitting.load(record)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SittingError, match="not UTF-8"):
        Sitting.load(tmp_path / "noise.toml")
    with pytest.raises(FileNotFoundError):
        Sitting.load(tmp_path / "nothing.toml")


# Deals that are given, and totals to start from


def given(edition: str, dealer: str, seed: int = 90) -> mam.Deal:
    """Another deal than the match's own."""
    return mam.start(edition, seed, dealer=dealer).deal


def saved_and_loaded(sitting: Sitting, tmp_path: Path) -> Sitting:
    sitting.save(tmp_path / "match.toml")
    loaded = Sitting.load(tmp_path / "match.toml")
    assert (loaded.match, loaded.round, loaded.number) == (sitting.match, sitting.round, sitting.number)
    assert loaded.dumps() == sitting.dumps()
    return loaded


@pytest.mark.parametrize("edition", mam.list_editions())
def test_a_given_deal_is_saved_and_the_match_goes_on_as_it_would_have(edition: str, tmp_path: Path) -> None:
    rules = mam.get_edition(edition)
    dealer = rules.persons[1]
    match = mam.start_match(edition, 7, deal=given(edition, dealer))
    sitting = Sitting(match, rules.persons[0], dict.fromkeys(rules.persons[1:], "random"))
    for _ in range(3):
        decide(sitting)
    loaded = saved_and_loaded(sitting, tmp_path)
    assert loaded.round.deal == given(edition, dealer)
    for one in (sitting, loaded):
        played_out(one)
    assert loaded.round.result == sitting.round.result and loaded.totals == sitting.totals
    if not sitting.over:
        assert loaded.next_round() == sitting.next_round()


@pytest.mark.parametrize("table", [False, True], ids=["played", "from a table"])
def test_a_deal_given_to_a_later_round_is_saved(table: bool, tmp_path: Path) -> None:
    match = mam.start_match("make-a-million-1935", 7)
    while not match.finished:
        match = match.play(match.moves()[0])
    deal = given("make-a-million-1935", match.round.deal.dealer)
    match = match.with_deal(deal)
    if table:
        laid = mam.Table(match.round)
        while laid.turn:
            laid = laid.play(laid.round.moves()[-1])
        match = match.with_table(laid.score())
    sitting = Sitting(match, "S", dict.fromkeys("NEW", "random"))
    text = sitting.dumps()
    assert text.count("deal = ") == 1 and text.index("deal = ") > text.index("[[round]]", text.index("[[round]]") + 1)
    loaded = saved_and_loaded(sitting, tmp_path)
    assert (loaded.match.finished[1].deal if table else loaded.round.deal) == deal
    assert loaded.round.deal.dealer == sitting.round.deal.dealer
    assert played_out(loaded).totals == played_out(sitting).totals


def test_a_dealer_who_was_named_is_saved(tmp_path: Path) -> None:
    drawn = mam.start_match("make-a-million-1935", 7).round.deal.dealer
    dealer = next(seat for seat in "NESW" if seat != drawn)
    sitting = Sitting(mam.start_match("make-a-million-1935", 7, dealer=dealer), "S", dict.fromkeys("NEW", "random"))
    assert saved_and_loaded(sitting, tmp_path).round.deal.dealer == dealer


@pytest.mark.parametrize(("edition", "side"), [("make-a-million-1935", "N-S"), ("millionaire", "B")])
def test_totals_to_start_from_are_saved(edition: str, side: str, tmp_path: Path) -> None:
    match = mam.start_match(edition, 7, carried={side: -20})
    persons = match.rules.persons
    sitting = Sitting(match, persons[0], dict.fromkeys(persons[1:], "random"))
    loaded = saved_and_loaded(sitting, tmp_path)
    assert loaded.totals[side] == -20
    assert played_out(loaded).totals == played_out(sitting).totals


def test_deals_that_follow_from_the_seed_are_not_written(sitting: Sitting) -> None:
    played_out(sitting)
    sitting.next_round()
    assert "deal" not in sitting.dumps() and "carried" not in sitting.dumps()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("dealer E", "dealer Q", "x.toml, line 16: the dealer 'Q' has no hand"),
        ("dealer E", "E", "x.toml, line 16: 'E | N "),
        ('deal = "dealer', 'deal = 3 # "', "x.toml, line 16: deal must be text in quotes"),
        ("R4 ", "R5 ", "x.toml, line 16: "),
        ("R4 ", "", "x.toml, line 16: "),
        ("R4 ", "?? ", "x.toml, line 16: a deal that is played has no unseen cards"),
        ("R4 ", "R6 ", "x.toml, line 16: "),
        ("N-S = -20", 'N-S = "much"', "x.toml, line 13: N-S must be a whole number"),
        ("N-S = -20", "N-S = true", "x.toml, line 13: N-S must be a whole number"),
        ("N-S = -20", "S-N = -20", "x.toml, line 13: unknown key 'S-N'; known here: E-W, N-S"),
        ("[carried]\nN-S = -20", "[other]", "unknown key 'other'"),
    ],
)
def test_a_faulty_deal_or_total_names_its_line_and_fault(old: str, new: str, told: str) -> None:
    match = mam.start_match("make-a-million-1935", 7, carried={"N-S": -20}, deal=given("make-a-million-1935", "E"))
    text = Sitting(match, "S", dict.fromkeys("NEW", "random")).dumps()
    with pytest.raises(SittingError) as caught:
        Sitting.loads(faulty(text, old, new), "x.toml")
    assert told in str(caught.value)


def test_a_deal_of_a_later_round_has_its_dealer(tmp_path: Path) -> None:
    match = mam.start_match("make-a-million-1935", 7)
    while not match.finished:
        match = match.play(match.moves()[0])
    dealer = match.round.deal.dealer
    other = next(seat for seat in "NESW" if seat != dealer)
    text = Sitting(match.with_deal(given("make-a-million-1935", dealer)), "S", dict.fromkeys("NEW", "random")).dumps()
    wrong = text.replace(f'deal = "dealer {dealer}', f'deal = "dealer {other}')
    with pytest.raises(SittingError, match=rf"line \d+: {dealer} deals this round, not {other}"):
        Sitting.loads(wrong)
