"""The embedding figure: t-SNE with the paper's perplexity and iterations, and how tight its classes are."""

from __future__ import annotations

from typing import Any

import numpy as np

PERPLEXITY, ITERATIONS = 50, 1000


def flat_map(z: np.ndarray, y: np.ndarray, seed: int) -> dict[str, Any]:
    """Every item's place in two dimensions, and the mean silhouette of the classes there and in the embedding."""
    from sklearn.manifold import TSNE
    from sklearn.metrics import silhouette_score

    tsne = TSNE(perplexity=min(PERPLEXITY, (len(z) - 1) // 3), max_iter=ITERATIONS, init="pca", random_state=seed)
    places = tsne.fit_transform(z)
    silhouette = {"silhouette": float(silhouette_score(places, y)), "silhouette_z": float(silhouette_score(z, y))}
    return {"map": np.round(places, 2).tolist(), "labels": y.tolist(), **silhouette}
