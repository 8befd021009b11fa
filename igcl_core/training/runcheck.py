"""What a file must be to count as a saved run: asked of its header and of the shapes it declares, before it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from igcl_core.errors import shown
from igcl_core.files.plain_npz import Declared, PlainNpz
from igcl_core.training.history import Arrays

LONGEST_HEADER = 50_000_000
LONGEST_REPLAY = 10  # steps between two checkpoints, in every version so far
KINDS = {"name": str, "dataset": str, "fingerprint": str, "method": str, "settings": dict, "phases": list}
KINDS |= {"metrics": list, "total": int}
WATCHED, OPTIONAL = ("watched", "watched_names"), ("plateau",)

ByStep = dict[int, dict[str, Declared]]


class Damaged(ValueError):
    """A file that is no saved run, with the reason in brackets of a sentence."""


def read_header(file: PlainNpz) -> dict[str, Any]:
    """The JSON header, of whatever format."""
    declared = file.declared.get("header")
    if declared is None or declared.dtype != np.uint8 or declared.nbytes > LONGEST_HEADER:
        raise Damaged("it has no header")
    try:
        header = json.loads(file["header"].tobytes())
    except (ValueError, RecursionError) as problem:
        raise Damaged(f"its header is no JSON: {problem}") from None
    if not isinstance(header, dict) or type(header.get("format")) is not int:
        raise Damaged("its header has no format")
    return header


def check_header(header: Mapping[str, Any]) -> None:
    """Every field of the kind it should be, and possible beside the others."""
    for field, kind in KINDS.items():
        if type(header.get(field)) is not kind:
            raise Damaged(f"its {field} should be of type {kind.__name__}, but is {shown(header.get(field))}")
    for field in ("phases", "metrics"):
        if not all(type(name) is str for name in header[field]):
            raise Damaged(f"its {field} are not all text")
    if not header["phases"] or len(set(header["metrics"])) < len(header["metrics"]):
        raise Damaged("it has no step, or a metric twice")
    if not len(header["phases"]) - 1 <= header["total"] < 2**53:
        raise Damaged(f"it has {len(header['phases'])} steps of {shown(header['total'])}")
    if type(header.get("error")) not in (str, type(None)):
        raise Damaged("its error is no sentence")
    if type(header.get("graph")) not in (dict, type(None)):
        raise Damaged(f"what it says of its graph should be of type dict, but is {shown(header['graph'])}")
    _check_origin(header.get("origin"), len(header["phases"]))


def _check_origin(origin: Any, steps: int) -> None:
    """None, or where a branch left its parent and what it changed there."""
    if origin is None:
        return
    kinds = {"parent": str, "step": int, "changes": dict}
    if type(origin) is not dict or {name: type(value) for name, value in origin.items()} != kinds:
        raise Damaged("its origin is no step of another run")
    if not 0 <= origin["step"] < steps:
        raise Damaged(f"its origin is step {shown(origin['step'])}, which it does not have")


def declared_by_step(file: PlainNpz, kind: str, steps: int) -> ByStep:
    """What is declared under `kind/step/name`, by step; the first step of all must be there."""
    found: ByStep = {}
    for key, declared in file.declared.items():
        if key.startswith(f"{kind}/"):
            _, step, name = (key.split("/", 2) + ["", ""])[:3]
            if not step.isascii() or not step.isdigit() or len(step) > 12 or str(int(step)) != step:
                raise Damaged(f"it has a {kind} of step {shown(step)}")
            if int(step) >= steps:
                raise Damaged(f"it has a {kind} of step {step}, but only {steps} steps")
            found.setdefault(int(step), {})[name] = declared
    if 0 not in found:
        raise Damaged(f"it has no {kind} of step 0")
    return found


def check_snapshots(found: ByStep, items: int, widths: Mapping[str, int], budget: int) -> None:
    """Float32, one row per item, as wide as the method makes each array, and no more than a run keeps."""
    for step, arrays in found.items():
        for name, declared in arrays.items():
            if declared.dtype != np.float32 or declared.shape != (items, widths.get(name, -1)):
                right = f"{items} rows of {widths[name]}" if name in widths else "no place there"
                raise Damaged(f"{name} of step {step} should have {right}, but its shape is {declared.shape}")
        if "z" not in arrays:
            raise Damaged(f"the snapshot of step {step} has no z")
    _check_budget(found, budget)


def check_checkpoints(found: ByStep, state: Arrays, last: int, budget: int) -> None:
    """The arrays of a trainer's state with their shapes, the newest near enough to the last step."""
    for step, arrays in found.items():
        for name, wanted in state.items():
            came = arrays.get(name)
            if came is None and name in OPTIONAL:
                continue
            if came is None or not _fits(name, came, wanted):
                said = "missing" if came is None else f"{came.dtype} of shape {came.shape}"
                raise Damaged(f"{name} of step {step} should be {wanted.dtype} of shape {wanted.shape}, but is {said}")
    if last - max(found) > LONGEST_REPLAY:
        raise Damaged(f"its last step is {last}, but its newest checkpoint that of step {max(found)}")
    _check_budget(found, budget)


def _fits(name: str, came: Declared, wanted: np.ndarray) -> bool:
    if name in WATCHED:
        return came.dtype.kind == wanted.dtype.kind and len(came.shape) == 1 and came.nbytes < 100_000
    return came.dtype == wanted.dtype and came.shape == wanted.shape


def _check_budget(found: ByStep, budget: int) -> None:
    """No more than a run keeps: its first and its newest, or as many as the budget holds."""
    size = sum(declared.nbytes for arrays in found.values() for declared in arrays.values())
    if len(found) > 2 and size > budget:
        raise Damaged(f"it would take {size:,} bytes, where a run keeps {budget:,}")


def check_state(state: Arrays, step: int) -> None:
    """The values that could not be told from the shapes."""
    numbers = (value for value in state.values() if value.dtype == np.float32)
    counts = [int(value) for name, value in state.items() if name.endswith(".steps")]
    right = int(state["index"]) == step and np.isfinite(state["seconds"]) and all(0 <= n < 2**53 for n in counts)
    if not right or len(state["watched"]) != len(state["watched_names"]) or not all(map(_finite, numbers)):
        raise Damaged(f"the checkpoint of step {step} holds impossible numbers")


def _finite(array: np.ndarray) -> bool:
    return bool(np.isfinite(array).all())
