"""Work: how many multiply-adds the heaviest step of a run takes, and so how long it will hold a core."""

from __future__ import annotations

from igcl_core.budget.share import Share, largest_first
from igcl_core.data.graphs import NODE, Graphs
from igcl_core.methods.implicit.cost.sizes import Sizes, batch_size, of_update, whole
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import VIEWS_OF_SNAPSHOT
from igcl_core.sparse.products import SPARSE_COST

TRAINED = 3  # a product costs as much again for each of its two gradients
ELEMENT = 30  # an elementwise pass, with its random numbers or its exponential
PROBE = 400  # passes of the probe's optimiser over its training items


def work_shares(graphs: Graphs, s: IGCLSettings) -> list[Share]:
    """What takes multiply-adds in a step that updates everything, looks at everything and is probed, largest first."""
    update, everything = of_update(graphs, s), whole(graphs, s)
    learns, contrasts = s.augmentation in ("implicit", "none"), s.augmentation != "none"
    updates = update.batches * max(s.K, 1) if learns and (s.K or s.warmup) else 0
    embedded = update.batches * TRAINED * (1 + (s.augmentation == "explicit")) if contrasts else 0
    draws = f"{batch_size(s)}, {'M, ' if s.loss == 'sampled' else ''}D or icl_samples"
    look = looking(everything, s) + probing(graphs, everything)
    return largest_first(
        [
            Share("the updates of the VGAE", updates * vgae(update, s, graphs.task), "K, vgae_hidden or D"),
            Share("the backbone", embedded * backbone(update, s), "D or layers"),
            Share("the contrast", contrasts * update.batches * contrast(update, s), draws),
            Share("looking at the embedding", look, "D or layers"),
        ]
    )


def vgae(z: Sizes, s: IGCLSettings, task: str) -> float:
    """One update of the VGAE: two layers, the decoder, and Adam."""
    hidden, packed = s.vgae_hidden, 2 * z.latent
    encode = features(z) * hidden + z.nodes * hidden * packed + SPARSE_COST * z.entries * (hidden + packed)
    all_pairs = task == NODE and s.vgae_decoder == "dense"
    decode = z.pairs * (TRAINED * (1 if all_pairs else SPARSE_COST) * z.latent + 2 * ELEMENT)
    weights = z.inputs * hidden + hidden * packed
    return TRAINED * encode + decode + ELEMENT * (z.nodes * (hidden + packed) + weights / 3)


def features(z: Sizes) -> float:
    """Multiply-adds of the features with one column of weights."""
    return SPARSE_COST * z.stored if z.sparse else z.stored


def backbone(z: Sizes, s: IGCLSettings) -> float:
    """The layers of the graph network and its head, forwards."""
    inner = z.nodes * s.D * s.D * (2 * s.layers - 1 if s.backbone == "gin" else s.layers - 1)
    layers = (features(z) * s.D + inner) * (2 if s.backbone == "gatv2" else 1)
    along_edges = SPARSE_COST * z.entries * s.D * s.layers
    if s.backbone == "gatv2":
        along_edges += ELEMENT * z.entries * s.D * s.layers
    if s.backbone in ("gat", "gatv2"):
        along_edges += ELEMENT * z.entries * s.attention_heads * s.layers
    head = 0 if s.head == "none" else z.items * z.latent * (z.outputs + z.latent)
    return layers + along_edges + head + ELEMENT * z.nodes * s.D * s.layers


def contrast(z: Sizes, s: IGCLSettings) -> float:
    """Every embedding against every distribution, in the loss and in the estimate of L_ICL."""
    pairs = z.items**2
    sampled = s.loss == "sampled" and s.augmentation != "explicit"
    draws, width = (s.M, z.latent) if sampled else (1, 2 * z.latent)
    loss = draws * (pairs * (TRAINED * width + ELEMENT) + 2 * ELEMENT * z.items * width)
    watched = s.icl_samples if s.icl_every and s.augmentation != "explicit" else 0
    return loss + watched * (pairs * (z.latent + ELEMENT) + 2 * ELEMENT * z.items * z.latent)


def looking(z: Sizes, s: IGCLSettings) -> float:
    """A snapshot of everything, and the rank of the embedding in double precision."""
    views = VIEWS_OF_SNAPSHOT if s.augmentation == "explicit" else 1
    small = min(z.outputs, z.items)
    rank = 2 * (z.items * z.outputs * small + 10 * small**3)
    return views * backbone(z, s) + z.nodes * s.vgae_hidden * 2 * z.latent + rank


def probing(graphs: Graphs, z: Sizes) -> float:
    """The linear probe on z and on the mean."""
    if graphs.split is None or graphs.y is None:
        return 0.0
    train, classes = len(graphs.split.train), graphs.num_classes
    fit = PROBE * 2 * train * min(train, z.outputs) * classes + 2 * z.outputs * min(train, z.outputs) ** 2
    return 2 * 2 * (fit + z.items * z.outputs * classes)
