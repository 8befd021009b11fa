"""train: a method on a dataset, step by step, into a file if one is named."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from igcl_core.cli.output import percent, print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.cli.progress import steps_of, watch
from igcl_core.cli.summary import headline, scores
from igcl_core.errors import Diverged
from igcl_core.presets import KINDS, preset
from igcl_core.run import Run
from igcl_core.settings import Settings

EXAMPLES = """\
examples:
  python -m igcl_core train karate
  python -m igcl_core train cora --tau 0.5 --epochs 100 --seed 0 --set K=2 --out run.igcl
  python -m igcl_core train mutag --preset paper --json
  python -m igcl_core train photo --set backbone=gat --set b=500

What is not given comes from the preset of the dataset; `methods --settings` lists all there is to set.
Ctrl-C stops; with --out what has been trained so far is saved.
"""
SHORTCUTS = {"tau": "temperature", "epochs": "contrasting epochs", "seed": "random seed", "lr": "learning rate"}


def register(commands: Any) -> None:
    parser = add_command(commands, "train", train, "Train a method on a dataset.", EXAMPLES)
    parser.add_argument("dataset", metavar="DATASET", help="a name from `datasets`")
    parser.add_argument("--method", default="igcl", help="a name from `methods` (default: igcl)")
    parser.add_argument("--preset", default=KINDS[0], help=f"{' or '.join(KINDS)} (default: {KINDS[0]})")
    for name, help in SHORTCUTS.items():
        parser.add_argument(f"--{name}", metavar="N", help=help)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="any other setting; may be repeated"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the run here, for `evaluate` and for later")


def train(args: Namespace) -> None:
    settings = chosen_settings(args)
    _check_out(args.out)
    run = Run(args.dataset, args.method, settings)
    try:
        _print_steps(run) if args.json else watch(run)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Interrupted at step {run.index} of {run.total}.{_saved(args.out)}") from None
    finally:
        if args.out:
            run.save(args.out)
    if run.error:
        raise Diverged(run.error + _saved(args.out))
    if not args.json:
        _print_summary(run, args.out)


def chosen_settings(args: Namespace) -> Settings:
    """The preset of the dataset with the settings of the command line; names and values are checked here."""
    base = preset(args.dataset, args.method, args.preset)
    shortcuts = {name: getattr(args, name) for name in SHORTCUTS if getattr(args, name) is not None}
    return base.changed(**shortcuts, **_pairs(args.set, shortcuts))


def _pairs(texts: list[str], taken: dict[str, str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise ValueError(f"--set expects NAME=VALUE, as in --set K=2, but {text!r} came.")
        if name in pairs or name in taken:
            raise ValueError(f"{name} is given twice: give it once.")
        pairs[name] = value
    return pairs


def _check_out(out: Path | None) -> None:
    """Refuse a file that could not be written before the training, not after it."""
    if out and (out.is_dir() or not out.absolute().parent.is_dir()):
        raise ValueError(f"--out expects a file in a folder that exists, but {str(out)!r} came.")


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
