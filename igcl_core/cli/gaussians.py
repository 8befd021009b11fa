"""gaussians: how far the Gaussians of a saved run overlap, and what contrasting did to the embeddings."""

from __future__ import annotations

import math
from argparse import Namespace
from typing import Any

from igcl_core.analysis.gaussians.before import step_before_contrast
from igcl_core.analysis.gaussians.separation import Separation, separation
from igcl_core.analysis.gaussians.stages import stages
from igcl_core.analysis.gaussians.table import lines
from igcl_core.cli.output import print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.methods.implicit.contrasted import contrasted
from igcl_core.training.method import GAUSSIANS
from igcl_core.training.run import Run

EXAMPLES = """\
examples:
  python -m igcl_core train digits --out run.igcl
  python -m igcl_core gaussians run.igcl

z is compared twice: with the VGAE's Gaussians at the last snapshot before contrasting, which are those of an untrained
VGAE where warmup is 0, and with the Gaussians of its own step, in which the VGAE may have learned on (K above 0). One
column stands for both where the Gaussians have not moved.
Overlap is the Bhattacharyya coefficient, around the means (VGAE) or around z. Samples are counted whose inner product
with their own mean, or their own z, is the largest of all, as in the softmax of the loss; and those to which their own
is the nearest of all. Where all means, or all z, have one length the two are the same.
With --json every number has its value for the VGAE before (vgae), the untrained z, the VGAE now (vgae_now) and z now,
and its changes to now from vgae (change) and from vgae_now (change_now); shares of samples have a standard error se
besides. Shares are between 0 and 1.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "gaussians", gaussians, "Compare Gaussians and embeddings of a saved run.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a run saved by `train --out`")


def gaussians(args: Namespace) -> None:
    run = Run.open(args.file)
    if not run.method.shows(GAUSSIANS, run.settings):
        raise ValueError(f"{run.method.title} makes no Gaussians, so there is nothing to compare in {args.file!r}.")
    before, now = step_before_contrast(run.steps, run.snapshots), run.snapshots.steps[-1]
    wanted = stages(before, now, run.snapshots, run.settings)
    found = {stage: measured(run, stage.step, stage.place) for stage in wanted}
    first = found[wanted[0]]
    if args.json:
        about = {"file": args.file, "before": before, "now": now, "stages": [stage.title for stage in wanted]}
        about |= {"items": len(first.items), "total": first.total}
        return print_json({**about, "numbers": numbers(list(found.values()))}, indent=2)
    print(f"{run.method.title} on {run.name}; last snapshot before contrasting: step {before}, newest: step {now}")
    print(table(lines(found)))
    print(
        f"Among {len(first.items):,} of {first.total:,} {run.graphs.task}s, in the space in which the loss contrasts."
    )


def measured(run: Run, step: int, place: str) -> Separation:
    return separation(contrasted(run.arrays(step), run.settings), run.graphs.y, place=place)


def numbers(found: list[Separation]) -> dict[str, dict[str, dict[str, float]]]:
    """Every line of the table for machines: {number: {state or change: {"value": ..., "se": ...}}}."""
    vgae, untrained, *later, now = map(plain_numbers, found)
    states = {"vgae": vgae, "untrained": untrained, "vgae_now": later[0] if later else vgae, "now": now}
    return {
        name: {state: values[name] for state, values in states.items()}
        | {"change": change(vgae[name], now[name]), "change_now": change(states["vgae_now"][name], now[name])}
        for name in vgae
    }


def plain_numbers(state: Separation) -> dict[str, dict[str, float]]:
    """The numbers of one state in the order of the table; shares of samples come with their standard errors."""
    overlap, near = state.overlap, state.nearness
    values = {
        "overlap_within": overlap.within,
        "overlap_between": overlap.between,
        "within_over_between": overlap.contrast,
        "overlap_all": overlap.overall,
        "samples_own": state.attribution.accuracy,
        "samples_nearest": state.nearest.accuracy,
        "distance_own": float(near.own.mean()),
        "distance_other": float(near.other.mean()),
        "own_over_other": near.ratio,
        "own_mean_nearest": near.share,
    }
    found = {name: {"value": value} for name, value in values.items()}
    found["samples_own"]["se"], found["samples_nearest"]["se"] = state.attribution.error, state.nearest.error
    return found


def change(before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    """The difference, and the standard error of a difference of two estimates."""
    moved = {"value": now["value"] - before["value"]}
    return moved | {"se": math.hypot(before["se"], now["se"])} if "se" in now else moved
