"""Server: what all visitors share (one fleet) and what is this visitor's (their visit), as Streamlit keeps them."""

from __future__ import annotations

import os
import threading
from importlib import import_module
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.session.choice import DEFAULT_DATASET, Choice, read_link
from app.session.fleet import Fleet
from app.session.frame_link import Frame, read_frame
from app.session.kept_runs import open_file
from app.session.recipe import Recipe
from app.session.runs_folder import runs_folder
from app.session.saver import Saver
from app.session.seen import open_frame
from app.session.tab_memory import keep, told
from app.session.visit import Visit
from app.session.visits import Visits
from igcl_core.layout import warm_up_beside

ASSETS = Path(__file__).resolve().parents[2] / "assets"
RECORDED, SAMPLE = ASSETS / "cora.igcl", ASSETS / "sample.igcl"
NAMES = {RECORDED: "Recorded run: Cora", SAMPLE: "Sample run: karate club"}
WARM_UP_SECONDS, OPENING_SECONDS = 3.0, 20.0
VISIT = "visit"
OPENING = threading.Lock()
OPENED: list[Visits] = []


def visits() -> Visits:
    """One fleet of workers for the whole process; maps are compiled once the first page has had its time.

    No cache of Streamlit's: any visitor can have those cleared, and a second fleet would be started. pandas comes
    first: plotly takes it for loaded while another thread is still loading it, and fails.
    """
    with OPENING:
        if not OPENED:
            import_module("pandas")
            timer = threading.Timer(WARM_UP_SECONDS, warm_up_beside)
            timer.daemon = True
            timer.start()
            fleet, folder = Fleet(), runs_folder()  # the saver after the fleet: at the end it needs the workers
            OPENED.append(Visits(fleet, farewell=_close, saver=None if folder is None else Saver(folder)))
        return OPENED[0]


class Guest:
    """Whoever is at one session of Streamlit: their visit, and the last one they said they had been at.

    A session may end while they say so; the visit they are at then is released once, and no other is entered.
    `asked` is the frame of the link that they came with, and what is chosen in it.
    """

    def __init__(self, visit: Visit):
        self.visit, self.answered = visit, ""
        self.asked: tuple[Frame, Choice] = (Frame(), Choice())
        self._left, self._lock = False, threading.Lock()

    def leave(self) -> None:
        with self._lock:
            self._left = True
            visits().release(self.visit)

    def change_to(self, visit_id: str) -> bool:
        """Go on with the visit of this id, if its tab has just closed or its runs were saved; let go of this one."""
        with self._lock:
            found = None if self._left else visits().enter(visit_id) or visits().revive(visit_id)
            if found is not None:
                _close(found)
                visits().drop(self.visit)
                self.visit = _tie(found)
            return found is not None


def _close(visit: Visit) -> None:
    """Have Streamlit forget a session that nobody can come back to: its callbacks hold what the visit held.

    Of all that ends a session, this is what Streamlit lets any thread call.
    """
    if visit.session and runtime.exists() and not runtime.get_instance().is_active_session(visit.session):
        runtime.get_instance().clear_user_info_for_session(visit.session)


@st.cache_resource(scope="session", on_release=Guest.leave, show_spinner=False)
def guest() -> Guest:
    """A new visit; that of before if only the connection was lost, or Streamlit's caches were cleared."""
    found = visits().enter(st.session_state.get(VISIT))
    new = Guest(_tie(found or visits().begin()))
    if found is None:
        _show_asked(new)
    return new


def _show_asked(new: Guest) -> None:
    """Show the frame of the link that somebody came with; not if its choice cannot be, which the page says."""
    query = st.query_params.to_dict()
    choice, wrong = read_link(query, new.visit.opens_on)
    frame, problems = read_frame(query, choice)
    if not wrong:
        new.asked = (frame, choice)
        open_frame(new.visit, frame)
    new.visit.problems = problems


def saving_problem() -> str:
    """Why this visitor's runs cannot be saved now, in a sentence; empty where they are, or are not to be."""
    shelf = visit().shelf
    return "" if shelf is None else shelf.problem


def visit() -> Visit:
    """This visitor's runs; a reload within the grace period finds them again."""
    return guest().visit


def keep_visit() -> None:
    """Have the tab remember this visit, so that a reload finds it again and nobody else does."""
    keep(guest().visit, guest().answered, come_back)


def come_back() -> None:
    """The tab remembers another visit: go on with that, or say that its runs are gone."""
    before, now = told(), guest()
    if before is None or before.key in (now.answered, now.visit.id):
        return
    now.answered = before.key
    if now.change_to(before.key):
        _wait_for_shown(now.visit)
        _choose_again(now.visit.choice)
        show_again(now)
    elif not visits().open_elsewhere(before.key) and before.choice is not None and not trains(now.visit, before.choice):
        now.visit.lost = before


def _wait_for_shown(here: Visit) -> None:
    """A run that comes back from disk is to be seen at once, and goes on with what was chosen for it."""
    if here.back and here.current is not None:
        here.current.wait(OPENING_SECONDS)
        here.choice = here.current.choice


def _choose_again(choice: Choice | None) -> None:
    """A link can only say what everybody has: data of the visitor's own is chosen again when its visit is."""
    if choice is not None and choice.own is not None:
        st.session_state.linked, st.session_state.dataset = (choice, []), choice.dataset


def show_again(now: Guest) -> None:
    """The link that a tab came with is followed also where the tab had a visit already."""
    frame, choice = now.asked
    if frame.run is not None:
        now.visit.choice = choice
        open_frame(now.visit, frame)


def trains(here: Visit, choice: Choice) -> bool:
    """Whether a run of this choice is on its way, as to the frame of a link."""
    return any(each.choice is not None and Recipe(choice).same(each.recipe) for each in here.live_runs)


def first_run() -> Path | None:
    """The saved run that a new visit begins with: IGCL_FIRST_RUN, else the recorded Cora, else the sample."""
    given = os.environ.get("IGCL_FIRST_RUN", "").strip()
    return next((path for path in (Path(given), RECORDED, SAMPLE) if path.is_file()), None)


def _tie(found: Visit) -> Visit:
    """Tie a visit to this session; a new one begins with a saved run, which replays by itself if it is a recording."""
    found.session = get_script_run_ctx().session_id
    st.session_state[VISIT] = found.id
    path = first_run()
    if not found.live_runs and path is not None:
        _begin_with(found, path)
    return found


def _begin_with(found: Visit, path: Path) -> None:
    """What comes with the lab is the same for all, and nobody's; a run of somebody's own goes on from where it is."""
    own = path not in NAMES
    live_run = open_file(found, path, path.stem) if own else found.open(str(path), NAMES[path])
    live_run.wait(OPENING_SECONDS)
    if live_run.view.recorded:
        found.open_tape()
        found.opens_on = DEFAULT_DATASET if live_run.recipe is None else live_run.recipe.start.dataset
    elif live_run.choice is not None and not st.query_params.to_dict():
        found.choice = live_run.choice
        st.session_state.linked = (live_run.choice, [])
