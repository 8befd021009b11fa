"""The tables ask for the runs the paper made."""

import pytest

from igcl_core import DATASETS, UnknownName, preset
from igcl_core.reproduce import TABLES, VARIANTS, find_table
from igcl_core.reproduce.job import make_job
from igcl_core.reproduce.paper import paper_cells
from igcl_core.reproduce.report import PRINTED_AS
from igcl_core.reproduce.runnable import too_costly, why_not
from igcl_core.reproduce.tables import is_current


@pytest.mark.parametrize(
    ("name", "datasets", "runs"),
    [("nodes", 5, 20), ("graphs", 6, 10), ("clusters", 3, 20), ("ablation", 6, 10), ("sensitivity", 4, 10)],
)
def test_datasets_and_repeats_are_the_papers(name, datasets, runs):
    table = TABLES[name]
    assert (len(table.datasets), table.repeats) == (datasets, runs)
    assert len(table.jobs()) == datasets * runs * len(table.rows)


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_every_row_is_one_we_can_run_on_every_dataset(table):
    for job in table.jobs(repeats=1):
        assert DATASETS[job.dataset].task in VARIANTS[job.row].tasks


def test_reported_seeds_are_not_those_presets_were_chosen_with():
    assert {job.seed for job in TABLES["nodes"].jobs(["cora"], repeats=3)} == {100, 101, 102}


def test_clustering_and_ablation_reuse_the_runs_of_classification():
    classified = {job.key for job in TABLES["nodes"].jobs()}
    learned = [job for job in TABLES["clusters"].jobs() if job.row not in ("raw", "spectral")]
    assert {job.key for job in learned} <= classified
    assert {job.key for job in TABLES["ablation"].jobs(["cora"]) if job.row == "igcl"} <= classified


def test_a_row_is_current_while_its_job_would_be_run_again():
    for table in TABLES.values():
        job = table.jobs(repeats=1)[-1]
        row = {name: getattr(job, name) for name in ("key", "table", "dataset", "row", "preset", "seed")}
        assert is_current(row) and not is_current({**row, "key": "of other settings"})
        for other in ({"row": "renamed"}, {"preset": "recommended, quick"}, {"dataset": "mine"}, {"table": "mine"}):
            assert not is_current({**row, **other})


@pytest.mark.parametrize("name", ["nodes", "graphs", "clusters"])
def test_every_printed_row_has_a_row_that_runs_it(name):
    printed = {cell.method for cell in paper_cells() if cell.table == name}
    rows = TABLES[name].named("all")
    assert {PRINTED_AS[row] for row in rows if row in PRINTED_AS} == printed
    runnable = {(job.row, job.dataset) for job in TABLES[name].jobs(repeats=1, rows=rows)}
    wanted = {(row, dataset) for row in rows for dataset in TABLES[name].datasets}
    refused = {("mvgrl", "pubmed")} if name == "clusters" else set()
    assert wanted - runnable == refused


def test_rows_are_named_as_we_do_or_as_the_paper_does():
    nodes = TABLES["nodes"]
    assert nodes.named("dgi,grace") == ("dgi", "grace") and nodes.named("GraphSAGE, DGI, sage") == ("sage", "dgi")
    assert nodes.named("all")[:3] == nodes.rows and "gca" in nodes.named("ALL")
    with pytest.raises(UnknownName, match="There is no row of the table 'nodes' 'gin'"):
        nodes.named("dgi,gin")


def test_other_systems_are_run_only_where_they_are_asked_for():
    assert {job.row for job in TABLES["nodes"].jobs(["cora"], 1)} == set(TABLES["nodes"].rows)
    job = TABLES["nodes"].jobs(["cora"], 1, rows=("dgi",))[0]
    measuring = dict(probe_every=0, health_every=1000, snapshot_every=10)
    assert job.settings == preset("cora", "dgi").changed(seed=100, **measuring)


def test_a_row_that_cannot_be_run_says_why():
    assert "would need" in why_not("mvgrl", "pubmed") and why_not("mvgrl", "cora") is None
    assert why_not("gala", "cora", "paper") == "The paper of GALA has no settings for 'cora'."
    assert not TABLES["clusters"].jobs(["cora"], 1, "paper", rows=("gala",))
    assert why_not("igcl", "cora", "paper") is None
    assert not is_current({"table": "clusters", "dataset": "cora", "row": "gala", "preset": "paper", "seed": 100})


def test_what_a_machine_may_not_give_is_told_before_anything_is_trained(monkeypatch):
    job = make_job("nodes", "karate", "dgi", "recommended", 100)
    assert too_costly(job) is None
    monkeypatch.setenv("IGCL_MEMORY", "1M")
    assert "A run on 'karate' would take about" in too_costly(job)
    assert too_costly(make_job("nodes", "karate", "igcl", "recommended", 100)) is None


def test_quick_and_paper_presets():
    assert len(TABLES["graphs"].jobs(["mutag"], quick=True)) == 2 * 4
    assert TABLES["graphs"].jobs(["MUTAG"], kind="paper", repeats=1)[0].settings.tau == 0.01


def test_names_that_do_not_fit_get_a_sentence():
    with pytest.raises(UnknownName, match="There is no table 'node'. Did you mean 'nodes'"):
        find_table("node")
    with pytest.raises(UnknownName, match="no dataset of the table 'clusters' 'photo'"):
        TABLES["clusters"].jobs(["photo"])
