"""Runs: the list of a visit's runs, in memory and on disk, which one is shown, and which are laid over its curves."""

from __future__ import annotations

import streamlit as st

from app.controls.run_files import show_opened
from app.session.kept_runs import reopen, stored
from app.session.live_run import LiveRun
from app.session.visit import Visit


def runs_list(here: Visit) -> None:
    """Choose the run that is shown, name it, overlay others, and see what differs."""
    if here.current is None:
        return
    live_runs = {live_run.number: live_run for live_run in reversed(here.live_runs)}
    if len(live_runs) > 1 or stored(here):
        choose_run(here, live_runs)
    if len(live_runs) > 1:
        choose_overlay(here, live_runs)


def choose_run(here: Visit, live_runs: dict[int, LiveRun]) -> None:
    """The run that is shown; one that is on disk is opened again."""
    now, on_disk = here.current.number, {kept.number: kept for kept in stored(here)}
    names = {number: live_run.name for number, live_run in live_runs.items()}
    names |= {number: f"{number} · {kept.name} (on disk)" for number, kept in on_disk.items()}
    numbers = list(names)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        shown = st.selectbox("Run shown", numbers, numbers.index(now), key=f"shown/{now}", format_func=names.get)
        with st.popover("", icon=":material/edit:", help="Name this run"):
            st.text_input("Name of this run", key=f"name/{now}", on_change=name_run, args=(here.current,), max_chars=60)
    if shown in on_disk:
        show_opened(here, reopen(here, shown))
        st.rerun()
    if shown != now:
        here.show(live_runs[shown])
        st.rerun()


def choose_overlay(here: Visit, live_runs: dict[int, LiveRun]) -> None:
    """Other runs over the curves of the one shown, and what differs."""
    now = here.current.number
    others = [number for number in live_runs if number != now]
    key = f"overlay/{now}"
    if key not in st.session_state:
        st.session_state[key] = [live_run.number for live_run in here.overlaid()]
    picked = st.multiselect("Overlay", others, key=key, format_func=lambda n: live_runs[n].name)
    here.overlay = [live_runs[number] for number in picked]
    for live_run in here.overlay:
        st.caption(differences(here.current, live_run))


def name_run(live_run: LiveRun) -> None:
    """Take the name that was typed."""
    typed = st.session_state[f"name/{live_run.number}"].strip()
    if typed:
        live_run.rename(typed)


def differences(a: LiveRun, b: LiveRun) -> str:
    """Which settings of two runs differ."""
    if a.view.settings is None or b.view.settings is None:
        return ""
    old, new = a.view.settings.as_dict(), b.view.settings.as_dict()
    changed = [f"{name} {old[name]} → {new[name]}" for name in old if old[name] != new[name]]
    return "Overlay differs in " + ", ".join(changed) if changed else "Overlay has the same settings."
