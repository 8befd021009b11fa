"""bench: speed and memory of the core, each beside the plain way in the same process."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from igcl_core.cli.output import plain, print_json, table
from igcl_core.cli.parser import add_command
from igcl_core.files.whole_file import check_can_write, write_whole

EXAMPLES = """\
examples:
  python -m igcl_core bench
  python -m igcl_core bench --only upper --out bench.json
  python -m igcl_core bench --json
"""


def register(commands: Any) -> None:
    parser = add_command(commands, "bench", bench, "Measure speed and memory against the plain way.", EXAMPLES)
    parser.add_argument("--only", action="append", metavar="NAME", help="measure only this; may be repeated")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the measurements here as JSON")


def bench(args: Namespace) -> None:
    from igcl_core.bench import measure

    if args.out:
        check_can_write(args.out)
    rows = measure(args.only, lambda line: print(line, file=sys.stderr, flush=True))
    if args.out:
        text = json.dumps(plain(rows), indent=2, allow_nan=False) + "\n"
        write_whole(args.out, lambda file: file.write(text.encode()))
    if args.json:
        return print_json(rows, indent=2)
    print(table([_line(row) for row in rows]))
    print(f"{sum(bool(row['met']) for row in rows)} of {len(rows)} targets met.")


def _line(row: dict[str, Any]) -> dict[str, Any]:
    unit = row["unit"] or ""
    line = {
        "name": row["name"],
        "what": row["what"],
        "ours": _with(row["ours"], unit),
        "plain": _with(row["plain"], unit),
    }
    return line | {"ratio": row["ratio"], "target": row["target"], "met": bool(row["met"]), "note": row["note"] or ""}


def _with(value: float | None, unit: str) -> str:
    return "-" if value is None else f"{value:.4g} {unit}".strip()
