"""Lanes: the map of every method that races, turned like the first, with its name, its step and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from app.figures.palette import run_color
from app.figures.race import USES_LABELS, empty_map
from app.pages.picking import pickable
from app.pages.still import still
from app.pages.train.drawn_map import map_alt, map_of
from app.pages.train.side_by_side import class_legend
from app.plain_text import plain
from app.plot.live_plot import live_plot
from app.session.content_key import graphs_key
from app.session.live_run import View
from app.session.picture import SIGNS, Picture, turned
from app.session.visit import Visit
from igcl_core import METHODS, Method

FLOW = "race-lanes"
MAP_HEIGHT = 250
LINE = '<div style="white-space: nowrap; overflow: hidden; text-overflow: ellipsis">{}</div>'
HEAD = '<span style="color: {}">━</span> <b>{}</b>{}'
WAITS = {"": "not started", "loading": "loads and builds", "failed": "could not be built", "gone": "gone"}
TRAINS = "trains"
NO_CLASSES = "This graph has no classes: nothing to colour, and nothing for a probe to read."


class Lane(NamedTuple):
    """A method and what its run shows, None before there is one."""

    method: Method
    view: View | None = None


def lanes_style() -> str:
    """Four maps in a row, two or one, as far as the window is wide, for the style that all pages share."""
    lanes = f".st-key-{FLOW}"
    grid = f"{lanes} {{ display: grid; gap: 0.6rem; grid-template-columns: repeat(4, minmax(0, 1fr)); }}"
    items = f"{lanes} > * {{ width: auto !important; min-width: 0; }}"
    few = [f"{lanes}:not(:has(> :nth-child({n + 1}))) {{ grid-template-columns: repeat({n}, minmax(0, 1fr)); }}"
           for n in (3, 2, 1)]  # fmt: skip
    two = f"@media (max-width: 1200px) {{ {lanes} {{ grid-template-columns: repeat(2, minmax(0, 1fr)) !important; }} }}"
    one = f"@media (max-width: 640px) {{ {lanes} {{ grid-template-columns: minmax(0, 1fr) !important; }} }}"
    return "\n".join([grid, items, *few, two, one])


def lanes_of(here: Visit, methods: Sequence[str]) -> list[Lane]:
    """Those of the race there is; else those that are chosen, at rest."""
    if here.race.runs:
        return [Lane(METHODS[live_run.choice.method], live_run.view) for live_run in here.race.runs]
    return [Lane(METHODS[name]) for name in methods]


def draw_lanes(here: Visit, lanes: Sequence[Lane]) -> None:
    """All maps, then which colour is which class."""
    pictures = aligned([lane.view for lane in lanes])
    with st.container(key=FLOW):
        for number, (lane, shown) in enumerate(zip(lanes, pictures, strict=True)):
            with st.container(key=f"race-lane-{number}", gap=None):
                draw_lane(here, number, lane, shown)
    known = [lane.view.graphs for lane in lanes if lane.view is not None and lane.view.graphs is not None]
    with still("race-classes"):
        st.html(f"<small>{known and class_legend(known[0]) or ''}&nbsp;</small>")
        if known and known[0].y is None:
            st.caption(NO_CLASSES)


def aligned(views: Sequence[View | None]) -> list[Picture | None]:
    """The newest picture of each, all turned like the first there is."""
    pictures = [None if view is None else view.picture for view in views]
    first = next((shown for shown in pictures if shown is not None), None)
    return [shown if shown in (None, first) else turned(shown, first.plane) for shown in pictures]


def draw_lane(here: Visit, number: int, lane: Lane, shown: Picture | None) -> None:
    """Name, step, map and sentence of one method."""
    mark = f", {USES_LABELS}" if lane.method.supervised else ""
    name = HEAD.format(run_color(number), lane.method.title, mark)
    lines = [name, f"<small>{step_words(lane.view)}</small>", f"<small>{picture_words(shown)}</small>"]
    st.html("".join(map(LINE.format, lines)))
    about = {"key": f"race-map-{number}", "height": MAP_HEIGHT}
    if shown is None:
        words = WAITS.get(lane.view.status if lane.view else "", "")
        live_plot(empty_map(words, MAP_HEIGHT), alt=f"{lane.method.title}: no map yet", **about)
    else:
        graphs = lane.view.graphs
        picks = pickable(here, graphs_key(graphs), graphs.num_items)
        drawn = map_of(shown, graphs, MAP_HEIGHT, legend=False)
        live_plot(drawn, alt=f"{lane.method.title}: {map_alt(shown)}", picks=picks, **about)
    still(f"race-words-{number}", lines=3).caption(lane_words(lane))


def step_words(view: View | None) -> str:
    """Where the run is."""
    if view is None or view.step is None:
        return WAITS.get("" if view is None else view.status, "")
    words = phase_title(view) if view.status == "playing" else view.status
    return f"step {view.step.index:,} of {view.step.total:,} · {view.step.metrics['seconds']:.1f} s · {words}"


def phase_title(view: View) -> str:
    """What it is at, in a word: a phase that is called like its method says nothing more."""
    titles = {phase.name: phase.title for phase in view.method.phases}
    title = titles.get(view.step.phase, "")
    return TRAINS if not title or title in view.method.title else title


def picture_words(shown: Picture | None) -> str:
    """What the map is of, and how much of it."""
    if shown is None:
        return "&nbsp;"
    return f"PCA of {SIGNS[shown.array]} at step {shown.step:,}, {shown.plane.share:.0%} of the variance"


def lane_words(lane: Lane) -> str:
    """What the method does; of a run that could not go on, why."""
    if lane.view is not None and lane.view.error:
        return f":material/error: {plain(lane.view.error)}"
    return plain(first_sentence(lane.method.about))


def first_sentence(text: str) -> str:
    """The first sentence, and of that what stands before a semicolon: there is little room."""
    return text.split(". ")[0].split("; ")[0].rstrip(".") + "."
