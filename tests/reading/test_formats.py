"""One file with a graph: GraphML, GEXF, GML, JSON, NPZ, a zip; each read without trust."""

import io
import json
import pickle
import zipfile

import networkx as nx
import numpy as np
import pytest

from igcl_core import read
from igcl_core.reading import Given, Refused

WRITERS = {"graphml": nx.write_graphml, "gexf": nx.write_gexf, "gml": nx.write_gml}
LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE graphml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<graphml><graph edgedefault="undirected"><node id="&b;"/></graph></graphml>"""


def written(club: nx.Graph, kind: str) -> Given:
    out = io.BytesIO()
    if kind == "json":
        out.write(json.dumps(nx.node_link_data(club, edges="links")).encode())
    else:
        WRITERS[kind](club, out)
    return Given(f"club.{kind}", out.getvalue())


def arrays(**named: np.ndarray) -> Given:
    out = io.BytesIO()
    np.savez(out, **named)
    return Given("club.npz", out.getvalue())


def benchmark(club: nx.Graph) -> dict[str, np.ndarray]:
    adjacency = nx.to_scipy_sparse_array(club, format="csr", weight=None)
    found = {f"adj_{part}": getattr(adjacency, part) for part in ("data", "indices", "indptr")}
    return {**found, "adj_shape": np.array(adjacency.shape), "labels": np.arange(34) % 3, "attr_matrix": np.eye(34)}


def zipped(parts: dict[str, str]) -> Given:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return Given("many.zip", out.getvalue())


def triangles(count: int) -> dict[str, str]:
    ends = [(3 * k + a, 3 * k + b) for k in range(count) for a, b in ((1, 2), (2, 3), (1, 3))]
    return {
        "T/T_A.txt": "\n".join(f"{a}, {b}\n{b}, {a}" for a, b in ends),
        "T/T_graph_indicator.txt": "\n".join(str(k + 1) for k in range(count) for _ in range(3)),
        "T/T_graph_labels.txt": "\n".join("-1" if k % 2 else "1" for k in range(count)),
        "T/T_node_labels.txt": "\n".join(str(n) for _ in range(count) for n in (0, 5, 5)),
        "T/README.txt": "about",
    }


@pytest.mark.parametrize("kind", ["graphml", "gexf", "gml", "json"])
def test_a_linked_file_gives_the_graph_with_its_classes(club, kind):
    reading = read(written(club, kind))
    assert (reading.graphs.num_nodes, reading.graphs.num_edges) == (34, 78)
    assert reading.graphs.classes == ("Mr. Hi", "Officer") and reading.graphs.num_features == 0
    place = [int(name) for name in reading.names]
    assert {frozenset((place[a], place[b])) for a, b in reading.graphs.edges.T} == set(map(frozenset, club.edges))


def test_the_names_of_nodes_are_no_features():
    nodes, links = [{"id": node} for node in range(5)], [{"source": k, "target": k + 1} for k in range(4)]
    graphs = read(Given("path.json", json.dumps({"nodes": nodes, "links": links}).encode())).graphs
    assert graphs.num_features == 0 and graphs.y is None


def test_lists_of_numbers_in_json_are_features(club):
    data = nx.node_link_data(club, edges="edges")
    for number, node in enumerate(data["nodes"]):
        node["x"] = [number, number / 2]
    reading = read(Given("club.json", json.dumps(data).encode()), scale="as they are")
    assert reading.graphs.x[:, 1].tolist() == [number / 2 for number in range(34)]


def test_arrays_of_gnn_benchmark_and_of_torch_geometric(club):
    reading = read(arrays(**benchmark(club)))
    assert (reading.graphs.num_edges, reading.graphs.num_features, reading.graphs.num_classes) == (78, 34, 3)
    named = read(arrays(**benchmark(club), class_names=np.array(["a", "b", "c"]))).graphs
    assert named.classes == ("a", "b", "c")
    pairs = np.array(club.edges).T
    masks = {f"{part}_mask": np.arange(34) % 3 == k for k, part in enumerate(("train", "val", "test"))}
    graphs = read(arrays(edge_index=pairs, x=np.ones((34, 2)), y=np.arange(34) % 2, **masks)).graphs
    assert graphs.num_edges == 78 and graphs.split.protocol == "given with the data" and len(graphs.split.train) == 12


def test_many_graphs_in_a_zip():
    graphs = read(zipped(triangles(6))).graphs
    assert (graphs.task, graphs.num_graphs, graphs.num_edges, graphs.num_features) == ("graph", 6, 18, 2)
    assert graphs.classes == ("-1", "1") and graphs.name == "T"


def test_an_edge_list_and_its_nodes_in_a_zip(edges, nodes):
    graphs = read(zipped({"a/edges.csv": edges.content.decode(), "a/nodes.csv": nodes.content.decode()})).graphs
    assert graphs.num_classes == 2


def changed(parts: dict[str, str], name: str, old: str, new: str) -> Given:
    return zipped({**parts, name: parts[name].replace(old, new, 1)})


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (Given("a.graphml", LAUGHS), "a.graphml, row 2: expected XML without definitions of its own, but a DOCTYPE"),
        (Given("a.graphml", LAUGHS.decode().encode("utf-16")), "a.graphml, row 2: expected XML without definitions"),
        (
            Given("a.graphml", b"<graphml><graph><node id='a'/><node id='a'/></graph></graphml>"),
            "a.graphml, row 1: expected a node that comes once",
        ),
        (
            Given("a.gexf", b"<gexf><node id='a'/>\n<edge source='a' target='b'/></gexf>"),
            "a.gexf, row 2, column 'target': expected a node of the graph, but 'b'",
        ),
        (Given("a.graphml", b"<graphml>\n<node>"), "a.graphml, row 2: expected the id of a node"),
        (Given("a.graphml", b"<graphml>\n<oops"), "a.graphml, row 2: expected XML"),
        (Given("a.graphml", b"<a>" * 100), "a.graphml, row 1: expected elements at most 60 deep"),
        (
            Given("a.gml", b"graph [ node [ id 1 ] edge [ source 1 target 2 ] ]"),
            "a.gml should be GML, but it cannot be read as that",
        ),
        (Given("a.json", b"[" * 100_000), "a.json: expected JSON node-link, but something nested too deeply"),
        (Given("a.json", b'{"nodes": [}'), "a.json, row 1: expected JSON"),
        (Given("a.json", b"[1]"), 'a.json: expected an object with the lists "nodes" and "links"'),
        (
            Given("a.json", b'{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}'),
            "a.json, link 0, column 'target': expected a node of the list, but '2'",
        ),
        (
            Given("a.json", b'{"nodes": [{"id": 1}, {"id": 1}], "links": []}'),
            "a.json, node 1: expected a node that comes once",
        ),
        (arrays(edge_index=np.array([[0, 1], [1, 9]]), x=np.ones((3, 1))), "club.npz, edge 1: expected nodes 0 to 2"),
        (
            arrays(edge_index=np.array([[0, 1], [1, 2]]), x=np.array([[1.0], [np.nan], [0]])),
            "club.npz, array 'x', row 1, column 0: expected a finite number, but nan",
        ),
        (
            arrays(x=np.ones((3, 1))),
            "club.npz: expected adj_data, adj_indices, adj_indptr and adj_shape, or edge_index, but 'x'",
        ),
        (arrays(edge_index=np.array([{"a": 1}], object)), "club.npz should hold plain arrays of numbers"),
        (Given("a.pkl", pickle.dumps([1])), "a.pkl: expected a graph in a file that runs nothing"),
        (Given("a.csv", pickle.dumps([1])), "a.csv: expected a graph in a file that runs nothing"),
        (Given("a.docx", b"hello"), "a.docx: expected a file with one of the endings"),
        (
            zipped({"../../evil.csv": "1,2"}),
            "many.zip: expected files inside the zip, but the path '../../evil.csv', which leads outside",
        ),
        (zipped({"/etc/evil.csv": "1,2"}), "many.zip: expected files inside the zip"),
        (zipped({"C:\\evil.csv": "1,2"}), "many.zip: expected files inside the zip"),
        (zipped({f"{k}.csv": "1,2" for k in range(50)}), "many.zip: expected at most 40 files, but 50"),
        (changed(triangles(5), "T/T_A.txt", "1, 2", "1, 99"), "T_A.txt, row 1: expected nodes 1 to 15, but 1 and 99"),
        (
            changed(triangles(5), "T/T_A.txt", "1, 2", "1, x"),
            "T_A.txt, row 1, column 'column 2': expected a whole number, but 'x'",
        ),
        (
            changed(triangles(5), "T/T_graph_indicator.txt", "2", "7"),
            "T_graph_indicator.txt, row 4: expected graphs counted upwards from 1, but 7",
        ),
        (changed(triangles(5), "T/T_graph_labels.txt", "1\n", ""), "T_graph_labels.txt: expected 5 rows, but 4"),
        (zipped({"T_A.txt": "1, 2"}), "T_graph_indicator.txt should be there"),
    ],
)
def test_each_mistake_gets_a_sentence(file, sentence):
    with pytest.raises(Refused) as problem:
        read(file)
    assert str(problem.value).startswith(sentence)


def test_a_zip_bomb_is_refused_by_what_it_says_it_holds(monkeypatch):
    bomb = zipped({"edges.csv": "1,2\n" * 5_000_000})
    assert len(bomb.content) < 100_000
    monkeypatch.setenv("IGCL_MEMORY", "50M")
    with pytest.raises(Refused, match=r"many\.zip would take about 80 MB when unpacked, but 50 MB are allowed"):
        read(bomb)


def test_nothing_is_ever_unpickled(tmp_path):
    """An array of objects that would write a file if it were."""

    class Trap:
        def __reduce__(self):
            return (open, (str(tmp_path / "sprung"), "w"))

    out = io.BytesIO()
    np.savez(out, edge_index=np.array([Trap()], object))
    for name in ("a.npz", "a.zip", "a.csv"):
        with pytest.raises(Refused):
            read(Given(name, out.getvalue()))
    assert not (tmp_path / "sprung").exists()


def test_of_a_large_graph_a_hundredth_is_enough_to_learn_from(tmp_path):
    nodes = 60_000
    ring = np.stack([np.arange(nodes), (np.arange(nodes) + 1) % nodes])
    np.savez(tmp_path / "ring.npz", edges=ring, labels=np.arange(nodes) % 3)
    reading = read(tmp_path / "ring.npz")
    assert len(reading.graphs.split.train) == nodes // 100
    assert "60,000" in next(guess.reason for guess in reading.guesses if guess.what == "split")
