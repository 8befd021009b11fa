"""Kept runs: a run from a file takes its place among the others of a visit, be it dropped there or saved before."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from typing import Any, BinaryIO

from app.session.choice import Choice, choice_of
from app.session.live_run import LiveRun
from app.session.recipe import Recipe, Turn, recipe_of
from app.session.shelf import Kept
from app.session.visit import Visit
from igcl_core import Run
from igcl_core.training import RECOMMENDED, kinds_of, size_once_read

AT_ONCE_BYTES = 100_000_000  # of files that are opened at once when a visitor comes back; others wait on disk
MOVING_SECONDS, LOOK_SECONDS = 20.0, 0.02
BACK = (
    "Your runs are back from disk: this tab was away for a while, or the lab was started anew. They rest where they "
    "were last saved, the one shown at step {:,}. Play goes on from there."
)


def open_file(here: Visit, file: str | PathLike | BinaryIO, name: str) -> LiveRun:
    """Take in the run of a file from anywhere; whatever is wrong with it is the error of that run."""
    files = [file]
    return here.take_in(name, lambda live_run: opened(here, live_run, files.pop()))


def stored(here: Visit) -> list[Kept]:
    """The saved runs of a visit that are not in memory, the newest first."""
    here_now = {live_run.number for live_run in here.live_runs}
    saved = {} if here.shelf is None else dict(here.shelf.runs)
    return [saved[number] for number in sorted(saved, reverse=True) if number not in here_now]


def reopen(here: Visit, number: int) -> LiveRun | None:
    """Take in a run again that was moved to disk, once it is there; None where it is gone."""
    end = time.monotonic() + MOVING_SECONDS
    while number in here.shelf.moving and time.monotonic() < end:
        time.sleep(LOOK_SECONDS)
    kept = here.shelf.runs.get(number)
    if kept is None:
        return None
    path = here.shelf.path(number)
    return here.take_in(kept.name, lambda live_run: opened(here, live_run, path, kept), number)


def bring_back(here: Visit) -> LiveRun:
    """Take in the runs that were in memory when they were last saved, the one that was shown and what else is small."""
    shelf = here.shelf
    here.count = max(shelf.count, *shelf.runs)
    shown = shelf.shown if shelf.shown in shelf.runs else max(shelf.runs)
    room = AT_ONCE_BYTES - shelf.path(shown).stat().st_size
    for number in sorted((number for number in shelf.open if number in shelf.runs and number != shown), reverse=True):
        room -= shelf.path(number).stat().st_size
        if room >= 0:
            reopen(here, number)
    live_run = reopen(here, shown)
    here.live_runs.sort(key=lambda each: each.number)
    here.back = BACK.format(shelf.runs[shown].step)
    return live_run


def remove(here: Visit, number: int) -> None:
    """Delete a run, in memory and on disk, and show another."""
    for live_run in [each for each in here.live_runs if each.number == number]:
        here.dismiss(live_run)
    if here.shelf is not None:
        here.shelf.remove(number)


def opened(here: Visit, live_run: LiveRun, file: str | PathLike | BinaryIO, kept: Kept | None = None) -> Run:
    """The run in a file, if there is room for it, with what is to be chosen so that it goes on."""
    here.memory.check(here, size_once_read(file))
    run = Run.open(file)
    live_run.on_disk = -1 if hasattr(file, "read") else run.index
    data = replace(here.bring(run.graphs), method=run.method.name)
    here.make_room(live_run, run.method.bytes_of_run(run.graphs, run.settings))
    if run.recorded:
        live_run.recipe = recipe_of(run)
    else:
        live_run.recipe = past(data, run, kept)
        live_run.choice = choice_of(_of_kind(data, kept, run), run.settings)
    return run


def past(data: Choice, run: Run, kept: Kept | None) -> Recipe | None:
    """How a run came to be, as the list beside it says; else as it says itself, unless it is a branch."""
    if kept is None or kept.start is None:
        return None if run.origin is not None else Recipe(choice_of(data, run.settings))
    with suppress(ValueError, TypeError):  # a list that somebody changed
        start = choice_of(_of_kind(data, kept, run), _settings(run, kept.start))
        return Recipe(start, tuple(Turn(step, _checked(run, changes)) for step, changes in kept.turns))
    return None


def _of_kind(data: Choice, kept: Kept | None, run: Run) -> Choice:
    """The data with the preset that was chosen, if it still has it."""
    known = kept is not None and kept.kind in kinds_of(data.dataset, run.method)
    return replace(data, kind=kept.kind if known else RECOMMENDED)


def _settings(run: Run, start: Mapping[str, Any]) -> Any:
    return run.method.settings().changed(**start)


def _checked(run: Run, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes of settings, each found possible."""
    settings = _settings(run, run.settings.as_dict()).changed(**changes)
    return {name: getattr(settings, name) for name in changes}
