"""Where data may lie on this machine; the environment is read at every call, so a test can change it."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def data_folder() -> Path | None:
    """The folder named by IGCL_DATA, which holds raw files; it is never written to."""
    named = os.environ.get("IGCL_DATA", "").strip()
    return _expanded(named) if named else None


def cache_folder() -> Path:
    """The folder named by IGCL_CACHE, else ~/.cache/igcl; it may be absent or not writable.

    A user without a home, as containers have, gets a folder of their own among the temporary ones.
    """
    named = os.environ.get("IGCL_CACHE", "").strip()
    if named:
        return _expanded(named)
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "igcl"
    return Path(tempfile.gettempdir()) / f"igcl-cache-{os.getuid()}"


def _expanded(named: str) -> Path:
    """With ~ as the home it stands for; as it is where nobody has that home."""
    with suppress(RuntimeError):
        return Path(named).expanduser()
    return Path(named)


def offline() -> bool:
    """Whether IGCL_OFFLINE forbids every network step."""
    return os.environ.get("IGCL_OFFLINE", "").strip().lower() not in ("", "0", "false", "no")
