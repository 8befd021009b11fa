"""Standings: what every method has come to, by the project's protocol, and what it took."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from app.figures.paper_table import paper_table
from app.figures.race import USES_LABELS
from app.pages.embeddings.studies import REPEATS
from app.pages.still import still
from app.session.background import Background, Want, once
from app.session.content_key import content_key
from app.session.live_run import LiveRun, View
from app.session.race import Race
from igcl_core import METHODS
from igcl_core.evaluate import Score, cluster
from igcl_core.reproduce import RUN_HERE, Entry, TableRow

HEADINGS = ("Test accuracy, %", "Clusters, %", "NMI", "Seconds", "Steps", "Memory")
NONE, LATER = Entry("–", "\u00a0"), Entry("…", "\u00a0")  # two lines high, as they will be
MB = 1e6
ONE_RUN = (
    "**One run each: differences of a point or two are chance.** Compare has iGCL over many seeds, "
    "beside what the paper prints of the others."
)
PROTOCOL = (
    "Test accuracy: a linear probe on the frozen embedding, at the trained step that is best on validation (the star "
    "in the chart){}. Clusters and NMI: {}, of the last step, measured once all have ended so that it slows nobody. "
    "Seconds: in which a worker trained this method; waiting and probing are not counted. "
    "Memory: kept embeddings and checkpoints."
)
K_MEANS = "K-means with as many clusters as classes"


def draw_standings(race: Race, methods: Sequence[str]) -> None:
    """The table, from the start with a place for everything, and how its numbers came to be."""
    race.studies.want(wants(race))
    lines = [standing(live_run, race) for live_run in race.runs]
    lines = lines or [TableRow(METHODS[name].title, RUN_HERE, (NONE,) * len(HEADINGS)) for name in methods]
    st.html(paper_table(HEADINGS, lines, "What every method has come to"))
    still("race-one-run").markdown(f"{ONE_RUN}{one_item(race)}")
    still("race-protocol", lines=4).caption(protocol(race))


def standing(live_run: LiveRun, race: Race) -> TableRow:
    """One method's line."""
    view, method = live_run.view, METHODS[live_run.choice.method]
    name = f"{method.title}, {USES_LABELS}" if method.supervised else method.title
    if view.step is None:
        return TableRow(name, RUN_HERE, (NONE if view.error else LATER,) * len(HEADINGS))
    work = Entry(f"{view.step.metrics['seconds']:.1f}")
    steps, memory = Entry(f"{view.step.index:,}", f"of {view.step.total:,}"), Entry(f"{live_run.held / MB:,.1f} MB")
    return TableRow(name, RUN_HERE, (accuracy(view), *clusters(view, race), work, steps, memory))


def accuracy(view: View) -> Entry:
    """The probe on test items, at the step best on validation."""
    best = view.best_probe()
    if best is None:
        return NONE if view.graphs.y is None or view.error else LATER
    return Entry(f"{100 * best.metrics['probe_test']:.1f}", f"step {best.index:,}", about=view.graphs.split.protocol)


def clusters(view: View, race: Race) -> tuple[Entry, Entry]:
    """How well K-means finds the classes again."""
    if view.error or not has_classes(view):
        return NONE, NONE
    if not race.over:
        return LATER, LATER
    key = cluster_key(view)
    score: Score | None = race.studies.answer(key)
    if score is None:
        problem = race.studies.problem(key)
        return (Entry("–", about=problem), NONE) if problem else (LATER, LATER)
    details = score.details
    found = Entry(f"{100 * score.value:.1f}", f"± {100 * score.spread:.1f}", about=score.protocol)
    return found, Entry(f"{details['nmi']:.3f}", f"± {details['nmi_std']:.3f}", about=score.protocol)


def wants(race: Race) -> list[Want]:
    """K-means of every embedding, once all have ended."""
    views = [live_run.view for live_run in race.runs]
    ready = [view for view in views if race.over and view.status == "done" and has_classes(view)]
    return [Want(cluster_key(view), once(lambda view=view: study(view))) for view in ready]


def study(view: View) -> Score:
    return cluster(embedding(view), view.graphs.y, repeats=REPEATS)


def has_classes(view: View) -> bool:
    return view.graphs is not None and view.graphs.y is not None and len(np.unique(view.graphs.y)) > 1


def embedding(view: View) -> np.ndarray:
    """z of the last step."""
    return view.snapshots[view.kept[-1]]["z"]


def cluster_key(view: View) -> tuple[str, str]:
    return content_key(embedding(view)), content_key(view.graphs.y)


def one_item(race: Race) -> str:
    """What one test item more or less makes of an accuracy."""
    known = [live_run.view.graphs for live_run in race.runs if live_run.view.graphs is not None]
    tests = len(known[0].split.test) if known and known[0].y is not None and known[0].split is not None else 0
    return f" One of the {tests:,} test {known[0].task}s is {100 / tests:.2g} points." if tests else ""


def protocol(race: Race) -> str:
    """How the numbers came to be: the split, too, once it is known."""
    known = [live_run.view for live_run in race.runs if live_run.view.graphs is not None]
    scores = [score for view in known if view.kept and (score := answer_of(race.studies, view)) is not None]
    split = f", {known[0].graphs.split.protocol}" if known and known[0].graphs.split is not None else ""
    return PROTOCOL.format(split, scores[0].protocol if scores else K_MEANS)


def answer_of(studies: Background, view: View) -> Score | None:
    return studies.answer(cluster_key(view)) if has_classes(view) else None
