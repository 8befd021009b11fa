"""What the README shows runs as it stands there, and its numbers are those of the results file."""

import re
from pathlib import Path

import igcl_core
from igcl_core.data import find_card
from igcl_core.reproduce import Results
from igcl_core.reproduce.paper import printed
from igcl_core.reproduce.summary import summarise

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_graph_of_your_own_trains():
    (example,) = (code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if '"mine"' in code)
    names = {"igcl_core": igcl_core}
    exec(example, names)
    run = names["run"]
    run.advance(3)
    assert run.index == 3 and run.graphs.num_edges == 7 and "probe_test" in run.steps[0].metrics


def table_row(name: str) -> list[str]:
    line = next(line for line in README.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_the_table_of_results_is_the_results_file():
    rows = [row for row in Results(ROOT / "assets/results/results.jsonl").rows() if "map" not in row["metrics"]]
    ours = {(each.dataset, each.row): each for each in summarise(rows) if each.n}
    datasets = [find_card(name).name for name in table_row("accuracy, %")]
    assert len(datasets) == 11
    for dataset, here, runs, paper, untrained, settled in zip(
        datasets, *map(table_row, ("iGCL here", "runs", "paper", "untrained here", "batch norm only")), strict=True
    ):
        cell, said = ours[dataset, "igcl"], printed("nodes", dataset) or printed("graphs", dataset)
        assert (here, runs) == (f"{100 * cell.mean:.1f} ± {100 * cell.spread:.1f}", str(cell.n))
        assert paper == f"{said.mean} ± {said.spread}" and untrained == f"{100 * ours[dataset, 'untrained'].mean:.1f}"
        other = ours.get((dataset, "batch-norm"))
        assert settled == (f"{100 * other.mean:.1f}" if other else "-")
