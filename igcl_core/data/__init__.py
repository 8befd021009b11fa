"""Data: what datasets there are, and loading them as Graphs."""

from .cards import DATASETS, DatasetCard
from .errors import DataDamaged, DataUnavailable, UnknownDataset
from .graphs import Graphs, Split, random_split
from .loading import load

__all__ = [
    "DATASETS",
    "DataDamaged",
    "DataUnavailable",
    "DatasetCard",
    "Graphs",
    "Split",
    "UnknownDataset",
    "load",
    "random_split",
]
