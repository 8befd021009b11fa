"""What the interval over seeds is about is said beside every verdict and every table."""

from igcl_core.reproduce.claims import ablation_verdicts, sensitivity_verdict
from igcl_core.reproduce.report import plain_line, report
from igcl_core.reproduce.scope import OWN_SPLIT, SAME_GRAPHS, SAME_NODES, scope
from igcl_core.reproduce.tables import TABLES


def row(dataset: str, name: str, seed: int) -> dict:
    about = {"dataset": dataset, "row": name, "seed": seed, "preset": "recommended", "protocol": ""}
    return {**about, "metrics": {"accuracy": 0.7 + seed / 100, "adjacency_accuracy": 0.9}}


def test_each_level_shares_something_else_between_seeds():
    assert scope(["cora", "photo", "cora", "mutag", "pubmed"]) == [
        f"Cora, PubMed: {SAME_NODES}.",
        f"Amazon Photo: {OWN_SPLIT}.",
        f"MUTAG: {SAME_GRAPHS}.",
    ]
    assert scope([]) == []


def test_verdicts_say_so_of_the_datasets_they_rest_on():
    rows = [row(name, kind, seed) for name in ("cora", "mutag") for kind in ("igcl", "explicit") for seed in (1, 2)]
    verdict = ablation_verdicts(rows)[0]
    assert verdict.scope == (f"Cora: {SAME_NODES}.", f"MUTAG: {SAME_GRAPHS}.")
    assert sensitivity_verdict([]).scope == ()


def test_lines_for_machines_say_so():
    (line,) = report(TABLES["nodes"], [row("cora", "igcl", 1)])
    assert plain_line(line)["scope"] == f"Cora: {SAME_NODES}."
