"""Cost: how long one run with the paper's settings trains, said where there is none."""

from __future__ import annotations

from igcl_core.data import find_card

# Processor time of one core, in minutes: the time of a step in short runs of either phase, times the steps of a run.
# Scores come on top. Of COLLAB the joint phase was measured; contrast alone is taken to be as much faster as on NCI1.
MINUTES = {"pubmed": 5, "photo": 15, "computers": 32, "nci1": 18, "collab": 18}
UNKNOWN = "no run is kept yet"


def not_run(dataset: str) -> str:
    """Why there is no run: what one costs, where that was measured."""
    name = find_card(dataset).name
    return f"takes about {MINUTES[name]} minutes of training a run on one core" if name in MINUTES else UNKNOWN


def cost_words(dataset: str) -> str:
    """The same, short."""
    name = find_card(dataset).name
    return f"{MINUTES[name]} min a run" if name in MINUTES else UNKNOWN
