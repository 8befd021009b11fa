"""What the README shows runs as it stands there, and its numbers are those of the results file."""

import re
from pathlib import Path

import igcl_core
from igcl_core.data import find_card
from igcl_core.reproduce import Results
from igcl_core.reproduce.paper import printed
from igcl_core.reproduce.summary import Summary, summarise
from tests.readme_files import write_graph_files

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run_example(with_word: str) -> dict:
    """The names that the README's one block of code with this word leaves behind."""
    (example,) = (code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if with_word in code)
    names = {"igcl_core": igcl_core}
    exec(example, names)
    return names


def test_a_graph_of_another_library_trains():
    names = run_example("torch_geometric")
    assert names["step"].phase == "done" and names["step"].arrays["z"].shape[0] == 34
    assert names["run"].graphs.num_edges == 78
    assert names["data"].num_nodes == 34 and names["data"].is_undirected()


def test_a_graph_of_your_own_trains():
    run = run_example('"mine"')["run"]
    run.advance(3)
    assert run.index == 3 and run.graphs.num_edges == 7 and "probe_test" in run.steps[0].metrics


def test_a_graph_in_files_trains(tmp_path, monkeypatch, capsys):
    write_graph_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run_example("igcl_core.read(")["run"].graphs.classes == ("a", "b")
    assert "label club as you said" in capsys.readouterr().out


def table_row(name: str) -> list[str]:
    line = next(line for line in README.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_the_table_of_results_is_the_results_file():
    rows = [row for row in Results(ROOT / "assets/results/results.jsonl").rows() if "map" not in row["metrics"]]
    ours = {(each.dataset, each.row, each.preset): each for each in summarise(rows) if each.n}
    datasets = [find_card(name).name for name in table_row("accuracy, %")]
    assert len(datasets) == 11
    for label, row, preset in (
        ("iGCL here", "igcl", "recommended"), ("paper's settings here", "igcl", "paper"),
        ("untrained here", "untrained", "recommended"), ("untrained, paper's settings", "untrained", "paper"),
        ("smoothed, not trained", "smoothed", "recommended"), ("batch norm only", "batch-norm", "recommended"),
    ):  # fmt: skip
        assert dict(zip(datasets, table_row(label), strict=True)) == {
            dataset: cell_words(ours.get((dataset, row, preset))) for dataset in datasets
        }
    for preset, label in (("recommended", "iGCL here: runs"), ("paper", "paper's settings here: runs")):
        counts = [ours[key].n if (key := (dataset, "igcl", preset)) in ours else "-" for dataset in datasets]
        assert [cell.removesuffix(", old probe") for cell in table_row(label)] == list(map(str, counts))
    said = [printed("nodes", dataset) or printed("graphs", dataset) for dataset in datasets]
    assert table_row("paper") == [f"{cell.mean} ± {cell.spread}" for cell in said]


def cell_words(cell: Summary | None) -> str:
    if cell is None:
        return "-"
    return f"{100 * cell.mean:.1f}" + (f" ± {100 * cell.spread:.1f}" if cell.n > 1 else "")
