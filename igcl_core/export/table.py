"""CSV and Parquet: one row per item with id, x, y, its columns, and z0, z1, ... of the embedding."""

from __future__ import annotations

import io

import numpy as np

from igcl_core.export.chart import Chart

FIRST = ("id", "x", "y")


def write_csv(chart: Chart) -> bytes:
    """Numbers have as many digits as a float32 needs to come back equal."""
    from pyarrow import csv

    buffer = io.BytesIO()
    csv.write_csv(_table(chart), buffer, csv.WriteOptions(quoting_style="needed"))
    return buffer.getvalue()


def read_csv(content: bytes) -> Chart:
    from pyarrow import csv

    return _chart(csv.read_csv(io.BytesIO(content)))


def write_parquet(chart: Chart) -> bytes:
    from pyarrow import parquet

    buffer = io.BytesIO()
    parquet.write_table(_table(chart), buffer)
    return buffer.getvalue()


def read_parquet(content: bytes) -> Chart:
    from pyarrow import parquet

    return _chart(parquet.read_table(io.BytesIO(content)))


def _table(chart: Chart):
    import pyarrow

    names = [f"z{number}" for number in range(chart.z.shape[1])]
    taken = {*FIRST, *names} & {*chart.columns}
    if taken:
        raise ValueError(f"A column may not be called {' or '.join(sorted(taken))}: the table has one of that name.")
    columns = {"id": chart.ids, "x": chart.xy[:, 0], "y": chart.xy[:, 1], **chart.columns}
    columns |= {name: chart.z[:, number] for number, name in enumerate(names)}
    return pyarrow.table({name: pyarrow.array(values) for name, values in columns.items()})


def _chart(table) -> Chart:
    columns = {name: table[name].to_numpy() for name in table.column_names}
    dimensions = 0
    while f"z{dimensions}" in columns:
        dimensions += 1
    z = [columns.pop(f"z{number}").astype(np.float32) for number in range(dimensions)]
    ids, x, y = (columns.pop(name) for name in FIRST)
    rows = np.stack(z, axis=1) if z else np.zeros((len(ids), 0), np.float32)
    return Chart(ids, np.stack([x, y], axis=1), rows, columns)
