"""Background: what a visitor's pages want computed beside them, by one thread, kept by what it was computed from."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

KEPT = 600


@dataclass(frozen=True)
class Want:
    """Something a page wants: `make` yields what there is so far; the last it yields is the answer."""

    key: Hashable
    make: Callable[[], Iterator[Any]]


def once(function: Callable[[], Any]) -> Callable[[], Iterator[Any]]:
    """A Want's `make` for what comes in one piece."""

    def make() -> Iterator[Any]:
        yield function()

    return make


class Background:
    """Works on the first want that has no answer. What is no longer wanted is dropped at its next yield."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()
        self._problems: dict[Hashable, str] = {}
        self._wants: dict[Hashable, Want] = {}
        self._now: tuple[Hashable, Any] | None = None
        self._thread: threading.Thread | None = None
        self._paused = False
        self._enough: Hashable | None = None
        self.finished = 0  # how many wants have got an answer or a problem so far

    def want(self, wants: Sequence[Want]) -> None:
        """All that is wanted from now on, the most urgent first."""
        with self._lock:
            self._wants = {each.key: each for each in wants}
            self._lock.notify_all()
            if self._next() is not None and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="background", daemon=True)
                self._thread.start()

    def answer(self, key: Hashable) -> Any:
        """The answer, or None if there is none yet."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def so_far(self, key: Hashable) -> Any:
        """What the work under way on this has yielded last, or None."""
        now = self._now
        return now[1] if now is not None and now[0] == key else None

    def problem(self, key: Hashable) -> str | None:
        """The sentence of what made this impossible."""
        return self._problems.get(key)

    @property
    def problems(self) -> list[str]:
        """What made impossible anything that is wanted now, each sentence once."""
        with self._lock:
            return list(dict.fromkeys(self._problems[key] for key in self._wants if key in self._problems))

    @property
    def busy(self) -> bool:
        """Whether anything wanted is still to come; a background that is paused is not busy."""
        with self._lock:
            return not self._paused and (self._now is not None or self._next() is not None)

    @property
    def paused(self) -> bool:
        return self._paused

    def pause(self) -> None:
        """Hold the work at its next yield."""
        with self._lock:
            self._paused = True

    def go_on(self) -> None:
        with self._lock:
            self._paused = False
            self._lock.notify_all()

    def enough(self) -> None:
        """Take what the work under way has yielded so far for its answer."""
        with self._lock:
            self._enough = None if self._now is None else self._now[0]
            self._paused = False
            self._lock.notify_all()

    def _next(self) -> Want | None:
        open_ = (want for key, want in self._wants.items() if key not in self._answers and key not in self._problems)
        return next(open_, None)

    def _work(self) -> None:
        while True:
            with self._lock:
                want = self._next()
                if want is None:
                    self._thread, self._now = None, None
                    return
                self._now = (want.key, None)
            try:
                self._finish(want)
            except Exception as problem:
                with self._lock:
                    self._problems[want.key] = str(problem) or type(problem).__name__
                    self.finished += 1

    def _finish(self, want: Want) -> None:
        """Run a want to its end, unless it is wanted no more."""
        result = None
        for result in want.make():
            with self._lock:
                self._now = (want.key, result)
                while self._paused and want.key in self._wants and self._enough != want.key:
                    self._lock.wait()
                if want.key not in self._wants:
                    return
                if self._enough == want.key:
                    break
        with self._lock:
            self._enough = None
            self._answers[want.key] = result
            self.finished += 1
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
