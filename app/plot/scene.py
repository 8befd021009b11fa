"""Scene: a live plot with one control, a question, and a formula whose numbers follow; all of it moves in the browser.

Python computes every frame beforehand with the core, so the browser only shows numbers and never makes any.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import streamlit as st

from app.figures.chart import Chart
from app.plot.live_plot import packed
from app.plot.served_files import LIBRARY, PROJECT, serve

ELEMENT = "scene"


@dataclass(frozen=True)
class Frame:
    """One position of the control: how it is called, what it changes in each trace, and the numbers that are shown."""

    value: str
    traces: Sequence[Mapping[str, Any]]
    numbers: Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """Asked before anything moves; then the control goes to frame `reveal`, and `because` says what happened."""

    text: str
    options: tuple[str, ...]
    right: int
    reveal: int
    because: str


@dataclass(frozen=True)
class Own:
    """Where to do the same with one's own run: a page, and the tab of it to open."""

    page: str
    words: str
    tab: str = ""


@dataclass(frozen=True, eq=False)
class Scene:
    """One idea: a sentence, a figure that answers one control, one number to read, a question, a formula.

    Texts are markup (see app/pages/learn/markup.py); `chart` is the figure at the first frame.
    """

    name: str
    title: str
    sentence: str
    control: str
    reading: str
    formula: tuple[str, ...]
    question: Question
    own: Own
    alt: str
    chart: Chart
    frames: tuple[Frame, ...]
    ends: tuple[str, str] = ("", "")
    notes: tuple[str, ...] = field(default=())

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is read, for whoever checks the words."""
        asked = self.question
        said = (self.title, self.sentence, self.control, self.reading, asked.text, asked.because, self.own.words)
        return (*said, *asked.options, *self.formula, *self.ends, *self.notes)


def film_of(scene: Scene) -> str:
    """The figure and its frames as JSON."""
    layout = {name: value for name, value in scene.chart.layout.items() if name != "template"}
    frames = [{"value": each.value, "traces": each.traces, "numbers": each.numbers} for each in scene.frames]
    content = {"data": scene.chart.data, "layout": layout, "frames": frames}
    return json.dumps(content, default=packed, separators=(",", ":"))


def show(data: Mapping[str, Any], on_go: Callable[[], Any]) -> Any:
    """Mount the lesson. Its triggers: `go`, the number of another scene, and `own`, a page to go to."""
    serve()
    return _mount()(key="learn", data={**data, "library": LIBRARY}, on_go_change=on_go, on_own_change=lambda: None)


@cache
def _mount() -> Callable[..., Any]:
    return st.components.v2.component(f"{PROJECT}.{ELEMENT}", js="scene.js", css="scene.css", isolate_styles=False)
