"""Player of a race: play, pause, step and start over for all methods at once, and how far they are."""

from __future__ import annotations

import streamlit as st

from app.pages.race.choosing import chosen_now
from app.plain_text import plain
from app.session.live_run import View
from app.session.race import Race
from app.session.together import ended
from app.session.visit import Visit

WIDE = 126  # px: the buttons behind the first stay where they are, whatever it says
READY = "Press Play: all start at the same time, from the same seed."
NONE = "Choose at least one method."
OTHER = "Shown: {}. Play starts the race that is chosen now, and lets this one go."


def race_player(here: Visit) -> None:
    """Buttons and progress."""
    race, chosen = here.race, chosen_now(here)
    goes_on, empty = any(live_run.playing for live_run in race.runs), not chosen.methods
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    if goes_on:
        row.button("Pause", key="race-go", icon=":material/pause:", on_click=race.rest, width=WIDE)
    else:
        label = "Race again" if race.over and race.choice == chosen else "Play"
        look = {"type": "primary", "icon": ":material/play_arrow:", "width": WIDE, "disabled": empty}
        row.button(label, key="race-go", on_click=play, args=(here,), **look)
    still = not goes_on and not race.busy and not empty and not (race.over and race.choice == chosen)
    row.button(
        "Step", key="race-step", icon=":material/skip_next:", on_click=step, args=(here,), disabled=not still, width=100
    )
    row.button(
        "Reset", key="race-reset", icon=":material/replay:", on_click=reset, args=(here,), disabled=empty, width=100
    )
    with row.container():
        st.progress(share(race), text=words(here))


def play(here: Visit) -> None:
    """Go on with the race that is chosen, or begin it."""
    _ready(here)
    here.race.play()


def step(here: Visit) -> None:
    """One step of every method."""
    _ready(here)
    here.race.step()


def reset(here: Visit) -> None:
    """Begin anew what is chosen, at its start."""
    if (chosen := chosen_now(here)).methods:
        here.race.begin(chosen)


def _ready(here: Visit) -> None:
    chosen = chosen_now(here)
    if chosen.methods and (here.race.choice != chosen or here.race.over):
        here.race.begin(chosen)


def share(race: Race) -> float:
    """How far all are together."""
    shares = [done(live_run.view) for live_run in race.runs]
    return sum(shares) / len(shares) if shares else 0.0


def done(view: View) -> float:
    if ended(view):
        return 1.0
    return 0.0 if view.step is None else view.step.index / max(view.step.total, 1)


def words(here: Visit) -> str:
    """How far the race is, in a few words."""
    race, chosen = here.race, chosen_now(here)
    if not chosen.methods:
        return NONE
    if race.choice is None:
        return READY
    if race.choice != chosen:
        return OTHER.format(plain(race.choice.card.called))
    over = sum(ended(live_run.view) for live_run in race.runs)
    return f"{plain(race.choice.card.title)} · {over} of {len(race.runs)} methods done"
