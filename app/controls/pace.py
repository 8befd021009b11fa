"""Pace: how fast a run computes, from the seconds its last steps took."""

from __future__ import annotations

from collections.abc import Sequence

from igcl_core import Step

LAST = 20


def pace(steps: Sequence[Step]) -> float | None:
    """Steps per second over the last steps; None before there are two."""
    recent = steps[-LAST:]
    spent = recent[-1].metrics["seconds"] - recent[0].metrics["seconds"] if len(recent) > 1 else 0.0
    return (len(recent) - 1) / spent if spent > 0 else None
