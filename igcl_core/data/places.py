"""Where data may lie on this machine; the environment is read at every call, so a test can change it."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path | None:
    """The folder named by IGCL_DATA, which holds raw files; it is never written to."""
    named = os.environ.get("IGCL_DATA", "").strip()
    return Path(named).expanduser() if named else None


def cache_folder() -> Path:
    """The folder named by IGCL_CACHE, else ~/.cache/igcl; it may be absent or not writable."""
    named = os.environ.get("IGCL_CACHE", "").strip()
    return Path(named).expanduser() if named else Path.home() / ".cache" / "igcl"


def offline() -> bool:
    """Whether IGCL_OFFLINE forbids every network step."""
    return os.environ.get("IGCL_OFFLINE", "").strip().lower() not in ("", "0", "false", "no")
