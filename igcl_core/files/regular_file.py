"""Regular files: a pipe or a device in place of a file would be waited for without end, or never end."""

from __future__ import annotations

import os
import stat
from os import PathLike

from igcl_core.errors import shown

LONGEST_NAME = 200
KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def check_regular(path: str | PathLike) -> int:
    """The size of a file that can be read from beginning to end; a sentence about anything else."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no file {named(path)}.") from None
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or problem
        raise OSError(f"{named(path)} cannot be read ({said}).") from None
    if not stat.S_ISREG(status.st_mode):
        came = KINDS.get(stat.S_IFMT(status.st_mode), "a device")
        raise OSError(f"{named(path)} should be a file, but it is {came}.")
    return status.st_size


def read_regular(path: str | PathLike, most: int) -> bytes:
    """All bytes of a file that has no more than `most` of them."""
    size = check_regular(path)
    if size > most:
        raise OSError(f"{named(path)} should have at most {most:,} bytes, but it has {size:,}.")
    with open(path, "rb") as file:
        return file.read()


def named(path: str | PathLike) -> str:
    """The name of a file as a sentence shows it."""
    return shown(os.fspath(path), LONGEST_NAME)
