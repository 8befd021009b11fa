"""What a network over one graph costs: bytes beside the graph, and multiply-adds of its heaviest step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.cost.memory import ALWAYS, DOUBLE, ENTRY, FLOAT, SPARSE_FEATURE, STEP, held
from igcl_core.methods.implicit.cost.sizes import feature_sizes
from igcl_core.methods.implicit.cost.work import ELEMENT, PROBE, TRAINED
from igcl_core.sparse.products import SPARSE_COST
from igcl_core.training.history import CHECKPOINT_BYTES, CHECKPOINT_EVERY, SNAPSHOT_BYTES
from igcl_core.training.settings import Settings

ALIVE = 2  # matrices of a layer's size that live at once: what it gives, and a gradient


@dataclass(frozen=True)
class Network:
    """Graph convolutions of these widths over a graph: `entries` of A + I, `stored` numbers of the features."""

    nodes: int
    entries: int
    inputs: int
    stored: float
    sparse: bool
    widths: tuple[int, ...]

    @classmethod
    def of(cls, graphs: Graphs, s: Settings, *widths: int) -> Network:
        return cls(graphs.num_nodes, graphs.num_nodes + 2 * graphs.num_edges, *feature_sizes(graphs, s), widths)

    @property
    def weights(self) -> int:
        """Numbers in its weight matrices."""
        return sum(a * b for a, b in zip((self.inputs, *self.widths), self.widths, strict=False))

    @property
    def products(self) -> float:
        """Multiply-adds of the layers' weights with what comes in, forwards."""
        first = (SPARSE_COST if self.sparse else 1) * self.stored * self.widths[0]
        return first + sum(self.nodes * a * b for a, b in zip(self.widths, self.widths[1:], strict=False))

    @property
    def along_edges(self) -> float:
        return sum((SPARSE_COST * self.entries + ELEMENT * self.nodes) * width for width in self.widths)

    @property
    def forward(self) -> float:
        return self.products + self.along_edges

    @property
    def layers(self) -> float:
        """Bytes of one pass with its gradients."""
        return FLOAT * (ALIVE * self.nodes * sum(self.widths) + 4 * self.entries)


def memory_of(graphs: Graphs, s: Settings, net: Network, update: Share, weights: float, columns: int) -> list[Share]:
    """What a run takes, the largest first, when a snapshot has so many columns: good to a factor of two."""
    looking = Share("a look at the whole embedding", _looking(net), update.lower)
    stays = [
        Share("the weights and their moments", 4 * FLOAT * weights, update.lower),
        Share("the graph as the layers need it", ALWAYS + _graph(net), "the size of the graph"),
        Share("the snapshots and checkpoints kept", kept(graphs, s, weights, columns, s.epochs), update.lower),
        Share("the numbers of every step", STEP * s.epochs, "epochs"),
    ]
    return largest_first([*stays, largest_first([update, looking])[0]])


def work_of(graphs: Graphs, net: Network, updates: Sequence[Share], weights: float) -> list[Share]:
    """What a step does that updates, looks and is probed, the largest first."""
    size, lower = net.widths[-1], updates[0].lower
    small = min(size, net.nodes)
    rank = 2 * (net.nodes * size * small + 10 * small**3)
    look = net.forward + rank + probing(graphs, size)
    moved = Share("moving the weights", ELEMENT * weights / 3, lower)
    return largest_first([*updates, moved, Share("looking at the embedding", look, lower)])


def trained(net: Network, passes: float = 1.0) -> float:
    """Multiply-adds of so many passes through the network with their gradients."""
    return TRAINED * passes * net.forward


def probing(graphs: Graphs, size: int) -> float:
    """The linear probe on z."""
    if graphs.split is None or graphs.y is None:
        return 0.0
    train, classes = len(graphs.split.train), graphs.num_classes
    small = min(train, size)
    return 2 * (PROBE * 2 * train * small * classes + 2 * size * small**2 + graphs.num_items * size * classes)


def _graph(net: Network) -> float:
    return ENTRY * net.entries + (SPARSE_FEATURE if net.sparse else 2 * FLOAT) * net.stored


def _looking(net: Network) -> float:
    """A pass, the embedding in double precision, and its rank."""
    size = net.widths[-1]
    double = DOUBLE * (3 * net.nodes * size + 4 * min(size, net.nodes) ** 2)
    return FLOAT * net.nodes * 2 * sum(net.widths) + double


def kept(graphs: Graphs, s: Settings, weights: float, columns: int, steps: int) -> float:
    """Snapshots and checkpoints, as many as there will be within their budgets; one more while it is put there."""
    snapshots = min(steps + 1, 3 + (steps / s.snapshot_every if s.snapshot_every else 0))
    checkpoints = min(steps + 1, snapshots + steps / CHECKPOINT_EVERY)
    snapshot, state = FLOAT * graphs.num_items * columns, 3 * FLOAT * weights
    return held(snapshot, snapshots, SNAPSHOT_BYTES) + held(state, checkpoints, CHECKPOINT_BYTES)
