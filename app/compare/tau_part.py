"""A sweep over tau on any dataset, trained while the visitor watches."""

from __future__ import annotations

import streamlit as st

from app.choosing import TAUS
from app.figures.tau_sweep import tau_figure
from app.live_plot import live_plot
from app.tau_sweep import DRAWS, TauSweep
from app.visit import Visit
from igcl_core import DATASETS, preset
from igcl_core.gaussians.between import MOST_ITEMS
from igcl_core.presets import PAPER

HEIGHT = 420
REFRESH = 0.7
USUAL = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def tau_part(here: Visit) -> None:
    choose_sweep(here)
    busy = here.sweep is not None and here.sweep.busy
    st.fragment(show_sweep, run_every=REFRESH if busy else None)(here, busy)


def choose_sweep(here: Visit) -> None:
    """Dataset, epochs and temperatures, and the button that starts."""
    first = list(DATASETS).index(here.choice.dataset if here.choice else "karate")
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    dataset = row.selectbox(
        "Graph", list(DATASETS), first, format_func=lambda name: DATASETS[name].title, key="sweep-dataset", width=220
    )
    base = preset(dataset)
    epochs = row.number_input("Epochs", 1, 10_000, max(base.epochs, 1), key=f"sweep-epochs/{dataset}", width=120)
    options = sorted({*TAUS, base.tau, *paper_tau(dataset)})
    usual = [tau for tau in options if tau in {*USUAL, base.tau, *paper_tau(dataset)}]
    taus = row.multiselect(
        "Temperatures τ", options, usual, format_func=lambda tau: f"{tau:g}", key=f"sweep-taus/{dataset}", width=420
    )
    settings = base.changed(epochs=int(epochs))
    args = (here, dataset, settings, taus)
    row.button("Run the sweep", icon=":material/play_arrow:", on_click=start, args=args, disabled=not taus, key="sweep")


def start(here: Visit, dataset: str, settings, taus: list[float]) -> None:
    """Begin, in place of the sweep before."""
    if here.sweep is not None:
        here.sweep.stop()
    here.sweep = TauSweep(here.fleet, dataset, settings, taus)


def paper_tau(dataset: str) -> tuple[float, ...]:
    return (PAPER[dataset]["tau"],) if dataset in PAPER else ()


def show_sweep(here: Visit, was_busy: bool) -> None:
    """What has come in so far."""
    sweep = here.sweep
    if sweep is None:
        st.caption("One run for each τ, all else equal: same seed, same VGAE, same first weights. Press Run the sweep.")
        return
    points = sweep.points()
    if was_busy != sweep.busy:
        st.rerun()
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
            st.warning(f"τ = {point.tau:g}: {point.error}", icon=":material/error:")
    unmarked = "" if marked else " The paper has no τ for this graph."
    st.caption(
        f"{DATASETS[sweep.dataset].title}, recommended preset, {sweep.settings.epochs} epochs, "
        f"seed {sweep.settings.seed}, one run for each τ. Accuracy: the probe on test items "
        "at the step best on validation. Overlap: the mean over pairs of different classes of the Gaussians around the "
        f"trained embeddings, among at most {MOST_ITEMS:,} items picked by class. Gap: the last L_upper − L_ICL, "
        f"the latter by {DRAWS} draws for each item.{unmarked}"
    )
