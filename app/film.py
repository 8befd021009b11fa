"""Film: the maps of all kept steps in few bytes, for the bar that moves through them in the browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence

import numpy as np

LEVELS = 65535


def film(panes: Sequence[Mapping[int, np.ndarray]]) -> str:
    """Frames of each pane by step as whole numbers of 16 bits, a 65,535th of the pane apart; JSON, empty if no frames.

    A pane that has no frame of a step shows the last one before it, or its first.
    """
    if not panes or not all(panes):
        return ""
    steps = sorted({step for pane in panes for step in pane})
    return json.dumps({"steps": steps, "panes": [_pane(pane, steps) for pane in panes]}, separators=(",", ":"))


def corners(pane: Mapping[int, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The low corner of a box around all frames, and its size."""
    low = np.min([frame.min(axis=0) for frame in pane.values()], axis=0).astype(float)
    high = np.max([frame.max(axis=0) for frame in pane.values()], axis=0).astype(float)
    return low, np.where(high > low, high - low, 1.0)


def _pane(pane: Mapping[int, np.ndarray], steps: Sequence[int]) -> dict:
    own = sorted(pane)
    low, span = corners(pane)
    frames = np.stack([pane[step] for step in own])
    whole = np.rint((frames - low) / span * LEVELS).astype("<u2")
    of = [max(np.searchsorted(own, step, side="right") - 1, 0) for step in steps]
    return {
        "xy": base64.b64encode(whole.tobytes()).decode(),
        "of": [int(place) for place in of],
        "low": low.tolist(),
        "span": span.tolist(),
        "items": frames.shape[1],
    }
