"""train: a method on a dataset, step by step, into a file if one is named."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from igcl_core.cli.chosen_data import add_data, chosen_data
from igcl_core.cli.output import percent, print_json, table
from igcl_core.cli.pairs import pairs
from igcl_core.cli.parser import add_command
from igcl_core.cli.progress import steps_of, watch
from igcl_core.cli.summary import headline, scores
from igcl_core.data import Graphs
from igcl_core.errors import Diverged
from igcl_core.files.whole_file import check_can_write
from igcl_core.training.method import KINDS
from igcl_core.training.preset import preset
from igcl_core.training.run import Run
from igcl_core.training.settings import Settings

EXAMPLES = """\
examples:
  python -m igcl_core train karate
  python -m igcl_core train cora --tau 0.5 --epochs 100 --seed 0 --set K=2 --out run.igcl
  python -m igcl_core train mutag --preset paper --json
  python -m igcl_core train photo --set backbone=gat --set b=500
  python -m igcl_core train cora --out run.igcl --with-graph
  python -m igcl_core train edges.csv --nodes nodes.csv --read label=club --out run.igcl

What is not given comes from the preset of the dataset; `methods --settings` lists all there is to set.
Ctrl-C or SIGTERM stops; with --out what has been trained so far is saved.
"""
SHORTCUTS = {"tau": "temperature", "epochs": "contrasting epochs", "seed": "random seed", "lr": "learning rate"}


def register(commands: Any) -> None:
    parser = add_command(commands, "train", train, "Train a method on a dataset.", EXAMPLES)
    add_choices(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the run here, for `evaluate` and for later")
    parser.add_argument(
        "--with-graph", action="store_true", help="save the graph, too, for a machine that does not have the dataset"
    )


def add_choices(parser: ArgumentParser) -> None:
    """The options that say what is trained."""
    add_data(parser)
    parser.add_argument("--method", default="igcl", help="a name from `methods` (default: igcl)")
    parser.add_argument("--preset", default=KINDS[0], help=f"{' or '.join(KINDS)} (default: {KINDS[0]})")
    for name, help in SHORTCUTS.items():
        parser.add_argument(f"--{name}", metavar="N", help=help)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="any other setting; may be repeated"
    )
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="more than 1 may help a large graph on an idle machine"
    )


def train(args: Namespace) -> None:
    data = chosen_data(args)
    settings = chosen_settings(args, data)
    _check_out(args)
    run = Run(data, args.method, settings, args.threads)
    try:
        _print_steps(run) if args.json else watch(run)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Interrupted at step {run.index} of {run.total}.{_saved(args.out)}") from None
    finally:
        if args.out:
            run.save(args.out, args.with_graph or None)
    if run.error:
        raise Diverged(run.error + _saved(args.out))
    if not args.json:
        _print_summary(run, args.out)


def chosen_settings(args: Namespace, data: str | Graphs) -> Settings:
    """The preset of the data with the settings of the command line; names and values are checked here."""
    base = preset(data, args.method, args.preset)
    shortcuts = {name: getattr(args, name) for name in SHORTCUTS if getattr(args, name) is not None}
    return base.changed(**shortcuts, **pairs(args.set, "--set", shortcuts, ", as in --set K=2"))


def _check_out(args: Namespace) -> None:
    """Refuse a file that could not be written before the training, not after it."""
    if args.with_graph and not args.out:
        raise ValueError("--with-graph says what to save, but not where: give --out FILE, too.")
    if args.out:
        check_can_write(args.out)


def _saved(out: Path | None) -> str:
    return f" What there is was saved to {str(out)!r}." if out else ""


def _print_steps(run: Run) -> None:
    for step in steps_of(run):
        print_json({"index": step.index, "total": step.total, "phase": step.phase, "metrics": dict(step.metrics)})


def _print_summary(run: Run, out: Path | None) -> None:
    print(headline(run) + (f" Saved to {str(out)!r}." if out else ""))
    rows, protocol = scores(run)
    if rows:
        print(table([{"embedding": name, "probe accuracy": percent(value)} for name, value in rows.items()]))
        print(f"Test accuracy; {protocol}.")
