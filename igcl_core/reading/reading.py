"""Reading: what came out of files, with what was guessed on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from igcl_core.data import NODE, Graphs, Split
from igcl_core.data.splits import stratified_split
from igcl_core.reading.columns import Columns, features, labels, texts
from igcl_core.reading.guess import NONE, Guess, Wanted
from igcl_core.reading.limits import ask_counts
from igcl_core.reading.made_features import MADE, with_made
from igcl_core.reading.refused import Refused, refused
from igcl_core.reading.scaling import scaled

SPLITS = {"1/1/98": (0.01, 0.01), "10/10/80": (0.1, 0.1), "40/20/40": (0.4, 0.2), "80/10/10": (0.8, 0.1)}
ENOUGH_OF_A_CLASS, FEWEST_NODES = 20, 4
LARGE, ENOUGH_OF_A_LARGE_ONE = 50_000, 200  # from so many on a hundredth is plenty to learn from


@dataclass(frozen=True, eq=False)
class Reading:
    """Graphs, the guesses behind them, notes on what was dropped, and names and texts of nodes, if there are any."""

    graphs: Graphs
    guesses: tuple[Guess, ...] = ()
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Looked:
    """Files that have been looked at: what they are taken to mean, and how to read them so."""

    guesses: tuple[Guess, ...]
    make: Callable[[], Reading]

    def value(self, what: str) -> object:
        return next((guess.value for guess in self.guesses if guess.what == what), None)


def made_guess(wanted: Wanted) -> Guess:
    """Which features nodes get that have none."""
    why = "as you said" if wanted.made else "the setting Node features makes them from degrees"
    return Guess("made", "Made features", wanted.made or MADE[0], why, MADE)


def node_reading(
    file: str, name: str, edges: np.ndarray, columns: Columns, wanted: Wanted, guesses: tuple[Guess, ...],
    notes: tuple[str, ...], names: tuple[str, ...] = (),
) -> Reading:  # fmt: skip
    """One graph: features, classes and texts from the columns that were guessed for them."""
    role = {guess.what: guess.value for guess in guesses}
    nodes = columns.rows
    x = features(columns, role["features"], nodes)
    y, classes, has = labels(columns, role["label"]) if role["label"] != NONE else (None, (), None)
    words = texts(columns, role["text"]) if role["text"] != NONE else ()
    return finished(
        file, name, x, edges, wanted, guesses, notes, y=y, classes=classes, has=has, names=names, words=words
    )


def finished(
    file: str, name: str, x: np.ndarray | sparse.csr_matrix, edges: np.ndarray, wanted: Wanted,
    guesses: tuple[Guess, ...], notes: tuple[str, ...], *, y: np.ndarray | None = None, classes: tuple[str, ...] = (),
    has: np.ndarray | None = None, ptr: np.ndarray | None = None, split: Split | None = None,
    names: tuple[str, ...] = (), words: tuple[str, ...] = (),
) -> Reading:  # fmt: skip
    """The reading, after a last look at whether the graph can be worked with."""
    ask_counts(file, x.shape[0], edges.shape[1])
    task = NODE if ptr is None else "graph"
    x, scale = scaled(x, wanted)
    guesses += scale
    if y is not None and split is None:
        split, guess = _split(y, np.ones(len(y), bool) if has is None else has, task, wanted)
        guesses += (guess,)
    try:
        graphs = Graphs(name, task, x, edges, y, ptr, split, classes)
    except (ValueError, TypeError) as problem:
        raise Refused(f"{file} holds no graph that can be used. {problem}") from None
    _check_enough(file, graphs)
    if graphs.num_features == 0:
        guesses += (made_guess(wanted),)
        graphs = with_made(graphs, guesses[-1].value)
    return Reading(graphs, guesses, notes + _dropped(graphs, edges) + _unlabelled(has, task), names, words)


def _split(y: np.ndarray, has: np.ndarray, task: str, wanted: Wanted) -> tuple[Split, Guess]:
    """Shares of every class, of the items that have one."""
    smallest = int(np.bincount(y[has]).min(initial=len(y), where=np.bincount(y[has]) > 0))
    counted = f"{smallest:,} {task}{'' if smallest == 1 else 's'}"
    why = f"of {has.sum():,} {task}s the smallest class has {counted}" if wanted.split is None else "as you said"
    chosen = wanted.split or _usual_split(task, smallest, int(has.sum()))
    if chosen not in SPLITS:
        raise Refused(f"The split must be one of {', '.join(SPLITS)}, not {chosen!r}.")
    found, items = stratified_split(y[has], *SPLITS[chosen]), np.flatnonzero(has)
    split = Split(items[found.train], items[found.val], items[found.test], found.protocol)
    return split, Guess("split", "Train / validate / test, %", chosen, why, tuple(SPLITS))


def _usual_split(task: str, smallest: int, items: int) -> str:
    """Shares with which every class has at least two to learn from; of a large graph few, so that a probe is quick."""
    if task != NODE:
        return "80/10/10"
    if items >= LARGE and smallest >= ENOUGH_OF_A_LARGE_ONE:
        return "1/1/98"
    return "10/10/80" if smallest >= ENOUGH_OF_A_CLASS else "40/20/40"


def _check_enough(file: str, graphs: Graphs) -> None:
    if graphs.num_nodes < FEWEST_NODES:
        raise refused(file, f"a graph of at least {FEWEST_NODES} nodes", f"{graphs.num_nodes}")
    if graphs.num_edges == 0:
        raise refused(file, "an edge between two different nodes", "none")
    if graphs.task != NODE and graphs.num_graphs < FEWEST_NODES:
        raise refused(file, f"at least {FEWEST_NODES} graphs", f"{graphs.num_graphs}")


def _dropped(graphs: Graphs, edges: np.ndarray) -> tuple[str, ...]:
    """What became of edges that are not in the graph as they came."""
    loops = int((edges[0] == edges[1]).sum())
    again = edges.shape[1] - loops - graphs.num_edges
    said = [f"Edges from a node to itself, which are dropped: {loops:,}."] if loops else []
    said += [f"Edges that came again, or the other way round, and count once: {again:,}."] if again else []
    return tuple(said)


def _unlabelled(has: np.ndarray | None, task: str) -> tuple[str, ...]:
    without = 0 if has is None else int((~has).sum())
    return (f"{task.capitalize()}s without a class, which probes leave out: {without:,}.",) if without else ()
