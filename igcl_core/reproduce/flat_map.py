"""The embedding figure: t-SNE with the paper's perplexity and iterations, and how tight its classes are."""

from __future__ import annotations

from typing import Any

import numpy as np

from igcl_core.layout.tsne import tsne

PERPLEXITY, ITERATIONS = 50, 1000
NAMED = (0, 3, 4)  # the classes of Cora that the paper speaks of


def flat_map(z: np.ndarray, y: np.ndarray, seed: int) -> dict[str, Any]:
    """Every item's place in two dimensions, and the mean silhouette there: of all, and of the classes NAMED."""
    from sklearn.metrics import silhouette_samples

    *_, last = tsne(z, perplexity=PERPLEXITY, iterations=ITERATIONS, seed=seed, every=ITERATIONS)
    each = silhouette_samples(last.xy, y)
    silhouette = {"silhouette": float(each.mean()), "silhouette_named": float(each[np.isin(y, NAMED)].mean())}
    return {"map": np.round(last.xy, 2).tolist(), "labels": y.tolist(), **silhouette}
