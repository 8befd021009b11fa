"""CSV and Parquet: one row per item with id, x, y, its columns, and z0, z1, ... of the embedding."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np

from igcl_core.export.chart import MapTable
from igcl_core.export.no_formulas import TEXT, as_it_was, harmless, harmless_column

FIRST = ("id", "x", "y")


def write_csv(chart: MapTable) -> bytes:
    """Numbers have as many digits as a float32 needs to come back equal; no text is a formula to a spreadsheet."""
    from pyarrow import csv

    buffer = io.BytesIO()
    columns = {harmless(name): harmless_column(values) for name, values in chart.columns.items()}
    csv.write_csv(_table(replace(chart, columns=columns)), buffer, csv.WriteOptions(quoting_style="needed"))
    return buffer.getvalue()


def read_csv(content: bytes) -> MapTable:
    from pyarrow import csv

    chart = _chart(csv.read_csv(io.BytesIO(content)))
    columns = {as_it_was(name): _as_they_were(values) for name, values in chart.columns.items()}
    return replace(chart, columns=columns)


def _as_they_were(values: np.ndarray) -> np.ndarray:
    if values.dtype.kind not in TEXT:
        return values
    return np.array([as_it_was(value) if isinstance(value, str) else value for value in values.tolist()], object)


def write_parquet(chart: MapTable) -> bytes:
    from pyarrow import parquet

    buffer = io.BytesIO()
    parquet.write_table(_table(chart), buffer)
    return buffer.getvalue()


def read_parquet(content: bytes) -> MapTable:
    from pyarrow import parquet

    return _chart(parquet.read_table(io.BytesIO(content)))


def _table(chart: MapTable):
    import pyarrow

    names = [f"z{number}" for number in range(chart.z.shape[1])]
    taken = {*FIRST, *names} & {*chart.columns}
    if taken:
        raise ValueError(f"A column may not be called {' or '.join(sorted(taken))}: the table has one of that name.")
    columns = {"id": chart.ids, "x": chart.xy[:, 0], "y": chart.xy[:, 1], **chart.columns}
    columns |= {name: chart.z[:, number] for number, name in enumerate(names)}
    return pyarrow.table({name: pyarrow.array(values) for name, values in columns.items()})


def _chart(table) -> MapTable:
    columns = {name: table[name].to_numpy() for name in table.column_names}
    dimensions = 0
    while f"z{dimensions}" in columns:
        dimensions += 1
    z = [columns.pop(f"z{number}").astype(np.float32) for number in range(dimensions)]
    ids, x, y = (columns.pop(name) for name in FIRST)
    rows = np.stack(z, axis=1) if z else np.zeros((len(ids), 0), np.float32)
    return MapTable(ids, np.stack([x, y], axis=1), rows, columns)
