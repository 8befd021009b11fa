"""open: start the lab on a saved run, where the app is beside this package."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from igcl_core.cli.output import print_json
from igcl_core.cli.parser import add_command, positive
from igcl_core.errors import shown
from igcl_core.training.run import Run

APP = Path(__file__).resolve().parents[2] / "streamlit_app.py"
EXAMPLES = """\
examples:
  python -m igcl_core open run.igcl
  python -m igcl_core open run.igcl --port 8600

The lab opens on that run: look at any kept step, go on, branch, explore it on all pages. Ctrl-C ends it.
"""
NO_APP = (
    "The lab was expected beside igcl_core, as {}, but only the package is installed here. Get the whole checkout, and "
    "in it run: python -m igcl_core open {}"
)
NO_STREAMLIT = "The lab needs streamlit, which is not installed here. Run: pip install -r {}"


def register(commands: Any) -> None:
    parser = add_command(commands, "open", open_lab, "Start the lab on a saved run.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a run saved by `train --out`, or downloaded from the lab")
    parser.add_argument("--port", type=positive, metavar="N", help="the port the lab listens at (default: streamlit's)")


def open_lab(args: Namespace) -> None:
    """Find out whether it is a run before anything is started; then the lab has this terminal until it ends."""
    run = Run.open(args.file)
    command = lab_command(args.file, args.port)
    if args.json:
        print_json({"file": args.file, "step": run.index, "total": run.total, "command": command})
    else:
        print(f"{run.method.title} on {run.name}, step {run.index} of {run.total}.", flush=True)
    environment = {**os.environ, "IGCL_FIRST_RUN": str(Path(args.file).resolve())}
    with subprocess.Popen(command, cwd=APP.parent, env=environment) as lab:
        try:
            lab.wait()
        except KeyboardInterrupt:
            lab.terminate()
            raise KeyboardInterrupt("The lab has ended.") from None
    if lab.returncode:
        raise OSError(f"The lab ended with code {lab.returncode}; what it said is above.")


def lab_command(file: str, port: int | None) -> list[str]:
    """What starts the lab; a sentence where there is none."""
    if not APP.is_file():
        raise OSError(NO_APP.format(shown(str(APP), 200), file))
    if find_spec("streamlit") is None:
        raise OSError(NO_STREAMLIT.format(shown(str(APP.with_name("requirements.txt")), 200)))
    at = [] if port is None else [f"--server.port={port}"]
    return [sys.executable, "-m", "streamlit", "run", str(APP), *at]
