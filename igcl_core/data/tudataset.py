"""The TU collection's text files: many graphs, numbered nodes, one line per edge end."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from igcl_core.files.regular_file import read_regular

from .cards import DatasetCard
from .errors import DataDamaged, expect
from .graphs import GRAPH, Graphs, canonical_edges, sorted_unique
from .raw_layout import Raw
from .splits import stratified_split

MOST_BYTES = 1_000_000_000
DIGITS_AND_SPACES = b"0123456789- \t\r\n"


def read_tudataset(card: DatasetCard, raw: Raw) -> Graphs:
    """Read the graphs; node labels become one-hot features, and without them x has no columns."""
    y = _labels(raw.path("_graph_labels.txt"), card)
    return Graphs(
        name=card.name,
        task=GRAPH,
        x=_one_hot(raw.path("_node_labels.txt"), card) if card.features else np.zeros((card.nodes, 0), np.float32),
        edges=_edges(raw.path("_A.txt"), card),
        y=y,
        ptr=_ptr(raw.path("_graph_indicator.txt"), card),
        split=stratified_split(y),
        classes=card.class_names,
    )


def read_numbers(path: Path, columns: int) -> np.ndarray:
    """Whole numbers, `columns` to a line, with commas between; int32 [lines, columns]."""
    text = read_regular(path, MOST_BYTES).replace(b",", b" ").strip()
    if strange := text.translate(None, DIGITS_AND_SPACES)[:20].decode("latin1"):
        raise DataDamaged(f"{path} should have nothing but whole numbers, but it has {strange!r}. Fetch it again.")
    numbers = np.fromstring(text, np.int32, sep=" ")
    lines = text.count(b"\n") + 1 if text else 0
    expect(path, f"numbers on its {lines:,} lines", lines * columns, len(numbers))
    return numbers.reshape(-1, columns)


def _column(path: Path, lines: int) -> np.ndarray:
    """One number a line, and exactly so many lines."""
    numbers = read_numbers(path, 1)[:, 0]
    expect(path, "lines", lines, len(numbers))
    return numbers


def _labels(path: Path, card: DatasetCard) -> np.ndarray:
    values, y = np.unique(_column(path, card.graphs), return_inverse=True)
    expect(path, "different labels", card.classes, len(values))
    return y


def _ptr(path: Path, card: DatasetCard) -> np.ndarray:
    graph = _column(path, card.nodes)
    if (np.diff(graph) < 0).any() or graph[0] != 1 or graph[-1] != card.graphs:
        raise DataDamaged(
            f"{path} should count graphs upwards from 1 to {card.graphs:,}, but it does not. Fetch it again."
        )
    return np.searchsorted(graph, np.arange(1, card.graphs + 2))


def _one_hot(path: Path, card: DatasetCard) -> np.ndarray:
    labels = _column(path, card.nodes)
    labels = labels - labels.min()
    expect(path, "node labels", card.features, int(labels.max()) + 1)
    return np.eye(card.features, dtype=np.float32)[labels]


def _edges(path: Path, card: DatasetCard) -> np.ndarray:
    """Both directions of every edge must be listed, which tells a file cut anywhere from a whole one."""
    ends = read_numbers(path, 2).T - 1
    ends = ends[:, ends[0] != ends[1]]
    if ends.size and (ends.min() < 0 or ends.max() >= card.nodes):
        raise DataDamaged(
            f"{path} should name nodes 1 to {card.nodes:,}, but it names {ends.min() + 1:,} to {ends.max() + 1:,}. "
            "Fetch it again."
        )
    edges = canonical_edges(ends, card.nodes, card.name)
    expect(path, "edges", card.edges, edges.shape[1])
    expect(path, "edge ends", 2 * card.edges, len(sorted_unique(ends[0].astype(np.int64) * card.nodes + ends[1])))
    return edges
