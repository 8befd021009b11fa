"""Drawn: the maps that are on the screen, with everything the page, its files and its pictures say about them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from app.figures.coloring import Coloring
from app.figures.far import drawn_in, far_rows
from app.figures.panes import Pane, panes_figure
from app.pages.embeddings.choices import Choices
from app.pages.embeddings.colors import coloring
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.maps import film_frames, found_map
from app.pages.embeddings.studies import clusters_of, dense, prediction_of
from app.pages.embeddings.wanted import Shown
from app.plain_text import plain_in_chart
from app.plot.film import corners, within
from app.session.background import Background
from igcl_core.export import MapTable
from igcl_core.layout import PROJECTIONS, turn

HEIGHT = 520


@dataclass(frozen=True, eq=False)
class Drawn:
    """Where every item lies in each map (`layouts`) and in the settled maps of all steps (`films`), and its colour."""

    explored: Explored
    choices: Choices
    shown: Shown
    layouts: tuple[np.ndarray, ...]
    films: tuple[dict[int, np.ndarray], ...]
    paint: Coloring
    background: Background

    @property
    def step(self) -> int:
        return self.shown.step

    @property
    def where(self) -> str:
        """The title of the space that everything else on the page is about."""
        return self.shown.sheets[-1].space.title

    def figure(self) -> go.Figure:
        """The maps, each in a box that holds all its steps."""
        boxes = [corners(within(each)) for each in self.films] if all(self.films) else [None] * len(self.films)
        return self._figure(boxes)

    def picture(self) -> go.Figure:
        """The maps alone, under a title that says what they are."""
        method = PROJECTIONS[self.choices.layout.method].title
        title = f"{plain_in_chart(self.explored.name)}, step {self.step}, {method}"
        return self._figure([None] * len(self.layouts)).update_layout(title=title)

    def _figure(self, boxes: list) -> go.Figure:
        panes = []
        for sheet, xy, box in zip(self.shown.sheets, self.layouts, boxes, strict=True):
            far = far_rows(xy)
            panes.append(Pane(plain_in_chart(sheet.space.title), drawn_in(xy, far), box, far))
        return panes_figure(panes, self.paint, edges=self.explored.edges, item=self.explored.item, height=HEIGHT)

    def chart(self) -> MapTable:
        """The last map with its true space and all that is known of the items."""
        explored, z = self.explored, self.shown.z
        columns = known_columns(explored, self.step)
        said = prediction_of(self.background, explored, z)
        score = clusters_of(self.background, explored, z)
        if said is not None:
            columns |= {"predicted": np.array([explored.class_name(label) for label in said.label])}
            columns["confidence"] = said.confidence
        if score is not None:
            columns["cluster"] = np.array(score.details["assignment"])
        columns |= {f"own_{name}": values for name, values in self.choices.own.items()}
        return MapTable(np.arange(explored.items), self.layouts[-1], dense(z), columns)


def drawn_now(background: Background, explored: Explored, choices: Choices, shown: Shown) -> Drawn | None:
    """The maps as far as they are, the second turned to lie like the first; None before there is anything to show."""
    found = [found_map(background, sheet, shown.step) for sheet in shown.sheets]
    if None in found:
        return None
    layouts = [each.frame.xy for each in found]
    films = [film_frames(background, sheet) for sheet in shown.sheets]
    if len(layouts) == 2:
        turned = turn(layouts[1] - layouts[1].mean(axis=0), layouts[0] - layouts[0].mean(axis=0)).astype(np.float32)
        layouts[1] = layouts[1] @ turned
        films[1] = {at: xy @ turned for at, xy in films[1].items()}
    paint = coloring(choices.color, explored, shown.step, shown.z, background, choices.own)
    return Drawn(explored, choices, shown, tuple(layouts), tuple(films), paint, background)


def known_columns(explored: Explored, step: int) -> dict[str, np.ndarray]:
    """What is known of the items without any study."""
    columns, arrays = {}, explored.snapshots[step]
    if explored.texts:
        columns["text"] = np.array(explored.texts)
    if explored.y is not None:
        columns["class"] = np.array([explored.class_name(label) for label in explored.y])
    if explored.size is not None:
        name, sizes = explored.size
        columns[name] = sizes
    if explored.split is not None:
        columns["split"] = split_words(explored)
    if "sigma" in arrays:
        columns["mean_sigma"] = arrays["sigma"].mean(axis=1)
    return columns


def split_words(explored: Explored) -> np.ndarray:
    parts = np.full(explored.items, "none", object)
    for name in ("train", "val", "test"):
        parts[getattr(explored.split, name)] = name
    return parts
