"""Other temperatures: the row of the softmax that one item would have in the same state at another tau."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from igcl_core.analysis.gaussians.one_node import softmax_row
from igcl_core.methods.implicit.contrasted import Contrasted


def weights_over_tau(state: Contrasted, taus: Sequence[float], item: int) -> np.ndarray:
    """The softmax weights of every embedding for item n, [taus, N]. Nothing is trained: z, mu and sigma stay.

    The two parts of the exponent at tau = 1 are divided by tau and by tau^2, so that the state is read once.
    """
    tau = np.asarray(taus, np.float64)[:, None]
    if not (tau > 0).all():
        raise ValueError(f"Every tau must be a positive number, but {', '.join(f'{each:g}' for each in taus)} came.")
    row = softmax_row(*state, 1.0, item)
    exponent = row.similarity / tau + row.spread / tau**2
    weight = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    return weight / weight.sum(axis=1, keepdims=True)


def counting(weights: np.ndarray) -> np.ndarray:
    """How many embeddings count in each row: exp of its entropy, 1 where one has all, N where all are alike."""
    return np.exp(-(weights * np.log(weights, where=weights > 0, out=np.zeros_like(weights))).sum(axis=-1))
