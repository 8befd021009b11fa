"""Identity: which of the listed datasets some data is, told by its numbers and never by what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from .cards import DATASETS
from .digests import FINGERPRINTS
from .fingerprint import fingerprint_of, labels_fingerprint
from .graphs import Graphs

OWN, DIGITS = "own-", 12
_answers: WeakKeyDictionary[Graphs, str | None] = WeakKeyDictionary()


def known_name(graphs: Graphs) -> str | None:
    """The dataset whose features, edges and graphs these are, or None; the answer is found once for each Graphs.

    Not asked are labels and split, which no method sees, nor whether the features came sparse or dense.
    """
    if graphs not in _answers:
        _answers[graphs] = _found(graphs)
    return _answers[graphs]


def _found(graphs: Graphs) -> str | None:
    name = _of_same_counts(graphs)
    if name is None:
        return None
    wanted, _ = FINGERPRINTS[name]
    forms = (fingerprint_of(x, graphs.edges, graphs.ptr) for x in _forms(graphs.x))
    return name if graphs.fingerprint == wanted or wanted in forms else None


def loadable_name(graphs: Graphs) -> str | None:
    """The dataset that `load` gives again bit for bit, labels and split included, or None."""
    name = known_name(graphs)
    return name if name and FINGERPRINTS[name] == (graphs.fingerprint, labels_fingerprint(graphs)) else None


def own_key(graphs: Graphs) -> str:
    """What data is known by that no listed name stands for."""
    return OWN + graphs.fingerprint[:DIGITS]


def _of_same_counts(graphs: Graphs) -> str | None:
    """Most data is told from all datasets by its counts, without a look at the numbers."""
    counts = graphs.task, graphs.num_graphs, graphs.num_nodes, graphs.num_edges, graphs.num_features
    cards = DATASETS.values()
    return next((c.name for c in cards if (c.task, c.graphs, c.nodes, c.edges, c.features) == counts), None)


def _forms(x: np.ndarray | sparse.csr_matrix) -> Iterator[np.ndarray | sparse.csr_matrix]:
    """The same numbers sparse, without zeros that are stored, and dense."""
    rows = sparse.csr_matrix(x, copy=True)
    rows.eliminate_zeros()
    yield rows
    yield rows.toarray()
