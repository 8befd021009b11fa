"""Runnable: why a row of a table cannot be run on a dataset, in a sentence, known before anything is trained."""

from __future__ import annotations

from igcl_core.data import find_card, load
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.variants import VARIANTS
from igcl_core.training.method import KINDS
from igcl_core.training.preset import kinds_of
from igcl_core.training.registry import find_method


def why_not(row: str, dataset: str, kind: str = KINDS[0]) -> str | None:
    """What the method says of such data, or that its paper has no settings for it; None if it can be run."""
    if not VARIANTS[row].is_other:
        return None
    method, card = find_method(VARIANTS[row].method), find_card(dataset)
    if (refusal := method.refusal(card)) is not None:
        return refusal
    if kind in KINDS and kind not in kinds_of(card.name, method):
        return f"The paper of {method.title} has no settings for {card.called!r}."
    return None


def too_costly(job: Job) -> str | None:
    """Why a method may not take what it would need of this machine; the data is loaded for that."""
    if not VARIANTS[job.row].is_other:
        return None
    try:
        find_method(VARIANTS[job.row].method).check_cost(load(job.dataset), job.settings)
    except ValueError as problem:
        return str(problem)
    return None
