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
from app.session.run_download import Download, bytes_of, download_of, whole_of
from app.session.visit import Visit

OPENING_SECONDS, LONGEST_NAME = 20.0, 60
MIME, MB = "application/octet-stream", 2**20
DROPS, PROBLEM = "dropped_runs", "dropped_run_problem"
SAVED = "Runs are saved by themselves while they train: a tab that comes back finds its runs again, for a day at least."
NOT_SAVED = "This lab saves no runs by itself: what you want to keep, download."
DELETE = "Delete {} for good, with all its {:,} trained steps? Nobody can bring it back."


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
    """The run that is shown, as it is when the button is pressed."""
    live_run = here.current
    if live_run is None or live_run.view.step is None:
        return
    download = download_of(live_run, upload_limit())
    if download.thinned and st.checkbox("With all kept steps, however large", key=f"whole/{live_run.number}"):
        download = whole_of(live_run)
    name, about = file_name(live_run), {"icon": ":material/download:", "on_click": "ignore", "width": "stretch"}
    make = held(partial(bytes_of, here, live_run, download), name, MIME)
    st.download_button("Download this run", make, name, MIME, key=f"download/{live_run.number}", **about)
    st.caption(download_words(download, upload_limit()))


def download_words(download: Download, limit: int) -> str:
    """What will be in the file, and where it can be opened."""
    size = f"about {max(0.1, download.size / MB):.1f} MB"
    if download.size > limit:
        return f"It has {size}, and only {limit // MB} can be dropped here: `python -m igcl_core open FILE` opens it."
    if download.thinned:
        return f"Not all kept steps go into it: as many as fit into the {limit // MB} MB that can be dropped here."
    return f"With all that it keeps, {size}; it goes on from there bit for bit, here or with `igcl_core`."


def file_name(live_run: LiveRun) -> str:
    """Letters, digits and dashes of what the run is of."""
    view = live_run.view
    words = re.sub(r"[^A-Za-z0-9.]+", "-", f"{view.graphs.name} {view.method.name} {view.settings.words()}")
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
    if live_run is None or live_run.view.step is None:
        return
    with st.popover("Delete this run", icon=":material/delete:", width="stretch"):
        st.markdown(plain(DELETE.format(live_run.name, live_run.view.step.index)))
        about = {"key": f"delete/{live_run.number}", "type": "primary"}
        st.button("Delete it", on_click=remove, args=(here, live_run.number), **about)
