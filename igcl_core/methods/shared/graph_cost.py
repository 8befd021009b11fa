"""What a network over many graphs costs: bytes beside the graphs, and multiply-adds of its heaviest step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.cost.memory import ALWAYS, DOUBLE, ENTRY, FLOAT, STEP
from igcl_core.methods.implicit.cost.sizes import feature_sizes
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.implicit.graph_level import WORK_PER_STEP
from igcl_core.methods.shared.cost import kept, probing
from igcl_core.methods.shared.mini_batches import NODES_AT_ONCE
from igcl_core.sparse.products import SPARSE_COST
from igcl_core.training.settings import Settings

ALIVE = 8  # matrices of a layer's size that live until its gradients are there
LARGER = 1.3  # a mini-batch that is larger than most
LOWER = "b, D or layers"


@dataclass(frozen=True)
class GraphNetwork:
    """Layers of two products each over all nodes of many graphs, `batch` graphs in an update."""

    nodes: int
    entries: int
    items: int
    batch: int
    inputs: int
    size: int
    layers: int

    @classmethod
    def of(cls, graphs: Graphs, s: Settings) -> GraphNetwork:
        batch = min(s.b or graphs.num_graphs, graphs.num_graphs)
        entries = graphs.num_nodes + 2 * graphs.num_edges
        inputs = feature_sizes(graphs, s)[0]
        return cls(graphs.num_nodes, entries, graphs.num_graphs, batch, inputs, s.D, s.layers)

    @property
    def outputs(self) -> int:
        return self.size * self.layers

    @property
    def weights(self) -> int:
        return self.size * (self.inputs + self.size * (2 * self.layers - 1))

    @property
    def forward(self) -> float:
        """Multiply-adds of a pass over all graphs."""
        along_edges = SPARSE_COST * self.entries * self.size * self.layers
        return self.nodes * self.weights + along_edges + 2 * ELEMENT * self.nodes * self.outputs

    @property
    def in_batch(self) -> float:
        """Nodes of a mini-batch."""
        return min(self.nodes, LARGER * self.nodes * self.batch / self.items)

    @property
    def update(self) -> float:
        """Bytes of one trained pass over a mini-batch."""
        return FLOAT * self.in_batch * (ALIVE * self.outputs + self.inputs)

    def parts(self, passes: float) -> int:
        """Into how many steps a pass over all graphs is cut, so that a step stays short."""
        batches = math.ceil(self.items / self.batch)
        return max(1, min(batches, math.ceil(TRAINED * passes * self.forward / WORK_PER_STEP)))


def memory_of(
    graphs: Graphs, s: Settings, net: GraphNetwork, update: Share, weights: float, columns: int, passes: float
) -> list[Share]:
    """What a run takes, the largest first, when a snapshot has so many columns: good to a factor of two."""
    steps = s.epochs * net.parts(passes)
    rank = DOUBLE * (3 * net.items * columns + 4 * min(net.items, columns) ** 2)
    looking = FLOAT * min(net.nodes, NODES_AT_ONCE) * 4 * net.size + FLOAT * net.items * columns + rank
    stays = [
        Share("the weights and their moments", 4 * FLOAT * weights, "D or layers"),
        Share("the graphs as the layers need them", ALWAYS + _graphs(net), "the number of graphs"),
        Share("the snapshots and checkpoints kept", kept(graphs, s, weights, columns, steps), "D or layers"),
        Share("the numbers of every step", STEP * steps, "epochs"),
    ]
    passing = largest_first([update, Share("a look at all embeddings", looking, "D or layers")])
    return largest_first([*stays, passing[0]])


def work_of(graphs: Graphs, net: GraphNetwork, updates: Sequence[Share], weights: float, passes: float) -> list[Share]:
    """What a step does that updates, looks at all graphs and is probed, the largest first; updates are of a pass."""
    parts = net.parts(passes)
    small = min(net.outputs, net.items)
    look = net.forward + 2 * (net.items * net.outputs * small + 10 * small**3) + probing(graphs, net.outputs)
    moved = ELEMENT * weights / 3 * math.ceil(net.items / net.batch)
    shared = [
        share._replace(amount=share.amount / parts) for share in (*updates, Share("moving the weights", moved, LOWER))
    ]
    return largest_first([*shared, Share("looking at the embedding", look, "D or layers")])


def _graphs(net: GraphNetwork) -> float:
    return ENTRY * net.entries + 2 * FLOAT * net.nodes * net.inputs
