"""Diagnosis: what the numbers of a run say about its health, in sentences, and what to try."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from igcl_core.training.step import START, Step

COLLAPSED, DIVERGING, STALLED = "collapsed", "diverging", "stalled"
POSTERIOR_COLLAPSE, LOOSE_BOUND, HEALTHY = "posterior collapse", "loose bound", "healthy"

FEW_STEPS = 5  # of contrast, before which nothing is said about it
SHORT_LENGTH = 0.05  # of the untrained mean |z|: collapsed below
LOW_RANK, RANK_LEFT = 1.2, 0.05  # effective rank, and share of the untrained one: collapsed below
SAME_LOSS = 1e-5  # standard error of L_ICL over L_ICL: every sample gives one loss below
RISE, HUGE = 1.5, 1e4  # times its value at the start, and times at once: diverging above
WINDOW = 10  # steps a loss is averaged over
PLATEAU, PLATEAU_STEPS = 0.25, 30  # share of the contrast so far, and fewest steps, without improvement: stalled
IMPROVEMENT, NOISE = 0.002, 2.0  # of the loss, and times the noise left in its mean: less is none
STEPS_LEFT = 0.25  # share of the run still to come for a plateau to matter
VGAE_PHASES = ("vgae", "joint", "vae")  # of the methods that have Gaussians
VGAE_STEPS = 20  # after which its Gaussians should have left N(0, I)
UNIT_SIGMA, NO_KL = 0.9, 0.1  # sigma above and nats per node below: the posterior is the prior
LOOSE, GAPS = 0.5, 3  # gap as a share of L_ICL, in the middle of the last so many estimates


@dataclass(frozen=True)
class Finding:
    """One thing to know about a run: what kind, what is seen, and what to change."""

    kind: str
    sentence: str
    advice: str


class Coder(NamedTuple):
    """What makes the Gaussians of a run, what it rebuilds, one by one, and what its learning rate is called."""

    name: str
    whole: str
    item: str
    rate: str


VGAE, VAE = Coder("VGAE", "graph", "node", "vgae_lr"), Coder("VAE", "data", "item", "vae_lr")


def coder(steps: Sequence[Step]) -> Coder:
    """Whose warm-up the run went through."""
    return VAE if any(step.phase == "vae" for step in steps) else VGAE


def diagnose(steps: Sequence[Step]) -> list[Finding]:
    """What is wrong with a run so far, worst first; one healthy finding when nothing is."""
    checks: tuple[Callable[[Sequence[Step]], Finding | None], ...]
    checks = (diverging, collapsed, posterior_collapse, stalled, loose_bound)
    found = [finding for check in checks if (finding := check(steps))]
    kinds = {finding.kind for finding in found}
    if kinds & {COLLAPSED, DIVERGING}:
        found = [finding for finding in found if finding.kind != STALLED]
    return found or [healthy(steps)]


def collapsed(steps: Sequence[Step]) -> Finding | None:
    """The embeddings shrink to a point or fall into one direction."""
    if len(values(steps, "loss")) < FEW_STEPS:
        return None
    length, rank = values(steps, "z_norm"), values(steps, "effective_rank")
    advice = "Lower weight_decay or the learning rate lr, set normalise to 'both', or try a smaller temperature tau."
    if len(length) and length[-1] < SHORT_LENGTH * length[0]:
        seen = f"mean |z| fell from {length[0]:.3g} to {length[-1]:.2g}"
        return Finding(COLLAPSED, f"The embeddings have shrunk to nearly nothing: {seen}.", advice)
    if len(rank) and (rank[-1] < LOW_RANK or rank[-1] < RANK_LEFT * rank[0]):
        seen = f"they use {rank[-1]:.1f} directions, where the untrained ones used {rank[0]:.1f}"
        return Finding(COLLAPSED, f"The embeddings have lost nearly all their directions: {seen}.", advice)
    implicit, error = values(steps, "implicit"), values(steps, "implicit_se")
    if len(error) and error[-1] < SAME_LOSS * abs(implicit[-1]):
        seen = f"whatever is drawn from the Gaussians, the loss is {implicit[-1]:.4g}, which guessing gives too"
        return Finding(COLLAPSED, f"The contrast no longer tells the embeddings apart: {seen}.", advice)
    return None


def diverging(steps: Sequence[Step]) -> Finding | None:
    """A loss that is not finite, huge, or far above where it started."""
    for metric, name, rate in (
        ("loss", "contrastive loss", "lr"),
        ("reconstruction", "reconstruction loss", coder(steps).rate),
    ):
        y = values(steps, metric)
        if len(y) < FEW_STEPS:
            continue
        start, now = float(np.abs(y[:FEW_STEPS]).max()), float(y[-WINDOW:].mean())
        if not math.isfinite(now) or now > HUGE * max(start, 1.0) or now > RISE * start:
            seen = f"The {name} is rising: it began at {y[0]:.3g} and is now {y[-1]:.3g}."
            return Finding(DIVERGING, seen, f"Lower the learning rate {rate}, raise tau, or set normalise to 'both'.")
    return None


def posterior_collapse(steps: Sequence[Step]) -> Finding | None:
    """The VGAE has learnt, yet every Gaussian is still N(0, I), so that all nodes look the same to the contrast.

    Edge AUC is told but not asked: it only ranks pairs, and vanishing means may still rank well.
    """
    trained = sum(step.phase in VGAE_PHASES for step in steps)
    sigma, kl, auc = (values(steps, metric) for metric in ("sigma", "kl", "edge_auc"))
    if trained < VGAE_STEPS or not len(sigma) or not len(kl) or sigma[-1] < UNIT_SIGMA or kl[-1] > NO_KL:
        return None
    maker = coder(steps)
    ranks = f", edge AUC {auc[-1]:.2f}" if len(auc) else ""
    return Finding(
        POSTERIOR_COLLAPSE,
        f"The Gaussians of the {maker.name} say nothing about their {maker.item}s: all are nearly N(0, I) "
        f"(mean sigma {sigma[-1]:.2f}, KL {kl[-1]:.2g} nats per {maker.item}{ranks}).",
        f"Lower beta, the weight of the KL, raise {maker.rate}, or train the {maker.name} longer (warmup"
        f"{', K' if maker is VGAE else ''}).",
    )


def stalled(steps: Sequence[Step]) -> Finding | None:
    """A loss that never fell, or a contrastive loss that no longer does with much of the run still to come."""
    loss = values(steps, "loss")
    if not len(loss):
        maker = coder(steps)
        what = f"{maker.name} has not learnt to rebuild the {maker.whole}"
        return _never_fell(values(steps, "reconstruction"), what, maker.rate)
    if finding := _never_fell(loss, "contrastive loss has not fallen at all", "lr"):
        return finding
    left = steps[-1].total - steps[-1].index
    late = max(PLATEAU_STEPS, round(PLATEAU * len(loss)))
    if left < STEPS_LEFT * steps[-1].total or len(loss) < late + 2 * WINDOW or falls(loss, late):
        return None
    seen = f"The contrastive loss has not fallen for {late} steps, and {left} are still to come."
    return Finding(STALLED, seen, "Stop here if the probe is good; else raise lr or change tau.")


def _never_fell(loss: np.ndarray, what: str, rate: str) -> Finding | None:
    if len(loss) < PLATEAU_STEPS + WINDOW or falls(loss, len(loss) - 2 * WINDOW + 1) or fell_at_once(loss):
        return None
    seen = f"The {what}: the loss began at {loss[0]:.3g} and is {loss[-1]:.3g} after {len(loss)} steps."
    return Finding(STALLED, seen, f"Raise the learning rate {rate}, or change tau (contrast) or beta (the KL).")


def falls(loss: np.ndarray, late: int) -> bool:
    """Whether the smoothed loss went lower in its last `late` values than before, by more than chance and a trifle."""
    smoothed = running_mean(loss)
    before, since = float(smoothed[:-late].min()), float(smoothed[-late:].min())
    noise = step_noise(loss) / math.sqrt(WINDOW)
    return before - since > max(IMPROVEMENT * abs(before), NOISE * noise)


def fell_at_once(loss: np.ndarray) -> bool:
    """Whether a loss is lower than where it began, though it may have fallen in the first few steps alone."""
    fallen = loss[0] - float(running_mean(loss).min())
    return fallen > max(IMPROVEMENT * abs(loss[0]), NOISE * step_noise(loss))


def step_noise(loss: np.ndarray) -> float:
    """How far a loss usually goes from one step to the next."""
    return float(np.median(np.abs(np.diff(loss))))


def loose_bound(steps: Sequence[Step]) -> Finding | None:
    """L_upper lies so far above L_ICL that descending one need not descend the other."""
    gap, implicit = values(steps, "gap")[-GAPS:], values(steps, "implicit")[-GAPS:]
    if not len(gap) or np.median(gap) <= LOOSE * np.median(np.abs(implicit)):
        return None
    seen = (
        f"The bound is loose: L_upper lies {np.median(gap):.2g} nats above L_ICL, which is {np.median(implicit):.2g}."
    )
    maker = coder(steps)
    sampled = ", or set loss to 'sampled'" if maker is VGAE else ""
    return Finding(LOOSE_BOUND, seen, f"Raise tau, or train the {maker.name} longer so that sigma shrinks{sampled}.")


def healthy(steps: Sequence[Step]) -> Finding:
    if not steps or steps[-1].phase == START:
        return Finding(HEALTHY, "Nothing is trained yet.", "Press Play.")
    if not len(values(steps, "loss")):
        maker = coder(steps)
        seen = f"The {maker.name} is learning to rebuild the {maker.whole}; nothing looks wrong."
        return Finding(HEALTHY, seen, "Let it run.")
    rank, length = values(steps, "effective_rank"), values(steps, "z_norm")
    seen = f" The embeddings use {rank[-1]:.1f} directions and have mean length {length[-1]:.2g}." if len(rank) else ""
    return Finding(HEALTHY, "Nothing looks wrong." + seen, "Try another temperature tau and compare the two runs.")


def values(steps: Sequence[Step], metric: str) -> np.ndarray:
    """All that the steps report of a metric."""
    return np.array([step.metrics[metric] for step in steps if metric in step.metrics], np.float64)


def running_mean(y: np.ndarray, window: int = WINDOW) -> np.ndarray:
    """Means of every `window` values in a row; empty while there are fewer."""
    if len(y) < window:
        return np.zeros(0)
    return np.convolve(y, np.full(window, 1 / window), mode="valid")
