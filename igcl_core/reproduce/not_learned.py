"""Embeddings that nothing has learned: the features as they are, and the spectrum of the graph.

K-means on the first is the paper's row K-means, on the second its row SC. scikit-learn is imported where it is first
used: it takes seconds that a visitor of the lab need not wait.
"""

from __future__ import annotations

import warnings

import numpy as np
import torch
from torch import Tensor

from igcl_core.data import Graphs
from igcl_core.data.graphs import GRAPH
from igcl_core.sparse.structure import Structure
from igcl_core.training.settings import Settings
from igcl_core.training.step import DONE, Step


def raw(graphs: Graphs, settings: Settings) -> Step:
    """z = X, the features of the settings; of a graph the sum over nodes."""
    structure = Structure.of(graphs, settings.features)
    z = structure.x if isinstance(structure.x, Tensor) else structure.x @ torch.eye(structure.x.shape[1])
    z = structure.pool(z, 0) if graphs.task == GRAPH else z
    return _step(z.float().numpy())


def spectral(graphs: Graphs, settings: Settings) -> Step:
    """z = the eigenvectors of I - D^-1/2 A D^-1/2 with the smallest eigenvalues, as many as there are classes.

    Where a graph falls into many parts, they tell parts, not classes: Cora has 78.
    """
    from sklearn.manifold import spectral_embedding

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Graph is not fully connected")
        z = spectral_embedding(
            graphs.to_scipy().astype(np.float64),
            n_components=max(graphs.num_classes, 2),
            random_state=settings.seed,
            drop_first=False,
        )
    return _step(z)


def _step(z: np.ndarray) -> Step:
    return Step(0, 0, DONE, {}, {"z": np.ascontiguousarray(z, np.float32)})
