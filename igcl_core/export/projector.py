"""The two tab-separated files the TensorFlow Embedding Projector loads: vectors, and a table about them."""

from __future__ import annotations

import csv
import io
import zipfile

import numpy as np

from igcl_core.export.chart import MapTable

VECTORS, METADATA = "vectors.tsv", "metadata.tsv"


def write_projector(chart: MapTable) -> bytes:
    """Both files in one zip: vectors without a header, metadata with one, as the projector wants them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as pair:
        pair.writestr(VECTORS, "\n".join("\t".join(map(_digits, row)) for row in chart.z.tolist()) + "\n")
        pair.writestr(METADATA, _metadata(chart))
    return buffer.getvalue()


def read_projector(content: bytes) -> MapTable:
    with zipfile.ZipFile(io.BytesIO(content)) as pair:
        z = np.loadtxt(io.BytesIO(pair.read(VECTORS)), np.float32, delimiter="\t", ndmin=2)
        header, *rows = csv.reader(io.StringIO(pair.read(METADATA).decode()), delimiter="\t")
    columns = dict(zip(header, map(np.array, zip(*rows, strict=True)), strict=True))
    ids, x, y = columns.pop("id"), columns.pop("x"), columns.pop("y")
    xy = np.stack([x.astype(np.float32), y.astype(np.float32)], axis=1)
    return MapTable(ids.astype(np.int64), xy, z, {name: _typed(values) for name, values in columns.items()})


def _metadata(chart: MapTable) -> str:
    columns = {"id": chart.ids, "x": chart.xy[:, 0], "y": chart.xy[:, 1], **chart.columns}
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(map(_word, values.tolist()) for values in columns.values()), strict=True))
    return text.getvalue()


def _digits(value: float) -> str:
    """Nine digits tell any two float32 apart."""
    return f"{value:.9g}"


def _word(value: float | int | str) -> str:
    return _digits(value) if isinstance(value, float) else str(value).replace("\t", " ").replace("\n", " ")


def _typed(words: np.ndarray) -> np.ndarray:
    for kind in (np.int64, np.float32):
        try:
            return words.astype(kind)
        except ValueError:
            continue
    return words
