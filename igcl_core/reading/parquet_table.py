"""Parquet: a table of columns, in which a column may hold a list of numbers in every row."""

from __future__ import annotations

import io

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from igcl_core.reading.columns import Columns
from igcl_core.reading.given import Given
from igcl_core.reading.limits import MOST_COLUMNS, MOST_NODES, OF_FEATURE, OF_TABLE, ask_memory
from igcl_core.reading.refused import Refused, refused, said_by
from igcl_core.reading.table import Table

LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


def read_parquet(file: Given) -> Table:
    """Its columns as text; its sizes are known, and can be refused, before anything is unpacked."""
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(io.BytesIO(file.content))
        _check(file, opened.metadata)
        table = opened.read(use_threads=False)
        arrays = {name: array for field in table.schema for name, array in _spread(file, table, field.name).items()}
    except Refused:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError) as problem:
        said = said_by(problem)
        raise Refused(f"{file.name} should be a Parquet file, but it cannot be read as one: {said}.") from None
    columns = Columns(file.name, arrays, lambda row: f"row {row}")
    return Table(columns, True, "", (), (f"{file.name}: {columns.rows:,} rows, {len(arrays):,} columns.",))


def _check(file: Given, metadata: object) -> None:
    if metadata.num_columns > MOST_COLUMNS:
        raise refused(file.name, f"at most {MOST_COLUMNS:,} columns", f"{metadata.num_columns:,}")
    if not 0 < metadata.num_rows <= MOST_NODES:
        raise refused(file.name, f"1 to {MOST_NODES:,} rows", f"{metadata.num_rows:,}")
    size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    ask_memory(file.name, max(OF_TABLE * size, OF_FEATURE * metadata.num_rows * metadata.num_columns))


def _spread(file: Given, table: pa.Table, name: str) -> dict[str, pa.Array]:
    """A column, or one for every place in its lists."""
    array = table[name].combine_chunks()
    array = array if isinstance(array, pa.Array) else pa.concat_arrays(array.chunks)
    if not any(is_kind(array.type) for is_kind in LISTS):
        return {name: _as_text(array)}
    lengths = np.unique(pc.fill_null(pc.list_value_length(array), -1).to_numpy())
    if len(lengths) != 1 or not 0 < lengths[0] <= MOST_COLUMNS:
        raise refused(file.name, "lists of one length", f"lengths from {lengths.min()} to {lengths.max()}", column=name)
    ask_memory(file.name, OF_FEATURE * len(array) * int(lengths[0]))
    return {f"{name}[{place}]": _as_text(pc.list_element(array, place)) for place in range(int(lengths[0]))}


def _as_text(array: pa.Array) -> pa.Array:
    array = array.cast(pa.int8()) if pa.types.is_boolean(array.type) else array
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return pc.utf8_trim_whitespace(pc.fill_null(array.cast(pa.string()), ""))
