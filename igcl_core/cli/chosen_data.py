"""Chosen data: a dataset by its name, or files that are read as a graph, with what was guessed said."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import fields
from typing import Any

from igcl_core.cli.pairs import pairs
from igcl_core.data import Graphs
from igcl_core.data.cards import find_card
from igcl_core.errors import UnknownName, shown
from igcl_core.reading import Reading, Wanted, read

TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def add_data(parser: ArgumentParser) -> None:
    """The options that say what is trained on."""
    parser.add_argument("dataset", metavar="DATASET", help="a name from `datasets`, or a file with a graph")
    parser.add_argument("--nodes", metavar="FILE", help="a table of nodes beside a file with edges")
    parser.add_argument(
        "--read", action="append", default=[], metavar="NAME=VALUE", help="how to read the file, as in label=club"
    )


def chosen_data(args: Namespace) -> str | Graphs:
    """The name of a dataset, or the graph in the files that were named."""
    if not is_file(args.dataset):
        if args.nodes or args.read:
            raise ValueError("--nodes and --read are for a file with a graph, but the name of a dataset came.")
        return args.dataset
    files = [args.dataset, *([args.nodes] if args.nodes else [])]
    reading = read(*files, **{name: _value(name, text) for name, text in pairs(args.read, "--read").items()})
    if not args.json:
        _say(reading)
    return reading.graphs


def is_file(text: str) -> bool:
    """Whether a file is meant: no dataset has that name, and it exists or is written like a path."""
    with suppress(UnknownName):
        find_card(text)
        return False
    return os.path.exists(text) or os.sep in text or bool(os.path.splitext(text)[1])


def _value(name: str, text: str) -> Any:
    """A choice as the reader takes it: columns with commas between them, yes or no, else words."""
    kinds = {field.name: str(field.type) for field in fields(Wanted)}
    if name not in kinds:
        raise UnknownName("choice of how to read", name, kinds)
    if "bool" in kinds[name]:
        if text.lower() not in TRUTHS:
            raise ValueError(f"--read {name} must be yes or no, but {shown(text)} came.")
        return TRUTHS[text.lower()]
    none = "" if text == "none" and name in ("id", "label", "text") else text
    return tuple(part for part in text.split(",") if part != "none") if "tuple" in kinds[name] else none


def _say(reading: Reading) -> None:
    """What was guessed, for people who can then say otherwise."""
    for guess in reading.guesses:
        value = ",".join(guess.value[:8]) if isinstance(guess.value, tuple) else guess.value
        print(f"read {guess.what}={'none' if value in ('', ()) else value}: {guess.reason}", file=sys.stderr)
    for note in reading.notes:
        print(note, file=sys.stderr)
