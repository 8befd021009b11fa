"""Property tests of the readers: what a person writes down comes back, and noise gets a sentence."""

import json

import hypothesis
import numpy as np
from hypothesis import strategies as st

from igcl_core import read
from igcl_core.reading import Given, Refused, read_embedding

unhurried = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}  # no clock decides
steady = hypothesis.settings(derandomize=True, max_examples=60, database=None, **unhurried)
names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='",;|#%'), min_size=1)
node_lists = st.lists(names, min_size=5, max_size=12, unique=True)
noise = st.binary(min_size=1, max_size=300)


def pairs_of(reading) -> set[frozenset[str]]:
    return {frozenset((reading.names[a], reading.names[b])) for a, b in reading.graphs.edges.T.tolist()}


def ring(nodes: list[str]) -> list[tuple[str, str]]:
    return list(zip(nodes, nodes[1:] + nodes[:1], strict=True))


@steady
@hypothesis.given(node_lists, st.sampled_from([",", "\t", ";", "|"]), st.booleans())
def test_edges_between_any_names_come_back(nodes, between, backwards):
    rows = [between.join(pair[::-1] if backwards else pair) for pair in ring(nodes)]
    text = "\n".join([between.join(("source", "target")), *rows])
    numbers = {node: node for node in nodes}
    if all(node.isascii() and node.lstrip("-").isdigit() for node in nodes):
        hypothesis.assume(len({int(node) for node in nodes}) == len(nodes))
        numbers = {node: str(int(node)) for node in nodes}
    reading = read(Given("e.csv", text.encode()), header=True)
    assert pairs_of(reading) == {frozenset((numbers[a], numbers[b])) for a, b in ring(nodes)}


@steady
@hypothesis.given(node_lists)
def test_json_gives_back_any_names(nodes):
    links = [{"source": a, "target": b} for a, b in ring(nodes)]
    content = json.dumps({"nodes": [{"id": node} for node in nodes], "links": links}).encode()
    assert pairs_of(read(Given("g.json", content))) == {frozenset(pair) for pair in ring(nodes)}


@steady
@hypothesis.given(st.lists(st.lists(st.floats(-1e6, 1e6, width=32), min_size=3, max_size=3), min_size=10, max_size=20))
def test_numbers_of_an_embedding_come_back(rows):
    text = "\n".join(["a,b,c", *(",".join(map(repr, row)) for row in rows)])
    found = read_embedding(Given("z.csv", text.encode()), features=("a", "b", "c"), label="", text="")
    np.testing.assert_array_equal(found.z, np.array(rows, np.float32))


@steady
@hypothesis.given(noise, st.sampled_from("csv txt npz zip graphml gexf gml json".split()))
def test_noise_is_refused_or_read_whole(content, ending):
    try:
        graphs = read(Given(f"n.{ending}", content)).graphs
    except Refused as problem:
        assert str(problem).endswith(".")
    else:
        assert graphs.num_edges and graphs.edges.max() < graphs.num_nodes


@steady
@hypothesis.given(noise, st.sampled_from("csv npy npz parquet vec".split()))
def test_noise_is_no_embedding(content, ending):
    try:
        found = read_embedding(Given(f"n.{ending}", content))
    except Refused as problem:
        assert str(problem).endswith(".")
    else:
        assert np.isfinite(found.z).all()
