"""NPZ: the arrays as numpy holds them, without pickle."""

from __future__ import annotations

import io

import numpy as np

from igcl_core.export.chart import MapTable

PREFIX = "column/"


def write_npz(chart: MapTable) -> bytes:
    buffer = io.BytesIO()
    columns = {f"{PREFIX}{name}": values for name, values in chart.columns.items()}
    np.savez_compressed(buffer, ids=chart.ids, xy=chart.xy, z=chart.z, **columns)
    return buffer.getvalue()


def read_npz(content: bytes) -> MapTable:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        columns = {name.removeprefix(PREFIX): arrays[name] for name in arrays.files if name.startswith(PREFIX)}
        return MapTable(arrays["ids"], arrays["xy"], arrays["z"], columns)
