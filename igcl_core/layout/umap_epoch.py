"""One epoch of UMAP's stochastic gradient descent, compiled: pulls along sampled edges, pushes from random items.

The curve 1 / (1 + a d^(2b)) stands for nearness in the plane; forces are its logarithmic gradients, clipped to 4.
"""

from __future__ import annotations

import numpy as np
from numba import njit

COMPILED = {"nogil": True, "fastmath": True, "cache": True, "error_model": "numpy"}
CLIP = 4.0


@njit(**COMPILED)
def clipped(value):
    return min(max(value, -CLIP), CLIP)


@njit(**COMPILED)
def next_random(state):
    """xorshift64: a whole number from the one before."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@njit(**COMPILED)
def epoch(xy, head, tail, period, due, negative_due, number, rate, a, b, negatives, random):
    """Every edge whose turn it is pulls its ends together; its head is pushed from a few random items."""
    items = np.uint64(len(xy))
    for edge in range(len(head)):
        if due[edge] > number:
            continue
        i, j = head[edge], tail[edge]
        dx, dy = xy[i, 0] - xy[j, 0], xy[i, 1] - xy[j, 1]
        squared = dx * dx + dy * dy
        if squared > 0:
            pull = -2.0 * a * b * squared ** (b - 1.0) / (1.0 + a * squared**b)
            step_x, step_y = rate * clipped(pull * dx), rate * clipped(pull * dy)
            xy[i, 0] += step_x
            xy[i, 1] += step_y
            xy[j, 0] -= step_x
            xy[j, 1] -= step_y
        due[edge] += period[edge]
        pushes = int((number - negative_due[edge]) * negatives / period[edge])
        for _ in range(pushes):
            random = next_random(random)
            k = np.int64(random % items)
            if k == i:
                continue
            dx, dy = xy[i, 0] - xy[k, 0], xy[i, 1] - xy[k, 1]
            squared = dx * dx + dy * dy
            if squared > 0:
                push = 2.0 * b / ((0.001 + squared) * (1.0 + a * squared**b))
                xy[i, 0] += rate * clipped(push * dx)
                xy[i, 1] += rate * clipped(push * dy)
        negative_due[edge] += pushes * period[edge] / negatives
    return random
