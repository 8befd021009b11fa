"""The numbers a step reports: what each is called, what it means, and those about the health of an embedding."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Metric(NamedTuple):
    label: str
    help: str


COMMON: dict[str, Metric] = {
    "epoch": Metric("Epoch", "Epochs of training completed."),
    "seconds": Metric("Seconds", "Time spent computing this run so far, in seconds."),
    "loss": Metric("Loss", "The loss that training descends."),
    "z_norm": Metric("Mean |z|", "Average length of an embedding; towards 0 means collapse."),
    "effective_rank": Metric(
        "Effective rank", "How many directions the embeddings really use; 1 means that all lie on one line through 0."
    ),
    "probe_val": Metric(
        "Probe, validation", "Accuracy of a linear classifier on the frozen embedding, validation items."
    ),
    "probe_test": Metric(
        "Probe, test", "Test accuracy of a linear classifier on the frozen embedding; its C is chosen on validation."
    ),
    "lr": Metric("Learning rate", "Current learning rate."),
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
