"""The paper's tables and figures, run again: independent jobs, one line of a results file each."""

from igcl_core.reproduce.claims import (
    CONFIRMED,
    CONTRADICTED,
    JUDGED_BY,
    Verdict,
    ablation_verdicts,
    embedding_verdict,
    old_stops,
    sensitivity_verdict,
)
from igcl_core.reproduce.comparison import ADDED, PRINTED, RUN_HERE, AddedRun, Entry, TableRow, comparison, headings
from igcl_core.reproduce.counted import counted, recommended
from igcl_core.reproduce.flat_map import ITERATIONS, PERPLEXITY
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.old_rows import MARK, of_old_probe, scored_alike
from igcl_core.reproduce.results import Results, Row
from igcl_core.reproduce.scope import scope
from igcl_core.reproduce.standing import ABOVE, BELOW, WITHIN
from igcl_core.reproduce.stops import never_reached, sensitivity_points
from igcl_core.reproduce.summary import summarise
from igcl_core.reproduce.tables import TABLES, Table, find_table
from igcl_core.reproduce.variants import STOP_WITHIN, VARIANTS, Variant
from igcl_core.reproduce.worker import run_job

__all__ = [
    "ABOVE",
    "ADDED",
    "AddedRun",
    "BELOW",
    "CONFIRMED",
    "CONTRADICTED",
    "Entry",
    "ITERATIONS",
    "JUDGED_BY",
    "Job",
    "MARK",
    "PERPLEXITY",
    "PRINTED",
    "Results",
    "RUN_HERE",
    "Row",
    "STOP_WITHIN",
    "TABLES",
    "Table",
    "TableRow",
    "VARIANTS",
    "Variant",
    "Verdict",
    "WITHIN",
    "ablation_verdicts",
    "comparison",
    "counted",
    "embedding_verdict",
    "find_table",
    "headings",
    "never_reached",
    "of_old_probe",
    "old_stops",
    "recommended",
    "run_job",
    "scope",
    "scored_alike",
    "sensitivity_points",
    "sensitivity_verdict",
    "summarise",
]
