"""gaussians: how far the Gaussians of a saved run overlap, and what contrasting did to the embeddings."""

from __future__ import annotations

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
product with its own mean, or its own z, is the largest of all.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "gaussians", gaussians, "Compare Gaussians and embeddings of a saved run.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a run saved by `train --out`")


def gaussians(args: Namespace) -> None:
    run = Run.open(args.file)
    before, now = step_before_contrast(run.steps, run.snapshots), run.snapshots.steps[-1]
    found = [measured(run, before, "mu"), measured(run, before, "z"), measured(run, now, "z")]
    rows = lines(*found, now)
    if args.json:
        return print_json({"file": args.file, "before": before, "now": now, "numbers": rows}, indent=2)
    print(f"{run.method.title} on {run.name}; contrasting begins at step {before}, the newest snapshot is {now}")
    print(table(rows))
    count, total = len(found[0].items), found[0].total
    print(f"Among {count:,} of {total:,} {run.graphs.task}s, in the space in which the loss contrasts.")


def measured(run: Run, step: int, place: str) -> Separation:
    return separation(contrasted(run.arrays(step), run.settings), run.graphs.y, place=place)
