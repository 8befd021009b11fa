"""Seeded splits that look at the labels, so that every class is seen in every part."""

from __future__ import annotations

import numpy as np

from .graphs import Split


def stratified_split(y: np.ndarray, train: float = 0.8, val: float = 0.1, seed: int = 0) -> Split:
    """A random split that takes the same shares from every class; what is neither train nor val is test."""
    rng = np.random.default_rng(seed)
    parts: list[list[np.ndarray]] = [[], [], []]
    for label in np.unique(y):
        members = rng.permutation(np.flatnonzero(y == label))
        cuts = [round(len(members) * train), round(len(members) * (train + val))]
        for part, piece in zip(parts, np.split(members, cuts), strict=True):
            part.append(piece)
    shares = "/".join(str(round(100 * share)) for share in (train, val, 1 - train - val))
    return Split(*(np.sort(np.concatenate(part)) for part in parts), f"stratified random {shares}, seed {seed}")


def per_class_split(y: np.ndarray, train_per_class: int, val: int, seed: int = 0) -> Split:
    """So many training items from every class, `val` of the others to choose on, and all that is left as test."""
    rng = np.random.default_rng(seed)
    members = [rng.permutation(np.flatnonzero(y == label)) for label in np.unique(y)]
    train = np.concatenate([indices[:train_per_class] for indices in members])
    rest = rng.permutation(np.setdiff1d(np.arange(len(y)), train))
    protocol = f"{train_per_class} per class train, {val} val, {len(rest) - val} test, seed {seed}"
    return Split(np.sort(train), np.sort(rest[:val]), np.sort(rest[val:]), protocol)
