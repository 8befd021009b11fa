"""Runs: the list of a visit's runs, which one is shown, and which are laid over its curves."""

from __future__ import annotations

import streamlit as st

from app.seat import Seat
from app.visit import Visit
from igcl_core import Settings


def runs_list(here: Visit) -> None:
    """Choose the run that is shown, name it, overlay others, see what differs, and rewind."""
    if here.current is None:
        return
    seats = {seat.number: seat for seat in reversed(here.seats)}
    if len(seats) > 1:
        choose_run(here, seats)
    rewinding(here.current)


def choose_run(here: Visit, seats: dict[int, Seat]) -> None:
    now = here.current.number
    numbers = list(seats)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        shown = st.selectbox(
            "Run shown", numbers, numbers.index(now), key=f"shown/{now}", format_func=lambda n: seats[n].name
        )
        with st.popover("", icon=":material/edit:", help="Name this run"):
            st.text_input("Name of this run", key=f"name/{now}", on_change=name_run, args=(here.current,), max_chars=60)
    if shown != now:
        here.current = seats[shown]
        st.rerun()
    others = [number for number in numbers if number != now]
    picked = st.multiselect("Overlay", others, key=f"overlay/{now}", format_func=lambda n: seats[n].name)
    here.overlay = [seats[number] for number in picked]
    for seat in here.overlay:
        st.caption(differences(here.current, seat))


def name_run(seat: Seat) -> None:
    """Take the name that was typed."""
    typed = st.session_state[f"name/{seat.number}"].strip()
    if typed:
        seat.rename(typed)


def differences(a: Seat, b: Seat) -> str:
    """Which settings of two runs differ."""
    if a.view.settings is None or b.view.settings is None:
        return ""
    old, new = a.view.settings.as_dict(), b.view.settings.as_dict()
    changed = [f"{name} {old[name]} → {new[name]}" for name in old if old[name] != new[name]]
    return "Overlay differs in " + ", ".join(changed) if changed else "Overlay has the same settings."


def rewinding(seat: Seat | None) -> None:
    """A slider through the kept steps while the run rests."""
    if seat is None or seat.busy or len(seat.view.kept) < 2 or not isinstance(seat.view.settings, Settings):
        return
    kept = [*seat.view.kept]
    chosen = st.select_slider("Rewind to step", kept, kept[-1], key=f"rewind/{seat.number}/{seat.view.version}")
    if chosen != kept[-1]:
        seat.rewind(chosen)
        st.rerun()
