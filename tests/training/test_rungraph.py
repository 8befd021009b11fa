"""A run file that holds its graph opens alone, and its graph is let in like any data from outside."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from igcl_core import Graphs, Run, load, random_split
from igcl_core.training.rungraph import graph_arrays

MISSING = object()
SMALL = dict(epochs=3, warmup=2, D=4, vgae_hidden=4, b=0, snapshot_every=2)


@pytest.fixture
def own(small_graph) -> Graphs:
    split = random_split(21, 0.5, 0.2)
    images = np.arange(21 * 4, dtype=np.uint8).reshape(21, 2, 2)
    return replace(small_graph, name="cora", split=split, classes=("left", "rechts ü"), images=images)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.igcl"


def saved(path, data, **how) -> Run:
    run = Run(data, **SMALL)
    run.advance(2)
    run.save(path, **how)
    return run


def header_of(path) -> dict:
    with np.load(path) as file:
        return json.loads(file["header"].tobytes())


def changed(path, texts=None, save=np.savez, **arrays):
    """The file with some words or arrays of its graph replaced, or left out where they are MISSING."""
    with np.load(path) as file:
        all_arrays = {name: file[name] for name in file.files}
    header = json.loads(all_arrays["header"].tobytes())
    header["graph"] = {
        name: value for name, value in {**header["graph"], **(texts or {})}.items() if value is not MISSING
    }
    all_arrays |= {f"graph/{name}": array for name, array in arrays.items()}
    all_arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    save(path.open("wb"), **{name: array for name, array in all_arrays.items() if array is not MISSING})


def refused(path) -> str:
    with pytest.raises(ValueError) as problem:
        Run.open(path)
    said = str(problem.value)
    assert said.endswith(").") and len(said) < 500
    return said.split(" is not a saved run, or is damaged (")[1]


def assert_goes_on_alike(run: Run, opened: Run) -> None:
    for each in (run, opened):
        each.advance(100)
    assert opened.status == "done" and np.array_equal(opened.arrays()["z"], run.arrays()["z"])
    assert [step.metrics.get("probe_test") for step in opened.steps] == [s.metrics.get("probe_test") for s in run.steps]


def test_a_run_on_brought_data_opens_alone_and_goes_on(own, path):
    run = saved(path, own)
    assert header_of(path)["graph"]["name"] == "cora"
    opened = Run.open(path)
    graphs = opened.graphs
    assert (graphs.name, graphs.classes, graphs.task) == (own.name, own.classes, own.task)
    assert graphs.fingerprint == own.fingerprint and np.array_equal(graphs.y, own.y)
    assert graphs.split.protocol == own.split.protocol and np.array_equal(graphs.split.test, own.split.test)
    assert np.array_equal(graphs.images, own.images)
    assert_goes_on_alike(run, opened)


@pytest.mark.parametrize("form", ["sparse", "many graphs", "no labels", "no features"])
def test_every_kind_of_graph_opens_alone(small_graph, small_graphs, path, form):
    data = {
        "sparse": replace(small_graph, x=sparse.csr_matrix(small_graph.x)),
        "many graphs": small_graphs,
        "no labels": replace(small_graph, y=None),
        "no features": replace(small_graph, x=np.zeros((21, 0))),
    }[form]
    run = saved(path, data)
    assert_goes_on_alike(run, Run.open(path))


def test_a_listed_dataset_stays_outside_unless_it_is_wanted_inside(path):
    run = saved(path, "karate")
    assert header_of(path)["graph"] is None
    with np.load(path) as file:
        assert not any(name.startswith("graph/") for name in file.files)
    run.save(path, with_graph=True)
    assert header_of(path)["graph"]["classes"] == ["Mr. Hi", "Officer"]
    assert Run.open(path).graphs.fingerprint == load("karate").fingerprint


def test_a_listed_dataset_under_another_name_is_found_again(path):
    saved(path, replace(load("karate"), name="mine"))
    assert header_of(path)["graph"] is None and Run.open(path).graphs.name == "karate"


def test_a_listed_dataset_with_own_labels_or_options_keeps_them(path):
    club = load("karate")
    saved(path, replace(club, y=1 - club.y))
    assert np.array_equal(Run.open(path).graphs.y, 1 - club.y)
    planted = load("planted", mixing=0.4, nodes=100)
    saved(path, planted)
    assert Run.open(path).graphs.fingerprint == planted.fingerprint


def test_without_its_graph_a_file_needs_the_data(own, path):
    saved(path, replace(own, name="mine"), with_graph=False)
    with pytest.raises(ValueError, match="'mine', data of its author's own: open it with dataset="):
        Run.open(path)
    assert Run.open(path, own).index == 2


def test_data_that_is_given_is_used_and_must_be_the_same(own, path):
    saved(path, own)
    given = replace(own, name="given")
    assert Run.open(path, given).graphs is given
    with pytest.raises(ValueError, match="a different 'cora'"):
        Run.open(path, replace(own, x=own.x + 1))


def test_pictures_that_are_no_bytes_are_left_out(own):
    assert "graph/images" in graph_arrays(own)
    assert "graph/images" not in graph_arrays(replace(own, images=own.images / 2))


def test_words_that_no_file_can_hold_are_made_readable(own, path):
    saved(path, replace(own, classes=("\ud800", 5)))
    assert Run.open(path).graphs.classes == ("?", "5")


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (dict(name=5), "its graph should have a name, a task and names of classes"),
        (dict(name=MISSING), "its graph should have a name"),
        (dict(task="edge"), "its graph cannot be used: The task must be 'node' or 'graph', not 'edge'"),
        (dict(classes=7), "its graph should have a name"),
        (dict(classes="ab"), "its graph should have a name"),
        (dict(classes=["a", None]), "its graph should have a name"),
        (dict(classes=["\ud800"]), "a name in its graph is no text"),
        (dict(name="x" * 1000), "its graph cannot be used: The name must be text of at most 200 characters"),
        (dict(protocol=[1]), "its graph should have a name"),
    ],
)
def test_words_that_are_wrong_are_refused(own, path, texts, sentence):
    saved(path, own)
    changed(path, texts)
    assert sentence in refused(path)


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        (dict(edge_ends=MISSING), "its graph has no edge_ends"),
        (dict(x=MISSING), "its graph has no x_columns"),
        (dict(other=np.zeros(3)), "its graph has 'other' of type float64 and shape (3,)"),
        (dict(y=np.zeros(21)), "its graph has 'y' of type float64"),
        (dict(y=np.zeros(20, int)), "its graph cannot be used: 'cora' needs one label per node: 21, but 20 came"),
        (dict(x=np.zeros((20, 6), np.float32)), "its graph cannot be used: ptr of 'cora' must rise from 0 to 20"),
        (dict(x=np.full((21, 6), np.nan, np.float32)), "its graph cannot be used: Features of 'cora' must be finite"),
        (dict(x=np.zeros((21, 6), np.float32)), "the graph in it is not the one the run was made on"),
        (dict(x=np.zeros((21, 6), "M8[s]")), "its graph has 'x' of type datetime64[s]"),
        (dict(ptr=np.array([-(10**12), 21])), "its graph cannot be used: its edges do not fit its nodes"),
        (dict(edge_starts=np.full(21, 2**40)), "its graph cannot be used: its edges do not fit its nodes"),
        (dict(train=np.array([99])), "its graph cannot be used: The split of 'cora' must name nodes 0 to 20"),
        (dict(images=np.zeros((3, 2, 2), np.uint8)), "its graph has 3 pictures of 21 nodes"),
    ],
)
def test_numbers_that_are_wrong_are_refused(own, path, arrays, sentence):
    saved(path, own)
    changed(path, **arrays)
    assert sentence in refused(path)


@pytest.mark.parametrize(
    "arrays",
    [
        dict(x_columns=np.full(126, 99, np.int64)),
        dict(x_columns=np.full(126, -1, np.int64)),
        dict(x_lengths=np.array([6] * 20 + [99], np.int64)),
        dict(x_lengths=np.array([200, -194] + [6] * 19, np.int64)),
        dict(x_shape=np.array([21, 2])),
        dict(x_shape=np.array([-1, 6])),
    ],
)
def test_sparse_features_that_point_outside_are_refused(own, path, arrays):
    saved(path, replace(own, x=sparse.csr_matrix(own.x)))
    changed(path, **arrays)
    assert "its graph cannot be used: " in refused(path)


def test_memory_is_asked_before_it_is_taken(own, path, monkeypatch):
    saved(path, own)
    monkeypatch.setenv("IGCL_MEMORY", "400M")
    changed(path, save=np.savez_compressed, edge_ends=np.zeros(10_000_000, np.uint8))
    assert path.stat().st_size < 200_000
    assert "where a run may take 400,000,000" in refused(path)


def test_what_a_header_says_of_its_graph_is_checked(own, path):
    saved(path, own)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    header = json.loads(arrays["header"].tobytes()) | {"graph": True}
    np.savez(path.open("wb"), **arrays | {"header": np.frombuffer(json.dumps(header).encode(), np.uint8)})
    assert "what it says of its graph should be of type dict, but is True" in refused(path)
