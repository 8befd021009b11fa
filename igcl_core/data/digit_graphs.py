"""Handwritten digits as pixel graphs: each image is a graph, its bright pixels the nodes."""

from __future__ import annotations

import numpy as np

from .digits import BRIGHTEST, digit_images
from .graphs import GRAPH, Graphs
from .splits import stratified_split

THRESHOLD = 6
HALF_OF_THE_8_NEIGHBOURS = ((0, 1), (1, -1), (1, 0), (1, 1))


def digit_graphs() -> Graphs:
    """Pixels brighter than 6 of 16, linked to their bright neighbours; features are intensity, row and column."""
    images, y = digit_images()
    bright = images > THRESHOLD
    picture, row, column = np.nonzero(bright)
    x = np.stack([images[bright] / BRIGHTEST, row / 7, column / 7], axis=1)
    return Graphs(
        name="digit-graphs",
        task=GRAPH,
        x=x.astype(np.float32),
        edges=neighbour_links(bright),
        y=y,
        ptr=np.searchsorted(picture, np.arange(len(images) + 1)),
        split=stratified_split(y),
        classes=tuple(str(digit) for digit in range(10)),
        images=images,
    )


def neighbour_links(bright: np.ndarray) -> np.ndarray:
    """Links between bright pixels that touch by side or corner; pixels are numbered image by image, row by row."""
    number = np.full((len(bright), 10, 10), -1)
    number[:, 1:9, 1:9][bright] = np.arange(bright.sum())
    here = number[:, 1:9, 1:9]
    links = []
    for down, right in HALF_OF_THE_8_NEIGHBOURS:
        there = number[:, 1 + down : 9 + down, 1 + right : 9 + right]
        both = (here >= 0) & (there >= 0)
        links.append(np.stack([here[both], there[both]]))
    return np.concatenate(links, axis=1)
