"""A sweep over tau on any dataset, trained while the visitor watches."""

from __future__ import annotations

import streamlit as st

from app.controls.settings_form import TAUS
from app.figures.tau_sweep import tau_figure
from app.plain_text import plain
from app.plot.live_plot import live_plot
from app.session.tau_sweep import DRAWS, SweepPoint, TauSweep
from app.session.visit import Visit
from igcl_core import DATASETS, METHODS, preset
from igcl_core.analysis.gaussians import MOST_COMPARED
from igcl_core.training import PAPER, kinds_of

HEIGHT = 420
USUAL = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def tau_part(here: Visit) -> None:
    choose_sweep(here)
    busy = here.sweep is not None and here.sweep.busy
    every = here.crowd.interval(sweep_page(here)) if busy else None
    st.fragment(show_sweep, run_every=every)(here, busy)


def choose_sweep(here: Visit) -> None:
    """Dataset, epochs and temperatures, and the button that starts."""
    listed = here.choice is not None and here.choice.dataset in DATASETS
    first = list(DATASETS).index(here.choice.dataset if listed else "karate")
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    dataset = row.selectbox(
        "Graph", list(DATASETS), first, format_func=lambda name: DATASETS[name].title, key="sweep-dataset", width=220
    )
    base = preset(dataset, method_for(dataset))
    row.number_input("Epochs", 1, 10_000, max(base.epochs, 1), key=f"sweep-epochs/{dataset}", width=120)
    options = sorted({*TAUS, base.tau, *paper_tau(dataset)})
    usual = [tau for tau in options if tau in {*USUAL, base.tau, *paper_tau(dataset)}]
    taus = row.multiselect(
        "Temperatures τ", options, usual, format_func=lambda tau: f"{tau:g}", key=f"sweep-taus/{dataset}", width=420
    )
    about = {"icon": ":material/play_arrow:", "on_click": start, "args": (here, dataset), "key": "sweep"}
    row.button("Run the sweep", disabled=not taus, **about)


def start(here: Visit, dataset: str) -> None:
    """Begin with what is chosen now, in place of the sweep before: a click may come before a change has been drawn."""
    epochs, taus = (st.session_state[f"sweep-{name}/{dataset}"] for name in ("epochs", "taus"))
    if here.sweep is not None:
        here.sweep.stop()
    if taus:
        method = method_for(dataset)
        settings = preset(dataset, method).changed(epochs=int(epochs))
        here.sweep = TauSweep(here.fleet, dataset, settings, taus, method)


def method_for(dataset: str) -> str:
    """iGCL, or where there are no edges the first method with a temperature that can do without."""
    card = DATASETS[dataset]
    able = (name for name, each in METHODS.items() if "tau" in each.settings.headline and each.refusal(card) is None)
    return next(able)


def paper_tau(dataset: str) -> tuple[float, ...]:
    return (preset(dataset, kind=PAPER).tau,) if PAPER in kinds_of(dataset, METHODS["igcl"]) else ()


def show_sweep(here: Visit, was_busy: bool) -> None:
    """What has come in so far."""
    sweep = here.sweep
    if sweep is None:
        st.caption(
            "One run for each τ, all else equal: same seed, same Gaussians, same first weights. Press Run the sweep."
        )
        return
    points = sweep.points()
    if was_busy != sweep.busy:
        st.rerun()
    with here.crowd.drawing(sweep_page(here)):
        draw_sweep(sweep, points)


def sweep_page(here: Visit) -> tuple[str, str]:
    return here.id, "sweep"


def draw_sweep(sweep: TauSweep, points: list[SweepPoint]) -> None:
    if sweep.busy:
        st.progress(min(sweep.done, 1.0), text=f"{len(points)} of {len(sweep.taus)} temperatures done")
        st.button("Stop", on_click=sweep.stop, key="sweep-stop")
    if not points:
        return
    marked = paper_tau(sweep.dataset)
    figure = tau_figure(points, marked[0] if marked else None, sweep.untrained, HEIGHT)
    live_plot(figure, key="tau-sweep", height=HEIGHT, alt="Accuracy, overlap and Jensen gap against the temperature")
    for point in points:
        if point.error:
            st.warning(f"τ = {point.tau:g}: {plain(point.error)}", icon=":material/error:")
    unmarked = "" if marked else " The paper has no τ for this graph."
    st.caption(
        f"{DATASETS[sweep.dataset].title}, recommended preset, {sweep.settings.epochs} epochs, "
        f"seed {sweep.settings.seed}, one run for each τ. Accuracy: the probe on test items "
        "at the step best on validation. Overlap: the mean over pairs of different classes of the Gaussians around the "
        f"trained embeddings, among at most {MOST_COMPARED:,} items picked by class. Gap: the last L_upper − L_ICL, "
        f"the latter by {DRAWS} draws for each item.{unmarked}"
    )
