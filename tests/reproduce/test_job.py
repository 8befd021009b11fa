"""A job is its settings; its key knows jobs that compute the same."""

from dataclasses import replace

from igcl_core import preset
from igcl_core.reproduce.job import make_job
from tests.reproduce.conftest import small_job


def test_the_row_changes_the_preset_and_nothing_else_that_matters():
    job = make_job("ablation", "cora", "noise", "recommended", 103)
    measuring = dict(icl_every=0, probe_every=0, health_every=1000, snapshot_every=10)
    assert job.settings == preset("cora").changed(augmentation="noise", seed=103, **measuring)


def test_tables_that_need_the_same_run_share_it():
    job = small_job()
    assert replace(job, table="clusters").key == job.key
    others = [small_job(seed=101), small_job(row="noise"), small_job(tau=0.1), small_job(map=True)]
    assert len({job.key, *(other.key for other in others)}) == 5


def test_quick_is_a_tenth_and_never_mistaken_for_the_real_thing():
    quick, full = (make_job("nodes", "cora", "igcl", "recommended", 100, quick) for quick in (True, False))
    assert (quick.settings.epochs, full.settings.epochs) == (30, 300)
    assert quick.preset == "recommended, quick" and quick.key != full.key


def test_a_row_of_another_default_is_not_what_the_job_would_make():
    job = small_job()
    row = {"key": job.key, "settings": job.settings.as_dict()}
    assert job.made(row) and job.made({"key": job.key}) and job.made({**row, "settings": {"setting of old": 1}})
    assert not job.made({**row, "settings": {**row["settings"], "beta": 0.5}}) and not small_job(seed=101).made(row)
