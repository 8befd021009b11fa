"""Export: a map and the embedding behind it in the formats of other tools; each can be read back to equal arrays."""

from igcl_core.export.chart import MapTable
from igcl_core.export.graphml import read_graphml, write_graphml
from igcl_core.export.npz import read_npz, write_npz
from igcl_core.export.projector import read_projector, write_projector
from igcl_core.export.table import read_csv, read_parquet, write_csv, write_parquet

__all__ = [
    "MapTable",
    "read_csv",
    "read_graphml",
    "read_npz",
    "read_parquet",
    "read_projector",
    "write_csv",
    "write_graphml",
    "write_npz",
    "write_parquet",
    "write_projector",
]
