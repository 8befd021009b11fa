"""Runs folder: where the runs of all visitors are saved, each for its owner's eyes only, and how much may lie there."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from igcl_core.budget import size_named
from igcl_core.data import cache_folder

LIMIT = 2_000_000_000
KEPT_SECONDS = 86_400.0  # since anybody was at the visit
HERE_SECONDS = 120.0  # a visit whose list was touched so shortly ago is somebody's now, at this lab or at another
PART_SECONDS = 600.0  # what is still half written then was left by a lab that was killed
LIST, ENDING = "visit.json", ".igcl"
OF_A_VISIT = re.compile("[0-9a-f]{64}")  # nothing else that lies there is ever deleted
LOG = logging.getLogger(__name__)
FULL = (
    "the runs of all visitors may take {:.3g} GB on disk together, and those of one half of it (IGCL_RUNS_LIMIT), and "
    "that is used up"
)


def runs_folder() -> RunsFolder | None:
    """The folder that IGCL_RUNS names, else one below the cache; None where IGCL_RUNS is "off"."""
    named = os.environ.get("IGCL_RUNS", "").strip()
    if named.lower() == "off":
        return None
    return RunsFolder(Path(os.path.expanduser(named)).absolute() if named else cache_folder() / "runs", runs_limit())


def runs_limit() -> int:
    """Bytes that all runs may take on disk: IGCL_RUNS_LIMIT, if that is a size as in 2G."""
    try:
        return size_named("IGCL_RUNS_LIMIT") or LIMIT
    except ValueError as problem:
        LOG.warning("%s %g GB is used.", problem, LIMIT / 1e9)
        return LIMIT


@dataclass(frozen=True)
class SavedFile:
    """A file of a run: how large it is, and when it was written."""

    path: Path
    size: int
    written: float


class RunsFolder:
    """A folder for every visit, named by a hash of its secret key: who reads the names learns no key."""

    def __init__(self, path: Path, limit: int = LIMIT):
        self.path, self.limit = path, limit

    def of(self, key: str) -> Path:
        return self.path / hashlib.sha256(key.encode(errors="replace")).hexdigest()

    def make(self, folder: Path) -> None:
        """The folder of a visit, which only the owner of this process may enter."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)

    def touch(self, folder: Path) -> None:
        """Somebody is at this visit."""
        with suppress(OSError):
            os.utime(folder / LIST)

    def check_room(self, folder: Path, replaced: Path, size: int) -> None:
        """Refuse a file for which there is no room, even when the oldest that nobody has open have gone."""
        before = replaced.stat().st_size if replaced.exists() else 0
        mine = sum(file.size for file in files_in(folder))
        if mine - before + size > self.limit // 2 or not self.sweep(size - before):
            raise OSError(FULL.format(self.limit / 1e9))

    def sweep(self, more: int = 0) -> bool:
        """Delete what nobody has come back for in time, then the oldest until there is room for so many bytes more,
        but nothing of a visit that somebody is at; whether there is room."""
        present, absent = [], []
        for folder in self._folders():
            here = age(folder / LIST if (folder / LIST).exists() else folder)
            if here > KEPT_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
            else:
                (present if here < HERE_SECONDS else absent).extend(files_in(folder))
        excess = sum(file.size for file in [*present, *absent]) + more - self.limit
        for file in sorted(absent, key=lambda file: file.written):
            if excess <= 0:
                break
            file.path.unlink(missing_ok=True)
            excess -= file.size
        return excess <= 0

    def _folders(self) -> list[Path]:
        """Those of all visits, without what was left half written in them."""
        with suppress(OSError):
            for part in self.path.glob("*/.*.part"):
                if age(part) > PART_SECONDS:
                    part.unlink(missing_ok=True)
            return [folder for folder in self.path.iterdir() if OF_A_VISIT.fullmatch(folder.name)]
        return []


def files_in(folder: Path) -> list[SavedFile]:
    """The saved runs of a visit."""
    found = []
    for path in folder.glob(f"*{ENDING}"):
        with suppress(OSError):  # deleted meanwhile
            status = path.stat()
            found.append(SavedFile(path, status.st_size, status.st_mtime))
    return found


def age(path: Path) -> float:
    """Seconds since a file was written or touched; none of one that is not there."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0
