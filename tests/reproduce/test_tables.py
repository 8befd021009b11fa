"""The tables ask for the runs the paper made."""

import pytest

from igcl_core import DATASETS, UnknownName
from igcl_core.reproduce import TABLES, VARIANTS, find_table
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


def test_quick_and_paper_presets():
    assert len(TABLES["graphs"].jobs(["mutag"], quick=True)) == 2 * 4
    assert TABLES["graphs"].jobs(["MUTAG"], kind="paper", repeats=1)[0].settings.tau == 0.01


def test_names_that_do_not_fit_get_a_sentence():
    with pytest.raises(UnknownName, match="There is no table 'node'. Did you mean 'nodes'"):
        find_table("node")
    with pytest.raises(UnknownName, match="no dataset of the table 'clusters' 'photo'"):
        TABLES["clusters"].jobs(["photo"])
