"""How many threads a computation uses: decided here for training, layouts and scores alike.

One, unless a run says otherwise. The operations of a step are small: on two idle cores a second thread gains up to a
third, on busy ones its waiting costs many times the step (`python -m igcl_core bench --only threads`). Sums are rounded
by how they are shared out, so the number of threads is part of a run, and is never taken from the machine.

Numbers below 1e-38 are taken for 0 meanwhile: processors compute with them many times slower.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

import torch
from threadpoolctl import LibController, OpenBLASController, ThreadpoolController

from igcl_core.errors import shown

MOST = 256
_INSIDE = threading.local()
_CHANGED = threading.Condition()


@dataclass
class _Blas:
    """The BLAS under numpy has one number for the whole process: how many compute, with what, and what was before."""

    computing: int = 0
    count: int = 0
    before: list[int] = field(default_factory=list)


_BLAS = _Blas()


def checked_threads(count: int) -> int:
    """The number itself, or a sentence."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise ValueError(f"The number of threads must be a whole number from 1 to {MOST}, but {shown(count)} came.")
    return count


def use_threads(count: int) -> None:
    """Set once at start by whoever owns the process and runs several trainings side by side."""
    torch.set_num_threads(checked_threads(count))
    with _CHANGED:
        _set_blas([count] * len(_libraries()))


@contextmanager
def computing(count: int = 1) -> Iterator[None]:
    """Compute with this many threads, and leave the process as it was. Inside another one, that one decides."""
    if getattr(_INSIDE, "now", False):
        yield
        return
    before, flushed = torch.get_num_threads(), _tiny_is_zero()
    _enter(count)
    _INSIDE.now = True
    torch.set_num_threads(count)
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(flushed)
        torch.set_num_threads(before)
        _INSIDE.now = False
        _leave()


def _tiny_is_zero() -> bool:
    """Whether this thread takes the smallest numbers for 0; torch sets it, but does not tell."""
    return sys.float_info.min / 2 == 0


def _enter(count: int) -> None:
    """Limit the BLAS; who wants another number than those who compute now waits until they are done."""
    with _CHANGED:
        _CHANGED.wait_for(lambda: _BLAS.computing == 0 or _BLAS.count == count)
        if _BLAS.computing == 0:
            _BLAS.count, _BLAS.before = count, [library.num_threads for library in _libraries()]
            _set_blas([count] * len(_BLAS.before))
        _BLAS.computing += 1


def _leave() -> None:
    with _CHANGED:
        _BLAS.computing -= 1
        if _BLAS.computing == 0:
            _set_blas(_BLAS.before)
            _CHANGED.notify_all()


def _set_blas(counts: list[int]) -> None:
    """threadpoolctl lets only the thread that came first set OpenBLAS; our lock already sees to that."""
    OpenBLASController.clear_controlling_thread(force=True)
    for library, count in zip(_libraries(), counts, strict=True):
        library.set_num_threads(count)
    OpenBLASController.clear_controlling_thread(force=True)


@cache
def _libraries() -> list[LibController]:
    """The BLAS libraries of this process; scipy brings one of its own."""
    import scipy.linalg  # noqa: F401

    return ThreadpoolController().select(user_api="blas").lib_controllers
