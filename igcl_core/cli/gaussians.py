"""gaussians: how far the Gaussians of a saved run overlap, and what contrasting did to the embeddings."""

from __future__ import annotations

import math
from argparse import Namespace
from typing import Any

from igcl_core.cli.output import print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.contrasted import contrasted
from igcl_core.gaussians.before import step_before_contrast
from igcl_core.gaussians.separation import Separation, separation
from igcl_core.gaussians.table import lines
from igcl_core.run import Run

EXAMPLES = """\
examples:
  python -m igcl_core train digits --out run.igcl
  python -m igcl_core gaussians run.igcl

Overlap is the Bhattacharyya coefficient, around the means (VGAE alone) or around z. A sample is its own when its inner
product with its own mean, or its own z, is the largest of all. With --json every number has its value for the
VGAE alone, the untrained z and z now, and its change from the first to the last; the share of samples has a standard
error se besides. Shares are between 0 and 1.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "gaussians", gaussians, "Compare Gaussians and embeddings of a saved run.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a run saved by `train --out`")


def gaussians(args: Namespace) -> None:
    run = Run.open(args.file)
    before, now = step_before_contrast(run.steps, run.snapshots), run.snapshots.steps[-1]
    found = [measured(run, before, "mu"), measured(run, before, "z"), measured(run, now, "z")]
    count, total = len(found[0].items), found[0].total
    if args.json:
        about = {"file": args.file, "before": before, "now": now, "items": count, "total": total}
        return print_json({**about, "numbers": numbers(*found)}, indent=2)
    print(f"{run.method.title} on {run.name}; contrasting begins at step {before}, the newest snapshot is {now}")
    print(table(lines(*found, now)))
    print(f"Among {count:,} of {total:,} {run.graphs.task}s, in the space in which the loss contrasts.")


def measured(run: Run, step: int, place: str) -> Separation:
    return separation(contrasted(run.arrays(step), run.settings), run.graphs.y, place=place)


def numbers(vgae: Separation, untrained: Separation, now: Separation) -> dict[str, dict[str, dict[str, float]]]:
    """Every line of the table for machines: {number: {state or "change": {"value": ..., "se": ...}}}."""
    states = {"vgae": plain_numbers(vgae), "untrained": plain_numbers(untrained), "now": plain_numbers(now)}
    return {
        name: {state: found[name] for state, found in states.items()} | {"change": change(first, states["now"][name])}
        for name, first in states["vgae"].items()
    }


def plain_numbers(state: Separation) -> dict[str, dict[str, float]]:
    """The numbers of one state in the order of the table; the share of samples comes with its standard error."""
    overlap, own, near = state.overlap, state.attribution, state.nearness
    values = {
        "overlap_within": overlap.within,
        "overlap_between": overlap.between,
        "within_over_between": overlap.contrast,
        "overlap_all": overlap.overall,
        "samples_own": own.accuracy,
        "distance_own": float(near.own.mean()),
        "distance_other": float(near.other.mean()),
        "own_over_other": near.ratio,
        "own_mean_nearest": near.share,
    }
    found = {name: {"value": value} for name, value in values.items()}
    found["samples_own"]["se"] = own.error
    return found


def change(before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    """The difference, and the standard error of a difference of two estimates."""
    moved = {"value": now["value"] - before["value"]}
    return moved | {"se": math.hypot(before["se"], now["se"])} if "se" in now else moved
