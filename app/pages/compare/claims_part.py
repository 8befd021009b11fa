"""The paper's figures drawn from our runs, with what it says of them confirmed or contradicted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import streamlit as st

from app.figures.ablation import ablation_figure
from app.figures.map import embedding_map
from app.figures.sensitivity import sensitivity_figure
from app.pages.compare.visit_runs import chosen_runs
from app.plot.live_plot import live_plot
from app.session.visit import Visit
from igcl_core import DATASETS
from igcl_core.reproduce import (
    CONFIRMED,
    CONTRADICTED,
    ITERATIONS,
    JUDGED_BY,
    MARK,
    PERPLEXITY,
    STOP_WITHIN,
    TABLES,
    VARIANTS,
    Row,
    Verdict,
    ablation_verdicts,
    embedding_verdict,
    never_reached,
    old_stops,
    sensitivity_points,
    sensitivity_verdict,
    summarise,
)

ICONS = {CONFIRMED: ":material/check_circle:", CONTRADICTED: ":material/cancel:"}
NAMES = {name: card.title for name, card in DATASETS.items()}
TITLES = {name: variant.title for name, variant in VARIANTS.items()}
HEIGHT = 360


def ablation_part(rows: list[Row], here: Visit) -> None:
    """Box plots of the four training strategies."""
    table, visit = TABLES["ablation"], chosen_runs(here)
    found = ablation_accuracies(rows, table.rows)
    if found:
        runs = [(run.dataset, run.name, run.accuracy) for run in visit if run.dataset in found]
        live_plot(
            ablation_figure(found, TITLES, NAMES, runs, HEIGHT), key="ablation", height=HEIGHT,
            alt="Accuracy of each training strategy on each dataset",
        )  # fmt: skip
        about = "; ".join(f"{VARIANTS[row].title}: {VARIANTS[row].about}" for row in table.rows)
        st.caption(f"{runs_in_words(found)} {about}.{old_strategies(rows, table.rows)}")
    verdicts(ablation_verdicts(rows), "ablation")


def ablation_accuracies(rows: list[Row], strategies: Sequence[str]) -> dict[str, dict[str, list[float]]]:
    """Accuracies by dataset and strategy, where at least one strategy beside iGCL was run."""
    found: dict[str, dict[str, list[float]]] = {}
    for summary in summarise(rows):
        if summary.n and summary.dataset in TABLES["ablation"].datasets and summary.row in strategies:
            found.setdefault(summary.dataset, {})[summary.row] = list(summary.values.values())
    return {name: found[name] for name in TABLES["ablation"].datasets if set(found.get(name, ())) - {"igcl"}}


def runs_in_words(found: dict[str, dict[str, list[float]]]) -> str:
    """How many runs a box holds, against the ten of the paper."""
    counts = [len(values) for of in found.values() for values in of.values()]
    few, many = min(counts), max(counts)
    return f"{few if few == many else f'{few} to {many}'} runs a box (the paper: {TABLES['ablation'].repeats})."


def sensitivity_part(rows: list[Row]) -> None:
    points, missed = sensitivity_points(rows), never_reached(rows)
    if points:
        figure = sensitivity_figure(points, NAMES, missed, HEIGHT)
        alt = "Accuracy against the adjacency accuracy of the VGAE"
        live_plot(figure, key="sensitivity", height=HEIGHT, alt=alt)
        st.caption(
            "A point is one run; a triangle the mean over a tenth of adjacency accuracy, the band one standard "
            "deviation. The VGAE stops after the first pass that reaches 10, 20, … 60 %; x is what it had reached "
            f"then. Stops that one pass jumps over are one run.{left_out_words(missed)}{old_curves(rows)}"
        )
    verdicts([sensitivity_verdict(rows)], "sensitivity")


def left_out_words(missed: dict[str, int]) -> str:
    """How many runs are no points, because their VGAE never came to its stop."""
    if not missed:
        return ""
    counts = ", ".join(f"{count} of {NAMES[name]}" for name, count in missed.items())
    return f" Left out, because {STOP_WITHIN} passes never reached the stop: {counts}."


def old_strategies(rows: list[Row], strategies: Sequence[str]) -> str:
    """Which boxes are of accuracies that the old probe scored: they must not be compared with those beside them."""
    cells = [cell for cell in summarise(rows) if cell.old and cell.row in strategies]
    return old_words(f"{TITLES[cell.row]} on {NAMES[cell.dataset]}" for cell in cells)


def old_curves(rows: list[Row]) -> str:
    """Which curves are of accuracies that the old probe scored."""
    return old_words(NAMES[name] for name in sorted(old_stops(rows)))


def old_words(names: Iterable[str]) -> str:
    named = ", ".join(names)
    return f" Scored by the {MARK}: {named}." if named else ""


def embedding_part(rows: list[Row]) -> None:
    """The VGAE's map beside iGCL's."""
    maps = maps_of_one_seed(rows)
    if maps:
        for column, name in zip(st.columns(2), ("vgae", "igcl"), strict=True):
            with column:
                one_map(maps[name], {"vgae": "VGAE", "igcl": "iGCL"}[name])
        words = f"perplexity {PERPLEXITY} and {ITERATIONS:,} iterations, as in the paper, started from PCA"
        st.caption(f"t-SNE with {words}; colours are classes, numbered from 0 in the order of the legend.")
    verdicts([embedding_verdict([row for row in rows if "map" in row["metrics"]])], "embedding")


def maps_of_one_seed(rows: list[Row]) -> dict[str, Row]:
    """The maps of the first seed that has both."""
    by_seed: dict[int, dict[str, Row]] = {}
    for row in rows:
        if "map" in row["metrics"]:
            by_seed.setdefault(row["seed"], {})[row["row"]] = row
    return next((by_seed[seed] for seed in sorted(by_seed) if {"vgae", "igcl"} <= by_seed[seed].keys()), {})


def one_map(row: Row, title: str) -> None:
    metrics, card = row["metrics"], DATASETS[row["dataset"]]
    st.markdown(f"**{title}** on {card.title}, seed {row['seed']}")
    figure = embedding_map(np.array(metrics["map"]), np.array(metrics["labels"]), card.class_names, height=HEIGHT)
    live_plot(figure, key=f"map-{row['row']}", height=HEIGHT, alt=f"t-SNE map of {title}")


def verdicts(found: list[Verdict], table: str) -> None:
    """Each claim as a sentence, with the answer, the rule and the numbers."""
    for verdict in found:
        partly = 0 < verdict.known < verdict.wanted
        so_far = f" so far, on {verdict.known} of {verdict.wanted} datasets" if partly else ""
        icon = ICONS.get(verdict.answer, ":material/pending:")
        st.markdown(f"{icon} **{verdict.answer.capitalize()}{so_far}:** “{verdict.claim}”")
        if verdict.evidence:
            st.caption(f"{' · '.join(verdict.evidence)}. Rule: {verdict.rule}. {' '.join(verdict.scope)}")
    st.caption(f"`python -m igcl_core reproduce {table}` makes these runs. {JUDGED_BY}")
