"""notes: the tables of RESULTS.md and the README, made from a results file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from igcl_core.cli.output import print_json
from igcl_core.cli.parser import UsageError, add_command

EXAMPLES = """\
examples:
  python -m igcl_core notes assets/results/results.jsonl
  python -m igcl_core notes assets/results/results.jsonl --write README.md assets/results/RESULTS.md

Prints the tables as Markdown, or with --write puts them into texts that have a place for them: between the lines
<!-- results: NAME --> and <!-- end of results -->. Nothing is trained.
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "notes", notes, "Sum up a results file as tables in Markdown.", EXAMPLES)
    parser.add_argument("results", type=Path, metavar="FILE", help="results file that reproduce has written")
    parser.add_argument("--write", nargs="+", type=Path, default=[], metavar="TEXT", help="texts to bring up to date")


def notes(args: Namespace) -> None:
    from igcl_core.reproduce.counted import counted
    from igcl_core.reproduce.notes import NOTES

    if not args.results.is_file():
        raise UsageError(f"A results file was expected, but there is none at {str(args.results)!r}.")
    rows = counted(args.results)
    if args.write:
        return _write(args, rows)
    tables = {name: make(rows) for name, make in NOTES.items()}
    if args.json:
        return print_json(tables, indent=2)
    print("\n\n".join(f"{name}:\n{table}" for name, table in tables.items()))


def _write(args: Namespace, rows: list) -> None:
    """Every text is made before the first is written: a mistake in one leaves all as they were."""
    from igcl_core.reproduce.notes import rewritten

    before = {path: path.read_text(encoding="utf-8") for path in args.write}
    after = {path: rewritten(text, rows) for path, text in before.items()}
    changed = [path for path in after if after[path] != before[path]]
    for path in changed:
        path.write_text(after[path], encoding="utf-8")
    if args.json:
        return print_json({"changed": list(map(str, changed))})
    for path in after:
        print(f"{path}: {'brought up to date' if path in changed else 'was up to date'}.")
