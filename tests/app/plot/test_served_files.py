"""The door of Streamlit that is not public: what an upgrade must leave as it is, or be told to."""

import json
from pathlib import Path

import pytest
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest

from app.plot import served_files
from app.plot.served_files import FILES, LIBRARY, NAME, SCRIPT
from tests.app.waiting import LIMIT


def _page():
    from app.plot.live_plot import live_plot

    live_plot('{"data": [], "layout": {}}', key="plot", alt="Nothing")


@pytest.fixture
def at() -> AppTest:
    at = AppTest.from_function(_page, default_timeout=LIMIT).run()
    assert not at.exception
    return at


def test_the_files_are_served_even_after_a_clean_up_of_the_temporary_folder(at):
    folder = Path(served_files.FOLDER.name)
    assert {path.name for path in folder.iterdir()} == {*FILES}
    (folder / LIBRARY).unlink()
    at.run()
    assert (folder / LIBRARY).stat().st_size > 1_000_000


def test_streamlit_s_manager_takes_the_folder_and_finds_the_script_in_it(monkeypatch):
    manager = BidiComponentManager()
    monkeypatch.setattr(served_files, "get_bidi_component_manager", lambda: manager)
    assert manager.get_component_asset_root(NAME) is None
    served_files.serve()
    folder = manager.get_component_asset_root(NAME)
    assert folder == Path(served_files.FOLDER.name).resolve()
    for name, source in FILES.items():
        assert (folder / name).read_bytes() == source.read_bytes()


def test_a_chart_names_the_script_and_does_not_carry_it(at):
    proto = at.get("bidi_component")[0].proto
    assert (proto.js_source_path, proto.js_content) == (SCRIPT.name, "")
    assert json.loads(proto.json)["library"] == LIBRARY
    script = SCRIPT.read_text(encoding="utf-8")
    assert '"./timeline.js"' in script and "new URL(name, import.meta.url)" in script
