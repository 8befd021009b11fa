"""Chart: traces and layout as Plotly takes them, not checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go


@dataclass
class Chart:
    """A figure that is drawn several times a second: plotly's checks would take longer than all the rest.

    Tests check `figure` instead; anything else that wants a plotly Figure takes that, too.
    """

    data: list[dict[str, Any]]
    layout: dict[str, Any]

    @property
    def figure(self) -> go.Figure:
        return go.Figure(self.data, self.layout)
