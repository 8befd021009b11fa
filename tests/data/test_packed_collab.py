import tracemalloc

import numpy as np
import pytest

from igcl_core.data import DATASETS, DataDamaged, load
from igcl_core.data.cards import DatasetCard
from igcl_core.data.loading import READERS
from igcl_core.data.packed_collab import read_packed_collab
from igcl_core.data.raw_layout import Raw


def test_three_small_graphs(tmp_path):
    bits = [1, 0, 1] + [0] + [1, 0, 0, 0, 0, 1]
    np.savez(tmp_path / "COLLAB.npz", num_nodes=[3, 2, 4], y=[0, 1, 0], adj_bits=np.packbits(bits))
    card = DatasetCard("collab", "COLLAB", "graph", 3, 9, 4, 0, 2, "", "", "")
    graphs = read_packed_collab(card, Raw("packed collab", tmp_path, ("COLLAB.npz",)))
    assert graphs.edges.T.tolist() == [[0, 1], [1, 2], [5, 6], [7, 8]]
    assert graphs.ptr.tolist() == [0, 3, 5, 9] and graphs.x.shape == (9, 0)


def test_every_bit_is_an_edge(datasets):
    with np.load(datasets / "TUDataset" / "COLLAB" / "COLLAB.npz") as file:
        assert np.unpackbits(file["adj_bits"]).sum() == DATASETS["collab"].edges


def test_the_cache_is_small_and_the_same_and_spares_the_bits(datasets, cache, assert_same, monkeypatch):
    first, read = load("collab"), []
    monkeypatch.setitem(READERS, "packed collab", lambda *raw: read.append(raw) or read_packed_collab(*raw))
    assert_same(first, load("collab"))
    assert read == [] and (cache / "collab.npz").stat().st_size < 5_000_000


def test_loading_takes_a_few_times_what_the_data_takes(datasets):
    """Of arrays made while loading, not of the process: that counts libraries, and even the process it came from."""
    for _ in ("from the bits", "from the cache"):
        tracemalloc.start()
        try:
            edges = load("collab").edges
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert edges.nbytes < most < 5 * edges.nbytes


def test_a_truncated_file_is_refused_by_name(copied):
    path = copied("collab").paths[0]
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(DataDamaged, match=r"COLLAB\.npz should have"):
        load("collab")


def test_missing_edges_are_refused_by_name(copied):
    path = copied("collab").paths[0]
    with np.load(path) as file:
        np.savez(path, num_nodes=file["num_nodes"], y=file["y"], adj_bits=file["adj_bits"][:-1])
    with pytest.raises(DataDamaged, match=r"COLLAB\.npz should have 2,923,868 bytes of edges, but it has 2,923,867"):
        load("collab")


@pytest.mark.parametrize("sizes", [[3, -2, 4], [3, 0, 4], [10**9, 2, 4], [3, 2, 5]])
def test_sizes_that_cannot_be_are_refused(tmp_path, sizes):
    np.savez(tmp_path / "COLLAB.npz", num_nodes=sizes, y=[0, 1, 0], adj_bits=np.zeros(2, np.uint8))
    card = DatasetCard("collab", "COLLAB", "graph", 3, 9, 4, 0, 2, "", "", "")
    with pytest.raises(DataDamaged, match=r"COLLAB\.npz should have"):
        read_packed_collab(card, Raw("packed collab", tmp_path, ("COLLAB.npz",)))
