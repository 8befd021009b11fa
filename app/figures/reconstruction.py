"""How well the VGAE rebuilds the graph."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from app.figures.rows import Look, Row, Runs, stacked
from app.figures.series import series

CHANCE = 0.5


def reconstruction_figure(
    runs: Runs,
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    height: int = 220,
    forks: Sequence[int] = (),
) -> go.Figure:
    """Reconstruction loss over KL, each on a scale of its own."""
    rows = [
        Row({"reconstruction": "Reconstruction loss, nats per pair"}, share=1.3, heading=True),
        Row({"kl": "KL, nats per node"}, heading=True),
    ]
    return stacked(runs, rows, Look(x, log, weight), height, forks)


def edge_scores_figure(
    runs: Runs, *, x: str = "step", weight: float = 0.0, height: int = 180, forks: Sequence[int] = ()
) -> go.Figure:
    """Edge AUC and average precision from guessing, 0.5, to perfect, 1; the scale opens to 0 for what is worse."""
    metrics = {"edge_auc": "Edge AUC", "edge_ap": "average precision"}
    figure = stacked(runs, [Row(metrics)], Look(x, False, weight), height, forks)
    lowest = min((y.min() for _, steps in runs for name in metrics if len(y := series(steps, name)[1])), default=CHANCE)
    return figure.update_yaxes(range=[CHANCE if lowest >= CHANCE else 0, 1.005])
