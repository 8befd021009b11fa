"""The end of a training in a few lines: how long, how good, compared with not training at all."""

from __future__ import annotations

from igcl_core.evaluate import linear_probe
from igcl_core.run import Run


def headline(run: Run) -> str:
    seconds = run.steps[-1].metrics["seconds"]
    return f"{run.method.title} on {run.name}: {run.index} steps in {seconds:.1f} s."


def scores(run: Run) -> tuple[dict[str, float], str]:
    """Probe accuracies by embedding with their protocol; none where the data has no split to probe on."""
    probed = [step for step in run.steps if "probe_test" in step.metrics]
    if not probed:
        return {}, ""
    best = max(probed, key=lambda step: step.metrics["probe_val"])
    mean = linear_probe(run.arrays()["mu"], run.graphs.y, run.graphs.split)
    rows = {
        "untrained (step 0)": probed[0].metrics["probe_test"],
        "VGAE alone (its mean)": mean.value,
        f"final (step {probed[-1].index})": probed[-1].metrics["probe_test"],
        f"best on validation (step {best.index})": best.metrics["probe_test"],
    }
    return rows, mean.protocol
