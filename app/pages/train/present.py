"""Present: the Train page for a projector: a large map, one loss, one sentence, in large letters on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from app.figures.one_loss import one_loss_figure
from app.pages.train.curve_options import curve_options
from app.pages.train.drawn_map import map_alt, map_of
from app.pages.train.map_words import short_map_words
from app.pages.train.side_by_side import aligned, draw_curves, draw_one, legend
from app.pages.train.story import beside_story, sentence
from app.plot.live_plot import live_plot
from app.session.live_run import View
from app.session.visit import Visit

HEIGHT = 480  # px, until the browser knows better
BELOW = 6.6  # rem under the charts, for the words
WORDS = "present-words"
LEAVE = "p or Esc: leave"
STYLE = f"""
:root {{ font-size: max(24px, 1.25vw) !important; }}
[data-testid="stHeader"] {{ display: none; }}
[data-testid="stMain"] {{ overflow: hidden; }}
[data-testid="stMainBlockContainer"] {{ padding: 0.6rem 1rem 0 !important; max-width: none; }}
.st-key-pause, .st-key-play, .st-key-step, .st-key-reset {{
  width: auto !important; min-width: max-content !important;
}}
[data-testid="stProgress"] p {{ white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }}
.st-key-tape {{ height: 2.5rem !important; flex: 0 0 2.5rem !important; overflow: visible !important; }}
.st-key-tape .tape {{ height: 2.5rem !important; }}
.st-key-{WORDS} {{ height: {BELOW - 1:g}rem; overflow: hidden; }}
"""


def present_style() -> None:
    st.html(f"<style>{STYLE}</style>")


def draw_presented(here: Visit, view: View) -> None:
    """Map and loss side by side, each as high as the window leaves, and the words below."""
    if here.together is None:
        left, right = st.columns([1.5, 1], gap="small")
        with left:
            drawn = map_of(view.picture, view.graphs, HEIGHT)
            live_plot(drawn, key="map", height=HEIGHT, alt=map_alt(view.picture), fill=BELOW)
        with right:
            draw_loss(view)
        say(sentence(view), escape(short_map_words(view)))
    else:
        views = [each for each in here.together.views() if each.step is not None]
        draw_all(views, here.looked)
        say(beside_story(views, here.looked), legend(views))


def draw_all(views: Sequence[View], looked: int | None) -> None:
    """The maps of runs side by side, then their curves."""
    *places, last = st.columns(len(views) + 1, gap="small")
    for number, (place, shown) in enumerate(zip(places, aligned(views, looked), strict=True)):
        with place:
            draw_one(number, views[number], shown, fill=BELOW)
    with last:
        draw_curves(views, looked, fill=BELOW)


def say(words: str, about: str) -> None:
    """The sentence, and in small what is drawn and how to leave."""
    with st.container(key=WORDS, gap=None):
        st.markdown(words)
        st.html(f"<small>{about} · {LEAVE}</small>")


def draw_loss(view: View) -> None:
    """The loss that is descended at the step shown."""
    metrics = view.method.metrics
    known = [name for name in ("reconstruction" if view.picture.of_means else "loss",) if name in metrics]
    metric = (known or [view.method.curves[0].metrics[0]])[0]
    steps = view.steps if view.looked is None else view.steps[: view.looked + 1]
    chart = one_loss_figure([(view.name, steps)], metric, metrics[metric].label, height=HEIGHT, **curve_options())
    live_plot(chart, key="one-loss", height=HEIGHT, alt=f"{metrics[metric].label} over the training", fill=BELOW)
