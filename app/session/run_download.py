"""Run download: the file of a run as it is now, small enough to be opened here again where that can be."""

from __future__ import annotations

from dataclasses import dataclass

from app.session.live_run import LiveRun
from app.session.shelf import needs_graph
from app.session.visit import Visit, graph_size
from igcl_core import Run
from igcl_core.training import file_bytes

SMALL_GRAPH = 2_000_000
SHARE = 0.9  # of what may be dropped: beside arrays, a file has headers
COPIES = 2  # of a file, while it is made and fetched
ENDLESS, PATIENCE = 2**60, 60.0
BYTES_OF_STEP, BYTES_OF_KEPT = 400, 10_000  # the numbers of a step, and the names of all that is kept of it, about


@dataclass(frozen=True)
class Download:
    """About how many bytes a file will have, and how many of them its kept steps may take, if not all go in."""

    size: int
    room: int | None = None

    @property
    def thinned(self) -> bool:
        return self.room is not None


def download_of(live_run: LiveRun, limit: int | None = None) -> Download:
    """A file with all that a run keeps; with less where only less can be dropped here again."""
    view, most = live_run.view, ENDLESS if limit is None else int(SHARE * limit)
    graph = graph_size(view.graphs)
    beside = (graph if graph <= SMALL_GRAPH else 0) + BYTES_OF_STEP * len(view.steps)
    kept = live_run.held + BYTES_OF_KEPT * len(view.kept)
    whole, first_and_newest = kept + beside, 2 * kept // max(2, len(view.kept)) + beside
    return Download(most, most - beside) if first_and_newest <= most < whole else Download(whole)


def bytes_of(here: Visit, live_run: LiveRun, limit: int | None = None) -> bytes:
    """The file, if there is room to make it; asked of the run's worker, and written by whoever asks."""
    if not live_run.wait(PATIENCE) or live_run.view.step is None:
        raise ValueError(f"There is no run to take away: {live_run.view.error or 'it is still being built'}.")
    download = download_of(live_run, limit)
    here.memory.check(here, COPIES * download.size)
    run = live_run.ask(lambda run: run.still(size=download.room))
    return file_bytes(run, with_graph(run))


def with_graph(run: Run) -> bool:
    """Whether the data goes into the file: where it is somebody's own, cannot be had here, or is small."""
    return needs_graph(run) or graph_size(run.graphs) <= SMALL_GRAPH
