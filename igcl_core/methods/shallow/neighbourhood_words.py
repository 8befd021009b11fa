"""Words for neighbourhoods, after Weisfeiler and Lehman: nodes share a word where all around them looks the same."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from igcl_core.data.graphs import Graphs
from igcl_core.stopping import stop_if_asked

BY_DEGREE, BY_BOTH = ("degree", "onehot"), "raw+degree"


def first_labels(graphs: Graphs, features: str) -> np.ndarray:
    """The largest feature of a node, as node labels are one-hot; its degree where there is not even a choice of two."""
    if features in BY_DEGREE or graphs.num_features < 2:
        return numbered(graphs.degree)
    largest = np.asarray(graphs.x.argmax(axis=1)).ravel()
    if features == BY_BOTH:
        largest = largest * (int(graphs.degree.max()) + 1) + graphs.degree
    return numbered(largest)


def neighbourhood_words(graphs: Graphs, hops: int, features: str = "raw") -> np.ndarray:
    """[nodes, hops + 1]: the word of every node for what is around it within 0, 1, ... hops; no hop shares a word."""
    ends = np.concatenate([graphs.edges, graphs.edges[::-1]], axis=1)
    near = sparse.csr_matrix((np.ones(ends.shape[1], bool), (ends[0], ends[1])), (graphs.num_nodes,) * 2)
    row = np.repeat(np.arange(graphs.num_nodes), np.diff(near.indptr))
    labels, words, known = first_labels(graphs, features), [], 0
    for hop in range(hops + 1):
        stop_if_asked()
        labels = labels if hop == 0 else seen_around(labels, near, row)
        words.append(labels + known)
        known += int(labels.max()) + 1
    return np.stack(words, axis=1)


def seen_around(labels: np.ndarray, near: sparse.csr_matrix, row: np.ndarray) -> np.ndarray:
    """A number for each label together with those of all neighbours, in no order; equal numbers for equal sights."""
    beside = labels[near.indices].astype(np.int64)
    beside = beside[np.lexsort((beside, row))]
    names: dict[tuple[int, bytes], int] = {}
    ends = near.indptr.tolist()
    sights = ((own, beside[a:b].tobytes()) for own, a, b in zip(labels.tolist(), ends, ends[1:], strict=False))
    return np.array([names.setdefault(sight, len(names)) for sight in sights], np.int64)


def numbered(values: np.ndarray) -> np.ndarray:
    """0, 1, 2, ... in place of any numbers."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)
