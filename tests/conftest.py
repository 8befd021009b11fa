"""Fixtures for all tests: small graphs, one torch thread, and the paper's data where it is on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from threadpoolctl import threadpool_limits

from igcl_core import Graphs

BESIDE_THE_REPOSITORY = Path(__file__).resolve().parents[2] / "shared" / "datasets"
DATASETS_FOLDER = Path(os.environ.get("IGCL_DATA") or BESIDE_THE_REPOSITORY).resolve()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "datasets" in getattr(item, "fixturenames", ()):
            item.add_marker("data")


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> Iterator[None]:
    """The cores are shared with the servers and browsers of other tests; no number may depend on how many they are."""
    torch.set_num_threads(1)
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def cache_of_session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache_of_session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the cache folder of the person who runs it, and no run is saved unless a test asks."""
    monkeypatch.setenv("IGCL_CACHE", str(cache_of_session))
    monkeypatch.setenv("IGCL_RUNS", "off")


@pytest.fixture
def datasets(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of real raw files, set as IGCL_DATA."""
    if not (DATASETS_FOLDER / "Planetoid").is_dir():
        pytest.skip(f"{DATASETS_FOLDER} has no datasets; set IGCL_DATA to a folder that has.")
    monkeypatch.setenv("IGCL_DATA", str(DATASETS_FOLDER))
    return DATASETS_FOLDER


@pytest.fixture
def small_graph() -> Graphs:
    """Two communities of ten nodes and an isolated node."""
    random = np.random.default_rng(0)
    y = np.repeat([0, 1], 10)
    chance = np.where(y[:, None] == y[None], 0.5, 0.1)
    edges = np.stack(np.nonzero(np.triu(random.random((20, 20)) < chance, 1)))
    x = random.random((21, 6)).astype(np.float32)
    return Graphs("small", "node", x, edges, np.append(y, 0))


@pytest.fixture
def small_graphs() -> Graphs:
    """Twelve graphs: rings and stars of three to eight nodes whose features alternate."""
    edges, ptr, labels = [], [0], []
    for k in range(12):
        n, first = 3 + k % 6, ptr[-1]
        ring = [(first + i, first + (i + 1) % n) for i in range(n)]
        star = [(first, first + i) for i in range(1, n)]
        edges += star if k % 2 else ring
        ptr.append(first + n)
        labels.append(k % 2)
    x = (np.arange(ptr[-1]) % 2)[:, None].astype(np.float32)
    return Graphs("small-many", "graph", np.hstack([x, 1 - x]), np.array(edges).T, np.array(labels), np.array(ptr))
