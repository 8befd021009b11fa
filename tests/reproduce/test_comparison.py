"""The paper's tables with our numbers in them."""

import pytest

from igcl_core.reproduce.comparison import NOTHING, AddedRun, columns, comparison, headings
from igcl_core.reproduce.cost import MINUTES
from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN


def row(dataset: str, name: str, seed: int, preset: str = "recommended", **metrics: float) -> dict:
    about = {"dataset": dataset, "row": name, "seed": seed, "preset": preset, "protocol": "public <split>"}
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


def test_other_systems_stand_below_their_printed_row_with_their_runs():
    rows = [row("cora", "dgi", 100, accuracy=0.82), row("cora", "dgi", 101, accuracy=0.83)]
    rows += [row("cora", "gcn", 100, accuracy=0.81), row("cora", "dgi", 100, "paper", accuracy=0.8)]
    lines = comparison("nodes", rows)
    labels = [x.label for x in lines]
    assert labels[labels.index("DGI") + 1 :][:2] == ["DGI, run here", "DGI, its own paper's settings, run here"]
    ours = line(lines, "DGI, run here")
    assert (ours["cora"].text, ours["cora"].small) == ("82.5 ± 0.7", "✓ within · 2 of 20 runs")
    assert ours["pubmed"] is NOTHING and line(lines, "GCN, uses labels, run here")["cora"].text == "81.0"


def test_where_a_system_cannot_be_run_the_table_says_why():
    lines = comparison("clusters", [row("cora", "mvgrl", 100, acc=0.7, nmi=0.5, ari=0.5)])
    entries = next(x.entries for x in lines if x.label == "MVGRL, run here")
    assert entries[0].text == "0.700" and entries[3] is NOTHING
    assert entries[6].text == "cannot run" and "'pubmed' would need" in entries[6].small
    assert (entries[8].text, entries[8].small, entries[8].about) == ("cannot run", "", entries[6].small)


def test_runs_that_diverged_are_counted():
    gone = row("citeseer", "igcl", 100) | {"error": "It diverged."}
    ours = line(comparison("nodes", [*ROWS, gone, row("cora", "igcl", 102) | {"error": "so"}]), "iGCL, run here")
    assert (ours["citeseer"].text, ours["citeseer"].small) == ("diverged", "0 of 20 runs · 1 diverged")
    assert ours["cora"].small == "✓ within · 2 of 20 runs · 1 diverged" and ours["citeseer"].standing is None


def test_references_carry_the_gain_on_equal_seeds():
    reference = line(comparison("nodes", ROWS), "untrained, run here")["cora"]
    assert (reference.text, reference.small) == ("73.0 ± 1.4", "iGCL +10.5 (2 of 2 up)")


PAPER_ROWS = [
    row("cora", "igcl", 100, "paper", accuracy=0.70), row("cora", "igcl", 101, "paper", accuracy=0.72),
    row("cora", "untrained", 100, "paper", accuracy=0.65), row("cora", "untrained", 102, "paper", accuracy=0.1),
]  # fmt: skip


def test_the_papers_settings_have_rows_of_their_own():
    lines = comparison("nodes", [*PAPER_ROWS, *ROWS])
    labels = [x.label for x in lines if x.kind != "printed"]
    assert labels[:4] == [
        "iGCL, run here", "iGCL, the paper's settings, run here",
        "untrained, run here", "untrained, the paper's settings, run here",
    ]  # fmt: skip
    theirs = line(lines, "iGCL, the paper's settings, run here")["cora"]
    assert (theirs.text, theirs.small) == ("71.0 ± 1.4", "▼ below · 2 of 20 runs")
    assert line(lines, "iGCL, run here")["cora"].text == "83.5 ± 0.7"


def test_either_settings_are_compared_with_the_reference_of_the_same():
    lines = comparison("nodes", [*PAPER_ROWS, *ROWS])
    assert line(lines, "untrained, run here")["cora"].small == "iGCL +10.5 (2 of 2 up)"
    assert line(lines, "untrained, the paper's settings, run here")["cora"].small == "iGCL +5.0 (1 of 1 up)"


def test_where_the_papers_settings_are_not_run_the_reason_stands():
    theirs = line(comparison("nodes", PAPER_ROWS), "iGCL, the paper's settings, run here")
    assert (theirs["computers"].text, theirs["computers"].small) == ("not run", f"{MINUTES['computers']} min a run")
    assert (
        theirs["computers"].about
        == f"Not run: takes about {MINUTES['computers']} minutes of training a run on one core."
    )
    assert line(comparison("nodes", ROWS), "iGCL, run here")["citeseer"] is NOTHING


def test_numbers_of_the_old_probe_say_so():
    old = [each | {"probe": MARK} for each in ROWS]
    lines = comparison("nodes", old)
    assert line(lines, "iGCL, run here")["cora"].small == "✓ within · 2 of 20 runs · old probe"
    assert line(lines, "untrained, run here")["cora"].small == "iGCL +10.5 (2 of 2 up) · old probe"


def test_added_runs_get_a_row_where_their_dataset_has_a_column():
    runs = [AddedRun("2 · mine", "cora", 0.815, "its probe"), AddedRun("3 · other", "mutag", 0.9, "its probe")]
    lines = comparison("nodes", [], runs)
    assert [x.label for x in lines if x.kind == "added"] == ["2 · mine"]
    assert line(lines, "2 · mine")["cora"].text == "81.5" and line(lines, "2 · mine")["photo"] is NOTHING


def test_clusters_are_shares():
    lines = comparison("clusters", [row("cora", "igcl", 100, acc=0.72, nmi=0.57, ari=0.5)])
    ours = next(x for x in lines if x.label == "iGCL, run here")
    assert [entry.text for entry in ours.entries[:3]] == ["0.720", "0.570", "0.500"]


def test_clusters_of_raw_and_of_normalised_rows_have_lines_of_their_own():
    both = row("cora", "igcl", 100, acc=0.6, acc_unit=0.72)
    lines = comparison(
        "clusters", [both, row("cora", "igcl", 101, acc_unit=0.74), row("cora", "untrained", 100, acc=0.5)]
    )
    first = {x.label: x.entries[0] for x in lines if x.kind != "printed"}
    assert {label: entry.text for label, entry in first.items()} == {
        "iGCL, run here": "0.600",
        "iGCL, run here, L2-normalised rows": "0.730 ± 0.014",
        "untrained, run here": "0.500",
    }
    assert first["untrained, run here"].small == "iGCL +0.100 (1 of 1 up)"
