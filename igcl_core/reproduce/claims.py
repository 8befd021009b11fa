"""Claims: what the paper says in words, each with the rule by which our runs confirm or contradict it.

They are judged by runs with our recommended settings alone, and wherever they are shown, JUDGED_BY says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import mean, stdev

from scipy.stats import pearsonr, t

from igcl_core.reproduce.counted import recommended
from igcl_core.reproduce.flat_map import NAMED
from igcl_core.reproduce.old_rows import MARK, of_old_probe, scored_alike
from igcl_core.reproduce.results import Row
from igcl_core.reproduce.scope import scope
from igcl_core.reproduce.stops import Point, never_reached, points_by_seed, stop_of
from igcl_core.reproduce.summary import Paired, Summary, paired, summarise
from igcl_core.reproduce.tables import ABLATION_DATASETS, SENSITIVITY_DATASETS

CONFIRMED, CONTRADICTED, UNDECIDED, OPEN = "confirmed", "contradicted", "undecided", "not run yet"
MARKS = {True: "✓", False: "✗", None: "?"}
JUDGED_BY = (
    "Judged by runs with our recommended settings alone; those with the paper's own settings stand in the tables."
)
COMPARABLE = 0.03
LEVEL = 0.05
AROUND = (0.60, 0.80)
BEATEN_ON = "citeseer"
LIKE_NOISE = ("citeseer", "nci1", "proteins")


@dataclass(frozen=True)
class Verdict:
    """A claim of the paper, what our runs say of it on `known` of its `wanted` datasets, the rule, and the numbers.

    `scope` says what the interval over seeds is about, and what it cannot tell.
    """

    claim: str
    answer: str
    rule: str
    evidence: tuple[str, ...]
    known: int
    wanted: int
    scope: tuple[str, ...] = ()


Cells = dict[tuple[str, str], Summary]


@dataclass(frozen=True)
class Range:
    """What a claim allows a number to be."""

    low: float = -math.inf
    high: float = math.inf

    def holds(self, values: Iterable[float], wanted: int) -> bool | None:
        """Whether the true mean lies in here: None while its interval crosses an end. One value never tells.

        Student's interval at LEVEL, shared out over the `wanted` datasets of which any one can contradict a claim.
        """
        values = list(values)
        if len(values) < 2:
            return None
        reach = t.ppf(1 - LEVEL / (2 * wanted), len(values) - 1) * stdev(values) / math.sqrt(len(values))
        low, high = mean(values) - reach, mean(values) + reach
        if self.low < low and high < self.high:
            return True
        return False if high < self.low or low > self.high else None


UP, DOWN = Range(low=0.0), Range(high=0.0)
CERTAINTY = f"undecided while chance could reverse the answer (Student's t over seeds, {LEVEL:.0%} in all)"


def ablation_verdicts(rows: Iterable[Row]) -> list[Verdict]:
    """The three claims about the ablation figure."""
    cells = {(cell.dataset, cell.row): cell for cell in summarise(recommended(rows)) if cell.n}
    return [_beats_explicit(cells), _noise_is_fair(cells), _noise_like_vgae(cells)]


def sensitivity_verdict(rows: Iterable[Row]) -> Verdict:
    """Better targets, better embeddings: the correlation within each seed, dataset by dataset."""
    rows, wanted = recommended(rows), len(SENSITIVITY_DATASETS)
    found, missed, old = correlations(rows), never_reached(rows), old_stops(rows)
    return _verdict(
        "There is a positive correlation between the reconstruction rate and the final accuracy.",
        "the correlation within a seed is above 0, on average over seeds, on every dataset; a stop that was never "
        f"reached is no point; {CERTAINTY}",
        {name: UP.holds(r, wanted) for name, r in found.items()},
        {
            name: f"{name} r = {mean(r):+.2f} ({_up(r)}{_left_out(missed.get(name, 0))}{_probe(name in old)})"
            for name, r in found.items()
        },
        wanted,
    )


def embedding_verdict(rows: Iterable[Row]) -> Verdict:
    """Tightness, on the two maps of a dataset, of the classes that the paper names."""
    cells = {(cell.dataset, cell.row): cell for cell in summarise(recommended(rows), "silhouette_named")}
    return _compare(
        cells,
        ("igcl", "vgae"),
        f"Classes {', '.join(map(str, NAMED))} of Cora are more tightly clustered by iGCL than by the VGAE.",
        f"their mean silhouette on the t-SNE map is larger; {CERTAINTY}",
        lambda dataset: UP,
        lambda name, ours, other, gain: f"{name} {ours.mean:.2f} against {other.mean:.2f} ({_up(gain.gains)})",
        1,
    )


def correlations(rows: Iterable[Row]) -> dict[str, list[float]]:
    """Pearson's r of every seed with three different runs or more, by dataset."""
    found = {
        name: [_pearson(pairs) for pairs in seeds.values() if len(pairs) > 2]
        for name, seeds in points_by_seed(rows).items()
    }
    return {name: r for name, r in found.items() if r}


def _pearson(pairs: set[Point]) -> float:
    x, y = zip(*pairs, strict=True)
    return float(pearsonr(x, y).statistic) if len(set(x)) > 1 and len(set(y)) > 1 else 0.0


def _beats_explicit(cells: Cells) -> Verdict:
    return _compare(
        cells,
        ("igcl", "explicit"),
        "iGCL outperforms contrast with explicit augmentations on five of six datasets, all but Citeseer.",
        f"the mean over equal seeds is higher everywhere but on Citeseer, and lower there; {CERTAINTY}",
        lambda dataset: DOWN if dataset == BEATEN_ON else UP,
        _gain_words,
        len(ABLATION_DATASETS),
    )


def _noise_is_fair(cells: Cells) -> Verdict:
    noise = {dataset: cell for (dataset, row), cell in cells.items() if row == "noise"}
    around, wanted = Range(*AROUND), len(ABLATION_DATASETS)
    return _verdict(
        "Contrasting with plain noise N(0, I) reaches around 70 % on all six datasets.",
        f"the mean is from {around.low:.0%} to {around.high:.0%} on every dataset; {CERTAINTY}",
        {name: around.holds(cell.values.values(), wanted) for name, cell in noise.items()},
        {name: f"{name} {100 * cell.mean:.1f} % ({_runs(cell)})" for name, cell in noise.items()},
        wanted,
    )


def _noise_like_vgae(cells: Cells) -> Verdict:
    return _compare(
        {key: cell for key, cell in cells.items() if key[0] in LIKE_NOISE},
        ("noise", "vgae"),
        "Plain noise is comparable to the VGAE on Citeseer, NCI1 and PROTEINS.",
        f"the means over equal seeds differ by less than {100 * COMPARABLE:.0f} points; {CERTAINTY}",
        lambda dataset: Range(-COMPARABLE, COMPARABLE),
        _gain_words,
        len(LIKE_NOISE),
    )


def _compare(
    cells: Cells,
    rows: tuple[str, str],
    claim: str,
    rule: str,
    allowed: Callable[[str], Range],
    words: Callable[[str, Summary, Summary, Paired], str],
    wanted: int,
) -> Verdict:
    """A claim about two rows, wherever both were run on equal seeds."""
    datasets = dict.fromkeys(dataset for dataset, _ in cells)
    both = {name: tuple(cells.get((name, row)) for row in rows) for name in datasets}
    known = {name: (*pair, paired(*pair)) for name, pair in both.items() if None not in pair and paired(*pair)}
    return _verdict(
        claim,
        rule,
        {name: allowed(name).holds(gain.gains, wanted) for name, (_, _, gain) in known.items()},
        {name: words(name, *found) for name, found in known.items()},
        wanted,
    )


def _verdict(claim: str, rule: str, holds: dict[str, bool | None], evidence: dict[str, str], wanted: int) -> Verdict:
    """Contradicted by one dataset on which it fails, else undecided by one that is too close, else confirmed."""
    said = set(holds.values())
    answer = OPEN if not said else CONTRADICTED if False in said else UNDECIDED if None in said else CONFIRMED
    marked = tuple(f"{MARKS[holds[name]]} {words}" for name, words in evidence.items())
    return Verdict(claim, answer, rule, marked, len(holds), wanted, tuple(scope(holds)))


def _gain_words(name: str, ours: Summary, other: Summary, gain: Paired) -> str:
    diverged = ours.failed + other.failed
    gone = f", {diverged} diverged" if diverged else ""
    return f"{name} {100 * gain.mean:+.1f} points ({_up(gain.gains)}{gone}{_probe(ours.old)})"


def _up(gains: Iterable[float]) -> str:
    gains = list(gains)
    return f"{sum(gain > 0 for gain in gains)} of {len(gains)} seeds up"


def _left_out(missed: int) -> str:
    return f", {missed} stop{'s' if missed > 1 else ''} never reached left out" if missed else ""


def old_stops(rows: list[Row]) -> set[str]:
    """The datasets whose points are the old probe's."""
    return {row["dataset"] for row in scored_alike(rows) if stop_of(row["row"]) and of_old_probe(row)}


def _probe(old: bool) -> str:
    return f", {MARK}" if old else ""


def _runs(cell: Summary) -> str:
    words = f"{cell.n} run{'s' if cell.n > 1 else ''}{_probe(cell.old)}"
    return f"{words}, {cell.failed} diverged" if cell.failed else words
