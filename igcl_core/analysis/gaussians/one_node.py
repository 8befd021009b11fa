"""One item n: its row of the softmax in L_upper, and the forces between its Gaussian and every embedding.

    exponent_n' = z_n'.mu_n / tau + sum_d sigma_nd^2 (z_n'd - z_nd)^2 / (2 tau^2),   weight = softmax over n'
The gradient of the repulsion log sum_n' exp(exponent_n') with respect to another z_n' is
    weight_n' (mu_n / tau + sigma_n^2 (z_n' - z_n) / tau^2),
and with respect to z_n itself, which stands in the spread of every n',
    weight_n mu_n / tau - sum_n' weight_n' sigma_n^2 (z_n' - z_n) / tau^2.
The push is what descends it; the pull on z_n, of the attraction -z_n.mu_n / tau, is mu_n / tau.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TINY = 1e-12


@dataclass(frozen=True, eq=False)
class SoftmaxRow:
    """What item n's Gaussian does to every embedding n', one value each.

    `weight` is the softmax, `similarity` and `spread` are the two parts of its exponent, `repulsion` is the length of
    the push on z_n', z_n among them. `attraction` is the length of the pull on z_n, `taken_back` the share of it that
    the push on z_n has in the opposite direction, and `loss` is what item n adds to L_upper.
    """

    item: int
    weight: np.ndarray
    similarity: np.ndarray
    spread: np.ndarray
    repulsion: np.ndarray
    attraction: float
    taken_back: float
    loss: float

    def confused_with(self, k: int = 10) -> np.ndarray:
        """The k other items of largest weight, the largest first."""
        others = np.where(np.arange(len(self.weight)) == self.item, -1.0, self.weight)
        return np.argsort(-others, kind="stable")[: min(k, len(others) - 1)]


def softmax_row(z: np.ndarray, mu: np.ndarray, sigma: np.ndarray, tau: float, item: int) -> SoftmaxRow:
    """The row of item n over all embeddings, exact: O(N D)."""
    if not tau > 0:
        raise ValueError(f"tau must be a positive number, but {tau} came.")
    if not 0 <= item < len(z):
        raise ValueError(f"An item from 0 to {len(z) - 1} was expected, but {item} came.")
    z, centre = np.asarray(z, np.float64), np.asarray(mu[item], np.float64)
    variance, away = np.square(sigma[item], dtype=np.float64), z - z[item]
    similarity, spread = z @ centre / tau, np.square(away) @ variance / (2 * tau**2)
    exponent = similarity + spread
    top = exponent.max()
    weight = np.exp(exponent - top)
    mass = weight.sum()
    weight /= mass
    gradient = weight[:, None] * (centre / tau + away * (variance / tau**2))
    gradient[item] -= (weight @ away) * variance / tau**2
    loss = float(top + np.log(mass) - similarity[item])
    push, pull = np.linalg.norm(gradient, axis=1), float(np.linalg.norm(centre)) / tau
    taken_back = float(gradient[item] @ centre) / tau / max(pull, TINY) ** 2
    return SoftmaxRow(item, weight, similarity, spread, push, pull, taken_back, loss)
