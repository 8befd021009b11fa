"""Rows: curves of the current run and of others, in panels that share one x axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.figures.chart import Chart
from app.figures.palette import CURVES, INK, run_color
from app.figures.phases import UNDER_TICKS, band_labels, band_shapes, bands, fork_shapes
from app.figures.series import X_TITLES, decimate, series, smooth
from app.figures.style import AXIS, MARGIN, layout
from app.plain_text import plain_in_chart
from igcl_core import METRICS, Step

Runs = Sequence[tuple[str, Sequence[Step]]]

AS_MEASURED = ("implicit", "gap", "probe_val", "probe_test", "probe_mu")
DASHES = ("solid", "dash", "dot", "dashdot")
FEW = 60
GAP, HEADING = 12, 18
MANY_TIMES = 50
TICK = 13  # px that the number at a tick needs
SWATCH = "━"


@dataclass(frozen=True)
class Panel:
    """One panel: its metrics (with or without legend texts), its share of the height, and a factor on the values.

    A row with a heading names its metrics and their latest values above the panel, and needs no legend.
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


def stacked(runs: Runs, rows: Sequence[Panel], look: Look, height: int, forks: Sequence[int] = ()) -> Chart:
    """A chart of rows from top to bottom; `runs` has the current run first."""
    traces = [list(row_traces(runs, row, axis_name(number), look)) for number, row in enumerate(rows)]
    together = [trace for of_row in traces for trace in of_row]
    steps = runs[0][1] if runs else ()
    found, domains = bands(steps, look.x), row_domains(rows, height)
    words = [*band_labels(found), *headings(steps, rows, domains), x_title(look), *nothing_yet(together)]
    axes = {"xaxis": {**AXIS, "anchor": axis_name(len(rows) - 1), "autorangeoptions": {"clipmin": 0}}}
    for number, row in enumerate(rows):
        room = (domains[number][1] - domains[number][0]) * inside(height)
        axis = y_axis(row, traces[number], look, int(room // TICK))
        axes[axis_name(number).replace("y", "yaxis")] = {**axis, "domain": domains[number]}
    return Chart(
        together,
        layout(
            height,
            hovermode="x unified",
            shapes=band_shapes(found) + fork_shapes(steps, forks, look.x),
            annotations=words,
            showlegend=not all(row.heading for row in rows),
            **axes,
        ),
    )


def row_traces(runs: Runs, row: Panel, axis: str, look: Look) -> Iterator[dict]:
    """Other runs first, so that the current one lies on top."""
    for number, (name, steps) in reversed(list(enumerate(runs))[1:]):
        for place, (metric, label) in enumerate(row.labels.items()):
            yield overlay(name, number - 1, steps, metric, label, place, row, axis, look)
    for metric, label in row.labels.items():
        if runs:
            yield from current(runs[0][1], metric, label, row, axis, look)


def current(steps: Sequence[Step], metric: str, label: str, row: Panel, axis: str, look: Look) -> Iterator[dict]:
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
    name: str,
    number: int,
    steps: Sequence[Step],
    metric: str,
    label: str,
    place: int,
    row: Panel,
    axis: str,
    look: Look,
) -> dict:
    """Another run, thin and in its own colour, which the page names; its dashes tell the metrics of a row apart."""
    x, y = series(steps, metric, look.x)
    y, _ = shown(y * row.scale, label, look)
    as_measured = metric in AS_MEASURED or look.weight == 0
    said = f"{plain_in_chart(name)}: {label}{'' if as_measured else ', smoothed'}"
    return {
        "type": "scatter",
        **points(x, y if as_measured else smooth(y, look.weight)),
        "yaxis": axis,
        "mode": "lines",
        "line": {"color": run_color(number), "width": 1.2, "dash": DASHES[place % len(DASHES)]},
        "name": plain_in_chart(name),
        "legendgroup": f"run {name}",
        "showlegend": False,
        "uid": f"{name} {metric}",
        "hovertemplate": f"%{{y:.4g}}<extra>{said}</extra>",
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


def axis_name(number: int) -> str:
    return "y" if number == 0 else f"y{number + 1}"


def row_domains(rows: Sequence[Panel], height: int) -> list[tuple[float, float]]:
    """Each row's part of the height, top row first, with room for headings between them."""
    gap = (HEADING if rows[0].heading else GAP) / inside(height)
    free = 1 - gap * (len(rows) - 1)
    sizes = np.array([row.share for row in rows]) / sum(row.share for row in rows) * free
    tops = 1 - np.concatenate([[0], np.cumsum(sizes[:-1] + gap)])
    return [(max(0.0, round(float(top - size), 9)), float(top)) for top, size in zip(tops, sizes, strict=True)]


def inside(height: int) -> int:
    """The height of all rows together, in px."""
    return max(height - MARGIN["t"] - MARGIN["b"], 40)


def x_title(look: Look) -> dict:
    """What the x axis counts, at the right under its ticks: the phases are named beside it."""
    place = {"x": 1, "xref": "paper", "xanchor": "right", "y": 0, "yref": "paper", "yanchor": "top"}
    return {**place, "text": X_TITLES[look.x], "yshift": UNDER_TICKS, "showarrow": False}


def nothing_yet(traces: Sequence[dict]) -> list[dict]:
    """A word in the middle of a figure that has no number to draw."""
    if any(len(trace["x"]) for trace in traces):
        return []
    return [{"text": "not measured yet", "x": 0.5, "xref": "paper", "y": 0.5, "yref": "paper", "showarrow": False}]


def headings(steps: Sequence[Step], rows: Sequence[Panel], domains: Sequence[tuple[float, float]]) -> list[dict]:
    """Above each row that asks for it: its metrics and their latest values, each after a dash in its colour."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "yref": "paper", "yanchor": "bottom"}
    return [
        {**place, "y": top, "text": "  ".join(words(steps, row)), "showarrow": False, "borderpad": 0}
        for row, (_, top) in zip(rows, domains, strict=True)
        if row.heading
    ]


def words(steps: Sequence[Step], row: Panel) -> Iterator[str]:
    """Each metric of a row with its latest value."""
    for metric, label in row.labels.items():
        _, y = series(steps, metric)
        value = f" <b>{y[-1] * row.scale:.3g}</b>" if len(y) else ""
        yield f'<span style="color: {CURVES.get(metric, INK)}">{SWATCH}</span> {label}{value}'


def y_axis(row: Panel, traces: Sequence[dict], look: Look, ticks: int) -> dict:
    """Linear with room for so many ticks, or logarithmic with one at 1, 2 and 5, or at every power of ten."""
    seen = np.concatenate([np.zeros(0), *(trace["y"] for trace in traces)])
    axis = {**AXIS, "title": {"text": row.y_title, "standoff": 2}, "showticklabels": len(seen) > 0}
    if not look.log:
        return {**axis, "nticks": min(max(ticks, 1), 5)}
    seen = seen[seen > 0]
    many = len(seen) > 0 and seen.max() > MANY_TIMES * seen.min()
    return {**axis, "type": "log", "dtick": 1 if many else "D2"}
