import functools
import http.server
import threading
import zipfile

import pytest

from igcl_core.data import DataUnavailable, load
from igcl_core.data.raw_layout import find_raw


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder served on this machine in place of torch_geometric's addresses; wheels are out of reach."""
    from torch_geometric.datasets import Amazon, Planetoid, TUDataset

    folder = tmp_path / "site"
    folder.mkdir()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for dataset in (Amazon, Planetoid, TUDataset):
        monkeypatch.setattr(dataset, "url", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("IGCL_OFFLINE", "0")
    monkeypatch.setattr("igcl_core.data.wheels.CARRIED", {})
    yield folder
    server.shutdown()
    server.server_close()


def publish(raw, site):
    for path in raw.paths:
        (site / path.name).write_bytes(path.read_bytes())


@pytest.mark.parametrize("name", ["cora", "photo"])
def test_single_files_are_downloaded_once(name, datasets, site, cache, monkeypatch, assert_same):
    expected = load(name)
    (cache / f"{name}.npz").unlink()
    publish(find_raw(name, datasets), site)
    monkeypatch.delenv("IGCL_DATA")
    assert_same(expected, load(name))
    for path in site.iterdir():
        path.unlink()
    (cache / f"{name}.npz").unlink()
    assert_same(expected, load(name))
    assert find_raw(name, cache) is not None


def test_archives_are_unpacked(datasets, site, cache, monkeypatch, assert_same):
    expected = load("mutag")
    (cache / "mutag.npz").unlink()
    with zipfile.ZipFile(site / "MUTAG.zip", "w") as archive:
        for path in find_raw("mutag", datasets).paths:
            archive.write(path, f"MUTAG/{path.name}")
    monkeypatch.delenv("IGCL_DATA")
    assert_same(expected, load("mutag"))
    assert sorted(path.name for path in cache.iterdir()) == ["TUDataset", "mutag.npz"]


def test_a_download_works_without_a_cache_folder(datasets, site, tmp_path, monkeypatch):
    publish(find_raw("photo", datasets), site)
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.delenv("IGCL_DATA")
    assert load("photo").num_nodes == 7650


def test_wrong_bytes_are_refused_and_not_kept(site, cache):
    for part in ("x", "tx", "allx", "y", "ty", "ally", "graph", "test.index"):
        (site / f"ind.cora.{part}").write_text("<html>please log in</html>")
    with pytest.raises(DataUnavailable, match=r"ind\.cora\.x should have the SHA-256 digest"):
        load("cora")
    assert list(cache.iterdir()) == []


def test_a_missing_address_is_named(site):
    with pytest.raises(DataUnavailable, match=r"MUTAG\.zip could not be downloaded \(HTTP Error 404"):
        load("mutag")


def test_a_page_in_place_of_an_archive_is_named(site):
    (site / "MUTAG.zip").write_text("<html>please log in</html>")
    with pytest.raises(DataUnavailable, match=r"MUTAG\.zip is not the archive it should be"):
        load("mutag")


def test_more_than_was_expected_is_neither_kept_in_memory_nor_unpacked(site, monkeypatch):
    with zipfile.ZipFile(site / "MUTAG.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for part in ("A", "graph_indicator", "graph_labels", "node_labels"):
            archive.writestr(f"MUTAG/MUTAG_{part}.txt", "0" * 100_000)
    monkeypatch.setattr("igcl_core.data.download.MOST_BYTES", 50_000)
    with pytest.raises(
        DataUnavailable, match=r"MUTAG\.zip is not the archive it should be \(it would take more than 50,"
    ):
        load("mutag")
    monkeypatch.setattr("igcl_core.data.download.MOST_BYTES", 100)
    with pytest.raises(DataUnavailable, match=r"MUTAG\.zip could not be downloaded \(it has more than 100 bytes"):
        load("mutag")
