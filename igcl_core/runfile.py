"""The file of a saved run: one zip of plain arrays and a JSON header. Nothing in it is ever executed."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from igcl_core.data import DATASETS, Graphs, load
from igcl_core.errors import UnknownName
from igcl_core.kept import Kept
from igcl_core.methods import METHODS
from igcl_core.run import Origin, Run
from igcl_core.settings import Settings
from igcl_core.step import Step
from igcl_core.train import Training

FORMAT = 1


def write(run: Run, path: str | PathLike) -> None:
    """Save through a temporary file, so that a crash leaves the old file whole."""
    path = Path(path)
    names = sorted({name for step in run.steps for name in step.metrics})
    metrics = np.array([[step.metrics.get(name, np.nan) for name in names] for step in run.steps], np.float64)
    arrays = {"header": np.frombuffer(json.dumps(_header(run, names)).encode(), np.uint8), "metrics": metrics}
    for kind, kept in (("snapshot", run.snapshots), ("checkpoint", run.checkpoints)):
        arrays.update({f"{kind}/{index}/{name}": a for index in kept for name, a in kept[index].items()})
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with open(temporary, "wb") as file:
        np.savez(file, **arrays)
    os.replace(temporary, path)


def _header(run: Run, names: list[str]) -> dict[str, Any]:
    origin = run.origin and {"parent": run.origin.parent, "step": run.origin.step, "changes": run.origin.changes}
    return {
        "format": FORMAT,
        "name": run.name,
        "dataset": run.graphs.name,
        "fingerprint": fingerprint(run.graphs),
        "method": run.method.name,
        "settings": run.settings.as_dict(),
        "origin": origin,
        "error": run.error,
        "phases": [step.phase for step in run.steps],
        "total": run.total,
        "metrics": names,
        "versions": {package: version(package) for package in ("torch", "numpy", "scikit-learn")},
    }


def read(path: str | PathLike, dataset: Graphs | None = None) -> Run:
    """The run in a file, ready to look at and to go on."""
    header, arrays = _contents(path)
    graphs = _data(header, dataset)
    if header["method"] not in METHODS:
        raise UnknownName("method", header["method"], METHODS)
    run = object.__new__(Run)
    run._start(Training(graphs, METHODS[header["method"]], Settings().changed(**header["settings"])))
    run.name, run.error = header["name"], header["error"]
    run.origin = Origin(**header["origin"]) if header["origin"] else None
    run.steps = _steps(header, arrays["metrics"])
    _fill(run.snapshots, arrays, "snapshot")
    _fill(run.checkpoints, arrays, "checkpoint")
    run._restore(run.training, run.index)
    return run


def _contents(path: str | PathLike) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays["header"].tobytes())
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no file {os.fspath(path)!r}.") from None
    except (ValueError, KeyError, OSError, EOFError, AttributeError, zipfile.BadZipFile) as error:
        raise ValueError(f"{os.fspath(path)!r} is not a saved run, or is damaged ({error}).") from None
    if header.get("format") != FORMAT:
        raise ValueError(f"{os.fspath(path)!r} has run format {header.get('format')}, but this version reads {FORMAT}.")
    return header, arrays


def _data(header: dict[str, Any], dataset: Graphs | None) -> Graphs:
    name = header["dataset"]
    if dataset is None and name not in DATASETS:
        raise ValueError(f"The run was made on {name!r}, data of its author's own: open it with dataset=Graphs(...).")
    graphs = load(name) if dataset is None else dataset
    if fingerprint(graphs) != header["fingerprint"]:
        raise ValueError(
            f"The run was made on a different {name!r} than the one given here: pass the same data as dataset=."
        )
    return graphs


def _steps(header: dict[str, Any], metrics: np.ndarray) -> list[Step]:
    names, total = header["metrics"], header["total"]
    rows = ({n: float(v) for n, v in zip(names, row, strict=True) if not np.isnan(v)} for row in metrics)
    return [Step(k, total, phase, row) for k, (phase, row) in enumerate(zip(header["phases"], rows, strict=True))]


def _fill(kept: Kept, arrays: dict[str, np.ndarray], kind: str) -> None:
    by_step: dict[int, dict[str, np.ndarray]] = {}
    for key, array in arrays.items():
        if key.startswith(f"{kind}/"):
            _, index, name = key.split("/", 2)
            by_step.setdefault(int(index), {})[name] = array
    for index in sorted(by_step):
        kept.put(index, by_step[index])


def fingerprint(graphs: Graphs) -> str:
    """A hash of everything training depends on."""
    digest = hashlib.sha256()
    x = graphs.x
    parts = [x.indptr, x.indices, x.data] if sparse.issparse(x) else [x]
    for part in (*parts, graphs.edges, graphs.ptr):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()
