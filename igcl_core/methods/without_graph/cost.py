"""What the implicit VAE costs: bytes beside the data, and multiply-adds of its heaviest step."""

from __future__ import annotations

from dataclasses import dataclass

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.cost.memory import ALWAYS, DOUBLE, FLOAT, STEP, held
from igcl_core.methods.implicit.cost.sizes import feature_sizes
from igcl_core.methods.implicit.cost.work import ELEMENT, TRAINED
from igcl_core.methods.shared.cost import probing
from igcl_core.methods.without_graph.settings import VAESettings
from igcl_core.nn.losses import BLOCK
from igcl_core.training.history import CHECKPOINT_BYTES, CHECKPOINT_EVERY, SNAPSHOT_BYTES

ALIVE = 3  # matrices of a layer's size that live at once: what comes in, what it gives, and a gradient
ARRAYS = 4  # that a snapshot holds: z, h, mu and sigma
WIDTHS = "D, hidden or layers"


@dataclass(frozen=True)
class Sizes:
    """How many rows there are and are seen at once, and how wide everything is."""

    rows: int
    batch: int
    inputs: int
    hidden: int
    size: int
    layers: int

    @classmethod
    def of(cls, graphs: Graphs, s: VAESettings) -> Sizes:
        rows, inputs = graphs.num_items, feature_sizes(graphs, s)[0]
        return cls(rows, min(s.b or rows, rows), inputs, s.hidden, s.D, s.layers)

    @property
    def network(self) -> int:
        """Weights of the network that makes z, and of its head."""
        return self.inputs * self.size + (self.layers + 1) * self.size**2

    @property
    def encoder(self) -> int:
        return self.hidden * (self.inputs + 2 * self.size)

    @property
    def vae(self) -> int:
        return self.encoder + self.hidden * (self.size + self.inputs)

    @property
    def weights(self) -> int:
        return self.network + self.vae

    @property
    def row(self) -> int:
        """Numbers of one row on its way through the wider of the two networks."""
        return max(2 * self.inputs + 2 * self.hidden + 4 * self.size, self.inputs + (self.layers + 3) * self.size)


def memory(graphs: Graphs, s: VAESettings) -> list[Share]:
    """What a run takes, the largest first: good to a factor of two."""
    z = Sizes.of(graphs, s)
    update = Share("an update", FLOAT * (ALIVE * z.batch * z.row + 3 * min(BLOCK, z.batch) * z.batch), "b or D")
    looking = Share("a look at the whole embedding", _looking(z), WIDTHS)
    stays = [
        Share("the weights and their moments", 4 * FLOAT * z.weights, WIDTHS),
        Share("the table as the layers need it", ALWAYS + 2 * FLOAT * z.rows * z.inputs, "the size of the table"),
        Share("the Gaussians", 3 * FLOAT * z.rows * z.size, "D"),
        Share("the snapshots and checkpoints kept", _kept(z, s), "D or hidden"),
        Share("the numbers of every step", STEP * (s.warmup + s.epochs), "epochs or warmup"),
    ]
    return largest_first([*stays, largest_first([update, looking])[0]])


def work(graphs: Graphs, s: VAESettings) -> list[Share]:
    """What takes multiply-adds in a step that updates, looks at everything and is probed, the largest first."""
    z = Sizes.of(graphs, s)
    small = min(z.size, z.rows)
    rank = 2 * (z.rows * z.size * small + 10 * small**3)
    pairs = z.batch**2 * (TRAINED * 2 * z.size + ELEMENT + s.icl_samples * (z.size + ELEMENT))
    look = z.rows * (z.network + z.encoder) + rank + 2 * probing(graphs, z.size)
    return largest_first(
        [
            Share("an update of the VAE", z.batch * (TRAINED * z.vae + ELEMENT * z.row), "b, hidden or D"),
            Share("the network that makes z", z.batch * (TRAINED * z.network + ELEMENT * z.row), "b, D or layers"),
            Share("the contrast", pairs if s.contrasts else 0, "b, D or icl_samples"),
            Share("moving the weights", ELEMENT * z.weights / 3, WIDTHS),
            Share("looking at the embedding", look, WIDTHS),
        ]
    )


def _looking(z: Sizes) -> float:
    """A pass, the embedding in double precision, and its rank."""
    double = DOUBLE * (2 * z.rows * z.size + 4 * min(z.size, z.rows) ** 2)
    return FLOAT * z.rows * (z.hidden + 3 * z.size) + double


def _kept(z: Sizes, s: VAESettings) -> float:
    """Snapshots and checkpoints, as many as there will be within their budgets."""
    steps = s.warmup + s.epochs
    snapshots = min(steps + 1, 2 + s.contrasts + (steps / s.snapshot_every if s.snapshot_every else 0))
    checkpoints = min(steps + 1, snapshots + steps / CHECKPOINT_EVERY)
    snapshot, state = FLOAT * z.rows * ARRAYS * z.size, 3 * FLOAT * z.weights
    return held(snapshot, snapshots, SNAPSHOT_BYTES) + held(state, checkpoints, CHECKPOINT_BYTES)
