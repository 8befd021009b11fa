"""Live plot: a Plotly chart that keeps the reader's zoom, hidden traces and picked points while its data changes."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from plotly.utils import PlotlyJSONEncoder

from app.figures.chart import Chart
from app.plot.served_files import LIBRARY, NAME, SCRIPT, serve


@dataclass(frozen=True)
class Pickable:
    """Points can be picked: those that are, and what is told the new ones when the reader picks others.

    A point is known by the first value of its customdata, or by its index in a trace without customdata.
    """

    picked: tuple[int | float | str, ...]
    on_pick: Callable[[tuple[int | float | str, ...]], Any]


@dataclass(frozen=True)
class Film:
    """Frames (see film.py) through which the reader moves in the browser, and the step the page studies."""

    frames: str
    studied: int
    on_study: Callable[[], Any] = lambda: None


def live_plot(
    figure: go.Figure | Chart | str,
    *,
    key: str,
    alt: str,
    height: int = 320,
    picks: Pickable | None = None,
    frames: bool = False,
    film: Film | None = None,
    fill: float | None = None,
) -> None:
    """Draw the figure in place of the one before; with `picks`, a click or a lasso picks points, a double click none.

    The `payload` of a figure does as well, so that one which seldom changes need not be made again for every refresh.
    Axes without a `range` follow the data until the reader zooms. Another `layout.uirevision` starts the view afresh.
    With `frames` the figure has a slider through its frames, which moves in the browser; `frame_shown` tells where to.
    With `fill` it is as high as the window leaves but so many rem below it, and its texts grow with the page's.
    A `film` moves the points of the traces whose `meta["pane"]` it has, under a slider; see `studied`.
    """
    if not alt.strip():
        raise ValueError("A live plot needs a text that says what it shows: give it as alt.")
    data = {
        "figure": figure if isinstance(figure, str) else payload(figure),
        "height": height,
        "alt": alt,
        "select": picks is not None,
        "frames": frames,
        "library": LIBRARY,
        "fill": fill,
    }
    events = {"on_frame_change": lambda: None} if frames else {}
    if picks is not None:
        data |= {"picked": picks.picked, "heard": _said(key).get("number")}
        events["on_picked_change"] = lambda: picks.on_pick(tuple(_said(key).get("ids", ())))
    if film is not None:
        data |= {"film": film.frames, "studied": film.studied}
        events["on_step_change"] = film.on_study
    serve()
    _mount()(key=key, data=data, height=height, **events)


def _said(key: str) -> dict[str, Any]:
    """What the live plot of that key has said last of what is picked there: the ids, and a number to know it again."""
    said = (st.session_state.get(key) or {}).get("picked")
    return said if isinstance(said, dict) else {}


def frame_shown(key: str) -> str | None:
    """The name of the frame in which the reader left the live plot of that key; None where it shows the newest."""
    return (st.session_state.get(key) or {}).get("frame") or None


def studied(key: str) -> int | None:
    """The step at which the reader last pressed the film's button."""
    step = (st.session_state.get(key) or {}).get("step")
    return None if step is None else int(step)


def payload(figure: go.Figure | Chart) -> str:
    """The figure as JSON with arrays in base64, without the template: the page's theme takes its place."""
    if isinstance(figure, Chart):
        content = {"data": figure.data, "layout": {**figure.layout}}
        content["layout"].pop("template", None)
        return json.dumps(content, default=packed, separators=(",", ":"))
    content = figure.to_dict()
    content["layout"].pop("template", None)
    return json.dumps(content, cls=PlotlyJSONEncoder, separators=(",", ":"))


def packed(value: Any) -> Any:
    """An array as Plotly reads it without decimals: its bytes in base64; whole numbers in 32 bits."""
    if not isinstance(value, np.ndarray):
        return value.item()
    array = value.astype(np.int32) if value.dtype == np.int64 else value
    shape = {"shape": ",".join(map(str, array.shape))} if array.ndim > 1 else {}
    bytes_ = base64.b64encode(array.tobytes()).decode()
    return {"dtype": f"{array.dtype.kind}{array.dtype.itemsize}", "bdata": bytes_, **shape}


@cache
def _mount() -> Callable[..., Any]:
    """The element itself. Plotly needs the styles of the page, so they are not isolated."""
    return st.components.v2.component(NAME, js=SCRIPT.name, isolate_styles=False)
