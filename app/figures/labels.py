"""Labels: where the numbers of items stand so that no two lie on each other, however wide the page is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LETTER, LINE, MARK = 9.5, 24.0, 7.0
DOT = np.array([[-5.0, -5.0], [5.0, 5.0]])
PLACES = {
    "top center": (0, 1), "bottom center": (0, -1), "middle right": (1, 0), "middle left": (-1, 0),
    "top right": (1, 1), "bottom left": (-1, -1), "bottom right": (1, -1), "top left": (-1, 1),
}  # fmt: skip
PHONE = (320, 150)
WIDTHS, HEIGHT = (200, 260, 340, 430, 540, 680, 850), 320


def label_places(points: np.ndarray, words: Sequence[str], scales: Sequence[float]) -> list[str]:
    """For every point the side on which its word fits at each of these scales (pixels per unit), "" where none is."""
    taken: list[tuple[int, str]] = []
    for number in range(len(points)):
        side = next((side for side in PLACES if free(number, side, taken, points, words, scales)), "")
        if side:
            taken.append((number, side))
    found = dict(taken)
    return [found.get(number, "") for number in range(len(points))]


def fitting(points: np.ndarray, words: Sequence[str], sides: Sequence[str], scales: Sequence[float]) -> np.ndarray:
    """The points, without those whose word on its given side would lie on an earlier one."""
    taken: list[tuple[int, str]] = []
    for number, side in enumerate(sides):
        if side and free(number, side, taken, points, words, scales):
            taken.append((number, side))
    shown = np.full(np.shape(points), np.nan)
    kept = [number for number, _ in taken]
    shown[kept] = points[kept]
    return shown


def free(
    number: int,
    side: str,
    taken: Sequence[tuple[int, str]],
    points: np.ndarray,
    words: Sequence[str],
    scales: Sequence[float],
) -> bool:
    """Whether a word on that side lies on no word that stands already, and on no other point."""
    own, boxes = box(words[number], side), [box(words[other], where) for other, where in taken]
    others = [*(other for other, _ in taken), *(other for other in range(len(points)) if other != number)]
    boxes += [DOT] * (len(others) - len(boxes))
    away = (points[others] - points[number])[:, None]
    return not any(meet(own, np.reshape(boxes, (-1, 2, 2)) + away * scale) for scale in scales)


def box(word: str, side: str) -> np.ndarray:
    """The lower left and the upper right corner of a word beside its point, in pixels from the point."""
    across, up = PLACES[side]
    half = np.array([LETTER * len(word) / 2 + 1, LINE / 2])
    centre = np.array([across, up]) * (half + MARK)
    return np.array([centre - half, centre + half])


def meet(one: np.ndarray, others: np.ndarray) -> bool:
    """Whether a box lies on any of the others [boxes, 2, 2]."""
    return bool(((one[0] < others[:, 1]) & (others[:, 0] < one[1])).all(axis=1).any())


def scales_of(corners: np.ndarray, height: float = HEIGHT) -> list[float]:
    """Pixels per unit in panes from those of a phone to those of a wide screen that show all these corners."""
    across, up = np.maximum(np.ptp(corners, axis=0), 1e-9)
    sizes = [PHONE, *((width, height) for width in WIDTHS)]
    return sorted({min(width / across, tall / up) for width, tall in sizes})
