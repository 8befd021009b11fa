import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import DATASETS, DataDamaged, load
from igcl_core.data.graphs import canonical_edges
from igcl_core.data.raw_layout import AMAZON, find_raw


@pytest.mark.parametrize("name", list(AMAZON))
def test_agrees_with_torch_geometric(name, copied):
    from torch_geometric.datasets import Amazon

    raw = copied(name)
    theirs, ours = Amazon(raw.folder.parents[1], AMAZON[name])[0], load(name)
    assert sparse.issparse(ours.x) and (ours.x.toarray() == theirs.x.numpy()).all()
    assert (ours.y == theirs.y.numpy()).all()
    assert (ours.edges == canonical_edges(theirs.edge_index.numpy(), ours.num_nodes)).all()
    assert ours.split.protocol == "random 10/10/80, seed 0"


@pytest.mark.parametrize("name", list(AMAZON))
def test_class_names_are_those_of_the_file(name, datasets):
    with np.load(find_raw(name, datasets).paths[0]) as file:
        assert tuple(file["class_names"].tolist()) == DATASETS[name].class_names


def test_a_truncated_file_is_refused_by_name(copied):
    path = copied("photo").paths[0]
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(DataDamaged, match=r"amazon_electronics_photo\.npz should have"):
        load("photo")


def test_another_graph_under_the_name_is_refused(copied):
    path = copied("photo").paths[0]
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    arrays["adj_data"], arrays["adj_indices"] = arrays["adj_data"][:-1], arrays["adj_indices"][:-1]
    arrays["adj_indptr"] = np.minimum(arrays["adj_indptr"], len(arrays["adj_data"]))
    arrays["adj_indptr"][1:50] = 0
    np.savez(path, **arrays)
    with pytest.raises(DataDamaged, match=r"amazon_electronics_photo\.npz should have 119,081 edges, but it has"):
        load("photo")


@pytest.mark.parametrize("name", ["attr_indices", "attr_indptr", "adj_indices", "adj_indptr"])
@pytest.mark.parametrize("value", [99_999_999, -1])
def test_an_index_that_points_nowhere_is_refused_and_never_followed(copied, name, value):
    path = copied("photo").paths[0]
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    arrays[name][7] = value
    np.savez(path, **arrays)
    with pytest.raises(DataDamaged, match=r"amazon_electronics_photo\.npz should hold .*, but it cannot be read"):
        load("photo")
