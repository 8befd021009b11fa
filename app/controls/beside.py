"""Beside: other temperatures to train beside the run, in lockstep with it."""

from __future__ import annotations

import streamlit as st

from app.controls.settings_form import TAUS
from app.plain_text import plain
from app.session.choice import Choice
from app.session.link_extras import BESIDE, MOST_BESIDE, read_beside, write_beside
from app.session.visit import Visit

READ = "beside_read"
HELP = (
    "Trains the same choice with these temperatures, too, step by step with it: the faster waits for the slower. "
    "They begin at the next Play or Step. "
    "All begin at step 0 and differ in nothing but τ."
)


def choose_beside(here: Visit, choice: Choice) -> None:
    """The control, where the method has a temperature, and the address in step with it."""
    take_beside(here, choice)
    for problem in st.session_state[READ]:
        st.warning(plain(problem), icon=":material/link_off:")
    if "tau" in choice.settings.headline:
        own = choice.settings.tau
        options = sorted({*TAUS, *here.beside} - {own})
        chosen = st.multiselect(
            "Beside it: τ", options, [tau for tau in here.beside if tau != own], key=f"beside/{own:g}",
            format_func=lambda tau: f"{tau:g}", max_selections=MOST_BESIDE, help=HELP, placeholder="another τ",
        )  # fmt: skip
        here.set_beside(tuple(chosen))
    else:
        here.set_beside(())
    share_beside(here.beside)


def take_beside(here: Visit, choice: Choice) -> None:
    """What the link asks for, once."""
    if READ not in st.session_state:
        taus, problems = read_beside(st.query_params.to_dict(), choice.settings)
        st.session_state[READ] = problems
        here.set_beside(taus or here.beside)


def share_beside(taus: tuple[float, ...]) -> None:
    """Keep the address in step."""
    if taus and st.query_params.get(BESIDE) != write_beside(taus):
        st.query_params[BESIDE] = write_beside(taus)
    elif not taus and BESIDE in st.query_params:
        del st.query_params[BESIDE]
