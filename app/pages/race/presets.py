"""Presets: races worth seeing, one click each."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from app.pages.race.choosing import put
from app.session.race_choice import RaceChoice
from app.session.visit import Visit
from igcl_core import DATASETS

ANEW = "race_anew"
NOT_HERE = "The data of {} is not on this machine."


class Preset(NamedTuple):
    """A race, what its button says, and what a visitor will see."""

    title: str
    about: str
    choice: RaceChoice


PRESETS = (
    Preset(
        "The paper in one minute",
        "iGCL, its VGAE alone, DGI and GRACE on a graph whose right answer is known. Under a minute on two cores.",
        RaceChoice("planted", ("igcl", "vgae", "dgi", "grace")),
    ),
    Preset(
        "Karate club in ten seconds",
        "Three methods that never see a label, beside a GCN that learns from them.",
        RaceChoice("karate", ("igcl", "gae", "dgi", "gcn")),
    ),
    Preset(
        "Cora: DGI, GRACE, VGAE, iGCL",
        "The paper's first graph, in several minutes. GRACE, which compares every pair of nodes, takes longest.",
        RaceChoice("cora", ("dgi", "grace", "vgae", "igcl")),
    ),
)


def offer_presets(here: Visit) -> None:
    """A button for each race; one whose data is not at hand says so."""
    with st.container(horizontal=True, gap="small"):
        for each in PRESETS:
            card = DATASETS[each.choice.dataset]
            there = card.available() or here.brings(card.name)
            words = each.about if there else NOT_HERE.format(card.title)
            about = {"key": f"race-preset/{card.name}", "help": words, "disabled": not there, "icon": ":material/flag:"}
            st.button(each.title, on_click=begin, args=(here, each.choice), **about)


def begin(here: Visit, choice: RaceChoice) -> None:
    """Choose it, and let it run; the widgets that say so are beside this part of the page."""
    put(choice)
    st.session_state[ANEW] = True
    here.race.begin(choice)
    here.race.play()
