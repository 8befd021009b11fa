"""The numbers a step reports: what each is called, what it means, and those about the health of an embedding."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Metric(NamedTuple):
    label: str
    help: str


METRICS: dict[str, Metric] = {
    "epoch": Metric("Epoch", "Contrasting epochs completed."),
    "seconds": Metric("Seconds", "Time spent computing this run so far, in seconds."),
    "reconstruction": Metric(
        "Reconstruction loss", "How badly samples of the Gaussians rebuild the graph, in nats per pair."
    ),
    "kl": Metric("KL", "Distance of the Gaussians from N(0, I), in nats per node."),
    "edge_auc": Metric("Edge AUC", "Chance that an edge scores above a non-edge, from the means; 0.5 is guessing."),
    "edge_ap": Metric(
        "Edge average precision", "How pure the highest-scored pairs are, edges against as many non-edges."
    ),
    "adjacency_accuracy": Metric(
        "Adjacency accuracy",
        "Share of node pairs put on the right side of 1/2. At node level all edges and a fixed sample of as many "
        "non-edges, each weighted to its true number. Predicting no edge at all already scores near 1.",
    ),
    "loss": Metric("Contrastive loss", "The loss the backbone descends, in nats."),
    "upper": Metric("L_upper", "Closed-form upper bound on the expected contrastive loss, in nats."),
    "attraction": Metric("Attraction", "Pull of each embedding towards its own distribution; lower is closer."),
    "repulsion": Metric("Repulsion", "Push away from the others' embeddings; attraction + repulsion = loss."),
    "implicit": Metric("L_ICL", "Expected contrastive loss over all samples, by Monte Carlo, in nats."),
    "implicit_se": Metric("Standard error of L_ICL", "Uncertainty of that estimate."),
    "gap": Metric("Jensen gap", "L_upper minus L_ICL: how loose the bound is."),
    "z_norm": Metric("Mean |z|", "Average length of an embedding; towards 0 means collapse."),
    "sigma": Metric("Mean sigma", "Average standard deviation of the Gaussians."),
    "effective_rank": Metric("Effective rank", "How many directions the embeddings really use; 1 means all alike."),
    "probe_val": Metric(
        "Probe, validation", "Accuracy of a linear classifier on the frozen embedding, validation items."
    ),
    "probe_test": Metric(
        "Probe, test", "Test accuracy of a linear classifier on the frozen embedding; its C is chosen on validation."
    ),
    "probe_mu": Metric("Probe, VGAE alone", "Test accuracy of such a classifier on the VGAE's mean, without contrast."),
    "lr": Metric("Learning rate", "Current learning rate of the backbone."),
}


def effective_rank(z: Tensor) -> float:
    """exp of the entropy of the normalised singular values (Roy and Vetterli, 2007): 1 to D."""
    z = z.double()
    gram = z.T @ z if z.shape[0] >= z.shape[1] else z @ z.T
    singular = torch.linalg.eigvalsh(gram).clamp(min=0).sqrt()
    total = float(singular.sum())
    if total == 0.0:
        return 1.0
    share = singular / total
    return float(torch.special.entr(share).sum().exp())


def health(z: Tensor) -> dict[str, float]:
    """Mean length and effective rank: collapse shows here."""
    return {"z_norm": float(z.double().norm(dim=1).mean()), "effective_rank": effective_rank(z)}
