import numpy as np
import pytest

from igcl_core.data import DataDamaged, load
from igcl_core.data.graphs import canonical_edges
from igcl_core.data.raw_layout import TUDATASET

READ_BY_TORCH_GEOMETRIC = [name for name in TUDATASET if name != "collab"]


@pytest.mark.parametrize("name", READ_BY_TORCH_GEOMETRIC)
def test_agrees_with_torch_geometric(name, copied):
    from torch_geometric.datasets import TUDataset

    raw = copied(name)
    dataset, ours = TUDataset(raw.folder.parents[1], TUDATASET[name]), load(name)
    whole, slices = dataset._data, dataset.slices
    per_graph = np.diff(slices["edge_index"].numpy())
    theirs = whole.edge_index.numpy() + np.repeat(ours.ptr[:-1], per_graph)
    assert [graph.num_nodes for graph in dataset] == np.diff(ours.ptr).tolist()
    assert (ours.edges == canonical_edges(theirs, ours.num_nodes)).all()
    assert (ours.y == whole.y.numpy()).all()
    if ours.num_features:
        assert (ours.x == whole.x.numpy()).all()


def test_mutag_names_its_classes_by_their_published_sizes(datasets):
    mutag = load("mutag")
    assert dict(zip(mutag.classes, np.bincount(mutag.y).tolist(), strict=True)) == {
        "non-mutagenic": 63,
        "mutagenic": 125,
    }


@pytest.mark.parametrize("part", ["A", "graph_indicator", "graph_labels", "node_labels"])
@pytest.mark.parametrize("cut", [1, 2, 5, 2000])
def test_a_truncated_file_is_refused_by_name(part, cut, copied):
    path = copied("mutag").path(f"_{part}.txt")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-cut]))
    with pytest.raises(DataDamaged, match=f"MUTAG_{part}.txt should have"):
        load("mutag")


@pytest.mark.parametrize(("part", "bytes_kept"), [("A", 0), ("A", -2), ("A", -4), ("graph_indicator", -2)])
def test_a_file_cut_inside_a_line_is_refused_by_name(part, bytes_kept, copied):
    path = copied("mutag").path(f"_{part}.txt")
    path.write_bytes(path.read_bytes()[:bytes_kept])
    with pytest.raises(DataDamaged, match=f"MUTAG_{part}.txt should"):
        load("mutag")


def test_words_in_place_of_numbers_are_refused_by_name(copied):
    copied("mutag").path("_A.txt").write_text("<html>not found</html>")
    with pytest.raises(DataDamaged, match=r"MUTAG_A\.txt should have nothing but whole numbers, but it has '<html>not"):
        load("mutag")


def test_a_missing_file_is_named(copied):
    copied("mutag").path("_graph_labels.txt").unlink()
    with pytest.raises(DataDamaged, match=r"MUTAG_graph_labels\.txt should be there"):
        load("mutag")
