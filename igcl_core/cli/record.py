"""record: train a method to its end and keep what there is to see in a small file."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from igcl_core.cli.chosen_data import chosen_data
from igcl_core.cli.output import print_json
from igcl_core.cli.parser import add_command
from igcl_core.cli.progress import steps_of, watch
from igcl_core.cli.summary import headline
from igcl_core.cli.train import add_choices, chosen_settings
from igcl_core.errors import Diverged
from igcl_core.files.whole_file import check_can_write
from igcl_core.training.run import Run

EXAMPLES = """\
examples:
  python -m igcl_core record cora --set D=96 --set snapshot_every=24 --out assets/cora.igcl

A recording is a run file with its graph, with rounded snapshots and without weights: it opens as it is, also on
a machine that does not have the dataset. Places are rounded to about half the standard deviation of their array, widths
to half powers of two; the curves are exact. How many steps are kept is the setting snapshot_every.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "record", record, "Train, and keep what there is to see in a small file.", EXAMPLES)
    add_choices(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="the file to write")


def record(args: Namespace) -> None:
    data = chosen_data(args)
    settings = chosen_settings(args, data)
    check_can_write(args.out)
    run = Run(data, args.method, settings, args.threads)
    if args.json:
        list(steps_of(run))
    else:
        watch(run)
    if run.error:
        raise Diverged(run.error)
    run.record(args.out)
    if args.json:
        return print_json({"file": args.out, "steps": run.index, "kept": run.snapshots.steps})
    print(f"{headline(run)} Recorded {len(run.snapshots)} of its steps to {args.out!r}.")
