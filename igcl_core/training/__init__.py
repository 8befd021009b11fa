"""Training: settings, steps, runs and their files, and what the numbers of a run say."""

from igcl_core.training.diagnosis import HEALTHY, diagnose
from igcl_core.training.history import Arrays
from igcl_core.training.method import DECODED, GAUSSIANS, PAPER, RECOMMENDED, RECONSTRUCTION, Curves
from igcl_core.training.own_loss import diagnose_run
from igcl_core.training.preset import kinds_of
from igcl_core.training.registry import find_method
from igcl_core.training.runfile import file_bytes, size_once_read
from igcl_core.training.settings import live_names
from igcl_core.training.step import DONE, START, Step

__all__ = [
    "Arrays",
    "Curves",
    "DECODED",
    "DONE",
    "GAUSSIANS",
    "HEALTHY",
    "PAPER",
    "RECOMMENDED",
    "RECONSTRUCTION",
    "START",
    "Step",
    "diagnose",
    "diagnose_run",
    "file_bytes",
    "find_method",
    "kinds_of",
    "live_names",
    "size_once_read",
]
