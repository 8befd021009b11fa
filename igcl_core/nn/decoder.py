"""How well a VGAE's latent vectors rebuild the graph: the loss it is trained with, and numbers to watch.

Kipf's balanced cross-entropy (pos_weight and norm) over all pairs of different nodes is, written out,
    1/2 [ mean over edges of softplus(-a_i.a_j)  +  mean over non-edges of softplus(a_i.a_j) ].
`dense` sums every non-edge in blocks; `sampled` estimates their mean from about as many random ones as edges, almost
without bias: how many of them count is random, which matters less the larger the graph.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import torch
from torch import Generator, Tensor
from torch.nn import functional as F

from igcl_core.nn.vgae import DEPTH
from igcl_core.sparse.products import Pattern, index_pointer, index_tensor, pair_loss, sddmm, segment_ranges
from igcl_core.sparse.structure import Structure
from igcl_core.stopping import stop_if_asked

BLOCK = 1024


class Decoder(Protocol):
    """What a VGAE needs of a decoder: a loss, and the KL's weights in the loss and in its mean over nodes."""

    kl_weight: Tensor
    kl_share: Tensor

    def loss(self, a: Tensor, generator: Generator) -> Tensor:
        """Reconstruction loss of one latent sample per node."""

    def measure(self, mu: Tensor) -> dict[str, float]:
        """Edge AUC, average precision and adjacency accuracy of the reconstruction from the means."""


class NodeDecoder:
    """Rebuilds the edges of one graph."""

    def __init__(self, structure: Structure, dense: bool, seed: int = 0):
        edges, self.num_nodes = structure.edges, structure.num_nodes
        if edges.shape[1] == 0:
            raise ValueError(
                "The graph has no edges, so a VGAE has nothing to rebuild. "
                "Add edges, or train with augmentation='noise'."
            )
        self.dense = dense
        self.edges, _ = Pattern.of(edges[0], edges[1], (self.num_nodes, self.num_nodes))
        self.keys = torch.from_numpy(edges[0].astype(np.int64) * self.num_nodes + edges[1])
        self.num_edges = edges.shape[1]
        self.num_others = self.num_nodes * (self.num_nodes - 1) // 2 - self.num_edges
        self.watched, keep = self._random_pairs(torch.Generator().manual_seed(seed))
        self.watched_keep = keep.bool()
        self.kl_share = torch.full((self.num_nodes,), 1.0 / self.num_nodes)
        self.kl_weight = self.kl_share / self.num_nodes

    def loss(self, a: Tensor, generator: Generator) -> Tensor:
        share = torch.full((self.num_edges,), 0.5 / self.num_edges)
        at_edges = pair_loss(a, self.edges, torch.tensor(-1.0), share)
        if not self.dense:
            pairs, keep = self._random_pairs(generator)
            return at_edges + pair_loss(a, pairs, torch.tensor(1.0), 0.5 * keep / keep.sum().clamp(min=1.0))
        share = 0.5 / max(self.num_others, 1)
        wrongly_counted = pair_loss(a, self.edges, torch.tensor(1.0), torch.full((self.num_edges,), share))
        return at_edges + share * all_pairs_softplus(a) - wrongly_counted

    def measure(self, mu: Tensor) -> dict[str, float]:
        edges = sddmm(self.edges, mu, mu).numpy()
        others = sddmm(self.watched, mu, mu)[self.watched_keep].numpy()
        right = (edges > 0).mean() * self.num_edges
        right += (others <= 0).mean() * self.num_others if len(others) else 0.0
        return {**ranking(edges, others), "adjacency_accuracy": float(right / (self.num_edges + self.num_others))}

    def _random_pairs(self, generator: Generator) -> tuple[Pattern, Tensor]:
        """About as many random pairs as edges, and 1 for each that is neither an edge nor a node with itself.

        Column k pairs every node with its image under a random permutation: each pair is equally likely, and the
        transpose is known without sorting.
        """
        n = self.num_nodes
        columns = max(1, round(self.num_edges / n))
        images = torch.stack([torch.randperm(n, generator=generator) for _ in range(columns)])
        preimages = images.argsort(dim=1)
        pointer = index_tensor(np.arange(n + 1) * columns)
        place = (preimages * columns + torch.arange(columns)[:, None]).T.reshape(-1)
        pattern = Pattern(pointer, images.T.reshape(-1).int(), pointer, preimages.T.reshape(-1).int(), place, (n, n))
        return pattern, self._neither_edge_nor_loop(pattern)

    def _neither_edge_nor_loop(self, pattern: Pattern) -> Tensor:
        row, column = pattern.row_of_entry(), pattern.columns.long()
        key = torch.minimum(row, column) * self.num_nodes + torch.maximum(row, column)
        place = torch.searchsorted(self.keys, key).clamp(max=self.num_edges - 1)
        return ((self.keys[place] != key) & (row != column)).float()


class GraphDecoder:
    """Rebuilds every graph of a mini-batch from its own nodes only: every pair inside a graph, none between graphs."""

    def __init__(self, structure: Structure):
        count, sizes = structure.num_graphs, np.diff(structure.ptr)
        self.pairs, first = _pairs_inside(structure.ptr, sizes)
        low, high = structure.edges
        self.is_edge = np.zeros(self.pairs.size, bool)
        self.is_edge[first[low] + high - low - 1] = True
        pair_counts = sizes * (sizes - 1) // 2
        graph = np.repeat(np.arange(count), pair_counts)
        edges = np.bincount(graph[self.is_edge], minlength=count)
        share = np.where(self.is_edge, 0.5 / edges.clip(1)[graph], 0.5 / (pair_counts - edges).clip(1)[graph])
        self.weight = torch.from_numpy((share / count).astype(np.float32))
        self.sign = torch.from_numpy(np.where(self.is_edge, -1.0, 1.0).astype(np.float32))
        self.kl_share = structure.row_weights(np.repeat(1.0 / (sizes * count), sizes), DEPTH)
        self.kl_weight = structure.row_weights(np.repeat(1.0 / (sizes**2 * count), sizes), DEPTH)

    def loss(self, a: Tensor, generator: Generator) -> Tensor:
        return pair_loss(a, self.pairs, self.sign, self.weight)

    def measure(self, mu: Tensor) -> dict[str, float]:
        logit = sddmm(self.pairs, mu, mu).numpy()
        right = ((logit > 0) == self.is_edge).mean() if len(logit) else 0.0
        return {**ranking(logit[self.is_edge], logit[~self.is_edge]), "adjacency_accuracy": float(right)}


def _pairs_inside(ptr: np.ndarray, sizes: np.ndarray) -> tuple[Pattern, np.ndarray]:
    """All pairs i < j of nodes of one graph, and where each row begins."""
    nodes = np.arange(ptr[-1])
    start, end = np.repeat(ptr[:-1], sizes), np.repeat(ptr[1:], sizes)
    after, before = end - nodes - 1, nodes - start
    pointer, pointer_transposed = index_pointer(after), index_pointer(before)
    first = pointer.numpy()[:-1].astype(np.int64)
    lower = segment_ranges(start, before)
    upper = np.repeat(nodes, before)
    pattern = Pattern(
        pointer,
        index_tensor(segment_ranges(nodes + 1, after)),
        pointer_transposed,
        index_tensor(lower),
        index_tensor(first[lower] + upper - lower - 1),
        (len(nodes), len(nodes)),
    )
    return pattern, first


class _AllPairsSoftplus(torch.autograd.Function):
    """Loss and gradient together, one pair of row blocks at a time: no N x N matrix is kept."""

    @staticmethod
    def forward(ctx, a: Tensor) -> Tensor:
        total, grad = a.new_zeros(()), torch.zeros_like(a)
        blocks = a.split(BLOCK)
        grads = grad.split(BLOCK)
        for i, left in enumerate(blocks):
            for j in range(i, len(blocks)):
                stop_if_asked()
                logit = left @ blocks[j].T
                if i == j:
                    logit.masked_fill_(torch.ones_like(logit, dtype=torch.bool).triu(), -torch.inf)
                total += F.softplus(logit).sum()
                slope = logit.sigmoid_()
                grads[i].addmm_(slope, blocks[j])
                grads[j].addmm_(slope.T, left)
        ctx.save_for_backward(grad)
        return total

    @staticmethod
    def backward(ctx, grad_output: Tensor) -> Tensor:
        return ctx.saved_tensors[0] * grad_output


def all_pairs_softplus(a: Tensor) -> Tensor:
    """sum_{i < j} softplus(a_i . a_j)."""
    return _AllPairsSoftplus.apply(a)


def ranking(positive: np.ndarray, negative: np.ndarray) -> dict[str, float]:
    """Area under the ROC curve and average precision, ties shared; chance level where one side is empty."""
    p, n = len(positive), len(negative)
    if p == 0 or n == 0:
        return {"edge_auc": 0.5, "edge_ap": p / max(p + n, 1)}
    score = np.concatenate([positive, negative])
    order = np.argsort(-score, kind="stable")
    last_of_tie = np.append(np.diff(score[order]) != 0, True)
    hits = np.cumsum(order < p)[last_of_tie]
    seen = np.flatnonzero(last_of_tie) + 1
    gained = np.diff(hits, prepend=0)
    misses = np.diff(seen - hits, prepend=0)
    auc = (misses * (hits - gained / 2)).sum() / (p * n)
    return {"edge_auc": float(auc), "edge_ap": float((gained * hits / seen).sum() / p)}
