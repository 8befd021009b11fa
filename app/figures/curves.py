"""Curves: numbers of a run over its steps, with other runs behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app.figures.rows import Look, Row, Runs, stacked


def curves(
    runs: Runs,
    metrics: Mapping[str, str] | Sequence[str],
    *,
    x: str = "step",
    log: bool = False,
    weight: float = 0.6,
    y_title: str = "",
    height: int = 260,
    forks: Sequence[int] = (),
) -> go.Figure:
    """One line per metric, raw behind smoothed. `runs`: (label, steps), the current run first.

    `metrics` are names, or names with legend texts; `forks` are steps at which the current run was branched.
    """
    return stacked(runs, [Row(metrics, y_title)], Look(x, log, weight), height, forks)
