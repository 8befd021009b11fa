"""Guessing: how badly words are told from the vectors beside them, on a fixed sample, in nats.

Both are what gensim descends: a word against noise words, or every turn on the way to it through a Huffman tree.
"""

from __future__ import annotations

import numpy as np


def noise_loss(inputs: np.ndarray, targets: np.ndarray, noise: np.ndarray, output: np.ndarray) -> float:
    """mean_i -log s(v_i.u_target) - sum_n log s(-v_i.u_n) over the noise words n of each."""
    right = (inputs * output[targets]).sum(1)
    wrong = np.einsum("id,ind->in", inputs, output[noise])
    return float((_softplus(-right) + _softplus(wrong).sum(1)).mean())


def tree_loss(inputs: np.ndarray, codes: list[np.ndarray], points: list[np.ndarray], output: np.ndarray) -> float:
    """mean_i -sum log s(+-v_i.u_point) over the turns of each word's way, + where its code is 0."""
    row = np.repeat(np.arange(len(inputs)), [len(code) for code in codes])
    sign = 1.0 - 2.0 * np.concatenate(codes)
    turns = (inputs[row] * output[np.concatenate(points)]).sum(1)
    return float(_softplus(-sign * turns).sum() / len(inputs))


def _softplus(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(0.0, x.astype(np.float64))
