"""Colours of the map: the choice, and what each choice needs to be known."""

from __future__ import annotations

import codecs
import io
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import streamlit as st

from app.figures.coloring import Coloring, by_class, by_column, by_split, by_truth, by_value
from app.pages.embeddings.explored import Explored
from app.pages.embeddings.studies import (
    can_cluster,
    can_predict,
    clusters_of,
    clusters_want,
    prediction_of,
    prediction_want,
)
from app.plain_text import plain, plain_in_chart
from app.session.background import Background, Want

PREDICTED, TRUTH, CLUSTER, OWN = "Predicted class", "Right or wrong", "K-means cluster", "Your column: "
SIZES = {"degree": "Degree", "nodes": "Number of nodes"}
PLAIN = "One colour"
MANY_COLUMNS = 200


def color_names(explored: Explored, own: Mapping[str, np.ndarray]) -> list[str]:
    """What items can be coloured by, here."""
    names = [] if explored.y is None else ["Class"]
    if explored.size is not None:
        names.append(SIZES[explored.size[0]])
    if can_predict(explored):
        names += [PREDICTED, TRUTH]
    if "sigma" in explored.snapshots[explored.newest]:
        names.append("σ")
    if can_cluster(explored):
        names.append(CLUSTER)
    if explored.split is not None:
        names.append("Split")
    return (names or [PLAIN]) + [OWN + name for name in own]


def color_wants(name: str, explored: Explored, z: np.ndarray) -> list[Want]:
    if name in (PREDICTED, TRUTH):
        return [prediction_want(explored, z)]
    return [clusters_want(explored, z)] if name == CLUSTER else []


def coloring(
    name: str, explored: Explored, step: int, z: np.ndarray, background: Background, own: Mapping[str, np.ndarray]
) -> Coloring:
    """The colours; grey until what they need is known."""
    if name.startswith(OWN):
        return by_column(name.removeprefix(OWN), own[name.removeprefix(OWN)])
    if name in SIZES.values():
        return by_value(*explored.size)
    if name == "σ":
        return by_value("mean σ", explored.snapshots[step]["sigma"].mean(axis=1))
    if name == "Split":
        return by_split(explored.items, explored.split.train, explored.split.val, explored.split.test)
    if name == PLAIN:
        return by_class(name, np.zeros(explored.items, int), (f"{explored.item}s",))
    return _by_label(name, explored, z, background)


def _by_label(name: str, explored: Explored, z: np.ndarray, background: Background) -> Coloring:
    label = explored.y
    if name == CLUSTER:
        score = clusters_of(background, explored, z)
        label = None if score is None else np.array(score.details["assignment"])
    if name in (PREDICTED, TRUTH):
        prediction = prediction_of(background, explored, z)
        label = None if prediction is None else prediction.label
        if name == TRUTH and label is not None:
            return by_truth(label == explored.y)
    if label is None:
        return by_class("waiting", np.full(explored.items, -1))
    return by_class(name, label, tuple(map(plain_in_chart, explored.classes)))


def own_columns(explored: Explored) -> dict[str, np.ndarray]:
    """Columns the reader has uploaded for these items, by name."""
    item, items = explored.item, explored.items
    file = st.file_uploader(
        f"A CSV with one row per {item}", "csv", key="emb_upload",
        help=f"Either {items:,} rows in order, or a column called id that names the {item}s.",
    )  # fmt: skip
    if file is None:
        return {}
    try:
        return read_columns(file.getvalue(), items)
    except ValueError as problem:
        st.error(plain(str(problem)), icon=":material/error:")
        return {}


def read_columns(content: bytes, items: int) -> dict[str, np.ndarray]:
    """The columns of a CSV in the order of the items; items that its ids leave out get "none" or NaN."""
    columns = _columns(content)
    ids = columns.pop("id", None)
    if ids is not None:
        _check_ids(ids, items)
        return {name: _spread(values, ids, items) for name, values in columns.items()}
    rows = len(next(iter(columns.values())))
    if rows != items:
        raise ValueError(f"{items:,} rows were expected, one per item, but {rows:,} came; or add an id.")
    return columns


def _columns(content: bytes) -> dict[str, np.ndarray]:
    from pyarrow import ArrowException, csv

    try:
        table = csv.read_csv(io.BytesIO(in_utf8(content)))
    except ArrowException as problem:
        raise ValueError(f"A CSV with a header was expected, but it could not be read: {problem}") from problem
    names = table.column_names
    if (repeated := most_common(names)) is not None:
        raise ValueError(f"Every column needs a name of its own, but {repeated!r} comes more than once.")
    if len(names) > MANY_COLUMNS:
        raise ValueError(f"At most {MANY_COLUMNS} columns can be chosen from, but {len(names):,} came.")
    return {name: table[name].to_numpy() for name in names}


def _check_ids(ids: np.ndarray, items: int) -> None:
    if not np.issubdtype(ids.dtype, np.integer) or ids.min(initial=0) < 0 or ids.max(initial=0) >= items:
        raise ValueError(f"The column id must hold whole numbers from 0 to {items - 1}.")
    if (repeated := most_common(ids.tolist())) is not None:
        raise ValueError(f"Every id may come once, but {repeated} comes more than once.")


def in_utf8(content: bytes) -> bytes:
    """The same text in UTF-8, from what spreadsheets write: UTF-16 with its mark, UTF-8, or Latin-1."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(content, "utf-16").encode()
    with suppress(UnicodeDecodeError):
        content.decode("utf-8")
        return content.removeprefix(codecs.BOM_UTF8)
    return content.decode("latin-1").encode()


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError("A CSV was expected, but this file is neither UTF-8, UTF-16 nor Latin-1.") from None


def most_common(values: list[Any]) -> Any | None:
    """A value that comes more than once, or None."""
    found = Counter(values).most_common(1)
    return found[0][0] if found and found[0][1] > 1 else None


def _spread(values: np.ndarray, ids: np.ndarray, items: int) -> np.ndarray:
    number = np.issubdtype(values.dtype, np.number)
    whole = np.full(items, np.nan) if number else np.full(items, "none", object)
    whole[ids] = values
    return whole
