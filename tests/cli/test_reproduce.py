"""reproduce runs what is missing, prints our numbers beside the paper's, and goes on after an interruption."""

import json
from dataclasses import replace

import pytest

from igcl_core.cli.main import main
from igcl_core.reproduce import TABLES, Results, Table, tables

SMALL = Table("nodes", "Node classification", ("karate",), ("igcl", "untrained"), 2)


@pytest.fixture
def small(monkeypatch, tmp_path) -> list[str]:
    """A table of the karate club, and the words that run it quickly."""
    monkeypatch.setitem(TABLES, "nodes", SMALL)
    return ["reproduce", "nodes", "--quick", "--jobs", "1", "--out", str(tmp_path / "results.jsonl")]


def test_people_see_a_table_its_protocol_and_that_quick_is_no_result(capsys, small):
    assert main(small) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Node classification, recommended preset, QUICK: a rehearsal, no result")
    assert "karate" in out and "of 2 up)" in out and "Protocol: split" in out
    assert "Seeds: Karate club: all seeds share one test set" in out
    assert "4/4" in err


def test_the_same_command_goes_on_where_it_stopped(capsys, small, monkeypatch):
    assert main([*small, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    results = Results(small[-1])
    lines = results.path.read_text().splitlines()
    results.path.write_text("\n".join(lines[:2]) + "\n" + lines[2][:30])
    assert main([*small, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert results.path.read_text().splitlines()[:2] == lines[:2] and len(results.rows()) == 4


def test_an_interruption_says_what_is_kept(capsys, small, monkeypatch):
    def interrupted(*_):
        yield {"dataset": "karate", "row": "igcl", "seed": 100}
        raise KeyboardInterrupt

    monkeypatch.setattr("igcl_core.reproduce.sweep.sweep", interrupted)
    assert main(small) == 130
    assert "Interrupted: 1 of 4 runs are in" in capsys.readouterr().err


def test_repeats_preset_and_datasets(capsys, small):
    assert main([*small, "--repeats", "1", "--datasets", "Karate", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(line["row"], line["n"], line["preset"]) for line in found] == [
        ("igcl", 1, "recommended, quick"),
        ("untrained", 1, "recommended, quick"),
    ]
    assert found[0]["paper"] is None and found[0]["over"]["untrained"]["n"] == 1
    assert list(found[0]["values"]) == [str(tables.FIRST_SEED)]


def test_other_systems_run_with_the_same_seeds_and_say_why_they_cannot(capsys, small, monkeypatch):
    table = replace(SMALL, others=("gcn", "deepwalk", "infograph"))
    monkeypatch.setitem(TABLES, "nodes", table)
    assert main([*small, "--methods", "all", "--json"]) == 0
    *found, left_out = json.loads(capsys.readouterr().out)
    assert [line["row"] for line in found] == ["igcl", "untrained", "gcn", "deepwalk"]
    assert {tuple(line["values"]) for line in found} == {("100", "101")}
    assert [line["uses_labels"] for line in found] == [False, False, True, False]
    assert left_out["row"] == "infograph" and "graph embeddings, but 'karate' is" in left_out["cannot"]
    assert main([*small, "--methods", "gcn,infograph"]) == 0
    out = capsys.readouterr().out
    assert "gcn (uses labels)" in out and "igcl" not in out
    assert "Cannot be run: infograph on karate. InfoGraph learns graph embeddings" in out


def test_runs_with_the_other_settings_stand_beside_those_that_were_asked_for(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(TABLES, "graphs", Table("graphs", "Graphs", ("mutag",), ("igcl", "untrained"), 1))
    results = Results(tmp_path / "results.jsonl")
    scores = {("igcl", "recommended"): 0.9, ("untrained", "recommended"): 0.8, ("igcl", "paper"): 0.7,
              ("untrained", "paper"): 0.65}  # fmt: skip
    for kind in ("recommended", "paper"):
        for job in TABLES["graphs"].jobs(kind=kind):
            about = {name: getattr(job, name) for name in ("key", "table", "dataset", "row", "preset", "seed")}
            results.append({**about, "protocol": "folds", "metrics": {"accuracy": scores[job.row, kind]}})
    for asked in ("recommended", "paper"):
        assert main(["reproduce", "graphs", "--preset", asked, "--out", str(results.path), "--json"]) == 0
        found = {(line["row"], line["preset"]): line for line in json.loads(capsys.readouterr().out)}
        assert {key: line["mean"] for key, line in found.items()} == scores
        assert found["igcl", "recommended"]["over"]["untrained"]["mean"] == pytest.approx(0.1)
        assert found["igcl", "paper"]["over"]["untrained"]["mean"] == pytest.approx(0.05)
        assert [found["igcl", kind]["standing"] for kind in ("recommended", "paper")] == ["within", "below"]
    assert main(["reproduce", "graphs", "--out", str(results.path)]) == 0
    assert "the file holds runs with both settings" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["reproduce", "table 1"], "There is no table 'table 1'."),
        (["reproduce", "graphs", "--datasets", "cora"], "There is no dataset of the table 'graphs' 'cora'."),
        (["reproduce", "nodes", "--preset", "best"], "There is no kind of preset 'best'."),
        (["reproduce", "nodes", "--backend", "dask"], "--scheduler ADDRESS"),
        (["reproduce", "nodes", "--methods", "dgj"], "There is no row of the table 'nodes' 'dgj'. Did you mean 'dgi'"),
        (["reproduce", "nodes", "--repeats", "0"], "a whole number of at least 1 was expected"),
    ],
)
def test_a_mistake_gets_a_sentence(capsys, words, sentence, tmp_path):
    assert main([*words, "--out", str(tmp_path / "results.jsonl")]) == 2
    assert sentence in capsys.readouterr().err
