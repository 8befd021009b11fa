"""Limits from the environment: read at every call, and a sentence for what is no number."""

import pytest

from igcl_core.budget import memory_limit, step_limit
from igcl_core.budget.limits import machine_memory


@pytest.mark.parametrize(
    ("named", "expected"), [("4G", 4e9), ("500M", 5e8), ("1.5g", 1.5e9), ("800000", 8e5), ("2 GB", 2e9), ("3GiB", 3e9)]
)
def test_memory_as_people_write_it(monkeypatch, named, expected):
    monkeypatch.setenv("IGCL_MEMORY", named)
    assert memory_limit() == expected


@pytest.mark.parametrize("named", ["abc", "-4G", "0", "4X", "G", "1e9", "nan", "4G4", "٤G", "9" * 400])
def test_what_is_no_memory_gets_a_sentence(monkeypatch, named):
    monkeypatch.setenv("IGCL_MEMORY", named)
    with pytest.raises(ValueError, match="IGCL_MEMORY must be a number of bytes as in 4G or 500M, but '.*' is set"):
        memory_limit()


def test_otherwise_it_is_half_of_the_machine(monkeypatch):
    monkeypatch.delenv("IGCL_MEMORY", raising=False)
    assert memory_limit() == machine_memory() // 2 > 1e8


def test_a_container_counts_as_the_machine(monkeypatch, tmp_path):
    whole = machine_memory()
    monkeypatch.setattr("igcl_core.budget.limits.CGROUP", tmp_path / "memory.max")
    for said, expected in (("1000000\n", 1_000_000), ("max\n", None), ("", None)):
        (tmp_path / "memory.max").write_text(said)
        assert machine_memory() == expected or machine_memory() >= whole


def test_seconds_of_a_step(monkeypatch):
    monkeypatch.delenv("IGCL_STEP_SECONDS", raising=False)
    assert step_limit() == 60
    monkeypatch.setenv("IGCL_STEP_SECONDS", "2.5")
    assert step_limit() == 2.5
    for named in ("soon", "-1", "0", "inf", "nan"):
        monkeypatch.setenv("IGCL_STEP_SECONDS", named)
        with pytest.raises(ValueError, match="IGCL_STEP_SECONDS must be a number of seconds as in 60"):
            step_limit()
