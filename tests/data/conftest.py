"""Every data test has its own cache folder, no network unless it asks, and raw files only where it asks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs
from igcl_core.data.raw_layout import Raw, find_raw


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, no IGCL_DATA, no network."""
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("IGCL_OFFLINE", "1")
    monkeypatch.delenv("IGCL_DATA", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def copied(datasets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Raw]:
    """Copies the raw files of a dataset to a writable folder and sets that as IGCL_DATA."""

    def copy(name: str) -> Raw:
        raw, root = find_raw(name, datasets), tmp_path / "copy"
        folder = root / raw.folder.relative_to(datasets)
        folder.mkdir(parents=True)
        for path in raw.paths:
            shutil.copyfile(path, folder / path.name)
        monkeypatch.setenv("IGCL_DATA", str(root))
        return Raw(raw.kind, folder, raw.files)

    return copy


@pytest.fixture
def assert_same() -> Callable[[Graphs, Graphs], None]:
    """Fails unless two Graphs are equal in every field, bit for bit."""

    def arrays(graphs: Graphs) -> dict[str, np.ndarray]:
        x, split = graphs.x, graphs.split
        features = {"data": x.data, "indices": x.indices, "indptr": x.indptr} if sparse.issparse(x) else {"x": x}
        parts = {"edges": graphs.edges, "y": graphs.y, "ptr": graphs.ptr}
        return features | parts | {"train": split.train, "val": split.val, "test": split.test}

    def check(a: Graphs, b: Graphs) -> None:
        for field in ("name", "task", "classes"):
            assert getattr(a, field) == getattr(b, field)
        assert a.x.shape == b.x.shape and a.split.protocol == b.split.protocol
        theirs = arrays(b)
        for field, array in arrays(a).items():
            assert array.dtype == theirs[field].dtype, field
            assert np.array_equal(array, theirs[field]), field

    return check
