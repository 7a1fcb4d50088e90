"""The file of a session: what another program wrote there is never overwritten, and what is no session is not lost."""

from pathlib import Path

import pytest

from mam.sessions import Session, SessionError, SessionFile


def start(seed: int = 7) -> Session:
    session = Session.start("make-a-million-1935", seed=seed)
    session.play_to_your_turn()
    return session


def test_two_sessions_in_one_file_end_in_two_files(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    first, second = SessionFile(path), SessionFile(path)
    session = start()
    assert first.save(session) is None
    other = start()
    second = SessionFile(path)
    other = second.load()
    other.play("pass")
    assert second.save(other) is None
    session.play("bid 300")
    assert first.save(session) == path and first.path == tmp_path / "match-2.toml"
    assert Session.load(path).dumps() == other.dumps() and Session.load(first.path).dumps() == session.dumps()
    session.play_to_your_turn()
    assert first.save(session) is None and second.save(other) is None
    assert sorted(file.name for file in tmp_path.iterdir()) == ["match-2.toml", "match.toml"]


def test_a_file_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    file = SessionFile(tmp_path / "match.toml")
    file.save(start())
    file.path.unlink()
    assert file.save(start()) is None and file.path == tmp_path / "match.toml" and file.path.exists()


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b"session = 99\n", b"\xff\xfe\x00", b'format = 2\nedition = "six"\n']
)
def test_what_is_no_session_is_put_aside_and_kept_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.toml"
    path.write_bytes(content)
    with pytest.raises(SessionError):
        SessionFile(path).load()
    aside = SessionFile.put_aside(path)
    assert aside == tmp_path / "match-unreadable-1.toml" and aside.read_bytes() == content and not path.exists()
    assert SessionFile.put_aside(path) is None
    start().save(path)
    assert SessionFile.put_aside(path) is None and path.exists()
