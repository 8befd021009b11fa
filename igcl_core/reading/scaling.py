"""Scaling: features in units of their own, such as years or euros, made comparable."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from igcl_core.reading.guess import Guess, Wanted
from igcl_core.reading.refused import Refused

AS_THEY_ARE, STANDARD = "as they are", "mean 0, spread 1"
SCALES = (AS_THEY_ARE, STANDARD)
LARGE = 3.0


def scaled(
    x: np.ndarray | sparse.csr_matrix, wanted: Wanted
) -> tuple[np.ndarray | sparse.csr_matrix, tuple[Guess, ...]]:
    """Every column less its mean over its standard deviation, where some are large; and that this was guessed."""
    if not x.shape[1] or sparse.issparse(x):
        return x, ()
    largest = float(np.abs(x).max(initial=0))
    usual, why = (STANDARD, "large") if largest > LARGE else (AS_THEY_ARE, "small enough")
    chosen = wanted.scale or usual
    if chosen not in SCALES:
        raise Refused(f"Features can be scaled in these ways: {' or '.join(SCALES)}; not {chosen!r}.")
    reason = f"values up to {largest:g} are {why}" if wanted.scale is None else "as you said"
    guess = Guess("scale", "Scale of features", chosen, reason, SCALES)
    return (standard(x) if chosen == STANDARD else x), (guess,)


def standard(x: np.ndarray) -> np.ndarray:
    """(x - mean) / spread of every column; a column that is the same everywhere becomes 0."""
    wide = x.astype(np.float64)
    spread = wide.std(axis=0)
    return ((wide - wide.mean(axis=0)) / np.where(spread > 0, spread, 1.0)).astype(np.float32)
