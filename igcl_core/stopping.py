"""Stopping inside a step: whoever trains may ask for it, and the long loops of a step look whether somebody has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_asked: ContextVar[Callable[[], bool] | None] = ContextVar("asked", default=None)


class Stopped(Exception):
    """The step under way was abandoned, as was asked for."""


@contextmanager
def stoppable(asked: Callable[[], bool] | None) -> Iterator[None]:
    """Within, `stop_if_asked` raises Stopped as soon as `asked()` is true. Others and other threads notice nothing."""
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def stop_if_asked() -> None:
    """A place at which a step may be abandoned: between two updates, two blocks of rows, two draws."""
    asked = _asked.get()
    if asked is not None and asked():
        raise Stopped
