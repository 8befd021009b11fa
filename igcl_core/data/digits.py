"""Handwritten digits as a nearest-neighbour graph: each image is a node, linked to the images most like it."""

from __future__ import annotations

import numpy as np

from .graphs import NODE, Graphs
from .splits import per_class_split

NEIGHBOURS = 8
BRIGHTEST = 16


def digit_images() -> tuple[np.ndarray, np.ndarray]:
    """scikit-learn's 1,797 images, uint8 [1797, 8, 8] with values 0 to 16, and the digits they show."""
    from sklearn.datasets import load_digits

    bunch = load_digits()
    return bunch.images.astype(np.uint8), bunch.target.astype(np.int64)


def digits() -> Graphs:
    """Two images are linked when either is among the 8 nearest of the other by cosine."""
    images, y = digit_images()
    pixels = images.reshape(len(images), -1)
    return Graphs(
        name="digits",
        task=NODE,
        x=pixels.astype(np.float32) / BRIGHTEST,
        edges=nearest_neighbours(pixels, NEIGHBOURS),
        y=y,
        split=per_class_split(y, train_per_class=2, val=500),
        classes=tuple(str(digit) for digit in range(10)),
        images=images,
    )


def nearest_neighbours(pixels: np.ndarray, k: int) -> np.ndarray:
    """Links from each row to the k rows of highest cosine; dot products of whole numbers are exact on every machine."""
    values = pixels.astype(np.float64)
    length = np.sqrt((values * values).sum(axis=1))
    cosine = (values @ values.T) / (length[:, None] * length)
    np.fill_diagonal(cosine, -1)
    nearest = np.argsort(-cosine, axis=1, kind="stable")[:, :k]
    return np.stack([np.repeat(np.arange(len(values)), k), nearest.ravel()])
