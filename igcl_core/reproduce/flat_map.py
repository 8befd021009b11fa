"""The embedding figure: t-SNE with the paper's perplexity and iterations, and how tight its classes are."""

from __future__ import annotations

from typing import Any

import numpy as np

from igcl_core.layout.tsne import tsne

PERPLEXITY, ITERATIONS = 50, 1000


def flat_map(z: np.ndarray, y: np.ndarray, seed: int) -> dict[str, Any]:
    """Every item's place in two dimensions, and the mean silhouette of the classes there and in the embedding."""
    from sklearn.metrics import silhouette_score

    *_, last = tsne(z, perplexity=PERPLEXITY, iterations=ITERATIONS, seed=seed, every=ITERATIONS)
    silhouette = {"silhouette": float(silhouette_score(last.xy, y)), "silhouette_z": float(silhouette_score(z, y))}
    return {"map": np.round(last.xy, 2).tolist(), "labels": y.tolist(), **silhouette}
