"""Speed and memory against the plain ways (see plain.py), as ratios measured side by side in one process."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from contextlib import nullcontext

import torch

from igcl_core.analysis.gaussians.class_overlap import ClassSums
from igcl_core.analysis.gaussians.overlap import overlap_blocks
from igcl_core.bench import batches, layouts, plain, threads
from igcl_core.bench.growth import growth
from igcl_core.bench.layers import layers
from igcl_core.bench.products import products_of
from igcl_core.bench.timing import Timing, faster, peak_mebibytes, side_by_side
from igcl_core.data import load
from igcl_core.errors import UnknownName
from igcl_core.methods.implicit.graph_level import GraphIGCL
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.methods.implicit.phases import JOINT
from igcl_core.nn import losses
from igcl_core.threads import computing
from igcl_core.training.preset import preset

BATCHES = 6


def _gaussians(n: int, d: int) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    z, mu = (torch.randn(n, d, generator=generator) / d**0.5 for _ in range(2))
    return [z.requires_grad_(), mu, torch.full((n, d), 0.2)]


def upper_bound_time() -> list[Timing]:
    """L_upper forward and backward at N = 500, D = 256."""
    z, mu, sigma = _gaussians(500, 256)
    ours = lambda: torch.autograd.grad(losses.upper_bound(z, mu, sigma, 0.5), z)  # noqa: E731
    naive = lambda: torch.autograd.grad(plain.upper_bound(z, mu, sigma, 0.5), z)  # noqa: E731
    return [faster("upper-time", upper_bound_time.__doc__, side_by_side(ours, naive, 3), 50)]


def _extra_memory(connection) -> None:
    torch.set_num_threads(1)
    z, mu, sigma = _gaussians(19_717, 128)
    before = peak_mebibytes()
    losses.upper_bound(z, mu, sigma, 0.5).backward()
    connection.send(peak_mebibytes() - before)


def upper_bound_memory() -> list[Timing]:
    """Extra memory of L_upper forward and backward on all of PubMed, N = 19,717, D = 128."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_extra_memory, args=(sender,))
    process.start()
    extra = receiver.recv()
    process.join()
    tensor = 19_717**2 * 128 * 4 / 2**20
    note = "plain is the size of its N x N x D tensor, not run"
    return [
        Timing(
            "upper-memory",
            upper_bound_memory.__doc__,
            extra,
            tensor,
            "MiB",
            tensor / extra,
            "under 1024 MiB",
            extra < 1024,
            note,
        )
    ]


def cora_epoch() -> list[Timing]:
    """One Cora epoch at the paper's settings: a VGAE step and a contrast step at b = 500."""
    settings = preset("cora", kind="paper").changed(icl_every=0)
    trainer = NodeIGCL(load("cora").unlabelled(), settings)
    trainer.contrast_adam.set(settings.lr, settings.weight_decay)
    trainer.vgae_adam.set(settings.vgae_lr)
    gaussians = trainer.gaussians()

    def ours() -> None:
        trainer.update_vgae(trainer.structure, trainer.decoder)
        rows = trainer.random_rows()
        trainer.update_contrast(trainer.structure, gaussians.rows(rows), rows)

    naive = plain.PlainIGCL(trainer.structure, settings, node_level=True)
    row = faster("cora-epoch", cora_epoch.__doc__, side_by_side(ours, naive.epoch, 3), 8)
    whole, products = side_by_side(ours, products_of(ours), 9)
    what = "The same epoch against its own matrix products alone."
    share = Timing("cora-products", what, whole, products, "ms", whole / products, "at most 2 x", whole <= 2 * products)
    return [row, share]


def photo_vgae() -> list[Timing]:
    """One VGAE step on Photo: 119,081 edges, 256 dimensions."""
    settings = preset("photo", kind="paper")
    trainer = NodeIGCL(load("photo").unlabelled(), settings)
    trainer.vgae_adam.set(settings.vgae_lr)
    naive = plain.GatheringVGAE(trainer.structure, settings)
    times = side_by_side(lambda: trainer.update_vgae(trainer.structure, trainer.decoder), naive.step, 3)
    return [faster("photo-vgae", photo_vgae.__doc__, times, 5)]


def _graph_epoch(dataset: str, what: str) -> list[Timing]:
    settings = preset(dataset, kind="paper").changed(icl_every=0)
    trainer = GraphIGCL(load(dataset).unlabelled(), settings)
    trainer.contrast_adam.set(settings.lr, settings.weight_decay)
    trainer.vgae_adam.set(settings.vgae_lr)
    naive = plain.PlainIGCL(trainer.structure, settings, node_level=False)
    batches = trainer.batches(0, 0, JOINT)[:BATCHES]

    def ours() -> None:
        for graphs in batches:
            trainer.train_batch(graphs, JOINT)

    def theirs() -> None:
        for graphs in batches:
            naive.batch(trainer.structure.batch(graphs)).epoch()

    note = f"timed on {len(batches)} mini-batches of an epoch in which the VGAE trains"
    return [faster(f"{dataset}-epoch", what, side_by_side(ours, theirs, 3), 5, note)]


def mutag_epoch() -> list[Timing]:
    """A MUTAG epoch at the paper's settings."""
    return _graph_epoch("mutag", mutag_epoch.__doc__)


def imdb_b_epoch() -> list[Timing]:
    """An IMDB-B epoch at the paper's settings."""
    return _graph_epoch("imdb-b", imdb_b_epoch.__doc__)


def cora_overlaps() -> list[Timing]:
    """Bhattacharyya overlaps of all pairs of Cora's 2,708 Gaussians in 256 dimensions, and the mean of each class."""
    graphs = load("cora")
    _, mu, sigma = _gaussians(graphs.num_nodes, 256)
    few = 150

    def ours() -> None:
        sums = ClassSums(graphs.y, len(graphs.classes))
        for block in overlap_blocks(mu.numpy(), sigma.numpy()):
            sums.add(block)

    whole, part = side_by_side(ours, lambda: plain.overlaps(mu[:few], sigma[:few]), 3)
    naive = part * (graphs.num_nodes / few) ** 2
    note = f"plain is timed on {few} items and scaled to all pairs"
    what = cora_overlaps.__doc__
    return [Timing("cora-overlaps", what, whole, naive, "ms", naive / whole, "under 10,000 ms", whole < 10_000, note)]


CASES: dict[str, Callable[[], list[Timing]]] = {
    "upper-time": upper_bound_time,
    "upper-memory": upper_bound_memory,
    "cora-epoch": cora_epoch,
    "photo-vgae": photo_vgae,
    "pubmed-batch": batches.pubmed_batch,
    "photo-batch": batches.photo_batch,
    "features": batches.feature_products,
    "layers": layers,
    "mutag-epoch": mutag_epoch,
    "imdb-b-epoch": imdb_b_epoch,
    "cora-overlaps": cora_overlaps,
    "map-first-frame": layouts.first_frame,
    "tsne-cold": layouts.tsne_cold,
    "tsne-warm": layouts.tsne_warm,
    "umap-cold": layouts.umap_cold,
    "growth": growth,
    "threads": threads.one_and_several,
}
CHOOSE_THREADS = ("threads",)


def measure(names: list[str] | None = None, report: Callable[[str], None] = lambda line: None) -> list[dict]:
    """Run the named cases (default: all) on one thread unless they are about threads; one dictionary per row."""
    for name in names or ():
        if name not in CASES:
            raise UnknownName("benchmark", name, CASES)
    rows = []
    for name in names or CASES:
        report(CASES[name].__doc__)
        with nullcontext() if name in CHOOSE_THREADS else computing():
            rows += CASES[name]()
    return [row.as_dict() for row in rows]
