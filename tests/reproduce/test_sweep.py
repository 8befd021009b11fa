"""A sweep can stop and go on, and gives the same rows wherever it runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import Client

from igcl_core.reproduce import Results
from igcl_core.reproduce.sweep import sweep
from tests.reproduce.conftest import small_job

ROOT = Path(__file__).resolve().parents[2]
TIMES = ("seconds", "finished")
LIMIT = 300  # seconds, only to end what hangs


def jobs() -> list:
    return [small_job(row=row, seed=seed) for seed in (100, 101) for row in ("igcl", "untrained")]


def numbers(results: Results) -> dict:
    return {row["key"]: {name: row[name] for name in row if name not in TIMES} for row in results.rows()}


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory) -> dict:
    results = Results(tmp_path_factory.mktemp("sweep") / "whole.jsonl")
    assert len(list(sweep(jobs(), results))) == 4
    return numbers(results)


def test_a_resumed_sweep_equals_an_uninterrupted_one(tmp_path, uninterrupted):
    results = Results(tmp_path / "results.jsonl")
    rows = sweep(jobs(), results)
    next(rows)
    rows.close()
    kept = results.rows()
    assert 1 <= len(kept) < 4
    assert len(list(sweep(jobs(), results))) == 4 - len(kept)
    assert results.rows()[: len(kept)] == kept and numbers(results) == uninterrupted
    assert list(sweep(jobs(), results)) == []


def test_processes_of_this_machine_give_the_same_rows(tmp_path, uninterrupted):
    results = Results(tmp_path / "results.jsonl")
    assert len(list(sweep(jobs(), results, "loky", workers=2))) == 4
    assert numbers(results) == uninterrupted


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and two workers, each a process of its own, as on three machines."""
    file = tmp_path / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    commands = [["dask.__main__", "scheduler", "--port", "0", "--host", "127.0.0.1", *common]]
    commands += [["dask.__main__", "worker", "--nthreads", "1", "--no-nanny", *common]] * 2
    processes = [
        subprocess.Popen([sys.executable, "-m", *command], env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    yield file
    for process in processes:
        process.kill()
    for process in processes:
        process.wait(LIMIT)


def test_a_dask_cluster_gives_the_same_rows(tmp_path, cluster, uninterrupted, monkeypatch):
    monkeypatch.setattr("igcl_core.reproduce.sweep.WAIT_FOR_SCHEDULER", f"{LIMIT}s")
    with Client(scheduler_file=str(cluster), timeout=LIMIT) as client:
        client.wait_for_workers(2, timeout=LIMIT)
        address = client.scheduler.address
    results = Results(tmp_path / "results.jsonl")
    assert len(list(sweep(jobs(), results, "dask", scheduler=address))) == 4
    assert numbers(results) == uninterrupted


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        (dict(backend="slurm"), "There is no backend 'slurm'"),
        (dict(backend="dask"), "--backend dask together with --scheduler ADDRESS"),
        (dict(scheduler="tcp://127.0.0.1:1"), "--backend dask together with --scheduler ADDRESS"),
    ],
)
def test_a_mistake_gets_a_sentence(tmp_path, where, sentence):
    with pytest.raises(ValueError, match=sentence):
        list(sweep(jobs(), Results(tmp_path / "results.jsonl"), **where))


def test_no_scheduler_at_the_address_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("igcl_core.reproduce.sweep.WAIT_FOR_SCHEDULER", "1s")
    with pytest.raises(ValueError, match="A Dask scheduler was expected at 'tcp://127.0.0.1:1', but none answered"):
        list(sweep(jobs(), Results(tmp_path / "results.jsonl"), "dask", scheduler="tcp://127.0.0.1:1"))
