"""Data: what datasets there are, and loading them as Graphs."""

from .as_graphs import GraphsLike, as_graphs
from .cards import DATASETS, DatasetCard, find_card
from .errors import DataDamaged, DataUnavailable
from .graphs import NODE, Graphs, Split, random_split
from .identity import OWN, known_name, loadable_name
from .loading import load
from .one_graph import one_graph
from .own_card import card_of
from .places import cache_folder
from .source import Source, source_of

__all__ = [
    "DATASETS",
    "DataDamaged",
    "DataUnavailable",
    "DatasetCard",
    "Graphs",
    "GraphsLike",
    "NODE",
    "OWN",
    "Source",
    "Split",
    "as_graphs",
    "cache_folder",
    "card_of",
    "find_card",
    "known_name",
    "load",
    "loadable_name",
    "one_graph",
    "random_split",
    "source_of",
]
