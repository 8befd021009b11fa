"""An installed igcl_core has everything it needs: modules, files, and the packages it imports."""

import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from igcl_core.reproduce import paper
from tests.test_import_wall import imported_modules

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULE_OF = {"scikit-learn": "sklearn", "torch-geometric": "torch_geometric", "umap-learn": "umap"}


def names(wanted: list[str]) -> set[str]:
    return {Requirement(each).name for each in wanted}


def locked(file: str) -> dict[str, str]:
    """The versions a requirements file pins, by name."""
    pins = [line.split("==") for line in (ROOT / file).read_text().split() if "==" in line]
    return {name: version for name, version in pins}


def test_the_lock_has_exactly_what_core_and_app_need_in_the_range_they_need():
    core, extras = PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]
    lock, developing = locked("requirements.txt"), locked("requirements-dev.txt")
    assert names(extras["app"]) == {"plotly", "streamlit"}
    assert names(core) | names(extras["app"]) == set(lock) and lock["torch"] == "2.13.0"
    for wanted in map(Requirement, core + extras["app"] + extras["dask"]):
        assert len(wanted.specifier) and {**lock, **developing}[wanted.name] in wanted.specifier, wanted


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


def test_the_container_has_all_that_the_lab_needs_and_the_versions_of_the_lock():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = {line.split()[1] for line in lines if line.startswith("COPY")}
    assert copied == {"requirements.txt", "streamlit_app.py", ".streamlit", "assets", "igcl_core", "app"}
    assert all((ROOT / name).exists() for name in copied)
    assert any(line.startswith("torch==") for line in (ROOT / "requirements.txt").read_text().splitlines())
