"""reproduce: a table or figure of the paper, run again and put beside what was printed."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from igcl_core.cli.output import print_json, table
from igcl_core.cli.parser import add_command, positive
from igcl_core.files.whole_file import check_can_write
from igcl_core.methods.implicit.presets import PAPER
from igcl_core.training.method import KINDS

EXAMPLES = """\
examples:
  python -m igcl_core reproduce nodes --datasets cora citeseer
  python -m igcl_core reproduce graphs --datasets mutag --repeats 5 --jobs 2 --out mine.jsonl
  python -m igcl_core reproduce nodes --datasets cora --preset paper --repeats 5
  python -m igcl_core reproduce nodes --datasets cora --methods dgi,grace --repeats 5
  python -m igcl_core reproduce clusters --methods all
  python -m igcl_core reproduce ablation --quick
  python -m igcl_core reproduce nodes --backend dask --scheduler tcp://host:8786

tables: nodes (node classification), graphs (graph classification), clusters (node clustering), ablation,
sensitivity (VGAE stopped early), embedding (t-SNE of VGAE and iGCL).
Every run is one line of the --out file; Ctrl-C stops, and the same command goes on where it stopped.
--methods all runs every row of the table, the paper's other systems too, with the same splits, probe, seeds and
selection; a list with commas runs these rows alone. A row that cannot be run says why.
--preset paper runs the paper's settings instead of ours; what the file has of the other stands beside them.
--quick trains a tenth of the epochs twice: a rehearsal whose rows are marked so and never count as results.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "reproduce", reproduce, "Run a table of the paper again.", EXAMPLES)
    parser.add_argument("table", metavar="TABLE", help="nodes, graphs, clusters, ablation, sensitivity or embedding")
    parser.add_argument("--datasets", nargs="+", metavar="NAME", help="only these datasets of the table")
    parser.add_argument("--methods", metavar="NAMES", help="all, or rows of the table, as in dgi,grace")
    parser.add_argument("--repeats", type=positive, metavar="N", help="runs of each row (default: as in the paper)")
    parser.add_argument("--preset", default=KINDS[0], help=f"{' or '.join(KINDS)} (default: {KINDS[0]})")
    parser.add_argument("--quick", action="store_true", help="a tenth of the epochs, two runs: no result")
    parser.add_argument("--backend", default="loky", metavar="NAME", help="loky (this machine) or dask (default: loky)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="address of a Dask scheduler, for --backend dask")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="runs at a time here")
    parser.add_argument(
        "--out", type=Path, default=Path("results.jsonl"), metavar="FILE", help="results file (default: results.jsonl)"
    )


def reproduce(args: Namespace) -> None:
    from igcl_core.reproduce import Results, find_table
    from igcl_core.reproduce.report import plain_line, report
    from igcl_core.reproduce.scope import scope

    wanted = find_table(args.table)
    rows = wanted.named(args.methods) if args.methods else wanted.rows
    jobs = wanted.jobs(args.datasets, args.repeats, args.preset, args.quick, rows)
    results = Results(check_can_write(args.out))
    jobs, cannot = _possible(args, wanted, rows, jobs)
    _run(args, jobs, results)
    lines = report(wanted, results.of([*jobs, *_other_settings(args, wanted, rows)]))
    if args.json:
        left_out = [{"dataset": dataset, "row": row, "cannot": reason} for (row, dataset), reason in cannot.items()]
        return print_json([plain_line(line) for line in lines] + left_out, indent=2)
    print(f"{wanted.title}, {args.preset} preset{', QUICK: a rehearsal, no result' if args.quick else ''}")
    print(table([line.shown() for line in lines]))
    if len({line.ours.preset for line in lines}) > 1:
        print("Presets: the file holds runs with both settings; references are those of the same preset.")
    for (row, dataset), reason in cannot.items():
        print(f"Cannot be run: {row} on {dataset}. {reason}")
    for sentence in dict.fromkeys(line.protocol for line in lines):
        print(f"Protocol: {sentence}.")
    for sentence in scope(line.ours.dataset for line in lines):
        print(f"Seeds: {sentence}")
    print(f"Every run is a line of {str(args.out)!r}.")


def _possible(args: Namespace, wanted: Any, rows: tuple, jobs: list) -> tuple[list, dict[tuple[str, str], str]]:
    """The jobs that can be run here, and of the other rows, by row and dataset, why not."""
    from igcl_core.reproduce.runnable import too_costly, why_not

    pairs = [(row, dataset) for dataset in wanted.chosen(args.datasets) for row in rows]
    cannot = {pair: reason for pair in pairs if (reason := why_not(*pair, args.preset))}
    first = {(job.row, job.dataset): job for job in reversed(jobs)}
    cannot |= {pair: reason for pair, job in first.items() if (reason := too_costly(job))}
    return [job for job in jobs if (job.row, job.dataset) not in cannot], cannot


def _other_settings(args: Namespace, wanted: Any, rows: tuple) -> list:
    """The same jobs with the preset that was not asked for: what the file has of them is shown, nothing is run."""
    known = [name for name in wanted.chosen(args.datasets) if name in PAPER]
    others = [kind for kind in KINDS if kind != args.preset]
    return [job for kind in others if known for job in wanted.jobs(known, args.repeats, kind, args.quick, rows)]


def _run(args: Namespace, jobs: list, results: Any) -> None:
    """Run what is missing under a bar with the time left; an interruption says how to go on."""
    from igcl_core.reproduce.sweep import sweep

    done = len(jobs) - len(results.missing(jobs))
    rows = sweep(jobs, results, args.backend, args.jobs, args.scheduler)
    bar = tqdm(total=len(jobs), initial=done, unit="run", desc=args.table, disable=args.json, file=sys.stderr)
    try:
        with bar:
            for row in rows:
                bar.set_postfix_str(f"{row['dataset']} {row['row']} seed {row['seed']}", refresh=False)
                bar.update()
    except KeyboardInterrupt:
        kept = f"{bar.n} of {len(jobs)} runs are in {str(args.out)!r}"
        raise KeyboardInterrupt(f"Interrupted: {kept}; the same command goes on from there.") from None
