"""Packed data comes back bit for bit, whatever it held."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs, Split, load
from igcl_core.data.packed import numbers_of, texts_of, unpack


def there_and_back(graphs: Graphs) -> Graphs:
    return unpack(numbers_of(graphs), texts_of(graphs))


@pytest.mark.parametrize("name", ["karate", "digits", "planted", "wine", "digit-graphs", "motifs"])
def test_built_in_data_comes_back(name, assert_same):
    assert_same(there_and_back(load(name)), load(name))
    images = load(name).images
    assert images is None or np.array_equal(there_and_back(load(name)).images, images)


def test_what_is_not_there_stays_away(small_graph):
    back = there_and_back(replace(small_graph, y=None))
    assert back.y is None and back.split is None and back.images is None and back.classes == ()


@pytest.mark.parametrize("value", [-0.0, 255.0, 256.0, 0.5, -3.0, 1e30])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_features_lose_nothing(small_graph, value, form):
    x = np.ones(small_graph.x.shape, np.float32)
    x[3, 2] = value
    graphs = replace(small_graph, x=form(x))
    assert there_and_back(graphs).fingerprint == graphs.fingerprint


def test_zeros_that_are_stored_stay(small_graph):
    x = sparse.csr_matrix(small_graph.x)
    x.data[:5] = 0
    graphs = replace(small_graph, x=x)
    assert there_and_back(graphs).fingerprint == graphs.fingerprint


def test_words_are_plain_text(small_graph):
    split = Split([0], [1], [2], 5)
    graphs = replace(small_graph, name="half \ud800", classes=(1, np.str_("ü")), split=split)
    assert texts_of(graphs) == {"name": "half ?", "task": "node", "classes": ["1", "ü"], "protocol": "5"}
    assert all(type(word) is str for word in texts_of(graphs)["classes"])


@pytest.mark.parametrize("ptr", [[-(10**12), 21], [0, 2**63 - 1, -2, 21], [0, 30, 21]])
def test_pointers_that_would_ask_for_far_too_much_are_refused(small_graph, ptr):
    numbers = numbers_of(small_graph) | {"ptr": np.array(ptr)}
    with pytest.raises(ValueError, match="its edges do not fit its nodes"):
        unpack(numbers, texts_of(small_graph))


def test_a_shape_of_many_numbers_gets_a_short_sentence(small_graph):
    graphs = replace(small_graph, x=sparse.csr_matrix(small_graph.x))
    numbers = numbers_of(graphs) | {"x_shape": np.zeros(100_000, np.int64)}
    with pytest.raises(ValueError, match="do not say how many rows and columns"):
        unpack(numbers, texts_of(graphs))
