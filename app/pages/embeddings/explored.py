"""Explored: embeddings to look at, whether a run keeps making them or somebody brings them finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.plain_text import plain_in_chart
from app.session.content_key import content_key, graphs_key
from app.session.live_run import View
from igcl_core import Graphs
from igcl_core.analysis import Space, spaces
from igcl_core.data import NODE, Split
from igcl_core.training import Arrays


@dataclass(frozen=True, eq=False)
class Explored:
    """Embeddings of the same items at one step or many, and what else is known of the items, which may be nothing.

    `key` names these embeddings in the page, `data` the items they are of; `item` is the word for one of them. `graphs`
    are the graph whose nodes, or the graphs which the items are, where there are any. `growing` ones will have more
    steps.
    """

    name: str
    key: str
    data: str
    item: str
    snapshots: Mapping[int, Arrays]
    spaces: Mapping[str, Space]
    y: np.ndarray | None = None
    classes: tuple[str, ...] = ()
    split: Split | None = None
    texts: tuple[str, ...] = ()
    graphs: Graphs | None = None
    growing: bool = False

    @property
    def items(self) -> int:
        return len(self.snapshots[self.newest]["z"])

    @property
    def newest(self) -> int:
        return max(self.snapshots)

    @property
    def num_classes(self) -> int:
        return 0 if self.y is None else int(self.y.max()) + 1

    @property
    def nodes(self) -> Graphs | None:
        """The graph whose nodes the items are, if they are nodes."""
        return self.graphs if self.graphs is not None and self.graphs.task == NODE else None

    @property
    def edges(self) -> np.ndarray | None:
        return None if self.nodes is None else self.nodes.edges

    @property
    def size(self) -> tuple[str, np.ndarray] | None:
        """Degrees of nodes or sizes of graphs, and what they are called."""
        if self.graphs is None:
            return None
        return ("nodes", np.diff(self.graphs.ptr)) if self.nodes is None else ("degree", self.nodes.degree)

    def class_name(self, label: int) -> str:
        return self.classes[label] if label < len(self.classes) else str(label)

    @property
    def names_in_chart(self) -> list[str]:
        """The names of all classes, as a chart takes them."""
        return [plain_in_chart(self.class_name(label)) for label in range(self.num_classes)]


def of_run(view: View, number: int) -> Explored:
    """All kept steps of a run; `number` is the visit's for it."""
    graphs = view.graphs
    return Explored(
        view.name, str(number), graphs_key(graphs), graphs.task, view.snapshots,
        spaces(view.snapshots, view.method.arrays if view.method else None),
        graphs.y, graphs.classes, graphs.split, graphs=graphs, growing=view.status == "playing",
    )  # fmt: skip


def of_embedding(
    name: str,
    z: np.ndarray,
    labels: Sequence | np.ndarray | None = None,
    edges: np.ndarray | None = None,
    split: Split | None = None,
    texts: Sequence[str] = (),
) -> Explored:
    """A finished embedding: a row per item, and for each a label (number or word) and a text, if it has any.

    With `edges`, pairs of rows as an array [2, E], the items are the nodes of a graph.
    """
    z = checked_rows(name, z)
    for what, given in (("label", labels), ("text", texts or None)):
        if given is not None and len(given) != len(z):
            raise ValueError(f"{name!r} needs one {what} per row: {len(z):,}, but {len(given):,} came.")
    classes, y = ((), None) if labels is None else np.unique(np.asarray(labels), return_inverse=True)
    classes, key = tuple(map(str, classes)), content_key(z)
    graphs = None
    if edges is not None:
        graphs = Graphs(name, NODE, np.zeros((len(z), 0), np.float32), edges, y, split=split, classes=classes)
    item = "item" if graphs is None else graphs.task
    space = {"z": Space(name, "z", False)}
    return Explored(name, key, key, item, {0: {"z": z}}, space, y, classes, split, tuple(map(str, texts)), graphs)


def checked_rows(name: str, z: np.ndarray) -> np.ndarray:
    """The embedding as float32, if it is a matrix of finite numbers."""
    rows = np.asarray(z)
    if rows.ndim != 2 or not rows.size or rows.dtype.kind not in "fiub":
        raise ValueError(
            f"The embedding {name!r} must be a matrix of numbers with a row per item, but {rows.dtype} values of shape "
            f"{rows.shape} came."
        )
    rows = rows.astype(np.float32)
    if not np.isfinite(rows).all():
        raise ValueError(f"The embedding {name!r} must hold finite numbers. Drop or fill the others before.")
    return rows
