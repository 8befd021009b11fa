"""Tables: what the paper measured, as lists of jobs."""

from __future__ import annotations

from dataclasses import dataclass

from igcl_core.data import find_card
from igcl_core.errors import UnknownName
from igcl_core.reproduce.clusters import MEASURES, UNIT_MEASURES
from igcl_core.reproduce.job import Job, make_job
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.runnable import why_not
from igcl_core.reproduce.variants import OTHERS, STOPS, VARIANTS
from igcl_core.training.method import KINDS

REFERENCES = ("untrained", "smoothed", "batch-norm")
ORIGIN = ("table", "dataset", "row", "preset", "seed")
ALL = "all"
FIRST_SEED = 100
QUICK_REPEATS = 2
NODE_DATASETS = ("cora", "citeseer", "pubmed", "photo", "computers")
GRAPH_DATASETS = ("mutag", "nci1", "proteins", "collab", "imdb-b", "imdb-m")
CITATIONS = ("cora", "citeseer", "pubmed")
# The text does not name the datasets of these two figures; it speaks of six (with Citeseer, NCI1 and PROTEINS among
# them), and of two at each level.
ABLATION_DATASETS = (*CITATIONS, "mutag", "proteins", "nci1")
SENSITIVITY_DATASETS = ("cora", "citeseer", "mutag", "proteins")


@dataclass(frozen=True)
class Table:
    """A table or figure of the paper: its datasets, its rows, and how often each is repeated.

    `others` are the rows of its other systems, which are run where they are asked for.
    """

    name: str
    title: str
    datasets: tuple[str, ...]
    rows: tuple[str, ...]
    repeats: int
    metrics: tuple[str, ...] = ("accuracy",)
    map: bool = False
    others: tuple[str, ...] = ()

    def jobs(
        self,
        datasets: list[str] | None = None,
        repeats: int | None = None,
        kind: str = "recommended",
        quick: bool = False,
        rows: tuple[str, ...] | None = None,
    ) -> list[Job]:
        """One job for every dataset, seed and row that can be run, in the order in which they are worth having."""
        count = repeats or (QUICK_REPEATS if quick else self.repeats)
        return [
            make_job(self.name, dataset, row, kind, FIRST_SEED + seed, quick, self.map, self.metrics)
            for dataset in self.chosen(datasets)
            for seed in range(count)
            for row in (self.rows if rows is None else rows)
            if why_not(row, dataset, kind) is None
        ]

    def named(self, names: str) -> tuple[str, ...]:
        """The rows of a list with commas, by our names or the paper's; "all" is every row there is."""
        known = {OTHERS.get(row, row).lower(): row for row in (*self.rows, *self.others)}
        known |= {row: row for row in known.values()}
        wanted = [name.strip().lower() for name in names.split(",")]
        if wanted == [ALL]:
            return tuple(dict.fromkeys(known.values()))
        for name in wanted:
            if name not in known:
                raise UnknownName(f"row of the table {self.name!r}", name, [*known, ALL])
        return tuple(dict.fromkeys(known[name] for name in wanted))

    def chosen(self, names: list[str] | None) -> list[str]:
        """The asked-for datasets of this table, or all of them."""
        wanted = [find_card(name).name for name in names or self.datasets]
        for name in wanted:
            if name not in self.datasets:
                raise UnknownName(f"dataset of the table {self.name!r}", name, self.datasets)
        return wanted


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "nodes",
            "Node classification",
            NODE_DATASETS,
            ("igcl", "untrained", "smoothed"),
            20,
            others=("gcn", "sage", "gat", "gae", "vgae", "dgi", "gmi", "grace", "gca"),
        ),
        Table(
            "graphs",
            "Graph classification",
            GRAPH_DATASETS,
            ("igcl", *REFERENCES),
            10,
            others=("gcn", "gin", "node2vec", "sub2vec", "graph2vec", "infograph", "graphcl", "joao", "autogcl"),
        ),
        Table(
            "clusters",
            "Node clustering",
            CITATIONS,
            ("igcl", "untrained", "smoothed", "raw", "spectral"),
            20,
            (*MEASURES, *UNIT_MEASURES),
            others=("deepwalk", "gae", "vgae", "arga", "arvga", "gala", "mvgrl"),
        ),
        Table("ablation", "Ablation", ABLATION_DATASETS, ("noise", "vgae", "explicit", "igcl"), 10),
        Table("sensitivity", "Sensitivity", SENSITIVITY_DATASETS, tuple(f"stop-{stop}" for stop in STOPS), 10),
        Table("embedding", "Embedding", ("cora",), ("vgae", "igcl"), 1, ("silhouette",), map=True),
    )
}


def find_table(name: str) -> Table:
    """The table of this name."""
    if name not in TABLES:
        raise UnknownName("table", name, TABLES)
    return TABLES[name]


def is_current(row: Row) -> bool:
    """Whether the same job would be run today: since then the preset may have been tuned anew or the row renamed."""
    table = TABLES.get(row["table"])
    known = table and row["dataset"] in table.datasets and row["row"] in VARIANTS and row["preset"] in KINDS
    known = known and why_not(row["row"], row["dataset"], row["preset"]) is None
    return bool(known) and make_job(*(row[name] for name in ORIGIN), map=table.map).made(row)
