"""Replay: the button above a picture that plays its frames, and the slider below it that goes through them."""

from __future__ import annotations

from collections.abc import Sequence

from app.figures.palette import BLUE, INK, faint
from app.figures.style import FONT_SIZE

FRAME_MS = 220
ABOVE = 46


def frame_slider(names: Sequence[str], active: int, prefix: str, redraw: bool = False, above: bool = False) -> dict:
    """A slider below or above the picture whose stops are frames, so that moving it asks nobody."""
    place = {"y": 1, "yanchor": "bottom", "pad": {"b": 30}} if above else {"y": 0, "yanchor": "top", "pad": {"t": 30}}
    go_there = {"mode": "immediate", "frame": {"duration": 0, "redraw": redraw}, "transition": {"duration": 0}}
    marks = [{"label": name, "value": name, "method": "animate", "args": [[name], go_there]} for name in names]
    return {
        "active": active, "steps": marks, "x": 0, "len": 1, **place,
        "font": {"size": FONT_SIZE}, "bordercolor": INK, "borderwidth": 1, "ticklen": 3,
        "bgcolor": faint(BLUE, 0.25), "activebgcolor": BLUE,
        "currentvalue": {"prefix": prefix, "font": {"size": FONT_SIZE + 3}, "xanchor": "left", "offset": 14},
    }  # fmt: skip


def replay_button() -> dict:
    """Play and stop, at the top of the picture."""
    motion = {"fromcurrent": False, "mode": "immediate", "frame": {"duration": FRAME_MS, "redraw": False},
              "transition": {"duration": FRAME_MS, "easing": "linear"}}  # fmt: skip
    stop = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}}
    buttons = [
        {"label": "▶ Replay the training", "method": "animate", "args": [None, motion]},
        {"label": "❚❚", "method": "animate", "args": [[None], stop]},
    ]
    return {
        "type": "buttons", "direction": "left", "buttons": buttons, "showactive": False, "x": 0, "xanchor": "left",
        "y": 1, "yanchor": "bottom", "pad": {"b": ABOVE - 14}, "font": {"size": FONT_SIZE + 4},
        "bgcolor": faint(BLUE, 0.3), "bordercolor": BLUE,
    }  # fmt: skip
