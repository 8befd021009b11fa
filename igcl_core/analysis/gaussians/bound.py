"""The bound of one state: L_upper beside L_ICL by Monte Carlo, against the samples M and against tau."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Generator, Tensor

from igcl_core.analysis.gaussians.pick import batch_rows
from igcl_core.nn import losses
from igcl_core.threads import computing

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
TAUS = tuple(np.geomspace(0.05, 10, 16).round(4).tolist())


@dataclass(frozen=True, eq=False)
class AgainstSamples:
    """Monte Carlo estimates of L_ICL with the first M of one stream of draws, beside the closed form.

    `error` is the standard error of each estimate, `seconds` what it cost, `upper_seconds` what the bound cost.
    `transposed` has the softmax over distributions, as the released code computes it; that is no bound.
    """

    counts: np.ndarray
    estimate: np.ndarray
    error: np.ndarray
    seconds: np.ndarray
    upper: float
    transposed: float
    upper_seconds: float
    items: int


@dataclass(frozen=True, eq=False)
class AgainstTau:
    """L_upper, L_ICL with its standard error, and the released code's loss, all for the same z, mu, sigma."""

    taus: np.ndarray
    upper: np.ndarray
    implicit: np.ndarray
    error: np.ndarray
    transposed: np.ndarray
    samples: int
    items: int

    @property
    def gap(self) -> np.ndarray:
        return self.upper - self.implicit


@computing()
def against_samples(
    z: np.ndarray,
    mu: np.ndarray,
    sigma: np.ndarray,
    tau: float,
    counts: Sequence[int] = COUNTS,
    batch: int = 0,
    seed: int = 0,
) -> AgainstSamples:
    """How the estimate settles as M grows. `batch` items are contrasted with each other, 0 meaning all."""
    z, mu, sigma = _tensors(z, mu, sigma, batch, seed)
    start = time.perf_counter()
    upper = float(losses.upper_bound(z, mu, sigma, tau))
    upper_seconds = time.perf_counter() - start
    start = time.perf_counter()
    draws = losses.implicit_draws(z, mu, sigma, tau, max(counts), Generator().manual_seed(seed))
    per_draw = (time.perf_counter() - start) / max(counts)
    both = [losses.mean_and_error(draws[:count].double()) for count in counts]
    estimate, error = (np.array([float(value) for value in column]) for column in zip(*both, strict=True))
    transposed = float(losses.upper_bound(z, mu, sigma, tau, transposed=True))
    counts = np.array(counts)
    return AgainstSamples(counts, estimate, error, counts * per_draw, upper, transposed, upper_seconds, len(z))


@computing()
def against_tau(
    z: np.ndarray,
    mu: np.ndarray,
    sigma: np.ndarray,
    taus: Sequence[float] = TAUS,
    samples: int = 16,
    batch: int = 0,
    seed: int = 0,
) -> AgainstTau:
    """Where the bound is tight and where loose. The same draws are taken at every tau, so that curves are smooth."""
    z, mu, sigma = _tensors(z, mu, sigma, batch, seed)
    upper, transposed = (
        np.array([float(losses.upper_bound(z, mu, sigma, tau, transposed=released)) for tau in taus])
        for released in (False, True)
    )
    both = [losses.implicit(z, mu, sigma, tau, samples, Generator().manual_seed(seed)) for tau in taus]
    implicit, error = (np.array([float(value) for value in column]) for column in zip(*both, strict=True))
    return AgainstTau(np.array(taus), upper, implicit, error, transposed, samples, len(z))


def _tensors(z: np.ndarray, mu: np.ndarray, sigma: np.ndarray, batch: int, seed: int) -> list[Tensor]:
    rows = batch_rows(len(z), batch, seed)
    return [torch.from_numpy(np.asarray(array, np.float32)[rows]) for array in (z, mu, sigma)]
