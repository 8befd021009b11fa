"""The results file only grows, survives an interruption in the middle of a line, and knows what is missing."""

import json
from dataclasses import replace

import pytest

from igcl_core.reproduce import Results
from tests.reproduce.conftest import small_job


def row_of(job) -> dict:
    return {"key": job.key, "seed": job.seed, "metrics": {"accuracy": 0.5}}


@pytest.fixture
def results(tmp_path) -> Results:
    return Results(tmp_path / "results.jsonl")


def test_what_is_written_is_read(results):
    jobs = [small_job(seed=seed) for seed in (1, 2, 3)]
    assert results.rows() == [] and results.missing(jobs) == jobs
    results.append(row_of(jobs[1]))
    assert results.missing([*jobs, *jobs]) == [jobs[0], jobs[2]]
    assert results.of(jobs) == [row_of(jobs[1])]


def test_a_torn_last_line_counts_as_not_written_and_spoils_nothing(results):
    first, second = small_job(seed=1), small_job(seed=2)
    results.append(row_of(first))
    with open(results.path, "a") as file:
        file.write(json.dumps(row_of(second))[:25])
    assert results.missing([first, second]) == [second]
    results.append(row_of(second))
    assert [row["seed"] for row in results.rows()] == [1, 2]


def test_of_two_lines_with_the_same_key_the_last_counts(results):
    """It was scored by later code: a table that asks for new numbers has the job run again."""
    job = small_job()
    results.append(row_of(job) | {"seed": 7})
    results.append(row_of(job))
    assert results.rows() == [row_of(job)]


def test_a_line_without_the_numbers_that_a_table_needs_does_not_do(results):
    job = replace(small_job(), needs=("accuracy", "acc"))
    results.append(row_of(job))
    assert results.missing([job]) == [job] and results.of([job]) == []
    both = row_of(job) | {"metrics": {"accuracy": 0.5, "acc": 0.4}}
    results.append(both)
    assert results.missing([job]) == [] and results.of([job]) == results.rows() == [both]
    gone = replace(job, seed=9)
    results.append(row_of(gone) | {"metrics": {}, "error": "It diverged."})
    assert results.missing([gone]) == []


def test_another_file_is_not_taken_for_results(results):
    results.path.write_text("name,accuracy\ncora,83\n")
    with pytest.raises(ValueError, match="Line 1 of .* is not a row of results"):
        results.rows()


def test_numbers_that_are_none_are_refused(results):
    with pytest.raises(ValueError):
        results.append({"key": "x", "metrics": {"accuracy": float("nan")}})


def test_of_equal_jobs_the_first_is_run(results):
    asked = [small_job(seed=1), replace(small_job(seed=1), table="clusters"), small_job(seed=2)]
    assert results.missing(asked) == [asked[0], asked[2]]
