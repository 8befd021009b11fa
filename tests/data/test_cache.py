import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import DataDamaged, DataUnavailable, Graphs, load
from igcl_core.data.cache import read_cache, write_cache


@pytest.fixture
def toy():
    return Graphs("toy", "node", np.ones((3, 2)), np.array([[0, 1], [1, 2]]), images=np.zeros((3, 8, 8), np.uint8))


@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed", "photo", "mutag", "nci1", "imdb-b"])
def test_from_the_cache_everything_is_the_same(name, datasets, cache, monkeypatch, assert_same):
    first = load(name)
    monkeypatch.delenv("IGCL_DATA")
    assert_same(first, load(name))
    assert [path.name for path in cache.iterdir()] == [f"{name}.npz"]


def test_graphs_without_labels_or_split_survive(toy):
    write_cache(toy, "made by hand")
    again = read_cache("toy")
    assert again.y is None and again.split is None and (again.images == toy.images).all()
    assert (again.edges == toy.edges).all() and (again.x == toy.x).all()


def test_no_member_is_a_pickle(datasets, cache):
    load("cora")
    with np.load(cache / "cora.npz", allow_pickle=False) as file:
        assert all(file[key].dtype != object for key in file.files)


def test_the_cache_is_used_only_for_the_same_raw_files(copied, cache):
    raw = copied("mutag")
    load("mutag")
    made = (cache / "mutag.npz").stat().st_mtime_ns
    load("mutag")
    assert (cache / "mutag.npz").stat().st_mtime_ns == made
    os.utime(raw.paths[0], ns=(1, 1))
    load("mutag")
    assert (cache / "mutag.npz").stat().st_mtime_ns != made


def test_changed_raw_files_are_not_hidden_by_the_cache(copied):
    raw = copied("mutag")
    load("mutag")
    raw.path("_A.txt").write_text("1, 2\n2, 1\n")
    with pytest.raises(DataDamaged, match="MUTAG_A.txt should have 3,721 edges, but it has 1"):
        load("mutag")


@pytest.mark.parametrize("damage", [b"", b"not a zip file", "half", "flipped"])
def test_a_damaged_cache_is_rebuilt_from_raw_files(damage, datasets, cache, assert_same):
    first = load("mutag")
    spoil(cache / "mutag.npz", damage)
    assert_same(first, load("mutag"))
    assert_same(first, read_cache("mutag"))


@pytest.mark.parametrize("damage", [b"", "half", "flipped"])
def test_a_damaged_cache_without_raw_files_is_named(damage, datasets, cache, monkeypatch):
    load("mutag")
    monkeypatch.delenv("IGCL_DATA")
    spoil(cache / "mutag.npz", damage)
    with pytest.raises(DataUnavailable, match=r"mutag\.npz should hold 'mutag' in format 1, but it cannot be used"):
        load("mutag")


def spoil(path, damage):
    data = bytearray(path.read_bytes())
    if damage == "flipped":
        data[len(data) // 2] ^= 255
    path.write_bytes(data[: len(data) // 2] if damage == "half" else data if damage == "flipped" else damage)


def test_another_dataset_under_the_name_is_refused(datasets, cache, monkeypatch):
    load("mutag")
    (cache / "mutag.npz").rename(cache / "nci1.npz")
    monkeypatch.delenv("IGCL_DATA")
    with pytest.raises(DataUnavailable, match=r"nci1\.npz should hold 'nci1'"):
        load("nci1")


def test_raw_files_in_the_cache_folder_are_found(copied, cache, monkeypatch):
    raw = copied("mutag")
    (cache / "TUDataset").mkdir(parents=True)
    raw.folder.parent.rename(cache / "TUDataset" / "MUTAG")
    monkeypatch.delenv("IGCL_DATA")
    assert load("mutag").num_graphs == 188


def test_a_cache_folder_that_cannot_be_written_does_no_harm(datasets, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path / "file" / "cache"))
    assert load("mutag").num_graphs == 188


def test_a_failed_write_leaves_nothing_behind(toy, cache, monkeypatch):
    def full(*_, **__):
        raise OSError("No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    write_cache(toy, "")
    assert list(cache.iterdir()) == []


def test_many_processes_may_write_at_once(datasets, cache):
    program = "from igcl_core.data import load\nfor _ in range(3): assert load('mutag').num_edges == 3721"
    program += "\nfrom igcl_core.data.cache import write_cache\nfor i in range(20): write_cache(load('mutag'), str(i))"
    root = Path(__file__).resolve().parents[2]
    writers = [subprocess.Popen([sys.executable, "-c", program], cwd=root) for _ in range(3)]
    assert [writer.wait(timeout=300) for writer in writers] == [0, 0, 0]
    assert [path.name for path in cache.iterdir()] == ["mutag.npz"]


SPARSE = Graphs("toy", "node", sparse.random(9, 5, 0.5, format="csr", random_state=0), np.array([[0, 1, 3], [1, 2, 8]]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x_columns", [99_999_999]),
        ("x_columns", [-1]),
        ("x_lengths", [2**31 - 1]),
        ("x_lengths", [-5]),
        ("x_shape", [9, 1]),
        ("x_shape", [10**9, 5]),
        ("edge_ends", [99_999_999]),
        ("edge_starts", [2**40]),
        ("edge_starts", [-1]),
        ("ptr", [0, 10**12]),
        ("ptr", [5, 9]),
        ("name", "tea"),
        ("format", 7),
    ],
)
def test_an_edited_cache_is_refused_and_no_index_in_it_followed(cache, name, value):
    write_cache(SPARSE, "made by hand")
    with np.load(cache / "toy.npz") as file:
        arrays = {key: file[key] for key in file.files}
    given = np.array(value)
    changed = arrays[name].astype(given.dtype).reshape(-1)
    changed[: given.size] = given
    arrays[name] = changed if given.ndim else given
    np.savez(cache / "toy.npz", **arrays)
    with pytest.raises(DataDamaged, match=r"toy\.npz should hold 'toy' in format 1, but it cannot be used"):
        read_cache("toy")


def test_a_cache_that_unpacks_to_much_is_refused(cache, monkeypatch):
    write_cache(SPARSE, "made by hand")
    monkeypatch.setattr("igcl_core.data.cache.MOST_BYTES", 1000)
    with pytest.raises(DataDamaged, match="where at most 1,000 were expected"):
        read_cache("toy")


def test_a_pipe_in_place_of_the_cache_is_neither_read_nor_replaced(cache):
    cache.mkdir()
    os.mkfifo(cache / "toy.npz")
    with pytest.raises(DataUnavailable, match="There is no"):
        read_cache("toy")
    write_cache(SPARSE, "made by hand")
    assert (cache / "toy.npz").is_fifo() and len(list(cache.iterdir())) == 1
