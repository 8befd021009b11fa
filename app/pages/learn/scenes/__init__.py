"""The eight scenes of the lesson, in their order; each file is one idea."""

from __future__ import annotations

from functools import cache

from app.pages.learn.scenes import bound, cloud, distrust, dots, graph, pull_push, temperature, vector
from app.plot.scene import Scene

MAKERS = (graph, vector, cloud, dots, pull_push, bound, temperature, distrust)
TITLES = tuple(maker.TITLE for maker in MAKERS)


@cache
def scene(number: int) -> Scene:
    """Scene 1 to 8, made once per process: nothing in it is a visitor's own."""
    return MAKERS[number - 1].scene()
