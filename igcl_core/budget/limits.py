"""Limits: how much one run may take of this machine, unless whoever runs it says otherwise in the environment."""

from __future__ import annotations

import math
import os
import re
from contextlib import suppress
from pathlib import Path

STEP_SECONDS = 60.0
SHARE_OF_MACHINE = 0.5
UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
CGROUP = Path("/sys/fs/cgroup/memory.max")


def memory_limit() -> int:
    """Bytes a run may take: IGCL_MEMORY, as in 4G or 500M, else half of what the machine or its container has."""
    return size_named("IGCL_MEMORY") or int(SHARE_OF_MACHINE * machine_memory())


def size_named(variable: str) -> int | None:
    """The bytes that a variable of the environment names, as in 4G or 500M; None where it names none."""
    named = os.environ.get(variable, "").strip()
    if not named:
        return None
    found = re.fullmatch(r"(\d+\.?\d*)\s*([KMGT]?)(i?B)?", named, re.IGNORECASE | re.ASCII)
    if not found or not 0 < (size := float(found[1]) * UNITS[found[2].upper()]) < 1e18:
        raise ValueError(f"{variable} must be a number of bytes as in 4G or 500M, but {named[:60]!r} is set.")
    return int(size)


def step_limit() -> float:
    """Seconds of one core a step may take: IGCL_STEP_SECONDS, else STEP_SECONDS."""
    named = os.environ.get("IGCL_STEP_SECONDS", "").strip()
    with suppress(ValueError):
        seconds = float(named or STEP_SECONDS)
        if 0 < seconds < math.inf:
            return seconds
    raise ValueError(f"IGCL_STEP_SECONDS must be a number of seconds as in 60, but {named[:60]!r} is set.")


def machine_memory() -> int:
    """Bytes of memory that this machine has, or that its container may use if that is less."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):
        return min(machine, int(CGROUP.read_text()))
    return machine
