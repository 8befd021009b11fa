"""Experiments: runs that teach something, one click each, with what to look at while they train."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from app.session.choice import Choice
from igcl_core.training import RECOMMENDED

GRAPH = "planted"
ACROSS = 3


@dataclass(frozen=True)
class Experiment:
    """What to train, and what to look at."""

    title: str
    watch: str
    choice: Choice


def _on_planted(title: str, watch: str, method: str = "igcl", **changes: str | float) -> Experiment:
    return Experiment(title, watch, Choice(GRAPH, RECOMMENDED, changes, method))


EXPERIMENTS: tuple[Experiment, ...] = (
    _on_planted(
        "Contrast at work",
        "Probe accuracy: it stands still while the VGAE learns, and rises above the VGAE's line once contrast begins.",
    ),
    _on_planted(
        "VGAE alone",
        "The same VGAE, and nothing after it. Probe accuracy ends below that of Contrast at work.",
        method="vgae",
    ),
    _on_planted(
        "Noise instead of Gaussians",
        "Every item is contrasted with the same N(0, I), so nothing tells items apart. Probe accuracy falls below "
        "where the untrained network began.",
        augmentation="noise",
    ),
    _on_planted(
        "Collapse",
        "Health: the length of z falls towards 0. Nothing keeps it up, since z is not normalised and the penalty on "
        "the weights is large. The sentence under the map names it.",
        normalise="none",
        weight_decay=0.5,
    ),
    _on_planted(
        "Shatter",
        "With τ this small only the nearest items count, and even those of one kind are torn apart. Probe accuracy "
        "ends far below that of Contrast at work.",
        tau=0.01,
    ),
    _on_planted(
        "One sample",
        "The loss of one drawn dot per cloud instead of the bound. Open Gaussians, The bound: it shows how much of "
        "the gradient is luck.",
        loss="sampled",
    ),
    _on_planted(
        "Four samples",
        "Four dots per cloud: half the luck of one, at four times the work. The bound has none.",
        loss="sampled",
        M=4,
    ),
    _on_planted(
        "Sixty-four samples",
        "An eighth of the luck of one dot. See how many steps a second are left, beside those of Contrast at work.",
        loss="sampled",
        M=64,
    ),
    _on_planted(
        "The released code's direction",
        "The softmax runs over distributions, as the authors' code computes it, not over embeddings, as the paper "
        "derives it. It trains about as well here, but it bounds nothing.",
        direction="released",
    ),
    Experiment(
        "The paper's settings, as printed",
        "Cora. Health: nothing is normalised and weights are penalised, so z shrinks to half its length before "
        "contrast catches it. Probe accuracy dips first and rises late.",
        Choice("cora", "paper"),
    ),
)


def experiment_of(choice: Choice) -> Experiment | None:
    """The experiment that is chosen now, if it is one."""
    return next((each for each in EXPERIMENTS if each.choice == choice), None)


def what_to_look_at(choice: Choice) -> None:
    """What to look at, beside the choices of an experiment."""
    found = experiment_of(choice)
    if found is not None:
        st.info(f"**{found.title}.** Look at: {found.watch}", icon=":material/visibility:")


def experiment_cards(begin: Callable[[Choice], None]) -> bool:
    """All experiments, a card each; whether one has just been begun."""
    st.subheader("Experiments, one click each")
    st.caption(
        "Each trains for real: most in a few seconds, the last in about half a minute. The page that opens says what "
        "to look at."
    )
    pressed = False
    for first in range(0, len(EXPERIMENTS), ACROSS):
        for column, each in zip(st.columns(ACROSS), EXPERIMENTS[first : first + ACROSS], strict=False):
            with column.container(border=True, height="stretch"):
                st.markdown(f"**{each.title}**")
                st.caption(each.watch)
                pressed |= st.button("Train it", key=f"experiment/{each.title}", on_click=begin, args=(each.choice,))
    return pressed
