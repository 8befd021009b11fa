"""Everything a person may have becomes the same Graphs, and libraries nobody used are not loaded for it."""

import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import torch
from scipy import sparse
from torch_geometric.data import Data, HeteroData
from torch_geometric.datasets import KarateClub

from igcl_core.data import Graphs, as_graphs, load

RING = np.array([np.arange(6), (np.arange(6) + 1) % 6])
ADJACENCY = sparse.coo_array((np.ones(6), RING), shape=(6, 6))


@pytest.mark.parametrize(
    "data",
    [
        Graphs("ring", "node", np.zeros((6, 0)), RING),
        Data(edge_index=torch.tensor(RING), num_nodes=6),
        [Data(edge_index=torch.tensor(RING), num_nodes=6)],
        nx.cycle_graph(6),
        ADJACENCY,
        ADJACENCY.tocsr(),
        sparse.csc_matrix(ADJACENCY),
    ],
    ids=lambda data: type(data).__name__,
)
def test_a_ring_is_a_ring(data):
    graphs = as_graphs(data)
    assert graphs.task == "node" and graphs.x.shape == (6, 0)
    assert graphs.edges.tolist() == [[0, 0, 1, 2, 3, 4], [1, 5, 2, 3, 4, 5]]


def test_graphs_stay_themselves_and_names_are_loaded():
    graphs = load("karate")
    assert as_graphs(graphs) is graphs
    assert np.array_equal(as_graphs("Karate-Club").edges, graphs.edges)
    assert as_graphs(KarateClub()).num_classes == 4
    assert as_graphs([nx.path_graph(3), nx.path_graph(2)]).ptr.tolist() == [0, 3, 5]


@pytest.mark.parametrize(
    ("data", "came"),
    [
        (None, "NoneType"),
        (5, "int"),
        (np.eye(3), "ndarray"),
        (torch.eye(3), "Tensor"),
        (Path("karate"), "\\w*Path"),
        ([], "an empty list"),
        (["karate"], "a list of str"),
        (iter([]), "list_iterator"),
    ],
)
def test_anything_else_gets_a_sentence(data, came):
    with pytest.raises(TypeError, match=f"Data must be the name of a dataset, Graphs, a torch_geom.* but {came} came"):
        as_graphs(data)


def test_each_library_speaks_of_its_own_objects():
    with pytest.raises(TypeError, match="but HeteroData came"):
        as_graphs(HeteroData())
    with pytest.raises(ValueError, match="has no edge_index"):
        as_graphs(Data())


def test_a_library_that_is_not_loaded_is_not_loaded_to_ask():
    """The data layer alone, without what igcl_core itself brings in."""
    program = "import sys, types; core = sys.modules['igcl_core'] = types.ModuleType('igcl_core')\n"
    program += (
        "core.__path__ = ['igcl_core']; from igcl_core.data import as_graphs; from scipy.sparse import identity\n"
    )
    program += "as_graphs(identity(3)).to_scipy()\n"
    program += "try: as_graphs([object()])\n"
    program += "except TypeError: print({'torch', 'torch_geometric', 'networkx'} & set(sys.modules))"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
