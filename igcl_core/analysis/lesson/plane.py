"""Points in the plane under the losses of the core: their numbers, their gradient, and where it moves them.

Everything in double precision, so that what a browser computes can be held to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from igcl_core.nn import losses
from igcl_core.threads import computing

UPPER, SAMPLED = "upper", "sampled"


class Numbers(NamedTuple):
    """All that the losses say of one arrangement of items, with `noise` [M, N, D] for the draws.

    `sampled` is L_CL over the draws, `implicit` and `error` are L_ICL by the same draws with its standard error.
    """

    attraction: float
    repulsion: float
    upper: float
    sampled: float
    implicit: float
    error: float
    gap: float


class Terms(NamedTuple):
    """The contrast of one draw a_n, term by term: exponents z_n'.a_n / tau, their softmax, and -log of the own one."""

    exponent: np.ndarray
    weight: np.ndarray
    loss: float


@computing()
def numbers(z: np.ndarray, mu: np.ndarray, sigma: np.ndarray, tau: float, noise: np.ndarray) -> Numbers:
    """L_upper in its two parts beside L_CL and L_ICL of the draws mu + sigma * noise."""
    z, mu, sigma, noise = (torch.as_tensor(array, dtype=torch.float64) for array in (z, mu, sigma, noise))
    attraction, repulsion = (float(part) for part in losses.upper_parts(z, mu, sigma, tau))
    draws = mu + sigma * noise
    each = torch.stack([_item_losses(z, draw, tau) for draw in draws])
    implicit, error = (float(value) for value in losses.mean_and_error(each))
    upper = attraction + repulsion
    return Numbers(attraction, repulsion, upper, float(losses.contrastive(z, draws, tau)), implicit, error,
                   upper - implicit)  # fmt: skip


def _item_losses(z: Tensor, draw: Tensor, tau: float) -> Tensor:
    """-log softmax of every item's own embedding against its draw."""
    return torch.logsumexp(draw @ z.T / tau, dim=1) - (draw * z).sum(1) / tau


@computing()
def gradient(
    z: np.ndarray, mu: np.ndarray, sigma: np.ndarray, tau: float, noise: np.ndarray, loss: str = UPPER
) -> np.ndarray:
    """The gradient of L_upper, or of L_CL over the draws, with respect to every z."""
    mu, sigma, noise = (torch.as_tensor(array, dtype=torch.float64) for array in (mu, sigma, noise))
    free = torch.tensor(np.asarray(z, np.float64), requires_grad=True)
    if loss == UPPER:
        losses.upper_bound(free, mu, sigma, tau).backward()
    else:
        losses.contrastive(free, mu + sigma * noise, tau).backward()
    return free.grad.numpy()


@computing()
def descend(z: np.ndarray, draws: np.ndarray, tau: float, steps: int, rate: float) -> np.ndarray:
    """Free points under the gradient of L_CL with draws [M, N, D]: their places at every step, [steps + 1, N, D].

    The loss is a mean over items, so the rate is per item.
    """
    a = torch.as_tensor(draws, dtype=torch.float64)
    free = torch.tensor(np.asarray(z, np.float64), requires_grad=True)
    path = [free.detach().numpy().copy()]
    for _ in range(steps):
        (slope,) = torch.autograd.grad(losses.contrastive(free, a, tau) * len(free), free)
        with torch.no_grad():
            free -= rate * slope
        path.append(free.detach().numpy().copy())
    return np.stack(path)


def contrast_terms(z: np.ndarray, draw: np.ndarray, tau: float, item: int) -> Terms:
    """What the draw of one item says of every embedding."""
    exponent = np.asarray(z, np.float64) @ np.asarray(draw, np.float64) / tau
    top = exponent.max()
    mass = np.exp(exponent - top)
    return Terms(exponent, mass / mass.sum(), float(top + np.log(mass.sum()) - exponent[item]))
