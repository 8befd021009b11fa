"""The compact cache: one .npz file a dataset, free of pickles, quick to open and safe to share between processes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np

from igcl_core.errors import shown
from igcl_core.files.plain_npz import PlainNpz
from igcl_core.files.whole_file import write_whole

from .errors import DataDamaged, DataUnavailable
from .graphs import Graphs
from .packed import TEXTS, numbers_of, texts_of, unpack
from .places import cache_folder

FORMAT = 1
MOST_BYTES = 1_000_000_000


def cache_file(name: str) -> Path:
    """Where the compact form of a dataset lies, or would lie."""
    return cache_folder() / f"{name}.npz"


def read_cache(name: str, fingerprint: str | None = None) -> Graphs:
    """Open the compact form; with a fingerprint, only if it was made from the files that have it."""
    path = cache_file(name)
    if not path.is_file():
        raise DataUnavailable(f"There is no {path}.")
    try:
        with PlainNpz(path, MOST_BYTES) as file:
            arrays = {key: file[key] for key in file.declared}
        if int(arrays["format"]) != FORMAT or str(arrays["name"]) != name:
            raise ValueError(f"it holds {shown(str(arrays['name']))} in format {arrays['format']}")
        if fingerprint is not None and str(arrays["fingerprint"]) != fingerprint:
            raise DataUnavailable(f"{path} was made from other raw files.")
        texts = {name: arrays[name].tolist() for name in TEXTS if name in arrays}
        return unpack(arrays, texts)
    except (OSError, LookupError, TypeError, ValueError, OverflowError) as problem:
        raise DataDamaged(
            f"{path} should hold {name!r} in format {FORMAT}, but it cannot be used ({problem}). Delete it."
        ) from problem


def write_cache(graphs: Graphs, fingerprint: str) -> None:
    """Write the compact form in one piece; a folder that cannot be written is left alone."""
    path = cache_file(graphs.name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        texts = {name: np.array(text, np.str_) for name, text in texts_of(graphs).items()}
        arrays = {"format": FORMAT, "fingerprint": fingerprint, **texts, **numbers_of(graphs)}
        write_whole(path, lambda file: np.savez_compressed(file, **arrays))
