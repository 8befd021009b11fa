"""bench prints and writes what the measurements say."""

import json
import sys
from types import ModuleType

import pytest

from igcl_core.cli.main import main

ROW = dict(name="upper", what="L_upper", ours=1.5, plain=90.0, ratio=60.0, target=50.0, met=True, unit="ms", note="")


@pytest.fixture
def measured(monkeypatch) -> list:
    """Stands in for the real measurements, which take minutes, and records what was asked for."""
    asked: list = []

    def measure(names, report):
        asked.append(names)
        report("measuring L_upper")
        return [ROW]

    module = ModuleType("igcl_core.bench")
    module.measure = measure
    monkeypatch.setitem(sys.modules, "igcl_core.bench", module)
    return asked


def test_the_table_goes_to_stdout_and_progress_to_stderr(capsys, measured):
    assert main(["bench"]) == 0
    out, err = capsys.readouterr()
    assert "1.5 ms" in out and "1 of 1 targets met." in out
    assert err == "measuring L_upper\n"
    assert measured == [None]


def test_only_and_out(capsys, measured, tmp_path):
    file = tmp_path / "bench.json"
    assert main(["bench", "--only", "upper", "--out", str(file), "--json"]) == 0
    assert json.loads(file.read_text()) == json.loads(capsys.readouterr().out) == [ROW]
    assert measured == [["upper"]]
