"""Errands: numbers that take longer than a page may, computed beside it and kept by what they were computed from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from threading import Lock
from typing import Any

KEPT = 200


class Errands:
    """One helper thread for all visitors, and the latest results. Nothing here touches Streamlit."""

    def __init__(self, kept: int = KEPT):
        self.kept = kept
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="igcl errand")
        self._futures: OrderedDict[Hashable, Future] = OrderedDict()
        self._asked: dict[Hashable, Hashable] = {}
        self._latest: dict[Hashable, Hashable] = {}
        self._lock = Lock()

    def ask(self, role: Hashable, key: Hashable, work: Callable[[], Any], patience: float = 0.0) -> Any | None:
        """The result of `work` for this key, waiting at most `patience` seconds; else the last one of the same role.

        A role is what a result is for, its key what it is computed from: while a run trains, the page shows the
        latest result of the role that is ready. None before the first. What `work` raises is raised here.
        A role has one errand under way at a time, so that they never queue up behind a fast run.
        """
        future = self._future(role, key, work)
        try:
            result = None if future is None else future.result(timeout=patience)
        except TooSlow:
            future = None
        if future is None:
            return self._last(role)
        with self._lock:
            self._latest[role] = key
        return result

    def ready(self, key: Hashable) -> bool:
        """Whether the result for this key is there."""
        with self._lock:
            return key in self._futures and self._futures[key].done()

    def _future(self, role: Hashable, key: Hashable, work: Callable[[], Any]) -> Future | None:
        with self._lock:
            if key not in self._futures:
                before = self._futures.get(self._asked.get(role))
                if before is not None and not before.done():
                    return None
                if before is not None:
                    self._latest[role] = self._asked[role]
                self._futures[key], self._asked[role] = self._pool.submit(work), key
            self._futures.move_to_end(key)
            while len(self._futures) > self.kept:
                self._futures.popitem(last=False)[1].cancel()
            return self._futures[key]

    def _last(self, role: Hashable) -> Any | None:
        with self._lock:
            future = self._futures.get(self._latest.get(role))
        return future.result() if future is not None and future.done() and not future.cancelled() else None
