"""How well the VGAE rebuilds the graph."""

from __future__ import annotations

from collections.abc import Sequence

from app.figures.chart import Chart
from app.figures.rows import Look, Panel, Runs, stacked


def reconstruction_figure(
    runs: Runs,
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    height: int = 220,
    forks: Sequence[int] = (),
) -> Chart:
    """Reconstruction loss over KL over edge AUC and average precision, each on a scale of its own."""
    rows = [
        Panel({"reconstruction": "Reconstruction loss, nats per pair"}, share=1.3, heading=True),
        Panel({"kl": "KL, nats per node"}, heading=True),
        Panel({"edge_auc": "Edge AUC", "edge_ap": "average precision"}, heading=True),
    ]
    return stacked(runs, rows, Look(x, log, weight), height, forks)
