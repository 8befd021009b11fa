"""Race page: methods pull the same classes apart at the same time, and one sees what sets them apart."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.controls.player import PLAYER_FIRST
from app.controls.settings_form import keep_for_return
from app.figures.palette import run_color
from app.figures.race import Racer, race_figure
from app.pages.compare.page import page as compare_page
from app.pages.live_page import live_part, say_problems, take_choice
from app.pages.race.choosing import PROBLEMS, choose_race, chosen_now
from app.pages.race.lanes import Lane, draw_lanes, lanes_of
from app.pages.race.player import race_player
from app.pages.race.presets import ANEW, offer_presets
from app.pages.race.standings import draw_standings
from app.pages.still import still
from app.plot.live_plot import live_plot
from app.session.server import visit
from app.session.visit import Visit

CHART_HEIGHT = 260
OVER = {"seconds": "seconds of training", "step": "steps"}
SAME = (
    "**Which method pulls the classes apart?** All get the same graph, the same split, the same seed and the "
    "same time: the faster makes more steps."
)
SWATCH = '<span style="color: {}">━</span> {}'


def page() -> None:
    """The race on the right, what is to race on the left; a phone shows the race first."""
    here = visit()
    take_choice(here)
    keep_for_return(here.choice)
    with st.container(key=PLAYER_FIRST):
        right, left = st.columns([3.4, 1], gap="medium")
    st.session_state[ANEW] = False
    with left:
        st.markdown(SAME)
        choose_race(here)
    with right:
        say_problems(dict.fromkeys([*here.problems, *st.session_state[PROBLEMS]]))
        live_part(here, here.race, lambda: draw(here))
        if st.button("Compare over many seeds", key="race-compare", icon=":material/leaderboard:"):
            st.switch_page(st.Page(compare_page, title="Compare", url_path="compare"))


def draw(here: Visit) -> None:
    """Player, maps, chart and table; all of the page where its widgets are to say something else."""
    if st.session_state.get(ANEW):
        st.rerun()
    race_player(here)
    offer_presets(here)
    methods = chosen_now(here).methods
    lanes = lanes_of(here, methods)
    if not lanes:
        return
    draw_lanes(here, lanes)
    draw_chart(lanes)
    draw_standings(here.race, methods)


def draw_chart(lanes: Sequence[Lane]) -> None:
    """What the probe reads off each method, over what the visitor chooses."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown("**Probe accuracy on test items, over**", width="content")
        x = st.segmented_control(
            "Over", list(OVER), format_func=OVER.get, default="seconds", key="race-x", required=True,
            label_visibility="collapsed",
        )  # fmt: skip
    racers = [racer_of(lane) for lane in lanes]
    names = [SWATCH.format(run_color(number), racer.title) for number, racer in enumerate(racers)]
    still("race-names").html(f"<small>{' &ensp;'.join(names)}</small>")
    chart = race_figure(racers, x, CHART_HEIGHT)
    alt = f"Probe accuracy on test items of every method over {OVER[x]}"
    live_plot(chart, key="race-chart", height=CHART_HEIGHT, alt=alt)


def racer_of(lane: Lane) -> Racer:
    view = lane.view
    if view is None:
        return Racer(lane.method.title, (), lane.method.supervised)
    return Racer(lane.method.title, view.steps, lane.method.supervised, view.best_probe())
