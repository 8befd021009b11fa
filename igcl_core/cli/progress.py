"""Progress: the steps of a run as they come, with a bar on stderr for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tqdm import tqdm

from igcl_core.training.run import Run
from igcl_core.training.step import Step

SHOWN = {"loss": "loss", "upper": "L_upper", "edge_auc": "edge AUC", "probe_test": "probe", "effective_rank": "rank"}


def steps_of(run: Run) -> Iterator[Step]:
    """The steps the run has, then those it still takes, until it is done or diverges."""
    yield from list(run.steps)
    while not run.finished and not run.error:
        yield from run.advance()


def watch(run: Run) -> None:
    """Train to the end under a progress bar that shows the latest of each number."""
    latest: dict[str, str] = {}
    with tqdm(total=run.total, unit="step", file=sys.stderr, mininterval=0.2) as bar:
        for step in steps_of(run):
            latest |= _brief(step)
            bar.set_description(step.phase, refresh=False)
            bar.set_postfix(latest, refresh=False)
            bar.update(step.index - bar.n)


def _brief(step: Step) -> dict[str, str]:
    shown = {label: f"{step.metrics[name]:.3f}" for name, label in SHOWN.items() if name in step.metrics}
    if step.metrics.get("loss") == step.metrics.get("upper"):
        shown.pop("loss", None)
    return shown
