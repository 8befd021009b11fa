"""Implicit graph contrastive learning as step-wise generators.

>>> import igcl_core
>>> for step in igcl_core.train("karate", tau=0.5):
...     print(step.index, step.metrics.get("upper"))
"""

from igcl_core import evaluate
from igcl_core.data import DATASETS, DatasetCard, DataUnavailable, Graphs, Split, load, random_split
from igcl_core.errors import Diverged, UnknownName
from igcl_core.methods import METHODS, METRICS
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.nn import losses
from igcl_core.reading import read
from igcl_core.training.method import Method
from igcl_core.training.preset import preset
from igcl_core.training.run import Run
from igcl_core.training.settings import Settings
from igcl_core.training.step import Step
from igcl_core.training.train import train

__all__ = [
    "DATASETS",
    "METHODS",
    "METRICS",
    "DataUnavailable",
    "DatasetCard",
    "Diverged",
    "Graphs",
    "IGCLSettings",
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
    "read",
    "train",
]
