"""Memory: how many bytes a run adds to its process at its worst moment, and what takes them."""

from __future__ import annotations

import numpy as np

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.sizes import Sizes, batch_size, of_update, whole
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import VIEWS_OF_SNAPSHOT
from igcl_core.methods.shared.mini_batches import NODES_AT_ONCE
from igcl_core.nn.losses import BLOCK
from igcl_core.training.history import CHECKPOINT_BYTES, CHECKPOINT_EVERY, SNAPSHOT_BYTES

FLOAT, DOUBLE = 4, 8
ENTRY = 45  # bytes behind an entry of A + I while the structure is built
SPARSE_FEATURE = 28  # bytes behind a stored number of sparse features, by rows and by columns
PAIR = 130  # bytes behind a pair of nodes of a mini-batch: its place in two orders, its sign, weight and loss
NODE_PAIR = 60  # the same at node level, where fewer arrays are alive at once
ALIKE = 0.6  # of the rows of a mini-batch that are computed where alike nodes are merged
STEP = 3_000  # bytes of the numbers of one step
ALWAYS = 40_000_000  # what torch and its allocator take for any graph


def memory_shares(graphs: Graphs, s: IGCLSettings) -> list[Share]:
    """What takes bytes beside the graphs, the largest first: all that stays, and the largest of what comes and goes.

    Good to a factor of two.
    """
    everything, update = whole(graphs, s), large_update(graphs, s)
    weights, steps = weights_of(everything, s), update.parts * (s.warmup + s.epochs)
    stays = [
        Share("the weights and their moments", 4 * FLOAT * weights, "D, vgae_hidden or layers"),
        Share("the graph as the layers need it", ALWAYS + graph(everything), "the size of the graph"),
        Share("the snapshots and checkpoints kept", kept(everything, s, weights, steps), "D or vgae_hidden"),
        Share("the numbers of every step", STEP * steps, "epochs or warmup"),
    ]
    batch = "" if graphs.task == NODE else f"{batch_size(s)}, "
    passing = [
        Share("an update of the VGAE", vgae(update, s, graphs.task), f"{batch}vgae_hidden or D"),
        _contrasting(backbone(update, s), contrast(update, s), s, batch),
        Share("a look at the whole embedding", looking(everything, s), "D or layers"),
    ]
    return largest_first([*stays, largest_first(passing)[0]])


def _contrasting(embedding: float, loss: float, s: IGCLSettings, batch: str) -> Share:
    """An update of the backbone, named after the larger of its two parts."""
    if embedding > loss:
        return Share("an update of the backbone", embedding + loss, f"{batch}D or layers")
    if s.loss == "sampled":
        return Share("the samples of L_CL", embedding + loss, f"M, {batch_size(s)} or D")
    return Share("the contrast", embedding + loss, f"{batch_size(s)} or D")


def large_update(graphs: Graphs, s: IGCLSettings) -> Sizes:
    """What an update sees; at graph level of a mini-batch that is larger than most."""
    update = of_update(graphs, s)
    if graphs.task == NODE or update.items >= graphs.num_items:
        return update
    each = np.diff(graphs.ptr).astype(float)
    pairs = each * (each - 1) / 2
    more = 1 + 3 * pairs.std() / max(pairs.mean(), 1.0) / np.sqrt(update.items)
    return update.times(min(more, graphs.num_items / update.items))


def weights_of(z: Sizes, s: IGCLSettings) -> float:
    """Numbers in all weight matrices."""
    per_layer = {"gin": 2, "gatv2": 2}.get(s.backbone, 1) * s.D**2
    first = {"gin": z.inputs * s.D + s.D**2, "gatv2": 2 * z.inputs * s.D}.get(s.backbone, z.inputs * s.D)
    head = 0 if s.head == "none" else z.latent * (z.outputs + z.latent) + (s.head == "skip") * z.outputs * z.latent
    return first + (s.layers - 1) * per_layer + head + z.inputs * s.vgae_hidden + 2 * s.vgae_hidden * z.latent


def graph(z: Sizes) -> float:
    """A + I by rows and by columns, and the features."""
    return ENTRY * z.entries + (SPARSE_FEATURE if z.sparse else 2 * FLOAT) * z.stored


def kept(z: Sizes, s: IGCLSettings, weights: float, steps: int) -> float:
    """Snapshots and checkpoints, as many as there will be within their budgets; one more while it is put there."""
    snapshots = min(steps + 1, 3 + (steps / s.snapshot_every if s.snapshot_every else 0))
    snapshot, state = FLOAT * z.items * (z.outputs + 3 * z.latent), 3 * FLOAT * weights
    checkpoints = min(steps + 1, snapshots + steps / CHECKPOINT_EVERY)
    return held(snapshot, snapshots, SNAPSHOT_BYTES) + held(state, checkpoints, CHECKPOINT_BYTES)


def held(size: float, count: float, budget: float) -> float:
    return min(size * count, max(budget, 2 * size) + size)


def vgae(z: Sizes, s: IGCLSettings, task: str) -> float:
    """The layers of an update with their gradients, and the pairs of nodes its decoder looks at."""
    layers = FLOAT * z.nodes * (4 * s.vgae_hidden + 10 * z.latent)
    if task == NODE:
        return layers + (4 * FLOAT * BLOCK**2 if s.vgae_decoder == "dense" else NODE_PAIR * z.pairs)
    return _merged(s) * layers + PAIR * z.pairs


def backbone(z: Sizes, s: IGCLSettings) -> float:
    """Its layers with their gradients, and what attention keeps of every edge."""
    layers = FLOAT * z.nodes * s.D * 5 * s.layers * _merged(s)
    heads = 10 * s.attention_heads
    of_entry = {"gat": heads, "gatv2": heads + 4.5 * s.D}.get(s.backbone, 4)
    views = 1 + (s.augmentation == "explicit")
    return views * (layers + FLOAT * z.entries * of_entry * s.layers)


def contrast(z: Sizes, s: IGCLSettings) -> float:
    """The samples of L_CL, or the two halves of L_upper; one block of rows against all."""
    sampled = s.loss == "sampled" and s.augmentation != "explicit"
    block = 3 * FLOAT * min(BLOCK, z.items * (s.M if sampled else 1)) * z.items
    return block + FLOAT * z.items * z.latent * (s.M + 4 if sampled else 16)


def looking(z: Sizes, s: IGCLSettings) -> float:
    """A forward pass over everything, the snapshot it makes, and the embedding in double precision for the probe."""
    at_once = min(z.nodes, NODES_AT_ONCE) if s.backbone == "gin" else z.nodes
    forward = FLOAT * at_once * (3 * s.D + s.vgae_hidden + 4 * z.latent) * _merged(s)
    views = VIEWS_OF_SNAPSHOT * FLOAT * z.items * z.latent if s.augmentation == "explicit" else 0
    rank = 4 * DOUBLE * min(z.outputs, z.items) ** 2
    return forward + views + rank + 3 * DOUBLE * z.items * z.outputs


def _merged(s: IGCLSettings) -> float:
    """Alike nodes are merged at graph level, unless an explicit augmentation makes each of them different."""
    return ALIKE if s.backbone == "gin" and s.augmentation != "explicit" else 1.0
