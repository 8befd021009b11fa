"""The Compare page by AppTest: opens from a results file without training, and sweeps over tau."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from igcl_core.reproduce.claims import JUDGED_BY
from igcl_core.reproduce.job import make_job
from tests.app.waiting import LIMIT, charts, refreshed, words


def _page():
    from app.pages.compare import page as compare

    compare.page()


def row(dataset: str, name: str, seed: int, preset: str = "recommended", **metrics) -> dict:
    job = make_job("nodes", dataset, name, preset, seed)
    about = {field: getattr(job, field) for field in ("key", "table", "dataset", "row", "seed", "preset")}
    return {**about, "protocol": "public split", "metrics": metrics, "seconds": 1.0, "finished": "today"}


SCORES = {"igcl": 0.83, "explicit": 0.81, "noise": 0.5}
ROWS = [row("cora", name, seed, accuracy=value) for name, value in SCORES.items() for seed in (100, 101)]
ROWS += [
    row("cora", f"stop-{k}", seed, accuracy=0.7 + k / 1000, adjacency_accuracy=k / 100)
    for k in (10, 20, 30)
    for seed in (100, 101)
]
ROWS += [row("cora", "stop-60", 100, accuracy=0.1, adjacency_accuracy=0.55)]
ROWS += [row("cora", name, 100, accuracy=0.82) for name in ("dgi", "gcn")]
ROWS += [row("cora", "igcl", 100, accuracy=0.83) | {"key": "quick", "preset": "recommended, quick", "seed": 102}]
ROWS += [row("cora", name, 100, "paper", accuracy=value) for name, value in {"igcl": 0.6, "untrained": 0.5}.items()]
ROWS += [row("cora", "noise", seed, "paper", accuracy=0.7) for seed in (104, 105)]
ROWS += [row("cora", "igcl", 103, accuracy=0.1) | {"key": "of a preset as it was before"}]


@pytest.fixture
def page(tmp_path, monkeypatch):
    file = tmp_path / "results.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    monkeypatch.setenv("IGCL_RESULTS", str(file))
    return AppTest.from_function(_page, default_timeout=LIMIT)


def show(page, part: str):
    page.session_state["compare-part"] = part
    page.run()
    assert not page.exception
    return page


def test_the_tables_open_with_our_numbers_in_them(page):
    page.run()
    html = next(each.proto.body for each in page.get("html") if "paper-table" in each.proto.body)
    assert "83.6 ± 0.6" in html and "iGCL, run here" in html and "2 of 20 runs" in html and "✓ within" in html
    assert "iGCL, the paper&#x27;s settings, run here" in html and "1 of 20 runs" in html
    assert "DGI, run here" in html and "GCN, uses labels, run here" in html
    assert "python -m igcl_core reproduce nodes --methods all" in page.code[0].value
    assert "iGCL +10.0 (1 of 1 up)" in html and "min a run" in html
    assert "python -m igcl_core reproduce nodes --preset paper" in page.code[0].value
    assert "Cora, CiteSeer, PubMed: all seeds share one test set" in words(page) and "not fresh nodes" in words(page)
    assert not page.exception and not page.info


def test_a_run_of_the_visit_can_be_added(page):
    page.run()
    picker = page.multiselect(key="compare-runs")
    page.session_state["compare-table"] = "graphs"
    picker.select(picker.options[0]).run()
    assert not page.exception and picker.options == ["1 · Sample run: karate club"]


def test_claims_are_judged(page):
    assert "**Confirmed so far, on 1 of 6 datasets:** “iGCL outperforms" in words(show(page, "Ablation"))
    assert "Cora: all seeds share one test set, so spread and intervals are about training" in words(page)
    assert "**Contradicted so far, on 1 of 6 datasets:** “Contrasting with plain noise" in words(page)
    assert words(page).count(JUDGED_BY) == 1
    assert "**Not run yet:** “Plain noise is comparable" in words(page)
    assert "**Confirmed so far, on 1 of 4 datasets:** “There is a positive" in words(show(page, "Sensitivity"))
    assert "r = +1.00 (2 of 2 seeds up, 1 stop never reached left out)" in words(page)
    assert "Left out, because 500 passes never reached the stop: 1 of Cora." in words(page)
    assert "**Not run yet:** “Classes 0, 3, 4 of Cora are more tightly" in words(show(page, "Embedding"))


def test_what_the_old_probe_scored_is_named(page, tmp_path):
    old = {"protocol": "logistic regression"}
    rows = [row("cora", "noise", 100, accuracy=0.7) | old, row("cora", "igcl", 100, accuracy=0.8, acc_unit=0.5)]
    rows += [row("cora", "stop-10", 100, accuracy=0.7, adjacency_accuracy=0.1) | old]
    (tmp_path / "results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "Scored by the old probe: w/ noise on Cora." in words(show(page, "Ablation"))
    assert "Scored by the old probe: Cora." in words(show(page, "Sensitivity"))
    rows[0]["row"] = rows[0]["key"] = "unknown"
    rows += [row("cora", "untrained", 100, accuracy=0.7) | old]
    (tmp_path / "results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "“Old probe”: scored before" in words(show(page, "Tables"))


def test_without_results_the_printed_numbers_stand_alone(page, monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_RESULTS", str(tmp_path / "none.jsonl"))
    page.run()
    assert "No results are kept" in page.info[0].value and not page.exception
    assert any("83.6 ± 0.6" in each.proto.body for each in page.get("html"))


def test_a_sweep_over_tau_trains_and_is_drawn(page):
    show(page, "τ sweep")
    page.number_input(key="sweep-epochs/karate").set_value(3)
    page.multiselect(key="sweep-taus/karate").set_value([0.2, 1.0]).run()
    page.button(key="sweep").click().run()
    refreshed(page, lambda page: not any("temperatures done" in bar.proto.text for bar in page.get("progress")))
    assert not page.exception and "Karate club, recommended preset, 3 epochs, seed 0" in words(page)
    assert len(charts(page)) == 1


def test_a_click_that_comes_with_a_change_counts_the_change(page):
    show(page, "τ sweep")
    page.number_input(key="sweep-epochs/karate").set_value(3)
    page.multiselect(key="sweep-taus/karate").set_value([0.5])
    page.button(key="sweep").click().run()
    refreshed(page, lambda page: "recommended preset, " in words(page))
    assert "Karate club, recommended preset, 3 epochs, seed 0" in words(page)


def test_the_kept_results_are_of_fresh_seeds_and_of_todays_presets():
    from app.pages.compare.lab_results import KEPT
    from igcl_core.reproduce import Results
    from igcl_core.reproduce.tables import is_current

    rows = Results(KEPT).rows()
    assert rows and all(row["seed"] >= 100 and row["versions"] for row in rows)
    assert [row["key"] for row in rows if not is_current(row)] == []
