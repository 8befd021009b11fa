"""Claims: what the paper says in words, each with the rule by which our runs confirm or contradict it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from igcl_core.reproduce.results import Row
from igcl_core.reproduce.summary import Summary, paired, summarise

CONFIRMED, CONTRADICTED, OPEN = "confirmed", "contradicted", "not run yet"
COMPARABLE = 0.03
AROUND = (0.60, 0.80)
BEATEN_ON = "citeseer"
LIKE_NOISE = ("citeseer", "nci1", "proteins")


@dataclass(frozen=True)
class Verdict:
    """A claim of the paper, what our runs say of it, by which rule, and the numbers."""

    claim: str
    answer: str
    rule: str
    evidence: tuple[str, ...]


Cells = dict[tuple[str, str], Summary]


def ablation_verdicts(rows: Iterable[Row]) -> list[Verdict]:
    """The three claims about the ablation figure."""
    cells = {(cell.dataset, cell.row): cell for cell in summarise(rows) if cell.n}
    return [_beats_explicit(cells), _noise_is_fair(cells), _noise_like_vgae(cells)]


def sensitivity_verdict(rows: Iterable[Row]) -> Verdict:
    """Better targets, better embeddings: the correlation over single runs, dataset by dataset."""
    points = sensitivity_points(rows)
    found = {name: _correlation(np.array(pairs)) for name, pairs in points.items() if len({x for x, _ in pairs}) > 2}
    return _verdict(
        "There is a positive correlation between the reconstruction rate and the final accuracy.",
        "the correlation over single runs is above 0 on every dataset",
        {name: value > 0 for name, value in found.items()},
        {name: f"{name} r = {value:+.2f} over {len(points[name])} runs" for name, value in found.items()},
    )


def embedding_verdict(rows: Iterable[Row]) -> Verdict:
    """Tightness of classes on the two maps of a dataset."""
    cells = {(cell.dataset, cell.row): cell for cell in summarise(rows, "silhouette")}
    return _compare(
        cells,
        ("igcl", "vgae"),
        "Classes are more tightly clustered by iGCL than by the VGAE.",
        "the mean silhouette of the classes on the t-SNE map is larger",
        lambda gain, dataset: gain > 0,
        lambda name, ours, other: f"{name} {ours.mean:.2f} against {other.mean:.2f}",
    )


def sensitivity_points(rows: Iterable[Row]) -> dict[str, list[tuple[float, float]]]:
    """Adjacency accuracy reached and final accuracy of every run with a stopped VGAE, by dataset."""
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        metrics = row["metrics"]
        if row["row"].startswith("stop-") and "accuracy" in metrics:
            points.setdefault(row["dataset"], []).append((metrics["adjacency_accuracy"], metrics["accuracy"]))
    return {name: sorted(pairs) for name, pairs in points.items()}


def _beats_explicit(cells: Cells) -> Verdict:
    return _compare(
        cells,
        ("igcl", "explicit"),
        "iGCL outperforms contrast with explicit augmentations on five of six datasets, all but Citeseer.",
        "the mean over equal seeds is higher everywhere but on Citeseer, and not higher there",
        lambda gain, dataset: (gain > 0) != (dataset == BEATEN_ON),
        _gain_words,
    )


def _noise_is_fair(cells: Cells) -> Verdict:
    noise = {dataset: cell for (dataset, row), cell in cells.items() if row == "noise"}
    low, high = AROUND
    return _verdict(
        "Contrasting with plain noise N(0, I) reaches around 70 % on all six datasets.",
        f"the mean is from {low:.0%} to {high:.0%} on every dataset",
        {name: low <= cell.mean <= high for name, cell in noise.items()},
        {name: f"{name} {100 * cell.mean:.1f} %" for name, cell in noise.items()},
    )


def _noise_like_vgae(cells: Cells) -> Verdict:
    return _compare(
        {key: cell for key, cell in cells.items() if key[0] in LIKE_NOISE},
        ("noise", "vgae"),
        "Plain noise is comparable to the VGAE on Citeseer, NCI1 and PROTEINS.",
        f"the means over equal seeds differ by at most {100 * COMPARABLE:.0f} points",
        lambda gain, dataset: abs(gain) <= COMPARABLE,
        _gain_words,
    )


def _compare(
    cells: Cells,
    rows: tuple[str, str],
    claim: str,
    rule: str,
    holds: Callable[[float, str], bool],
    words: Callable[[str, Summary, Summary], str],
) -> Verdict:
    """A claim about two rows, wherever both were run on equal seeds."""
    datasets = dict.fromkeys(dataset for dataset, _ in cells)
    both = {name: tuple(cells.get((name, row)) for row in rows) for name in datasets}
    known = {name: pair for name, pair in both.items() if None not in pair and paired(*pair)}
    return _verdict(
        claim,
        rule,
        {name: holds(paired(*pair).mean, name) for name, pair in known.items()},
        {name: words(name, *pair) for name, pair in known.items()},
    )


def _verdict(claim: str, rule: str, holds: dict[str, bool], evidence: dict[str, str]) -> Verdict:
    """Confirmed if it holds on every dataset that was run; the evidence marks those on which it does not."""
    answer = OPEN if not holds else CONFIRMED if all(holds.values()) else CONTRADICTED
    marked = tuple(f"{'✓' if holds[name] else '✗'} {words}" for name, words in evidence.items())
    return Verdict(claim, answer, rule, marked)


def _gain_words(name: str, ours: Summary, other: Summary) -> str:
    gain = paired(ours, other)
    return f"{name} {100 * gain.mean:+.1f} points ({gain.up} of {gain.n} runs up)"


def _correlation(pairs: np.ndarray) -> float:
    if np.ptp(pairs[:, 1]) == 0:
        return 0.0
    return float(np.corrcoef(pairs.T)[0, 1])
