"""Node features of the kind a setting asks for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from scipy import sparse
from torch import Tensor

from igcl_core.data.graphs import NODE, Graphs
from igcl_core.sparse.products import SPARSE_COST, SparseMatrix

FEATURES = ("raw", "row", "degree", "onehot", "raw+degree")
MAX_ONEHOT_DEGREE = 64


def features_of(graphs: Graphs, kind: str) -> Tensor | SparseMatrix:
    """As given, rows summing to one, or made from node degrees; of one graph, sparse where that is faster."""
    if kind in ("raw", "row", "raw+degree") and graphs.num_features == 0:
        raise ValueError(
            f"{graphs.name!r} has no node features, so features must be 'degree' or 'onehot', not {kind!r}."
        )
    if kind == "degree":
        return torch.from_numpy(_scaled_degree(graphs))
    if kind == "onehot":
        return torch.nn.functional.one_hot(torch.from_numpy(graphs.degree.clip(max=MAX_ONEHOT_DEGREE))).float()
    x = _row_normalised(graphs.x) if kind == "row" else graphs.x
    if kind == "raw+degree":
        join = sparse.hstack if sparse.issparse(x) else np.hstack
        x = join([x, _scaled_degree(graphs)])
    if sparse.issparse(x) and graphs.task == NODE and SPARSE_COST * x.nnz < x.shape[0] * x.shape[1]:
        return SparseMatrix.of(x)
    x = x.toarray() if sparse.issparse(x) else x
    return torch.from_numpy(np.ascontiguousarray(x, np.float32))


def dense_features(graphs: Graphs, kind: str) -> Tensor:
    """The same, never sparse."""
    x = graphs.x.toarray() if sparse.issparse(graphs.x) else graphs.x
    return features_of(replace(graphs, x=x), kind)


def _scaled_degree(graphs: Graphs) -> np.ndarray:
    """Node degree as one number, divided by the mean degree so that its size does not depend on the dataset."""
    degree = graphs.degree.astype(np.float32)[:, None]
    return degree / max(float(degree.mean()), 1.0)


def _row_normalised(x: np.ndarray | sparse.csr_matrix) -> np.ndarray | sparse.csr_matrix:
    total = np.asarray(abs(x).sum(axis=1), np.float32).reshape(-1, 1)
    scale = 1.0 / np.where(total == 0, 1.0, total)
    return x.multiply(scale).tocsr() if sparse.issparse(x) else x * scale
