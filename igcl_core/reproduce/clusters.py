"""Clusters of a row: K-means on the embedding as it is, and beside it on rows of length 1.

The paper clusters "the learned embeddings" and says nothing of normalising them, so the first is what stands beside its
numbers. The second is what a run with `normalise` contrasts.
"""

from __future__ import annotations

import numpy as np

from igcl_core.evaluate import cluster

MEASURES, UNIT = ("acc", "nmi", "ari"), "_unit"
UNIT_MEASURES = tuple(f"{name}{UNIT}" for name in MEASURES)


def cluster_metrics(z: np.ndarray, y: np.ndarray, seed: int) -> tuple[dict[str, float], str]:
    """acc, nmi, ari of the raw embedding and acc_unit, nmi_unit, ari_unit of L2-normalised rows; their protocol."""
    raw, unit = (cluster(z, y, seed=seed, repeats=1, normalise=normalise) for normalise in (False, True))
    metrics = {name: raw.details[name] for name in MEASURES}
    metrics |= {f"{name}{UNIT}": unit.details[name] for name in MEASURES}
    return metrics, f"{', '.join(MEASURES)}: {raw.protocol}; {', '.join(UNIT_MEASURES)}: {unit.protocol}"


def printed_metric(metric: str) -> str:
    """The metric of the paper beside which ours stands."""
    return metric.removesuffix(UNIT)
