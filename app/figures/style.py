"""Style: what all figures share, so that they sit on a light and on a dark page alike."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from app.figures.palette import CLEAR, GRID, INK

FONT_SIZE = 12
MARGIN = {"l": 42, "r": 10, "t": 22, "b": 34}
HOVER = {"bgcolor": "rgba(38, 39, 48, 0.94)", "font": {"color": "#FAFAFA", "size": FONT_SIZE}, "bordercolor": CLEAR}
AXIS = {"gridcolor": GRID, "zeroline": False, "ticks": "", "linecolor": GRID}
LEGEND = {
    "orientation": "h",
    "x": 0,
    "xanchor": "left",
    "y": 1,
    "yanchor": "bottom",
    "bgcolor": CLEAR,
    "font": {"size": FONT_SIZE},
    "tracegroupgap": 0,
}


# Colours of text for a page nobody knows; a page that knows its theme puts its own template here.
ANY_PAGE = go.layout.Template(layout={"font": {"color": INK}, "hoverlabel": HOVER})


def layout(height: int, **changes: Any) -> dict[str, Any]:
    """A compact layout: see-through, legend on top, the colours of text left to the template."""
    shared = {
        "template": ANY_PAGE,
        "height": height,
        "margin": MARGIN,
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"size": FONT_SIZE},
        "showlegend": True,
        "legend": LEGEND,
    }
    return {**shared, **changes}
