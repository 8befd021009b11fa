"""python -m igcl_core: the list of commands, and every mistake answered with a sentence."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from igcl_core.cli import bench, datasets, evaluate, gaussians, methods, notes, open_lab, record, reproduce, train
from igcl_core.cli.output import print_json
from igcl_core.cli.parser import Parser, UsageError
from igcl_core.data import DataUnavailable
from igcl_core.errors import Diverged

COMMANDS = (datasets, methods, train, record, open_lab, evaluate, gaussians, reproduce, notes, bench)
EXAMPLES = """\
examples:
  python -m igcl_core datasets
  python -m igcl_core train karate
  python -m igcl_core train cora --tau 0.5 --epochs 100 --seed 0 --set K=2 --out run.igcl
  python -m igcl_core evaluate run.igcl
  python -m igcl_core open run.igcl

Every command takes --json, and --help for examples of its own.
"""
MISTAKE, DIVERGED, INTERRUPTED, PIPE_CLOSED, TERMINATED = 2, 1, 130, 141, 143


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 (diverged), 2 (a mistake), 130 (Ctrl-C) or 143 (SIGTERM)."""
    argv = sys.argv[1:] if argv is None else list(argv)
    _never_fail_on_a_symbol()
    asked: list[int] = []
    try:
        with terminating_like_ctrl_c(asked):
            args = build_parser().parse_args(argv)
            args.command(args)
            sys.stdout.flush()
            return 0
    except BrokenPipeError:
        _silence_stdout()
        return PIPE_CLOSED
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "Interrupted.", argv, TERMINATED if asked else INTERRUPTED)
    except Diverged as problem:
        return _complain(str(problem), argv, DIVERGED)
    except (UsageError, ValueError, DataUnavailable, OSError) as problem:
        return _complain(str(problem), argv, MISTAKE)


@contextmanager
def terminating_like_ctrl_c(asked: list[int]) -> Iterator[None]:
    """Within, SIGTERM interrupts a command as Ctrl-C does, so that it saves what there is, and is noted in `asked`."""

    def interrupt(number: int, _: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def build_parser() -> argparse.ArgumentParser:
    parser = Parser("igcl_core", "Implicit graph contrastive learning, from data to scores.", EXAMPLES)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands", parser_class=Parser)
    for command in COMMANDS:
        command.register(commands)
    return parser


def _complain(sentence: str, argv: Sequence[str], code: int) -> int:
    print(sentence, file=sys.stderr)
    if "--json" in argv:
        try:
            print_json({"error": sentence})
        except BrokenPipeError:
            _silence_stdout()
    return code


def _never_fail_on_a_symbol() -> None:
    """A terminal that cannot show τ shows a question mark instead of a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _silence_stdout() -> None:
    """Whoever read the output has gone (| head): what is still buffered must not raise at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
