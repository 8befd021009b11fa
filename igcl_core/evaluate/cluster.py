"""Cluster: how well K-means finds the classes again without being told of them.

scikit-learn is imported where it is first used: it takes seconds that a visitor of the lab need not wait.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from threadpoolctl import threadpool_limits

from igcl_core.evaluate.inputs import checked_embedding, checked_labels, unit_rows
from igcl_core.evaluate.score import Score
from igcl_core.threads import computing

UNMATCHED = -1


@computing()
def cluster(z: np.ndarray, y: np.ndarray, *, seed: int = 0, repeats: int = 10, normalise: bool = False) -> Score:
    """Accuracy of K-means after the best matching of clusters to classes; NMI and ARI are in the details.

    Of the embedding as it is, which is how the paper words it and what is meant wherever clusters are shown;
    `normalise` takes rows of length 1 instead, and the protocol says so.
    """
    from sklearn.cluster import KMeans
    from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

    z = checked_embedding(z)
    y = checked_labels(y, len(z))
    if repeats < 1:
        raise ValueError(f"Clustering needs at least 1 repeat, but {repeats} came.")
    z = unit_rows(z) if normalise else z
    k = len(np.unique(y))
    with threadpool_limits(1, user_api="openmp"):
        runs = [KMeans(k, n_init=10, random_state=seed + repeat).fit(z) for repeat in range(repeats)]
    found = [match(y, run.labels_) for run in runs]
    measures = {
        "acc": [float((labels == y).mean()) for labels in found],
        "nmi": [float(normalized_mutual_info_score(y, run.labels_)) for run in runs],
        "ari": [float(adjusted_rand_score(y, run.labels_)) for run in runs],
    }
    details = {name: float(np.mean(values)) for name, values in measures.items()}
    details |= {f"{name}_std": float(np.std(values)) for name, values in measures.items()}
    details |= {"assignment": found[0].tolist(), "inertia": [float(run.inertia_) for run in runs]}
    rows = "L2-normalised rows" if normalise else "the raw embedding"
    protocol = f"K-means with k = {k} on {rows}, best of 10 starts, {repeats} repeats, seed {seed}, Hungarian matching"
    return Score(details["acc"], details["acc_std"], protocol, repeats, details)


def match(y: np.ndarray, assignment: np.ndarray) -> np.ndarray:
    """The clusters renamed to classes so that most items agree; a cluster left over becomes -1."""
    from sklearn.metrics.cluster import contingency_matrix

    classes = np.unique(y)
    clusters, index = np.unique(assignment, return_inverse=True)
    row, column = linear_sum_assignment(contingency_matrix(y, assignment), maximize=True)
    names = np.full(len(clusters), UNMATCHED, classes.dtype)
    names[column] = classes[row]
    return names[index]
