"""Cora from its .content and .cites text, put into Planetoid's node order.

The text names papers by their ids; `cora_paper_ids.txt` lists the ids in Planetoid's order, found once by matching
feature rows, labels and citations. In that order the text equals the Planetoid files, and so the public split applies.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from igcl_core.files.regular_file import read_regular

from .cards import DatasetCard
from .errors import DataDamaged, expect
from .graphs import NODE, Graphs
from .planetoid import public_split
from .raw_layout import Raw

ORDER_FILE = Path(__file__).with_name("cora_paper_ids.txt")
TRAIN, TEST = 140, 1000
MOST_BYTES = 100_000_000


def read_cora_content(card: DatasetCard, raw: Raw) -> Graphs:
    """Read the two text files; the result equals Cora read from the Planetoid files."""
    order = ORDER_FILE.read_text().split()
    node = {paper: index for index, paper in enumerate(order)}
    x, y = _papers(raw.path(".content"), node, card)
    return Graphs(
        name=card.name,
        task=NODE,
        x=x,
        edges=_citations(raw.path(".cites"), node),
        y=y,
        split=public_split(TRAIN, np.arange(card.nodes - TEST, card.nodes)),
        classes=card.class_names,
    )


def _papers(path: Path, node: dict[str, int], card: DatasetCard) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Each line: paper id, 0 or 1 for every word, class name."""
    label = {name.replace(" ", "_"): index for index, name in enumerate(card.class_names)}
    lines = read_regular(path, MOST_BYTES).decode().splitlines()
    expect(path, "papers", card.nodes, len(lines))
    x, y = np.zeros((card.nodes, card.features), np.float32), np.zeros(card.nodes, np.int64)
    for line in lines:
        paper, *words, name = line.split()
        expect(path, f"words for paper {paper}", card.features, len(words))
        if paper not in node or name not in label:
            raise DataDamaged(
                f"{path} should list Cora's papers, but it has paper {paper!r} of class {name!r}. Fetch it again."
            )
        x[node[paper]], y[node[paper]] = words, label[name]
    return sparse.csr_matrix(x), y


def _citations(path: Path, node: dict[str, int]) -> np.ndarray:
    ids = read_regular(path, MOST_BYTES).decode().split()
    strangers = [paper for paper in ids if paper not in node]
    if strangers or len(ids) % 2:
        came = f"paper {strangers[0]!r}" if strangers else "half a pair"
        raise DataDamaged(f"{path} should list pairs of Cora's papers, but it has {came}. Fetch it again.")
    return np.array([node[paper] for paper in ids]).reshape(-1, 2).T
