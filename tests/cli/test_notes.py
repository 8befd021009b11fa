"""notes prints the tables of a results file, or writes them into texts."""

import json

import pytest

from igcl_core.cli.main import main
from igcl_core.reproduce.job import make_job
from igcl_core.reproduce.notes import NOTES


@pytest.fixture
def results(tmp_path) -> str:
    job = make_job("nodes", "cora", "igcl", "paper", 100)
    about = {field: getattr(job, field) for field in ("key", "table", "dataset", "row", "seed", "preset")}
    (tmp_path / "results.jsonl").write_text(json.dumps({**about, "protocol": "", "metrics": {"accuracy": 0.8}}) + "\n")
    return str(tmp_path / "results.jsonl")


def test_people_and_machines_see_every_table(capsys, results):
    assert main(["notes", results]) == 0
    assert "| Cora | 1 of 20 | 80.0 | 83.6 ± 0.6 | below | - |" in capsys.readouterr().out
    assert main(["notes", results, "--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == NOTES.keys()


def test_texts_are_brought_up_to_date(capsys, results, tmp_path):
    text = tmp_path / "text.md"
    text.write_text("before\n<!-- results: standings -->\nold\n<!-- end of results -->\nafter\n")
    assert main(["notes", results, "--write", str(text)]) == 0
    assert "brought up to date" in capsys.readouterr().out
    assert (
        "old" not in text.read_text()
        and "below the printed spread: Cora.\n<!-- end of results -->\nafter\n" in text.read_text()
    )
    assert main(["notes", results, "--write", str(text)]) == 0
    assert "was up to date" in capsys.readouterr().out


def test_a_mistake_gets_a_sentence_and_leaves_all_texts(capsys, results, tmp_path):
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("<!-- results: counts -->\n<!-- end of results -->")
    bad.write_text("<!-- results: nonsense -->\n<!-- end of results -->")
    before = good.read_text()
    assert main(["notes", results, "--write", str(good), str(bad)]) == 2
    assert "There is no table of the notes 'nonsense'" in capsys.readouterr().err and good.read_text() == before
    assert main(["notes", str(tmp_path / "none.jsonl")]) == 2
    assert "A results file was expected" in capsys.readouterr().err
