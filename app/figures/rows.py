"""Rows: curves of the current run and of others, in panels that share one x axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import CURVES, INK, run_color
from app.figures.phases import UNDER_TICKS, band_labels, band_shapes, bands, fork_shapes
from app.figures.series import X_TITLES, decimate, series, smooth
from app.figures.style import AXIS, LEGEND, MARGIN, layout
from igcl_core import METRICS, Step

Runs = Sequence[tuple[str, Sequence[Step]]]

AS_MEASURED = ("implicit", "gap", "probe_val", "probe_test", "probe_mu")
DASHES = ("solid", "dash", "dot", "dashdot")
FEW = 60
GAP, HEADING = 12, 17
MANY_TIMES = 50
SLIM = 0.3  # of the height: room for few ticks


@dataclass(frozen=True)
class Row:
    """One panel: its metrics (with or without legend texts), its share of the height, and a factor on the values.

    A row with a heading names its first metric and the latest value above the panel, and needs no legend.
    """

    metrics: Mapping[str, str] | Sequence[str]
    y_title: str = ""
    share: float = 1.0
    scale: float = 1.0
    heading: bool = False

    @property
    def labels(self) -> dict[str, str]:
        if isinstance(self.metrics, Mapping):
            return dict(self.metrics)
        return {metric: METRICS[metric].label for metric in self.metrics}


@dataclass(frozen=True)
class Look:
    """How lines are drawn: against what, on which scale, and how smooth."""

    x: str = "step"
    log: bool = False
    weight: float = 0.6


def stacked(runs: Runs, rows: Sequence[Row], look: Look, height: int, forks: Sequence[int] = ()) -> Chart:
    """A chart of rows from top to bottom; `runs` has the current run first."""
    traces = [list(row_traces(runs, row, axis_name(number), look)) for number, row in enumerate(rows)]
    together = [trace for of_row in traces for trace in of_row]
    name_each_run_once(together)
    steps = runs[0][1] if runs else ()
    found, domains = bands(steps, look.x), row_domains(rows, height)
    words = [*band_labels(found), *headings(steps, rows, domains), x_title(look), *nothing_yet(together)]
    axes = {"xaxis": {**AXIS, "anchor": axis_name(len(rows) - 1), "autorangeoptions": {"clipmin": 0}}}
    for number, row in enumerate(rows):
        axes[axis_name(number).replace("y", "yaxis")] = y_axis(row, traces[number], domains[number], look)
    return Chart(
        together,
        layout(
            height,
            hovermode="x unified",
            shapes=band_shapes(found) + fork_shapes(steps, forks, look.x),
            annotations=words,
            legend={**LEGEND, "x": 1, "xanchor": "right"} if rows[0].heading else LEGEND,
            **axes,
        ),
    )


def row_traces(runs: Runs, row: Row, axis: str, look: Look) -> Iterator[dict]:
    """Other runs first, so that the current one lies on top."""
    for number, (name, steps) in reversed(list(enumerate(runs))[1:]):
        for place, (metric, label) in enumerate(row.labels.items()):
            yield overlay(name, number - 1, steps, metric, label, place, row, axis, look)
    for metric, label in row.labels.items():
        if runs:
            yield from current(runs[0][1], metric, label, row, axis, look)


def current(steps: Sequence[Step], metric: str, label: str, row: Row, axis: str, look: Look) -> Iterator[dict]:
    """The numbers themselves, which the pointer reads, faint behind their smoothed line."""
    x, y = series(steps, metric, look.x)
    y, label = shown(y * row.scale, label, look)
    color = CURVES.get(metric, INK)
    about = {"type": "scatter", "yaxis": axis, "legendgroup": metric, "name": label}
    reads = {"hovertemplate": f"%{{y:.4g}}<extra>{label}</extra>"}
    named = not row.heading
    if metric in AS_MEASURED or look.weight == 0:
        mode = "lines+markers" if len(x) <= FEW and metric in AS_MEASURED else "lines"
        dots = {"mode": mode, "line": {"color": color, "width": 2}, "marker": {"size": 4, "color": color}}
        yield {**about, **points(x, y), **reads, **dots, "showlegend": named, "uid": metric}
        return
    raw = {"mode": "lines", "line": {"color": color, "width": 1}, "opacity": 0.35, "showlegend": False}
    yield {**about, **points(x, y), **reads, **raw, "uid": f"{metric} raw"}
    line = {"mode": "lines", "line": {"color": color, "width": 2}, "showlegend": named, "hoverinfo": "skip"}
    yield {**about, **points(x, smooth(y, look.weight)), **line, "uid": metric}


def overlay(
    name: str, number: int, steps: Sequence[Step], metric: str, label: str, place: int, row: Row, axis: str, look: Look
) -> dict:
    """Another run, thin and in its own colour; its dashes tell the metrics of a row apart."""
    x, y = series(steps, metric, look.x)
    y, _ = shown(y * row.scale, label, look)
    as_measured = metric in AS_MEASURED or look.weight == 0
    return {
        "type": "scatter",
        **points(x, y if as_measured else smooth(y, look.weight)),
        "yaxis": axis,
        "mode": "lines",
        "line": {"color": run_color(number), "width": 1.2, "dash": DASHES[place % len(DASHES)]},
        "name": name,
        "legendgroup": f"run {name}",
        "showlegend": True,
        "legendrank": 2000,
        "uid": f"{name} {metric}",
        "hovertemplate": f"%{{y:.4g}}<extra>{name}: {label}{'' if as_measured else ', smoothed'}</extra>",
    }


def shown(y: np.ndarray, label: str, look: Look) -> tuple[np.ndarray, str]:
    """On a log axis what is not positive cannot be drawn, and the legend says so."""
    if not look.log or not (y <= 0).any():
        return y, label
    return np.where(y > 0, y, np.nan), f"{label} (≤ 0 not shown)"


def points(x: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    """A thinned line in the few bytes a screen needs."""
    x, y = decimate(x, y)
    return {"x": x if x.dtype.kind == "i" else x.astype(np.float32), "y": y.astype(np.float32)}


def name_each_run_once(traces: list[dict]) -> None:
    """One legend entry for all lines of an overlaid run."""
    seen = set()
    for trace in traces:
        group = trace["legendgroup"]
        if group.startswith("run "):
            trace["showlegend"] = group not in seen
            seen.add(group)


def axis_name(number: int) -> str:
    return "y" if number == 0 else f"y{number + 1}"


def row_domains(rows: Sequence[Row], height: int) -> list[tuple[float, float]]:
    """Each row's part of the height, top row first, with room for headings between them."""
    inside = max(height - MARGIN["t"] - MARGIN["b"], 40)
    gap = (HEADING if rows[0].heading else GAP) / inside
    free = 1 - gap * (len(rows) - 1)
    sizes = np.array([row.share for row in rows]) / sum(row.share for row in rows) * free
    tops = 1 - np.concatenate([[0], np.cumsum(sizes[:-1] + gap)])
    return [(max(0.0, round(float(top - size), 9)), float(top)) for top, size in zip(tops, sizes, strict=True)]


def x_title(look: Look) -> dict:
    """What the x axis counts, at the right under its ticks: the phases are named beside it."""
    place = {"x": 1, "xref": "paper", "xanchor": "right", "y": 0, "yref": "paper", "yanchor": "top"}
    return {**place, "text": X_TITLES[look.x], "yshift": UNDER_TICKS, "showarrow": False}


def nothing_yet(traces: Sequence[dict]) -> list[dict]:
    """A word in the middle of a figure that has no number to draw."""
    if any(len(trace["x"]) for trace in traces):
        return []
    return [{"text": "not measured yet", "x": 0.5, "xref": "paper", "y": 0.5, "yref": "paper", "showarrow": False}]


def headings(steps: Sequence[Step], rows: Sequence[Row], domains: Sequence[tuple[float, float]]) -> list[dict]:
    """Above each row that asks for it: its metrics and their latest values, in the colours of the curves."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "yref": "paper", "yanchor": "bottom"}
    return [
        {**place, "y": top, "text": "  ".join(words(steps, row)), "showarrow": False, "borderpad": 0}
        for row, (_, top) in zip(rows, domains, strict=True)
        if row.heading
    ]


def words(steps: Sequence[Step], row: Row) -> Iterator[str]:
    """Each metric of a row with its latest value."""
    for metric, label in row.labels.items():
        _, y = series(steps, metric)
        value = f" <b>{y[-1] * row.scale:.3g}</b>" if len(y) else ""
        yield f'<span style="color: {CURVES.get(metric, INK)}">{label}{value}</span>'


def y_axis(row: Row, traces: Sequence[dict], domain: tuple[float, float], look: Look) -> dict:
    """Linear, or logarithmic with a tick at every 1, 2 and 5, or at every power of ten where there are many."""
    seen = np.concatenate([np.zeros(0), *(trace["y"] for trace in traces)])
    axis = {**AXIS, "domain": domain, "title": {"text": row.y_title, "standoff": 2}, "showticklabels": len(seen) > 0}
    if not look.log:
        return {**axis, "nticks": 3 if domain[1] - domain[0] < SLIM else 5}
    seen = seen[seen > 0]
    many = len(seen) > 0 and seen.max() > MANY_TIMES * seen.min()
    return {**axis, "type": "log", "dtick": 1 if many else "D2"}
