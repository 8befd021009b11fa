"""The slice of Cora: taken by a rule that anybody can follow, out of the recorded run and nothing else."""

from pathlib import Path

import networkx as nx
import numpy as np

from igcl_core import Run
from igcl_core.analysis.lesson.papers import MOST, around, papers

RECORDED = Path(__file__).resolve().parents[3] / "assets" / "cora.igcl"


def test_it_is_the_papers_nearest_along_links_with_what_the_run_made_of_them():
    here, run = papers(RECORDED), Run.open(RECORDED)
    graph = nx.Graph(run.graphs.edges.T.tolist())
    far = nx.single_source_shortest_path_length(graph, 0)
    expected = sorted(far, key=lambda node: (far[node], node))[:MOST]
    assert here.nodes.tolist() == expected and len(here.nodes) == MOST
    between = {tuple(sorted(edge)) for edge in graph.subgraph(expected).edges if edge[0] != edge[1]}
    assert {tuple(sorted(edge)) for edge in here.nodes[here.edges].T.tolist()} == between
    assert np.array_equal(here.mu, run.arrays()["mu"][here.nodes]) and here.step == run.index
    assert np.array_equal(here.y, run.graphs.y[here.nodes])


def test_a_small_piece_of_a_graph_is_taken_whole():
    run = Run("karate", epochs=1)
    assert sorted(around(run.graphs, 5, most=100).tolist()) == list(range(34))
