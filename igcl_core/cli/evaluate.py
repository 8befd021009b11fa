"""evaluate: the scores of a saved run, always beside those of its untrained self."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from tqdm import tqdm

from igcl_core.cli.output import print_json, table
from igcl_core.cli.parser import add_command, positive, whole
from igcl_core.cli.scoring import PROTOCOLS, Scored, paired_difference, score_run, usual_protocol
from igcl_core.training.run import Run

EXAMPLES = """\
examples:
  python -m igcl_core evaluate run.igcl
  python -m igcl_core evaluate run.igcl --protocol cluster --space h
  python -m igcl_core evaluate run.igcl --protocol svm --repeats 5 --json

auto takes the probe at node level and the svm at graph level. The step best on validation is chosen among those that
have trained the embedding: never step 0, and where z is meant no step of the VGAE alone. Clusters are those of the
embedding as it is, as in the reproduced table and on the Embeddings page. The standard error of trained minus untrained
is corrected after Nadeau and Bengio: folds share their training items, so repeats alone cannot make it small.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "evaluate", evaluate, "Score the embeddings of a saved run.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a run saved by `train --out`")
    parser.add_argument("--protocol", default="auto", choices=("auto", *PROTOCOLS), help="how to score (default: auto)")
    parser.add_argument("--space", default="z", choices=("z", "h", "mu"), help="which embedding (default: z)")
    parser.add_argument(
        "--repeats", type=positive, metavar="N", help="repeats of svm or cluster; a probe has one optimum"
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="seed of folds and starts (default: 0)")


def evaluate(args: Namespace) -> None:
    run = Run.open(args.file)
    protocol = usual_protocol(run) if args.protocol == "auto" else args.protocol
    scoring = score_run(run, protocol, args.space, args.seed, args.repeats)
    rows = list(tqdm(scoring, desc=protocol, unit="score", leave=False, disable=args.json, file=sys.stderr))
    difference = paired_difference(rows)
    if args.json:
        return print_json(_report(args, run, protocol, rows, difference), indent=2)
    print(f"{run.method.title} on {run.name}, step {run.index} of {run.total}")
    print(table([_line(row) for row in rows]))
    if difference:
        sentence = "Trained minus untrained, on the same folds: {mean:+.1%} ± {se:.1%} (standard error, {correction})."
        print(sentence.format(**difference))
    for sentence in dict.fromkeys(row.score.protocol for row in rows):
        print(f"Protocol: {sentence}.")


def _report(args: Namespace, run: Run, protocol: str, rows: list[Scored], difference: dict | None) -> dict[str, Any]:
    about = {
        "file": args.file,
        "dataset": run.graphs.name,
        "method": run.method.name,
        "settings": run.settings.as_dict(),
    }
    about |= {"index": run.index, "total": run.total, "protocol": protocol, "space": args.space}
    return {**about, "scores": [row.as_dict() for row in rows], "difference": difference}


def _line(row: Scored) -> dict[str, Any]:
    spread = f" ± {100 * row.score.spread:.1f}" if row.score.spread else ""
    line = {"embedding": row.name, "space": row.space, "step": row.step}
    line["accuracy"] = f"{100 * row.score.value:.1f}{spread} %"
    extra = {"val": "validation", "nmi": "NMI", "ari": "ARI"}
    return line | {label: row.score.details[key] for key, label in extra.items() if key in row.score.details}
