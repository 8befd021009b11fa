"""What torch_geometric holds and what Graphs hold are the same, both ways."""

import shutil

import numpy as np
import pytest
import torch
import torch_geometric.transforms as T
from scipy import sparse
from torch_geometric import EdgeIndex
from torch_geometric.data import Batch, Data, HeteroData
from torch_geometric.datasets import FakeDataset, FakeHeteroDataset, KarateClub, Planetoid, TUDataset
from torch_geometric.nn import GCNConv
from torch_geometric.utils import to_undirected

from igcl_core.data import Graphs, Split, load, random_split
from igcl_core.data.fingerprint import fingerprint_of

ONE_WAY = torch.tensor([[3, 0, 1, 2, 2, 1], [0, 1, 2, 2, 1, 0]])
LEFT, MIDDLE, RIGHT = (torch.arange(4) % 4 == k for k in (0, 1, 2))


def square(**changes) -> Data:
    """Three undirected edges among four nodes, some given twice, and a self-loop."""
    parts = {"x": torch.arange(8.0).view(4, 2), "edge_index": ONE_WAY.clone(), "y": torch.tensor([0, 1, 1, 0])}
    masks = {"train_mask": LEFT, "val_mask": MIDDLE, "test_mask": RIGHT}
    return Data(**{key: value for key, value in (parts | masks | changes).items() if value is not None})


def pair(label=0, width=2) -> Data:
    return Data(x=torch.ones(2, width), edge_index=torch.tensor([[0], [1]]), y=label)


def assert_same(one: Graphs, other: Graphs) -> None:
    assert one.task == other.task and one.fingerprint == other.fingerprint
    assert (one.y is None) == (other.y is None) and (one.y is None or np.array_equal(one.y, other.y))
    assert (one.split is None) == (other.split is None)
    for part in ("train", "val", "test") if one.split is not None else ():
        assert np.array_equal(getattr(one.split, part), getattr(other.split, part))


def assert_same_data(one: Data, other: Data) -> None:
    assert set(one.keys()) == set(other.keys())
    for key in one.to_dict():
        a, b = (torch.as_tensor(data[key]) for data in (one, other))
        assert a.dtype == b.dtype and torch.equal(*(each.to_dense() for each in (a, b))), key


def test_a_data_is_a_graph_of_nodes():
    graphs = Graphs.from_pyg(square())
    assert (graphs.name, graphs.task, graphs.num_nodes, graphs.num_edges) == ("graph", "node", 4, 3)
    assert graphs.edges.tolist() == [[0, 0, 1], [1, 3, 2]] and graphs.x.tolist()[3] == [6, 7]
    assert graphs.y.tolist() == [0, 1, 1, 0]
    assert [part.tolist() for part in (graphs.split.train, graphs.split.val, graphs.split.test)] == [[0], [1], [2]]


def test_a_data_comes_back_as_torch_geometric_would_make_it_undirected():
    back = Graphs.from_pyg(square()).to_pyg()
    without_loop = ONE_WAY[:, ONE_WAY[0] != ONE_WAY[1]]
    assert_same_data(back, square(edge_index=to_undirected(without_loop, num_nodes=4)))
    assert_same_data(Graphs.from_pyg(back).to_pyg(), back)
    back.validate()


def test_torch_geometrics_own_club_comes_back_whole():
    club = KarateClub()
    graphs = Graphs.from_pyg(club)
    assert (graphs.name, graphs.task, graphs.num_edges, graphs.num_classes) == ("KarateClub", "node", 78, 4)
    assert graphs.split is None, "it has a training mask only, which is no split"
    data = club[0]
    del data.train_mask
    assert_same_data(graphs.to_pyg(), data)
    assert np.array_equal(graphs.edges, load("karate").edges)


@pytest.mark.parametrize("name", ["karate", "digits", "planted", "wine", "motifs", "digit-graphs"])
def test_built_in_graphs_come_back(name):
    graphs = load(name)
    split = None if graphs.task == "node" else graphs.split
    assert_same(Graphs.from_pyg(graphs.to_pyg(), split=split), graphs)


def raw_copy(datasets, tmp_path, folder):
    """Only the raw files: torch_geometric writes what it makes of them beside them."""
    shutil.copytree(datasets / folder / "raw", tmp_path / folder / "raw")
    return tmp_path / folder.split("/")[0]


def test_cora_of_torch_geometric_is_our_cora(datasets, tmp_path):
    theirs = Planetoid(raw_copy(datasets, tmp_path, "Planetoid/Cora"), "Cora")
    ours, graphs = load("cora"), Graphs.from_pyg(theirs)
    assert graphs.name == "Cora" and isinstance(graphs.x, np.ndarray)
    data = theirs[0].clone()
    data.x, data.edge_index = data.x.to_sparse_csr(), to_undirected(data.edge_index)
    assert_same(Graphs.from_pyg(data), ours)
    assert_same_data(ours.to_pyg(), data)


def test_mutag_of_torch_geometric_is_our_mutag(datasets, tmp_path):
    theirs = TUDataset(raw_copy(datasets, tmp_path, "TUDataset/MUTAG"), "MUTAG")
    ours = load("mutag")
    assert_same(Graphs.from_pyg(theirs, split=ours.split), ours)
    for mine, yours in zip(ours.to_pyg(), theirs, strict=True):
        del yours.edge_attr
        yours.edge_index = to_undirected(yours.edge_index)
        assert_same_data(mine, yours)


def test_many_data_are_graphs_to_embed_one_by_one():
    alone = Data(x=torch.zeros(1, 2), edge_index=torch.empty(2, 0, dtype=torch.long), y=torch.tensor([[1]]))
    for labels in ((0, torch.tensor(2)), (torch.tensor([0]), 2.0), (False, [2])):
        graphs = Graphs.from_pyg([pair(labels[0]), alone, pair(labels[1])])
        assert (graphs.name, graphs.task, graphs.ptr.tolist()) == ("graphs", "graph", [0, 2, 3, 5])
        assert graphs.y.tolist() == [0, 1, 2] and graphs.edges.tolist() == [[0, 3], [1, 4]]
    back = Graphs.from_pyg(tuple(graphs.to_pyg()))
    assert_same(back, graphs)


def test_a_dataset_a_list_and_a_batch_of_it_are_the_same():
    torch.manual_seed(0)
    dataset = FakeDataset(num_graphs=5, avg_num_nodes=10)
    whole = Graphs.from_pyg(dataset)
    assert (whole.name, whole.num_graphs, whole.num_features) == ("FakeDataset", 5, 64)
    for same in (list(dataset), Batch.from_data_list(list(dataset))):
        assert_same(Graphs.from_pyg(same), whole)
        assert Graphs.from_pyg(same).name == "graphs"
    assert Graphs.from_pyg(dataset[:3], name="three").num_graphs == 3
    graph = whole.to_pyg()[2]
    assert graph.is_undirected() and torch.equal(graph.edge_index, to_undirected(dataset[2].edge_index))


def test_a_list_of_one_graph_is_a_graph_of_nodes():
    assert_same(Graphs.from_pyg([square()]), Graphs.from_pyg(square()))


def test_without_features_labels_and_masks():
    data = Data(edge_index=ONE_WAY, num_nodes=6)
    graphs = Graphs.from_pyg(data)
    assert graphs.x.shape == (6, 0) and graphs.y is None and graphs.split is None
    back = graphs.to_pyg()
    assert back.x is None and back.num_nodes == 6 and set(back.keys()) == {"edge_index", "num_nodes"}
    with pytest.warns(UserWarning, match="num_nodes"):
        assert Graphs.from_pyg(Data(edge_index=ONE_WAY)).num_nodes == 4


@pytest.mark.parametrize("layout", [torch.sparse_coo, torch.sparse_csr, torch.sparse_csc])
def test_sparse_features_stay_sparse(layout):
    dense = torch.tensor([[0, 2.5], [0, 0], [1, 0], [0, 3]])
    graphs = Graphs.from_pyg(square(x=dense.to_sparse(layout=layout)))
    assert sparse.issparse(graphs.x) and np.array_equal(graphs.x.toarray(), dense)
    back = graphs.to_pyg()
    assert back.x.layout == torch.sparse_csr and back.num_nodes == 4 and torch.equal(back.x.to_dense(), dense)
    assert_same(Graphs.from_pyg(back), graphs)
    assert GCNConv(2, 3)(back.x, back.edge_index).shape == (4, 3)
    many = [Data(x=dense.to_sparse(layout=layout), edge_index=ONE_WAY, y=k) for k in range(3)]
    assert sparse.issparse(Graphs.from_pyg(many).x) and Graphs.from_pyg(many).x.shape == (12, 2)
    assert_same(Graphs.from_pyg(Graphs.from_pyg(many).to_pyg()), Graphs.from_pyg(many))


def test_every_form_of_edges_is_understood():
    expected = Graphs.from_pyg(square())
    assert_same(Graphs.from_pyg(T.ToSparseTensor()(square())), expected)
    assert_same(Graphs.from_pyg(square(edge_index=EdgeIndex(ONE_WAY, sparse_size=(4, 4)))), expected)
    assert_same(Graphs.from_pyg(square(edge_index=ONE_WAY.int(), edge_weight=torch.rand(6))), expected)


def test_every_kind_of_number_is_understood():
    expected = Graphs.from_pyg(square())
    kinds = [torch.float64, torch.bfloat16, torch.int32]
    for x in [square().x.to(kind) for kind in kinds] + [square().x.numpy(), square().x.requires_grad_()]:
        assert_same(Graphs.from_pyg(square(x=x)), expected)
    column = Graphs.from_pyg(square(x=torch.arange(4.0), y=torch.tensor([[0.0], [1.0], [1.0], [0.0]])))
    assert column.x.tolist() == [[0], [1], [2], [3]] and column.y.tolist() == [0, 1, 1, 0]


def test_graphs_keep_a_copy():
    data = square()
    graphs = Graphs.from_pyg(data)
    before, back = graphs.fingerprint, graphs.to_pyg()
    for each in (data, back):
        each.x.add_(1), each.y.add_(1), each.edge_index.zero_()
    assert fingerprint_of(graphs.x, graphs.edges, graphs.ptr) == before and graphs.y.tolist() == [0, 1, 1, 0]


def test_masks_of_several_splits():
    wide = {key: torch.stack([LEFT, MIDDLE, RIGHT], 1).roll(k, 1) for k, key in enumerate(("train_mask", "val_mask"))}
    data = square(**wide, test_mask=torch.arange(4) == 3)
    with pytest.raises(ValueError, match=r"has masks of 3 splits. Say which: Graphs.from_pyg\(data, split=0\)"):
        Graphs.from_pyg(data)
    with pytest.raises(ValueError, match="split=3 was asked for, but 'graph' has 3 of them, counted from 0"):
        Graphs.from_pyg(data, split=3)
    split = Graphs.from_pyg(data, split=1).split
    assert [part.tolist() for part in (split.train, split.val, split.test)] == [[1], [0], [3]]
    assert split.protocol == "masks of the data, number 1 of 3"
    own = Split([0], [1], [2, 3])
    assert Graphs.from_pyg(data, split=own).split is own


def test_a_split_of_graphs_can_be_given():
    graphs = Graphs.from_pyg([pair(k % 2) for k in range(10)], split=random_split(10, 0.5, 0.2))
    assert len(graphs.split.train) == 5
    with pytest.raises(TypeError, match=r"A split must be Split\(train, val, test\), but int came"):
        Graphs.from_pyg([pair(), pair()], split=1)


@pytest.mark.parametrize("changes", [{"val_mask": None}, {"test_mask": torch.zeros(4, dtype=torch.bool)}])
def test_masks_that_are_no_split_give_none(changes):
    assert Graphs.from_pyg(square(**changes)).split is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"edge_index": None}, "has no edge_index, so nothing says which nodes are joined. Set data.edge_index"),
        ({"edge_index": ONE_WAY.T}, r"must have shape \[2, number of edges\], not \(6, 2\). Transpose it"),
        ({"edge_index": ONE_WAY + 1}, "must name nodes 0 to 3, but 1 to 4 came"),
        ({"x": torch.ones(4, 2, 2)}, r"must have one row for each of its 4 nodes, not the shape \(4, 2, 2\)"),
        ({"num_nodes": 5}, r"must have one row for each of its 5 nodes, not the shape \(4, 2\)"),
        ({"x": torch.full((4, 1), torch.nan)}, "must be finite numbers, but 4 are NaN"),
        ({"y": torch.tensor([0, 1, 0.5, 1])}, "Labels of 'graph' must be whole numbers, but 1 of 4 are not: 0.5"),
        ({"y": torch.tensor([0, 1, torch.nan, 1])}, "must be whole numbers, but 1 of 4 are not: nan came"),
        ({"y": torch.eye(4)}, r"one number per node, not of shape \(4, 4\)"),
        ({"y": torch.tensor([1])}, "is one graph with one label for all its 4 nodes. Give many such graphs"),
        ({"y": 1}, "or set data.y = None to embed these nodes"),
        ({"y": torch.zeros(3, dtype=torch.long)}, "needs one label per node: 4, but 3 came"),
        ({"val_mask": LEFT[:3]}, r"val_mask of 'graph' must have a True or False for each of its 4 nodes, but bool"),
        ({"val_mask": LEFT[:, None][:, :0]}, r"True or False .* but bool values of shape \(4, 0\) came"),
        (
            {"train_mask": LEFT[:, None].repeat(1, 3), "val_mask": LEFT[:, None].repeat(1, 2)},
            r"All masks of 'graph' must be of as many splits, but \[1, 2, 3\] came",
        ),
        ({"val_mask": torch.tensor([0, 1, 2, 3])}, r"True or False .* but int64 values of shape \(4,\) came"),
    ],
)
def test_a_wrong_data_is_refused_with_a_sentence(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        Graphs.from_pyg(square(**changes))


def test_a_split_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="split=2 was asked for, but 'graph' has 1 of them"):
        Graphs.from_pyg(square(), split=2)


@pytest.mark.filterwarnings("ignore:Unable to accurately infer")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "At least one torch_geometric graph was expected, but an empty list came"),
        (FakeDataset(2)[:0], "but an empty FakeDataset came"),
        ([pair(), Data()], "has no edge_index"),
        (Data(edge_index=torch.empty(2, 0, dtype=torch.long)), "has no nodes. Set data.x, or data.num_nodes"),
        ([pair(), pair(width=3)], "graph 0 has 2 columns and graph 1 has 3"),
        ([pair(), pair(torch.tensor([0, 1]))], "2 graphs of 'graphs' needs one label, but graph 1 has 2, one per node"),
        ([pair(), pair(None)], "needs one label, but graph 1 has 0. Set y of every graph to one whole number or to"),
        ([pair(), pair(torch.rand(1, 19))], "needs one label, but graph 1 has 19. Set y"),
        ([pair(0.5), pair(1)], "must be whole numbers, but 1 of 2 are not: 0.5 came"),
        ([pair(), Data(x=torch.ones(2, 2), edge_index=ONE_WAY, y=0)], "'graphs 1' must name nodes 0 to 1, but 0 to 3"),
        (Batch(x=torch.ones(2, 1), edge_index=ONE_WAY[:, 1:2]), "cannot be taken apart. Give the list of Data"),
    ],
)
def test_wrong_graphs_are_refused_with_a_sentence(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        Graphs.from_pyg(given)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (HeteroData(), "one kind of edge was expected, but HeteroData came. data.to_homogeneous"),
        (FakeHeteroDataset(2, avg_num_nodes=10), "but HeteroData came"),
        (Batch.from_data_list([HeteroData({"a": {"x": torch.ones(2, 1)}})]), "but HeteroData came"),
        ([pair(), 3], "a Dataset or a list of Data was expected, but int came"),
        ([Batch.from_data_list([pair(), pair()])], "but DataBatch came"),
        (Data(x=torch.ones(4, 1), adj_t=torch.eye(4)), "adj_t of 'graph' must be a sparse torch tensor, but Tensor"),
    ],
)
def test_another_kind_of_object_is_refused_with_a_sentence(given, sentence):
    with pytest.raises(TypeError, match=sentence):
        Graphs.from_pyg(given)
