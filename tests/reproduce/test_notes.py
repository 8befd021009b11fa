"""The tables of the README and of RESULTS.md are those of the results file."""

from pathlib import Path

import pytest

from igcl_core import UnknownName
from igcl_core.methods.implicit.presets import PAPER
from igcl_core.reproduce.cost import MINUTES, UNKNOWN
from igcl_core.reproduce.counted import counted
from igcl_core.reproduce.notes import BLOCK, NOTES, rewritten
from igcl_core.reproduce.notes.markdown import markdown

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "assets/results/results.jsonl"
TEXTS = {
    ROOT / "README.md": {"overview", "counts"},
    FILE.with_name("RESULTS.md"): NOTES.keys() - {"overview", "counts"},
}


def row(dataset: str, name: str, seed: int, preset: str = "paper", **metrics: float) -> dict:
    return {"dataset": dataset, "row": name, "seed": seed, "preset": preset, "protocol": "", "metrics": metrics}


ROWS = [
    row("cora", "igcl", 100, "recommended", accuracy=0.84), row("cora", "untrained", 100, "recommended", accuracy=0.7),
    row("cora", "igcl", 100, accuracy=0.80), row("cora", "igcl", 101, accuracy=0.82),
    row("cora", "untrained", 100, accuracy=0.6), row("mutag", "igcl", 100, accuracy=0.89),
]  # fmt: skip


def cells(name: str, first: str, rows: list[dict] = ROWS) -> list[str]:
    line = next(line for line in NOTES[name](rows).splitlines() if line.startswith(f"| {first} |"))
    return line.strip("| ").split(" | ")[1:]


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_the_texts_have_the_tables_of_the_results_file(text):
    words = text.read_text(encoding="utf-8")
    assert {found[1] for found in BLOCK.finditer(words)} == TEXTS[text]
    assert rewritten(words, counted(FILE)) == words, "python -m igcl_core notes FILE --write brings them up to date"


def test_either_settings_have_a_row_with_its_runs_and_its_own_reference():
    assert cells("accuracy", "Cora") == ["1 of 20", "84.0", "83.6 ± 0.6", "within", "+14.0 (1 of 1 up)", "-", "-"]
    assert cells("accuracy with the paper's settings", "Cora") == [
        "2 of 20", "81.0 ± 1.4", "83.6 ± 0.6", "below", "+20.0 (1 of 1 up)",
    ]  # fmt: skip
    columns = cells("overview", "accuracy, %")
    for label, here, there in (
        ("iGCL here", "84.0", "-"), ("paper's settings here", "81.0 ± 1.4", "89.0"),
        ("paper's settings here: runs", "2", "1"), ("untrained, paper's settings", "60.0", "-"),
    ):  # fmt: skip
        found = dict(zip(columns, cells("overview", label), strict=True))
        assert (found["Cora"], found["MUTAG"], found["PubMed"]) == (here, there, "-")


def test_other_systems_have_a_line_wherever_they_were_run():
    rows = [row("cora", "gcn", seed, "recommended", accuracy=0.8 + seed / 10_000, acc=0.5) for seed in (100, 102)]
    rows += [row("cora", "gae", 100, acc=0.6, accuracy=0.75), row("mutag", "sub2vec", 100, accuracy=0.7)]
    lines = [line.strip("| ").split(" | ") for line in NOTES["other systems"](rows).splitlines()[2:]]
    assert lines == [
        ["Node classification", "Cora", "GCN, uses labels", "ours", "2 of 20", "81.0 ± 0.0", "81.5 ± 0.2", "below"],
        ["Node classification", "Cora", "GAE", "its own paper's", "1 of 20", "75.0", "74.9 ± 0.4", "within"],
        ["Graph classification", "MUTAG", "sub2vec", "its own paper's", "1 of 10", "70.0", "61.1 ± 15.9", "within"],
        ["Node clustering", "Cora", "GAE", "its own paper's", "1 of 20", "0.600", "0.596", "-"],
    ]


def test_what_is_not_run_says_what_it_costs():
    assert set(MINUTES) <= set(PAPER)
    said = cells("accuracy with the paper's settings", "COLLAB")
    assert said[1] == f"not run: takes about {MINUTES['collab']} minutes of training a run on one core"
    assert cells("accuracy with the paper's settings", "PROTEINS")[1] == f"not run: {UNKNOWN}"


def test_standings_are_of_either_settings():
    ours, theirs = NOTES["standings"](ROWS).splitlines()
    assert ours == "- Our settings, at or above the printed mean: Cora."
    assert (
        theirs == "- The paper's settings, below it within the printed spread: MUTAG; below the printed spread: Cora."
    )
    assert NOTES["counts"]([]) == "Our settings: not run yet.\nThe paper's settings: not run yet."


def test_ablation_and_sensitivity_are_of_recommended_runs():
    rows = [row("cora", name, 100, preset, accuracy=value + (preset == "paper")) for preset in ("recommended", "paper")
            for name, value in {"igcl": 0.8, "noise": 0.5, "stop-10": 0.1}.items()]  # fmt: skip
    for each in rows:
        each["metrics"]["adjacency_accuracy"] = 0.2
    assert cells("ablation", "Cora", rows) == ["50.0", "-", "-", "+30.0 (1 of 1)", "-", "-"]
    assert cells("sensitivity", "Cora", rows)[:2] == ["1", "10.0"]


def test_a_place_for_a_table_that_there_is_not_gets_a_sentence():
    with pytest.raises(UnknownName, match="There is no table of the notes 'clustres'. Did you mean 'clusters'"):
        rewritten("<!-- results: clustres -->\n<!-- end of results -->", [])
    assert rewritten("nothing to fill in", []) == "nothing to fill in"


def test_a_table_has_a_line_below_its_head():
    assert markdown(["a", "b"], [["1", "2"]]) == "| a | b |\n|---|---|\n| 1 | 2 |"
