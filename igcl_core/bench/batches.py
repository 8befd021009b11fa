"""What a contrastive step saves by looking at its batch alone, and by how its features are kept."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from igcl_core.bench.timing import Timing, faster, side_by_side
from igcl_core.data import load
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.sparse.features import features_of
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure
from igcl_core.training.preset import preset

WIDTH = 256


class WholeGraph(NodeIGCL):
    """The plain way: all nodes are embedded, then the rows of the batch are taken."""

    def embed(self, structure: Structure, rows: Tensor | None) -> Tensor:
        z = self.backbone(structure, self.settings.dropout, self.generator)
        return z if rows is None else z[rows]


def _contrast_step(kind: type[NodeIGCL], dataset: str) -> Callable[[], object]:
    settings = preset(dataset).changed(icl_every=0)
    trainer = kind(load(dataset).unlabelled(), settings)
    trainer.contrast_adam.set(settings.lr, settings.weight_decay)
    gaussians = trainer.gaussians()

    def step() -> None:
        rows = trainer.random_rows()
        trainer.update_contrast(trainer.structure, gaussians.rows(rows), rows)

    return step


def _batch(dataset: str, what: str, factor: float) -> list[Timing]:
    times = side_by_side(_contrast_step(NodeIGCL, dataset), _contrast_step(WholeGraph, dataset), 9)
    return [faster(f"{dataset}-batch", what, times, factor)]


def pubmed_batch() -> list[Timing]:
    """One contrastive step on PubMed, 1,000 of 19,717 nodes, against embedding all nodes."""
    return _batch("pubmed", pubmed_batch.__doc__, 1.5)


def photo_batch() -> list[Timing]:
    """One contrastive step on Photo, 1,000 of 7,650 nodes, against embedding all nodes."""
    return _batch("photo", photo_batch.__doc__, 2)


def _product(x: Tensor | SparseMatrix) -> Callable[[], object]:
    weight = torch.zeros(x.shape[1], WIDTH, requires_grad=True)
    pull = torch.ones(x.shape[0], WIDTH)
    return lambda: torch.autograd.grad(x @ weight, weight, pull)


def feature_products() -> list[Timing]:
    """X W and its gradient, with X kept as training keeps it, against the other of sparse and dense."""
    rows = []
    for dataset in ("cora", "citeseer", "pubmed", "photo", "computers"):
        graphs = load(dataset)
        x = features_of(graphs, "raw")
        kept = "sparse" if isinstance(x, SparseMatrix) else "dense"
        other = torch.from_numpy(graphs.x.toarray()) if kept == "sparse" else SparseMatrix.of(graphs.x)
        times = side_by_side(_product(x), _product(other), 3)
        rows.append(faster(f"{dataset}-features", f"X W on {dataset}, {kept}, against the other way.", times, 1))
    return rows
