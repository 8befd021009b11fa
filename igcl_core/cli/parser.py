"""Parser: argparse with examples below its help and mistakes raised instead of printed."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from igcl_core.errors import shown

LARGEST = 2**32 - 1


class UsageError(ValueError):
    """Words on the command line that fit no command or option."""


class Parser(argparse.ArgumentParser):
    """Takes name, description and examples; every command of it gets --json."""

    def __init__(self, prog: str, description: str = "", examples: str = "", **options: Any):
        super().__init__(
            prog=prog if " " in prog else f"python -m {prog}",
            description=description,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **options,
        )

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        raise UsageError(f"{sentence.removesuffix('.')}. See {self.prog} --help.")


def add_command(commands: Any, name: str, command: Any, help: str, examples: str) -> argparse.ArgumentParser:
    """A command of the program: `command(args)` is called with what was parsed."""
    parser = commands.add_parser(
        name, help=help[:1].lower() + help[1:].removesuffix("."), description=help, examples=examples
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines instead of text for people")
    parser.set_defaults(command=command)
    return parser


def whole(text: str) -> int:
    """A whole number of at least 0, as the type of an option."""
    if not text.isascii() or not text.isdigit() or len(text) > 20 or int(text) > LARGEST:
        expected = f"a whole number from 0 to {LARGEST:,} was expected"
        raise argparse.ArgumentTypeError(f"{expected}, but {shown(text)} came")
    return int(text)


def positive(text: str) -> int:
    """A whole number of at least 1, as the type of an option."""
    if not whole(text):
        raise argparse.ArgumentTypeError("a whole number of at least 1 was expected, but 0 came")
    return int(text)
