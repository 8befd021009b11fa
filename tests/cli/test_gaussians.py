"""gaussians prints the numbers before and after of a saved run."""

import json

from igcl_core.cli.main import main

SAMPLE = "assets/sample.igcl"


def test_the_table_names_both_steps_and_every_number(capsys):
    assert main(["gaussians", SAMPLE]) == 0
    out = capsys.readouterr().out
    assert "begins at step 60" in out and "z at step 160" in out and "Among 34 of 34 nodes" in out
    assert "Overlap between classes" in out and "Own mean is the nearest" in out


def test_json(capsys):
    assert main(["gaussians", SAMPLE, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["before"], report["now"], len(report["numbers"])) == (60, 160, 9)
