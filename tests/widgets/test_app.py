"""The app: a menu, and the widget that was chosen."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam.cli.jupyter import make_app_command, write_app
from mam_widgets.shelves.widget import MENU


def test_only_the_chosen_widget_is_made_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = mw.menu()
    table = app.shown
    assert isinstance(table, mw.StudyWidget) and list(app._widgets) == ["Learn"]
    rules = app.choose("Rules").shown
    assert rules.scene["title"] == "Rules" and list(app._room.children) == [rules]
    assert app.choose("Learn").shown is table  # as it was left


def test_a_teachers_files_become_a_folder_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = mw.menu().choose("Teacher").shown
    typed = {"names": ["names.txt"], "scale": "", "name": "9b"}
    shown = desk.handle_files(typed, [memoryview(b"Ann Smith\nBen Okafor\n")])
    assert shown["folder"] == str(tmp_path / "teacher-1") and shown["files"] == [("class.toml", "")]
    assert 'name = "9b"' in (tmp_path / "teacher-1" / "class.toml").read_text("utf-8")
    assert os.name == "nt" or (tmp_path / "teacher-1").stat().st_mode & 0o077 == 0
    assert desk.handle_files(typed, [b"Ann Smith\n"])["folder"] == str(tmp_path / "teacher-2"), "nothing is overwritten"
    wrong = desk.handle_files({**typed, "names": ["x.csv"]}, [b"a,b\n1,2\n"])
    assert "no column" in wrong["fault"] and "folder" not in wrong and not (tmp_path / "teacher-3").exists()
    json.dumps(shown), json.dumps(wrong)  # what the browser gets


def test_a_saved_notebook_has_the_picture_of_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outputs: list[dict[str, str]] = []
    updates: list[tuple[dict[str, str], str]] = []
    jupyter = "mam_widgets.shared.jupyter"
    monkeypatch.setattr(f"{jupyter}.display", lambda data, **_: outputs.append(data))
    monkeypatch.setattr(f"{jupyter}.update_display", lambda data, display_id, **_: updates.append((data, display_id)))
    app = mw.menu()
    app.choose("Rules")._ipython_display_()
    live, copy = outputs
    assert live["application/vnd.jupyter.widget-view+json"] and not updates
    assert f'data-mam-static="{app.shown.uid}"' in copy["text/html"] and copy["text/plain"] == app.shown._words()
    app.choose("Chance")
    assert f'data-mam-static="{app.shown.uid}"' in updates[0][0]["text/html"]
    app.choose("Teacher")
    assert updates[1][0]["text/plain"] == "Teacher"


def test_an_unknown_name_lists_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=", ".join(MENU)):
        mw.menu().choose("Chess")


def test_the_notebook_works_in_the_folder_of_the_person(tmp_path: Path) -> None:
    notebook = write_app(tmp_path, tmp_path / "person's folder")
    (cell,) = json.loads(notebook.read_text("utf-8"))["cells"]
    compile(cell["source"], "cell", "exec")
    assert repr(f"{tmp_path}/person's folder") in cell["source"]
    assert "--port=9001" in make_app_command(notebook, True, 9001)
    assert "--no-browser" not in make_app_command(notebook, False, None)
