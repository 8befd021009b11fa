"""Runs: the list of a visit's runs, which one is shown, and which are laid over its curves."""

from __future__ import annotations

import streamlit as st

from app.seat import Seat
from app.visit import Visit
from igcl_core import Settings


def runs_list(here: Visit) -> None:
    """Choose the run that is shown, overlay others, rewind, and see what differs."""
    if len(here.seats) > 1:
        seats = list(reversed(here.seats))
        by_name = {seat.name: seat for seat in seats}
        names = list(by_name)
        shown = st.selectbox("Run shown", names, names.index(here.current.name), key=f"shown/{here.current.number}")
        if by_name[shown] is not here.current:
            here.current = by_name[shown]
            st.rerun()
        others = [name for name in names if name != here.current.name]
        picked = st.multiselect("Overlay", others, key=f"overlay/{here.current.number}")
        here.overlay = [by_name[name] for name in picked]
        for seat in here.overlay:
            st.caption(differences(here.current, seat))
    rewinding(here.current)


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
