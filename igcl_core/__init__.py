"""Implicit graph contrastive learning as step-wise generators.

>>> import igcl_core
>>> for step in igcl_core.train("karate", tau=0.5):
...     print(step.index, step.metrics.get("upper"))
"""

from igcl_core import evaluate, losses
from igcl_core.data import DATASETS, DatasetCard, DataUnavailable, Graphs, Split, load, random_split
from igcl_core.errors import Diverged, UnknownName
from igcl_core.methods import METHODS, Method
from igcl_core.metrics import METRICS
from igcl_core.presets import preset
from igcl_core.run import Run
from igcl_core.settings import Settings
from igcl_core.step import Step
from igcl_core.train import train

__all__ = [
    "DATASETS",
    "METHODS",
    "METRICS",
    "DataUnavailable",
    "DatasetCard",
    "Diverged",
    "Graphs",
    "Method",
    "Run",
    "Settings",
    "Split",
    "Step",
    "UnknownName",
    "evaluate",
    "load",
    "losses",
    "preset",
    "random_split",
    "train",
]
