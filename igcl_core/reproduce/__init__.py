"""The paper's tables and figures, run again: independent jobs, one line of a results file each."""

from igcl_core.reproduce.job import Job
from igcl_core.reproduce.results import Results
from igcl_core.reproduce.tables import TABLES, Table, find_table
from igcl_core.reproduce.variants import VARIANTS, Variant
from igcl_core.reproduce.worker import run_job

__all__ = ["TABLES", "VARIANTS", "Job", "Results", "Table", "Variant", "find_table", "run_job"]
