"""gaussians prints the numbers before and after of a saved run."""

import json

import pytest

from igcl_core.cli.gaussians import measured
from igcl_core.cli.main import main
from igcl_core.gaussians.table import lines
from igcl_core.run import Run

SAMPLE = "assets/sample.igcl"


def report_of(capsys) -> dict:
    assert main(["gaussians", SAMPLE, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def leading(cell: str) -> float:
    """The number a cell begins with, of a percentage the share."""
    first = cell.split()[0]
    return float(first.rstrip("%")) / (100 if first.endswith("%") else 1)


def test_the_table_names_both_steps_and_every_number(capsys):
    assert main(["gaussians", SAMPLE]) == 0
    out = capsys.readouterr().out
    assert "begins at step 60" in out and "z at step 160" in out and "Among 34 of 34 nodes" in out
    assert "Overlap between classes" in out and "Own mean is the nearest" in out


def test_json_has_the_numbers_of_the_table_as_numbers(capsys):
    report = report_of(capsys)
    assert (report["before"], report["now"], report["items"], report["total"]) == (60, 160, 34, 34)
    states = [state for number in report["numbers"].values() for state in number.values()]
    assert len(report["numbers"]) == 9 and len(states) == 36
    assert all(isinstance(value, float) for state in states for value in state.values())


def test_json_and_table_agree(capsys):
    run = Run.open(SAMPLE)
    found = [measured(run, 60, "mu"), measured(run, 60, "z"), measured(run, 160, "z")]
    for line, number in zip(lines(*found, 160), report_of(capsys)["numbers"].values(), strict=True):
        shown = [line[column] for column in ("VGAE alone", "untrained z", "z at step 160")]
        for cell, state in zip(shown, ("vgae", "untrained", "now"), strict=True):
            assert number[state]["value"] == pytest.approx(leading(cell), rel=0.06, abs=6e-4)
        assert number["change"]["value"] == number["now"]["value"] - number["vgae"]["value"]


def test_only_the_share_of_samples_has_a_standard_error(capsys):
    numbers = report_of(capsys)["numbers"]
    assert [name for name, number in numbers.items() if "se" in number["now"]] == ["samples_own"]
    own = numbers["samples_own"]
    assert own["change"]["se"] == pytest.approx((own["vgae"]["se"] ** 2 + own["now"]["se"] ** 2) ** 0.5)
    assert 0 < own["change"]["se"] < 0.1
