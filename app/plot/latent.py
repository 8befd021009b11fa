"""Latent: a place in latent space that the reader drags, and what a decoder makes of it, which follows in the browser.

The core has decoded every place of a grid beforehand, so the browser only shows its numbers and makes none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import streamlit as st

from app.plot.live_plot import packed
from app.plot.served_files import PROJECT, serve

ELEMENT = "latent"


@dataclass(frozen=True, eq=False)
class Latent:
    """Rows [count * count, numbers] by line of the grid, what each number is called and reaches from and to, the size
    of the picture they are, if they are one, and what lies in the plane: places in cells of the grid, a mark each."""

    rows: np.ndarray
    names: Sequence[str]
    reach: np.ndarray
    picture: tuple[int, int] | None
    places: np.ndarray
    marks: Sequence[Mapping[str, str]]
    axes: tuple[str, str]

    @property
    def count(self) -> int:
        """How many places a line of the grid has."""
        return round(len(self.rows) ** 0.5)


def draggable(shown: Latent, *, key: str, alt: str) -> None:
    """The plane with the place in it, and beside it the decoded picture or row."""
    serve()
    _mount()(key=key, data={"content": content(shown), "alt": alt})


def content(shown: Latent) -> str:
    """All that the browser needs, as JSON."""
    marks = [{"x": x, "y": y, **mark} for (x, y), mark in zip(shown.places.tolist(), shown.marks, strict=True)]
    about: dict[str, Any] = {"count": shown.count, "names": list(shown.names), "picture": shown.picture}
    about |= {"rows": shown.rows.astype(np.float32).ravel(), "reach": shown.reach.tolist(), "marks": marks}
    return json.dumps({**about, "axes": shown.axes}, default=packed, separators=(",", ":"))


@cache
def _mount() -> Callable[..., Any]:
    return st.components.v2.component(f"{PROJECT}.{ELEMENT}", js="latent.js", css="latent.css", isolate_styles=False)
