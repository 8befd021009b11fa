"""Diagnosis by a method's own loss: the health of a run that descends one loss all the time, in words of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from igcl_core.training.diagnosis import (
    COLLAPSED,
    DIVERGING,
    FEW_STEPS,
    HEALTHY,
    LOW_RANK,
    PLATEAU_STEPS,
    RANK_LEFT,
    RISE,
    SHORT_LENGTH,
    STALLED,
    WINDOW,
    Finding,
    diagnose,
    falls,
    values,
)
from igcl_core.training.method import Method
from igcl_core.training.step import START, Step


def diagnose_run(steps: Sequence[Step], method: Method | None) -> list[Finding]:
    """What is wrong with a run so far, worst first; one healthy finding when nothing is."""
    if method is None or method.loss is None:
        return diagnose(steps)
    checks = (_rising, _collapsed, _never_fell)
    return [finding for check in checks if (finding := check(steps, method))] or [_healthy(steps, method)]


def _called(method: Method) -> str:
    """The name of its loss in a sentence."""
    label = method.metrics[method.loss].label
    return label[0].lower() + label[1:] if label[1:2].islower() else label


def _rising(steps: Sequence[Step], method: Method) -> Finding | None:
    loss = values(steps, method.loss)
    if len(loss) < FEW_STEPS:
        return None
    start, now = float(np.abs(loss[:FEW_STEPS]).max()), float(loss[-WINDOW:].mean())
    if math.isfinite(now) and now <= RISE * start:
        return None
    seen = f"The {_called(method)} is rising: it began at {loss[0]:.3g} and is now {loss[-1]:.3g}."
    return Finding(DIVERGING, seen, "Lower the learning rate lr.")


def _collapsed(steps: Sequence[Step], method: Method) -> Finding | None:
    length, rank = values(steps, "z_norm"), values(steps, "effective_rank")
    if len(values(steps, method.loss)) < FEW_STEPS or not len(rank):
        return None
    if length[-1] < SHORT_LENGTH * length[0]:
        seen = f"The embeddings have shrunk to nearly nothing: mean |z| fell from {length[0]:.3g} to {length[-1]:.2g}."
    elif rank[-1] < LOW_RANK or rank[-1] < RANK_LEFT * rank[0]:
        seen = f"The embeddings use {rank[-1]:.1f} directions, where the untrained ones used {rank[0]:.1f}."
    else:
        return None
    return Finding(COLLAPSED, seen, "Lower the learning rate lr, or train for fewer epochs.")


def _never_fell(steps: Sequence[Step], method: Method) -> Finding | None:
    loss = values(steps, method.loss)
    if len(loss) < PLATEAU_STEPS + WINDOW or falls(loss, len(loss) - 2 * WINDOW + 1):
        return None
    seen = f"The {_called(method)} has not fallen: {loss[0]:.3g} at first, {loss[-1]:.3g} after {len(loss)} steps."
    return Finding(STALLED, seen, "Raise the learning rate lr.")


def _healthy(steps: Sequence[Step], method: Method) -> Finding:
    if not steps or steps[-1].phase == START:
        return Finding(HEALTHY, "Nothing is trained yet.", "Press Play.")
    loss = values(steps, method.loss)
    fell = f": the {_called(method)} went from {loss[0]:.3g} to {loss[-1]:.3g}" if len(loss) > 1 else ""
    return Finding(HEALTHY, f"Nothing looks wrong{fell}.", "Let it run, or compare with another method.")
