"""The paper's tables as data are what the paper prints."""

import re

import pytest

from igcl_core import DATASETS
from igcl_core.reproduce.paper import paper_cells, printed
from tests.conftest import DATASETS_FOLDER

PAPER = DATASETS_FOLDER.parent / "paper" / "paper.tex"
LABELS = {"nodes": "tab Node Classification", "clusters": "tab Node Clustering", "graphs": "tab Graph Classification"}


@pytest.mark.parametrize(
    ("where", "mean", "spread", "rank"),
    [
        (("nodes", "cora"), 83.6, 0.6, "best"),
        (("nodes", "citeseer"), 72.2, 0.6, None),
        (("nodes", "computers", "accuracy", "GCA"), 87.8, 0.3, "second"),
        (("nodes", "photo", "accuracy", "GCN"), 92.4, 0.2, None),
        (("graphs", "mutag"), 89.8, 1.2, "best"),
        (("graphs", "imdb-b", "accuracy", "GIN"), 75.1, 5.1, None),
        (("graphs", "mutag", "accuracy", "sub2vec"), 61.1, 15.9, None),
        (("graphs", "collab", "accuracy", "graph2vec"), None, None, None),
        (("clusters", "pubmed", "ari"), 0.329, None, "best"),
        (("clusters", "cora", "nmi", "GALA"), 0.577, None, "best"),
        (("clusters", "citeseer", "acc", "SC"), 0.239, None, None),
    ],
)
def test_cells_read_off_the_paper(where, mean, spread, rank):
    cell = printed(*where)
    assert (cell.mean, cell.spread, cell.rank) == (mean, spread, rank)


def test_every_table_is_complete():
    counts = {table: sum(cell.table == table for cell in paper_cells()) for table in LABELS}
    assert counts == {"nodes": 10 * 5, "clusters": 10 * 9, "graphs": 10 * 6}
    assert all(cell.dataset in DATASETS and cell.label == LABELS[cell.table] for cell in paper_cells())
    assert printed("nodes", "mutag") is None


def numbers_in(tex: str, label: str) -> list[str]:
    """Every number or dash of the body of the table with this label, in reading order, mean and spread apart."""
    body = tex[: tex.index(f"\\label{{{label}}}")].rsplit("\\begin{tabular}", 1)[1]
    lines = [line for line in body.split("\\\\") if re.search(r"\d\.\d|- ", line)]
    cells = [cell for line in lines for cell in line.split("&")[2:]]
    return [text for cell in cells for text in re.findall(r"\d+\.\d+|(?<![\w$])-(?![\w$])", cell)]


@pytest.mark.parametrize("table", LABELS)
def test_all_cells_against_the_source_of_the_paper(table):
    if not PAPER.is_file():
        pytest.skip("The source of the paper is not beside the repository.")
    cells = [cell for cell in paper_cells() if cell.table == table]
    pairs = [("-", None) if cell.mean is None else (cell.mean, cell.spread) for cell in cells]
    ours = [value for pair in pairs for value in pair if value is not None]
    assert [v if v == "-" else float(v) for v in numbers_in(PAPER.read_text(), LABELS[table])] == ours
