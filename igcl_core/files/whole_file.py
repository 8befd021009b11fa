"""Whole files: what is written appears in one piece under its name, or not at all, and nothing else is left behind."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from igcl_core.files.regular_file import named

REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "it would be larger than a file may be here",
    errno.EACCES: "this user may not write there",
    errno.EPERM: "this user may not write there",
    errno.EROFS: "that disk can only be read",
    errno.ENAMETOOLONG: "its name is too long",
}


def check_can_write(path: str | PathLike) -> Path:
    """The file a name leads to, refused where it is not a file, or where its folder does not exist."""
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            came = "a folder" if target.is_dir() else "no file but a device or a pipe"
            raise OSError(f"A file was expected to write to, but {named(path)} is {came}. Choose another name.")
        if not target.parent.is_dir():
            raise OSError(
                f"A file in a folder that exists was expected, but {named(path)} came. Make the folder first."
            )
    except ValueError as problem:
        raise OSError(f"{named(path)} is no name for a file ({problem}).") from None
    return target


def write_whole(path: str | PathLike, write: Callable[[BinaryIO], object], private: bool = False) -> None:
    """Have `write` fill a new file beside the target, then rename it; whatever happens, no part of it stays.

    A `private` file can be read by its owner only, from its first byte on.
    """
    target = check_can_write(path)
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb", opener=_private if private else None) as file:
            write(file)
        os.replace(part, target)
    except OSError as problem:
        sentence = f"{named(path)} could not be written: {reason(problem)}. What was there before is unchanged."
        raise OSError(sentence) from problem
    finally:
        with suppress(OSError):
            part.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def reason(problem: OSError) -> str:
    """Why a file could not be written, in everyday words where there are any."""
    return REASONS.get(problem.errno) or problem.strerror or str(problem).rstrip(".")
