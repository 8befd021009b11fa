"""Film: the maps of all kept steps in few bytes, for the bar that moves through them in the browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence

import numpy as np

from app.figures.far import drawn_in, far_rows

LEVELS = 65535


def film(panes: Sequence[Mapping[int, np.ndarray]]) -> str:
    """Frames of each pane by step as whole numbers of 16 bits, a 65,535th of the pane apart; JSON, empty if no frames.

    Only steps of which all panes have a frame are in it; a pane with a single frame shows that at every step. Far
    items are at the edge, and named for every frame.
    """
    steps = common_steps(panes)
    if not steps:
        return ""
    return json.dumps({"steps": steps, "panes": [_pane(pane, steps) for pane in panes]}, separators=(",", ":"))


def within(pane: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
    """The frames with their far items at the edge."""
    return {step: drawn_in(frame, far_rows(frame)) for step, frame in pane.items()}


def common_steps(panes: Sequence[Mapping[int, np.ndarray]]) -> list[int]:
    """The steps at which there is something to show in every pane."""
    moving = [set(pane) for pane in panes if len(pane) > 1]
    if not all(panes):
        return []
    return sorted(set.intersection(*moving)) if moving else [max(step for pane in panes for step in pane)]


def corners(pane: Mapping[int, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The low corner of a box around all frames, and its size."""
    low = np.min([frame.min(axis=0) for frame in pane.values()], axis=0).astype(float)
    high = np.max([frame.max(axis=0) for frame in pane.values()], axis=0).astype(float)
    return low, np.where(high > low, high - low, 1.0)


def _pane(pane: Mapping[int, np.ndarray], steps: Sequence[int]) -> dict:
    own, drawn = sorted(pane), within(pane)
    low, span = corners(drawn)
    frames = np.stack([drawn[step] for step in own])
    whole = np.rint((frames - low) / span * LEVELS).astype("<u2")
    of = [own.index(step) if len(own) > 1 else 0 for step in steps]
    return {
        "xy": base64.b64encode(whole.tobytes()).decode(),
        "of": of,
        "low": low.tolist(),
        "span": span.tolist(),
        "items": frames.shape[1],
        "far": [far_rows(pane[step]).tolist() for step in own],
    }
