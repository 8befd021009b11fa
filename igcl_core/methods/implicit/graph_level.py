"""Algorithm 1: implicit contrastive learning of many graphs, one mini-batch after the other."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.phases import CONTRAST, JOINT
from igcl_core.methods.implicit.phases import VGAE as VGAE_PHASE
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.implicit.trainer import IGCL, as_arrays
from igcl_core.methods.shared.mini_batches import MiniBatches
from igcl_core.nn.decoder import GraphDecoder
from igcl_core.nn.vgae import DEPTH, Gaussians, item_gaussians
from igcl_core.sparse.merged_batches import MergedBatch
from igcl_core.sparse.products import SPARSE_COST
from igcl_core.sparse.structure import Structure

WORK_PER_STEP = 5e10  # multiplications, about half a second of one core


class GraphIGCL(IGCL):
    """A step is a part of an epoch: per mini-batch K updates of the VGAE, then one of the backbone."""

    def __init__(self, graphs: Graphs, settings: IGCLSettings):
        super().__init__(graphs, settings)
        merges = settings.augmentation != "explicit"  # which makes each node different
        depth = max(settings.layers, DEPTH) if merges else None
        self.mini = MiniBatches(self.structure, settings.b or graphs.num_graphs, depth)
        self.latent: Gaussians | None = None
        self.last_z: Tensor | None = None

    def batch(self, graphs: np.ndarray) -> Structure | MergedBatch:
        return self.mini.batch(graphs)

    @property
    def steps_per_pass(self) -> int:
        """Large datasets take several steps for one pass, so that a step stays short."""
        return parts_of_pass(np.diff(self.structure.ptr), self.settings)

    def batches(self, epoch: int, part: int, phase: str) -> list[np.ndarray]:
        """The graphs of each mini-batch of this part of the pass."""
        stream = (self.settings.seed, phase == VGAE_PHASE, epoch)
        return self.mini.part_of_pass(stream, part, self.steps_per_pass)

    def train(self, phase: str, epoch: int, part: int) -> dict[str, float]:
        seen = [self.train_batch(graphs, phase) for graphs in self.batches(epoch, part, phase)]
        self.last_z = torch.cat([z for z in seen if z is not None]) if self.contrasts and phase != VGAE_PHASE else None
        if phase in (VGAE_PHASE, JOINT) and part == self.steps_per_pass - 1 and self.vgae_learns:
            self._judge_stop()
        return self.measure()

    def train_batch(self, graphs: np.ndarray, phase: str) -> Tensor | None:
        if phase == VGAE_PHASE and not self.vgae_learns:
            return None
        batch = self.batch(graphs)
        gaussians = self.gaussians(batch, graphs, phase) if phase in (CONTRAST, JOINT) else None
        if phase in (VGAE_PHASE, JOINT) and self.vgae_learns:
            self.train_vgae(batch)
        if phase == VGAE_PHASE:
            return None
        return self.update_contrast(batch, gaussians, None)

    def train_vgae(self, batch: Structure) -> None:
        decoder = GraphDecoder(batch)
        in_warmup = self.index < self.warmup_steps
        for _ in range(1 if in_warmup else self.settings.K):
            nodes = self.update_vgae(batch, decoder)
        self._watch(batch, decoder, nodes)
        self.forget()

    def _watch(self, batch: Structure, decoder: GraphDecoder, nodes: Gaussians) -> None:
        sigma, kl = item_gaussians(batch, nodes).sigma.mean(), nodes.kl(decoder.kl_share)
        numbers = decoder.measure(batch.expand(nodes.mu, DEPTH))
        if self.settings.vgae_stop:
            del numbers["adjacency_accuracy"]
        self.watched.update(numbers, kl=float(kl), sigma=float(sigma))

    def _judge_stop(self) -> None:
        """With a `vgae_stop`, adjacency accuracy is that over all graphs, once a pass, not a mini-batch's."""
        if not self.settings.vgae_stop or not self.uses_vgae:
            return
        right = pairs = 0.0
        with torch.no_grad():
            for batch in self.mini.consecutive():
                decoder = GraphDecoder(batch)
                measured = decoder.measure(batch.expand(self.vgae(batch).mu, DEPTH))
                right += measured["adjacency_accuracy"] * decoder.pairs.size
                pairs += decoder.pairs.size
        self.watched["adjacency_accuracy"] = right / max(pairs, 1.0)

    def gaussians(self, batch: Structure, graphs: np.ndarray, phase: str) -> Gaussians | None:
        """Each graph's distribution to contrast with, before the VGAE is updated on this batch."""
        if self.settings.augmentation == "explicit":
            return None
        if self.settings.augmentation == "noise":
            return self.noise(len(graphs), self.vgae.latent)
        if phase == CONTRAST:
            return self.all_gaussians().rows(torch.from_numpy(graphs))
        with torch.no_grad():
            return item_gaussians(batch, self.vgae(batch))

    def all_gaussians(self) -> Gaussians:
        """The distribution of every graph, kept until the VGAE changes."""
        if self.latent is None:
            parts = self.over_all(lambda batch: item_gaussians(batch, self.vgae(batch)))
            self.latent = Gaussians(torch.cat([part.packed for part in parts]))
        return self.latent

    def node_gaussians(self, graph: int) -> tuple[Tensor, Tensor]:
        """mu and sigma of every node of one graph, from which its edges are rebuilt."""
        with torch.no_grad():
            nodes = self.vgae(self.structure.batch(np.array([graph])))
        return nodes.mu, nodes.sigma

    def over_all(self, function: Callable[[Structure], object]) -> list:
        return self.mini.over_all(function)

    def look_at_vgae(self) -> None:
        batch = self.batch(self.batches(0, 0, VGAE_PHASE)[0])
        decoder = GraphDecoder(batch)
        self.watch_vgae(batch, decoder)
        with torch.no_grad():
            self._watch(batch, decoder, self.vgae(batch))
        self._judge_stop()

    def seen(self) -> Tensor:
        """The embeddings of this step's mini-batches; those of the first one of all where there were none."""
        if self.last_z is not None:
            return self.last_z
        batch = self.batch(self.batches(0, 0, VGAE_PHASE)[0])
        with torch.no_grad():
            return self.backbone(batch) if self.contrasts else item_gaussians(batch, self.vgae(batch)).mu

    def arrays(self) -> dict[str, np.ndarray]:
        if not self.contrasts:
            mu, sigma = self.all_gaussians().mu, self.all_gaussians().sigma
            return as_arrays(mu, mu, mu, sigma)
        z = torch.cat(self.over_all(self.backbone))
        with torch.no_grad():
            h = self.head(z)
        return as_arrays(z, h, *self.snapshot_gaussians())

    def snapshot_gaussians(self) -> tuple[Tensor, Tensor]:
        if self.settings.augmentation == "explicit":
            parts = self.over_all(self.view_statistics)
            return tuple(torch.cat(part) for part in zip(*parts, strict=True))
        if self.settings.augmentation == "noise":
            noise = self.noise(self.structure.num_graphs, self.vgae.latent)
            return noise.mu, noise.sigma
        return self.all_gaussians().mu, self.all_gaussians().sigma

    def forget(self) -> None:
        self.latent = self.last_z = None


def parts_of_pass(sizes: np.ndarray, s: IGCLSettings) -> int:
    """Into how many steps a pass over graphs of these sizes is cut."""
    dense = 6 * s.D * (2 * s.D * s.layers + 10 * s.vgae_hidden)
    decoder = 30 * SPARSE_COST * s.D
    work = dense * sizes.sum() + decoder * (sizes * (sizes - 1) / 2).sum()
    batches = math.ceil(len(sizes) / (s.b or len(sizes)))
    return max(1, min(batches, math.ceil(work / WORK_PER_STEP)))
