"""Views of many graphs: each is spoiled in its own way, by losing nodes, edges or features, or all but a piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import torch
from scipy import sparse
from torch import Generator

from igcl_core.sparse.structure import Structure
from igcl_core.sparse.subgraph import subgraph

SAME, NODES, EDGES, PIECE, MASK = KINDS = ("same", "nodes", "edges", "piece", "mask")
LOST = 0.1  # share of nodes, edges or masked nodes
PIECE_LEFT = 0.2  # share of nodes in a piece
MASK_MEAN, MASK_SPREAD = 0.5, 0.5


def random_of(generator: Generator) -> np.random.Generator:
    """Random numbers for numpy that the generator of a run decides."""
    return np.random.default_rng(int(torch.randint(2**62, (1,), generator=generator)))


def spoiled(batch: Structure, kinds: np.ndarray, random: np.random.Generator) -> Structure:
    """Every graph spoiled in the way that its number in KINDS says; at least one node of each is left."""
    of_kind = {name: kinds == number for number, name in enumerate(KINDS)}
    sizes, edge_counts = np.diff(batch.ptr), np.diff(batch.edge_ptr)
    lost = _drawn(np.where(of_kind[NODES], (LOST * sizes).astype(int), 0), batch.ptr, random)
    cut = _drawn(np.where(of_kind[EDGES], (LOST * edge_counts).astype(int), 0), batch.edge_ptr, random)
    masked = _drawn(np.where(of_kind[MASK], (LOST * sizes).astype(int), 0), batch.ptr, random)
    for piece, graph in _pieces(batch, of_kind[PIECE], random):
        lost[batch.ptr[graph] : batch.ptr[graph + 1]] = True
        lost[piece] = False
    return subgraph(_masked(batch, masked, random), ~lost, ~cut)


def _drawn(counts: np.ndarray, ptr: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A mask with so many members of every run of an array, drawn at random."""
    group = np.repeat(np.arange(len(counts)), np.diff(ptr))
    order = np.lexsort((random.random(len(group)), group))
    drawn = np.zeros(len(group), bool)
    drawn[order] = np.arange(len(group)) - ptr[group] < counts[group]
    return drawn


def _masked(batch: Structure, nodes: np.ndarray, random: np.random.Generator) -> Structure:
    """Noise in place of these nodes' features."""
    x = batch.x.clone()
    noise = random.normal(MASK_MEAN, MASK_SPREAD, (int(nodes.sum()), x.shape[1]))
    x[torch.from_numpy(nodes)] = torch.from_numpy(noise).to(x.dtype)
    return replace(batch, x=x)


def _pieces(batch: Structure, chosen: np.ndarray, random: np.random.Generator) -> Iterator[tuple[list[int], int]]:
    """Of each chosen graph a piece that grows from a random node, neighbour by neighbour; and the graph's number."""
    rows, columns = batch.adjacency.rows.numpy(), batch.adjacency.columns.numpy()
    near = sparse.csr_matrix((np.ones(len(columns), bool), columns, rows), batch.adjacency.shape)
    for graph in np.flatnonzero(chosen):
        first, last = int(batch.ptr[graph]), int(batch.ptr[graph + 1])
        wanted = max(1, int(PIECE_LEFT * (last - first)))
        yield _grown(near, int(random.integers(first, last)), wanted, random), int(graph)


def _grown(near: sparse.csr_matrix, start: int, wanted: int, random: np.random.Generator) -> list[int]:
    piece, edge = [start], set(_beside(near, start)) - {start}
    while edge and len(piece) < wanted:
        node = sorted(edge)[int(random.integers(len(edge)))]
        piece.append(node)
        edge = (edge | set(_beside(near, node))) - set(piece)
    return piece


def _beside(near: sparse.csr_matrix, node: int) -> list[int]:
    return near.indices[near.indptr[node] : near.indptr[node + 1]].tolist()
