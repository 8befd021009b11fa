"""gaussians prints the numbers before and after of a saved run."""

import json

import pytest

from igcl_core.analysis.gaussians.stages import stages
from igcl_core.analysis.gaussians.table import lines
from igcl_core.cli.gaussians import measured
from igcl_core.cli.main import main
from igcl_core.training.run import Run

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
    assert "before contrasting: step 60, newest: step 160" in out and "Among 34 of 34 nodes" in out
    assert "VGAE at step 60" in out and "z at step 160" in out and "untrained VGAE" not in out
    assert "Overlap between classes" in out and "Own mean is the nearest" in out


def test_json_has_the_numbers_of_the_table_as_numbers(capsys):
    report = report_of(capsys)
    assert (report["before"], report["now"], report["items"], report["total"]) == (60, 160, 34, 34)
    states = [state for number in report["numbers"].values() for state in number.values()]
    assert len(report["numbers"]) == 10 and len(states) == 60
    assert all(isinstance(value, float) for state in states for value in state.values())


@pytest.fixture(scope="module")
def without_warmup(tmp_path_factory) -> str:
    """A run whose VGAE is untrained when contrasting begins and learns beside it, as in the paper's settings."""
    run = Run("karate", warmup=0, epochs=6, K=1)
    run.advance(6)
    file = tmp_path_factory.mktemp("runs") / "run.igcl"
    run.save(file)
    return str(file)


def test_an_untrained_vgae_is_called_so_and_the_one_of_the_same_step_is_there_too(capsys, without_warmup):
    assert main(["gaussians", without_warmup]) == 0
    heading = capsys.readouterr().out.splitlines()[1]
    assert [part.strip() for part in heading.split("  ") if part.strip()] == [
        "Number", "untrained VGAE", "untrained z", "VGAE at step 6", "z at step 6",
        "change from untrained VGAE", "change from VGAE at step 6",
    ]  # fmt: skip


@pytest.mark.parametrize("file", [SAMPLE, None])
def test_json_and_table_agree(capsys, file, without_warmup):
    file = file or without_warmup
    run = Run.open(file)
    assert main(["gaussians", file, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    wanted = stages(report["before"], report["now"], run.snapshots, run.settings)
    assert report["stages"] == [stage.title for stage in wanted]
    names = ("vgae", "untrained", "now") if len(wanted) == 3 else ("vgae", "untrained", "vgae_now", "now")
    found = {stage: measured(run, stage.step, stage.place) for stage in wanted}
    for line, number in zip(lines(found), report["numbers"].values(), strict=True):
        for stage, state in zip(wanted, names, strict=True):
            assert number[state]["value"] == pytest.approx(leading(line[stage.title]), rel=0.06, abs=6e-4)
        assert number["change"]["value"] == number["now"]["value"] - number["vgae"]["value"]
        assert number["change_now"]["value"] == number["now"]["value"] - number["vgae_now"]["value"]


def test_only_shares_of_samples_have_a_standard_error(capsys):
    numbers = report_of(capsys)["numbers"]
    assert [name for name, number in numbers.items() if "se" in number["now"]] == ["samples_own", "samples_nearest"]
    own = numbers["samples_own"]
    assert own["change"]["se"] == pytest.approx((own["vgae"]["se"] ** 2 + own["now"]["se"] ** 2) ** 0.5)
    assert 0 < own["change"]["se"] < 0.1
