"""Downloads from the addresses torch_geometric knows, into its own raw layout."""

from __future__ import annotations

import http.client
import io
import urllib.error
import urllib.request
import zipfile
import zlib
from pathlib import Path

from .errors import DataUnavailable
from .raw_layout import AMAZON, PLANETOID, TUDATASET, Raw, raw_forms

TIMEOUT = 20
MOST_BYTES = 1_000_000_000


def download(name: str, root: Path) -> None:
    """Fetch the raw files of a dataset into the layout under `root`; the first failure ends it."""
    raw = next(raw for raw in raw_forms(name, root) if raw.kind in ("planetoid", "amazon", "tudataset"))
    raw.folder.mkdir(parents=True, exist_ok=True)
    if name in TUDATASET:
        _unzip(_address(name, f"{TUDATASET[name]}.zip"), raw)
    else:
        for path in raw.paths:
            path.write_bytes(_fetch(_address(name, path.name)))


def _address(name: str, file: str) -> str:
    """The address in torch_geometric's own dataset class."""
    try:
        from torch_geometric.datasets import Amazon, Planetoid, TUDataset
    except ImportError as problem:
        raise DataUnavailable(
            f"torch_geometric, which knows where {name!r} is, cannot be imported ({problem})."
        ) from problem
    if name in PLANETOID:
        base = Planetoid.url
    else:
        base = Amazon.url if name in AMAZON else TUDataset.url
    return f"{base.rstrip('/')}/{file}"


def _fetch(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
            if len(data := answer.read(MOST_BYTES + 1)) > MOST_BYTES:
                raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
            return data
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise DataUnavailable(f"{address} could not be downloaded ({_reason(problem)}).") from problem


def _reason(problem: Exception) -> object:
    """The cause without urllib's wrapping."""
    wrapped = isinstance(problem, urllib.error.URLError) and not isinstance(problem, urllib.error.HTTPError)
    return problem.reason if wrapped else problem


def _unzip(address: str, raw: Raw) -> None:
    """Only the files that are needed, whatever folder of the archive they are in."""
    try:
        with zipfile.ZipFile(io.BytesIO(_fetch(address))) as archive:
            members = {Path(member.filename).name: member for member in archive.infolist()}
            if sum(members[path.name].file_size for path in raw.paths) > MOST_BYTES:
                raise zipfile.BadZipFile(f"it would take more than {MOST_BYTES:,} bytes")
            for path in raw.paths:
                path.write_bytes(archive.read(members[path.name]))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, KeyError) as problem:
        raise DataUnavailable(f"{address} is not the archive it should be ({problem}).") from problem
