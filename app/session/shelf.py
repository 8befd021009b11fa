"""Shelf: the saved runs of one visit, in a folder to which only its key leads, with a list of what is in it."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.session.runs_folder import ENDING, LIST, RunsFolder
from igcl_core import DATASETS, Run
from igcl_core.data import loadable_name
from igcl_core.files import read_regular, write_whole
from igcl_core.training import RECOMMENDED

if TYPE_CHECKING:
    from app.session.live_run import LiveRun

FORMAT, LONGEST_LIST = 1, 10_000_000


@dataclass(frozen=True)
class Kept:
    """What is to be known of a saved run beside its file: how it is called, and how it came to be.

    `start` are the settings it began with, `turns` the steps at which it turned to others; without a start its past is
    not known.
    """

    number: int
    name: str
    step: int
    total: int
    kind: str = RECOMMENDED
    start: Mapping[str, Any] | None = None
    turns: tuple[tuple[int, Mapping[str, Any]], ...] = ()


class Shelf:
    """What was put there can be had again, by whoever has the key, until it is removed or the folder is too full.

    `shown` is the run that the pages showed last, `open` those that were in memory then, `count` how many runs the
    visit has had. `moving` are on their way from memory to here; `problem` says why nothing can be put here now.
    """

    def __init__(self, folder: RunsFolder, key: str):
        self.folder, self.place = folder, folder.of(key)
        self.runs: dict[int, Kept] = {}
        self.removed: set[int] = set()
        self.moving: set[int] = set()
        self.shown, self.open, self.count = 0, (), 0
        self.problem = ""
        self._written: dict[str, Any] = {}
        self._lock = threading.RLock()

    def path(self, number: int) -> Path:
        return self.place / f"{number}{ENDING}"

    def put(self, kept: Kept, run: Run) -> None:
        """Save a run, unless it was removed meanwhile; an OSError says why that cannot be."""
        with self._lock:
            if kept.number in self.removed:
                return
            self.folder.make(self.place)
            self.folder.check_room(self.place, self.path(kept.number), run.snapshots.nbytes + run.checkpoints.nbytes)
            run.save(self.path(kept.number), needs_graph(run), private=True)
            self.runs[kept.number] = kept
            self._write()

    def expect(self, kept: Kept) -> None:
        """A run is about to be put here from memory."""
        with self._lock:
            self.moving.add(kept.number)
            self.runs.setdefault(kept.number, kept)

    def arrived(self, number: int) -> None:
        """It is here now, or could not be saved."""
        with self._lock:
            self.moving.discard(number)
            if not self.path(number).is_file():
                self.runs.pop(number, None)

    def note(self, shown: int, open_: tuple[int, ...], count: int, names: Mapping[int, str]) -> None:
        """Take down what the visit looks like now, where it has saved anything."""
        with self._lock:
            self.shown, self.open, self.count = shown, open_, count
            for number, name in names.items():
                if number in self.runs and self.runs[number].name != name:
                    self.runs[number] = replace(self.runs[number], name=name)
            if self.runs:
                self._write()

    def remove(self, number: int) -> None:
        """Delete a run for good."""
        with self._lock:
            self.removed.add(number)
            self.runs.pop(number, None)
            self.path(number).unlink(missing_ok=True)
            if self._written:
                self._write()

    def _write(self) -> None:
        """The list of what is here, if it is another one than the last."""
        about = {"format": FORMAT, "shown": self.shown, "open": list(self.open), "count": self.count}
        about["runs"] = [asdict(kept) for kept in self.runs.values()]
        if about != self._written or not (self.place / LIST).exists():
            write_whole(self.place / LIST, lambda file: file.write(json.dumps(about).encode()), private=True)
            self._written = about

    @classmethod
    def found(cls, folder: RunsFolder, key: str) -> Shelf | None:
        """The shelf of this key, with the runs that are still on it; None where nothing was saved."""
        shelf = cls(folder, key)
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            about = json.loads(read_regular(shelf.place / LIST, LONGEST_LIST))
            kept = [read_kept(entry) for entry in about["runs"]]
            shelf.runs = {each.number: each for each in kept if shelf.path(each.number).is_file()}
            shelf.shown, shelf.open, shelf.count = int(about["shown"]), tuple(about["open"]), int(about["count"])
        return shelf if shelf.runs else None


def read_kept(entry: Mapping[str, Any]) -> Kept:
    """What a line of the list says, of the kinds it should be."""
    turns = tuple((int(step), dict(changes)) for step, changes in entry["turns"])
    start = None if entry["start"] is None else dict(entry["start"])
    numbers = (int(entry["number"]), str(entry["name"]), int(entry["step"]), int(entry["total"]))
    return Kept(*numbers, str(entry["kind"]), start, turns)


def kept_of(live_run: LiveRun, run: Run) -> Kept:
    """What is to be known of a run as it is now; turns that it has yet to take are not in its past."""
    name = live_run.name.removeprefix(f"{live_run.number} · ")
    about = (live_run.number, name, run.index, run.total)
    recipe = live_run.recipe
    if recipe is None:
        return Kept(*about, RECOMMENDED if live_run.choice is None else live_run.choice.kind)
    turns = tuple((turn.step, dict(turn.changes)) for turn in recipe.until(run.index).turns)
    return Kept(*about, recipe.start.kind, recipe.start.settings.as_dict(), turns)


def needs_graph(run: Run) -> bool:
    """Whether the data of a run must go into its file, for it cannot be had otherwise on this machine."""
    name = loadable_name(run.graphs)
    return name is None or not DATASETS[name].available()
