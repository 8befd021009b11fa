"""The Gaussians of the nodes inside one graph: a snapshot of a graph-level run has only those of whole graphs."""

from __future__ import annotations

from igcl_core.data.one_graph import check_number
from igcl_core.threads import computing
from igcl_core.training.history import Arrays
from igcl_core.training.method import RECONSTRUCTION
from igcl_core.training.run import Run


def node_gaussians(run: Run, graph: int) -> Arrays:
    """mu and sigma of the nodes of one graph, as the run is now."""
    if not run.method.shows(RECONSTRUCTION, run.settings):
        raise ValueError(f"{run.method.title} with these settings has no Gaussians of nodes from which to rebuild.")
    check_number(run.graphs, graph)
    with computing(run.threads):
        mu, sigma = run.training.trainer.node_gaussians(graph)
    return {"mu": mu.numpy().copy(), "sigma": sigma.numpy().copy()}
