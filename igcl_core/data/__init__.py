"""Data: what datasets there are, and loading them as Graphs."""

from .cards import DATASETS, DatasetCard, find_card
from .errors import DataDamaged, DataUnavailable
from .graphs import Graphs, Split, random_split
from .loading import load

__all__ = [
    "DATASETS",
    "DataDamaged",
    "DataUnavailable",
    "DatasetCard",
    "Graphs",
    "Split",
    "find_card",
    "load",
    "random_split",
]
