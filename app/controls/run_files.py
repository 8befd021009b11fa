"""Run files: take the run that is shown away as a file, open one, delete one."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import streamlit as st

from app.controls.settings_form import choose_as
from app.plain_text import plain
from app.session.held_file import held
from app.session.kept_runs import open_file, remove
from app.session.live_run import LiveRun
from app.session.run_download import bytes_of
from app.session.visit import SYMBOLS, Visit

OPENING_SECONDS, LONGEST_NAME = 20.0, 60
MIME, MB = "application/octet-stream", 2**20
DROPS, PROBLEM, WHOLE = "dropped_runs", "dropped_run_problem", "download_whole"
SAVED = "Runs are saved by themselves while they train: a tab that comes back within a day finds its runs again."
NOT_SAVED = "This lab saves no runs by itself: what you want to keep, download."
DELETE = "Delete {} for good, with all that it has learnt? Nobody can bring it back."
FEWER_STEPS = (
    "As it is when you press; it goes on from there bit for bit. Above {} MB, which is what can be dropped here, it "
    "holds fewer of its kept steps where that helps."
)
ALL_STEPS = "As it is when you press. Above {} MB it cannot be dropped here: `python -m igcl_core open FILE` opens it."


def run_files(here: Visit) -> None:
    """What can be done with runs as files, folded away; not for the live part of a page (see takeaway.py)."""
    with st.expander("Save, open or delete a run"):
        offer_download(here)
        take_dropped(here)
        offer_delete(here)
        st.caption(NOT_SAVED if here.shelf is None else SAVED)


def upload_limit() -> int:
    """Bytes that a dropped file may have."""
    return int(st.get_option("server.maxUploadSize")) * MB


def offer_download(here: Visit) -> None:
    """The run that is shown, as it is when the button is pressed: nothing here is drawn anew while it trains."""
    live_run, limit = here.current, upload_limit()
    if live_run is None:
        return
    name, about = file_name(live_run), {"icon": ":material/download:", "on_click": "ignore", "width": "stretch"}
    whole = st.session_state.get(WHOLE, False)
    make = held(partial(bytes_of, here, live_run, None if whole else limit), name, MIME)
    st.download_button("Download this run", make, name, MIME, key=f"download/{live_run.number}", **about)
    st.checkbox("All its kept steps, however large", key=WHOLE)
    st.caption((ALL_STEPS if whole else FEWER_STEPS).format(limit // MB))


def file_name(live_run: LiveRun) -> str:
    """What the run is called, in letters, digits and dashes."""
    called = live_run.name.removeprefix(f"{live_run.number} · ").replace(SYMBOLS["tau"], "tau")
    words = re.sub(r"[^A-Za-z0-9.]+", "-", called)
    return f"{words.strip('-.')[:LONGEST_NAME] or 'run'}.igcl"


def take_dropped(here: Visit) -> None:
    """The field for a file; once it is read, the field is empty again."""
    count = st.session_state.get(DROPS, 0)
    file = st.file_uploader("Open a run from a file", ["igcl"], key=f"{DROPS}/{count}")
    if file is not None:
        st.session_state[DROPS] = count + 1
        st.session_state[PROBLEM] = ""
        shown = here.current
        live_run = open_file(here, file, Path(file.name).stem[:LONGEST_NAME])
        show_opened(here, live_run)
        if live_run.view.status == "failed":
            st.session_state[PROBLEM] = live_run.view.error
            here.dismiss(live_run)
            here.show(shown)
        st.rerun()
    if st.session_state.get(PROBLEM):
        st.error(plain(st.session_state[PROBLEM]), icon=":material/error:")


def show_opened(here: Visit, live_run: LiveRun | None) -> None:
    """Wait a while for a run from a file; what is chosen is then what it goes on with, and a recording replays."""
    if live_run is not None and live_run.wait(OPENING_SECONDS):
        if live_run.choice is not None:
            here.choice = live_run.choice
            choose_as(live_run.choice)
        elif live_run.view.recorded:
            here.open_tape()


def offer_delete(here: Visit) -> None:
    """Nothing trained is deleted without being asked."""
    live_run = here.current
    if live_run is None:
        return
    with st.popover("Delete this run", icon=":material/delete:", width="stretch"):
        st.markdown(plain(DELETE.format(live_run.name)))
        about = {"key": f"delete/{live_run.number}", "type": "primary"}
        st.button("Delete it", on_click=remove, args=(here, live_run.number), **about)
