"""Clusters, ablation and sensitivity in the notes."""

from __future__ import annotations

from collections import Counter
from statistics import mean

from igcl_core.data import find_card
from igcl_core.reproduce.claims import correlations
from igcl_core.reproduce.clusters import MEASURES, UNIT
from igcl_core.reproduce.counted import PAPER, RECOMMENDED, recommended
from igcl_core.reproduce.notes.markdown import markdown
from igcl_core.reproduce.old_rows import MARK
from igcl_core.reproduce.paper import printed
from igcl_core.reproduce.report import Key, Line, by_key
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.stops import points_by_seed, unreached
from igcl_core.reproduce.summary import Paired, Summary, paired, summarise
from igcl_core.reproduce.tables import ABLATION_DATASETS, CITATIONS, SENSITIVITY_DATASETS, TABLES
from igcl_core.reproduce.variants import STOPS
from igcl_core.reproduce.words import NONE, printed_words

WAYS = {"": "as it is", UNIT: "rows of length 1"}
CLUSTERED = {
    "iGCL here": ("igcl", RECOMMENDED),
    "untrained": ("untrained", RECOMMENDED),
    "smoothed, not trained": ("smoothed", RECOMMENDED),
    "iGCL here, paper's settings": ("igcl", PAPER),
}
OTHERS = {"noise": "noise", "vgae": "VGAE alone", "explicit": "explicit"}


def clusters(rows: list[Row]) -> str:
    """K-means of the embedding as it is and of rows of length 1; behind each the number of runs."""
    found, lines = by_key(TABLES["clusters"], rows), []
    for dataset in CITATIONS:
        for suffix, way in WAYS.items():
            cells = [_clustered(found, dataset, suffix, *which) for which in CLUSTERED.values()]
            said = " / ".join(printed_words(printed("clusters", dataset, name), 1.0) for name in MEASURES)
            lines.append([find_card(dataset).title, way, *cells, said])
    return markdown(["dataset", "embedding", *CLUSTERED, "paper"], lines)


def ablation(rows: list[Row]) -> str:
    """The mean of each strategy, and iGCL minus it on equal seeds (± standard error, seeds on which iGCL is higher)."""
    cells = {(cell.dataset, cell.row): cell for cell in summarise(recommended(rows)) if cell.n}
    lines = []
    for dataset in ABLATION_DATASETS:
        ours, others = cells.get((dataset, "igcl")), [cells.get((dataset, row)) for row in OTHERS]
        gains = [_gain(paired(ours, cell) if ours and cell else None) for cell in others]
        lines.append([find_card(dataset).title, *map(_mean, others), *gains])
    return markdown(["dataset", *OTHERS.values(), *(f"over {name}" for name in OTHERS.values())], lines)


def sensitivity(rows: list[Row]) -> str:
    """Accuracy by the stop of the VGAE, the stops that were never reached, and Pearson's r within each seed."""
    rows = recommended(rows)
    cells = {(cell.dataset, cell.row): cell for cell in summarise(rows)}
    seeds, r, lines = points_by_seed(rows), correlations(rows), []
    for dataset in SENSITIVITY_DATASETS:
        means = [_mean(cells.get((dataset, f"stop-{stop}"))) for stop in STOPS]
        by_seed = ", ".join(f"{each:+.2f}" for each in r.get(dataset, ())) or NONE
        lines.append(
            [find_card(dataset).title, str(len(seeds.get(dataset, ()))), *means, _missed(rows, dataset), by_seed]
        )
    return markdown(["dataset", "seeds", *(f"{stop} %" for stop in STOPS), "never reached", "r by seed"], lines)


def _clustered(found: dict[Key, Line], dataset: str, suffix: str, row: str, preset: str) -> str:
    lines = [found.get((dataset, row, f"{name}{suffix}", preset)) for name in MEASURES]
    if None in lines:
        return NONE
    return f"{' / '.join(f'{line.ours.mean:.3f}' for line in lines)} ({lines[0].ours.n})"


def _mean(cell: Summary | None) -> str:
    return f"{100 * cell.mean:.1f}{f' ({MARK})' if cell.old else ''}" if cell and cell.n else NONE


def _gain(gain: Paired | None) -> str:
    if gain is None:
        return NONE
    error = f" ± {100 * gain.se:.1f}" if gain.n > 1 else ""
    return f"{100 * gain.mean:+.1f}{error} ({gain.up} of {gain.n})"


def _missed(rows: list[Row], dataset: str) -> str:
    """How many runs of which stop never reached it, and what they scored."""
    missed = [row for row in unreached(rows) if row["dataset"] == dataset]
    if not missed:
        return "none"
    stops = Counter(sorted(int(row["row"].removeprefix("stop-")) for row in missed))
    words = ", ".join(f"{count} of {stop} %" for stop, count in stops.items())
    return f"{words} ({100 * mean(row['metrics']['accuracy'] for row in missed):.1f})"
