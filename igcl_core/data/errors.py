"""Errors of the data layer: each is a sentence a reader can act on."""

from __future__ import annotations

from pathlib import Path


class DataUnavailable(RuntimeError):
    """A dataset that could not be found on this machine or fetched."""


class DataDamaged(DataUnavailable):
    """A file that is there but is not what it should be."""


def expect(path: Path, what: str, expected: int, came: int) -> None:
    """Refuse a file that holds the wrong number of something."""
    if expected != came:
        raise DataDamaged(
            f"{path} should have {expected:,} {what}, but it has {came:,}. "
            "The file is truncated or of another version: fetch it again."
        )
