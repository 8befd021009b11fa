"""The matrix products inside a computation, recorded once and replayed alone."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode

PRODUCTS = ("aten::mm", "aten::addmm", "aten::bmm", "aten::sparse_sampled_addmm", "aten::_sparse_mm")


class _Recorder(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[Callable, tuple, dict]] = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function._schema.name in PRODUCTS:
            self.calls.append((function, args, kwargs))
        return function(*args, **kwargs)


def products_of(computation: Callable[[], object]) -> Callable[[], None]:
    """Run the computation once; what is returned repeats only its matrix products, on the same operands."""
    with _Recorder() as recorder:
        computation()

    def replay() -> None:
        with torch.no_grad():
            for function, args, kwargs in recorder.calls:
                function(*args, **kwargs)

    return replay
