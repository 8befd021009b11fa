"""Dimensions of the VGAE's Gaussians, and those that say nothing: equal to the prior N(0, 1) (posterior collapse)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

INACTIVE_NATS = 0.01


@dataclass(frozen=True, eq=False)
class Dimensions:
    """mu, sigma and KL per dimension of one item as the VGAE made them, by falling KL; `order` are the dimensions.

    `inactive` counts dimensions in which this item has less than 0.01 nats, `collapsed` those in which the mean item
    has.
    """

    order: np.ndarray
    mu: np.ndarray
    sigma: np.ndarray
    kl: np.ndarray
    inactive: int
    collapsed: int


def kl_per_dimension(mu: np.ndarray, sigma: np.ndarray) -> np.ndarray:
    """KL(N(mu, sigma^2) || N(0, 1)) = 1/2 (mu^2 + sigma^2 - 1) - log sigma, for every item and dimension."""
    mu, sigma = np.asarray(mu, np.float64), np.asarray(sigma, np.float64).clip(min=1e-300)
    return 0.5 * (mu**2 + sigma**2 - 1) - np.log(sigma)


def collapsed_dimensions(mu: np.ndarray, sigma: np.ndarray) -> np.ndarray:
    """Which dimensions are the prior for all items alike: mean KL below 0.01 nats."""
    return kl_per_dimension(mu, sigma).mean(axis=0) < INACTIVE_NATS


def dimensions(mu: np.ndarray, sigma: np.ndarray, item: int) -> Dimensions:
    """The dimensions of one item. mu and sigma as in the snapshot: scaled by the loss they have no prior."""
    kl = kl_per_dimension(mu[item], sigma[item])
    order = np.argsort(-kl, kind="stable")
    collapsed = int(collapsed_dimensions(mu, sigma).sum())
    inactive = int((kl < INACTIVE_NATS).sum())
    return Dimensions(order, mu[item][order], sigma[item][order], kl[order], inactive, collapsed)
