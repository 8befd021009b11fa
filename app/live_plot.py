"""Live plot: a Plotly chart that keeps the reader's zoom, hidden traces and picked points while its data changes."""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import plotly
import plotly.graph_objects as go
import streamlit as st
from plotly.utils import PlotlyJSONEncoder
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from app.figures.chart import Chart

PROJECT, ELEMENT = "igcl-lab", "live_plot"
NAME = f"{PROJECT}.{ELEMENT}"
SCRIPT = Path(__file__).with_suffix(".js")
LIBRARY = f"plotly-{plotly.__version__}.min.js"
TIMELINE = SCRIPT.with_name("timeline.js")
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
FILES = {SCRIPT.name: SCRIPT, TIMELINE.name: TIMELINE, LIBRARY: PLOTLY}
FOLDER = tempfile.TemporaryDirectory(prefix=f"{PROJECT}-", ignore_cleanup_errors=True)
LOCK = threading.Lock()


@dataclass(frozen=True)
class Selection:
    """What the reader picked: the first customdata value of each point, or its index in a trace without customdata."""

    ids: tuple[int | float | str, ...]


@dataclass(frozen=True)
class Film:
    """Frames (see app/film.py) through which the reader moves in the browser, and the step the page studies."""

    frames: str
    studied: int
    on_study: Callable[[], Any] = lambda: None


@dataclass(frozen=True)
class Put:
    """Points that the page picks itself; another number makes it happen again."""

    number: int = 0
    ids: tuple[int, ...] = ()


def live_plot(
    figure: go.Figure | Chart | str,
    *,
    key: str,
    alt: str,
    height: int = 320,
    select: bool = False,
    on_select: Callable[[], Any] | None = None,
    frames: bool = False,
    film: Film | None = None,
    put: Put | None = None,
) -> Selection | None:
    """Draw the figure in place of the one before; with `select`, a click or a lasso picks points, a double click none.

    The `payload` of a figure does as well, so that one which seldom changes need not be made again for every refresh.
    Axes without a `range` follow the data until the reader zooms. Another `layout.uirevision` starts the view afresh.
    With `frames` the figure has a slider through its frames, which moves in the browser; `frame_shown` tells where to.
    A `film` moves the points of the traces whose `meta["pane"]` it has, under a slider; see `studied`.
    """
    if not alt.strip():
        raise ValueError("A live plot needs a text that says what it shows: give it as alt.")
    before = picked(key) if select else None
    data = {
        "figure": figure if isinstance(figure, str) else payload(figure),
        "height": height,
        "alt": alt,
        "select": select,
        "frames": frames,
        "library": LIBRARY,
    }
    events = {"on_picked_change": on_select or (lambda: None)} if select else {}
    events |= {"on_frame_change": lambda: None} if frames else {}
    if film is not None:
        data |= {"film": film.frames, "studied": film.studied}
        events["on_step_change"] = film.on_study
    if put is not None:
        data["put"] = {"number": put.number, "ids": put.ids}
    _serve()
    _mount()(key=key, data={**data, "picked": before.ids if before else ()}, height=height, **events)
    return before


def picked(key: str) -> Selection | None:
    """What is picked in the live plot of that key, also in a callback or before the plot is drawn."""
    ids = (st.session_state.get(key) or {}).get("picked")
    return Selection(tuple(ids)) if ids else None


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
    return {"dtype": f"{array.dtype.kind}{array.dtype.itemsize}", "bdata": base64.b64encode(array.tobytes()).decode()}


def _serve() -> None:
    """Let this server hand out the script and the Plotly of the installed wheel, as files of a component."""
    folder, manager = Path(FOLDER.name).resolve(), get_bidi_component_manager()
    with LOCK:
        for name, source in FILES.items():
            if not (folder / name).exists():
                _copy(source, folder / name)
        if manager.get_component_asset_root(NAME) != folder:
            manifest = ComponentManifest(PROJECT, plotly.__version__, [ComponentConfig(ELEMENT, folder.name)])
            manager.register_from_manifest(manifest, folder.parent)


def _copy(source: Path, target: Path) -> None:
    """Copy so that no browser ever meets half a file."""
    target.parent.mkdir(exist_ok=True)
    part = target.with_suffix(".part")
    shutil.copyfile(source, part)
    part.replace(target)


@cache
def _mount() -> Callable[..., Any]:
    """The element itself. Plotly needs the styles of the page, so they are not isolated."""
    return st.components.v2.component(NAME, js=SCRIPT.name, isolate_styles=False)
