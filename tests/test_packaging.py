"""An installed igcl_core has everything it needs: modules, files, and the packages it imports."""

import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from igcl_core.reproduce import paper
from tests.test_import_wall import imported_modules

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULE_OF = {"scikit-learn": "sklearn", "torch-geometric": "torch_geometric", "umap-learn": "umap"}


def names(pins: list[str]) -> set[str]:
    return {pin.split("==")[0] for pin in pins}


def test_core_and_app_need_what_requirements_pins():
    core, extras = PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]
    required, developing = ((ROOT / f"requirements{name}.txt").read_text().split() for name in ("", "-dev"))
    assert names(extras["app"]) == {"plotly", "streamlit"}
    assert {*core, *extras["app"]} == set(required) and set(extras["dask"]) <= set(developing)


def test_every_package_the_core_imports_is_a_dependency():
    imported = {
        module.split(".")[0]
        for path in (ROOT / "igcl_core").rglob("*.py")
        for _, module in imported_modules(path.read_text(encoding="utf-8"))
    }
    pins = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["dask"]
    declared = {MODULE_OF.get(name, name) for name in names(pins)}
    assert imported - set(sys.stdlib_module_names) - {"igcl_core"} <= declared


def test_every_file_of_the_core_is_in_the_wheel():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["igcl_core.data"]
    files = [path for path in (ROOT / "igcl_core").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    others = [path for path in files if path.suffix != ".py"]
    assert others and all(path.parent == ROOT / "igcl_core" / "data" for path in others)
    assert all(any(fnmatch(path.name, pattern) for pattern in patterns) for path in others)
    carried = PROJECT["tool"]["setuptools"]["data-files"]["share/igcl_core"]
    assert [ROOT / name for name in carried] == [paper.FILE] and paper.FILE.is_file()


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """As in an installed package: no assets beside it."""
    monkeypatch.setattr(paper, "FILE", tmp_path / "assets" / "paper_tables.json")
    paper.paper_cells.cache_clear()
    yield tmp_path / "share" / "paper_tables.json"
    paper.paper_cells.cache_clear()


def test_an_installed_package_reads_the_tables_pip_carried(elsewhere, monkeypatch):
    elsewhere.parent.mkdir()
    elsewhere.write_text("[]", encoding="utf-8")
    monkeypatch.setattr(paper, "_installed", lambda: [elsewhere])
    assert paper.paper_cells() == ()


def test_without_the_tables_a_sentence_says_where_they_are(elsewhere, monkeypatch):
    monkeypatch.setattr(paper, "_installed", lambda: [])
    with pytest.raises(
        FileNotFoundError, match="expected as .*assets.*not there. Run this in the checkout of iGCL Lab"
    ):
        paper.paper_cells()
