"""The end of a training in a few lines: how long, how good, compared with not training at all."""

from __future__ import annotations

from igcl_core.evaluate import linear_probe
from igcl_core.training.run import Run


def headline(run: Run) -> str:
    seconds = run.steps[-1].metrics["seconds"]
    return f"{run.method.title} on {run.name}: {run.index} steps in {seconds:.1f} s."


def scores(run: Run) -> tuple[dict[str, float], str]:
    """Probe accuracies by embedding with their protocol; none where the data has no split to probe on."""
    probed = [step for step in run.steps if "probe_test" in step.metrics]
    if not probed:
        return {}, ""
    best = run.method.best_probe(run.steps, run.settings)
    last, protocol = run.snapshots.steps[-1], linear_probe(run.arrays()["z"], run.graphs.y, run.graphs.split).protocol
    beside = {
        f"{each.title} (step {last})": linear_probe(run.arrays()[each.array], run.graphs.y, run.graphs.split).value
        for each in run.method.beside_with(run.settings)
    }
    rows = {
        "untrained (step 0)": probed[0].metrics["probe_test"],
        **beside,
        f"final (step {probed[-1].index})": probed[-1].metrics["probe_test"],
        "best on validation" + (f" (step {best.index})" if best else ""): best.metrics["probe_test"] if best else None,
    }
    return {name: value for name, value in rows.items() if value is not None}, protocol
