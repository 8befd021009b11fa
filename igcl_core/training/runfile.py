"""The file of a saved run: one zip of plain arrays and a JSON header. Nothing in it is ever executed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from importlib.metadata import version
from os import PathLike
from typing import Any, BinaryIO

import numpy as np

from igcl_core.data import DATASETS, Graphs, GraphsLike, as_graphs, loadable_name
from igcl_core.data.packed import texts_of
from igcl_core.errors import UnknownName, shown
from igcl_core.files.plain_npz import NotPlain, PlainNpz
from igcl_core.files.regular_file import named
from igcl_core.files.whole_file import write_whole
from igcl_core.training.history import Arrays
from igcl_core.training.recording import filled
from igcl_core.training.registry import METHODS
from igcl_core.training.run import Origin, Run
from igcl_core.training.runcheck import (
    Damaged,
    check_checkpoints,
    check_header,
    check_snapshots,
    check_state,
    declared_by_step,
    read_header,
)
from igcl_core.training.rungraph import graph_arrays, read_graph
from igcl_core.training.step import Step
from igcl_core.training.train import Training

FORMAT = 1


def write(run: Run, path: str | PathLike, with_graph: bool | None = None, private: bool = False) -> None:
    """Save in one piece, so that a crash leaves the old file whole; by default with a graph that has no other home."""
    arrays = _arrays(run, with_graph)
    write_whole(path, lambda file: np.savez(file, **arrays), private)


def file_bytes(run: Run, with_graph: bool | None = None) -> bytes:
    """The same file, for somebody who writes it elsewhere."""
    file = io.BytesIO()
    np.savez(file, **_arrays(run, with_graph))
    return file.getvalue()


def size_once_read(path: str | PathLike | BinaryIO) -> int:
    """Bytes that a saved run will take, as its file declares them: to be asked before it is opened."""
    try:
        with PlainNpz(path) as file:
            return sum(declared.nbytes for declared in file.declared.values())
    except NotPlain as problem:
        raise ValueError(f"{_called(path)} is not a saved run, or is damaged ({problem}).") from None


def _arrays(run: Run, with_graph: bool | None) -> dict[str, np.ndarray]:
    """All that the file of a run holds; a recording has no state but that of its seed."""
    with_graph = loadable_name(run.graphs) is None if with_graph is None else with_graph
    arrays = described(run, with_graph, run.recorded)
    kinds = {"snapshot": run.snapshots} | ({} if run.recorded else {"checkpoint": run.checkpoints})
    for kind, kept in kinds.items():
        arrays.update({f"{kind}/{index}/{name}": a for index in kept for name, a in kept[index].items()})
    return arrays


def described(run: Run, with_graph: bool, recorded: bool = False) -> dict[str, np.ndarray]:
    """All that a file holds of a run beside snapshots and checkpoints."""
    names = sorted({name for step in run.steps for name in step.metrics})
    metrics = np.array([[step.metrics.get(name, np.nan) for name in names] for step in run.steps], np.float64)
    header = _header(run, names, with_graph) | ({"recorded": True} if recorded else {})
    arrays = {"header": np.frombuffer(json.dumps(header).encode(), np.uint8), "metrics": metrics}
    return arrays | (graph_arrays(run.graphs) if with_graph else {})


def _header(run: Run, names: list[str], with_graph: bool) -> dict[str, Any]:
    origin = run.origin and {"parent": run.origin.parent, "step": run.origin.step, "changes": run.origin.changes}
    return {
        "format": FORMAT,
        "name": run.name,
        "dataset": loadable_name(run.graphs) or run.graphs.name,
        "fingerprint": run.graphs.fingerprint,
        "graph": texts_of(run.graphs) if with_graph else None,
        "method": run.method.name,
        "settings": run.settings.as_dict(),
        "threads": run.threads,
        "origin": origin,
        "error": run.error,
        "phases": [step.phase for step in run.steps],
        "total": run.total,
        "metrics": names,
        "versions": {package: version(package) for package in ("torch", "numpy", "scikit-learn")},
    }


def read(path: str | PathLike | BinaryIO, dataset: GraphsLike | None = None) -> Run:
    """The run in a file, ready to look at and to go on."""
    try:
        with PlainNpz(path) as file:
            return _run(file, path, dataset)
    except (NotPlain, Damaged) as problem:
        raise ValueError(f"{_called(path)} is not a saved run, or is damaged ({problem}).") from None


def _called(path: str | PathLike | BinaryIO) -> str:
    """The name of a file, be it on disk or already open."""
    return named(str(getattr(path, "name", "The file")) if hasattr(path, "read") else path)


def _run(file: PlainNpz, path: str | PathLike | BinaryIO, dataset: GraphsLike | None) -> Run:
    header = read_header(file)
    if header["format"] != FORMAT:
        raise ValueError(f"{_called(path)} has run format {header['format']}, but this version reads {FORMAT}.")
    check_header(header)
    graphs = _data(header, file, dataset)
    if header["method"] not in METHODS:
        raise UnknownName("method", header["method"], METHODS)
    run = object.__new__(Run)
    settings, threads = METHODS[header["method"]].settings().changed(**header["settings"]), header.get("threads", 1)
    run._start(Training(graphs, METHODS[header["method"]], settings, threads))
    run.name, run.error = header["name"], header.get("error")
    run.origin = Origin(**header["origin"]) if header.get("origin") else None
    run.steps = _steps(header, file)
    if header.get("recorded") is True:
        return _recorded(run, file)
    _fill(run, file)
    try:
        run._restore(run.training, run.index)
    except (ArithmeticError, RuntimeError) as problem:
        raise Damaged(f"it cannot go on from step {run.index}: {problem}") from None
    return run


def _data(header: dict[str, Any], file: PlainNpz, dataset: GraphsLike | None) -> Graphs:
    """The data that is given, or that the file holds, or that its name stands for; always the data it was made on."""
    name = header["dataset"]
    if dataset is None and header.get("graph"):
        return read_graph(file, header["graph"], header["fingerprint"])
    if dataset is None and name not in DATASETS:
        own = "data of its author's own: open it with dataset= that data"
        raise ValueError(f"The run was made on {shown(name)}, {own}.")
    graphs = as_graphs(name if dataset is None else dataset)
    if graphs.fingerprint != header["fingerprint"]:
        raise ValueError(
            f"The run was made on a different {name!r} than the one given here: pass the same data as dataset=."
        )
    return graphs


def _steps(header: dict[str, Any], file: PlainNpz) -> list[Step]:
    names, phases, total = header["metrics"], header["phases"], header["total"]
    declared = file.declared.get("metrics")
    if declared is None or declared.dtype != np.float64 or declared.shape != (len(phases), len(names)):
        raise Damaged(f"its metrics should be {len(phases)} rows of {len(names)} numbers")
    rows = ({n: float(v) for n, v in zip(names, row, strict=True) if not np.isnan(v)} for row in file["metrics"])
    return [Step(k, total, phase, row) for k, (phase, row) in enumerate(zip(phases, rows, strict=True))]


def _recorded(run: Run, file: PlainNpz) -> Run:
    """A recording is looked at as it is; its only state is that before the first step, which comes from the seed."""
    if not run.finished or run.error or run.origin:
        raise Damaged("it is a recording of a run that did not come to its end, or that began as a branch")
    found = declared_by_step(file, "snapshot", len(run.steps))
    check_snapshots(filled(found), run.graphs.num_items, run.training.trainer.widths, run.snapshots.budget)
    for step, arrays in filled({step: _snapshot(file, step, found[step]) for step in sorted(found)}).items():
        run.snapshots.put(step, arrays)
    run.checkpoints.put(0, run.training.trainer.state())
    run.recorded = True
    return run


def _fill(run: Run, file: PlainNpz) -> None:
    """Snapshots and checkpoints, read one by one after all their shapes have been found right."""
    state = run.training.trainer.state()
    snapshots, checkpoints = (declared_by_step(file, kind, len(run.steps)) for kind in ("snapshot", "checkpoint"))
    check_snapshots(snapshots, run.graphs.num_items, run.training.trainer.widths, run.snapshots.budget)
    check_checkpoints(checkpoints, state, run.index, run.checkpoints.budget)
    for step in sorted(snapshots):
        run.snapshots.put(step, _snapshot(file, step, snapshots[step]))
    for step in sorted(checkpoints):
        arrays = {name: file[f"checkpoint/{step}/{name}"] for name in state if name in checkpoints[step]}
        check_state(arrays, step)
        run.checkpoints.put(step, arrays)


def _snapshot(file: PlainNpz, step: int, names: Iterable[str]) -> Arrays:
    """The arrays of one kept step."""
    arrays = {name: file[f"snapshot/{step}/{name}"] for name in names}
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise Damaged(f"the snapshot of step {step} holds numbers that are not finite")
    return arrays
