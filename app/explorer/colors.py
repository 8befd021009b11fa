"""Colours of the map: the choice, and what each choice needs to be known."""

from __future__ import annotations

import io

import numpy as np
import streamlit as st

from app.desk import Desk, Want
from app.explorer.studies import can_predict, clusters_of, clusters_want, prediction_of, prediction_want
from app.figures.coloring import Coloring, by_class, by_column, by_split, by_truth, by_value
from app.seat import View
from igcl_core import Graphs

PREDICTED, TRUTH, CLUSTER, OWN = "Predicted class", "Right or wrong", "K-means cluster", "Your column: "


def color_names(view: View, own: dict[str, np.ndarray]) -> list[str]:
    """What items can be coloured by, here."""
    graphs, names = view.graphs, []
    if graphs.y is not None:
        names.append("Class")
    names.append("Degree" if graphs.task == "node" else "Number of nodes")
    if can_predict(graphs):
        names += [PREDICTED, TRUTH]
    if "sigma" in view.snapshots[min(view.snapshots)]:
        names.append("σ")
    if graphs.num_classes > 1:
        names.append(CLUSTER)
    if graphs.split is not None:
        names.append("Split")
    return names + [OWN + name for name in own]


def color_wants(name: str, graphs: Graphs, z: np.ndarray) -> list[Want]:
    if name in (PREDICTED, TRUTH):
        return [prediction_want(graphs, z)]
    return [clusters_want(graphs, z)] if name == CLUSTER else []


def coloring(name: str, view: View, step: int, z: np.ndarray, desk: Desk, own: dict[str, np.ndarray]) -> Coloring:
    """The colours; grey until what they need is known."""
    graphs = view.graphs
    if name.startswith(OWN):
        return by_column(name.removeprefix(OWN), own[name.removeprefix(OWN)])
    if name == "Degree":
        return by_value("degree", graphs.degree)
    if name == "Number of nodes":
        return by_value("nodes", np.diff(graphs.ptr))
    if name == "σ":
        return by_value("mean σ", view.snapshots[step]["sigma"].mean(axis=1))
    if name == "Split":
        return by_split(graphs.num_items, graphs.split.train, graphs.split.val, graphs.split.test)
    return _by_label(name, graphs, z, desk)


def _by_label(name: str, graphs: Graphs, z: np.ndarray, desk: Desk) -> Coloring:
    label = graphs.y
    if name == CLUSTER:
        score = clusters_of(desk, z)
        label = None if score is None else np.array(score.details["assignment"])
    if name in (PREDICTED, TRUTH):
        prediction = prediction_of(desk, z)
        label = None if prediction is None else prediction.label
        if name == TRUTH and label is not None:
            return by_truth(label == graphs.y)
    if label is None:
        return by_class("waiting", np.full(graphs.num_items, -1))
    return by_class(name, label, graphs.classes)


def own_columns(graphs: Graphs) -> dict[str, np.ndarray]:
    """Columns the reader has uploaded for these items, by name."""
    file = st.file_uploader(
        f"A CSV with one row per {graphs.task}", "csv", key="emb_upload",
        help=f"Either {graphs.num_items:,} rows in order, or a column called id that names the {graphs.task}s.",
    )  # fmt: skip
    if file is None:
        return {}
    try:
        return read_columns(file.getvalue(), graphs.num_items)
    except ValueError as problem:
        st.error(str(problem), icon=":material/error:")
        return {}


def read_columns(content: bytes, items: int) -> dict[str, np.ndarray]:
    """The columns of a CSV in the order of the items; items that its ids leave out get "none" or NaN."""
    from pyarrow import ArrowInvalid, csv

    try:
        table = csv.read_csv(io.BytesIO(content))
    except ArrowInvalid as problem:
        raise ValueError(f"A CSV with a header was expected, but it could not be read: {problem}") from problem
    columns = {name: table[name].to_numpy() for name in table.column_names}
    ids = columns.pop("id", None)
    if ids is None:
        if table.num_rows != items:
            raise ValueError(f"{items:,} rows were expected, one per item, but {table.num_rows:,} came; or add an id.")
        return columns
    if not np.issubdtype(ids.dtype, np.integer) or ids.min(initial=0) < 0 or ids.max(initial=0) >= items:
        raise ValueError(f"The column id must hold whole numbers from 0 to {items - 1}.")
    return {name: _spread(values, ids, items) for name, values in columns.items()}


def _spread(values: np.ndarray, ids: np.ndarray, items: int) -> np.ndarray:
    number = np.issubdtype(values.dtype, np.number)
    whole = np.full(items, np.nan) if number else np.full(items, "none", object)
    whole[ids] = values
    return whole
