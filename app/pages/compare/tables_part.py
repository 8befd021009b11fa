"""The paper's three tables with our numbers in them, the protocol, and every single run behind a number."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.figures.paper_table import paper_table
from app.pages.compare.lab_results import results_file
from app.pages.compare.visit_runs import chosen_runs
from app.session.visit import Visit
from app.terms import say
from igcl_core.reproduce import MARK, TABLES, Row, comparison, headings, of_old_probe, scope, scored_alike

CHOICES = {"nodes": "Nodes", "graphs": "Graphs", "clusters": "Clusters"}
LEGEND = (
    "✓ within the paper's spread, ▲ above, ▼ below (where the paper prints no spread: within ours). "
    "± is the standard deviation between runs. Rows “as printed” are the paper's numbers, not run here. “Run here” is "
    "with our recommended settings, “the paper's settings, run here” with those it prints; what training adds is "
    "measured against the reference with the same settings, seed by seed. “Not run”: below it, how long a run would "
    "train on one core. Other systems have a row “run here” wherever one was made: same splits, seeds, selection and "
    "probe, or folds."
)
OLD = (
    f" “{MARK.capitalize()}”: scored before the logistic regression was fitted to its optimum; such numbers stand only "
    "where there are no newer ones, and the two are never averaged or compared."
)
NOTES = {
    "nodes": "Test accuracy in %. Untrained: the same first weights. Smoothed features: averaged twice over "
    "neighbours, no network; training must beat them. The printed GAT row repeats the GraphSAGE row, so do not rely on "
    "it.",
    "graphs": "Accuracy in %. Untrained: the same first weights. Batch norm only: the same batches at learning rate 0. "
    "Both are scored on the same folds, so “iGCL +x” is what training itself adds, seed by seed. Smoothed features: "
    "averaged twice over neighbours and summed over each graph, no network.",
    "clusters": "K-means on the last epoch of the runs of the node table: of the embedding as it is, which is how the "
    "paper words it, and of L2-normalised rows. Runs from before both were measured have the second only.",
}


SEEN_NODES = (
    "Fresh seeds are not fresh nodes: presets were chosen on validation nodes, but began from recipes whose test "
    "scores were known, and validation nodes of Photo and Computers are test nodes of other seeds."
)
SEEN = {"nodes": SEEN_NODES, "clusters": SEEN_NODES, "graphs": "The labels of all graphs were seen in choosing."}
LAST_COLUMN = "The protocol is in the last column; what was tried is in assets/results/RESULTS.md."


def tables_part(rows: list[Row], here: Visit) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.segmented_control(
            "Table", list(CHOICES), default="nodes", format_func=CHOICES.get, key="compare-table", required=True
        )
        visit = chosen_runs(here)
    st.html(paper_table(headings(name), comparison(name, rows, visit), TABLES[name].title))
    mine = behind(name, rows)
    old = OLD if any(map(of_old_probe, scored_alike(mine))) and name == "nodes" else ""
    words = f"{TABLES[name].title}. {NOTES[name]} {LEGEND}{old} {' '.join(scope(TABLES[name].datasets))}"
    say(words, "accuracy", "seed", "probe", small=True)
    single_runs(name, mine)


def behind(name: str, rows: list[Row]) -> list[Row]:
    """The lines of the results file behind a table."""
    table = TABLES[name]
    known = (*table.rows, *table.others)
    return [row for row in rows if row["dataset"] in table.datasets and row["row"] in known]


def single_runs(name: str, rows: list[Row]) -> None:
    """Every run with its protocol, and the commands that make them again."""
    command = f"python -m igcl_core reproduce {name}"
    with st.expander(f"The {len(rows)} single runs behind it"):
        st.code(f"{command}\n{command} --preset paper\n{command} --methods all", language="bash")
        st.caption(f"Seeds begin at 100: 0 to 4 were used to choose the presets. {SEEN[name]} {LAST_COLUMN}")
        lines = [run_line(row, TABLES[name].metrics) for row in rows]
        st.dataframe(lines, hide_index=True, alt="Every single run")
        if results_file().exists():
            st.download_button("Results file", results_file().read_bytes(), "results.jsonl", icon=":material/download:")


def run_line(row: Row, metrics: tuple[str, ...]) -> dict[str, Any]:
    scores = {name: row["metrics"].get(name) for name in metrics}
    about = {name: row[name] for name in ("dataset", "row", "seed", "preset")}
    return {**about, **scores, "seconds": row["seconds"], "finished": row["finished"], "protocol": row["protocol"]}
