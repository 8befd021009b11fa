"""The shallow methods: they find what they can, alone nodes rest, rates fall, and no edges are a sentence."""

import numpy as np
import pytest

from igcl_core import METHODS, Diverged, Graphs, Run, preset, train
from igcl_core.methods.shallow.sub2vec import BUCKETS
from igcl_core.methods.shallow.walks import ENDED

SHALLOW = ("deepwalk", "node2vec", "sub2vec", "graph2vec")
GRAPH_LEVEL = SHALLOW[1:]


def with_lone_ones(graphs: Graphs) -> Graphs:
    """The same graphs, then two without edges: of one node, and of three."""
    ptr = np.concatenate([graphs.ptr, graphs.num_nodes + np.array([1, 4])])
    x = np.concatenate([graphs.x, np.tile(graphs.x[:1], (4, 1))])
    return Graphs("lone", "graph", x, graphs.edges, ptr=ptr)


def test_deepwalk_tells_communities_apart_and_leaves_a_lone_node_alone(small_graph):
    first, *_, last = train(small_graph, "deepwalk", D=8, epochs=5, lr=0.1)
    z = last.arrays["z"][:20]
    z = z / np.linalg.norm(z, axis=1, keepdims=True)
    alike, same = z @ z.T, small_graph.y[:20, None] == small_graph.y[:20]
    assert alike[same].mean() > alike[~same].mean() + 0.1
    assert np.array_equal(first.arrays["z"][20], last.arrays["z"][20])
    assert last.metrics["guessing"] < first.metrics["guessing"]


def test_graph2vec_tells_rings_from_stars(small_graphs):
    *_, last = train(small_graphs, "graph2vec", D=16, epochs=200, lr=0.1, features="degree")
    z = last.arrays["z"] / np.linalg.norm(last.arrays["z"], axis=1, keepdims=True)
    alike, same = z @ z.T, small_graphs.y[:, None] == small_graphs.y
    others = ~np.eye(len(z), dtype=bool)
    assert alike[same & others].mean() > alike[~same].mean() + 0.1


@pytest.mark.parametrize("method", GRAPH_LEVEL)
def test_graphs_without_edges_get_a_vector_too(small_graphs, method):
    steps = list(train(with_lone_ones(small_graphs), method, D=8, epochs=2))
    assert steps[-1].arrays["z"].shape == (14, 8) and np.isfinite(steps[-1].arrays["z"]).all()


@pytest.mark.parametrize("method", SHALLOW[:3])
def test_without_any_edge_a_sentence_says_why_not(method, small_graph, small_graphs):
    graphs = small_graph if method == "deepwalk" else small_graphs
    bare = Graphs("bare", graphs.task, graphs.x, np.zeros((2, 0)), ptr=graphs.ptr)
    with pytest.raises(ValueError, match="walks along edges, but 'bare' has no edges"):
        train(bare, method)


def test_a_node2vec_graph_is_the_mean_of_its_nodes(small_graphs):
    run = Run(small_graphs, "node2vec", preset(small_graphs, "node2vec").changed(D=8))
    run.advance(1)
    vectors = run.training.trainer.words.vectors
    means = [vectors[a:b].mean(0) for a, b in zip(small_graphs.ptr, small_graphs.ptr[1:], strict=False)]
    np.testing.assert_allclose(run.arrays()["z"], means, atol=1e-6)


def test_the_words_of_sub2vec_are_nodes_of_the_graph_and_its_degrees(small_graphs):
    graphs = with_lone_ones(small_graphs)
    trainer = METHODS["sub2vec"].start(graphs, preset(graphs, "sub2vec").changed(length=200, degrees=0.3))
    texts, tags = trainer.texts(0)
    for text, graph in zip(texts, tags, strict=True):
        nodes = [word - BUCKETS for word in text if word >= BUCKETS]
        assert all(graphs.ptr[graph] <= node < graphs.ptr[graph + 1] for node in nodes)
        assert all(word != ENDED for word in text) and len(text) == (200 if graph < 12 else 1)
    told = np.mean([word < BUCKETS for text in texts[:12] for word in text])
    assert told == pytest.approx(0.3, abs=0.05)


def test_the_rate_falls_in_a_line_to_gensims_smallest(small_graph):
    settings = preset(small_graph, "deepwalk").changed(epochs=4, lr=0.1)
    trainer = METHODS["deepwalk"].start(small_graph, settings)
    rates = [trainer.rate(index) for index in range(trainer.planned + 1)]
    assert rates[0] == 0.1 and rates[-1] == pytest.approx(1e-4) and np.ptp(np.diff(rates)) < 1e-12


def test_nothing_is_learnt_at_rate_0(small_graph):
    first, *_, last = train(small_graph, "deepwalk", D=8, epochs=2, lr=0.0)
    assert np.array_equal(first.arrays["z"], last.arrays["z"])


@pytest.mark.parametrize("number", [np.nan, np.inf, 1e30])
def test_vectors_that_gensim_cannot_go_on_with_end_a_run(small_graph, number):
    run = Run(small_graph, "deepwalk", preset(small_graph, "deepwalk").changed(D=8))
    run.advance(1)
    run.training.trainer.words.vectors[3] = number
    with pytest.raises(Diverged, match="A vector became too long to go on with at step 2"):
        run.training.next()


def test_a_pass_cut_into_more_steps_reads_as_many_words(small_graph):
    method, settings = METHODS["deepwalk"], preset(small_graph, "deepwalk")
    trainer = method.start(small_graph, settings)
    whole = [text for part in range(trainer.steps_per_pass) for text in trainer.texts(part)[0]]
    trainer.steps_per_pass = 7
    parts = [text for part in range(7) for text in trainer.texts(part)[0]]
    assert sorted(text[0] for text in parts) == sorted(text[0] for text in whole)
    assert len(parts) == small_graph.num_nodes * settings.walks
