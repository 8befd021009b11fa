"""The paper's tables with our numbers in them."""

import pytest

from app.comparison import NOTHING, VisitRun, columns, comparison, headings
from app.figures.paper_table import paper_table
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN


def row(dataset: str, name: str, seed: int, **metrics: float) -> dict:
    about = {"dataset": dataset, "row": name, "seed": seed, "preset": "recommended", "protocol": "public <split>"}
    return {**about, "metrics": metrics}


ROWS = [
    row("cora", "igcl", 100, accuracy=0.83), row("cora", "igcl", 101, accuracy=0.84),
    row("cora", "untrained", 100, accuracy=0.72), row("cora", "untrained", 101, accuracy=0.74),
    row("pubmed", "igcl", 100, accuracy=0.79), row("photo", "igcl", 100, accuracy=0.95),
    row("cora", "vgae", 100, accuracy=0.80),
]  # fmt: skip


def line(lines, label):
    entries = next(each.entries for each in lines if each.label == label)
    return {dataset: entry for (dataset, _), entry in zip(columns("nodes"), entries, strict=True)}


@pytest.mark.parametrize(("table", "rows", "width"), [("nodes", 10, 5), ("graphs", 10, 6), ("clusters", 10, 9)])
def test_without_results_every_row_is_as_printed(table, rows, width):
    lines = comparison(table, [])
    assert len(lines) == rows and {line.kind for line in lines} == {"printed"}
    assert all(len(line.entries) == width == len(headings(table)) for line in lines)


def test_our_mean_stands_below_the_printed_one_with_its_runs():
    lines = comparison("nodes", ROWS)
    ours = line(lines, "iGCL, run here")
    assert [x.label for x in lines].index("iGCL, run here") == [x.label for x in lines].index("iGCL") + 1
    assert (ours["cora"].text, ours["cora"].small) == ("83.5 ± 0.7", "✓ within · 2 of 20 runs")
    assert [ours[name].standing for name in ("cora", "pubmed", "photo")] == [WITHIN, BELOW, ABOVE]
    assert ours["citeseer"] is NOTHING and line(lines, "iGCL")["cora"].text == "83.6 ± 0.6"
    assert line(lines, "VGAE, run here")["cora"].text == "80.0"
    assert not any(x.label.startswith("DGI,") for x in lines)


def test_runs_that_diverged_are_counted():
    gone = row("citeseer", "igcl", 100) | {"error": "It diverged."}
    ours = line(comparison("nodes", [*ROWS, gone, row("cora", "igcl", 102) | {"error": "so"}]), "iGCL, run here")
    assert (ours["citeseer"].text, ours["citeseer"].small) == ("diverged", "0 of 20 runs · 1 diverged")
    assert ours["cora"].small == "✓ within · 2 of 20 runs · 1 diverged" and ours["citeseer"].standing is None


def test_references_carry_the_gain_on_equal_seeds():
    reference = line(comparison("nodes", ROWS), "untrained, run here")["cora"]
    assert (reference.text, reference.small) == ("73.0 ± 1.4", "iGCL +10.5 (2 of 2 up)")


def test_runs_of_the_visit_get_a_row_where_their_dataset_has_a_column():
    runs = [VisitRun("2 · mine", "cora", 0.815, "its probe"), VisitRun("3 · other", "mutag", 0.9, "its probe")]
    lines = comparison("nodes", [], runs)
    assert [x.label for x in lines if x.kind == "visit"] == ["2 · mine"]
    assert line(lines, "2 · mine")["cora"].text == "81.5" and line(lines, "2 · mine")["photo"] is NOTHING


def test_clusters_are_shares():
    lines = comparison("clusters", [row("cora", "igcl", 100, acc=0.72, nmi=0.57, ari=0.5)])
    ours = next(x for x in lines if x.label == "iGCL, run here")
    assert [entry.text for entry in ours.entries[:3]] == ["0.720", "0.570", "0.500"]


def test_the_html_says_in_words_what_it_colours_and_escapes_names():
    html = paper_table(headings("nodes"), comparison("nodes", ROWS, [VisitRun("<b>", "cora", 0.5, "")]), "Nodes")
    assert html.count("background:") == 4 and "▲ above" in html and "▼ below" in html and "as printed" in html
    assert "&lt;b&gt;" in html and "public &lt;split&gt;" in html and "<b>" not in html
